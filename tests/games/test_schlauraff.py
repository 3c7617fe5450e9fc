"""Schlauraff, clause by clause."""

from collections import Counter
from itertools import product

import pytest

from carreau.core.action_buffer import ActionBuffer
from carreau.core.errors import SeatsError
from carreau.core.game import CHANCE, OVER
from carreau.core.rng import Rng
from carreau.games.schlauraff._spec import SchlauraffStage as Stage
from carreau.games.schlauraff.game import Schlauraff
from carreau.games.schlauraff.spec import BOX
from tests.clauses import clause
from tests.play import legal_texts, refused
from tests.positions.schlauraff import COLOURS, GREENS, act, chips, laid_out, position, texts, turn


def roll_name(dice: tuple[int, ...]) -> str:
    return "roll " + "+".join(map(str, dice))


# Chips, columns, rounds


@clause("schlauraff.1")
def test_forty_chips_ten_of_each_colour() -> None:
    assert BOX["worth"] == {"yellow": 11, "green": 3, "blue": 5, "red": 10}
    assert BOX["alone"] == {"yellow": 1}
    assert BOX["chips_per_colour"] * len(BOX["worth"]) == 40
    assert Schlauraff(2).start().dump()["bag"] == [10, 10, 10, 10]


@clause("schlauraff.1", "schlauraff.2")
def test_chips_are_drawn_by_how_many_are_left_and_not_put_back() -> None:
    game = Schlauraff(4)
    state = laid_out(game, ["red"] * 9 + ["blue"] * 4)
    assert dict(zip(legal_texts(game, state, CHANCE), state.weights(), strict=True)) == {
        "lay yellow": 10,
        "lay green": 10,
        "lay blue": 6,
        "lay red": 1,
    }
    rng = Rng(3)
    drawn = Counter(game.text(int(state.sample(rng))) for _ in range(2700))
    assert abs(drawn["lay red"] - 100) < 50
    assert abs(drawn["lay blue"] - 600) < 120
    state = act(game, state, "lay red")
    assert refused(game, state, CHANCE, "lay red") == "schlauraff.1"
    assert legal_texts(game, state, CHANCE) == ["lay yellow", "lay green", "lay blue"]


@clause("schlauraff.2")
@pytest.mark.parametrize(
    ("seats", "given", "columns"),
    [(2, None, 6), (2, 4, 4), (2, 6, 6), (2, 8, 8), (3, None, 6), (3, 6, 6), (4, None, 8), (4, 0, 8), (4, 8, 8)],
)
def test_columns_of_five(seats: int, given: int | None, columns: int) -> None:
    game = Schlauraff(seats, {} if given is None else {"columns": given})
    state = act(game, game.start(), "start 1")
    rng, laid = Rng(seats), 0
    while state.dump()["stage"] == "laying":
        state.apply(CHANCE, state.sample(rng))
        laid += 1
    position = state.dump()
    assert laid == 5 * columns
    assert [len(column) for column in [position["column"], *position["columns"]]] == [5] * columns
    assert sum(position["bag"]) == 40 - laid


@clause("schlauraff.2")
def test_there_is_no_game_for_one_or_five() -> None:
    for seats in (1, 5):
        with pytest.raises(SeatsError, match="2, 3, 4 players"):
            Schlauraff(seats)


@clause("schlauraff.2", "schlauraff.3", "schlauraff.5")
def test_lot_layout_and_dice_follow_each_other_by_chance() -> None:
    game = Schlauraff(3)
    state = game.start()
    assert refused(game, state, CHANCE, "lay red") == "schlauraff.3"
    assert refused(game, state, CHANCE, "start 3") == "schlauraff.3"
    state = act(game, state, "start 2")
    assert refused(game, state, CHANCE, "start 2") == "schlauraff.2"
    assert refused(game, state, CHANCE, "roll 1+1+1+1+1+1") == "schlauraff.2"
    state = laid_out(game, COLOURS * 7 + ["red", "red"])
    assert refused(game, state, CHANCE, "lay red") == "schlauraff.5"
    assert refused(game, state, CHANCE, "roll 1+1+1+1+1") == "schlauraff.5"
    assert refused(game, state, CHANCE, "stop") == "schlauraff.5"


@clause("schlauraff.2", "schlauraff.3", "schlauraff.4", "schlauraff.5")
def test_players_do_not_draw_lay_or_roll() -> None:
    game, state = turn(GREENS, (1, 1, 1, 4, 5, 6))
    assert refused(game, state, 0, "start 0") == "schlauraff.3"
    assert refused(game, state, 0, "lay red") == "schlauraff.2"
    assert refused(game, state, 0, "roll 1+1+1+1+1+1") == "schlauraff.5"
    assert refused(game, state, CHANCE, "roll 1+1+1+1+1+1") == "schlauraff.4"
    assert refused(game, state, 1, "1 to 1") == "schlauraff.4"
    assert refused(game, game.start(), 0, "start 0") == "schlauraff.4"


@clause("schlauraff.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_may_be_drawn_and_starts_one_round(seats: int) -> None:
    game = Schlauraff(seats)
    state = game.start()
    assert legal_texts(game, state, CHANCE) == [f"start {seat}" for seat in range(seats)]
    assert state.weights() == [1] * seats
    rng = Rng(5)
    assert {int(state.sample(rng)) for _ in range(99)} == set(state.legal(CHANCE))
    for first in range(seats):
        assert starters(game, first) == [(first + number) % seats for number in range(seats)]


def starters(game: Schlauraff, first: int) -> list[int]:
    """List who starts each round of a game that a given seat starts."""
    state, rng, found = act(game, game.start(), f"start {first}"), Rng(first), []
    while state.current != OVER:
        now = state.dump()
        if now["stage"] == "laying" and not now["columns"]:
            assert now["bag"] == [10] * 4
            assert not any(map(any, now["captured"]))
        if now["stage"] == "rolling" and now["played"] == 0 and now["row"] == 0:
            found.append(now["turn"])
        if state.current == CHANCE:
            state.apply(CHANCE, state.sample(rng))
        else:
            state.apply(state.current, state.random_action(state.current, rng, ActionBuffer()))
    return found


@clause("schlauraff.3")
def test_another_number_of_rounds() -> None:
    assert starters(Schlauraff(2, {"rounds": 5}), 1) == [1, 0, 1, 0, 1]
    assert starters(Schlauraff(4, {"rounds": 1}), 2) == [2]


@clause("schlauraff.4", "schlauraff.2")
def test_the_columns_are_played_in_turn_and_clockwise() -> None:
    game = Schlauraff(3)
    colours = ["red"] * 5 + ["blue"] * 5 + ["green"] * 5 + ["yellow"] * 5 + ["red"] * 5 + ["blue"] * 5
    state = laid_out(game, colours, starter=1)
    tops = []
    for column in range(6):
        assert state.current == CHANCE
        state = act(game, state, "roll 1+1+1+1+1+2")
        player = (1 + column) % 3
        assert state.current == player
        assert [refused(game, state, seat, "stop") for seat in range(3) if seat != player] == ["schlauraff.4"] * 2
        tops.append([row[0] for row in state.dump()["column"]])
        state = act(game, state, "stop")
    assert [colour for column in tops for colour in column] == colours
    assert state.dump()["round"] == 2
    assert state.dump()["starter"] == 2


# Dice


@clause("schlauraff.5")
def test_six_dice_are_rolled_and_come_by_their_likelihood() -> None:
    game = Schlauraff(2)
    state = laid_out(game, COLOURS * 7 + ["red", "red"])
    outcomes = legal_texts(game, state, CHANCE)
    weights = dict(zip(outcomes, state.weights(), strict=True))
    assert len(outcomes) == 462
    assert weights == Counter(roll_name(tuple(sorted(throw))) for throw in product(range(1, 7), repeat=6))


@clause("schlauraff.5", "schlauraff.8")
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
def test_throws_of_so_many_dice_come_by_their_likelihood(count: int) -> None:
    _, state = turn(GREENS, (1, 1, 1, 4, 5, 6))
    state.stage, state.to_roll, state.current = Stage.ROLLING, count, CHANCE
    rng, throws = Rng(count), 20_000
    drawn = Counter(int(state.sample(rng)) for _ in range(throws))
    assert sum(state.weights()) == 6**count
    expected = [throws * odds for odds in state.odds()]
    squares = sum((drawn[r] - e) ** 2 / e for r, e in zip(state.legal(CHANCE), expected, strict=True))
    freedom = len(expected) - 1
    assert squares < freedom + 6 * (2 * freedom) ** 0.5
    assert set(drawn) <= set(state.legal(CHANCE))


@clause("schlauraff.4", "schlauraff.5")
def test_dice_are_rolled_before_they_are_assigned() -> None:
    game = Schlauraff(2, {"columns": 4})
    before = game.load(position(GREENS, (), to_roll=6, stage="rolling", current=CHANCE))
    for move in ("3 to 1", "reroll", "stop"):
        assert [refused(game, before, seat, move) for seat in (0, 1)] == ["schlauraff.5", "schlauraff.4"]
    again = act(game, before, "roll 1+2+3+3+4+5", "1 to 1", "reroll")
    assert [refused(game, again, seat, "2 to 1") for seat in (0, 1)] == ["schlauraff.5", "schlauraff.4"]


@clause("schlauraff.5")
def test_dice_that_were_not_rolled_and_chips_that_are_not_there() -> None:
    game, state = turn(["red"] * 5, (1, 1, 2, 4, 5, 6))
    assert refused(game, state, 0, "3 to 1") == "schlauraff.5"
    assert refused(game, state, 0, "4 to 6") == "schlauraff.5"
    state = act(game, state, "4 to 1")
    assert state.dump()["dice"] == [1, 1, 2, 5, 6]
    assert refused(game, state, 0, "4 to 1") == "schlauraff.5"


# Capturing


@clause("schlauraff.6", "schlauraff.1")
@pytest.mark.parametrize(
    ("colour", "dice"),
    [
        ("green", (3,)),
        ("green", (1, 2)),
        ("green", (1, 1, 1)),
        ("blue", (5,)),
        ("blue", (2, 3)),
        ("blue", (1, 1, 1, 2)),
        ("red", (4, 6)),
        ("red", (2, 2, 2, 2, 2)),
        ("yellow", (1,)),
        ("yellow", (5, 6)),
        ("yellow", (2, 1, 2, 1, 5)),
    ],
)
def test_a_chip_is_captured_by_its_exact_value(colour: str, dice: tuple[int, ...]) -> None:
    rest = (6,) * (6 - len(dice))
    game, state = turn([colour, "red", "red", "red", "red"], tuple(sorted(dice + rest)))
    for face in dice[:-1]:
        state = act(game, state, f"{face} to 1")
        assert (chips(state), state.dump()["column"][0]) == (0, [colour])
    state = act(game, state, f"{dice[-1]} to 1")
    assert chips(state) == 1
    assert state.dump()["captured"][0] == [int(name == colour) for name in COLOURS]


@clause("schlauraff.6", "schlauraff.r2")
@pytest.mark.parametrize(
    ("colour", "faces"),
    [("green", {1, 2, 3}), ("blue", {1, 2, 3, 4, 5}), ("red", set(range(1, 7))), ("yellow", set(range(1, 7)))],
)
def test_what_may_lie_on_a_bare_chip(colour: str, faces: set[int]) -> None:
    game, state = turn([colour] * 5, (1, 2, 3, 4, 5, 6))
    assert set(texts(game, state)) == {"stop"} | {f"{face} to {row}" for face in faces for row in range(1, 6)}
    for face in set(range(1, 7)) - faces:
        assert refused(game, state, 0, f"{face} to 2") == "schlauraff.r2"


@clause("schlauraff.7")
def test_the_example_of_the_rulebook() -> None:
    game, state = turn(["blue", "red", "red", "green", "green"], (1, 2, 3, 4, 6, 6))
    state = act(game, state, "4 to 1", "1 to 1")
    assert texts(game, state) == ["carry 1", "carry 4", "leave", "stop"]
    state = act(game, state, "carry 4")
    assert (state.dump()["on"], state.dump()["row"], state.dump()["dice"]) == ([4], 2, [2, 3, 6, 6])
    state = act(game, state, "6 to 2")
    assert chips(state) == 2
    assert texts(game, state) == ["carry 4", "carry 6", "leave", "stop"]
    assert state.dump()["on"] == [4, 6]
    assert state.dump()["dice"] == [2, 3, 6]


@clause("schlauraff.7")
def test_a_single_die_is_not_carried_and_the_others_are_used_up() -> None:
    game, state = turn(["blue", "red", "red", "red", "red"], (1, 2, 2, 3, 5, 6))
    single = act(game, state, "5 to 1")
    assert texts(game, single) == [*(f"{face} to 2" for face in (1, 2, 3, 6)), "reroll", "stop"]
    assert refused(game, single, 0, "carry 5") == "schlauraff.7"
    assert refused(game, single, 0, "leave") == "schlauraff.7"
    two = act(game, state, "3 to 1", "2 to 1")
    assert refused(game, two, 0, "carry 5") == "schlauraff.7"
    carried = act(game, two, "carry 3")
    assert (carried.dump()["on"], carried.dump()["dice"]) == ([3], [1, 2, 5, 6])
    left = act(game, two, "leave")
    assert (left.dump()["on"], left.dump()["dice"]) == ([], [1, 2, 5, 6])


@clause("schlauraff.r8")
def test_the_die_to_carry_is_chosen_before_anything_else() -> None:
    game, state = turn(["blue", "red", "red", "red", "red"], (1, 1, 1, 2, 6, 6))
    state = act(game, state, "2 to 1", "1 to 1", "1 to 1", "1 to 1")
    assert texts(game, state) == ["carry 1", "carry 2", "leave", "stop"]
    assert refused(game, state, 0, "6 to 2") == "schlauraff.r8"
    assert refused(game, state, 0, "reroll") == "schlauraff.r8"


@clause("schlauraff.r8", "schlauraff.r2")
def test_only_dice_that_fit_below_are_offered_one_choice_for_each_face() -> None:
    game, state = turn(["red", "green", "red", "red", "red"], (1, 2, 2, 4, 5, 5))
    state = act(game, state, "4 to 1", "2 to 1", "2 to 1", "reroll", "roll 2+2+5", "2 to 1")
    assert texts(game, state) == ["carry 2", "leave", "stop"]
    assert refused(game, state, 0, "carry 4") == "schlauraff.r2"
    assert state.dump()["on"] == [2, 2, 2, 4]


@clause("schlauraff.r8")
def test_nothing_is_asked_where_nothing_fits_or_after_the_bottom_chip() -> None:
    game, state = turn(["red", "green", "red", "red", "red"], (1, 1, 1, 4, 6, 6))
    state = act(game, state, "4 to 1", "6 to 1")
    assert (state.dump()["stage"], state.dump()["row"], state.dump()["on"]) == ("assigning", 2, [])
    assert "reroll" in texts(game, state)
    game, state = turn(GREENS, (1, 2, 3, 3, 3, 3))
    state = act(game, state, "1 to 5", "2 to 5")
    assert (state.dump()["stage"], state.dump()["turn"], chips(state)) == ("rolling", 1, 1)


@clause("schlauraff.r8")
@pytest.mark.parametrize(("below", "face", "pair"), [("yellow", 1, 4), ("green", 3, 2), ("blue", 5, 5)])
def test_a_carried_die_can_capture_alone_and_then_goes_no_further(below: str, face: int, pair: int) -> None:
    above = {1: "blue", 3: "blue", 5: "red"}[face]
    game, state = turn([above, below, "red", "red", "red"], tuple(sorted((face, pair, 6, 6, 6, 6))))
    state = act(game, state, f"{face} to 1", f"{pair} to 1", f"carry {face}")
    assert chips(state) == 2
    assert (state.dump()["stage"], state.dump()["row"], state.dump()["on"]) == ("assigning", 3, [])
    assert texts(game, state) == ["6 to 3", "reroll", "stop"]


@clause("schlauraff.r8", "schlauraff.r9")
def test_a_carried_die_captures_with_no_other_die_left() -> None:
    column = ["blue", "blue", "green", "green", "red"]
    game, state = turn(column, (1, 1, 1, 1, 1, 3))
    state = act(game, state, "1 to 1", "1 to 1", "3 to 1")
    assert texts(game, state) == ["carry 1", "carry 3", "leave", "stop"]
    state = act(game, state, "leave", "1 to 2", "1 to 2", "reroll", "roll 3")
    state = act(game, state, "3 to 2")
    assert state.dump()["dice"] == []
    assert texts(game, state) == ["carry 3", "leave", "stop"]
    assert refused(game, state, 0, "carry 1") == "schlauraff.r2"
    carried = act(game, state, "carry 3")
    assert (chips(carried), carried.dump()["turn"]) == (3, 1)
    left = act(game, state, "leave")
    assert (chips(left), left.dump()["turn"]) == (2, 1)


# Rerolling


@clause("schlauraff.8", "schlauraff.r1")
def test_a_reroll_needs_a_die_assigned_since_the_last_roll() -> None:
    game, state = turn(["red"] * 5, (1, 2, 3, 4, 5, 6))
    assert refused(game, state, 0, "reroll") == "schlauraff.8"
    state = act(game, state, "1 to 1")
    assert "reroll" in texts(game, state)
    state = act(game, state, "reroll")
    assert (state.current, state.dump()["to_roll"]) == (CHANCE, 5)
    state = act(game, state, "roll 1+1+1+1+2")
    assert refused(game, state, 0, "reroll") == "schlauraff.r1"
    assert texts(game, state) == ["1 to 1", "2 to 1", "stop"]
    state = act(game, state, "2 to 1")
    assert "reroll" in texts(game, state)


@clause("schlauraff.8", "schlauraff.r1")
def test_a_reroll_takes_all_dice_that_are_not_assigned() -> None:
    game, state = turn(["red"] * 5, (1, 2, 3, 4, 5, 6))
    state = act(game, state, "1 to 1", "2 to 1", "reroll")
    assert refused(game, state, CHANCE, "roll 1+1+1") == "schlauraff.8"
    assert refused(game, state, CHANCE, "roll 1+1+1+1+1+1") == "schlauraff.8"
    assert len(state.legal(CHANCE)) == 126
    state = act(game, state, "roll 1+1+1+6")
    assert (state.dump()["on"], state.dump()["dice"]) == ([1, 2], [1, 1, 1, 6])


@clause("schlauraff.8", "schlauraff.7", "schlauraff.r1")
def test_a_capture_and_a_carried_die_allow_a_reroll() -> None:
    game, state = turn(["blue", "red", "red", "red", "red"], (1, 2, 4, 5, 6, 6))
    assert "reroll" in texts(game, act(game, state, "5 to 1"))
    carried = act(game, state, "1 to 1", "4 to 1", "carry 1")
    assert carried.dump()["on"] == [1]
    again = act(game, carried, "reroll", "roll 3+3+3+6")
    assert (again.dump()["on"], texts(game, again)) == ([1], ["3 to 2", "6 to 2", "stop"])


@clause("schlauraff.r1")
def test_without_unassigned_dice_there_is_no_reroll() -> None:
    game, state = turn(["red", "yellow", "green", "red", "red"], (1, 1, 2, 2, 2, 2))
    state = act(game, state, *(f"{face} to 1" for face in (1, 1, 2, 2, 2, 2)))
    assert texts(game, state) == ["carry 1", "leave", "stop"]
    assert (state.dump()["dice"], refused(game, state, 0, "reroll")) == ([], "schlauraff.r8")
    assert act(game, state, "leave").dump()["turn"] == 1


# From top to bottom


@clause("schlauraff.9", "schlauraff.10", "schlauraff.r10")
def test_no_gaps_once_the_first_die_lies() -> None:
    game, state = turn(["green", "blue", "red", "green", "blue"], (1, 1, 2, 3, 4, 5))
    state = act(game, state, "1 to 2")
    assert {text.split()[-1] for text in texts(game, state)} == {"2", "reroll", "stop"}
    assert refused(game, state, 0, "1 to 3") == "schlauraff.9"
    assert refused(game, state, 0, "1 to 1") == "schlauraff.10"
    state = act(game, state, "4 to 2", "leave")
    assert {text.split()[-1] for text in texts(game, state)} == {"3", "reroll", "stop"}
    assert refused(game, state, 0, "5 to 5") == "schlauraff.9"
    assert refused(game, state, 0, "1 to 2") == "schlauraff.5"  # that chip is captured
    assert refused(game, state, 0, "3 to 1") == "schlauraff.10"
    again = act(game, state, "reroll", "roll 1+3+3+3")
    assert {text.split()[-1] for text in texts(game, again)} == {"3", "stop"}


@clause("schlauraff.10", "schlauraff.12", "schlauraff.r10")
def test_begin_anywhere_and_what_is_above_is_left_over() -> None:
    game, state = turn(["green", "blue", "red", "green", "blue"], (1, 1, 2, 3, 4, 5))
    assert {text.split()[-1] for text in texts(game, state)} == {"1", "2", "3", "4", "5", "stop"}
    state = act(game, state, "3 to 4", "stop")
    next_column = state.dump()["column"]
    assert [row[1:] for row in next_column] == [["green"], ["blue"], ["red"], [], ["blue"]]


# The sum must stay possible


@clause("schlauraff.r2")
def test_a_sum_may_not_pass_the_value() -> None:
    game, state = turn(["red"] * 5, (1, 2, 3, 4, 5, 6))
    state = act(game, state, "6 to 1")
    assert refused(game, state, 0, "5 to 1") == "schlauraff.r2"
    assert texts(game, state) == ["1 to 1", "2 to 1", "3 to 1", "4 to 1", "reroll", "stop"]


@clause("schlauraff.r2")
def test_a_sum_must_be_within_reach_of_the_dice_left() -> None:
    game, state = turn(["", "", "red", "red", "red"], (3, 4), row=3, assigned=True)
    assert texts(game, state) == ["4 to 3", "reroll", "stop"]
    assert refused(game, state, 0, "3 to 3") == "schlauraff.r2"
    game, state = turn(["", "", "yellow", "red", "red"], (4, 5), row=3, assigned=True)
    assert texts(game, state) == ["5 to 3", "reroll", "stop"]
    game, state = turn(["", "", "blue", "red", "red"], (1, 4), row=3, assigned=True)
    assert texts(game, state) == ["1 to 3", "4 to 3", "reroll", "stop"]


@clause("schlauraff.r2")
def test_what_the_dice_show_now_does_not_matter_for_the_reach() -> None:
    game, state = turn(["", "", "red", "red", "red"], (4, 4), row=3, assigned=False)
    state = act(game, state, "4 to 3")
    assert texts(game, state) == ["reroll", "stop"]
    assert chips(act(game, state, "reroll", "roll 6", "6 to 3")) == 3


@clause("schlauraff.r2", "schlauraff.r8")
def test_a_carried_die_must_leave_the_value_within_reach_too() -> None:
    game, state = turn(["", "", "blue", "red", "red"], (1, 4, 6), row=3, assigned=True)
    state = act(game, state, "1 to 3", "4 to 3")
    assert state.dump()["dice"] == [6]
    assert texts(game, state) == ["carry 4", "leave", "stop"]
    assert refused(game, state, 0, "carry 1") == "schlauraff.r2"
