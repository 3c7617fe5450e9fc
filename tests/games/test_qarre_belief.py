"""Qarré: a player's knowledge of the opponent's hand, compared with all histories that look the same (qarre.r17)."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from carreau.core.action_buffer import ActionBuffer
from carreau.core.game import CHANCE, OVER, SPECTATOR
from carreau.core.rng import Rng
from carreau.games.qarre._state import QarreState
from carreau.games.qarre.game import Qarre
from carreau.games.qarre.rules import QarreRules
from tests.belief import posterior, strangers, surprise
from tests.clauses import clause
from tests.play import play
from tests.positions.qarre import BARE, GAME, KEEP, acting, position, seen

Actions = list[tuple[int, int]]
ENOUGH = 1500
MANY = 6000  # draws, to tell similar likelihoods apart
FAR = 6.0  # standard deviations

QUEENS = {"suits": ["spades", "hearts"], "values": ["7", "8", "9", "10", "a", "2", "3", "4"], "faces": ["queen"]}
TWO_FACES = QUEENS | {"faces": ["queen", "jack"]}
ALL_FACES = {
    "suits": ["spades", "hearts", "clubs"],
    "values": ["8", "9", "10", "a", "2"],
    "faces": ["jack", "queen", "king"],
}
TINY = {"suits": ["spades", "hearts"], "values": ["9", "10", "a", "2", "3", "4"], "faces": ["queen", "jack"]}


def hands(state: QarreRules) -> list[list[str]]:
    found: list[list[str]] = state.dump()["hands"]
    return found


def guesses(state: QarreState, seat: int, seed: int, count: int = ENOUGH) -> list[str]:
    view, rng = state.view(seat), Rng(seed)
    for _ in range(5):
        view.guess(rng).audit()
    return [view.guess(rng).fingerprint() for _ in range(count)]


def careless(state: QarreState, seat: int, seed: int) -> list[str]:
    """Forget what was proved: a wrong guess."""

    def change(other: QarreState) -> None:
        other.forget()

    return with_other_memory(state, seat, seed, change)


def hasty(state: QarreState, seat: int, seed: int, count: int) -> list[str]:
    """Take every card played for the one held longest: a wrong guess."""
    view, rng = state.view(seat), Rng(seed)
    view.guess(rng)
    newest = max(view.holdings[0].ways)
    view.holdings[0].ways = {newest: 1}
    return [view.guess(rng).fingerprint() for _ in range(count)]


def ignorant(state: QarreState, seat: int, seed: int) -> list[str]:
    """Forget which cards are known: a wrong guess."""

    def change(other: QarreState) -> None:
        other.add_to_known(1 - seat, -other.known(1 - seat))

    return with_other_memory(state, seat, seed, change)


def with_other_memory(state: QarreState, seat: int, seed: int, change: Callable[[QarreState], None]) -> list[str]:
    """Return guesses from changed memories, distinguished by their cards alone."""
    other = state.clone()
    change(other)
    view, rng, found = other.view(seat), Rng(seed), []
    memories = {name: state.dump()[name] for name in ("known", "memory")}
    for _ in range(ENOUGH):
        cards = {**view.guess(rng).dump(), **memories}
        found.append(hashlib.sha256(json.dumps(cards, sort_keys=True).encode()).hexdigest()[:16])
    return found


def actions_of(game: Qarre, moves: list[str]) -> Actions:
    split = [move.split(": ") for move in moves]
    return [(CHANCE if actor == "chance" else int(actor), game.parse(text)) for actor, text in split]


def telling(state: QarreState, action: int) -> int:
    """Return how much more is remembered after an action."""
    after = state.clone()
    after.apply(state.current, action)
    return int(remembered(after) > remembered(state) and after.current != OVER)


def remembered(state: QarreState) -> int:
    """Return the size of a memory: its records and the cards that they name."""
    return sum(1 + len(record.played) + len(record.ruled_out) for record in state.dump_memory())


def random_game(game: Qarre, rng: Rng, length: int) -> Actions:
    """Play a random game in which players like to prove what they don't hold."""
    state, actions = game.start(), Actions()
    while state.current != OVER and len(actions) < length:
        seat = int(state.current)
        action = int(state.sample(rng) if seat == CHANCE else state.random_action(seat, rng, ActionBuffer()))
        proofs = [other for other in state.legal(seat) if seat != CHANCE and telling(state, other)]
        actions.append((seat, proofs[0] if proofs else action))
        state.apply(*actions[-1])
    return actions


def after(game: Qarre, actions: Actions) -> QarreState:
    state = game.start()
    for actor, action in actions:
        state.apply(actor, action)
    return state


def moment_of(game: Qarre, actions: Actions, rng: Rng) -> int:
    """Choose a moment after the deal, preferably one at which something is remembered."""
    after_deal, state, told = 11, game.start(), []
    for number, (actor, action) in enumerate(actions):
        state.apply(actor, action)
        if state.records:
            told.append(number + 1)
    if told and rng.below(4):
        return told[int(rng.below(len(told)))]
    return after_deal + int(rng.below(len(actions) - after_deal))


def kinds(state: QarreState, viewer: int) -> set[str]:
    """List what makes a position hard to guess for a seat."""
    view = state.view(viewer)
    view.guess(Rng(0))
    shown = view.to_json()
    found = {
        "proved": any(owner != viewer for owner, *_ in shown["memory"]),
        "ambiguous": len(view.holdings[0].ways) > 1,
        "taken": bool(shown["taken"][1 - viewer]),
        "known": len(shown["known"][1 - viewer]) > len(shown["taken"][1 - viewer]),
    }
    return {kind for kind, there in found.items() if there}


def scene(number: int) -> tuple[Qarre, Actions, int]:
    """Play a game with a small box up to some moment; return it with the seat that has to guess."""
    rng = Rng(number)
    options = {"jack": ("exchange", "keep")[number % 2], "reshuffle_limit": 2}
    game = Qarre(2, options, box=[QUEENS, TWO_FACES, ALL_FACES, TINY][number // 2 % 4])
    actions = random_game(game, rng, 12 + int(rng.below(40)))
    return game, actions[: moment_of(game, actions, rng)], int(rng.below(2))


@clause("qarre.r17", "qarre.14", "qarre.r9")
def test_guesses_are_exact_in_random_games() -> None:
    """All hard ones of many random scenes, and some others."""
    covered: Counter[str] = Counter()
    unequal = 0
    for number in range(SCENES):
        game, actions, seat = scene(number)
        state = after(game, actions)
        hard = kinds(state, seat)
        if number % 10 and "ambiguous" not in hard:
            continue
        covered.update(hard)
        expected, drawn = posterior(game, actions, seat), guesses(state, seat, number)
        assert strangers(expected, drawn) == 0
        assert surprise(expected, drawn) < FAR
        assert len(expected) > ENOUGH // 20 or set(drawn) == set(expected)
        unequal += max(expected.values()) > 1.001 * min(expected.values())
    assert set(covered) == {"proved", "ambiguous", "taken", "known"}
    assert unequal


SCENES = 160


# Seat 1 proves something: under the queen of hearts it reserves 8♠, which fits beside 9♠.

DEALT = [
    "chance: start 1",
    *[f"chance: fill {card}" for card in ("9s", "2h", "3s", "7h")],
    *[f"chance: deal {card}" for card in ("8s", "as", "4s", "ah", "10h", "4h")],
]
PROVED = [*DEALT, "chance: draw 7s", "chance: turn up queen hearts", "1: reserve 8s"]


@clause("qarre.r9", "qarre.r17")
def test_reserving_a_fitting_card_under_a_queen_proves_that_none_of_her_suit_fitted() -> None:
    game = Qarre(2, box=QUEENS)
    state = play(game, *PROVED)
    assert seen(state, 0)["memory"] == [(1, False, [], ["ah", "3h", "8h", "9h"])]
    expected = posterior(game, actions_of(game, PROVED), 0)
    assert surprise(expected, guesses(state, 0, 1)) < FAR
    assert surprise(expected, careless(state, 0, 1)) == float("inf")
    view, rng = state.view(0), Rng(2)
    assert not any({"3h", "8h", "9h"} & set(hands(view.guess(rng))[1]) for _ in range(200))


@clause("qarre.10", "qarre.r17")
def test_a_free_reservation_proves_nothing() -> None:
    """10♥ fits nowhere: it may be reserved whatever else is in hand."""
    game = Qarre(2, box=QUEENS)
    moves = [*PROVED[:-1], "1: reserve 10h"]
    assert seen(play(game, *moves), 0)["memory"] == []
    expected = posterior(game, actions_of(game, moves), 0)
    assert surprise(expected, guesses(play(game, *moves), 0, 1)) < FAR


# Then seat 0 reserves something; seat 1 draws 9♥ and lays 4♠, which it held for long or just drew.
LATER = [*PROVED, "chance: draw 10s", "chance: turn up queen spades", "0: reserve as", "chance: draw 9h"]
LAID = [*LATER, "chance: turn up queen spades", "1: 4s on 1", "1: end"]


@clause("qarre.r17")
def test_a_card_drawn_after_the_proof_may_be_any() -> None:
    game = Qarre(2, box=QUEENS)
    state = play(game, *LATER)
    assert surprise(posterior(game, actions_of(game, LATER), 0), guesses(state, 0, 1)) < FAR
    view, rng, found = state.view(0), Rng(2), set()
    for _ in range(400):
        hand = set(hands(view.guess(rng))[1])
        assert len(hand & {"3h", "8h", "9h"}) <= 1
        found |= hand
    assert {"3h", "8h", "9h"} < found


@clause("qarre.r17")
def test_a_card_laid_may_have_been_held_or_just_drawn() -> None:
    game = Qarre(2, box=QUEENS)
    state = play(game, *LAID)
    assert seen(state, 0)["memory"][1:] == [(1, True, ["4s"], [])]
    expected = posterior(game, actions_of(game, LAID), 0)
    assert max(expected.values()) > 1.5 * min(expected.values())
    assert surprise(expected, careless(state, 0, 1)) > FAR
    assert surprise(expected, guesses(state, 0, 1, MANY)) < FAR
    assert surprise(expected, hasty(state, 0, 1, MANY)) > FAR


@clause("qarre.14", "qarre.r13", "qarre.r17")
def test_a_reservation_forced_after_reserve_cards_proves_that_nothing_fitted() -> None:
    state = play(GAME, "0: 7s on 2", state=position("6s | 4h | ah | 9d", "4c 3c 5d 8c", reserve="7s"))
    fits = set(seen(state, 1)["piles"][0] + ["5s", "8s", "2h", "10h", "8d", "10d"])
    state = play(GAME, "0: reserve 3c", state=state)
    owner, drew, played, ruled_out = seen(state, 1)["memory"][0]
    assert (owner, drew, played) == (0, False, [])
    assert fits - {"6s"} <= set(ruled_out)
    assert not {"4c", "5d", "8c"} & set(ruled_out)
    view, rng = state.view(1), Rng(1)
    assert not any(set(ruled_out) & set(hands(view.guess(rng))[0]) for _ in range(100))


@clause("qarre.r17")
def test_without_a_stock_the_hands_are_known_and_stay_known() -> None:
    state = position("6s | 4h | ah | 9d", "2c 3c 5d 8d", other="2s 3d 8c", discards="10s 9s", **BARE)
    assert seen(state, 1)["known"] == [["5d", "8d", "2c", "3c"], ["2s", "3d", "8c"]]
    state = play(GAME, "0: reserve 2c", "chance: draw 10s", state=state)
    assert seen(state, 0)["known"] == [["5d", "8d", "3c"], ["2s", "3d", "8c"]]
    assert seen(state, 0)["held"] == [3, 4]
    assert {tuple(hands(state.view(0).guess(Rng(seed)))[1]) for seed in range(40)} == {
        ("2s", "9s", "3d", "8c"),
        ("2s", "10s", "3d", "8c"),
    }
    assert seen(state, SPECTATOR)["known"] == [[], []]


@clause("qarre.r17")
def test_the_last_card_of_the_stock_gives_the_hand_away() -> None:
    state = position("6s | 4h | ah | 9d", "2c 3c 5d", other="2s 3d 8c", stage="drawing", current=CHANCE, action=None)
    stock = state.dump()["stock"]
    few = state.dump() | {"stock": stock[:1], "reserves": [stock[1:], []]}
    state = play(GAME, f"chance: draw {stock[0]}", state=GAME.load(few))
    assert len(seen(state, 1)["known"][0]) == 4
    assert len({state.view(1).guess(Rng(seed)).fingerprint() for seed in range(10)}) == 1


@clause("qarre.r17", "qarre.4")
def test_a_card_taken_from_the_base_is_known_until_it_is_played() -> None:
    state = play(GAME, "0: take 2", "0: discard 2c", state=acting("6s | 4d 4h | ah | 9c", "2c 7s 5d 8d", "jack hearts"))
    for seat in (SPECTATOR, 1):
        assert seen(state, seat)["taken"][0] == seen(state, seat)["known"][0] == ["4h"]
        for seed in range(20):
            assert "4h" in hands(state.view(seat).guess(Rng(seed)))[0]
    state = play(GAME, "0: 7s on 2", "0: end", state=state)
    assert seen(state, 1)["known"][0] == ["4h"]
    played = play(KEEP, "0: take 2", state=acting("6s | 4d 4h | ah | 9c", "2c 7s 5d 8d", "jack hearts", KEEP))
    assert seen(play(KEEP, "0: 4h on 1", state=played), 1)["taken"] == [[], []]


@clause("qarre.r17")
def test_a_guess_that_forgets_what_is_known_is_found_out() -> None:
    """This tests the comparison itself: wrong samplers must not pass."""
    game = Qarre(2, box=TINY)
    for seed in range(60):
        actions = random_game(game, Rng(seed), 30)
        state = after(game, actions)
        if state.current != OVER and seen(state, 0)["known"][1] and seen(state, 0)["stock"] > 1:
            expected = posterior(game, actions, 0)
            assert surprise(expected, ignorant(state, 0, 1)) == float("inf")
            assert surprise(expected, guesses(state, 0, 1)) < FAR
            return
    pytest.fail("no game in which something is known")


@clause("qarre.r17", "qarre.2", "qarre.3")
def test_hidden_cards_are_told_to_their_owner_alone() -> None:
    state = play(GAME, "chance: start 1", *[f"chance: fill {card}" for card in ("6s", "4h", "ah", "9c")])
    assert state.unseen_by(CHANCE, GAME.parse("deal 2c")) == [SPECTATOR, 0]
    one, other = (play(GAME, f"chance: deal {card}", state=state) for card in ("2c", "3c"))
    for viewer in (SPECTATOR, 0):
        assert seen(one, viewer) == seen(other, viewer)
    assert seen(one, 1)["hand"] == ["2c"]
    drawing = position("6s | 4h | ah | 9d", "2c 3c 5d", stage="drawing", current=CHANCE, action=None)
    assert drawing.unseen_by(CHANCE, GAME.parse("draw 4c")) == [SPECTATOR, 1]
    assert drawing.unseen_by(CHANCE, GAME.parse("turn up king hearts")) == []


@clause("qarre.r17")
def test_a_view_holds_nothing_that_is_hidden() -> None:
    game = Qarre(2, box=QUEENS)
    state = play(game, *PROVED)
    for seat in (SPECTATOR, 0, 1):
        known = state.view(seat).known
        assert known.stock == 0
        assert hands(known) == [hand if owner == seat else [] for owner, hand in enumerate(hands(state))]
    assert seen(state, SPECTATOR)["memory"] == []


def test_a_spectator_guesses_positions_that_can_be() -> None:
    for seed in range(12):
        game = Qarre(2, {"jack": ("exchange", "keep")[seed % 2]}, box=TINY)
        state = after(game, random_game(game, Rng(seed), 11 + 3 * seed))
        view: Any = state.view(SPECTATOR)
        for _ in range(10):
            guess = view.guess(Rng(seed))
            guess.audit()
            assert guess.view(SPECTATOR) == view


@clause("qarre.r17")
@pytest.mark.parametrize("length", [11, 12, 14])
def test_a_spectator_guesses_exactly_until_somebody_could_deduce_something(length: int) -> None:
    """By the ruling, a spectator's view lacks players' deductions; until one is possible it knows everything public."""
    game = Qarre(2, box=TINY)
    actions = random_game(game, Rng(length), length)
    state = after(game, actions)
    assert state.stock != 0
    assert not state.records
    assert surprise(posterior(game, actions, SPECTATOR), guesses(state, SPECTATOR, length)) < FAR
