"""Carat, declared: its verbs, and the parts of a position."""

from itertools import permutations
from typing import Final, NamedTuple, TypedDict

from carreau.core.spec import Spec
from carreau.games.components import components

BOX: Final = components("carat")
COLOURS: Final[list[str]] = BOX["colours"]
INITIALS: Final = [colour[0] for colour in COLOURS]
# The gems clockwise; the order of a tile is read from its red gem on, a tile that lies from its upper left gem on.
ORDERS: Final = [INITIALS[0] + "".join(rest) for rest in permutations(INITIALS[1:])]
GEMS: Final = [order[-turn:] + order[:-turn] for order in ORDERS for turn in range(4)]
SIDE: Final[int] = BOX["side"]
CORNERS: Final = SIDE + 1  # chips along a side of the board (carat.2)
CHIPS: Final = CORNERS**2
VALUES: Final = range(1, len(BOX["chips"]) + 1)
CARATS: Final = range(1, BOX["carats"] + 1)
FULL_HAND: Final[int] = max(BOX["hands"])
GEMS_AROUND: Final = 4
MOST_POINTS: Final = CHIPS * max(VALUES) * GEMS_AROUND


class HeldTile(NamedTuple):
    """A tile by its carats and the order of its gems."""

    carats: int
    order: str


class LaidTile(NamedTuple):
    """A tile on a field, with its gems clockwise from the upper left one."""

    x: int
    y: int
    carats: int
    gems: str


class ShownChip(TypedDict):
    """A chip, and what is around it."""

    value: int  # 0 while none has been laid
    missing: int  # gems before it is decided
    carats: list[int]  # by colour
    winner: str  # "" until it is decided, "nobody" if no colour wins it
    points: int


SPEC: Final = Spec("carat", seats=range(2, len(COLOURS) + 1), box=BOX, over="carat.15", by_stage=True, points="scores")
SPEC.axis("colour", COLOURS)
SPEC.axis("stage", ["chipping", "drawing", "laying"], constants=True)  # carat.r1, carat.5, carat.6
SPEC.numbers("value", len(VALUES))  # 0 stands for the value 1
SPEC.numbers("place", CORNERS, CORNERS)  # of a chip: place x,y is at the upper left corner of field x,y
SPEC.numbers("field", SIDE, SIDE)
SPEC.numbers("tile", len(CARATS), len(ORDERS))

SPEC.verb("chip", "chip {value} {x},{y}", value=VALUES, y=range(CORNERS), x=range(CORNERS))
SPEC.join("chip", place=["y", "x"])
SPEC.chance("draw", "draw {carats} {order}", carats=CARATS, order=ORDERS)
SPEC.join("draw", tile=["carats", "order"])
SPEC.verb("lay", "{carats} {gems} {x},{y}", carats=CARATS, gems=GEMS, y=range(SIDE), x=range(SIDE))
SPEC.join("lay", way=["carats", "gems"], field=["y", "x"])

SPEC.constant("played", "i64")  # so many colours belong to players, the others are neutral (carat.1, carat.16)
SPEC.constant("by_players", "bool")  # who lay the chips (carat.r1)
SPEC.constant("open_hands", "bool").viewed("whether everybody sees all hands")
SPEC.view("colours", list[list[str]], "the colours of each seat")
SPEC.view("points", dict[str, int], "points of every colour that is played")
SPEC.view("chips", list[list[ShownChip]], "the chips by row and column")
SPEC.view("unseen", list[HeldTile], "the tiles in the stock or in a hidden hand")

SPEC.custom("chips", list[list[int]], "the value of each chip, by row and column; 0 where none lies")
SPEC.custom("hands", list[list[HeldTile]], "the tiles of each seat, as far as they are seen")
SPEC.custom("tiles", list[LaidTile], "the tiles that lie, row by row")
SPEC.number("chips", 0, 2**26 - 1, ["place"])  # board.py says what the bits are
SPEC.set("free_chips", "place")  # the chip fields without a chip
SPEC.number("points", 0, MOST_POINTS, ["colour"])  # those of a neutral colour are nobody's (carat.14)
SPEC.number("ways", 0, len(CARATS) * len(GEMS), ["field"])  # 1 + the orientation of the tile, or 0
SPEC.set("laid", "field")  # the fields with a tile
SPEC.set("hands", "tile", ["seat"], seen_by="owner")
SPEC.set("stock", "tile")

SPEC.observe(
    "owners",
    "who plays each colour, in the order of the box: 0 nobody, 1 the observer, 2 the left neighbour and so on",
    (len(COLOURS),),
    len(COLOURS),
)
SPEC.computed("values", 0, max(VALUES), ["place"]).observed("the value of each chip; 0 where none lies", name="chips")
SPEC.computed("missing", 0, GEMS_AROUND, ["place"]).observed("gems missing before each chip is decided")
SPEC.computed("carats", 0, max(CARATS) * GEMS_AROUND, ["place", "colour"]).observed(
    "carats around each chip, by colour"
)
SPEC.computed("tile_carats", 0, max(CARATS), ["field"]).observed(
    "the carats of the tile on each field, by row and column, 0 if it is free; where its gems point is in carats",
    name="tiles",
)
SPEC.observe(
    "hands",
    "1 for every tile known to be in the hand of each seat, by carats and order of its gems as in drawing;"
    " other hands only if hands are open",
    (len(COLOURS), len(CARATS), len(ORDERS)),
)
SPEC.size("held", "hands", FULL_HAND).viewed("how many tiles each seat holds").observed()
SPEC.observe(
    "unseen",
    "1 for every tile in the stock or in a hidden hand, by carats and order of its gems",
    (len(CARATS), len(ORDERS)),
)
SPEC.size("stock_size", "stock", len(CARATS) * len(ORDERS)).viewed("tiles in the stock", name="stock").observed(
    name="stock"
)
SPEC.number("chips_left", 0, CHIPS, ["value"]).viewed("chips of each value still to be laid").observed()
SPEC.nonzero("values_left", "chips_left")  # bit 0 for the value 1
SPEC.computed("scores", 0, MOST_POINTS, ["seat"]).viewed("points of each seat").observed()
SPEC.constant("side", "i64", high=SIDE).viewed("fields along a side of the board").observed()
SPEC.constant("hand_size", "i64", high=FULL_HAND).observed("tiles in a full hand")
SPEC.choice("stage", "stage").shown("what happens next").observed()
SPEC.seat("turn").shown("who acts, or for whom a tile is drawn").observed("whose turn it is")
