"""Schollenschubser: options, and given positions, possible and impossible."""

from typing import Any

import pytest

from carreau.core.errors import OptionError, PositionError
from carreau.core.game import CHANCE, OVER
from carreau.games.schollenschubser.game import Schollenschubser
from tests.positions.schollenschubser import FIELDS, position


def test_options_are_explained() -> None:
    with pytest.raises(OptionError, match=r"turn_limit=0 is not in 1\.\.1000"):
        Schollenschubser(2, {"turn_limit": 0})
    with pytest.raises(OptionError, match="large_floes=huge is not one of auto, on, off"):
        Schollenschubser(2, {"large_floes": "huge"})
    with pytest.raises(OptionError, match="melt_compulsory=perhaps is not on or off"):
        Schollenschubser(2, {"melt_compulsory": "perhaps"})
    with pytest.raises(OptionError, match="did you mean large_floes"):
        Schollenschubser(2, {"large_floe": "on"})


B1: list[Any] = ["b1", 3, [1, 1], 0]
NO_TURN: dict[str, Any] = {"dice": [], "current": CHANCE, "starter": -1, "turn": -1}
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"floes": [B1, B1]}, "scholle.r4: two floes lie on b1"),
    ({"floes": [["f1", 3, [0, 0], 0]]}, "field='f1' is not one of a1"),
    ({"floes": [["b1", 5, [0, 0], 0]]}, r"size=5 is not in 1\.\.4"),
    ({"floes": [["b1", 4, [0, 0], 0]]}, "scholle.r7: a floe of size 4 lies on b1"),
    ({"floes": [["b1", 3, [0], 0]]}, "explorers must have 2 entries, not 1"),
    ({"floes": [["b1", 2, [2, 1], 0]]}, "scholle.2: 3 explorers on b1, where 2 have room"),
    ({"floes": [["b1", 3, [0, 0]]]}, r"floes\[0\] must be \[field, size, explorers, moved\]"),
    ({"floes": [["b1", 3, [0, 0], 1]]}, "scholle.4: nobody has moved before"),
    ({"floes": [["b1", 3, [0, 1], 1]], "stage": "moving"}, "scholle.r5: 1 have moved to b1, but 0 stand there"),
    ({"floes": [[field, 3, [0, 0], 0] for field in FIELDS[:6]]}, r"scholle.r2: there are only 5 cards .*\[4, 3\]"),
    ({"floes": [[field, 1, [0, 0], 0] for field in FIELDS[:6]]}, r"scholle.r2: there are only 5 cards .*\[2, 1\]"),
    ({"floes": [[field, 3, [3, 0], 0] for field in ("a1", "a2")]}, "scholle.2: player 0 has 6 explorers on floes"),
    ({"floes": [[field, 3, [3, 0], 0] for field in ("a1", "a2", "a3")]}, "scholle.2: player 0 has 9 explorers"),
    ({"floes": 3}, "floes must be a list, not 3"),
    ({"aboard": [4, 0]}, "scholle.2: player 0 has 1 explorers on floes and 4 aboard"),
    ({"aboard": [5, 0]}, r"is not in 0\.\.4"),
    ({"supply": [5, 5]}, r"supply=\[5, 5\] contradicts the rest, which says supply=\[4, 5\]"),
    ({"bank": [3, 4]}, r"bank=\[3, 4\] contradicts the rest, which says bank=\[3, 3\]"),
    ({"dice": [2, 1]}, "scholle.5: dice=.* are not at most 2 dice in ascending order"),
    ({"dice": [1]}, "scholle.5: dice="),
    ({"dice": [1, 7]}, r"dice\[1\]=7 is not in 1\.\.6"),
    ({"dice": []}, "scholle.5: there are two dice after the roll"),
    ({"dice": [1, 1], "stage": "rolling", "current": CHANCE}, "scholle.5: there are two dice after the roll"),
    ({"entered": 1}, "entered must be true or false"),
    ({"entered": True}, "scholle.4: nobody has moved before"),
    ({"returned": 1}, "scholle.4: nobody has moved before"),
    ({"entered": True, "stage": "moving"}, "scholle.r5: an explorer who stepped onto a floe is still in column 1"),
    ({"returned": 4, "stage": "moving"}, "scholle.r5: 4 have returned to the bank, but are not there"),
    ({"turns": 201}, r"turns=201 is not in 0\.\.200"),
    ({"turns": 1}, "scholle.4: after 1 turns it is not player 0's turn"),
    ({"starter": 1}, "scholle.4: after 0 turns it is not player 0's turn"),
    ({"starter": -1}, "scholle.4: after 0 turns it is not"),
    ({"current": 1}, "scholle.4: 1 can't be the one to act: drifting"),
    ({"current": CHANCE}, "scholle.4: -1 can't be the one to act: drifting"),
    ({"current": OVER}, "scholle.16: the game is over when"),
    ({"turns": 200}, "scholle.16: the game is over when"),
    ({"turns": 200, "current": OVER}, "scholle.r11: after 200 turns nobody has another one"),
    ({"stage": "resting"}, "stage='resting' is not one of laying"),
    ({"stage": "lot", **NO_TURN}, "scholle.r3: before the first turn all explorers are on the bank"),
    ({"floes": [], "bank": [4, 4], "dice": [6, 6]}, "scholle.r6: neither die can be carried out"),
    ({"colour": "red"}, "colour is not part of a position"),
]


@pytest.mark.parametrize(("change", "message"), WRONG)
def test_impossible_positions_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        Schollenschubser(2).load({**position("b1 3 0 1"), **change})


@pytest.mark.parametrize(
    ("stage", "floes", "message"),
    [
        ("laying", ["a1 3", "a2 2"], "scholle.3: floes of size 3 lie on a1 and a2"),
        ("laying", ["a1 3", "a2 3", "a4 1"], "scholle.3: floes of size 3 lie on a1 and a2 at the start, then a3"),
        ("laying", ["a1 3", "a2 3", "a3 1", "a4 1"], "scholle.3: the lot is drawn when"),
        ("lot", ["a1 3", "a2 3", "a3 1"], "scholle.3: the lot is drawn when"),
        ("lot", ["a1 3", "a2 3", "a3 1", "a4 1", "b1 1"], "scholle.3: the lot is drawn when"),
    ],
)
def test_the_set_up_is_as_it_must_be(stage: str, floes: list[str], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        Schollenschubser(2).load({**position(*floes), **NO_TURN, "stage": stage})


def test_only_the_player_whose_turn_it_is_can_have_all_aboard() -> None:
    game = Schollenschubser(2)
    for aboard, stage in (((0, 4), "moving"), ((4, 4), "moving"), ((4, 0), "drifting")):
        with pytest.raises(PositionError, match=r"scholle\.16: all explorers of"):
            game.load(position("b1 3", aboard=aboard, stage=stage, current=OVER))
    assert game.load(position("b1 3", aboard=(4, 0), stage="moving", current=OVER)).result().winners == [0]
