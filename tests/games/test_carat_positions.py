"""Carat: the terminal board, options, and given positions."""

from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from carreau.boards.carat import draw
from carreau.core.action_buffer import ActionBuffer
from carreau.core.errors import IllegalMove, OptionError, PositionError, SeatsError
from carreau.core.game import CHANCE, OVER, SPECTATOR
from carreau.core.rng import Rng
from carreau.games.carat._state import CaratState
from carreau.games.carat.game import Carat
from carreau.games.catalogue import option_sets
from carreau.games.texts import text
from tests.clauses import clause
from tests.play import legal_texts, play, refused
from tests.positions.carat import CASES, SMALL, around, chip_values, chips_laid, laid, seen

# The board in the terminal


def shown(state: CaratState, seat: int, language: str = "en") -> str:
    console = Console(width=100, no_color=True, record=True, file=StringIO())
    console.print(draw(state.view(seat).to_json(), text("carat", language), ["Ada", "Bertrand", "Carl", "Dora"]))
    return console.export_text()


def test_the_board_shows_chips_gems_and_who_won_what() -> None:
    state = laid(Carat(2), *around(CASES[0][0]), chips={(3, 3): 3})
    board = shown(state, 0)
    assert "r12" in board
    assert "▶ Ada" in board
    for lay in around(CASES[0][0]):
        carats, gems, _ = lay.split()
        assert f"{gems[0]}{carats}──{gems[1]}{carats}" in board
        assert f"{gems[3]}{carats}──{gems[2]}{carats}" in board
    carats, order = seen(state, 0)["hands"][0][0]
    assert f"{carats} {order}" in board
    hidden, opponent = seen(state, 1)["hands"][1][0]
    assert f"{hidden} {opponent}" not in board


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_board_can_be_drawn_at_any_time(language: str) -> None:
    for number, options in enumerate(option_sets(Carat)):
        seats = 2 if options["two_colours"] else 2 + number % 3
        state, rng = Carat(seats, options).start(), Rng(number)
        while state.current != OVER:
            seat = int(state.current)
            state.apply(seat, state.sample(rng) if seat == CHANCE else state.random_action(seat, rng, ActionBuffer()))
            if rng.below(40) == 0:
                lines = shown(state, int(rng.below(seats + 1)) - 1, language).splitlines()
                assert len(lines) <= 30
                assert max(map(len, lines)) <= 100
        assert "♛" in shown(state, SPECTATOR, language)


# Options and positions


@clause("carat.16", "carat.17")
def test_options_and_seats_are_checked() -> None:
    plain = {"hand": "1", "two_colours": False, "layout": "shuffled", "open_hands": False}
    assert Carat(3).options == plain
    assert Carat(2, {"hand": 3, "two_colours": "on"}).options == {**plain, "hand": "3", "two_colours": True}
    for seats in (3, 4):
        with pytest.raises(OptionError, match=f"two_colours=on is for 2 players.*not for {seats}"):
            Carat(seats, {"two_colours": True})
    with pytest.raises(OptionError, match="hand=2 is not one of 1, 3"):
        Carat(2, {"hand": 2})
    with pytest.raises(OptionError, match="layout=spiral is not one of shuffled, players"):
        Carat(2, {"layout": "spiral"})
    with pytest.raises(OptionError, match="did you mean two_colours"):
        Carat(2, {"two_colors": True})
    for seats in (1, 5):
        with pytest.raises(SeatsError, match="2, 3, 4"):
            Carat(seats)


def test_a_smaller_box_is_checked() -> None:
    with pytest.raises(PositionError, match=r"side=2 is not in 3\.\.6"):
        Carat(2, box={"side": 2, "chips": [9, 0, 0, 0, 0]})
    with pytest.raises(PositionError, match="are not 16 chips of 5 values"):
        Carat(2, box={"side": 3, "chips": [4, 3, 3, 3, 4]})
    with pytest.raises(PositionError, match="9 tiles are too few for 4 hands of 3"):
        Carat(4, {"hand": 3}, box=SMALL)
    game = Carat(2, box=SMALL)
    assert refused(game, game.start(), CHANCE, "chip 1 4,0") == "carat.2"
    state = play(game, "chance: draw 1 rbgy", "chance: draw 1 rgby", state=chips_laid(game))
    assert refused(game, state, 0, "1 rbgy 3,1") == "carat.2"
    assert {lay.split()[2] for lay in legal_texts(game, state, 0)} == {"1,1"}


def position() -> dict[str, Any]:
    """Return a position with three tiles on the board, seat 1 to act."""
    return laid(Carat(2), "6 rbgy 1,1", "5 rbgy 1,2", "4 rbgy 0,1").dump()


def test_a_position_is_loaded_as_it_was_dumped() -> None:
    assert Carat(2).load(position()).dump() == position()


CHIPS = chip_values(Carat(2), {})
ROWS = [CHIPS[first : first + 7] for first in range(0, 49, 7)]
TILES = [[1, 1, 6, "rbgy"], [0, 1, 4, "rbgy"], [1, 2, 5, "rbgy"]]
ONE, TWO, THREE = [1, "rbgy"], [1, "rbyg"], [1, "rgby"]
IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"chips": ROWS[:6]}, "chips must have 7 rows, not 6"),
    ({"chips": [*ROWS[:6], ROWS[6][:6]]}, "chips must have 7 entries, not 6"),
    ({"chips": [[6, *ROWS[0][1:]], *ROWS[1:]]}, r"chips\[0\]=6 is not in 0\.\.5"),
    ({"chips": [[5, *ROWS[0][1:]], *ROWS[1:]]}, "10 chips of the value 5 are laid, but there are 9"),
    ({"chips": [[0, *ROWS[0][1:]], *ROWS[1:]]}, r"carat\.r1: shuffled chips are laid row by row"),
    ({"chips": [*ROWS[:6], [*ROWS[6][:6], 0]]}, r"carat\.r7: no tile is laid before all chips are"),
    ({"hands": [[ONE]]}, "hands must have 2 rows, not 1"),
    ({"hands": [[ONE], TWO]}, r"hands\[1\] must be \[carats, order\], not 1"),
    ({"hands": [[ONE], [[7, "rbgy"]]]}, r"carats=7 is not in 1\.\.6"),
    ({"hands": [[ONE], [[1, "bgyr"]]]}, "order='bgyr' is not one of rbgy, rbyg"),
    ({"hands": [[ONE], [ONE]]}, "the tile 1 rbgy is there twice"),
    ({"hands": [[ONE], [[6, "rbgy"]]]}, "the tile 6 rbgy is there twice"),
    ({"hands": [[ONE], [TWO, THREE]]}, "seat 1 must hold 1 tiles, not 2"),
    ({"hands": [[], [TWO]]}, "seat 0 must hold 1 tiles, not 0"),
    ({"tiles": [*TILES, [1, 1, 3, "rbgy"]]}, "two tiles lie on 1,1"),
    ({"tiles": [*TILES[:2], [1, 2, 4, "gyrb"]]}, "the tile 4 rbgy is there twice"),
    ({"tiles": [*TILES[:2], [1, 6, 5, "rbgy"]]}, r"y=6 is not in 0\.\.5"),
    ({"tiles": [*TILES[:2], [1, 2, 5, "rrgy"]]}, "gems='rrgy' is not one of"),
    ({"tiles": [*TILES[:2], [1, 2, 5]]}, r"tiles\[2\] must be \[x, y, carats, gems\]"),
    ({"tiles": [[0, 0, 6, "rbgy"], [0, 1, 4, "rbgy"], [0, 2, 5, "rbgy"]]}, r"carat\.7: all tiles lie on the outer"),
    ({"tiles": [*TILES[:2], [2, 2, 5, "rbgy"]]}, r"carat\.8: the tiles are not all connected"),
    ({"tiles": [*TILES[:2], [5, 0, 5, "rbgy"]]}, r"carat\.8: the tiles are not all connected"),
    ({"tiles": TILES[:2]}, "turn=1, current=1 should be 0, 0"),
    ({"stage": "sleeping"}, "stage='sleeping' is not one of chipping, drawing, laying"),
    ({"stage": "chipping"}, "stage=chipping doesn't fit the chips"),
    ({"stage": "drawing"}, "turn=1, current=1 should be 0, -1"),
    ({"stage": "drawing", "turn": 0, "current": -1}, "seat 0 has nothing to draw"),
    ({"current": -4}, "turn=1, current=-4 should be 1, 1"),
    ({"turn": 0}, "turn=0, current=1 should be 1, 1"),
    ({"turn": 2}, r"turn=2 is not in 0\.\.1"),
    ({"weather": "fine"}, "weather is not part of a position"),
]


@pytest.mark.parametrize(("change", "message"), IMPOSSIBLE)
def test_impossible_positions_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        Carat(2).load({**position(), **change})


def test_impossible_positions_during_set_up_are_refused() -> None:
    game = Carat(2, {"layout": "players"})
    early = play(game, "0: chip 5 3,4").dump()
    assert game.load(early).dump() == early
    with pytest.raises(PositionError, match="turn=0, current=0 should be 1, 1"):
        game.load({**early, "turn": 0, "current": 0})
    with pytest.raises(PositionError, match="seat 0 must hold 0 tiles, not 1"):
        game.load({**early, "hands": [[ONE], []]})
    drawing = play(Carat(2), "chance: draw 1 rbgy", state=chips_laid(Carat(2))).dump()
    assert Carat(2).load(drawing).dump() == drawing
    with pytest.raises(PositionError, match="after 1 tiles the next one is not for seat 0"):
        Carat(2).load({**drawing, "turn": 0, "hands": [[], [ONE]]})


def test_carats_and_points_that_are_wrong_are_found_out() -> None:
    wrong = [Carat(2).load(position()) for _ in range(4)]
    wrong[0].add_to_chips(24, 1)
    wrong[1].add_to_points(0, 5)
    wrong[2].add_to_chips_left(0, 1)
    wrong[3].add_to_ways(35, 1)
    for state in wrong:
        with pytest.raises(PositionError, match=r"carat\.[39]"):
            state.audit()


def test_a_position_must_be_complete() -> None:
    for key in position():
        with pytest.raises(PositionError, match=f"{key} is missing"):
            Carat(2).load({name: value for name, value in position().items() if name != key})


def test_illegal_moves_leave_the_position_alone() -> None:
    game = Carat(2)
    state = laid(game, "6 rbgy 1,1")
    before = state.dump()
    with pytest.raises(IllegalMove, match=r"6 rbgy 1,2 is against carat\.6"):
        game.act(state, 1, game.parse("6 rbgy 1,2"))
    assert state.dump() == before
