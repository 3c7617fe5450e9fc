"""Bauab, clause by clause."""

import pytest

from carreau.core.errors import SeatsError
from carreau.core.game import CHANCE, OVER, SPECTATOR
from carreau.core.playout import perft
from carreau.games.bauab._state import BauabState
from carreau.games.bauab.game import Bauab
from carreau.games.bauab.layouts import LAYOUTS
from carreau.games.bauab.spec import BOX, PLOTS
from tests.clauses import clause
from tests.play import legal_texts, play, refused
from tests.positions.bauab import EXAMPLE, GAME, KINDS, LETTERS, begun, loaded
from tests.reference.bauab import Reference


def on(state: BauabState, plot: str) -> str:
    """Return the chip on a plot, e.g. "blue 3"; "" if it is free."""
    return next((f"{colour} {chip}" for letter, colour, chip in state.dump_board() if letter == plot), "")


def captured(state: BauabState, seat: int) -> str:
    """List the kinds of the captured chips in front of a player."""
    counts = state.dump()["captured"][seat]
    return "".join(kind * count for kind, count in zip(KINDS, counts, strict=True))


def plots_for(state: BauabState, chip: str) -> str:
    """List the plots on which the player to act may lay a kind of chip."""
    texts = [text.split() for text in legal_texts(GAME, state, int(state.current))]
    return "".join(words[1] for words in texts if words[0] == chip)


def test_components_are_those_of_the_box() -> None:
    assert BOX["chips"] == {"1": 2, "2": 2, "3": 2, "4": 1, "5": 1, "x": 3}
    assert sum(BOX["chips"].values()) == 11
    assert sum(int(kind) * count for kind, count in BOX["chips"].items() if kind != "x") == 21
    assert BOX["parks"] == 15
    assert BOX["plots"] == len(PLOTS) == 16
    for rows in BOX["layouts"].values():
        assert "".join(rows).count("#") == 16


def test_the_first_moves_are_as_many_as_the_specification_counts() -> None:
    state = begun()
    assert [perft(state, depth) for depth in (1, 2, 3)] == [96, 8400, 636648]


def test_the_slow_rules_count_the_same() -> None:
    total = 0
    for seat, text in Reference(2, {"layout": "square"}).legal():
        first = Reference(2, {"layout": "square"})
        first.play(seat, text)
        assert len(first.legal()) == 96
        for blue, move in first.legal() if text == "start 0" else ():
            second = Reference(2, {"layout": "square"})
            second.play(seat, text)
            second.play(blue, move)
            total += len(second.legal())
    assert total == 8400


# The board and the chips


@clause("bauab.1", "bauab.6", "bauab.r12")
def test_the_default_is_a_square_of_four_by_four() -> None:
    view = GAME.start().view(SPECTATOR).to_json()
    assert view["plots"] == [[x, y] for y in range(4) for x in range(4)]
    assert view["liberties"] == [2, 3, 3, 2, 3, 4, 4, 3, 3, 4, 4, 3, 2, 3, 3, 2]
    with pytest.raises(SeatsError, match="bauab is for 2 players, not 3"):
        Bauab(3)


@pytest.mark.parametrize(
    ("name", "liberties"),
    [
        ("ring", [2] * 16),
        ("cross", [2, 2, 3, 3, 2, 4, 4, 2, 2, 4, 4, 2, 3, 3, 2, 2]),
        ("towers", [2, 2, 2, 2, 3, 4, 3, 3, 4, 3, 2, 3, 3, 3, 3, 2]),
    ],
)
@clause("bauab.1", "bauab.r12")
def test_other_layouts(name: str, liberties: list[int]) -> None:
    view = Bauab(2, {"layout": name}).start().view(0).to_json()
    rows = LAYOUTS[name]
    assert view["plots"] == [[x, y] for y in range(len(rows)) for x in range(len(rows[y])) if rows[y][x] == "#"]
    assert view["liberties"] == liberties


@clause("bauab.1", "bauab.r12")
def test_a_layout_of_ones_own() -> None:
    """A line of sixteen, given in reverse, as a list, or elsewhere, is the same layout."""
    written = ";".join(f"{x},0" for x in range(16))
    backwards = ";".join(f" {x} , -3 " for x in range(20, 4, -1))
    for value in (written, backwards, [[x, 7] for x in range(16)], tuple((x, 0) for x in range(16))):
        game = Bauab(2, {"layout": value})
        assert game.options["layout"] == written
    assert game.start().derived()["liberties"] == [1] + [2] * 14 + [1]
    state = play(game, "chance: start 0", "0: 5 a", "1: 1 b")
    assert state.derived()["captured"] == [[0] * 6, [0, 0, 0, 0, 1, 0]]


@clause("bauab.2")
def test_eleven_open_chips_each_and_fifteen_parks() -> None:
    for seat in (SPECTATOR, 0, 1):
        view = GAME.start().view(seat).to_json()
        assert view["hands"] == [[2, 2, 2, 1, 1, 3]] * 2
        assert view["parks_left"] == 15
        assert view["captured"] == [[0] * 6] * 2


@clause("bauab.2")
def test_only_chips_one_still_has_can_be_laid() -> None:
    state = begun("4 a", "4 p", "1 c", "5 h", "1 i", "x l")
    assert refused(GAME, state, 0, "4 f") == "bauab.2"
    assert refused(GAME, state, 0, "1 f") == "bauab.2"
    assert refused(GAME, state, 0, "5 f") == ""
    assert state.dump()["hands"] == [[0, 2, 2, 0, 1, 3], [2, 2, 2, 0, 0, 2]]
    options = begun("x a", "1 p", "x c", "2 o", "x i", "3 n")
    assert plots_for(options, "x") == ""


@clause("bauab.3", "bauab.r10")
def test_a_lot_decides_who_begins_and_turns_alternate() -> None:
    start = GAME.start()
    assert start.current == CHANCE
    assert legal_texts(GAME, start, CHANCE) == ["start 0", "start 1"]
    assert start.odds() == [0.5, 0.5]
    assert refused(GAME, start, 0, "1 a") == refused(GAME, start, CHANCE, "1 a") == "bauab.3"
    for first in (0, 1):
        state = play(GAME, f"chance: start {first}")
        assert state.current == first
        assert refused(GAME, state, 1 - first, "1 a") == "bauab.3"
        assert refused(GAME, state, first, "start 0") == "bauab.3"
        state = play(GAME, f"{first}: 1 a", state=state)
        assert state.current == 1 - first
        state = play(GAME, f"{1 - first}: 2 b", state=state)
        assert state.current == first


@clause("bauab.r10")
def test_the_first_seat_is_blue_whoever_begins() -> None:
    state = play(GAME, "chance: start 1", "1: 3 f", "0: 2 a")
    assert (on(state, "f"), on(state, "a")) == ("red 3", "blue 2")


@clause("bauab.4")
def test_one_chip_on_any_free_plot() -> None:
    state = begun()
    assert {kind: plots_for(state, kind) for kind in KINDS} == dict.fromkeys(KINDS, LETTERS)
    laid = begun("3 f")
    assert on(laid, "f") == "blue 3"
    for move in ("3 f", "x f", "park f"):
        assert refused(GAME, laid, 1, move) == "bauab.4"


# Neighbours, liberties, captures


@clause("bauab.5")
def test_equal_values_never_share_an_edge() -> None:
    by_red = begun("3 f")
    for plot in "begj":
        assert refused(GAME, by_red, 1, f"3 {plot}") == "bauab.5"
    assert plots_for(by_red, "3") == "acdhiklmnop"  # corner to corner is fine
    assert plots_for(by_red, "2") == "abcdeghijklmnop"
    by_blue = begun("3 f", "1 a")
    assert plots_for(by_blue, "3") == "cdhiklmnop"  # a player's own 3 as well


@clause("bauab.5")
def test_options_and_parks_lie_beside_each_other() -> None:
    state = begun("x f", "x g", "x j")
    assert plots_for(state, "x") == "abcdehiklmnop"
    parks = loaded("P P . bx  r4 r2 b5 rx  . . . .  . . . .", "12x", "13x", vacated="c")
    assert refused(GAME, parks, 0, "park c") == ""


@clause("bauab.5")
def test_a_captured_chip_forbids_nothing_any_more() -> None:
    """The blue 3 on a is captured, then the red 1 next to it: now a 3 may go there, but not next to the red 3 on p."""
    state = loaded("b3 r1 bx .  . bx . .  . . . .  . . . r3", "3x", "245x", current=1)
    later = play(GAME, "1: 2 e", "0: park a", "1: 4 k", state=state)
    assert (on(later, "a"), on(later, "b")) == ("green park", "")
    assert plots_for(later, "3") == "bdghijmn"


@clause("bauab.6")
def test_corners_are_no_liberties() -> None:
    """The blue 5 is enclosed on its edges; four free plots at its corners don't help."""
    state = loaded(". r1 . .  r2 b5 . .  . r3 . .  . . . .", "1x", "4x", current=1)
    assert state.derived()["liberties"][5] == 1
    taken = play(GAME, "1: 4 g", state=state)
    assert on(taken, "f") == ""
    assert captured(taken, 1).count("5") == 1


@clause("bauab.7")
def test_taking_the_last_liberty_captures() -> None:
    threatened = begun("5 a", "1 b", "x p")
    assert on(threatened, "a") == "blue 5"
    state = play(GAME, "1: 2 e", state=threatened)
    assert on(state, "a") == ""
    assert captured(state, 1) == "5"
    assert captured(state, 0) == ""
    assert state.dump()["hands"][0] == [2, 2, 2, 1, 0, 2]  # it doesn't come back
    assert state.vacated == 1


@clause("bauab.7", "bauab.r8")
def test_several_captures_at_once() -> None:
    """Red 5 on a, red X on c, red 4 on f all have b as their last liberty."""
    state = loaded("r5 . rx b2  b3 r4 b1 .  . b2 . .  . . . .", "3x", "3")
    taken = play(GAME, "0: x b", state=state)
    assert [on(taken, plot) for plot in "acf"] == ["", "", ""]
    before = captured(state, 0)
    assert sorted(captured(taken, 0)) == sorted(before + "5x4")
    assert taken.dump()["vacated"] == ["a", "c", "f"]


@clause("bauab.r8")
def test_no_groups() -> None:
    """Red a and b are connected; a alone has lost its last liberty."""
    state = loaded("r5 r4 . .  . . . .  . . . .  . . . .", "12", "12")
    taken = play(GAME, "0: 1 e", state=state)
    assert (on(taken, "a"), on(taken, "b")) == ("", "red 4")


@clause("bauab.r8", "bauab.r2")
def test_a_chip_that_had_no_liberty_before_stays() -> None:
    """Red fills a gap without liberties and captures nothing; blue's next lays don't capture it."""
    state = loaded(". b4 . .  b5 . . .  . . . .  . . . .", "12x", "33x", current=1)
    gap = play(GAME, "1: 3 a", state=state)
    assert on(gap, "a") == "red 3"
    assert gap.derived()["liberties"][0] == 0
    assert gap.dump()["vacated"] == []
    later = play(GAME, "0: 1 f", "1: x p", "0: 2 c", state=gap)
    assert on(later, "a") == "red 3"
    assert captured(later, 0) == captured(gap, 0)


@clause("bauab.r1")
def test_ones_own_lay_captures_no_own_chips() -> None:
    state = loaded("b5 r4 . .  . . . .  . . . .  . . . .", "12", "13")
    shut_in = play(GAME, "0: 1 e", state=state)
    assert on(shut_in, "a") == "blue 5"
    assert shut_in.derived()["liberties"][0] == 0
    later = play(GAME, "1: 3 f", state=shut_in)  # nor does red's lay, which took no liberty of that chip
    assert on(later, "a") == "blue 5"


@clause("bauab.r1", "bauab.8")
def test_ones_own_park_captures_no_own_chips() -> None:
    state = loaded("b5 . r4 .  r3 r2 . .  . . . .  . . . .", "12", "13x", vacated="b")
    parked = play(GAME, "0: park b", state=state)
    assert on(parked, "a") == "blue 5"
    assert parked.derived()["liberties"][0] == 0


@clause("bauab.r3")
def test_a_chip_that_breathes_again_can_be_captured() -> None:
    """Red a had no liberty; its neighbour b is captured. If blue fills that plot, a is captured; if red does, not."""
    state = loaded("r5 b4 .  r2  b1 r3 .  .  .  .  .  .  .  .  .  .", "12x", "14x", current=1)
    assert state.derived()["liberties"][0] == 0
    breathing = play(GAME, "1: x c", state=state)
    assert on(breathing, "b") == ""
    assert breathing.derived()["liberties"][0] == 1
    by_park = play(GAME, "0: park b", state=breathing)
    assert on(by_park, "a") == ""
    by_chip = play(GAME, "0: x p", "1: 1 o", "0: 2 b", state=breathing)
    assert on(by_chip, "a") == ""
    by_red = play(GAME, "0: x p", "1: 4 b", state=breathing)
    assert on(by_red, "a") == "red 5"


@clause("bauab.r7")
def test_neighbours_are_judged_before_captures() -> None:
    """A blue 3 on b would capture the red 3 on a, but must not touch it."""
    state = loaded("r3 . . .  b1 . . .  . . . .  . . . .", "34", "12")
    assert refused(GAME, state, 0, "3 b") == "bauab.5"
    assert on(play(GAME, "0: 4 b", state=state), "a") == ""


# Parks and closed plots


@clause("bauab.8", "bauab.9")
def test_a_park_takes_liberties_and_can_be_shut_in() -> None:
    """Blue lost b to red; blue's park there takes the last liberty of the red 5 on a. The park itself stays."""
    state = loaded("r5 . r4 .  b1 r3 . .  . . . .  . . . .", "12x", "12x", vacated="b")
    parked = play(GAME, "0: park b", state=state)
    assert on(parked, "b") == "green park"
    assert on(parked, "a") == ""
    assert captured(parked, 0).count("5") == captured(state, 0).count("5") + 1
    assert parked.derived()["parks_left"] == state.derived()["parks_left"] - 1
    shut_in = play(GAME, "1: park a", state=parked)
    assert shut_in.derived()["liberties"][1] == 0
    assert on(shut_in, "b") == "green park"


@clause("bauab.9")
def test_parks_are_never_captured_by_either_player() -> None:
    for seat in (0, 1):
        state = loaded("P r4 . .  . b3 . .  . . . .  . . . .", "12x", "12x", current=seat)
        shut_in = play(GAME, f"{seat}: 2 e", state=state)
        assert shut_in.derived()["liberties"][0] == 0
        assert on(shut_in, "a") == "green park"
        assert refused(GAME, shut_in, 1 - seat, "x a") == "bauab.4"


@clause("bauab.10")
def test_parks_only_where_a_chip_was_captured_in_the_turn_before() -> None:
    assert refused(GAME, begun(), 0, "park a") == "bauab.10"
    state = begun("5 a", "1 b", "x p", "2 e")
    assert plots_for(state, "park") == "a"
    assert refused(GAME, state, 0, "park f") == "bauab.10"
    parked = play(GAME, "0: park a", state=state)
    assert on(parked, "a") == "green park"
    assert plots_for(parked, "park") == ""


@clause("bauab.11")
def test_a_plot_just_lost_is_closed_for_one_turn() -> None:
    state = begun("5 a", "1 b", "x p", "2 e")
    for kind in "34x":
        assert refused(GAME, state, 0, f"{kind} a") == "bauab.11"
    assert refused(GAME, state, 0, "park a") == ""
    elsewhere = play(GAME, "0: x k", state=state)
    assert refused(GAME, elsewhere, 1, "3 a") == ""  # the capturer was never banned
    assert refused(GAME, play(GAME, "1: x l", state=elsewhere), 0, "4 a") == ""


@clause("bauab.11")
def test_the_first_broken_clause_is_named() -> None:
    """A 1 on the closed plot would also touch a 1: that clause comes first."""
    state = begun("5 a", "1 b", "x p", "2 e")
    assert refused(GAME, state, 0, "1 a") == "bauab.5"
    assert refused(GAME, state, 0, "5 a") == "bauab.2"


@clause("bauab.r9")
def test_a_captured_option_chip_closes_its_plot_too() -> None:
    state = begun("x a", "1 b", "5 p", "2 e")
    assert captured(state, 1) == "x"
    assert refused(GAME, state, 0, "x a") == "bauab.11"
    assert plots_for(state, "park") == "a"


@clause("bauab.r6")
def test_after_the_turn_captured_plots_are_ordinary() -> None:
    state = begun("5 a", "1 b", "x p", "2 e")
    elsewhere = play(GAME, "0: 3 k", state=state)
    assert refused(GAME, elsewhere, 1, "park a") == "bauab.10"
    again = play(GAME, "1: x l", state=elsewhere)
    assert refused(GAME, again, 0, "park a") == "bauab.10"
    assert "a" in plots_for(again, "x")


@clause("bauab.r6")
def test_one_park_or_a_pass_opens_the_other_plots() -> None:
    two_lost = play(GAME, "0: 3 f", "1: park g", state=example())
    parked = play(GAME, "0: park f", state=two_lost)
    assert plots_for(parked, "park") == ""
    assert refused(GAME, parked, 1, "park c") == "bauab.10"
    assert plots_for(parked, "2") == "c"
    passed = play(GAME, "0: pass", state=two_lost)
    assert plots_for(passed, "park") == ""
    assert plots_for(passed, "3") == "f"  # c touches the blue 3 on d
    assert plots_for(passed, "2") == "c"  # f touches the blue 2 on e


@clause("bauab.r11", "bauab.r5")
def test_all_parks_are_laid() -> None:
    """Blue lays the fifteenth park and captures; red may lay nothing at all, but the game continues."""
    state = loaded("rx . P P  P P P P  P P P P  P P P P", "1", "2", vacated="b")
    assert state.derived()["parks_left"] == 1
    last = play(GAME, "0: park b", state=state)
    assert on(last, "a") == ""
    assert last.derived()["parks_left"] == 0
    assert refused(GAME, last, 1, "park a") == "bauab.r11"
    assert refused(GAME, last, 1, "2 a") == "bauab.11"
    assert legal_texts(GAME, last, 1) == ["pass"]
    assert legal_texts(GAME, play(GAME, "1: pass", state=last), 0) == ["1 a"]


@clause("bauab.r11", "bauab.r5")
def test_without_parks_a_vacated_plot_does_not_keep_the_game_going() -> None:
    state = loaded("rx . P P  P P P P  P P P P  P P P P", "", "", vacated="b")
    last = play(GAME, "0: park b", state=state)
    assert last.current == OVER
    assert last.dump()["vacated"] == ["a"]
    assert GAME.load(last.dump()).fingerprint() == last.fingerprint()


# The rulebook's long example


def example() -> BauabState:
    return loaded(EXAMPLE, blue="13", red="234")


@clause("bauab.5", "bauab.7", "bauab.8", "bauab.10", "bauab.11", "bauab.12", "bauab.14", "bauab.r2", "bauab.r3")
def test_the_worked_example() -> None:
    state = example()
    assert state.dump()["scores"] == [12 + 4, 8 + 5]
    assert refused(GAME, state, 0, "1 f") == "bauab.5"
    assert refused(GAME, state, 0, "pass") == "bauab.12"
    assert legal_texts(GAME, state, 0) == ["3 f"]

    three = play(GAME, "0: 3 f", state=state)  # on a plot without a liberty
    assert (on(three, "f"), on(three, "g")) == ("blue 3", "")
    assert three.dump()["scores"] == [15 + 5, 7 + 5]
    assert three.dump()["vacated"] == ["g"]

    park = play(GAME, "1: park g", state=three)
    assert [on(park, plot) for plot in "cfg"] == ["", "", "green park"]
    assert park.dump()["scores"] == [10 + 5, 7 + 10]
    assert sorted(captured(park, 1)) == ["2", "3", "5"]

    assert legal_texts(GAME, park, 0) == ["park c", "park f", "pass"]
    assert refused(GAME, park, 0, "1 c") == refused(GAME, park, 0, "1 f") == "bauab.11"
    assert play(GAME, "0: pass", state=park).current == 1


# Passing and the end


@clause("bauab.12")
def test_a_park_is_no_duty_but_a_chip_is() -> None:
    state = begun("5 a", "1 b", "x p", "2 e")
    assert "park a" in legal_texts(GAME, state, 0)
    assert refused(GAME, state, 0, "pass") == "bauab.12"
    assert refused(GAME, state, 0, "x k") == ""


@clause("bauab.12")
def test_passing_is_only_for_those_who_cannot_lay() -> None:
    no_chips = loaded(". . . .  . . . .  . . . .  r1 . . b5", "", "2")
    assert legal_texts(GAME, no_chips, 0) == ["pass"]
    assert refused(GAME, no_chips, 0, "1 f") == "bauab.2"
    neighbours = loaded("r1 . b2 r3  b3 r2 rx bx  r5 b4 rx bx  r4 b1 rx bx", "123", "3")
    assert legal_texts(GAME, neighbours, 0) == ["3 b"]
    forbidden = loaded("r1 . b2 r3  b3 r2 rx bx  r5 b4 rx bx  r4 b1 rx bx", "12", "3")
    assert legal_texts(GAME, forbidden, 0) == ["pass"]
    assert legal_texts(GAME, play(GAME, "0: pass", state=forbidden), 1) == ["3 b"]


@clause("bauab.13")
def test_the_game_ends_when_nobody_can_lay() -> None:
    state = loaded(". . . .  . . . .  . . . .  r1 . . b5", "3", "")
    over = play(GAME, "0: 3 a", state=state)
    assert over.current == OVER
    assert over.result().clause == "bauab.13"
    assert refused(GAME, over, 1, "pass") == refused(GAME, over, 0, "3 b") == "bauab.13"


@clause("bauab.13", "bauab.r5")
def test_chips_that_fit_nowhere_end_the_game_too() -> None:
    """Red's 1 and blue's 2 are left, and the only free plot touches a 1 and a 2."""
    state = loaded("r1 . b2 .  b3 r2 rx bx  r5 b4 rx bx  r4 b1 P rx", "2x", "1")
    over = play(GAME, "0: x d", state=state)
    assert over.current == OVER


@clause("bauab.r5")
def test_a_possible_park_keeps_the_game_going() -> None:
    """Blue, out of chips, loses b and may still lay a park there; red has no chips either."""
    state = loaded(". . . .  . . . .  . . . r2  . r1 b5 .", "", "4", current=1)
    shut = play(GAME, "1: 4 p", state=state)
    assert shut.current == OVER  # k is still beside o: nothing was captured
    state = loaded(". . . .  . . . .  . . r3 .  . r1 b5 .", "", "4", current=1)
    lost = play(GAME, "1: 4 p", state=state)
    assert legal_texts(GAME, lost, 0) == ["park o", "pass"]
    assert play(GAME, "0: pass", state=lost).current == OVER
    assert play(GAME, "0: park o", state=lost).current == OVER


@clause("bauab.r5", "bauab.11")
def test_two_passes_in_a_row_do_not_end_a_game_in_which_the_ban_was_a_reason() -> None:
    state = loaded("r1 . r3 b4  P r2 P bx  P P P bx  P P P bx", "5", "", vacated="b")
    assert legal_texts(GAME, state, 0) == ["park b", "pass"]
    first = play(GAME, "0: pass", state=state)
    assert legal_texts(GAME, first, 1) == ["pass"]
    second = play(GAME, "1: pass", state=first)
    assert legal_texts(GAME, second, 0) == ["5 b"]
    assert play(GAME, "0: 5 b", state=second).current != OVER  # red lost r1 and may answer with a park


@clause("bauab.14")
def test_options_and_chips_in_hand_count_nothing() -> None:
    state = loaded("b5 bx . rx  . . . .  . . . .  r4 . . b1", "12233", "11223", current=1)
    assert captured(state, 0) == "35xx"
    assert captured(state, 1) == "4xx"
    assert state.dump()["scores"] == [5 + 1 + 3 + 5, 4 + 4]


@clause("bauab.15")
def test_the_higher_total_wins() -> None:
    """With all chips laid or captured, the totals differ by the buildings on the board, not by their number."""
    state = loaded("b5 . . .  . . . .  . . . .  r1 . . r3", "", "", current=OVER)
    assert state.dump()["scores"] == [5 + 17, 4 + 16]
    assert state.result().ranks == [1, 2]
    other = loaded("b1 . . .  . . . .  . . . .  r1 . . r3", "", "", current=OVER)
    assert other.result().ranks == [2, 1]


@pytest.mark.parametrize(("blue", "ranks"), [("b5 . . .", [2, 1]), ("b1 . b1 b3", [1, 2])])
@clause("bauab.15")
def test_a_tie_is_broken_by_the_buildings_on_the_board(blue: str, ranks: list[int]) -> None:
    state = loaded(f"{blue}  . . . .  . bx bx bx  r2 . . r3", "", "", current=OVER)
    assert state.dump()["scores"] == [21, 21]
    assert state.result().ranks == ranks


@clause("bauab.r4")
def test_still_equal_is_a_draw() -> None:
    state = loaded("b5 . bx .  . . . .  . . . .  r5 . . .", "", "", current=OVER)
    assert state.dump()["scores"] == [21, 21]
    assert state.result().ranks == [1, 1]
    assert state.result().payoffs == [0, 0]
