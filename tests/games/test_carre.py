"""Carré, clause by clause."""

from collections import Counter
from itertools import product

import pytest

from carreau.core.action_buffer import ActionBuffer
from carreau.core.errors import NotationError, SeatsError
from carreau.core.game import CHANCE, OVER
from carreau.core.playout import playout
from carreau.core.rng import Rng
from carreau.games.carre._state import CarreState
from carreau.games.carre.game import Carre
from carreau.games.carre.tiles import BOX
from tests.clauses import clause
from tests.play import legal_texts, play, refused
from tests.positions.carre import FULL, SIZES, heights, loaded, position, squares, texts

KINDS = ["2x", "2y", "3x", "3y", "4", "6x", "6y", "7", "8x", "8y", "9", "12x", "12y"]


def rolled(dice: str, seats: int = 2) -> tuple[Carre, CarreState]:
    game = Carre(seats)
    return game, play(game, f"chance: roll {dice}")


def buildable(game: Carre, state: CarreState) -> set[int]:
    return {int(text.split()[1].rstrip("xy")) for text in texts(game, state, "build")}


# Components


@clause("carre.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_has_a_bare_board_sixteen_tiles_and_a_chip(seats: int) -> None:
    position = Carre(seats).start().dump()
    assert position["boards"] == [[]] * seats
    assert [sum(held) for held in position["supplies"]] == [16] * seats
    assert position["chips"] == [1] * seats
    assert position["stoppers"] == [0] * seats


@clause("carre.1")
def test_there_is_no_game_for_one_or_five() -> None:
    for seats in (1, 5):
        with pytest.raises(SeatsError, match="2, 3, 4 players"):
            Carre(seats)


@clause("carre.1", "carre.r15")
def test_a_single_square_fits_on_each_of_five_by_four() -> None:
    game, state = rolled("1+1+5")
    places = {text.split()[2] for text in texts(game, state, "build 7 ")}
    assert places == {f"{x},{y}" for x in range(5) for y in range(4)}


@clause("carre.2")
def test_two_tiles_of_each_value_and_their_shapes() -> None:
    assert {int(value): tuple(size) for value, size in BOX["tiles"].items()} == SIZES
    assert Carre(2).start().dump()["supplies"][0] == [2] * 8
    assert all(long * short == value for value, (long, short) in SIZES.items() if value != 7)


@clause("carre.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_middle_holds_two_stoppers_and_one_chip_for_each_player(seats: int) -> None:
    assert Carre(seats).start().dump()["middle"] == [2 * seats, seats]


@clause("carre.r15", "carre.8")
def test_all_places_of_all_tiles_on_a_bare_board() -> None:
    game = Carre(2)
    state = game.load(position([], [], dice=(), chips=(4, 0)))
    assert len(texts(game, state, "build 2x")) == 16
    counts = Counter(
        kind
        for kind, y, x in product(KINDS, range(4), range(5))
        if max(squares(kind, x, y))[0] < 5 and max(b for _, b in squares(kind, x, y)) < 4
    )
    assert sum(counts.values()) == 125
    for kind, price in ((kind, int(kind.rstrip("xy"))) for kind in KINDS):
        dice = tuple(sorted({2: [2], 3: [3], 4: [4], 6: [6], 7: [1, 6], 8: [2, 6], 9: [3, 6], 12: [6, 6]}[price]))
        state = game.load(position([], [], dice=dice, chips=(0, 0)))
        assert len(texts(game, state, f"build {kind} ")) == counts[kind]


@clause("carre.r15")
def test_square_tiles_have_one_orientation_and_the_others_two() -> None:
    game = Carre(2)
    for name in ("4x", "7y", "9x"):
        with pytest.raises(NotationError):
            game.parse(f"build {name} 0,0 with 4")
    for name in ("2", "12"):
        with pytest.raises(NotationError, match="could be"):
            game.parse(f"build {name} 0,0 with 4")
    _, state = rolled("1+2+5")
    built = play(game, "0: build 8y 1,0 with 1+2+5", state=state)
    assert heights(built, 0) == [0, 1, 1, 0, 0] * 4
    built = play(game, "0: build 8x 1,0 with 1+2+5", state=state)
    assert heights(built, 0) == [0, 1, 1, 1, 1] * 2 + [0] * 10


# Turns and dice


@clause("carre.4", "carre.r11")
def test_the_roll_comes_first_and_then_play_goes_clockwise() -> None:
    game = Carre(3)
    state = game.start()
    for turn in range(7):
        player = turn % 3
        assert (state.current, state.dump()["turn"]) == (CHANCE, player)
        assert [refused(game, state, seat, "end") for seat in range(3)] == ["carre.4"] * 3
        state = play(game, "chance: roll 1+2+3", state=state)
        assert state.current == player
        assert refused(game, state, (player + 1) % 3, "end") == "carre.4"
        state = play(game, f"{player}: end", state=state)


@clause("carre.4")
def test_players_do_not_roll_and_the_dice_do_nothing_else() -> None:
    game, state = rolled("1+2+3")
    assert refused(game, state, 0, "roll 1+2+3") == "carre.4"
    assert refused(game, state, CHANCE, "roll 1+2+3") == "carre.4"
    assert refused(game, game.start(), 0, "roll 1+2+3") == "carre.4"
    assert refused(game, game.start(), CHANCE, "end") == "carre.4"


@clause("carre.4")
def test_several_actions_in_any_order_and_unused_points_lapse() -> None:
    game, state = rolled("2+3+5")
    one = play(game, "0: build 2x 0,0 with 2", "0: build 3x 0,1 with 3", "0: buy 1 stopper with 5", state=state)
    two = play(game, "0: buy 1 stopper with 5", "0: build 3x 0,1 with 3", "0: build 2x 0,0 with 2", state=state)
    assert one.fingerprint() == two.fingerprint()
    lapsed = play(game, "0: end", "chance: roll 1+1+1", state=state)
    assert lapsed.dump()["dice"] == [1, 1, 1]


@clause("carre.r12", "carre.4")
def test_a_roll_is_one_of_56_sorted_triples_by_their_likelihood() -> None:
    game = Carre(2)
    state = game.start()
    throws = Counter("+".join(map(str, sorted(throw))) for throw in product(range(1, 7), repeat=3))
    outcomes = [game.text(action).removeprefix("roll ") for action in state.legal(CHANCE)]
    assert dict(zip(outcomes, state.weights(), strict=True)) == throws
    assert len(outcomes) == 56
    rng = Rng(1)
    drawn = Counter(game.text(int(state.sample(rng))).removeprefix("roll ") for _ in range(21600))
    assert all(abs(drawn[roll] - 100 * count) < 60 + 50 * count for roll, count in throws.items())


@clause("carre.r12")
def test_different_payments_of_one_price_differ_and_equal_dice_do_not() -> None:
    game, state = loaded([], [], dice=(2, 2, 4), chips=(1, 1))
    payments = [text.rsplit(" ", 1)[1] for text in texts(game, state, "build 4 0,0")]
    assert payments == ["4", "2+2"]
    assert [text.rsplit(" ", 1)[1] for text in texts(game, state, "build 3x 0,0")] == ["2"]


@clause("carre.5")
def test_a_price_is_paid_exactly_with_dice_still_there() -> None:
    game, state = rolled("2+4+6")
    assert refused(game, state, 0, "build 3x 0,0 with 4") == "carre.5"  # too much
    assert refused(game, state, 0, "build 8x 0,0 with 6") == "carre.5"  # one chip is too little
    assert refused(game, state, 0, "build 3x 0,0 with 3") == "carre.5"  # no such die
    assert refused(game, state, 0, "build 4 0,0 with 2+2") == "carre.5"  # only one die like that
    after = play(game, "0: build 2x 0,0 with 2", state=state)
    assert after.dump()["dice"] == [4, 6]
    assert refused(game, after, 0, "build 2x 0,1 with 2") == "carre.5"  # used up
    assert refused(game, after, 0, "build 2x 0,1 with 4") == "carre.5"  # not split


@clause("carre.5", "carre.7")
def test_chips_add_a_point_each_and_go_to_the_middle_at_once() -> None:
    game, state = loaded([], [], dice=(1, 6, 6), chips=(3, 0))
    after = play(game, "0: build 9 0,0 with 6", state=state)
    assert (after.dump()["chips"], after.dump()["middle"][1]) == ([0, 0], 4)
    assert after.dump()["dice"] == [1, 6]
    assert refused(game, after, 0, "build 2x 3,0 with 1") == "carre.5"


@clause("carre.6")
def test_chips_alone_pay_too() -> None:
    game, state = loaded([], [], dice=(6, 6, 6), chips=(2, 0))
    after = play(game, "0: build 2y 4,0 with -", state=state)
    assert after.dump()["chips"] == [0, 0]
    assert after.dump()["dice"] == [6, 6, 6]
    assert refused(game, after, 0, "build 2y 4,2 with -") == "carre.5"


@clause("carre.7", "carre.r10")
def test_a_chip_bought_this_turn_is_for_later() -> None:
    game, state = loaded([], [], dice=(1, 1, 3), chips=(0, 1))
    bought = play(game, "0: buy 1 chip with 1", state=state)
    assert bought.dump()["chips"] == [1, 1]
    assert refused(game, bought, 0, "build 4 0,0 with 3") == "carre.7"
    later = play(
        game, "0: end", "chance: roll 1+1+1", "1: end", "chance: roll 3+5+5", "0: build 4 0,0 with 3", state=bought
    )
    assert later.dump()["chips"] == [0, 1]


@clause("carre.r10", "carre.7")
def test_older_chips_can_be_spent_after_buying() -> None:
    game, state = loaded([], [], dice=(1, 1, 3), chips=(1, 1))
    bought = play(game, "0: buy 1 chip with 1", state=state)
    assert refused(game, bought, 0, "build 6x 0,0 with 1+3") == "carre.7"
    after = play(game, "0: build 4 0,0 with 3", state=bought)
    assert after.dump()["chips"] == [1, 1]
    assert refused(game, after, 0, "build 2x 0,2 with 1") == "carre.7"


# Building


@clause("carre.8")
def test_a_tile_comes_from_the_supply_and_there_are_only_two() -> None:
    game, state = loaded(["4 0,0"], [], dice=(4, 4, 4))
    after = play(game, "0: build 4 0,0 with 4", state=state)
    assert after.dump()["supplies"][0] == [2, 2, 0, 2, 2, 2, 2, 2]
    assert refused(game, after, 0, "build 4 2,0 with 4") == "carre.8"
    assert 4 not in buildable(game, after)


@clause("carre.8")
def test_no_tile_reaches_over_the_edge() -> None:
    game, state = rolled("6+6+6")
    for place in ("12x 2,0", "12x 0,2", "12y 3,0", "12y 0,1"):
        assert refused(game, state, 0, f"build {place} with 6+6") == "carre.8"
    for place in ("12x 1,1", "12y 2,0"):
        assert refused(game, state, 0, f"build {place} with 6+6") == ""


@clause("carre.9")
def test_a_tile_rests_on_the_bare_board_or_with_all_of_it_at_one_height() -> None:
    game, state = loaded(["4 0,0", "4 2,0"], [], dice=(2, 3, 6))
    assert refused(game, state, 0, "build 3x 0,0 with 3") == ""  # across two tiles
    assert refused(game, state, 0, "build 3x 2,0 with 3") == "carre.9"  # hangs over to the right
    assert refused(game, state, 0, "build 3y 0,0 with 3") == "carre.9"  # hangs over downwards
    assert refused(game, state, 0, "build 6x 0,1 with 6") == "carre.9"  # half bare, half not
    assert refused(game, state, 0, "build 6x 0,2 with 6") == ""
    higher = play(game, "0: build 3x 0,0 with 3", state=state)
    assert refused(game, higher, 0, "build 2y 0,0 with 2") == "carre.9"  # heights two and one
    assert refused(game, higher, 0, "build 2x 0,0 with 2") == ""
    assert heights(higher, 0)[:10] == [2, 2, 2, 1, 0, 1, 1, 1, 1, 0]


@clause("carre.9")
def test_many_layers_on_one_square_are_counted_right() -> None:
    """Next to a tower every tile that would need two heights is refused."""
    tower = [tile for tile in ("12y 0,0", "9 0,0", "6y 0,0", "3y 0,0", "2y 0,0", "7 0,0") for _ in range(2)]
    game, state = loaded(tower, [], dice=(4, 4, 4))
    assert [heights(state, 0)[5 * y] for y in range(4)] == [12, 10, 8, 2]
    assert {text.split(" with")[0] for text in texts(game, state, "build 4")} == {
        "build 4 3,0",
        "build 4 3,1",
        "build 4 3,2",
    }
    assert {text.split(" with")[0] for text in texts(game, state, "build 8")} == {"build 8y 3,0"}


@clause("carre.9", "carre.10", "carre.19")
def test_the_last_nine_needs_a_flat_place_so_tiles_come_back_first() -> None:
    """The worked example: no flat 3×3 is left for the last tile."""
    tiles = ["12y 0,0", "8y 3,0"] * 2 + ["9 0,0", "6y 3,0", "3x 0,3", "2x 3,3"]
    tiles += ["4 0,0", "4 0,2", "3y 0,0", "6y 3,0", "2x 3,3", "7 2,1", "7 2,1"]
    game, state = loaded(tiles, [], dice=(3, 3, 3))
    assert len(tiles) == 15
    assert texts(game, state, "build") == []
    for x, y in product(range(3), range(2)):
        assert refused(game, state, 0, f"build 9 {x},{y} with 3+3+3") == "carre.9"
    moves = ["take back 2,1", "take back 2,1", "take back 0,0", "take back 0,0", "take back 0,2"]
    cleared = play(game, *(f"0: {move}" for move in moves), state=state)
    built = play(game, "0: build 9 0,0 with 3+3+3", state=cleared)
    assert (built.all_points()[0], built.current) == (11, 0)


# Taking back


@clause("carre.10", "carre.r1")
def test_free_tiles_come_back_one_after_another_without_paying() -> None:
    game, state = loaded(["8x 0,0", "4 0,0", "7 1,1"], [], dice=(2, 3, 4))
    assert texts(game, state, "take") == ["take back 1,1"]
    assert refused(game, state, 0, "take back 0,0") == "carre.r1"
    after = play(game, "0: take back 1,1", "0: take back 0,0", "0: take back 0,0", state=state)
    assert after.dump()["supplies"][0] == [2] * 8
    assert heights(after, 0) == [0] * 20
    assert (after.dump()["dice"], after.dump()["chips"]) == ([2, 3, 4], [1, 1])
    assert after.current == 0


@clause("carre.10")
def test_only_tiles_that_are_there_and_one_s_own_come_back() -> None:
    game, state = loaded(["4 0,0"], ["4 2,0"])
    assert refused(game, state, 0, "take back 1,0") == "carre.10"  # not its upper left square
    assert refused(game, state, 0, "take back 2,0") == "carre.10"  # the opponent's
    assert refused(game, state, 1, "take back 2,0") == "carre.4"  # out of turn


@clause("carre.r1", "carre.r11")
def test_tiles_come_back_only_between_roll_and_end() -> None:
    game, state = loaded(["4 0,0"], [], dice=(), stage="rolling", current=CHANCE)
    assert refused(game, state, 0, "take back 0,0") == "carre.4"
    state = play(game, "chance: roll 4+5+5", "0: take back 0,0", "0: build 4 3,2 with 4", state=state)
    assert state.dump()["boards"][0] == [("4", 3, 2, 0)]
    assert refused(game, play(game, "0: end", state=state), 0, "take back 3,2") == "carre.4"


# Buying


@clause("carre.11")
def test_one_stopper_for_five_or_two_for_ten() -> None:
    game, state = rolled("4+5+6")
    one = play(game, "0: buy 1 stopper with 5", state=state)
    assert (one.dump()["stoppers"], one.dump()["middle"][0]) == ([1, 0], 3)
    two = play(game, "0: buy 2 stopper with 4+6", state=state)
    assert (two.dump()["stoppers"], two.dump()["middle"][0]) == ([2, 0], 2)
    assert refused(game, state, 0, "buy 2 stopper with 5") == "carre.5"
    assert refused(game, state, 0, "buy 1 stopper with 6") == "carre.5"


@clause("carre.11", "carre.18", "carre.r7")
def test_stoppers_once_and_chips_once_a_turn() -> None:
    game, state = loaded([], [], dice=(1, 5, 5), chips=(1, 1))
    state = play(game, "0: buy 1 stopper with 5", state=state)
    assert refused(game, state, 0, "buy 1 stopper with 5") == "carre.11"
    state = play(game, "0: buy 1 chip with 1", state=state)
    assert refused(game, state, 0, "buy 1 chip with -") == "carre.18"
    again = play(game, "0: end", "chance: roll 1+1+1", "1: end", "chance: roll 1+5+5", state=state)
    play(game, "0: buy 1 stopper with 5", "0: buy 1 chip with 1", state=again)


@clause("carre.12", "carre.r9")
def test_one_stopper_from_an_empty_middle_makes_somebody_give_one_up() -> None:
    game, state = loaded([], [], [], dice=(5, 6, 6), stoppers=(1, 5, 0))
    state = play(game, "0: buy 1 stopper with 5", state=state)
    assert state.dump()["stage"] == "stopper_to_middle"
    assert legal_texts(game, state, 0) == ["name 1"]
    assert [refused(game, state, 0, text) for text in ("name 0", "name 2", "name 3", "end")] == ["carre.r9"] * 4
    state = play(game, "0: name 1", state=state)
    assert (state.dump()["stoppers"], state.dump()["middle"][0]) == ([1, 4, 0], 1)
    assert refused(game, state, 0, "name 1") == "carre.r9"
    assert refused(game, state, 0, "buy 1 stopper with 5") == "carre.5"
    assert state.dump()["bought"] == [1, 0]


@clause("carre.13", "carre.14")
def test_two_stoppers_from_an_empty_middle_bring_one_from_somebody() -> None:
    game, state = loaded([], ["7 0,0"], [], dice=(4, 6, 6), stoppers=(0, 3, 3), chips=(1, 1, 1))
    state = play(game, "0: buy 2 stopper with 4+6", state=state)
    assert legal_texts(game, state, 0) == ["name 1", "name 2"]
    state = play(game, "0: name 2", state=state)
    assert (state.dump()["stoppers"], state.dump()["middle"][0]) == ([1, 3, 2], 0)
    assert refused(game, state, 0, "stop 1 0,0 with 6") == "carre.14"


@clause("carre.13")
def test_two_stoppers_from_a_middle_of_one() -> None:
    game, state = loaded([], [], dice=(4, 6, 6), stoppers=(1, 2))
    state = play(game, "0: buy 2 stopper with 4+6", state=state)
    assert (state.dump()["stoppers"], state.dump()["middle"][0]) == ([2, 2], 0)
    state = play(game, "0: name 1", state=state)
    assert (state.dump()["stoppers"], state.dump()["middle"][0]) == ([2, 1], 1)


@clause("carre.r2")
def test_nothing_is_bought_where_there_is_nothing() -> None:
    game, state = loaded([], [], dice=(4, 5, 6), stoppers=(4, 0))
    assert refused(game, state, 0, "buy 1 stopper with 5") == "carre.r2"
    assert refused(game, state, 0, "buy 2 stopper with 4+6") == "carre.r2"
    game, state = loaded([], [], dice=(1, 5, 6), chips=(4, 0))
    assert refused(game, state, 0, "buy 1 chip with 1") == "carre.r2"
    assert refused(game, state, 0, "buy 2 chip with 5+6") == "carre.r2"


@clause("carre.r3")
def test_two_are_bought_where_one_is_there_and_nobody_else_has_any() -> None:
    game, state = loaded([], [], dice=(4, 6, 6), stoppers=(3, 0))
    state = play(game, "0: buy 2 stopper with 4+6", state=state)
    assert state.dump()["stoppers"] == [4, 0]
    assert state.dump()["stage"] == "acting"


@clause("carre.18")
def test_one_chip_for_one_or_two_for_eleven() -> None:
    game, state = rolled("1+5+6")
    one = play(game, "0: buy 1 chip with 1", state=state)
    assert (one.dump()["chips"], one.dump()["middle"][1]) == ([2, 1], 1)
    two = play(game, "0: buy 2 chip with 5+6", state=state)
    assert (two.dump()["chips"], two.dump()["middle"][1]) == ([3, 1], 0)
    assert refused(game, state, 0, "buy 2 chip with 1+5") == "carre.5"


@clause("carre.18", "carre.12", "carre.13")
def test_chips_from_an_empty_middle_go_the_way_of_stoppers() -> None:
    game, state = loaded([], [], [], dice=(1, 5, 6), chips=(0, 4, 2))
    one = play(game, "0: buy 1 chip with 1", "0: name 2", state=state)
    assert (one.dump()["chips"], one.dump()["middle"][1]) == ([0, 4, 1], 1)
    two = play(game, "0: buy 2 chip with 5+6", "0: name 1", state=state)
    assert (two.dump()["chips"], two.dump()["middle"][1]) == ([1, 3, 2], 0)
    assert refused(game, two, 0, "build 2x 0,0 with 1") == "carre.7"
    game, state = loaded([], [], [], dice=(1, 5, 6), chips=(0, 3, 2))
    last = play(game, "0: buy 2 chip with 5+6", "0: name 1", state=state)
    assert (last.dump()["chips"], last.dump()["middle"][1]) == ([1, 2, 2], 1)


@clause("carre.r8", "carre.7")
def test_chips_spent_lie_in_the_middle_before_anything_is_bought() -> None:
    game, state = loaded([], [], dice=(5, 5, 6), chips=(4, 0))
    assert refused(game, state, 0, "buy 2 chip with 5+6") == "carre.r2"
    assert texts(game, state, "buy 2 chip") == ["buy 2 chip with 5+5"]
    after = play(game, "0: buy 2 chip with 5+5", state=state)
    assert (after.dump()["chips"], after.dump()["stage"]) == ([4, 0], "acting")
    assert after.dump()["new"] == [0, 1]
    game, state = loaded([], [], dice=(5, 5, 6), chips=(1, 3))
    after = play(game, "0: buy 1 chip with -", state=state)
    assert (after.dump()["chips"], after.dump()["stage"]) == ([1, 3], "acting")
    assert refused(game, after, 0, "build 6x 0,0 with 5") == "carre.7"


# The end


@clause("carre.19", "carre.r14")
def test_the_last_tile_wins_at_once() -> None:
    game, state = loaded(FULL[:-1], FULL[:12], [], dice=(1, 6, 6))
    assert state.all_points() == [15, 12, 0]
    state = play(game, "0: build 7 4,1 with 1+6", state=state)
    assert state.current == OVER
    assert state.result().to_json() == {"scores": [16, 12, 0], "ranks": [1, 2, 3], "clause": "carre.19"}
    assert [refused(game, state, seat, "end") for seat in range(3)] == ["carre.19"] * 3
    assert state.legal(0) + state.legal(OVER) == []
    assert game.load(state.dump()).current == OVER


@clause("carre.r13", "carre.19")
def test_the_last_tile_may_come_with_a_second_stopper() -> None:
    game, state = loaded(FULL[:-1], ["7 0,0"], dice=(1, 6, 6), stoppers=(2, 0))
    state = play(game, "0: stop 1 0,0 with 1+6", "0: also 7 0,0", state=state)
    assert (state.current, state.result().clause, state.result().winners) == (OVER, "carre.19", [0])


@clause("carre.r6", "carre.r14")
def test_after_the_last_turn_the_fewest_tiles_left_win() -> None:
    game = Carre(3, {"turn_limit": 1})
    moves = ["chance: roll 2+2+3", "0: build 2x 0,0 with 2", "0: end", "chance: roll 2+2+3", "1: build 2x 0,0 with 2"]
    moves += ["1: end", "chance: roll 6+6+6"]
    state = play(game, *moves, "2: end")
    assert state.current == OVER
    assert state.result().to_json() == {"scores": [1, 1, 0], "ranks": [1, 1, 3], "clause": "carre.r6"}
    assert refused(game, state, 0, "end") == "carre.r6"
    assert game.load(state.dump()).fingerprint() == state.fingerprint()


@clause("carre.r6")
def test_everybody_has_two_hundred_turns() -> None:
    game = Carre(2)
    state = game.start()
    playout(state, Rng(1), ActionBuffer())
    assert (state.dump()["turns"], state.result().clause) == (400, "carre.r6")


# The worked examples


@clause("carre.5", "carre.11")
def test_example_two_four_six() -> None:
    game, state = loaded([], [], dice=(2, 4, 6), chips=(0, 1))
    assert buildable(game, state) == {2, 4, 6, 8, 12}
    assert texts(game, state, "buy") == ["buy 2 stopper with 4+6"]
    combined = play(game, "0: build 2x 0,0 with 2", "0: build 4 0,1 with 4", "0: build 6x 2,1 with 6", state=state)
    assert combined.all_points() == [3, 0]
    game, state = rolled("2+4+6")
    assert buildable(game, state) == {2, 3, 4, 6, 7, 8, 9, 12}


@clause("carre.5")
def test_example_five_five_one_and_a_chip() -> None:
    game, state = rolled("1+5+5")
    after = play(game, "0: build 12x 0,0 with 1+5+5", state=state)
    assert (after.dump()["dice"], after.dump()["chips"]) == ([], [0, 1])
    game, state = loaded([], [], dice=(1, 5, 5), chips=(0, 1))
    assert refused(game, state, 0, "build 12x 0,0 with 1+5+5") == "carre.5"


@clause("carre.5", "carre.11")
def test_example_six_six_three_and_three_chips() -> None:
    game, state = loaded([], [], dice=(3, 6, 6), chips=(3, 0))
    after = play(game, "0: build 8x 0,0 with 6", "0: buy 2 stopper with 3+6", state=state)
    assert (after.dump()["dice"], after.dump()["chips"], after.dump()["stoppers"]) == ([], [0, 0], [2, 0])
