"""Positions of Bauab for tests."""

from typing import Any

from carreau.games.bauab._state import BauabState
from carreau.games.bauab.game import Bauab
from tests.play import play

GAME = Bauab(2)
LETTERS = "abcdefghijklmnop"
KINDS = "12345x"
COLOURS = {"b": "blue", "r": "red", "P": "green"}
# The rulebook's long example: blue has 12 points on the board and 4 captured, red 8 and 5.
EXAMPLE = """
    b1 b4 b2 b3
    b2 .  r1 r5
    bx bx r2 rx
    bx rx rx P
"""


def position(drawing: str, blue: str, red: str, current: int = 0, vacated: str = "") -> dict[str, Any]:
    """Return a dumped position: b3 is a blue 3, P a park, a dot a free plot; all other chips are captured."""
    board = [
        [letter, COLOURS[chip[0]], chip[1:] or "park"]
        for letter, chip in zip(LETTERS, drawing.split(), strict=True)
        if chip != "."
    ]
    hands = [[hand.count(kind) for kind in KINDS] for hand in (blue, red)]
    return {"board": board, "hands": hands, "vacated": list(vacated), "current": current}


def loaded(drawing: str, blue: str, red: str, current: int = 0, vacated: str = "") -> BauabState:
    return GAME.load(position(drawing, blue, red, current, vacated))


def begun(*moves: str) -> BauabState:
    """Return the position after alternating moves, blue first."""
    return play(GAME, "chance: start 0", *(f"{index % 2}: {move}" for index, move in enumerate(moves)))
