"""Schlauraff: the end of a turn, yellow chips, leftovers, and the score."""

from typing import Any

import pytest

from carreau.core.action_buffer import ActionBuffer
from carreau.core.game import CHANCE, OVER
from carreau.core.playout import playout
from carreau.core.rng import Rng
from carreau.games.schlauraff._state import SchlauraffState
from carreau.games.schlauraff.game import Schlauraff
from tests.clauses import clause
from tests.play import refused
from tests.positions.schlauraff import COLOURS, GREENS, act, chips, laid_out, position, texts, turn

# Ending a turn


@clause("schlauraff.r3")
def test_a_player_may_stop_at_any_moment_after_the_roll() -> None:
    game = Schlauraff(2, {"columns": 4})
    before = game.load(position(GREENS, (), to_roll=6, stage="rolling", current=CHANCE))
    assert refused(game, before, 0, "stop") == "schlauraff.5"
    state = act(game, before, "roll 1+1+2+3+3+3")
    for moves in ([], ["1 to 1"], ["3 to 1"], ["1 to 1", "2 to 1"], ["1 to 1", "2 to 1", "carry 2"]):
        stopped = act(game, state, *moves, "stop")
        assert (stopped.dump()["turn"], stopped.dump()["stage"], stopped.dump()["to_roll"]) == (1, "rolling", 6)
    again = act(game, state, "1 to 1", "reroll", "roll 1+1+1+1+1")
    assert act(game, again, "stop").dump()["turn"] == 1


@clause("schlauraff.11", "schlauraff.r9")
def test_the_turn_ends_when_the_column_is_cleared() -> None:
    game, state = turn(GREENS, (3, 3, 3, 3, 3, 6))
    state = act(game, state, *(f"3 to {row}" for row in range(1, 6)))
    assert (chips(state), state.dump()["turn"], state.dump()["to_roll"]) == (5, 1, 6)
    assert [len(row) for row in state.dump()["column"]] == [1] * 5


@clause("schlauraff.11", "schlauraff.r9")
def test_the_turn_ends_when_the_next_chip_is_out_of_reach() -> None:
    game, state = turn(["", "", "blue", "red", "red"], (5, 6), row=3, assigned=True)
    state = act(game, state, "5 to 3")  # one die is not enough for a red chip
    assert (chips(state), state.dump()["turn"]) == (3, 1)
    game, state = turn(["", "", "blue", "green", "red"], (5, 6), row=3, assigned=True)
    state = act(game, state, "5 to 3")  # but it is for a green one
    assert texts(game, state) == ["reroll", "stop"]
    game, state = turn(["", "", "blue", "yellow", "red"], (5, 6), row=3, assigned=True)
    assert texts(game, act(game, state, "5 to 3")) == ["reroll", "stop"]


@clause("schlauraff.r9")
def test_a_first_roll_that_fits_nowhere_ends_the_turn() -> None:
    game = Schlauraff(2, {"columns": 4})
    state = game.load(position(GREENS, (), to_roll=6, stage="rolling", current=CHANCE))
    assert act(game, state, "roll 4+4+4+5+6+6").dump()["turn"] == 1
    assert act(game, state, "roll 3+4+4+5+6+6").dump()["turn"] == 0


@clause("schlauraff.r9")
def test_a_reroll_that_fits_nowhere_ends_the_turn() -> None:
    game, state = turn(GREENS, (2, 4, 4, 4, 4, 4))
    state = act(game, state, "2 to 1", "reroll")
    assert act(game, state, "roll 2+2+3+3+4").dump()["turn"] == 1
    assert texts(game, act(game, state, "roll 1+2+3+3+4")) == ["1 to 1", "stop"]


# Yellow


@clause("schlauraff.r6")
def test_a_one_as_the_first_die_takes_a_yellow_at_once() -> None:
    game, state = turn(["yellow", "green", "red", "red", "red"], (1, 1, 4, 5, 6, 6))
    taken = act(game, state, "1 to 1")
    assert (chips(taken), taken.dump()["stage"], taken.dump()["row"]) == (1, "assigning", 2)
    assert refused(game, state, 0, "take") == "schlauraff.r6"
    eleven = act(game, state, "4 to 1", "1 to 1")
    assert (chips(eleven), eleven.dump()["on"]) == (0, [1, 4])
    eleven = act(game, eleven, "6 to 1")
    assert chips(eleven) == 1
    assert texts(game, eleven) == ["carry 1", "leave", "stop"]


@clause("schlauraff.r6", "schlauraff.r8")
def test_a_carried_one_takes_a_yellow_at_once() -> None:
    game, state = turn(["blue", "yellow", "green", "red", "red"], (1, 4, 4, 6, 6, 6))
    state = act(game, state, "1 to 1", "4 to 1", "carry 1")
    assert (chips(state), state.dump()["row"], state.dump()["on"]) == (2, 3, [])


@clause("schlauraff.r6")
def test_by_choice_a_one_may_wait_on_a_yellow() -> None:
    game, state = turn(["yellow", "red", "red", "red", "red"], (1, 2, 4, 4, 6, 6), yellow="choice")
    assert refused(game, state, 0, "take") == "schlauraff.6"
    state = act(game, state, "1 to 1")
    assert chips(state) == 0
    assert texts(game, state) == ["2 to 1", "4 to 1", "6 to 1", "take", "reroll", "stop"]
    taken = act(game, state, "take")
    assert (chips(taken), taken.dump()["stage"], taken.dump()["row"]) == (1, "assigning", 2)
    eleven = act(game, state, "4 to 1")
    assert refused(game, eleven, 0, "take") == "schlauraff.6"
    eleven = act(game, eleven, "6 to 1")
    assert texts(game, eleven) == ["carry 1", "carry 4", "carry 6", "leave", "stop"]


@clause("schlauraff.r6", "schlauraff.r1", "schlauraff.r9")
def test_a_waiting_one_can_be_taken_after_a_roll_that_fits_nowhere() -> None:
    game, state = turn(["", "", "yellow", "red", "red"], (1, 5, 5), yellow="choice", row=3, assigned=True)
    state = act(game, state, "1 to 3", "reroll", "roll 1+2")
    assert texts(game, state) == ["take", "stop"]
    state = act(game, state, "take")
    assert (chips(state), state.dump()["turn"]) == (3, 1)  # neither die fits on the red chip, and none was assigned


@clause("schlauraff.r1", "schlauraff.r6")
def test_taking_a_chip_after_a_roll_gives_no_reroll() -> None:
    game = Schlauraff(2, {"columns": 4, "yellow": "choice"})
    before = game.load(position(["yellow"] + ["red"] * 4, (), to_roll=6, stage="rolling", current=CHANCE))
    state = act(game, before, "roll 1+6+6+6+6+6", "1 to 1", "reroll", "roll 6+6+6+6+6", "take")
    assert texts(game, state) == ["6 to 2", "stop"]
    assert refused(game, state, 0, "reroll") == "schlauraff.r1"
    assert "reroll" in texts(game, act(game, state, "6 to 2"))
    at_once = act(game, before, "roll 1+6+6+6+6+6", "1 to 1", "take")  # the 1 was assigned since the roll
    assert texts(game, at_once) == ["6 to 2", "reroll", "stop"]


@clause("schlauraff.r6")
def test_by_choice_too_a_one_is_taken_where_eleven_is_out_of_reach() -> None:
    game, state = turn(["", "", "yellow", "green", "red"], (1, 5), yellow="choice", row=3, assigned=True)
    state = act(game, state, "1 to 3")
    assert (chips(state), state.dump()["row"]) == (3, 4)
    game, state = turn(["blue", "yellow", "green", "red", "red"], (1, 4, 4, 6, 6, 6), yellow="choice")
    state = act(game, state, "1 to 1", "4 to 1", "carry 1")
    assert (chips(state), state.dump()["on"], "take" in texts(game, state)) == (1, [1], True)


# Leftovers


@clause("schlauraff.12", "schlauraff.r4")
def test_leftovers_are_stacked_and_captured_with_the_upper_chip() -> None:
    game = Schlauraff(2, {"columns": 4})
    columns = [["red", "green", "blue", "red", "red"], ["green"] * 5, ["blue"] * 5, ["yellow"] * 5]
    state = laid_out(game, [chip for column in columns for chip in column])
    state = act(game, state, "roll 3+3+3+5+5+5", "3 to 2", "5 to 3", "stop")
    assert state.dump()["column"] == [["green", "red"], ["green"], ["green"], ["green", "red"], ["green", "red"]]
    state = act(game, state, "roll 3+3+3+3+3+6", "3 to 4", "3 to 5")
    assert state.dump()["captured"] == [[0, 1, 1, 0], [0, 2, 0, 2]]
    column = state.dump()["column"]
    assert column == [["blue", "green", "red"], ["blue", "green"], ["blue", "green"], ["blue"], ["blue"]]
    state = act(game, state, "roll 5+5+5+6+6+6", "5 to 1")  # only the value of the upper chip counts
    assert state.dump()["captured"][0] == [0, 2, 2, 1]
    state = act(game, state, "stop")
    assert state.dump()["column"][1:] == [
        ["yellow", "green", "blue"],
        ["yellow", "green", "blue"],
        ["yellow", "blue"],
        ["yellow", "blue"],
    ]


@clause("schlauraff.r4", "schlauraff.12")
def test_leftovers_may_extend_the_next_column() -> None:
    game = Schlauraff(2, {"columns": 4, "leftovers": "extend"})
    columns = [["red", "green", "blue", "yellow", "red"], ["green"] * 5, ["blue"] * 5, ["yellow"] * 5]
    state = laid_out(game, [chip for column in columns for chip in column])
    state = act(game, state, "roll 3+3+3+5+5+5", "3 to 2", "5 to 3", "stop")
    assert state.dump()["column"] == [[chip] for chip in ["green"] * 5 + ["red", "yellow", "red"]]
    state = act(game, state, "roll 1+3+3+4+6+6")
    assert {"1 to 8", "3 to 5", "6 to 6"} <= set(texts(game, state))
    assert refused(game, state, 1, "6 to 9") == "schlauraff.5"
    state = act(game, state, "3 to 5", "6 to 6", "4 to 6", "leave", "1 to 7", "stop")
    assert state.dump()["captured"][1] == [1, 1, 0, 1]
    assert state.dump()["column"] == [[chip] for chip in ["blue"] * 5 + ["green"] * 4 + ["red"]]


@clause("schlauraff.r4")
def test_a_column_grows_to_forty_chips_at_most() -> None:
    game = Schlauraff(4, {"leftovers": "extend"})
    state = laid_out(game, COLOURS * 10)
    lengths = []
    for _ in range(8):
        state = act(game, state, "roll 1+2+3+4+5+6")
        lengths.append(len(state.dump()["column"]))
        last = {text for text in texts(game, state) if text.endswith(f" to {lengths[-1]}")}
        assert last
        state = act(game, state, "stop")
    assert lengths == [5, 10, 15, 20, 25, 30, 35, 40]
    assert state.dump()["round"] == 2


@clause("schlauraff.r4")
def test_dice_on_a_chip_that_is_not_captured_are_taken_back() -> None:
    game, state = turn(["red"] * 5, (1, 2, 3, 4, 5, 6))
    state = act(game, state, "6 to 1", "stop")
    assert (state.dump()["on"], state.dump()["to_roll"], len(state.dump()["column"][0])) == ([], 6, 2)


# Scoring


@clause("schlauraff.13", "schlauraff.r5")
def test_a_round_scores_a_point_for_each_chip_and_notes_the_red_ones() -> None:
    game = Schlauraff(2, {"columns": 4})
    column = ["red yellow yellow", "red red", "green", "blue", "blue"]
    state = game.load(position(column, (4, 4, 5, 6, 6, 6), played=3, captured=[[3, 3, 1, 1], [1, 2, 1, 0]]))
    assert state.dump()["turn"] == 1
    state = act(game, state, "4 to 1", "6 to 1", "leave", "4 to 2", "6 to 2", "stop")
    after = state.dump()
    assert (after["points"], after["reds"]) == ([8, 9], [1, 3])
    assert (after["round"], after["captured"], after["bag"]) == (2, [[0] * 4] * 2, [10] * 4)
    assert after["columns"] == after["column"] == []


@clause("schlauraff.13", "schlauraff.14", "schlauraff.3")
def test_the_game_ends_after_the_last_round() -> None:
    game = Schlauraff(2, {"columns": 4})
    more: dict[str, Any] = {"round": 2, "points": [9, 9], "reds": [3, 2], "starter": 1}
    state = game.load(position(["green"] * 5, (3, 3, 3, 3, 3, 3), played=3, **more))
    state = act(game, state, *(f"3 to {row}" for row in range(1, 6)))
    assert state.current == OVER
    result = state.result()
    assert (result.scores, result.ranks, result.clause) == ([29, 9], [1, 2], "schlauraff.14")
    assert [refused(game, state, seat, "stop") for seat in (CHANCE, 0, 1)] == ["schlauraff.14"] * 3


def ended(points: list[int], reds: list[int]) -> SchlauraffState:
    seats = len(points)
    game = Schlauraff(seats)
    nothing = {"captured": [[0] * 4] * seats, "bag": [10] * 4, "columns": [], "column": [], "dice": []}
    over = {"stage": "ended", "current": OVER, "round": seats, "rounds": seats, "turn": 0}
    return game.load({**position([], (), points=points, reds=reds), **nothing, **over})


@clause("schlauraff.14", "schlauraff.r7")
@pytest.mark.parametrize(
    ("points", "reds", "ranks"),
    [
        ([20, 30], [9, 1], [2, 1]),
        ([20, 20], [4, 5], [2, 1]),
        ([20, 20], [5, 5], [1, 1]),
        ([7, 9, 9], [7, 2, 2], [3, 1, 1]),
        ([9, 9, 9, 12], [3, 4, 3, 0], [3, 2, 3, 1]),
    ],
)
def test_points_then_red_chips_then_a_shared_win(points: list[int], reds: list[int], ranks: list[int]) -> None:
    result = ended(points, reds).result()
    assert (result.scores, result.ranks) == (points, ranks)


@clause("schlauraff.13")
def test_points_are_the_chips_that_were_captured() -> None:
    for seed in range(20):
        game = Schlauraff(3, {"rounds": 1})
        state = game.start()
        playout(state, Rng(seed), ActionBuffer())
        position = state.dump()
        assert sum(position["points"]) <= 30
        assert all(red <= point for red, point in zip(position["reds"], position["points"], strict=True))
