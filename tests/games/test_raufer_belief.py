"""Raufer: guesses compared with all histories that look the same to the seat."""

from collections.abc import Callable

import pytest

from carreau.core.action_buffer import ActionBuffer
from carreau.core.game import CHANCE, OVER, SPECTATOR
from carreau.core.rng import Rng
from carreau.games.raufer._spec import BATCH_COUNT, FLOOR_COUNT, RauferViewJson
from carreau.games.raufer._state import RauferState
from carreau.games.raufer.belief import Deals
from carreau.games.raufer.game import Raufer
from tests.belief import posterior, strangers, surprise
from tests.clauses import clause
from tests.play import play
from tests.positions.raufer import FAILING, deal_moves, hands, seen, small

Sampler = Callable[[RauferState, int, int], list[str]]
ENOUGH = 2000
FAR = 6.0  # standard deviations


def guesses(state: RauferState, seat: int, seed: int) -> list[str]:
    view, rng = state.view(seat), Rng(seed)
    for _ in range(5):
        view.guess(rng).audit()
    return [view.guess(rng).fingerprint() for _ in range(ENOUGH)]


def with_other_memory(state: RauferState, seat: int, seed: int, change: Callable[[RauferState], None]) -> list[str]:
    """Return guesses from changed memories, distinguished by their cards alone."""
    other = state.clone()
    change(other)
    view, rng, found = other.view(seat), Rng(seed), []
    for _ in range(ENOUGH):
        guess = view.guess(rng)
        for batch in range(BATCH_COUNT):
            guess.add_to_ruled_out(batch, state.ruled_out(batch) - guess.ruled_out(batch))
        for floor in range(FLOOR_COUNT):
            guess.add_to_origins(floor, state.origins(floor) - guess.origins(floor))
        found.append(guess.fingerprint())
    return found


def careless(state: RauferState, seat: int, seed: int) -> list[str]:
    """Forget who failed: a wrong guess."""

    def change(other: RauferState) -> None:
        for batch in range(BATCH_COUNT):
            other.add_to_ruled_out(batch, -other.ruled_out(batch))

    return with_other_memory(state, seat, seed, change)


def hasty(state: RauferState, seat: int, seed: int) -> list[str]:
    """Take every card laid to come from the oldest possible batch: a wrong guess."""

    def change(other: RauferState) -> None:
        for floor in range(FLOOR_COUNT):
            origins = other.origins(floor)
            other.add_to_origins(floor, (origins & -origins) - origins)

    return with_other_memory(state, seat, seed, change)


def actions_of(game: Raufer, moves: list[str]) -> list[tuple[int, int]]:
    split = [move.split(": ") for move in moves]
    return [(CHANCE if actor == "chance" else int(actor), game.parse(text)) for actor, text in split]


def believes(game: Raufer, moves: list[str], seat: int, sampler: Sampler = guesses) -> float:
    """Return how far a sampler is from the truth after some moves."""
    expected = posterior(game, actions_of(game, moves), seat)
    return surprise(expected, sampler(play(game, *moves), seat, 1))


def random_game(game: Raufer, rng: Rng) -> list[tuple[int, int]]:
    state, actions = game.start(), []
    while state.current != OVER:
        seat = int(state.current)
        action = state.sample(rng) if seat == CHANCE else state.random_action(seat, rng, ActionBuffer())
        actions.append((seat, int(action)))
        state.apply(seat, action)
    return actions


def kinds(state: RauferState, viewer: int) -> set[str]:
    """List what makes a position hard to guess for a seat."""
    view = seen(state, viewer)
    others = [batch for batch in view["batches"] if batch[0] != viewer]
    found = {"taken by a commander": any(size > 1 for _, size, _ in others[game_seats(view) - (viewer >= 0) :])}
    found["failed"] = any(ruled_out for _, _, ruled_out in others)
    found["ambiguous"] = any(len(o) > 1 and view["batches"][o[0]][0] != viewer for _, o in view["laid"])
    found["face down"] = any(view["drawn"])
    found["out"] = bool(view["out"])
    found["watching"] = viewer == SPECTATOR
    return {kind for kind, there in found.items() if there}


def game_seats(view: RauferViewJson) -> int:
    return len(view["held"])


@clause("raufer.4", "raufer.r3", "raufer.r10")
def test_guesses_are_exact_in_random_games() -> None:
    rng = Rng(20)
    covered: set[str] = set()
    for number in range(28):
        game = [small(3, 8, 2), small(3, 9, 2), small(3, 8, 2), small(4, 9, 2)][number % 4]
        actions = random_game(game, rng)
        dealt_after = 1 + game.seats * game.hand
        moment = dealt_after + int(rng.below(len(actions) - dealt_after))
        seat = int(rng.below(game.seats)) if number % 9 or game.seats > 3 else SPECTATOR
        state = game.start()
        for actor, action in actions[:moment]:
            state.apply(actor, action)
        drawn = guesses(state, seat, number)
        expected = posterior(game, actions[:moment], seat)
        assert strangers(expected, drawn) == 0
        assert surprise(expected, drawn) < FAR
        assert len(expected) > ENOUGH // 20 or set(drawn) == set(expected)
        covered |= kinds(state, seat)
    assert covered == {"taken by a commander", "failed", "ambiguous", "face down", "out", "watching"}


def test_guesses_are_exact_during_the_deal() -> None:
    game = small(3, 7, 2)
    moves = deal_moves([[1, 2], [3, 4], [5, 6]])
    for length in range(len(moves) + 1):
        assert believes(game, moves[:length], 1) < FAR


TAKEN = [*deal_moves(FAILING), "0: 5 up", "1: fail", "chance: draw 6", "2: 8 down", "0: 1 up"]


@clause("raufer.4")
def test_a_card_laid_may_have_come_from_two_batches() -> None:
    """After 3, seat 1 holds two of the cards it failed with, or one of them and one drawn later."""
    game = small(3, 9, 2)
    moves = [*TAKEN, "1: 3 up"]
    expected = posterior(game, actions_of(game, moves), 0)
    state = play(game, *moves)
    assert surprise(expected, guesses(state, 0, 1)) < FAR
    assert surprise(expected, careless(state, 0, 1)) > FAR
    assert surprise(expected, hasty(state, 0, 1)) > FAR
    assert believes(game, moves, 2) < FAR


@clause("raufer.4")
def test_a_failure_says_nothing_about_cards_taken_later() -> None:
    game = small(3, 9, 2)
    assert believes(game, TAKEN, 0) < FAR
    found = set()
    view, rng = play(game, *TAKEN).view(0), Rng(3)
    for _ in range(300):
        found |= set(hands(view.guess(rng))[1])
    assert found == {2, 3, 4, 6, 7, 9}


@clause("raufer.6", "raufer.8")
def test_guesses_are_exact_after_a_commander_took_cards_and_was_out() -> None:
    game = small(3, 8, 2)
    moves = [*deal_moves([[5, 6], [1, 2], [3, 4]]), "0: 5 up", "1: fail", "chance: draw 7", "2: fail", "chance: draw 8"]
    rest = ["1: 2 down", "2: fail", "0: fail", "2: 4 down", "0: fail"]
    for length in range(len(rest) + 1):
        for seat in (0, 1, 2):
            assert believes(game, moves + rest[:length], seat) < FAR
    assert believes(game, moves + rest, SPECTATOR) < FAR


@clause("raufer.4")
def test_a_guess_that_forgets_failures_is_found_out() -> None:
    """This tests the comparison itself: wrong samplers must not pass."""
    game = small(3, 9, 2)
    moves = [*deal_moves(FAILING), "0: 5 up", "1: fail", "chance: draw 6"]
    expected = posterior(game, actions_of(game, moves), 2)
    assert strangers(expected, careless(play(game, *moves), 2, 1)) > 0
    assert believes(game, moves, 2, careless) == float("inf")
    assert believes(game, moves, 2) < FAR


@clause("raufer.r3")
def test_a_view_holds_nothing_that_is_hidden() -> None:
    state = play(small(3, 9, 2), *deal_moves(FAILING), "0: 5 up", "1: fail", "chance: draw 6")
    for seat in (SPECTATOR, 0, 1, 2):
        known = state.view(seat).known
        assert known.dump() | {"hands": []} == state.dump() | {"hands": [], "drawn": [[], [], []], "pile": []}
        assert known.all_drawn() == 0
        assert hands(known) == [hand if owner == seat else [] for owner, hand in enumerate(hands(state))]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_numbers_of_deals_fit_into_62_bits(seats: int) -> None:
    """Before anything is laid a spectator has 20! deals, and nobody can ever have more."""
    game = Raufer(seats)
    state = game.start()
    while state.current == CHANCE:
        state.apply(CHANCE, state.sample(Rng(seats)))
    twenty = 1
    for factor in range(2, 21):
        twenty *= factor
    assert Deals(state.view(SPECTATOR).known, 0, 0).number() == twenty < 2**62
