"""Schlauraff, declared: its verbs, and the parts of a position."""

from typing import Annotated, Final

from carreau.core.spec import Spec
from carreau.games.components import components
from carreau.games.dice import dice_name, multisets

BOX: Final = components("schlauraff")
COLOURS: Final[list[str]] = list(BOX["worth"])
PER_COLOUR: Final[int] = BOX["chips_per_colour"]
CHIPS: Final = PER_COLOUR * len(COLOURS)
ROWS: Final[int] = BOX["rows"]
MOST_COLUMNS: Final[int] = max(count for agreed in BOX["columns"].values() for count in agreed)
MOST_ROWS: Final = ROWS * MOST_COLUMNS
MOST_ROUNDS: Final = 20
PLAYERS: Final = range(4)
FACES: Final = range(1, BOX["sides"] + 1)
DICE: Final = multisets(BOX["sides"], BOX["dice"])
Chips = list[Annotated[str, "colour"]]  # that lie one on or below the other

SPEC: Final = Spec("schlauraff", seats=[2, 3, 4], over="schlauraff.14", by_stage=True, several=True)
SPEC.axis("colour", COLOURS)
SPEC.axis("stage", ["starting", "laying", "rolling", "assigning", "carrying", "ended"], constants=True)
SPEC.export(
    ROWS=ROWS, ALL_DICE=BOX["dice"], WORTH=BOX["worth"], ALONE={colour: BOX["alone"].get(colour) for colour in COLOURS}
)
SPEC.numbers("column", MOST_COLUMNS)
SPEC.numbers("place", ROWS)  # of a chip in a column, from the top
SPEC.numbers("line", MOST_ROWS)  # a row of the column in play, counted from 0
SPEC.numbers("face", BOX["sides"])  # of a die, counted from 0

SPEC.chance("start", "start {player}", player=PLAYERS)
SPEC.chance("lay", "lay {colour}", colour=COLOURS)
SPEC.chance("roll", "roll {dice}", dice=[dice_name(dice) for dice in DICE if dice])
SPEC.verb("assign", "{face} to {row}", row=range(1, MOST_ROWS + 1), face=FACES)
SPEC.verb("carry", "carry {face}", face=FACES)
SPEC.verb("leave", "leave")
SPEC.verb("take", "take")
SPEC.verb("reroll", "reroll")
SPEC.verb("stop", "stop")

SPEC.number("tops", 0, len(COLOURS), ["line"]).observed(
    "the uppermost chip of each row of the column in play, from the top: 0 none, 1 to 4 a colour in their order"
)
SPEC.computed("stacks", 0, MOST_COLUMNS, ["line", "colour"]).observed("chips of each colour in each row in play")
SPEC.number("length", 0, MOST_ROWS).observed("rows of the column in play")
SPEC.computed("coming", 0, len(COLOURS), ["column", "place"]).observed(
    "the chips of the columns that wait, the next one first, each from the top: 0 none, 1 to 4 a colour", name="columns"
)
SPEC.number("bag", 0, PER_COLOUR, ["colour"]).shown("chips of each colour in the bag").observed()
SPEC.number("captured", 0, PER_COLOUR, ["seat", "colour"]).shown(
    "chips of each colour that each seat has captured in this round"
).observed()
SPEC.number("points", 0, MOST_ROUNDS * CHIPS, ["seat"], upto=f"self.rounds * {CHIPS}").shown(
    "chips that each seat captured in earlier rounds"
).observed()
SPEC.number("reds", 0, MOST_ROUNDS * PER_COLOUR, ["seat"], upto=f"self.rounds * {PER_COLOUR}").shown(
    "red chips among them"
).observed()
SPEC.dice("dice", DICE, module="spec", clause="schlauraff.5").shown("the unassigned dice, ascending").observed(
    "unassigned dice that show 1, 2, …"
)
SPEC.dice("on", DICE, module="spec", clause="schlauraff.5").shown(
    "the dice on the chip in work, or on the one just captured while one may be carried"
).observed("dice that show 1, 2 and so on, on the chip in work, or while one may be carried on the chip just captured")
SPEC.number("to_roll", 0, BOX["dice"]).shown("dice that are rolled next").observed()
SPEC.number("row", 0, MOST_ROWS).shown("the row in work, counted from 1; 0 before the first die is assigned").observed()
SPEC.flag("assigned").shown("whether a die was assigned since the last roll").observed()
SPEC.choice("stage", "stage").shown("what happens next").observed()
SPEC.seat("turn").shown("whose turn it is").observed()
SPEC.seat("starter").shown("who began this round").observed()
SPEC.computed("rounds_left", 0, MOST_ROUNDS, formula="self.rounds - self.round + 1").observed(
    "rounds still to play, this one included"
)
SPEC.constant("columns", "i64")
SPEC.constant("rounds", "i64").shown("rounds to play in all")
SPEC.constant("extend", "bool").observed(
    "1 if chips left in a column follow below the next one, 0 if they lie beneath it", name="extends"
)
SPEC.constant("choice", "bool").observed(
    "1 if a player may go on with a single die on a chip that it can capture", name="may_wait"
)
SPEC.number("round", 1, MOST_ROUNDS, start=1, upto="self.rounds").shown("the round, counted from 1")
SPEC.number("played", 0, MOST_COLUMNS - 1, upto="self.columns - 1").shown("columns of this round that are used up")
SPEC.number("laid", 0, MOST_ROWS)  # chips laid out before the first turn of a round
SPEC.number("queue", 0, len(COLOURS), ["column", "place"])  # chips of the columns to come, as in tops
SPEC.number("piles", 0, MOST_COLUMNS, ["place", "colour"])  # chips in each row, where leftovers are stacked
SPEC.custom("columns", list[Chips], "the columns to come, the next one first, each from the top")
SPEC.custom("column", list[Chips], "the column in play from the top: the chips of each row, the uppermost first")
