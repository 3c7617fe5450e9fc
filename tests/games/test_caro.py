"""Caro, clause by clause."""

from typing import Any

import pytest

from carreau.core.action_buffer import ActionBuffer
from carreau.core.errors import NotationError, OptionError, PositionError, SeatsError
from carreau.core.game import OVER, SPECTATOR
from carreau.core.playout import playout
from carreau.core.rng import Rng
from carreau.games.caro._state import CaroState
from carreau.games.caro.game import Caro
from carreau.games.caro.spec import BOX
from carreau.games.texts import languages, text
from tests.clauses import clause
from tests.play import legal_texts, play, refused
from tests.positions.caro import COLOURS, alternate, position, scores_of, tiles_of

HONOUR = Caro(2, {"honour": True})


def loaded(tiles: list[list[Any]], greys: int = 3) -> CaroState:
    """Return a two-player position with these tiles, seat 0 to lay; both hold as many of the others as possible."""
    laid = [sum(tile[2] == colour for tile in tiles) for colour in COLOURS]
    mine = [min(3, 6 - laid[0]), min(3, 6 - laid[1]), greys, min(3, 6 - laid[3])]
    rest = [6 - mine[index] - laid[index] for index in range(4)]
    return Caro(2).load(position(tiles, [mine, rest]))


def points(before: CaroState, after: CaroState, seat: int) -> int:
    return scores_of(after)[seat] - scores_of(before)[seat]


def end_in(game: Caro, seed: int) -> CaroState:
    state = game.start()
    playout(state, Rng(seed), ActionBuffer())
    return state


def stuck_position() -> CaroState:
    """Return a position in which the player to act can't lay anything but the other can."""
    tiles = [[x, y, COLOURS[(x + 2 * y) % 4]] for y in range(2) for x in range(6)]
    return Caro(2).load(position(tiles, [[0, 0, 0, 0], [3, 3, 3, 3]]))


def before_the_last_tile() -> CaroState:
    """Return a game on honour with all tiles laid except a white one, which seat 0 holds and which fits on 5,3."""
    tiles = [[x, y, COLOURS[(x + 2 * y) % 4]] for y in range(4) for x in range(6)]
    return HONOUR.load(position(tiles[:-1], [[0, 0, 0, 1], [0, 0, 0, 0]]))


def only_faults_position() -> CaroState:
    """Return a game on honour in which seat 0 holds a red tile that fits nowhere, and seat 1 a white one that fits."""
    rows = ["b.....", "gr....", "b.br..", "wggggr", "bwbwbg", ".r.wwr"]
    colours = {colour[0]: colour for colour in COLOURS}
    tiles = [[x - 3, y - 3, colours[c]] for y, row in enumerate(rows) for x, c in enumerate(row) if c != "."]
    return HONOUR.load(position(tiles, [[1, 0, 0, 0], [0, 0, 0, 1]]))


def test_components_are_those_of_the_box() -> None:
    assert BOX["tiles_per_colour"] * len(BOX["colours"]) * max(Caro.SEATS) == 48
    assert BOX["side"] == {"2": 6, "3": 7, "4": 8}
    assert sorted(BOX["points"].values()) == [1, 2, 4, 6, 8, 10]
    assert len(BOX["points"]) == 6


@clause("caro.1")
def test_twelve_open_tiles_each() -> None:
    for seats in (2, 3, 4):
        view = Caro(seats).start().view(SPECTATOR).to_json()
        assert view["hands"] == [[3, 3, 3, 3]] * seats
    with pytest.raises(SeatsError, match="caro is for 2, 3, 4 players, not 5"):
        Caro(5)


@clause("caro.1")
def test_only_tiles_one_has_can_be_laid() -> None:
    state = alternate("red 0,0", "black 1,0", "red 1,1", "black 2,1", "red 2,2", "grey 0,1")
    assert refused(Caro(2), state, 0, "red 3,1") == "caro.1"
    assert not any(text.startswith("red") for text in legal_texts(Caro(2), state, 0))
    assert refused(Caro(2), play(Caro(2), "0: grey 3,1", state=state), 1, "red 3,0") == ""


@clause("caro.2")
def test_the_first_seat_starts_and_the_loser_starts_the_next_game() -> None:
    state = Caro(2, {"rounds": 2}).start()
    assert state.current == 0
    rng, out = Rng(5), ActionBuffer()
    while state.dump()["rounds_left"] == 2:
        state.apply(state.current, state.random_action(state.current, rng, out))
    scores = scores_of(state)
    assert tiles_of(state) == []
    assert scores[0] != scores[1]
    assert state.current == scores.index(min(scores))


@clause("caro.3")
def test_turns_go_round_and_a_laid_tile_stays() -> None:
    state = alternate("red 0,0", "black 1,0", "red 1,1", seats=3)
    assert state.current == 0
    assert refused(Caro(3), state, 1, "grey 0,1") == "caro.3"
    assert refused(Caro(3), state, 0, "grey 1,0") == "caro.3"
    assert [sum(hand) for hand in state.dump()["hands"]] == [11, 11, 11]


@clause("caro.4")
def test_the_tiles_fit_into_a_square() -> None:
    """With six columns occupied there is no seventh, on either side."""
    row = [[x, 0, COLOURS[x % 2]] for x in range(6)]
    state = loaded(row)
    assert refused(Caro(2), state, 0, "grey 6,0") == "caro.4"
    assert refused(Caro(2), state, 0, "grey -1,0") == "caro.4"
    assert {text.split()[1].split(",")[0] for text in legal_texts(Caro(2), state, 0)} == set("012345")


@pytest.mark.parametrize(("seats", "side"), [(2, 6), (3, 7), (4, 8)])
@clause("caro.4")
def test_the_square_grows_with_the_players(seats: int, side: int) -> None:
    game = Caro(seats)
    laid = [f"{index % seats}: {'red' if index % 2 == 0 else 'black'} 0,{index}" for index in range(side)]
    state = play(game, *laid)
    seat = int(state.current)
    assert refused(game, state, seat, f"grey 0,{side}" if side < 8 else "grey 0,-1") == "caro.4"
    assert refused(game, state, seat, "grey 0,-1") == "caro.4"
    across = play(game, f"{seat}: grey 1,0", state=state)
    assert refused(game, across, int(across.current), "white -1,0") == ""


@clause("caro.5")
def test_the_first_tile_scores_ten_in_any_colour() -> None:
    for colour in COLOURS:
        assert scores_of(alternate(f"{colour} 0,0")) == [10, 0]


@clause("caro.6")
def test_a_tile_must_touch_another_along_an_edge() -> None:
    state = alternate("red 0,0")
    assert refused(Caro(2), state, 1, "black 1,1") == "caro.6"
    assert refused(Caro(2), state, 1, "black 2,0") == "caro.6"
    assert refused(Caro(2), state, 1, "black 1,0") == ""


@clause("caro.7")
def test_same_colours_may_not_touch() -> None:
    state = alternate("red 0,0")
    assert refused(Caro(2), state, 1, "red 1,0") == "caro.7"
    assert alternate("red 0,0", "black 1,0", "red 1,1").current == 1  # diagonally they may


@clause("caro.8")
def test_the_new_tile_has_at_most_two_neighbours_of_a_colour() -> None:
    reds = [[1, 0, "red"], [0, 1, "red"], [2, 1, "red"]]
    links = [[0, 0, "white"], [2, 0, "black"], [0, 2, "black"], [1, 2, "white"]]
    state = loaded([*reds, *links])
    assert refused(Caro(2), state, 0, "grey 1,1") == "caro.8"


@clause("caro.8")
def test_the_tiles_beside_the_new_one_are_protected_too() -> None:
    state = loaded([[0, 0, "grey"], [1, 0, "red"], [-1, 0, "red"]])
    assert refused(Caro(2), state, 0, "red 0,1") == "caro.8"
    assert refused(Caro(2), state, 0, "black 0,1") == ""


@clause("caro.9")
def test_no_diagonal_of_four() -> None:
    for slope in (1, -1):
        reds = [[x, slope * x, "red"] for x in range(3)]
        links = [[x + 1, slope * x, "black"] for x in range(3)]
        state = loaded([*reds, *links])
        assert refused(Caro(2), state, 0, f"red 3,{slope * 3}") == "caro.9"
        assert refused(Caro(2), state, 0, f"white 3,{slope * 3}") == ""
        shorter = loaded([[0, 0, "white"], *reds[1:], *links])
        assert refused(Caro(2), shorter, 0, f"red 3,{slope * 3}") == ""


@clause("caro.9")
def test_a_gap_breaks_a_diagonal_and_filling_it_joins_two() -> None:
    reds = [[0, 0, "red"], [1, 1, "red"], [3, 3, "red"]]
    links = [[1, 0, "black"], [2, 1, "grey"], [3, 2, "black"], [2, 3, "grey"], [3, 1, "white"]]
    state = loaded([*reds, *links])
    assert refused(Caro(2), state, 0, "red 2,2") == "caro.9"


@clause("caro.10")
def test_a_grey_tile_against_two_reds_and_a_white() -> None:
    """The worked example: 8 + 8 + 1."""
    tiles = [[0, 0, "red"], [2, 0, "red"], [1, 1, "white"], [2, 1, "black"], [0, 1, "black"]]
    before = loaded(tiles)
    after = play(Caro(2), "0: grey 1,0", state=before)
    assert points(before, after, 0) == 17


@clause("caro.11")
def test_the_same_as_the_last_grey() -> None:
    tiles = [[0, 0, "red"], [2, 0, "red"], [1, 1, "white"], [2, 1, "black"], [0, 1, "black"]]
    before = loaded([*tiles, [-1, 0, "grey"], [3, 0, "grey"]], greys=1)
    after = play(Caro(2), "0: grey 1,0", state=before)
    assert points(before, after, 0) == 34


@pytest.mark.parametrize(
    ("pair", "score"),
    [("red black", 10), ("red grey", 8), ("red white", 6), ("black grey", 4), ("black white", 2), ("grey white", 1)],
)
@clause("caro.10")
def test_every_pair_scores_both_ways(pair: str, score: int) -> None:
    one, other = pair.split()
    assert scores_of(alternate(f"{one} 0,0", f"{other} 0,1"))[1] == score
    assert scores_of(alternate(f"{other} 0,0", f"{one} -1,0"))[1] == score


@clause("caro.10")
def test_four_pairs_at_once() -> None:
    ring = [[0, 0, "red"], [2, 0, "black"], [1, -1, "red"], [1, 1, "black"]]
    corners = [[2, 1, "grey"], [0, -1, "white"], [0, 1, "white"], [2, -1, "white"]]
    before = loaded([*ring, *corners])
    after = play(Caro(2), "0: grey 1,0", state=before)
    assert points(before, after, 0) == 8 + 4 + 8 + 4


@clause("caro.r4")
def test_each_colour_is_doubled_once() -> None:
    column = [[0, y, colour] for y, colour in enumerate(["red", "white", "black", "grey", "black", "grey"])]
    state = Caro(2).load(position(column, [[3, 1, 1, 3], [2, 3, 3, 2]]))
    black = play(Caro(2), "0: black 1,0", "1: white 1,2", state=state)
    assert scores_of(black)[0] == 2 * 10
    both = play(Caro(2), "0: grey -1,0", state=black)
    assert scores_of(both)[0] == 2 * 10 + 2 * 8


@clause("caro.12")
def test_everybody_sees_the_scores() -> None:
    state = alternate("red 0,0", "black 1,0")
    for seat in (SPECTATOR, 0, 1):
        assert state.view(seat).to_json()["scores"] == [10, 10]


@clause("caro.13", "caro.r3", "caro.r7")
def test_a_justified_objection() -> None:
    """The tile comes back with its points and is laid again, with no further objection; then ten points are lost."""
    game = Caro(3, {"honour": True})
    faulty = play(
        game, "0: red 0,0", "1: silent", "2: silent", "1: black 1,0", "2: silent", "0: silent", "2: black 1,1"
    )
    assert scores_of(faulty) == [10, 10, 0]
    objected = play(game, "0: object", state=faulty)
    assert objected.current == 2
    assert scores_of(objected) == [10, 10, 0]
    assert objected.dump()["hands"][2] == [3, 3, 3, 3]
    assert [1, 1, "black"] not in tiles_of(objected)
    assert {text.split()[0] for text in legal_texts(game, objected, 2)} == {"black"}
    assert refused(game, objected, 2, "black 1,1") == "caro.7"
    assert refused(game, objected, 2, "red 1,1") == "caro.13"
    anew = play(game, "2: black 0,1", state=objected)
    assert scores_of(anew) == [10, 10, 10 - 10]
    assert anew.current == 0
    assert anew.dump()["stage"] == "laying"


@clause("caro.r3")
def test_an_unjustified_objection_costs_nothing() -> None:
    game = Caro(3, {"honour": True})
    state = play(game, "0: red 0,0", "1: object")
    assert state.current == 2
    assert scores_of(state) == [10, 0, 0]
    assert tiles_of(state) == [[0, 0, "red"]]


@clause("caro.14", "caro.r6", "caro.r7")
def test_a_fault_that_nobody_saw_stands() -> None:
    game = Caro(2, {"honour": True})
    state = play(game, "0: red 0,0", "1: silent", "1: red 1,0", "0: silent")
    assert tiles_of(state) == [[0, 0, "red"], [1, 0, "red"]]
    assert scores_of(state) == [10, 0]  # two of one colour score nothing
    assert state.current == 0
    assert refused(game, state, 0, "object") == "caro.r7"
    objected = play(game, "0: black 2,0", "1: object", state=state)  # the earlier fault isn't this tile's
    assert [2, 0, "black"] in tiles_of(objected)


@clause("caro.r3")
def test_without_honour_nobody_is_asked() -> None:
    state = alternate("red 0,0")
    assert state.current == 1
    assert refused(Caro(2), state, 1, "object") == "caro.r3"
    assert refused(Caro(2), state, 1, "silent") == "caro.r3"


@clause("caro.r3")
def test_the_square_and_the_edges_are_always_watched() -> None:
    game = Caro(2, {"honour": True})
    state = play(game, "0: red 0,0", "1: silent")
    assert refused(game, state, 1, "red 2,0") == "caro.6"
    column = [[0, y, COLOURS[y % 2]] for y in range(6)]
    full = game.load(position(column, [[2, 2, 3, 3], [1, 1, 3, 3]]))
    assert refused(game, full, 0, "red 0,6") == "caro.4"
    assert refused(game, full, 0, "red 1,0") == ""


@clause("caro.r7")
def test_all_opponents_are_asked_once_from_the_left() -> None:
    game = Caro(4, {"honour": True})
    state = play(game, "0: red 0,0")
    for seat in (1, 2, 3):
        assert state.current == seat
        assert refused(game, state, seat, "black 1,0") == "caro.r7"
        assert legal_texts(game, state, seat) == ["object", "silent"]
        state = play(game, f"{seat}: silent", state=state)
    assert state.current == 1


@clause("caro.r7")
def test_another_colour_is_laid_where_the_same_fits_nowhere() -> None:
    game = Caro(2, {"honour": True})
    tiles = [[0, 0, "red"], [0, 1, "red"], [0, 2, "red"], [0, 3, "red"], [0, 4, "red"]]
    state = game.load(position(tiles, [[1, 3, 3, 3], [0, 3, 3, 3]]))
    objected = play(game, "0: red 0,5", "1: object", state=state)
    assert scores_of(objected) == [0, 0]
    assert {text.split()[0] for text in legal_texts(game, objected, 0)} == {"black", "grey", "white"}
    assert scores_of(play(game, "0: white 1,0", state=objected)) == [6 - 10, 0]


@clause("caro.r7", "caro.r1")
def test_the_turn_is_over_where_nothing_can_be_laid_anew() -> None:
    game = Caro(2, {"honour": True})
    stuck = game.load({**stuck_position().dump(), "stage": "laying_anew"})
    assert legal_texts(game, stuck, int(stuck.current)) == ["pass"]
    before, passed = scores_of(stuck), play(game, f"{stuck.current}: pass", state=stuck)
    assert scores_of(passed)[int(stuck.current)] == before[int(stuck.current)] - 10


@clause("caro.r7", "caro.15")
def test_the_last_tile_is_watched_too() -> None:
    laid = play(HONOUR, "0: white 5,3", state=before_the_last_tile())
    assert (laid.current, legal_texts(HONOUR, laid, 1)) == (1, ["object", "silent"])
    assert play(HONOUR, "1: silent", state=laid).current == OVER
    assert scores_of(play(HONOUR, "1: object", state=laid)) == scores_of(laid)
    caught = play(HONOUR, "0: white 1,4", "1: object", state=before_the_last_tile())
    assert (caught.current, caught.dump()["stage"], caught.dump()["hands"][0]) == (0, "laying_anew", [0, 0, 0, 1])


@clause("caro.11", "caro.13", "caro.r7")
def test_the_last_tile_of_a_colour_counts_double_laid_anew_but_the_loss_does_not() -> None:
    caught = play(HONOUR, "0: white 1,4", "1: object", state=before_the_last_tile())
    assert scores_of(caught) == [0, 0]
    anew = play(HONOUR, "0: white 5,3", state=caught)
    assert scores_of(anew) == [-10 + 2 * (1 + 2), 0]  # beside grey and black
    assert anew.current == OVER


@clause("caro.r3", "caro.r1")
def test_whoever_could_lay_only_against_the_rules_passes() -> None:
    state = only_faults_position()
    assert legal_texts(HONOUR, state, 0) == ["pass"]
    assert refused(HONOUR, state, 0, "red -2,-3") == "caro.r1"  # red would touch red, which only honour allows
    assert refused(HONOUR, state, 0, "red 1,-3") == "caro.6"
    assert refused(HONOUR, state, 0, "white 1,-3") == "caro.1"
    passed = play(HONOUR, "0: pass", state=state)
    assert (passed.current, passed.dump()["stage"]) == (1, "laying")
    assert play(HONOUR, f"1: {legal_texts(HONOUR, passed, 1)[0]}", state=passed).current == 0  # the player is asked


@clause("caro.13", "caro.r7", "caro.r8")
def test_the_loss_at_the_end_of_the_last_turn_decides_who_starts_the_next_game() -> None:
    game = Caro(2, {"honour": True, "rounds": 2})
    last = {**before_the_last_tile().dump(), "rounds_left": 2, "round_scores": [10, 13], "scores": [10, 13]}
    caught = play(game, "0: white 1,4", "1: object", state=game.load(last))
    assert (scores_of(caught), caught.dump()["round_scores"]) == ([10, 13], [10, 13])
    following = play(game, "0: white 5,3", state=caught)  # 10 + 6 would be more than 13
    assert (scores_of(following), following.dump()["starter"]) == ([6, 13], 0)


FREE = {
    "en": "costs nothing",
    "de": "kostet nichts",
    "fr": "ne coûte rien",
    "it": "non costa nulla",
    "nl": "kost niets",
}
MUST_PASS = {"en": "must pass", "de": "muss passen", "fr": "doit passer", "it": "deve passare", "nl": "moet passen"}


@clause("caro.r3")
@pytest.mark.parametrize("language", languages("caro"))
def test_it_is_told_what_an_objection_costs_and_who_must_pass(language: str) -> None:
    watching = text("caro", language).clauses["caro.r3"][1]
    assert FREE[language] in watching
    assert MUST_PASS[language] in watching


@clause("caro.15")
def test_the_last_tile_ends_the_game_and_most_points_win() -> None:
    state = end_in(Caro(2), 1)
    assert state.current == OVER
    result = state.result()
    assert result.clause == "caro.15"
    assert result.ranks[result.scores.index(max(result.scores))] == 1
    assert refused(Caro(2), state, 0, "red 0,0") == "caro.15"


@clause("caro.r1", "caro.15")
def test_passing_is_only_for_those_who_cannot_lay() -> None:
    assert refused(Caro(2), alternate("red 0,0"), 1, "pass") == "caro.r1"
    stuck = stuck_position()
    assert legal_texts(Caro(2), stuck, 0) == ["pass"]
    assert refused(Caro(2), stuck, 0, "black 0,2") == "caro.1"
    assert refused(Caro(2), stuck, 0, "pass") == ""
    assert play(Caro(2), "0: pass", state=stuck).current == 1


@clause("caro.r2")
def test_equal_scores_share_the_win() -> None:
    tied = next(state for seed in range(2000) if len(set(scores_of(state := end_in(Caro(2), seed)))) == 1)
    assert tied.result().ranks == [1, 1]
    assert tied.result().payoffs == [0, 0]


@clause("caro.r5")
def test_the_first_turn_has_exactly_four_actions() -> None:
    state = Caro(3).start()
    assert sorted(legal_texts(Caro(3), state, 0)) == ["black 0,0", "grey 0,0", "red 0,0", "white 0,0"]
    for seats in (2, 3, 4):
        for place in ("1,0", "0,-1", "5,0", "6,0", "7,0", "0,-7", "-7,7"):
            assert refused(Caro(seats), Caro(seats).start(), 0, f"red {place}") == "caro.r5"


@clause("caro.r6")
def test_an_old_fault_forbids_nothing_else() -> None:
    """A red tile with three black neighbours stays; a white one may still be laid next to it."""
    game = Caro(2, {"honour": True})
    cross = [[0, 0, "red"], [1, 0, "black"], [-1, 0, "black"], [0, 1, "black"]]
    state = game.load(position(cross, [[3, 2, 3, 3], [2, 1, 3, 3]]))
    objected = play(game, "0: white 0,-1", "1: object", state=state)
    assert [0, -1, "white"] in tiles_of(objected)


def before_the_last_lay(game: Caro) -> CaroState:
    """Return a random game just before the end of its first match game."""
    state, rng, out = game.start(), Rng(3), ActionBuffer()
    while state.dump()["rounds_left"] == game.options["rounds"]:
        before = state.clone()
        state.apply(state.current, state.random_action(state.current, rng, out))
    return before


@pytest.mark.parametrize(("starter", "points_so_far", "loser"), [(0, [9, 9, 900], 1), (1, [9, 9, 900], 0)])
@clause("caro.r8")
def test_of_several_losers_the_first_after_the_starter_begins(
    starter: int, points_so_far: list[int], loser: int
) -> None:
    game = Caro(3, {"rounds": 2})
    before = before_the_last_lay(game)
    assert before.current == 2
    data = {**before.dump(), "round_scores": points_so_far, "starter": starter, "scores": [500, 0, 0]}
    state = game.load(data)
    state.apply(2, state.legal(2)[0])
    assert state.current == loser
    over = game.load({**data, "rounds_left": 1})
    over.apply(2, over.legal(2)[0])
    assert (over.current, over.next_starter()) == (OVER, loser)


@clause("caro.r9")
def test_the_first_broken_clause_is_named() -> None:
    """A red tile in a seventh column that touches red: the square comes first."""
    row = [[x, 0, COLOURS[(x + 1) % 2]] for x in range(6)]
    state = loaded(row)
    assert row[5][2] == "red"
    assert refused(Caro(2), state, 0, "red 6,0") == "caro.4"
    assert refused(Caro(2), state, 0, "red 5,1") == "caro.7"


def test_bad_options_are_explained() -> None:
    with pytest.raises(OptionError, match=r"rounds=0 is not in 1\.\.20"):
        Caro(2, {"rounds": 0})
    with pytest.raises(OptionError, match="honour=perhaps is not on or off"):
        Caro(2, {"honour": "perhaps"})
    with pytest.raises(OptionError, match="did you mean honour"):
        Caro(2, {"honor": True})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("red 9,0", r"lay: x=9 is not in -7\.\.7"),
        ("blue 0,0", "lay: colour=blue is not one of red, black, grey, white"),
        ("hello world", "'hello world' is not a move in caro; write moves as"),
        ("", "'' is not a move in caro"),
    ],
)
def test_bad_notation_is_explained(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Caro(2).parse(text)


def test_notation_may_be_short() -> None:
    game = Caro(2)
    assert game.parse("r 0,0") == game.parse("  RED 0 , 0 ") == game.parse("red 0,0")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"current": 7}, r"current=7 is not in -4\.\.1"),
        ({"stage": "sleeping"}, "stage='sleeping' is not one of laying"),
        ({"tiles": [[0, 0, "blue"]]}, "colour='blue' is not one of red"),
        ({"tiles": [[0, 0, "red"], [0, 0, "red"]]}, "caro.3: two tiles lie on 0,0"),
        ({"tiles": [[0, 0, "red"], [1, 0, "red"]], "hands": [[3, 3, 3, 3], [1, 3, 3, 3]]}, "caro.7: red 0,0 can't lie"),
        ({"tiles": [[1, 0, "red"]], "hands": [[3, 3, 3, 3], [2, 3, 3, 3]]}, "caro.6: the tiles must be connected"),
        ({"current": -4}, "caro.15: current=-4 must be -4 exactly if nobody can lay"),
        ({"current": -2}, "caro.3: current=-2 is neither a seat nor -4"),
        ({"stage": "answering"}, "caro.r3: without honour nobody is asked"),
        ({"hands": [[3, 3, 3, 3], [3, 3, 3, 2]]}, "caro.1: 5 white tiles in hand and 0 laid"),
        ({"weather": 1}, "weather is not part of a position"),
    ],
)
def test_impossible_positions_are_refused(change: dict[str, Any], message: str) -> None:
    data = {**position([], [[3, 3, 3, 3], [3, 3, 3, 3]]), **change}
    with pytest.raises(PositionError, match=message):
        Caro(2).load(data)
