"""Carat, clause by clause."""

from collections import Counter
from itertools import combinations_with_replacement, permutations

import pytest

from carreau.core.action_buffer import ActionBuffer
from carreau.core.errors import NotationError
from carreau.core.game import CHANCE, OVER, SPECTATOR
from carreau.core.rng import Rng
from carreau.games.carat.game import Carat
from carreau.games.carat.rules import factor, winner
from carreau.games.carat.spec import BOX
from carreau.games.catalogue import option_sets
from tests.clauses import clause
from tests.play import legal_texts, play, refused
from tests.positions.carat import CASES, SMALL, Gem, after_playout, around, chip, chips_laid, laid, seen, tile_of

COLOURS = ["red", "blue", "green", "yellow"]


# The box


@clause("carat.1", "carat.2", "carat.3", "carat.4")
def test_the_box_is_complete() -> None:
    assert BOX["colours"] == COLOURS
    assert BOX["side"] == 6
    assert BOX["chips"] == [10, 10, 10, 10, 9]
    assert sum(BOX["chips"]) == (BOX["side"] + 1) ** 2 == 49
    assert BOX["carats"] == 6
    assert BOX["hands"] == [1, 3]


@clause("carat.4")
def test_there_are_six_orders_of_each_value_and_mirror_images_are_different_tiles() -> None:
    game = Carat(2)
    tiles = legal_texts(game, chips_laid(game), CHANCE)
    assert len(tiles) == 36
    assert Counter(tile.split()[1] for tile in tiles) == {str(carats): 6 for carats in range(1, 7)}
    orders = {tile.split()[2] for tile in tiles}
    assert orders == {"r" + "".join(rest) for rest in permutations("bgy")}
    for order in orders:
        assert sorted(order) == ["b", "g", "r", "y"]
        mirrored = tile_of(order[::-1])
        assert mirrored != order
        assert mirrored in orders
    state = play(game, "chance: draw 6 rbgy", state=chips_laid(game))
    assert refused(game, state, CHANCE, "draw 6 rbgy") == "carat.5"
    assert refused(game, state, CHANCE, "draw 6 rygb") == ""


@clause("carat.1", "carat.r7", "carat.r4", "carat.16")
def test_colours_belong_to_seats_and_the_others_are_neutral() -> None:
    for seats in (2, 3, 4):
        view = seen(Carat(seats).start(), 0)
        assert view["colours"] == [[colour] for colour in COLOURS[:seats]]
        assert list(view["points"]) == COLOURS[:seats]
    view = seen(Carat(2, {"two_colours": True}).start(), 0)
    assert view["colours"] == [["red", "green"], ["blue", "yellow"]]
    assert list(view["points"]) == COLOURS


# Set-up


@clause("carat.3", "carat.r1", "carat.2")
def test_chance_lays_one_chip_on_each_chip_field() -> None:
    game = Carat(3)
    state, rng = game.start(), Rng(5)
    left = [10, 10, 10, 10, 9]
    for place in range(49):
        x, y = place % 7, place // 7
        assert state.current == CHANCE
        values = [value for value in range(1, 6) if left[value - 1]]
        assert legal_texts(game, state, CHANCE) == [f"chip {value} {x},{y}" for value in values]
        assert state.weights() == [count for count in left if count]
        assert place == 48 or refused(game, state, CHANCE, f"chip {values[0]} 6,6") == "carat.r1"
        action = int(state.sample(rng))
        left[int(game.fields(action)["value"]) - 1] -= 1
        state.apply(CHANCE, action)
        assert seen(state, 0)["chips_left"] == left
        assert refused(game, state, CHANCE, f"chip 5 {x},{y}") == "carat.3"
    assert left == [0] * 5
    assert (state.current, seen(state, 0)["stage"]) == (CHANCE, "drawing")


@clause("carat.r1", "carat.r7", "carat.3")
def test_players_may_lay_the_chips_in_turn_and_only_then_draw() -> None:
    game = Carat(3, {"layout": "players"})
    state = game.start()
    assert state.waiting() == [0]
    assert len(state.legal(0)) == 5 * 49
    assert refused(game, state, 1, "chip 1 0,0") == "carat.r1"
    assert refused(game, state, CHANCE, "chip 1 0,0") == "carat.r1"
    assert refused(game, state, 0, "draw 1 rbgy") == "carat.r7"
    assert refused(game, state, 0, "1 rbgy 2,2") == "carat.r7"
    state = play(game, "0: chip 5 3,4", "1: chip 1 6,6", "2: chip 5 0,0", state=state)
    assert refused(game, state, 0, "chip 2 3,4") == "carat.3"
    assert (state.current, chip(state, 3, 4)["value"], chip(state, 0, 1)["value"]) == (0, 5, 0)
    for index, place in enumerate(range(1, 8)):
        game.act(state, index % 3, game.parse(f"chip 5 {place % 7},{place // 7}"))
    assert refused(game, state, 1, "chip 5 5,5") == "carat.3"  # there were nine of them
    rng = Rng(1)
    for number in range(10, 49):
        assert state.current == number % 3
        state.apply(state.current, state.random_action(state.current, rng, ActionBuffer()))
    assert (state.current, state.turn, seen(state, 0)["stage"]) == (CHANCE, 0, "drawing")
    small = chips_laid(Carat(2, {"layout": "players"}, box=SMALL))
    assert (small.current, small.turn) == (CHANCE, 0)  # seat 1 laid the last chip, but seat 0 starts


@clause("carat.5", "carat.17", "carat.r7")
@pytest.mark.parametrize("hand", [1, 3])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_draws_a_hand_and_seat_0_begins(seats: int, hand: int) -> None:
    game = Carat(seats, {"hand": hand})
    state, rng = chips_laid(game), Rng(seats)
    for drawn in range(seats * hand):
        assert seen(state, 0)["held"] == [min(hand, max(0, drawn - seat * hand)) for seat in range(seats)]
        assert state.current == CHANCE
        assert refused(game, state, 0, "1 rbgy 2,2") == "carat.5"
        state.apply(CHANCE, state.sample(rng))
    assert state.current == 0
    assert seen(state, 0)["held"] == [hand] * seats
    assert seen(state, 0)["stock"] == 36 - seats * hand


@clause("carat.5", "carat.r2")
def test_a_tile_is_seen_by_who_draws_it_alone() -> None:
    game = Carat(3)
    before = play(game, "chance: draw 6 rbgy", state=chips_laid(game))
    one, other = (play(game, f"chance: draw {tile}", state=before) for tile in ("1 rygb", "5 rgby"))
    assert before.unseen_by(CHANCE, game.parse("draw 1 rygb")) == [SPECTATOR, 0, 2]
    for viewer in (SPECTATOR, 0, 2):
        assert seen(one, viewer) == seen(other, viewer)
        assert seen(one, viewer)["hands"][1] == []
        assert [1, "rygb"] in seen(one, viewer)["unseen"]
    assert seen(one, 1)["hands"] == [[], [[1, "rygb"]], []]
    assert len(seen(one, 1)["unseen"]) == 35


@clause("carat.r2")
def test_open_hands_are_seen_by_all() -> None:
    game = Carat(2, {"open_hands": True})
    state = play(game, "chance: draw 6 rbgy", "chance: draw 5 rgby", state=chips_laid(game))
    assert state.unseen_by(CHANCE, game.parse("draw 1 rygb")) == []
    for viewer in (SPECTATOR, 0, 1):
        assert seen(state, viewer)["hands"] == [[[6, "rbgy"]], [[5, "rgby"]]]
        assert len(seen(state, viewer)["unseen"]) == 34
        assert state.view(viewer).guess(Rng(1)).fingerprint() == state.fingerprint()


# Laying


@clause("carat.6", "carat.7", "carat.2")
def test_the_first_tile_may_be_turned_and_laid_anywhere_but_on_the_outer_ring() -> None:
    game = Carat(2)
    state = play(game, "chance: draw 6 rbgy", "chance: draw 5 rgby", state=chips_laid(game))
    inside = [f"{x},{y}" for y in range(1, 5) for x in range(1, 5)]
    ways = ["rbgy", "yrbg", "gyrb", "bgyr"]
    assert sorted(legal_texts(game, state, 0)) == sorted(f"6 {way} {place}" for way in ways for place in inside)
    for place in ("0,0", "0,3", "3,0", "5,3", "3,5", "5,5"):
        assert refused(game, state, 0, f"6 rbgy {place}") == "carat.7"
    assert refused(game, state, 0, "6 rygb 2,2") == "carat.6"  # the mirror image
    assert refused(game, state, 0, "5 rgby 2,2") == "carat.6"  # somebody else's
    assert refused(game, state, 1, "5 rgby 2,2") == "carat.6"  # out of turn
    assert refused(game, state, CHANCE, "draw 1 rbgy") == "carat.6"  # all hands are full
    assert refused(game, state, 0, "draw 1 rbgy") == "carat.6"
    assert refused(game, state, 0, "chip 1 0,0") == "carat.3"
    with pytest.raises(NotationError, match=r"x=6 is not in 0\.\.5"):
        game.parse("6 rbgy 6,0")


@clause("carat.6")
def test_after_laying_a_tile_another_one_is_drawn_and_the_turn_passes() -> None:
    game = Carat(2)
    state = play(game, "chance: draw 6 rbgy", "chance: draw 5 rgby", "0: 6 rbgy 2,2", state=chips_laid(game))
    assert (state.current, state.turn) == (CHANCE, 0)
    assert len(legal_texts(game, state, CHANCE)) == 34
    assert refused(game, state, CHANCE, "draw 5 rgby") == "carat.5"
    assert refused(game, state, 1, "5 rgby 2,3") == "carat.6"
    state = play(game, "chance: draw 1 rbyg", state=state)
    assert (state.current, seen(state, 0)["hands"]) == (1, [[[1, "rbyg"]], []])
    assert refused(game, state, 0, "1 rbyg 2,3") == "carat.6"
    assert refused(game, state, 1, "5 rgby 2,2") == "carat.6"
    assert seen(state, 1)["tiles"] == [[2, 2, 6, "rbgy"]]


@clause("carat.8")
def test_later_tiles_share_a_side_and_may_lie_at_the_edge() -> None:
    game = Carat(2)
    state = laid(game, "6 rbgy 1,1", "5 rbgy 1,2", "4 rbgy 0,1")
    places = {lay.split()[2] for lay in legal_texts(game, state, 1)}
    assert places == {"0,0", "1,0", "2,1", "0,2", "2,2", "1,3"}
    carats, order = seen(state, 1)["hands"][1][0]
    for place in ("2,0", "5,0", "2,3", "0,3", "5,1", "5,5"):  # diagonal, far away, at the other end of a row
        assert refused(game, state, 1, f"{carats} {order} {place}") == "carat.8"
    assert refused(game, state, 1, f"{carats} {order} 0,0") == ""


@clause("carat.6", "carat.9", "carat.10")
def test_each_gem_points_at_the_chip_of_its_corner_clockwise_from_the_upper_left() -> None:
    state = laid(Carat(4), "6 rbgy 2,3")
    touched = {
        (x, y): chip(state, x, y)["carats"] for y in range(7) for x in range(7) if any(chip(state, x, y)["carats"])
    }
    assert touched == {(2, 3): [6, 0, 0, 0], (3, 3): [0, 6, 0, 0], (3, 4): [0, 0, 6, 0], (2, 4): [0, 0, 0, 6]}


@clause("carat.17", "carat.6")
def test_with_three_tiles_one_is_chosen_and_the_hand_filled_up_while_the_stock_lasts() -> None:
    game = Carat(2, {"hand": 3})
    state, rng = laid(game, "6 rbgy 2,2"), Rng(1)
    assert len({tuple(lay.split()[:2]) for lay in legal_texts(game, state, 1)}) == 3 * 4
    assert len(state.legal(1)) == 3 * 4 * 4
    sizes = []
    while state.current != OVER:
        if state.current >= 0:
            sizes.append(seen(state, 0)["held"][state.current])
            state.apply(state.current, state.random_action(state.current, rng, ActionBuffer()))
        else:
            assert seen(state, 0)["held"][state.turn] == 2
            state.apply(CHANCE, state.sample(rng))
    assert sizes == [3] * 31 + [2, 2, 1, 1]


@clause("carat.r5")
def test_somebody_can_always_lay_while_a_field_is_free() -> None:
    for options in option_sets(Carat):
        game = Carat(2, options)
        state, rng = game.start(), Rng(3)
        for _ in range(200):
            if state.current == OVER:
                break
            assert state.legal(state.current)
            state.apply(
                state.current,
                state.sample(rng)
                if state.current == CHANCE
                else state.random_action(state.current, rng, ActionBuffer()),
            )
        assert len(seen(state, 0)["tiles"]) == 36


# Deciding chips


@clause("carat.9", "carat.10", "carat.11", "carat.12", "carat.13", "carat.r9", "carat.r10")
@pytest.mark.parametrize(("gems", "won_by", "colours"), CASES)
def test_a_chip_goes_to_the_highest_sum_that_no_other_colour_has(gems: list[Gem], won_by: str, colours: int) -> None:
    game = Carat(4)
    lays = around(gems)
    for number in range(4):
        undecided = chip(laid(game, *lays[:number], chips={(3, 3): 3}), 3, 3)
        assert (undecided["winner"], undecided["missing"], undecided["points"]) == ("", 4 - number, 0)
    state = laid(game, *lays, chips={(3, 3): 3})
    sums = [sum(carats for letter, carats in gems if letter == colour[0]) for colour in COLOURS]
    points = 3 * colours if won_by != "nobody" else 0
    for viewer in (SPECTATOR, 0, 1, 2, 3):
        decided = seen(state, viewer)["chips"][3][3]
        assert decided == {"value": 3, "missing": 0, "carats": sums, "winner": won_by, "points": points}
    assert seen(state, 0)["scores"] == [points if colour == won_by else 0 for colour in COLOURS]


@clause("carat.13", "carat.11")
def test_the_worked_examples_score_12_and_9() -> None:
    assert seen(laid(Carat(4), *around(CASES[0][0]), chips={(3, 3): 3}), 0)["scores"] == [12, 0, 0, 0]
    assert seen(laid(Carat(4), *around(CASES[2][0]), chips={(3, 3): 3}), 0)["scores"] == [0, 0, 9, 0]


@clause("carat.11", "carat.12", "carat.13", "carat.r9")
def test_all_sets_of_gems_around_a_chip() -> None:
    """Every set of one to four gems, decided by crossing out equal sums from the top."""
    zeros = []
    for number in (1, 2, 4):
        for gems in combinations_with_replacement([(c, carats) for c in range(4) for carats in range(1, 7)], number):
            sums = [sum(carats for colour, carats in gems if colour == c) for c in range(4)]
            there = len({colour for colour, _ in gems})
            alone = [total for total in sorted(sums) if sums.count(total) == 1]
            expected = sums.index(alone[-1]) if alone else -1
            packed = sum(total * 32**colour for colour, total in enumerate(sums))
            assert (winner(packed), factor(packed)) == (expected, there), gems
            if expected >= 0 and sums[expected] == 0:
                zeros.append(there)
    assert set(zeros) == {3}  # a lone 0 wins only against three others


@clause("carat.9", "carat.13", "carat.12")
def test_a_corner_is_decided_by_one_gem_and_an_edge_by_two() -> None:
    lays = ["1 rbgy 1,1", "6 rbgy 1,0", "5 brgy 0,0"]
    state = laid(Carat(4), *lays, chips={(0, 0): 5, (1, 0): 4, (2, 0): 3})
    corner, edge, open_edge = chip(state, 0, 0), chip(state, 1, 0), chip(state, 2, 0)
    assert (corner["winner"], corner["points"], corner["carats"]) == ("blue", 5, [0, 5, 0, 0])
    assert (edge["winner"], edge["points"], edge["carats"]) == ("red", 4, [11, 0, 0, 0])  # one colour: not doubled
    assert (open_edge["winner"], open_edge["missing"]) == ("", 1)
    state = laid(Carat(4), *lays[:2], "5 bgry 0,0", chips={(1, 0): 4})
    assert (chip(state, 1, 0)["winner"], chip(state, 1, 0)["points"]) == ("red", 8)
    state = laid(Carat(4), *lays[:1], "5 rbgy 1,0", "5 bgry 0,0", chips={(1, 0): 4})
    assert (chip(state, 1, 0)["winner"], chip(state, 1, 0)["carats"]) == ("nobody", [5, 0, 5, 0])


@clause("carat.13", "carat.9", "carat.15")
def test_corners_are_never_multiplied_and_edges_at_most_doubled() -> None:
    most = {1: 0, 2: 0, 4: 0}
    for seed in range(12):
        view = seen(after_playout(Carat(4), seed), 0)
        for y, row in enumerate(view["chips"]):
            for x, entry in enumerate(row):
                assert entry["missing"] == 0
                assert entry["winner"]
                kind = (2 - (x in (0, 6))) * (2 - (y in (0, 6)))
                most[kind] = max(most[kind], entry["points"] // entry["value"])
    assert most == {1: 1, 2: 2, 4: 4}


@clause("carat.9", "carat.r6")
def test_one_tile_can_decide_four_chips_each_scored_by_itself() -> None:
    ring = ["1,1", "2,1", "3,1", "3,2", "3,3", "2,3", "1,3", "1,2"]
    lays = [f"{1 + number // 2} {'rbgy' if number % 2 else 'rygb'} {place}" for number, place in enumerate(ring)]
    before = laid(Carat(4), *lays)
    middle = [(2, 2), (3, 2), (3, 3), (2, 3)]
    assert [chip(before, x, y)["missing"] for x, y in middle] == [1] * 4
    assert seen(before, 0)["scores"] == [0] * 4
    state = laid(Carat(4), *lays, "6 rbgy 2,2")
    decided = [chip(state, x, y) for x, y in middle]
    assert all(entry["winner"] for entry in decided)
    scores = [sum(entry["points"] for entry in decided if entry["winner"] == colour) for colour in COLOURS]
    assert seen(state, 0)["scores"] == scores
    assert sum(map(bool, scores)) > 1


@clause("carat.14", "carat.r8")
def test_neutral_colours_win_for_nobody_cancel_out_and_multiply() -> None:
    for gems, won_by, scores in (
        ([("g", 5), ("b", 4), ("r", 2), ("y", 1)], "green", [0, 0]),
        ([("g", 5), ("y", 5), ("r", 2), ("b", 1)], "red", [12, 0]),  # neutral ties, and four colours
        ([("r", 5), ("y", 5), ("g", 1), ("b", 2)], "blue", [0, 12]),
        ([("r", 5), ("b", 5), ("g", 2), ("g", 1)], "green", [0, 0]),
    ):
        state = laid(Carat(2), *around(gems), chips={(3, 3): 3})
        assert chip(state, 3, 3)["winner"] == won_by
        assert chip(state, 3, 3)["missing"] == 0
        assert chip(state, 3, 3)["points"] == sum(scores)
        assert seen(state, 0)["scores"] == scores
    three = laid(Carat(3), *around([("y", 5), ("b", 4), ("r", 2), ("g", 1)]), chips={(3, 3): 3})
    assert (chip(three, 3, 3)["winner"], seen(three, 0)["scores"]) == ("yellow", [0, 0, 0])


@clause("carat.16", "carat.r4", "carat.r8")
def test_two_colours_of_a_player_are_rivals_and_their_points_are_added() -> None:
    game = Carat(2, {"two_colours": True})
    state = laid(game, *around([("r", 5), ("g", 5), ("b", 2), ("y", 1)]), chips={(3, 3): 3})
    assert (chip(state, 3, 3)["winner"], seen(state, 0)["scores"]) == ("blue", [0, 12])
    state = laid(game, *around([("r", 3), ("g", 3), ("b", 5), ("b", 1)]), chips={(3, 3): 3})
    assert (chip(state, 3, 3)["winner"], seen(state, 0)["scores"]) == ("blue", [0, 9])
    state = laid(game, *around([("r", 2), ("g", 3), ("b", 4), ("y", 1)]), chips={(3, 3): 3})
    assert (chip(state, 3, 3)["winner"], seen(state, 0)["scores"]) == ("blue", [0, 12])  # not 5 for red and green
    over = after_playout(game, 1)
    points = seen(over, 0)["points"]
    assert all(points.values())
    assert over.result().scores == [points["red"] + points["green"], points["blue"] + points["yellow"]]


@clause("carat.15")
def test_the_game_ends_with_the_last_tile_and_the_most_points_win() -> None:
    for seats in (2, 3, 4):
        game = Carat(seats)
        state, rng = game.start(), Rng(seats)
        decisions = 0
        while state.current != OVER:
            assert len(seen(state, 0)["tiles"]) < 36
            decisions += state.current >= 0
            state.apply(
                state.current,
                state.sample(rng)
                if state.current == CHANCE
                else state.random_action(state.current, rng, ActionBuffer()),
            )
        assert decisions == 36
        assert all(entry["winner"] for row in seen(state, 0)["chips"] for entry in row)
        result = state.result()
        assert result.clause == "carat.15"
        assert result.scores == seen(state, 0)["scores"]
        assert [rank == 1 for rank in result.ranks] == [score == max(result.scores) for score in result.scores]
        assert [refused(game, state, seat, "6 rbgy 0,0") for seat in (CHANCE, 0, 1)] == ["carat.15"] * 3
        assert [state.legal(seat) for seat in (CHANCE, 0, 1, OVER)] == [[]] * 4


@clause("carat.r3")
def test_equal_points_share_the_win() -> None:
    tied = next(
        state for state in (after_playout(Carat(2), seed) for seed in range(999)) if state.scores(0) == state.scores(1)
    )
    assert tied.result().ranks == [1, 1]
    assert tied.result().winners == [0, 1]
