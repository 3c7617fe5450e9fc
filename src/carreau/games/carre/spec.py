"""Carré, declared: its verbs, and the parts of a position."""

from typing import Annotated, Final, NamedTuple

from carreau.core.spec import Spec
from carreau.games.carre.dice import DICE, GOODS, IN_GAME, PAYMENT_NAMES, ROLLS
from carreau.games.carre.tiles import BOX, KINDS, MOST_SEATS, VALUES
from carreau.games.dice import dice_name

MOST_TURNS: Final = 1000  # of each player
MOST_GOODS: Final = max(IN_GAME) * MOST_SEATS
MOST_LAYERS: Final = 15  # no square carries all sixteen tiles: an 8 does not fit on a 9, nor a 9 on an 8
WIDTH: Final[int] = BOX["width"]
HEIGHT: Final[int] = BOX["height"]
YS: Final = range(HEIGHT)
XS: Final = range(WIDTH)
PLAYERS: Final = range(MOST_SEATS)
# The decision of the player to act; the last four, to name who gives something up, go by goods, then by receiver.
STAGES: Final = ["rolling", "acting", "stopper_to_middle", "stopper_to_buyer", "chip_to_middle", "chip_to_buyer"]


class PlacedTile(NamedTuple):
    """A tile on a board, by its upper left square; the lowest level is 0."""

    kind: Annotated[str, "kind"]
    x: int
    y: int
    level: int


SPEC: Final = Spec("carre", seats=range(2, MOST_SEATS + 1), turn="carre.4", points="built")
SPEC.numbers("square", HEIGHT, WIDTH)
SPEC.numbers("slot", BOX["copies"] * len(VALUES))
SPEC.axis("kind", KINDS)
SPEC.axis("value", [str(value) for value in VALUES])
SPEC.axis("goods", GOODS)
SPEC.axis("stage", STAGES, constants=True)
SPEC.export(WIDTH=WIDTH, HEIGHT=HEIGHT, VALUES=list(VALUES), SIDES=BOX["tiles"])
SPEC.export(PRICES={goods: BOX[goods]["price"] for goods in GOODS})  # of one, of two

SPEC.chance("roll", "roll {dice}", dice=[dice_name(DICE[index]) for index in ROLLS])
SPEC.verb("build", "build {tile} {x},{y} with {dice}", tile=KINDS, y=YS, x=XS, dice=PAYMENT_NAMES)
SPEC.verb("stop", "stop {player} {x},{y} with {dice}", player=PLAYERS, y=YS, x=XS, dice=PAYMENT_NAMES)
SPEC.verb("also", "also {tile} {x},{y}", tile=KINDS, y=YS, x=XS)
SPEC.verb("take_back", "take back {x},{y}", y=YS, x=XS)
SPEC.verb("buy", "buy {count} {what} with {dice}", what=GOODS, count=(1, 2), dice=PAYMENT_NAMES)
SPEC.verb("name", "name {player}", player=PLAYERS)
SPEC.verb("end", "end")
SPEC.join("build", placed=["tile", "y", "x"])
SPEC.join("also", placed=["tile", "y", "x"])
SPEC.join("stop", corner=["y", "x"])
SPEC.join("take_back", corner=["y", "x"])

# The boards: see board.py
SPEC.number("tiles", 0, len(KINDS) * HEIGHT * WIDTH - 1, ["seat", "slot"])  # in the order in which they were built
SPEC.number("built", 0, BOX["copies"] * len(VALUES), ["seat"])
SPEC.number("low_digits", 0, 2 ** (3 * HEIGHT * WIDTH) - 1, ["seat"])
SPEC.set("high_digits", "square", ["seat"])
SPEC.custom("boards", list[list[PlacedTile]], "the tiles on each board, lowest first")
SPEC.computed("heights", 0, MOST_LAYERS, ["seat", "square"]).observed("tiles on each square of each board")
SPEC.computed("tops", 0, len(KINDS), ["seat", "square"]).observed(
    "the uppermost tile on each square of the board of each seat, by row and column: 0 none,"
    " else 1 + its kind in the order in which tiles are built; what is covered isn't shown"
)
SPEC.set("free", "square", ["seat"]).observed("1 at the upper left square of every tile that lies free, on each board")

# What else the players have, and what lies in the middle
SPEC.number("supplies", 0, BOX["copies"], ["seat", "value"]).shown(
    "tiles that each seat has still to build, by value"
).observed("tiles that each seat has still to build, by value in ascending order", name="supply")
SPEC.number("stoppers", 0, MOST_GOODS, ["seat"], upto=f"{IN_GAME[0]} * self.seats").shown("stoppers of each seat")
SPEC.number("chips", 0, MOST_GOODS, ["seat"], upto=f"{IN_GAME[1]} * self.seats").shown("chips of each seat")
SPEC.computed("held", 0, MOST_GOODS, ["seat", "goods"]).observed("stoppers and chips of each seat")
SPEC.number("middle", 0, MOST_GOODS, ["goods"], upto=f"{max(IN_GAME)} * self.seats").shown(
    "stoppers and chips in the middle of the table"
).observed()
SPEC.number("new", 0, 2, ["goods"]).shown(
    "stoppers and chips that were bought in this turn and can't be used yet"
).observed()
SPEC.number("bought", 0, 1, ["goods"]).shown("1 if stoppers, chips were bought in this turn").observed()

# The turn
SPEC.dice("dice", DICE, module="dice", clause="carre.4").shown("the dice not used yet").observed(
    "dice not used yet that show 1, 2 and so on"
)
SPEC.number("stopped", 0, max(VALUES)).shown("the value of the tile that a stopper has just removed; 0 none").observed()
SPEC.choice("stage", "stage").shown(
    "what happens next; in the last four, a player is named who gives something up"
).observed()
SPEC.seat("turn").shown("whose turn it is").observed()
SPEC.constant("turn_limit", "i64")  # of each player
SPEC.number("turns", 0, MOST_TURNS * MOST_SEATS, upto="self.turn_limit * self.seats").shown(
    "turns taken by all players"
)
SPEC.computed("turns_left", 0, MOST_TURNS * MOST_SEATS, formula="self.turn_limit * self.seats - self.turns").observed(
    "turns of all players until the limit ends the game, this one included"
)
SPEC.constant("with_stoppers", "bool").observed("1 if there are stoppers in this game", name="stoppers")
