"""Schollenschubser, clause by clause."""

from collections import Counter
from itertools import product

import pytest

from carreau.core.errors import NotationError, PositionError, SeatsError
from carreau.core.game import CHANCE
from carreau.core.rng import Rng
from carreau.games.schollenschubser.game import Schollenschubser
from carreau.games.schollenschubser.spec import BOX
from tests.clauses import clause
from tests.play import legal_texts, play, refused
from tests.positions.schollenschubser import (
    COLUMNS,
    FIELDS,
    ROWS,
    Table,
    before_roll,
    floes,
    loaded,
    moves,
    moving,
    position,
    rolled,
    standing,
    texts,
)


def started(seats: int = 2, options: dict[str, object] | None = None) -> Table:
    """Return a position after set-up, with a 2 on a3, a 1 on a4, and seat 0 to start."""
    game = Schollenschubser(seats, options)
    return game, play(game, "chance: lay 2 a3", "chance: lay 1 a4", "chance: start 0")


# Components


@clause("scholle.1")
def test_there_are_five_rows_of_four_columns() -> None:
    verbs = {verb.name: verb for verb in Schollenschubser.ACTIONS.verbs}
    assert verbs["drift"].fields["field"] == FIELDS
    assert verbs["floe"].fields["field"] == ["a1", "a2", "a3", "a4"]
    for wrong in ("drift f1", "drift a5", "drift a0"):
        with pytest.raises(NotationError):
            Schollenschubser(2).parse(wrong)


@clause("scholle.1", "scholle.13", "scholle.14")
def test_the_bank_is_to_the_left_and_the_icebreaker_to_the_right() -> None:
    for field in FIELDS:
        game, state = moving(f"{field} 1 0")
        shores = {"1": {f"{field}-bank"}, "4": {f"{field}-ship"}}.get(field[1], set())
        assert moves(game, state) == shores


@clause("scholle.2", "scholle.r2")
def test_five_cards_are_4_or_3_and_five_are_2_or_1() -> None:
    assert [(card["sides"], card["count"]) for card in BOX["cards"]] == [([4, 3], 5), ([2, 1], 5)]
    assert sum(card["count"] for card in BOX["cards"]) == 10
    _, state = started()
    assert state.dump()["supply"] == [3, 3]


@clause("scholle.2")
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_the_number_of_a_floe_is_its_room(size: int) -> None:
    for crowd in range(size + 1):
        game, state = moving(f"c1 {size}" + " 1" * crowd, seats=4)
        assert ("bank-c1" in texts(game, state)) == (crowd < size)
    with pytest.raises(PositionError, match=rf"scholle.2: {size + 1} explorers on c1, where {size} have room"):
        loaded(f"c1 {size} 1" + " 2" * size, seats=4)


@clause("scholle.2", "scholle.r3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_has_four_explorers_on_the_left_bank(seats: int) -> None:
    game, state = started(seats)
    assert (state.dump()["bank"], state.dump()["aboard"]) == ([4] * seats, [0] * seats)
    moved = play(game, "chance: roll 1,1", "0: drift a1", "0: bank-b1", state=state)
    assert moved.dump()["bank"] == [3] + [4] * (seats - 1)


def test_there_is_no_game_for_one_or_five() -> None:
    for seats in (1, 5):
        with pytest.raises(SeatsError, match="2, 3, 4 players"):
            Schollenschubser(seats)


# The start


@clause("scholle.3", "scholle.r7")
@pytest.mark.parametrize(
    ("seats", "large_floes", "largest"),
    [(2, "auto", 3), (3, "auto", 3), (4, "auto", 4), (2, "on", 4), (3, "on", 4), (4, "off", 3)],
)
def test_two_of_the_largest_floes_lie_on_a1_and_a2(seats: int, large_floes: str, largest: int) -> None:
    game = Schollenschubser(seats, {"large_floes": large_floes})
    assert floes(game.start()) == {"a1": largest, "a2": largest}
    sizes = {text.split()[1] for text in legal_texts(game, game.start(), CHANCE)}
    assert sizes == set("1234"[:largest])
    state = game.load(position(seats=seats))
    assert texts(game, state, "floe") == {f"floe {size} a1" for size in range(1, largest + 1)}


@clause("scholle.3", "scholle.r7")
def test_the_side_for_four_is_refused_by_the_number_of_players() -> None:
    assert refused(*rolled((1, 1), seats=3), 0, "floe 4 a1") == "scholle.3"
    assert refused(*rolled((1, 1), seats=2), 0, "floe 4 a1") == "scholle.r7"
    assert refused(*rolled((1, 1), seats=4), 0, "floe 4 a1") == ""
    assert refused(*rolled((1, 1), seats=4, options={"large_floes": "off"}), 0, "floe 4 a1") == "scholle.r7"
    assert refused(*rolled((1, 1), seats=3, options={"large_floes": "on"}), 0, "floe 4 a1") == ""
    assert refused(Schollenschubser(3), Schollenschubser(3).start(), CHANCE, "lay 4 a3") == "scholle.3"


@clause("scholle.3", "scholle.5", "scholle.6", "scholle.r7")
@pytest.mark.parametrize(
    ("seats", "unrolled", "occupied", "none_left"),
    [
        (2, "scholle.5", "scholle.6", "scholle.r7"),
        (3, "scholle.3", "scholle.3", "scholle.3"),
        (4, "scholle.5", "scholle.6", "scholle.r7"),
    ],
)
def test_a_side_for_four_in_the_wrong_place_breaks_first_what_stands_first(
    seats: int, unrolled: str, occupied: str, none_left: str
) -> None:
    small = {"large_floes": "off"}
    assert refused(*rolled((1, 1), "a1 1", seats=seats, options=small), 0, "floe 4 a4") == unrolled
    assert refused(*rolled((1, 1), "a1 1", seats=seats, options=small), 0, "floe 4 a1") == occupied
    larges = ["b1 3", "b2 3", "b3 3", "b4 3", "c3 3"]
    assert refused(*rolled((1, 1), *larges, seats=seats, options=small), 0, "floe 4 a1") == none_left


@clause("scholle.3")
def test_a3_and_a4_follow_and_then_the_lot() -> None:
    game = Schollenschubser(2)
    state = game.start()
    assert refused(game, state, CHANCE, "lay 2 a4") == "scholle.3"
    assert refused(game, state, CHANCE, "start 0") == "scholle.4"
    state = play(game, "chance: lay 2 a3", state=state)
    assert refused(game, state, CHANCE, "lay 2 a3") == "scholle.3"
    state = play(game, "chance: lay 1 a4", state=state)
    assert refused(game, state, CHANCE, "lay 2 a4") == "scholle.3"
    assert refused(game, state, CHANCE, "roll 1,1") == "scholle.4"
    assert floes(play(game, "chance: start 1", state=state)) == {"a1": 3, "a2": 3, "a3": 2, "a4": 1}


@clause("scholle.r8")
def test_the_first_floes_are_drawn_card_by_card() -> None:
    """Eight cards are left: three with large sides, five with small ones; then one of the sides in use."""
    small, large = Schollenschubser(2), Schollenschubser(4)
    assert small.start().odds() == [5 / 16, 5 / 16, 6 / 16]
    assert large.start().odds() == [5 / 16, 5 / 16, 3 / 16, 3 / 16]
    after_three = play(large, "chance: lay 3 a3")
    assert after_three.odds() == [5 / 14, 5 / 14, 2 / 14, 2 / 14]
    after_two = play(small, "chance: lay 2 a3")
    assert after_two.odds() == [4 / 14, 4 / 14, 6 / 14]
    rng, start = Rng(1), large.start()
    drawn = Counter(large.text(int(start.sample(rng))) for _ in range(8000))
    for text, odds in zip(legal_texts(large, start, CHANCE), start.odds(), strict=True):
        assert abs(drawn[text] - 8000 * odds) < 250


@clause("scholle.4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_lot_decides_who_starts_and_play_goes_clockwise(seats: int) -> None:
    game = Schollenschubser(seats)
    lot = play(game, "chance: lay 2 a3", "chance: lay 1 a4")
    assert legal_texts(game, lot, CHANCE) == [f"start {seat}" for seat in range(seats)]
    assert lot.odds() == [1 / seats] * seats
    for starter in range(seats):
        state = play(game, f"chance: start {starter}", state=lot)
        for turn in range(2 * seats):
            player = (starter + turn) % seats
            assert (state.current, state.dump()["turn"]) == (CHANCE, player)
            state = play(game, "chance: roll 1,6", f"{player}: decline", f"{player}: end", state=state)
    if seats < 4:
        assert refused(game, lot, CHANCE, f"start {seats}") == "scholle.4"


@clause("scholle.4")
def test_a_turn_is_first_drift_then_moves_of_one_player() -> None:
    game, state = started()
    assert [refused(game, state, seat, "end") for seat in (0, 1)] == ["scholle.4"] * 2
    state = play(game, "chance: roll 1,2", state=state)
    assert refused(game, state, 1, "drift a1") == "scholle.4"
    assert refused(game, state, 0, "bank-a1") == "scholle.4"
    assert refused(game, state, 0, "end") == "scholle.4"
    assert refused(game, state, 0, "roll 1,1") == "scholle.4"
    assert refused(game, state, CHANCE, "roll 1,1") == "scholle.4"
    state = play(game, "0: drift a1", state=state)
    assert refused(game, state, 0, "drift a2") == "scholle.4"
    assert refused(game, state, 1, "bank-b1") == "scholle.4"
    state = play(game, "0: bank-b1", "0: end", state=state)
    assert state.dump()["dice"] == []
    assert refused(game, state, CHANCE, "start 0") == "scholle.4"


# Dice


@clause("scholle.5")
def test_one_of_21_rolls_by_its_likelihood() -> None:
    game, state = started()
    throws = Counter(f"roll {min(throw)},{max(throw)}" for throw in product(range(1, 7), repeat=2))
    assert dict(zip(legal_texts(game, state, CHANCE), state.weights(), strict=True)) == throws
    assert len(throws) == 21
    rng = Rng(2)
    drawn = Counter(game.text(int(state.sample(rng))) for _ in range(36_000))
    assert all(abs(drawn[roll] - 1000 * count) < 250 for roll, count in throws.items())


@clause("scholle.5")
def test_one_die_is_chosen_and_the_other_is_lost() -> None:
    game, state = rolled((1, 3), "a1 3", "b2 2", "c3 1")
    assert texts(game, state) == {"drift a1", "drift c3", "floe 1 a3", "floe 2 a3", "floe 3 a3"}
    assert refused(game, state, 0, "drift b2") == "scholle.5"
    assert refused(game, state, 0, "floe 3 a4") == "scholle.5"
    assert refused(game, state, 0, "melt b2") == "scholle.5"
    assert refused(game, state, 0, "drop 1 from b2") == "scholle.5"
    assert refused(game, state, 0, "decline") == "scholle.5"
    after = play(game, "0: drift a1", state=state)
    assert refused(game, after, 0, "drift c3") == "scholle.4"


@clause("scholle.5", "scholle.8")
def test_what_both_dice_allow_is_one_action() -> None:
    game, state = rolled((2, 5), "a2 3")
    assert legal_texts(game, state, 0).count("drift a2") == 1


# Drift


@clause("scholle.6")
@pytest.mark.parametrize("die", [1, 2, 3, 4])
def test_a_floe_of_the_column_drifts_or_a_new_one_comes(die: int) -> None:
    game, state = rolled((die, die), "b1 3", "b2 3", "b3 3", "b4 3")
    assert texts(game, state) == {f"drift b{die}", f"floe 1 a{die}", f"floe 2 a{die}", f"floe 3 a{die}"}
    drifted = play(game, f"0: drift b{die}", state=state)
    assert floes(drifted) == {**{f"b{column}": 3 for column in COLUMNS if column != str(die)}, f"c{die}": 3}
    added = play(game, f"0: floe 2 a{die}", state=state)
    assert floes(added) == {**floes(state), f"a{die}": 2}
    assert added.dump()["supply"] == [1, 4]


@clause("scholle.6")
def test_all_on_a_floe_go_along_and_it_is_no_move_of_theirs() -> None:
    game, state = rolled((2, 2), "b1 2 0", "b2 3 0 1 1", "c1 1")
    after = play(game, "0: drift b2", state=state)
    assert standing(after, "c2") == [1, 2]
    assert standing(after, "b1") == [1, 0]
    assert moves(game, after) == {"b1-bank", "b1-c1", "c2-c1", "bank-b1", "bank-c1"}


@clause("scholle.6")
def test_the_drift_must_be_carried_out_and_needs_a_floe() -> None:
    game, state = rolled((1, 1), "b1 3")
    assert refused(game, state, 0, "end") == "scholle.4"
    assert refused(game, state, 0, "drift c1") == "scholle.6"
    assert refused(game, state, 0, "drift a1") == "scholle.6"


@clause("scholle.6")
def test_a_new_floe_needs_the_first_field_free() -> None:
    game, state = rolled((1, 1), "a1 1", "e1 2")
    assert texts(game, state) == {"drift a1", "drift e1"}
    assert refused(game, state, 0, "floe 3 a1") == "scholle.6"


@clause("scholle.7")
def test_beyond_row_e_the_floe_goes_to_the_supply_and_all_to_the_bank() -> None:
    game, state = rolled((3, 3), "e3 4 0 0 1 2", "e2 1 1", seats=4)
    after = play(game, "0: drift e3", state=state)
    assert floes(after) == {"e2": 1}
    assert after.dump()["supply"] == [5, 4]
    assert after.dump()["bank"] == [4, 3, 4, 4]
    assert after.dump()["aboard"] == [0] * 4
    for column in COLUMNS:
        game, state = rolled((5, 5), f"e{column} 2 0 1", "c1 1")
        gone = play(game, f"0: drift e{column}", state=state)
        assert (floes(gone), gone.dump()["bank"]) == ({"c1": 1}, [4, 4])


@clause("scholle.r4")
def test_a_floe_does_not_drift_into_another() -> None:
    game, state = rolled((1, 1), "a1 3", "b1 3", "d1 1", "e1 1")
    assert texts(game, state) == {"drift b1", "drift e1"}
    assert refused(game, state, 0, "drift a1") == "scholle.r4"
    assert refused(game, state, 0, "drift d1") == "scholle.r4"
    full = [f"{row}1 1" for row in ROWS]
    assert texts(*rolled((1, 1), *full)) == {"drift e1"}


@clause("scholle.8", "scholle.r1")
def test_a_five_is_any_column() -> None:
    game, state = rolled((5, 5), "a1 3", "c2 3", "e4 1")
    new = {f"floe {size} a{column}" for size in (1, 2, 3) for column in (2, 3, 4)}
    assert texts(game, state) == {"drift a1", "drift c2", "drift e4"} | new


@clause("scholle.r9", "scholle.6")
def test_a_card_in_the_supply_serves_with_either_side() -> None:
    smalls = [f"{field} 1" for field in ("b1", "b2", "b3", "b4")]
    game, state = rolled((1, 1), *smalls)
    assert texts(game, state, "floe") == {"floe 1 a1", "floe 2 a1", "floe 3 a1"}
    game, state = rolled((1, 1), *smalls, "c1 2")
    assert texts(game, state, "floe") == {"floe 3 a1"}
    assert refused(game, state, 0, "floe 1 a1") == refused(game, state, 0, "floe 2 a1") == "scholle.r9"
    larges = ["b1 4", "b2 3", "b3 3", "b4 4", "c3 3"]
    game, state = rolled((1, 1), *larges, seats=4)
    assert texts(game, state, "floe") == {"floe 1 a1", "floe 2 a1"}
    assert refused(game, state, 0, "floe 4 a1") == refused(game, state, 0, "floe 3 a1") == "scholle.r9"


# Melting


@clause("scholle.9", "scholle.10", "scholle.r1")
def test_a_six_melts_one_floe_one_step() -> None:
    game, state = rolled((6, 6), "a1 4", "b2 3", "c3 2", "d4 1", seats=4)
    assert texts(game, state) == {"melt a1", "melt b2", "melt c3", "melt d4", "decline"}
    assert refused(game, state, 0, "melt a2") == "scholle.9"
    assert refused(game, state, 0, "drop 0 from a2") == "scholle.9"
    assert refused(game, state, 0, "drift d4") == "scholle.5"
    for field, left, supply in (
        ("a1", {"a1": 3}, [3, 3]),
        ("b2", {"b2": 2}, [4, 2]),
        ("c3", {"c3": 1}, [3, 3]),
        ("d4", {}, [3, 4]),
    ):
        after = play(game, f"0: melt {field}", state=state)
        others = {name: size for name, size in floes(state).items() if name != field}
        assert floes(after) == {**others, **left}
        assert after.dump()["supply"] == supply


@clause("scholle.10")
def test_a_three_needs_a_two_from_the_supply() -> None:
    smalls = ["b1 1", "b2 1", "b3 1", "b4 2", "c1 2"]
    game, state = rolled((6, 6), "a1 3", "a2 4", "a3 3 1 1 2", *smalls, seats=4)
    expected = {"melt a2", "melt b1", "melt b2", "melt b3", "melt b4", "melt c1", "decline"}
    assert texts(game, state) == expected
    assert refused(game, state, 0, "melt a1") == "scholle.10"
    assert refused(game, state, 0, "drop 1 from a3") == "scholle.10"
    freed = play(
        game, "0: melt b1", "0: end", "chance: roll 6,6", "1: melt a1", "1: end", "chance: roll 6,6", state=state
    )
    assert floes(freed)["a1"] == 2
    assert refused(game, freed, 2, "drop 1 from a3") == "scholle.10"


@clause("scholle.11", "scholle.r13")
def test_the_player_chooses_who_falls_from_a_floe_that_was_full() -> None:
    game, state = rolled((6, 6), "b2 4 0 1 1 2", seats=4)
    assert texts(game, state) == {"drop 0 from b2", "drop 1 from b2", "drop 2 from b2", "decline"}
    assert refused(game, state, 0, "melt b2") == "scholle.11"
    assert refused(game, state, 0, "drop 3 from b2") == "scholle.11"
    after = play(game, "0: drop 1 from b2", state=state)
    assert (floes(after), standing(after, "b2")) == ({"b2": 3}, [1, 1, 1, 0])
    assert after.dump()["bank"] == [3, 3, 3, 4]


@clause("scholle.r13")
def test_nobody_falls_while_there_is_room() -> None:
    game, state = rolled((6, 6), "b2 3 0 1")
    assert texts(game, state) == {"melt b2", "decline"}
    assert refused(game, state, 0, "drop 1 from b2") == "scholle.r13"
    after = play(game, "0: melt b2", state=state)
    assert standing(after, "b2") == [1, 1]
    assert after.dump()["bank"] == [3, 3]


@clause("scholle.11", "scholle.9")
def test_whoever_stands_on_a_floe_for_one_falls_when_it_melts() -> None:
    game, state = rolled((6, 6), "c4 1 1")
    after = play(game, "0: drop 1 from c4", state=state)
    assert (floes(after), after.dump()["bank"], after.dump()["supply"]) == ({}, [4, 4], [5, 5])


@clause("scholle.r12", "scholle.9")
def test_a_six_may_be_declined_unless_it_is_compulsory() -> None:
    game, state = rolled((4, 6), "a1 3", "b4 1")
    assert texts(game, state, "melt", "decline") == {"melt a1", "melt b4", "decline"}
    after = play(game, "0: decline", state=state)
    assert (floes(after), after.dump()["stage"]) == (floes(state), "moving")
    game, state = rolled((4, 6), "a1 3", "b4 1", options={"melt_compulsory": "on"})
    assert texts(game, state, "melt", "decline") == {"melt a1", "melt b4"}
    assert refused(game, state, 0, "decline") == "scholle.r12"
    assert "drift b4" in texts(game, state)


@clause("scholle.r6")
def test_the_die_that_can_be_carried_out_must_be_chosen() -> None:
    """Column 1 is empty and all ten cards are elsewhere; then nothing can melt."""
    cards = ["a2 3", "b2 3", "c2 3", "d2 3", "e2 3", "a3 2", "b3 2", "c3 2", "d3 2", "e3 2"]
    game, state = rolled((1, 2), *cards)
    assert texts(game, state) == {"drift e2"}
    assert refused(game, state, 0, "floe 1 a1") == "scholle.r9"
    game, state = rolled((1, 6))
    assert texts(game, state) == {"floe 1 a1", "floe 2 a1", "floe 3 a1"}
    assert refused(game, state, 0, "decline") == "scholle.r6"


@clause("scholle.r6", "scholle.r9")
@pytest.mark.parametrize(("size", "new"), [(2, {"floe 3 a1"}), (3, {"floe 1 a1", "floe 2 a1"})])
def test_cards_of_one_kind_are_enough_to_carry_out_a_die(size: int, new: set[str]) -> None:
    game, state = rolled((1, 1), *(f"{row}2 {size}" for row in ROWS))
    assert texts(game, state) == new
    game, state = before_roll(*(f"{row}2 {size}" for row in ROWS))
    after = play(game, "chance: roll 1,1", state=state)
    assert (after.dump()["stage"], texts(game, after)) == ("drifting", new)


@clause("scholle.r6")
def test_the_drift_is_skipped_if_neither_die_can_be_carried_out() -> None:
    cards = ["a2 3", "b2 3", "c2 3", "d2 3", "e2 3", "a3 2", "b3 2", "c3 2", "d3 2", "e3 2 0"]
    game, state = before_roll(*cards)
    after = play(game, "chance: roll 1,1", state=state)
    assert (after.current, after.dump()["stage"]) == (0, "moving")
    assert texts(game, after) == {"e3-d3", "e3-e2", "end"}
    assert play(game, "chance: roll 4,4", state=state).dump()["stage"] == "moving"
    assert play(game, "chance: roll 1,4", state=state).dump()["stage"] == "moving"
    assert play(game, "chance: roll 1,5", state=state).dump()["stage"] == "drifting"
    game, state = before_roll()
    assert play(game, "chance: roll 6,6", state=state).dump()["stage"] == "moving"
    assert play(game, "chance: roll 1,6", state=state).dump()["stage"] == "drifting"
