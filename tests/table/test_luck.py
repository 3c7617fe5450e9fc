"""Luck: counted correctly, unlikely only where it is, and based only on what a seat may know."""

from collections.abc import Iterator
from functools import partial
from itertools import islice

import pytest

from carreau.core.game import CHANCE, OVER, SPECTATOR, State
from carreau.core.record import Record
from carreau.games.catalogue import GAMES, AnyGame, game
from carreau.table.fairness import chosen
from carreau.table.luck import Draw, Luck, draws_seen, likelihood, luck
from tests.goldens import random_record
from tests.hidden import HIDING
from tests.table.fair import dice_for, fair_record

DIE = dict.fromkeys(range(1, 7), 1 / 6)


def rolls(*faces: int) -> Record:
    """Return rolls of Carré in which all three dice show the same; nobody does anything else."""
    made, moves = game("carre"), []
    for number, face in enumerate(faces):
        moves += [(CHANCE, made.parse(f"roll {face}+{face}+{face}")), (number % 2, made.parse("end"))]
    return Record(made, ["Ada", "Bo"], moves)


def row(found: Luck, outcome: str) -> tuple[int, float]:
    return next((each["seen"], each["expected"]) for each in found["outcomes"] if each["outcome"] == outcome)


def test_seen_and_expected_are_counted() -> None:
    (found,) = luck(rolls(1, 1, 5), seat=0)
    assert (found["kind"], found["draws"], len(found["outcomes"])) == ("roll", 3, 56)
    assert row(found, "roll 1+1+1") == (2, round(3 / 216, 3))
    assert row(found, "roll 1+2+3") == (0, round(3 * 6 / 216, 3))


@pytest.mark.parametrize("name", GAMES)
def test_all_that_was_seen_adds_up(name: str) -> None:
    record = fair_record(game(name), limit=60)
    for seat in (SPECTATOR, 0):
        for found in luck(record, seat):
            assert sum(each["seen"] for each in found["outcomes"]) == found["draws"] > 0
            assert sum(each["expected"] for each in found["outcomes"]) == pytest.approx(found["draws"], abs=0.3)
            assert 0 < found["p"] <= 1


def test_three_equal_dice_three_times_are_hardly_luck() -> None:
    assert luck(rolls(1, 1, 1), seat=0)[0]["p"] < 0.01


def throws(*faces: int) -> list[Draw]:
    return [(face, DIE) for face in faces]


def test_how_likely_it_is() -> None:
    assert likelihood(throws(3)) == 1
    assert likelihood(throws(1, 2, 3, 4, 5, 6)) == 1
    assert likelihood(throws(2, 2)) == pytest.approx(1 / 6, abs=0.04)
    assert likelihood(throws(2, 2, 2)) == pytest.approx(1 / 36, abs=0.02)
    assert likelihood(throws(*[4] * 20)) < 0.002


def test_one_rare_outcome_counts_too() -> None:
    coin = {0: 0.99, 1: 0.01}
    assert likelihood([(0, coin)]) == 1
    assert likelihood([(1, coin)]) == pytest.approx(0.01, abs=0.01)


def test_cards_that_are_not_put_back_are_no_surprise() -> None:
    """A whole deck is drawn: the odds change with every card, and every order is equally likely."""
    draws = [(card, dict.fromkeys(range(card, 20), 1 / (20 - card))) for card in range(20)]
    assert likelihood(draws) == 1


def test_fair_dice_are_seldom_unlikely() -> None:
    """Of 40 times a dozen rolls, about 4 are below a tenth, and 12 once in three thousand; the seed is fixed."""
    found = [likelihood(fair_throws(seed, 12)) for seed in range(1, 41)]
    assert sum(p < 0.1 for p in found) < 12
    assert sum(p > 0.5 for p in found) > 8


def fair_throws(seed: int, count: int) -> list[Draw]:
    dice = dice_for(2, seed)
    return throws(*(1 + chosen([1] * 6, partial(dice.block, number)) for number in range(1, count + 1)))


# What a seat may know


def test_what_a_seat_was_not_told_is_left_out() -> None:
    record = random_record(game("raufer"), seed=1)
    running = Record(record.game, record.names, record.moves[:17])
    assert [found["kind"] for found in luck(running, SPECTATOR)] == ["start"]
    assert all(found["draws"] == 1 for found in luck(running, 0))


def test_when_all_is_over_the_odds_are_no_secret() -> None:
    record = random_record(game("raufer"), seed=1)
    assert record.final().current == OVER
    assert {found["kind"]: found["draws"] for found in luck(record, 0)}["deal"] == 5
    assert [found["kind"] for found in luck(record, SPECTATOR)] == ["start"]


def test_the_clock_is_no_luck() -> None:
    assert {found["kind"] for found in luck(fair_record(game("misd"), seed=3, limit=60), 0)} <= {
        "lay",
        "turn",
        "shape",
        "colour",
    }


def twins(made: AnyGame, seed: int, seat: int) -> Iterator[tuple[Record, Record]]:
    """Return two games that look the same to a seat: two different hidden draws, followed by the same visible one."""
    record = random_record(made, seed)
    states = list(record.positions())
    for length, (actor, action) in enumerate(record.moves):
        if actor == CHANCE and seat in states[length].unseen_by(CHANCE, action):
            for other in (drawn for drawn in states[length].legal(CHANCE) if drawn != action):
                pair = [[*record.moves[:length], (CHANCE, drawn)] for drawn in (action, other)]
                for last in open_to(seat, after(made, pair[0]), after(made, pair[1])):
                    yield Record(made, record.names, pair[0] + last), Record(made, record.names, pair[1] + last)


def after(made: AnyGame, moves: list[tuple[int, int]]) -> State:
    return Record(made, [], moves).final()


def open_to(seat: int, one: State, other: State) -> Iterator[list[tuple[int, int]]]:
    """Return a chance outcome that is possible in both positions and visible to the seat."""
    if one.current == CHANCE == other.current:
        both = sorted(set(one.legal(CHANCE)) & set(other.legal(CHANCE)))
        told = [action for action in both if seat not in one.unseen_by(CHANCE, action)]
        yield from ([(CHANCE, action)] for action in told[:1])


@pytest.mark.parametrize("name", HIDING)
def test_luck_leaks_nothing(name: str) -> None:
    made, compared = game(name), 0
    for seat in range(made.seats):
        for one, other in islice(twins(made, 5, seat), 8):
            assert one.moves != other.moves
            assert OVER not in (one.final().current, other.final().current)
            assert list(draws_seen(one, seat)) == list(draws_seen(other, seat))
            compared += 1
    assert compared >= 8


def test_whoever_is_told_to_stop_does() -> None:
    record = rolls(1, 1, 5)
    assert luck(record, 0, stop=lambda: True) == []
    assert luck(record, 0, stop=iter([False, True, True]).__next__) == []
