"""Caro, declared: its verbs, and the parts of a position."""

from typing import Annotated, Final, NamedTuple

from carreau.core.spec import Spec
from carreau.games.components import components

BOX: Final = components("caro")
COLOURS: Final[list[str]] = BOX["colours"]
PER_COLOUR: Final[int] = BOX["tiles_per_colour"]
REACH: Final = 7  # how far from the first tile a cell can be (caro.4, caro.r5)
WIDTH: Final = 2 * REACH + 1
MOST_POINTS: Final = 16_383  # 15 bits; no game brings more than 650 points, no match more than 13,000
MOST_OBSERVED: Final = 10_000
MOST_ROUNDS: Final = 20


class ColouredTile(NamedTuple):
    """A tile, with the first one on 0,0."""

    x: int
    y: int
    colour: Annotated[str, "colour"]


class LastTile(NamedTuple):
    """The last tile: who laid it, where, which colour, for how many points."""

    layer: int
    x: int
    y: int
    colour: Annotated[str, "colour"]
    points: int


SPEC: Final = Spec(
    "caro", seats=sorted(map(int, BOX["side"])), over="caro.15", turn="caro.3", by_stage=True, points="scores"
)
SPEC.axis("colour", COLOURS)
SPEC.axis("stage", ["laying", "answering", "laying_anew"], constants=True)  # caro.3, caro.r7, caro.13
SPEC.numbers("cell", WIDTH, WIDTH)
SPEC.numbers("line", 53)  # a row of the board, under one of three aspects: see board.py

SPEC.export(PAIRS=BOX["points"])  # of neighbours of two colours

COORDINATES: Final = range(-REACH, REACH + 1)
SPEC.verb("lay", "{colour} {x},{y}", y=COORDINATES, x=COORDINATES, colour=COLOURS)
SPEC.join("lay", cell=["y", "x"])
SPEC.verb("pass", "pass")
SPEC.verb("object", "object")
SPEC.verb("silent", "silent")

SPEC.constant("honour", "bool")
SPEC.constant("rounds", "i64")  # games in a match
SPEC.number("rows", 0, 2 ** (4 * WIDTH) - 1, ["line"])
SPEC.number("laid", 0, WIDTH**2)  # tiles on the board, and how far they reach
SPEC.number("left", 0, WIDTH - 1, start=REACH)
SPEC.number("right", 0, WIDTH - 1, start=REACH)
SPEC.number("top", 0, WIDTH - 1, start=REACH)
SPEC.number("bottom", 0, WIDTH - 1, start=REACH)
SPEC.custom("tiles", list[ColouredTile], "the tiles that lie, row by row")
SPEC.computed("board", 0, len(COLOURS), ["cell"]).observed(
    "what lies where, by row and column: 0 nothing, 1 to 4 a colour in the order of the box"
)
SPEC.number("hands", 0, PER_COLOUR, ["seat", "colour"]).shown("tiles of each colour that each seat holds").observed()
SPEC.number("scores", -MOST_POINTS, MOST_POINTS, ["seat"]).shown("points of each seat in the match").observed(
    within=(-MOST_OBSERVED, MOST_OBSERVED)
)
SPEC.number("round_scores", -MOST_POINTS, MOST_POINTS, ["seat"]).shown(
    "points of each seat in this game alone"
).observed(within=(-MOST_OBSERVED, MOST_OBSERVED))
SPEC.number("rounds_left", 1, MOST_ROUNDS, upto="self.rounds", start=1).shown(
    "games still to play, this one included"
).observed(name="rounds", within=(0, MOST_ROUNDS))
SPEC.constant("side", "i64", high=WIDTH).observed("how long the sides of the square may become")
SPEC.seat("starter").shown("who began this game")
SPEC.choice("stage", "stage").shown("what is asked of the player to act").observed(
    "what is asked: 0 to lay, 1 to object or be silent, 2 to lay again after an objection"
)
SPEC.seat("layer").observed("who laid the last tile")
SPEC.number("last_cell", 0, WIDTH**2 - 1, start=WIDTH**2 // 2)
SPEC.number("last_colour", 0, len(COLOURS) - 1)
SPEC.number("last_points", -MOST_POINTS, MOST_POINTS)
SPEC.custom("last", LastTile, "the tile laid last; before the first one red on 0,0")
SPEC.observe("last", "column, row and colour of the last tile; all 0 before the first", (3,), WIDTH)
