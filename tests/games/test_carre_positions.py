"""Carré: options, and given positions, possible and impossible."""

from typing import Any

import pytest

from carreau.core.errors import OptionError, PositionError
from carreau.core.game import CHANCE, OVER
from carreau.games.carre.game import Carre
from tests.positions.carre import FULL, position


def test_options_are_explained() -> None:
    with pytest.raises(OptionError, match=r"turn_limit=0 is not in 1\.\.1000"):
        Carre(2, {"turn_limit": 0})
    with pytest.raises(OptionError, match="stoppers=perhaps is not on or off"):
        Carre(2, {"stoppers": "perhaps"})
    with pytest.raises(OptionError, match="did you mean stoppers"):
        Carre(2, {"stopper": "on"})


def test_the_building_order_does_not_matter() -> None:
    game = Carre(2)
    one = game.load(position(["4 0,0", "7 0,0", "2x 3,3"], []))
    two = game.load(position(["2x 3,3", "4 0,0", "7 0,0"], []))
    assert one.fingerprint() == two.fingerprint()
    assert one.dump()["boards"][0] == [("4", 0, 0, 0), ("2x", 3, 3, 0), ("7", 0, 0, 1)]


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"boards": [[["4", 0, 0, 0]], []]}, "carre.2: player 0 has built 1 and holds 2 of the 4s"),
    ({"boards": [[["7", 0, 0, 0], ["7", 0, 0, 1], ["7", 0, 0, 2]], []]}, "carre.2: player 0 has only 2 tiles"),
    ({"boards": [[["8x", 2, 0, 0]], []]}, "carre.8: 8x 2,0 reaches over the edge"),
    ({"boards": [[["7", 0, 0, 0], ["2x", 0, 0, 1]], []]}, "carre.9: 2x 0,0 of player 0 does not lie flat"),
    ({"boards": [[["7", 0, 0, 1]], []]}, "carre.9: 7 0,0 of player 0 lies on level 0"),
    ({"boards": [[]]}, "boards must have 2 rows, not 1"),
    ({"boards": [5, []]}, r"boards\[0\] must be a list, not 5"),
    ({"boards": [[["7", 0, 0]], []]}, r"boards\[0\]\[0\] must be \[kind, x, y, level\]"),
    ({"boards": [[["5", 0, 0, 0]], []]}, "kind='5' is not one of 2x, 2y"),
    ({"boards": [[["7", 5, 0, 0]], []]}, "x=5 is not in 0..4"),
    ({"boards": [[["7", 0, 4, 0]], []]}, "y=4 is not in 0..3"),
    ({"supplies": [[2] * 8]}, "supplies must have 2 rows"),
    ({"chips": [2, 1]}, "carre.3: 3 chips with the players and 2 in the middle are not 4"),
    ({"stoppers": [9, 0]}, "is not in 0..4"),
    ({"middle": [3, 2]}, "carre.3: 0 stoppers with the players and 3 in the middle are not 4"),
    ({"new": [0, 1]}, "carre.11: 1 chips bought this turn are more"),
    ({"new": [1, 0], "bought": [1, 0]}, "carre.11: 1 stoppers bought this turn are more"),
    ({"dice": [4, 2]}, "carre.4: dice=.* are not at most 3 dice in ascending order"),
    ({"dice": [1, 1, 1, 1]}, "carre.4: dice="),
    ({"dice": [[1]]}, r"dice\[0\]=\[1\] is not in 1..6"),
    ({"dice": [True]}, r"dice\[0\]=True is not in 1..6"),
    ({"stopped": 5}, "carre.2: stopped=5 is not 0 or one of"),
    ({"stopped": 4, "middle": [0, 2], "stoppers": [2, 2]}, "carre.15: a stopper that has just been used"),
    ({"turns": 401}, "turns=401 is not in 0..400"),
    ({"turns": 1}, "carre.4: after 1 turns it is not player 0's turn"),
    ({"current": 1}, "carre.4: 1 can't be the one to act"),
    ({"current": -2}, "carre.4: -2 can't be the one to act"),
    ({"current": OVER}, "carre.19: the game is over when"),
    ({"turns": 400}, "carre.19: the game is over when"),
    ({"stage": "resting"}, "stage='resting' is not one of rolling"),
    ({"stage": "rolling", "current": CHANCE}, "carre.4: before the roll there are no dice"),
    ({"stage": "rolling", "current": CHANCE, "dice": [], "bought": [1, 0]}, "carre.4: before the roll"),
    ({"stage": "chip_to_middle"}, "carre.12: nobody is named"),
    ({"stage": "stopper_to_buyer", "bought": [1, 0]}, "carre.12: nobody is named"),
    (
        {"stage": "stopper_to_middle", "bought": [1, 0], "stoppers": [4, 0], "middle": [0, 2]},
        "carre.r9: there is nobody to name",
    ),
    ({"colour": "red"}, "colour is not part of a position"),
]


@pytest.mark.parametrize(("change", "message"), WRONG)
def test_impossible_positions_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        Carre(2).load({**position([], []), **change})


def test_a_finished_board_belongs_to_the_player_whose_turn_it_was() -> None:
    with pytest.raises(PositionError, match=r"carre\.19: all tiles of"):
        Carre(2).load(position([], FULL, current=OVER))


def test_nobody_has_a_turn_after_the_last() -> None:
    with pytest.raises(PositionError, match=r"carre\.r6: after 400 turns nobody has another one"):
        Carre(2).load(position(FULL, [], current=OVER, turns=400))


def test_a_position_lacks_nothing() -> None:
    for key in position([], []):
        data = position([], [])
        del data[key]
        with pytest.raises(PositionError, match=f"{key} is missing"):
            Carre(2).load(data)


def test_stoppers_in_a_game_without_them_are_refused() -> None:
    with pytest.raises(PositionError, match=r"carre\.3: 0 stoppers with the players and 4 in the middle are not 0"):
        Carre(2, {"stoppers": False}).load(position([], []))
