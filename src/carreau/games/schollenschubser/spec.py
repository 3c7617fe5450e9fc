"""Schollenschubser, declared: its verbs, and the parts of a position."""

from itertools import combinations_with_replacement
from typing import Annotated, Final, NamedTuple

from carreau.core.spec import Spec
from carreau.games.components import components

BOX: Final = components("schollenschubser")
ROWS: Final[list[str]] = BOX["rows"]
COLUMNS: Final[int] = BOX["columns"]
EXPLORERS: Final[int] = BOX["explorers"]
FIELDS: Final = [f"{row}{column}" for row in ROWS for column in range(1, COLUMNS + 1)]  # scholle.1
SIDES: Final[list[list[int]]] = [card["sides"] for card in BOX["cards"]]  # scholle.2
SIZES: Final = sorted(side for sides in SIDES for side in sides)
ROLLS: Final = list(combinations_with_replacement(range(1, BOX["sides"] + 1), BOX["dice"]))
DRAWN: Final[list[str]] = BOX["start"]["drawn"]
BANK: Final = "bank"
SHIP: Final = "ship"
PLAYERS: Final = range(4)
MOST_TURNS: Final = 1000  # of each player: the largest turn_limit


class Floe(NamedTuple):
    """A floe, the explorers of each seat on it, and how many of the player's have moved this turn."""

    field: Annotated[str, "field"]
    size: int
    explorers: list[int]
    moved: int


SPEC: Final = Spec("schollenschubser", seats=[2, 3, 4], turn="scholle.4", points="aboard")
SPEC.axis("field", FIELDS, len(ROWS), COLUMNS)
SPEC.numbers("face", BOX["sides"])  # of a die, from 0
SPEC.axis("kind", ["large", "small"])  # of cards
SPEC.axis("stage", ["laying", "lot", "rolling", "drifting", "moving"], constants=True)
SPEC.export(EXPLORERS=EXPLORERS, COLUMNS=COLUMNS, ROWS=len(ROWS), BANK=BANK, SHIP=SHIP)
SPEC.export(ANY_COLUMN=BOX["any_column"], MELT=BOX["melt"], SIDES=SIDES)

SPEC.chance("lay", "lay {size} {field}", field=DRAWN, size=SIZES)
SPEC.chance("start", "start {player}", stage="lot", player=PLAYERS)
SPEC.chance("roll", "roll {dice}", stage="rolling", dice=[",".join(map(str, roll)) for roll in ROLLS])
SPEC.verb("drift", "drift {field}", stage="drifting", field=FIELDS)
SPEC.verb("floe", "floe {size} {field}", stage="drifting", size=SIZES, field=FIELDS[:COLUMNS])
SPEC.verb("melt", "melt {field}", stage="drifting", field=FIELDS)
SPEC.verb("drop", "drop {player} from {field}", stage="drifting", field=FIELDS, player=PLAYERS)
SPEC.verb("decline", "decline", stage="drifting")
SPEC.verb("move", "{start}-{to}", stage="moving", start=[*FIELDS, BANK], to=[*FIELDS, BANK, SHIP])
SPEC.verb("end", "end", stage="moving")

SPEC.custom("floes", list[Floe], "the floes on the water")
SPEC.number("sizes", 0, max(SIZES), ["field"]).observed(
    "how many have room on the floe on each field, by row from the north and column from the bank; 0 is water",
    name="floes",
)
SPEC.number("explorers", 0, EXPLORERS, ["seat", "field"]).observed("explorers of each seat on each field")
SPEC.number("moved", 0, EXPLORERS, ["field"]).observed("explorers on each field that have moved in this turn")
SPEC.computed("bank", 0, EXPLORERS, ["seat"]).shown("explorers of each seat on the bank").observed()
SPEC.number("aboard", 0, EXPLORERS, ["seat"]).shown("explorers of each seat aboard the icebreaker").observed()
SPEC.computed("supply", 0, max(card["count"] for card in BOX["cards"]), ["kind"]).shown(
    "cards in the supply: those with the sides 4 and 3, those with 2 and 1"
).observed()
SPEC.number("rolled", -1, len(ROLLS) - 1, start=-1)  # which of ROLLS; -1 before the roll
SPEC.custom("dice", list[int], "what the dice show, ascending; none before the roll")
SPEC.computed("shown", 0, BOX["dice"], ["face"]).observed("dice that show 1, 2, …; none before the roll", name="dice")
SPEC.flag("entered").shown("whether an explorer has stepped from the bank onto a floe this turn").observed()
SPEC.number("returned", 0, EXPLORERS).shown("explorers that went back this turn and must stay on the bank").observed()
SPEC.choice("stage", "stage").shown("what comes next").observed()
SPEC.seat("starter", start=-1).shown("who began")
SPEC.seat("turn", start=-1).shown("whose turn it is").observed("whose turn it is, plus 1; 0 before the lot")
SPEC.number("turns", 0, MOST_TURNS * len(PLAYERS), upto="self.turn_limit * self.seats").shown(
    "turns that are over, of all players together"
)
SPEC.computed(
    "turns_left",
    0,
    MOST_TURNS * len(PLAYERS),
    formula="self.turn_limit * self.seats - self.turns",  # scholle.r11
).observed("turns until the game is a draw, of all players together, this one included")
SPEC.constant("turn_limit", "i64")  # for each player
SPEC.constant("large_floes", "bool").observed("1 if floes of size 4 are used")
SPEC.constant("melt_compulsory", "bool").observed("1 if a six must be used to melt a floe")
