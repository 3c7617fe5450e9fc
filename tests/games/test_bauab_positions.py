"""Bauab: given layouts, moves and positions, possible and impossible."""

from typing import Any

import pytest

from carreau.core.errors import NotationError, OptionError, PositionError
from carreau.core.game import CHANCE, OVER
from carreau.games.bauab.game import Bauab
from tests.positions.bauab import GAME, position


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        ("circle", "layout=circle is not one of square, ring, cross, towers, or 16 connected cells"),
        ("", "layout= is not one of square"),
        ("0,0;1,0;2", "layout=0,0;1,0;2 is not one of square"),
        ("0,0;1,0;2,x", "layout=0,0;1,0;2,x is not one of square"),
        (7, "layout=7 is not one of square"),
        ([[0, 0], 5], "layout=0,0;5 is not one of square"),
        ("9" * 5000, "layout=9{59}… is not one of square"),
        (";".join(f"{x},0" for x in range(15)), "layout: 15 cells are given; there must be 16"),
        (";".join(f"{x},0" for x in range(17)), "layout: 17 cells are given; there must be 16"),
        (";".join(f"{x % 15},0" for x in range(16)), "layout: 0,0 is given twice"),
        (";".join(f"{x},{x // 15}" for x in range(16)), "layout: 15,1 is not connected with 0,0"),
    ],
)
def test_bad_layouts_are_explained(layout: object, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Bauab(2, {"layout": layout})


def test_unknown_options_are_explained() -> None:
    with pytest.raises(OptionError, match="did you mean layout"):
        Bauab(2, {"lay-out": "ring"})
    assert Bauab(2, {"layout": " Ring "}).options["layout"] == "ring"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("6 a", "lay: chip=6 is not one of 1, 2, 3, 4, 5, x, park"),
        ("3 q", "lay: plot=q is not one of a, b, c"),
        ("start 2", r"start: player=2 is not in 0\.\.1"),
        ("hello", "'hello' is not a move in bauab; write moves as"),
    ],
)
def test_bad_notation_is_explained(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        GAME.parse(text)


def test_notation_may_be_short_and_in_capitals() -> None:
    assert GAME.parse("p f") == GAME.parse("PARK F") == GAME.parse(" park  f ")
    assert GAME.parse("X a") == GAME.parse("x a")
    assert GAME.num_actions == 2 + 7 * 16 + 1


START = position(". . . .  . . . .  . . . .  . . . .", "11223345xxx", "11223345xxx")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"current": 2}, r"current=2 is not in -4\.\.1"),
        ({"current": -2}, "bauab.3: current=-2 is neither a seat nor -1 for the lot nor -4 at the end"),
        ({"current": OVER}, "bauab.13: current=-4, but the game is not over"),
        ({"hands": [[0] * 6, [0] * 6]}, "bauab.13: current=0, but the game is over"),
        ({"hands": [[2, 2, 2, 1, 1, 3]]}, "hands must have 2 rows, not 1"),
        ({"hands": [[2, 2, 2, 2, 1, 3], [2, 2, 2, 1, 1, 3]]}, "bauab.2: blue has 2 in hand and 0 on the board of 4"),
        ({"hands": [[4, 2, 2, 1, 1, 3], [2, 2, 2, 1, 1, 3]]}, r"hands\[0\]=4 is not in 0\.\.3"),
        ({"board": [["a", "red", "5"]]}, "bauab.2: red has 1 in hand and 1 on the board of 5; there are 1"),
        ({"board": [["q", "red", "5"]]}, "plot='q' is not one of a, b"),
        ({"board": [["a", "pink", "5"]]}, "colour='pink' is not one of blue, red, green"),
        ({"board": [["a", "red", "park"]]}, "chip='park' is not one of 1, 2, 3, 4, 5, x"),
        ({"board": [["a", "green", "1"]]}, "chip='1' is not one of park"),
        ({"board": [["a", "red"]]}, r"board\[0\] must be \[plot, colour, chip\]"),
        ({"board": [["a", "green", "park"]]}, "bauab.10: 1 parks and vacated plots, but 0 chips captured"),
        ({"vacated": ["a"]}, "bauab.10: 1 parks and vacated plots, but 0 chips captured"),
        ({"vacated": ["q"]}, "='q' is not one of a"),
        ({"vacated": ["a", "a"]}, "vacated names a twice"),
        ({"scores": [1, 0]}, r"scores=\[1, 0\] contradicts the rest, which says scores=\[0, 0\]"),
        ({"plots": [[0, 0]]}, r"plots=\[\[0, 0\]\] contradicts the rest"),
        ({"weather": 1}, "weather is not part of a position"),
    ],
)
def test_impossible_positions_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        GAME.load({**START, **change})


@pytest.mark.parametrize(
    ("drawing", "vacated", "current", "message"),
    [
        ("b3 r3 . .  . . . .  . . . .  . . . .", "", 0, "bauab.5: 3 on a lies beside another 3"),
        (". . . .  . . . .  . . . .  . . . .", "a", 0, "bauab.10: no lay of the turn before can have captured"),
        (". r1 . .  . . . .  . . . .  . . . .", "a", 0, "can have captured what lay on a"),  # e is a liberty
        (". b1 . .  b2 . . .  . . . .  . . . .", "a", 0, "can have captured"),  # by blue itself
        (". r1 r2 .  r3 . . r4  . . . .  . . . .", "ad", 0, "can have captured what lay on a, d"),  # by two lays
        # the lay on b would also have captured c, and that on e also i; e is possible if the plot below i is free
        (". r1 b2 r3  r4 r5 rx .  b1 rx . .  r2 . . .", "a", 0, "can have captured what lay on a"),
        (". r1 b2 r3  r4 r5 rx .  b1 rx . .  . . . .", "a", 0, ""),
        ("b2 . r1 .  r3 r4 . .  . . . .  . . . .", "b", 1, ""),
        ("r5 . . .  r3 . . .  . . . .  . . . .", "a", 0, "can have captured"),  # occupied
        ("P P P P  P P P P  P P P P  P P P P", "", 0, "bauab.2: 16 parks on the board; there are 15"),
        (". . . .  . . . .  . . . .  . . . .", "", CHANCE, "bauab.3: chips have been laid before the lot"),
    ],
)
def test_positions_that_no_game_leads_to_are_refused(drawing: str, vacated: str, current: int, message: str) -> None:
    data = position(drawing, "12x", "12x", current, vacated)
    if not message:
        assert GAME.load(data).vacated
        return
    with pytest.raises(PositionError, match=message):
        GAME.load(data)


def test_two_chips_on_one_plot_are_refused() -> None:
    data = position("b5 . . .  . . . .  . . . .  . . . .", "12", "12")
    data["board"].append(["a", "red", "4"])
    with pytest.raises(PositionError, match="two chips lie on a"):
        GAME.load(data)
