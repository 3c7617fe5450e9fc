"""Nussknacker: guesses compared with everything that may have happened, by brute force."""

import pytest

from carreau.core.game import CHANCE, RACE, SPECTATOR
from carreau.core.rng import Rng
from carreau.games.nussknacker.game import Nussknacker
from carreau.games.nussknacker.rules import NussknackerRules
from carreau.games.nussknacker.view import NussknackerView
from tests.belief import posterior, strangers, surprise
from tests.clauses import clause
from tests.play import play
from tests.positions.nussknacker import deal_moves, small
from tests.positions.nussknacker_worlds import FAR, Hand, World, believed, quiet_game, replay

ENOUGH = 1500


def guesses(view: NussknackerView, seed: int) -> list[str]:
    rng = Rng(seed)
    for _ in range(5):
        view.guess(rng).audit()
    return [view.guess(rng).fingerprint() for _ in range(ENOUGH)]


# Small boxes: all histories, enumerated without any knowledge of this game


@clause("nuss.r8", "nuss.5", "nuss.6", "nuss.7", "nuss.2")
@pytest.mark.parametrize(
    ("seats", "highest", "questions", "games"), [(2, 4, 4, 6), (3, 3, 4, 14), (4, 3, 4, 10), (3, 4, 2, 3)]
)
def test_guesses_are_exact_in_random_deals(seats: int, highest: int, questions: int, games: int) -> None:
    rng = Rng(10 * seats + highest)
    for number in range(games):
        game = small(seats, highest, tempo=["race", "turns"][number % 2])
        actions = quiet_game(game, rng, questions)
        state = replay(game, actions)
        seat = number % (seats + 1) - 1 if highest == 3 else number % seats
        expected = posterior(game, actions, seat)
        drawn = guesses(state.view(seat), number)
        assert strangers(expected, drawn) == 0
        assert surprise(expected, drawn) < FAR
        assert len(expected) > ENOUGH // 20 or set(drawn) == set(expected)


@clause("nuss.2", "nuss.r8")
def test_guesses_are_exact_while_cards_are_dealt() -> None:
    game = small(3)
    moves = deal_moves([[1, 2], [3, 3], [2]], 1)
    for length in range(len(moves) + 1):
        state = play(game, *moves[:length])
        actions = [(CHANCE, game.parse(move.split(": ")[1])) for move in moves[:length]]
        assert surprise(posterior(game, actions, 1), guesses(state.view(1), length)) < FAR


@clause("nuss.r2", "nuss.r8")
def test_every_step_of_a_question_says_something() -> None:
    """Seat 1 gives 3 or 1+2 for 3, seat 0 gives 1+2: what each seat believes after each step."""
    game = small(3, 4)
    deal = deal_moves([[1, 2, 4], [3, 1], [2, 4]], 3)
    moves = [*deal, "0: ask 1 3", "1: push 1", "1: choose 3", "0: push 2", "0: choose 1+2", "1: ask 2 4", "2: push 1"]
    for length in range(len(deal), len(moves) + 1):
        split = [move.split(": ") for move in moves[:length]]
        actions = [(CHANCE if actor == "chance" else int(actor), game.parse(text)) for actor, text in split]
        for seat in (0, 1, 2):
            expected = posterior(game, actions, seat)
            assert surprise(expected, guesses(play(game, *moves[:length]).view(seat), length)) < FAR


@clause("nuss.r2", "nuss.r8")
def test_somebody_of_whom_only_an_open_question_tells() -> None:
    """After an exchange that the seat didn't see, a player is asked who took part in no question before."""
    deal = ["start 1", "aside 3", *(f"deal {card}" for card in (1, 5, 3, 1, 6, 2, 2, 4, 5, 6, 4))]
    exchange = ["1: ask 0 1", "0: push 1", "0: choose 1", "1: push 1", "1: choose 1"]
    open_question = ["2: ask 3 5", "3: push 2", "3: choose 2+3", "2: push 1"]
    game = Nussknacker(4)
    for shown in range(1, len(open_question) + 1):
        state = play(game, *(f"chance: {draw}" for draw in deal), *exchange, *open_question[:shown])
        for seat in range(-1, 4):
            view = state.view(seat)
            for seed in range(20):
                guess = game.guess(view, Rng(seed))
                guess.audit()
                assert guess.view(seat) == view


@clause("nuss.r8")
def test_after_the_end_the_hands_are_still_guessed_exactly() -> None:
    game = small(3, target=1)
    moves = [*deal_moves([[1, 2], [3, 3], [2]], 1), "0: ask 1 3", "1: push 1", "2: announce 1"]
    split = [move.split(": ") for move in moves]
    actions = [(CHANCE if actor == "chance" else int(actor), game.parse(text)) for actor, text in split]
    for seat in (SPECTATOR, 0, 2):
        assert surprise(posterior(game, actions, seat), guesses(play(game, *moves).view(seat), 1)) < FAR


# The full game: all deals that fit a history, derived from the rules alone


def world_of(state: NussknackerRules) -> str:
    dump = state.dump()
    pushed = dump["pending"][4] if dump["pending"] else ""
    exchanged = [f"{given}/{returned}" for *_, given, returned in dump["questions"] if given]
    return repr((tuple(map(tuple, dump["hands"])), dump["aside"], pushed, exchanged))


def written(world: World) -> str:
    hands, aside, pushed, notes = world
    exchanged = [f"{in_words(given)}/{in_words(returned)}" for given, returned in notes]
    return repr((hands, aside, in_words(pushed), exchanged))


def in_words(cards: Hand) -> str:
    return "+".join(map(str, cards))


@clause("nuss.r8", "nuss.6", "nuss.7")
@pytest.mark.parametrize(
    ("seats", "questions", "viewers"), [(2, 7, [0, 1]), (3, 9, [0, 1, 2]), (4, 7, [0, 1, 2, 3]), (3, 4, [SPECTATOR])]
)
def test_guesses_are_exact_with_twelve_cards(seats: int, questions: int, viewers: list[int]) -> None:
    rng = Rng(seats + questions)
    game = Nussknacker(seats)
    for number in range(3):
        actions = quiet_game(game, rng, 1 + (number + 1) * questions // 3)
        state = replay(game, actions)
        for seat in viewers:
            history, view = believed(game, actions, seat), state.view(seat)
            for row, expected_row in zip(view.notebook(), history.chances(6), strict=True):
                assert row == pytest.approx(expected_row, abs=1e-9)
            total = sum(history.worlds.values())
            expected = {written(world): weight / total for world, weight in history.worlds.items()}
            drawn = [world_of(view.guess(rng)) for _ in range(ENOUGH)]
            assert strangers(expected, drawn) == 0
            assert surprise(expected, drawn) < FAR


@clause("nuss.r8", "nuss.6")
def test_unseen_exchanges_are_guessed_by_their_likelihood() -> None:
    """Seat 2 saw two cards go each way for 6, twice: 1+5, 2+4 or 3+3, with different probabilities."""
    game = Nussknacker(3)
    deal = deal_moves([[1, 5, 4, 2], [1, 5, 2, 3], [3, 4, 6]], 6)
    exchanges = ["0: ask 1 6", "1: push 2", "1: choose 1+5", "0: push 2", "0: choose 1+5"]
    exchanges += ["1: ask 0 6", "0: push 2", "0: choose 1+5", "1: push 2", "1: choose 1+5"]
    split = [move.split(": ") for move in [*deal, *exchanges]]
    actions = [(CHANCE if actor == "chance" else int(actor), game.parse(text)) for actor, text in split]
    history, view, rng = believed(game, actions, 2), play(game, *deal, *exchanges).view(2), Rng(4)
    total = sum(history.worlds.values())
    expected = {written(world): weight / total for world, weight in history.worlds.items()}
    drawn = [world_of(view.guess(rng)) for _ in range(8 * ENOUGH)]
    assert strangers(expected, drawn) == 0
    assert surprise(expected, drawn) < FAR


@clause("nuss.r8")
@pytest.mark.parametrize("seats", [3, 4])
def test_guesses_are_exact_with_sixteen_cards(seats: int) -> None:
    """The chances in the notebook, which come from the same worlds."""
    rng = Rng(seats)
    game = Nussknacker(seats, {"deck": 16})
    actions = quiet_game(game, rng, 3)
    seat = int(rng.below(seats))
    history = believed(game, actions, seat)
    for row, expected in zip(replay(game, actions).view(seat).notebook(), history.chances(8), strict=True):
        assert row == pytest.approx(expected, abs=1e-9)


@clause("nuss.r8")
def test_wrong_beliefs_are_found_out() -> None:
    """This tests the comparison itself: a guess that forgets the last question must not pass."""
    game = Nussknacker(3)
    moves = [*deal_moves([[6, 1, 4, 2], [3, 3, 4, 1], [5, 6, 2]], 5), "0: ask 2 4", "2: no"]
    split = [move.split(": ") for move in moves]
    actions = [(CHANCE if actor == "chance" else int(actor), game.parse(text)) for actor, text in split]
    expected = [pytest.approx(row, abs=1e-9) for row in believed(game, actions, 1).chances(6)]
    assert play(game, *moves).view(1).notebook() == expected
    forgetful = play(game, *moves).view(1)
    forgetful.known.questions -= 1
    assert forgetful.notebook() != expected


@clause("nuss.6", "nuss.9")
def test_a_view_holds_nothing_that_is_hidden() -> None:
    game = Nussknacker(3)
    deal = deal_moves([[6, 1, 4, 2], [3, 3, 4, 1], [5, 6, 2]], 5)
    moves = [
        "0: ask 1 6",
        "1: push 2",
        "1: choose 3+3",
        "0: push 1",
        "0: choose 6",
        "1: ask 2 6",
        "2: push 1",
        "2: choose 6",
    ]
    state = play(game, *deal, *moves)
    for seat in (SPECTATOR, 0, 1, 2):
        known = state.view(seat).known.dump()
        assert (known["aside"], known["deck"]) == (0, [])
        assert known["hands"] == [hand if owner == seat else [] for owner, hand in enumerate(state.dump()["hands"])]
        assert known["questions"][0][4:] == (("3+3", "6") if seat in (0, 1) else ("", ""))
        assert known["pending"][4] == ("6" if seat == 2 else "")


@clause("nuss.r8")
def test_the_notebook_strikes_out_what_is_impossible() -> None:
    """Seat 2 said no to 4 with three cards: no 4, no 3 with a 1, no two 2s, and so on; the rest is open."""
    game = Nussknacker(3)
    state = play(game, *deal_moves([[6, 1, 4, 2], [3, 3, 4, 1], [5, 6, 2]], 5), "0: ask 2 4", "2: no")
    assert state.current == RACE
    page = state.view(0).notebook()
    assert page[0] == [1, 1, 0, 1, 0, 1]
    assert page[2][3] == 0
    assert all(chance > 0 for chance in page[1] + page[3])
    assert sum(page[3]) == pytest.approx(1)
    assert game.start().view(0).notebook() == [[0] * 6] * 4


def test_guesses_from_one_view_are_quick() -> None:
    """The view caches what is known about its worlds."""
    game = Nussknacker(4, {"deck": 16})
    view = replay(game, quiet_game(game, Rng(2), 12)).view(1)
    first = view.believed()
    view.guess(Rng(1))
    assert view.believed() is first
