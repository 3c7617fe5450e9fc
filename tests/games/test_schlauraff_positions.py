"""Schlauraff: options, and given positions, possible and impossible."""

from typing import Any

import pytest

from carreau.core.errors import OptionError, PositionError
from carreau.core.game import CHANCE, OVER
from carreau.games.schlauraff.game import Schlauraff
from tests.clauses import clause
from tests.positions.schlauraff import GREENS, act, laid_out, position

DICE = (1, 1, 2, 3, 4, 5)
BEGUN = ["", "", "red", "red", "red"]


@clause("schlauraff.2")
@pytest.mark.parametrize(
    ("seats", "columns", "message"),
    [
        (2, 5, "columns=5 with 2 players is not one of 4, 6, 8 .or 0 for 6."),
        (3, 8, "columns=8 with 3 players is not 6 .or 0 for 6."),
        (4, 6, "columns=6 with 4 players is not 8 .or 0 for 8."),
        (2, 10, r"columns=10 is not in 0\.\.8"),
    ],
)
def test_the_number_of_columns_fits_the_players(seats: int, columns: int, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Schlauraff(seats, {"columns": columns})


def test_options_are_explained() -> None:
    with pytest.raises(OptionError, match=r"rounds=21 is not in 0\.\.20"):
        Schlauraff(2, {"rounds": 21})
    with pytest.raises(OptionError, match="leftovers=pile is not one of stack, extend"):
        Schlauraff(2, {"leftovers": "pile"})
    with pytest.raises(OptionError, match="yellow=wait is not one of auto, choice"):
        Schlauraff(2, {"yellow": "wait"})
    with pytest.raises(OptionError, match="did you mean columns"):
        Schlauraff(2, {"column": 4})


def test_a_position_in_the_middle_of_the_layout() -> None:
    game = Schlauraff(2, {"columns": 4})
    state = laid_out(game, ["red", "blue", "red", "green", "green", "yellow", "red"])
    again = game.load(state.dump())
    assert again.dump()["columns"] == [["red", "blue", "red", "green", "green"], ["yellow", "red"]]
    assert act(game, again, "lay red").dump()["columns"][1] == ["yellow", "red", "red"]


def test_the_order_under_a_chip_does_not_matter() -> None:
    game = Schlauraff(2, {"columns": 4})
    one = game.load(position(["red blue green", "red", "red", "red", "red"], DICE, played=2))
    two = game.load(position(["red green blue", "red", "red", "red", "red"], DICE, played=2))
    assert one.fingerprint() == two.fingerprint()
    assert one.dump()["column"][0] == ["red", "green", "blue"]


LAYING: dict[str, Any] = {
    "stage": "laying",
    "current": CHANCE,
    "column": [],
    "dice": [],
    "columns": [],
    "bag": [10] * 4,
}
ENDED: dict[str, Any] = {**LAYING, "stage": "ended", "current": OVER, "round": 2}
ROLLING: dict[str, Any] = {"stage": "rolling", "current": CHANCE, "dice": [], "to_roll": 6}
WORK: dict[str, Any] = {"row": 3, "assigned": True}

WRONG: list[tuple[list[str], dict[str, Any], str]] = [
    # Components
    (GREENS, {"bag": [10, 5, 5, 4]}, "schlauraff.1: .* captured or in the bag are not 10"),
    (GREENS, {"bag": [11, 0, 0, 9]}, r"bag\[0\]=11 is not in 0..10"),
    (GREENS, {"columns": []}, "schlauraff.2: 3 columns of 5 chips should wait, not"),
    (GREENS, {"columns": [["red"] * 5, ["blue"] * 5, ["yellow"] * 4]}, "schlauraff.2: 3 columns of 5 chips"),
    (GREENS, {"columns": [["pink"] * 5]}, "='pink' is not one of yellow, green, blue, red"),
    (GREENS, {"columns": ["red"]}, r"columns\[0\] must be a list, not 'red'"),
    (GREENS, {"columns": [["red"] * 41]}, r"schlauraff.1: columns\[0\] has 41 chips; there are 40"),
    (GREENS, {"column": [["green"]] * 6}, "schlauraff.2: column must have at most 5 rows, not 6"),
    (["green"] * 4, {}, "schlauraff.2: a column has 5 rows, not 4"),
    (GREENS, {"captured": [[0, 0, 0, 0]]}, "captured must have 2 rows, not 1"),
    (GREENS, {**LAYING, "columns": [["red"] * 4, ["blue"]], "bag": [10, 10, 9, 6]}, "schlauraff.2: a column is full"),
    (GREENS, {**LAYING, "columns": [["red"] * 5, []], "bag": [10, 10, 10, 5]}, "schlauraff.2: a column is full"),
    (GREENS, {**LAYING, "columns": [["red"] * 5] * 4}, "schlauraff.2: 20 chips are laid out: the round has begun"),
    (GREENS, {**LAYING, "column": [["red"]], "bag": [10, 10, 10, 9]}, "schlauraff.5: dice and a column in play"),
    (GREENS, {**LAYING, "dice": [1]}, "schlauraff.5: dice and a column in play belong to a turn"),
    (GREENS, {**LAYING, "captured": [[1, 0, 0, 0], [0] * 4], "bag": [9, 10, 10, 10]}, "schlauraff.4: player 0 has"),
    (GREENS, {**LAYING, "played": 1}, "schlauraff.4: after 1 columns it is player 1's turn"),
    (GREENS, {**LAYING, "row": 1}, "schlauraff.5: dice and a column in play belong to a turn"),
    (GREENS, {**LAYING, "stage": "starting", "columns": [["red"]]}, "schlauraff.2: no column is laid out: starting"),
    (GREENS, {**LAYING, "stage": "starting", "round": 2}, "schlauraff.3: only the first starting player"),
    # Scores
    (GREENS, {"points": [1, 0]}, "schlauraff.13: 1 points are more than 0"),
    (GREENS, {"round": 2, "points": [9, 9], "reds": [0, 11]}, "schlauraff.13: so many red chips"),
    (GREENS, {"round": 2, "points": [9, 4], "reds": [0, 5]}, "schlauraff.13: so many red chips"),
    (GREENS, {"round": 3}, r"round=3 is not in 1\.\.2"),
    (GREENS, {"rounds": 3}, "rounds=3 contradicts the rest, which says rounds=2"),
    (GREENS, {**ENDED, "round": 1}, "schlauraff.3: the game ends after round 2"),
    (GREENS, {**ENDED, "points": [30, 11]}, "schlauraff.13: 41 points are more than 40"),
    # Turns
    (GREENS, {"current": 1}, "schlauraff.4: 1 can't be the one to act"),
    (GREENS, {"current": OVER}, "schlauraff.4: -4 can't be the one to act"),
    (GREENS, {**ENDED, "current": CHANCE}, "schlauraff.4: -1 can't be the one to act"),
    (GREENS, {"turn": 1, "current": 1}, "schlauraff.4: after 0 columns it is player 0's turn"),
    (GREENS, {"starter": 2}, r"starter=2 is not in 0\.\.1"),
    (
        ["", "", *GREENS[2:]],
        {**WORK, "captured": [[0] * 4, [2, 0, 0, 0]], "dice": [4, 5]},
        "schlauraff.4: player 1 has",
    ),
    (GREENS, {"stage": "resting"}, "stage='resting' is not one of starting"),
    # The column
    (["", "red", "", "red", "red"], {**WORK, "row": 4, "dice": [5, 5]}, "schlauraff.9: the rows captured"),
    (["red", "", "red", "red", "red"], {**WORK, "row": 4, "dice": [5, 5]}, "schlauraff.9: the rows captured"),
    (["", "red", "red", "red", "red"], {"dice": [5, 5, 6]}, "schlauraff.9: the rows captured"),
    (["", "", "", "", ""], {**WORK, "row": 6, "dice": [5]}, "schlauraff.11: below the last of 5 rows"),
    (GREENS, {"row": 7}, "schlauraff.11: below the last of 5 rows"),
    (BEGUN, {**WORK, "captured": [[0] * 4] * 2, "dice": [5, 5]}, "schlauraff.1: "),
    (["red", "red green", "red", "red", ""], {"row": 6}, "schlauraff.11: below the last of 5 rows"),
    (
        ["red green", "red", "red", "", "red"],
        {**WORK, "row": 5, "dice": [4, 4]},
        "schlauraff.13: the player has captured",
    ),
    # The dice
    (GREENS, {"dice": [2, 1]}, "schlauraff.5: dice=.* are not at most 6 dice in ascending order"),
    (GREENS, {"dice": [7]}, r"dice\[0\]=7 is not in 1\.\.6"),
    (GREENS, {"on": 5}, "on must be a list, not 5"),
    (GREENS, {"dice": [1, 1, 1]}, "schlauraff.5: 3 dice left and 0 on a chip can't be after 0 captures"),
    (GREENS, {"dice": []}, "schlauraff.5: 0 dice left"),
    (GREENS, {"to_roll": 6}, "schlauraff.5: dice are to be rolled, or they lie there"),
    (GREENS, {**ROLLING, "dice": [1]}, "schlauraff.5: dice are to be rolled, or they lie there"),
    (GREENS, {**ROLLING, "to_roll": 0}, "schlauraff.5: dice are to be rolled, or they lie there"),
    (GREENS, {**ROLLING, "to_roll": 5}, "schlauraff.5: 5 dice left and 0 on a chip"),
    (GREENS, {**ROLLING, "assigned": True}, "schlauraff.5: dice are to be rolled"),
    (GREENS, {"assigned": True}, "schlauraff.10: with row=0 no die has been assigned"),
    (GREENS, {"on": [1], "dice": [1, 2, 3, 4, 5]}, "schlauraff.10: with row=0 no die"),
    (GREENS, {"row": 1}, "schlauraff.10: a player begins by assigning a die"),
    (GREENS, {"assigned": 1}, "assigned must be true or false, not 1"),
    (BEGUN, {**WORK, "dice": [1, 2, 3, 4, 5]}, "schlauraff.5: 5 dice left and 0 on a chip can't be after 2 captures"),
    (BEGUN, {**WORK, "dice": [1, 2, 3], "on": [1, 1, 1]}, "schlauraff.5: 3 dice left and 3 on a chip"),
    (BEGUN, {**WORK, "dice": [1, 1], "on": [4, 6]}, "schlauraff.r2: .* on a red chip can't become its value"),
    (BEGUN, {**WORK, "dice": [1], "on": [3]}, "schlauraff.r2: .3. on a red chip can't become its value with 1 dice"),
    (BEGUN, {**WORK, "dice": [4]}, "schlauraff.r2: .. on a red chip can't become its value with 1 dice"),
    (BEGUN, {**WORK, "dice": [3, 3], "assigned": False}, "schlauraff.r9: with nothing to assign and no reroll"),
    (["green"] * 5, {"dice": [4, 4, 4, 5, 5, 5]}, "schlauraff.r9: with nothing to assign"),
    (["yellow"] * 5, {"row": 1, "on": [1], "dice": [1] * 5}, "schlauraff.r6: a 1 as the first die captures"),
    (["yellow"] * 5, {"row": 1, "on": [1, 1], "dice": [1] * 4}, "schlauraff.r6: a 1 as the first die captures"),
    # Carrying
    (BEGUN, {**WORK, "stage": "carrying", "on": [5], "dice": [4]}, "schlauraff.7: .5. has not just captured"),
    (BEGUN, {**WORK, "stage": "carrying", "on": [1, 3], "dice": [4]}, "schlauraff.7: .1, 3. has not just captured"),
    (BEGUN, {**WORK, "stage": "carrying", "on": [1, 4], "dice": [4], "assigned": False}, "schlauraff.7: "),
    (["red"] * 5, {**WORK, "stage": "carrying", "on": [1, 4], "dice": [4] * 4}, "schlauraff.7: a die is moved down"),
    (BEGUN, {**WORK, "stage": "carrying", "on": [2, 3], "dice": [4]}, "schlauraff.r8: nothing is asked"),
    (GREENS, {"stage": "carrying"}, "schlauraff.10: with row=0 no die"),
    (GREENS, {"colour": "red"}, "colour is not part of a position"),
]


@pytest.mark.parametrize(("column", "change", "message"), WRONG)
def test_impossible_positions_are_refused(column: list[str], change: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        Schlauraff(2, {"columns": 4}).load({**position(column, DICE), **change})


@clause("schlauraff.r4")
def test_a_stack_has_at_most_a_chip_of_each_column_so_far() -> None:
    game = Schlauraff(2, {"columns": 4})
    assert game.load(position(["red green"] + ["red"] * 4, DICE, played=1)).dump()["column"][0] == ["red", "green"]
    with pytest.raises(PositionError, match=r"schlauraff\.r4: in a row of this column there can't be more than 2"):
        game.load(position(["red green blue"] + ["red"] * 4, DICE, played=1))


@clause("schlauraff.r4")
def test_rows_of_an_extended_column_are_single_chips() -> None:
    game = Schlauraff(2, {"columns": 4, "leftovers": "extend"})
    data = position(["red"] * 5 + ["green"] * 5, DICE, played=1)
    assert len(game.load(data).dump()["column"]) == 10
    with pytest.raises(PositionError, match=r"schlauraff\.r4: in a row of this column there can't be more than 1"):
        game.load(position(["red green"] + ["red"] * 4, DICE, played=1))


def test_a_position_lacks_nothing() -> None:
    game = Schlauraff(2, {"columns": 4})
    for key in set(position(GREENS, DICE)) - {"rounds"}:  # derived from the options
        data = position(GREENS, DICE)
        del data[key]
        with pytest.raises(PositionError, match=f"{key} is missing"):
            game.load(data)
