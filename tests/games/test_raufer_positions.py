"""Raufer: options and given positions."""

from typing import Any

import pytest

from carreau.core.errors import IllegalMove, OptionError, PositionError, SeatsError
from carreau.core.record import read
from carreau.games.catalogue import game
from carreau.games.raufer.game import Raufer
from tests.goldens import RECORDS
from tests.play import play
from tests.positions.raufer import SHORT, dealt, hands, small


def test_options_and_seats_are_checked() -> None:
    assert Raufer(3, {"open_discards": "on"}).options == {"open_discards": True, "lot": True}
    with pytest.raises(OptionError, match="open_discards=maybe is not on or off"):
        Raufer(3, {"open_discards": "maybe"})
    with pytest.raises(OptionError, match="did you mean open_discards"):
        Raufer(3, {"open_discard": True})
    for seats in (2, 6):
        with pytest.raises(SeatsError, match="3, 4, 5"):
            Raufer(seats)
    with pytest.raises(PositionError, match="a pile of 6"):
        small(3, 9, 1)


def position() -> dict[str, Any]:
    """Return a position in which seat 1 has failed and drawn, and seat 2 is to act after the 4 and the 6."""
    _, state = dealt([[4, 5, 9], [2, 3, 6], [7, 8, 1]], "0: 4 up", "1: 6 down", "2: 1 up", "0: 5 up", floors=11)
    return play(small(3, 11, 3), "1: fail", "chance: draw 10", state=state).dump()


def test_a_position_is_loaded_as_it_was_dumped() -> None:
    assert small(3, 11, 3).load(position()).dump() == position()


IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"pile": []}, "floor 11 is in 0 places"),
    ({"pile": [11, 9]}, "floor 9 is in 2 places"),
    ({"pile": [11, 11]}, "twice"),
    ({"pile": 11}, "pile must be a list"),
    ({"hands": [[9], [2, 3]]}, "hands must have 3 rows, not 2"),
    ({"hands": [[9], [2, 3], [7, 12]]}, "is not in 1..11"),
    ({"hands": [[9, 7], [2, 3], [8]]}, "seat 0 has had 4 cards"),
    ({"hands": [[2], [9, 3], [7, 8]]}, "seat 1 failed, but could obey"),
    ({"drawn": [[], [], [10]]}, "drawn out of turn"),
    ({"drawn": [[10], [], []]}, "drawn out of turn"),
    ({"drawn": [[], [], []], "pile": [10, 11]}, "failed without drawing"),
    ({"stage": "drawing", "current": -1}, "failed=\\[1\\] should be \\[1, 2\\]"),
    ({"stage": "drawing"}, "current=2 should be -1"),
    ({"stage": "dealing", "current": -1}, "raufer.1"),
    ({"stage": "sleeping"}, "stage='sleeping' is not one of lot, dealing, playing, drawing"),
    ({"current": 1}, "current=1 should be 2"),
    ({"current": -4}, "current=-4 should be 2"),
    ({"turn": 0, "current": 0}, "can't be the turn of seat 0"),
    ({"starter": 3}, "starter=3 is not in 0..2"),
    ({"top": 7}, "7 is on top, but not among the cards laid"),
    ({"top": 0}, "0 is on top"),
    ({"order": "none"}, "an order needs a commander"),
    ({"order": "none", "commander": -1}, "nobody can fail or have drawn"),
    ({"order": "sideways"}, "order='sideways' is not one of"),
    ({"commander": -1}, "an order needs a commander"),
    ({"commander": 1}, "failed="),
    ({"failed": []}, "failed=\\[\\] should be \\[1\\]"),
    ({"failed": [1, 1]}, "twice"),
    ({"out": [1]}, "raufer.4|raufer.8"),
    ({"out": [0]}, "the commander, seat 0, is out"),
    ({"winner": 0, "current": -4}, "a game that is on"),
    ({"laid": [[1, [2]], [4, [0]], [5, [0]]]}, "floor 6 is in 0 places"),
    ({"laid": [[1, [2]], [4, [0]], [5, [0]], [6, []]]}, "batches of one player"),
    ({"laid": [[1, [2]], [4, [0]], [5, [0]], [6, [0, 1]]]}, "batches of one player"),
    ({"laid": [[1, [2]], [4, [0]], [5, [0]], [5, [0]]]}, "laid twice"),
    ({"laid": [[1, [2]], [4, [0]], [5, [0]], [6, [3]]]}, "is not in 0..2"),
    ({"batches": [[0, 3, []], [1, 3, []]]}, "2 batches are not in 3..5"),
    ({"batches": [[0, 3, []], [0, 3, []], [2, 3, []]]}, "the first batch of seat 1"),
    ({"batches": [[0, 3, []], [1, 2, []], [2, 3, []]]}, "the first batch of seat 1"),
    ({"batches": [[0, 3, []], [1, 3, [2]], [2, 3, []]]}, "contradict the orders"),
    ({"batches": [[0, 3, []], [1, 3, []], [2, 3]]}, "must be \\[owner, size, ruled_out\\]"),
    ({"weather": "fine"}, "weather is not part of a position"),
]


@pytest.mark.parametrize(("change", "message"), IMPOSSIBLE)
def test_impossible_positions_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        small(3, 11, 3).load({**position(), **change})


def test_without_a_lot_only_the_first_seat_can_have_begun() -> None:
    plain, without = small(3, 7, 2), small(3, 7, 2, lot=False)
    assert without.load(without.start().dump()).dump() == without.start().dump()
    with pytest.raises(PositionError, match=r"raufer\.r9: there is no lot"):
        without.load(plain.start().dump())
    _, elsewhere = dealt([[1, 2], [3, 4], [5, 6]], "1: 3 up", floors=7, starter=1)
    assert plain.load(elsewhere.dump()).starter == 1
    with pytest.raises(PositionError, match=r"raufer\.r9: without a lot seat 0 begins, not seat 1"):
        without.load(elsewhere.dump())


def test_a_record_that_does_not_name_the_lot_began_with_one() -> None:
    whole = (RECORDS / "raufer-3.carreau").read_text(encoding="utf-8")
    without = whole.replace(" lot=on", "")
    assert without != whole
    assert read(without, game).write() == whole


def test_a_position_must_be_complete() -> None:
    for key in position():
        with pytest.raises(PositionError, match=f"{key} is missing"):
            small(3, 11, 3).load({name: value for name, value in position().items() if name != key})


def test_illegal_moves_leave_the_position_alone() -> None:
    game, state = dealt(SHORT, floors=8)
    with pytest.raises(IllegalMove, match=r"2 up is against raufer\.1"):
        game.act(state, 0, game.parse("2 up"))
    assert hands(state) == [sorted(hand) for hand in SHORT]
