"""Misd, declared: its verbs, and the parts of a position."""

from typing import Annotated, Final, NamedTuple

from carreau.core.spec import Spec
from carreau.games.components import components

BOX: Final = components("misd")
SHAPES: Final[list[str]] = BOX["shapes"]
COLOURS: Final[list[str]] = BOX["colours"]
SIDES: Final[list[str]] = BOX["sides"]
CARDS: Final = range(1, len(BOX["cards"]) + 1)
ANSWERS: Final = len(COLOURS) * len(SHAPES) + len(CARDS) + 1  # all that players can say
MOST_CHIPS: Final[int] = BOX["chips"]
LARGEST_LIMIT: Final = 1000  # of cards or searches

Face = dict[str, Annotated[str, "colour"]]  # by shape


class OpenCard(NamedTuple):
    """A card that lies open."""

    card: int
    side: Annotated[str, "side"]


class LastAnswer(NamedTuple):
    """The last answer: who gave it, whether it was right and, once the search is over, the right one."""

    seat: int
    answer: str
    right: bool
    solution: str | None


SPEC: Final = Spec("misd", seats=[2, 3, 4, 5, 6, 7, 8], by_stage=True, several=True, points="chips")
SPEC.axis("shape", SHAPES)
SPEC.axis("colour", COLOURS)
SPEC.axis("side", SIDES)
SPEC.axis("mode", ["simple", "hard"])
SPEC.numbers("place", len(CARDS))
SPEC.numbers("card", len(CARDS) + 1)  # card 0 is none
SPEC.export(CHIPS=MOST_CHIPS)

SPEC.chance("turn", "turn up {card} {side}", called="turn_up", card=CARDS, side=SIDES)
SPEC.chance("lay", "lay out {card} {side}", called="lay_out", card=CARDS, side=SIDES)
SPEC.chance("shape", "shape {shape}", called="show_shape", shape=SHAPES)
SPEC.chance("colour", "colour {colour}", called="show_colour", colour=COLOURS)
SPEC.verb("name", "{colour} {shape}", colour=COLOURS, shape=SHAPES)
SPEC.verb("point", "card {place}", place=CARDS)
SPEC.verb("missing", "missing")
SPEC.chance("timeout", "time out")  # of the clock (misd.r9)

SPEC.constant("stake", "i64")  # chips that can be won
SPEC.computed("shown", 0, len(COLOURS), ["place", "shape"]).observed(
    "the colour of each shape on the card on each place, plus 1, in the order of the box; "
    "0 where the shape is missing or no card lies",
    name="faces",
)
SPEC.number("layout", 0, len(CARDS) * len(SIDES), ["place"]).observed(
    "the card on each place: 1 the front of the first, 2 its back, 3 the front of the second and so on; 0 none"
)
SPEC.choice("shape", "shape", optional=True).shown("the shape that the finder asks for").observed()
SPEC.choice("colour", "colour", optional=True).shown("the colour that the finder asks for").observed()
SPEC.computed("race", 0, 1, formula="i64(self.current == RACE)").observed(
    "1 while everything lies open and the first answer counts"
)
SPEC.set("wrong", "seat").shown("the seats whose answer to what lies open was wrong").observed()
SPEC.number("chips", 0, MOST_CHIPS, ["seat"], upto="self.stake").shown("chips of each seat").observed()
SPEC.computed("supply", 0, MOST_CHIPS).shown("chips that nobody owns").observed()
SPEC.computed("searches_left", 0, LARGEST_LIMIT - 1, formula="self.limit - self.number").observed(
    "cards or searches that may follow this one"
)
SPEC.set("stack", "card", low=1, start=2 ** (len(CARDS) + 1) - 2).shown(
    "the cards that were not turned up or laid out since the cards were last shuffled"
).observed()
SPEC.set("shapes_left", "shape", start=2 ** len(SHAPES) - 1).shown("the finders in the pile of shapes").observed()
SPEC.set("colours_left", "colour", start=2 ** len(COLOURS) - 1).shown("the finders in the pile of colours").observed()
SPEC.seat("last_seat", start=-1).observed("who answered last, plus 1; 0 nobody yet, or the time was up")
SPEC.number("last_answer", 0, ANSWERS + 1).observed(
    "the last answer: 1 to 100 the first colour with each shape, then the second and so on, 101 to 110 the "
    "card on a place, 111 missing; 112 if the time was up; 0 before the first"
)
SPEC.flag("last_right").observed("1 if it was right")
SPEC.number("last_solution", 0, ANSWERS).observed(
    "what would have been right, numbered in the same way; 0 while others may still find it"
)
SPEC.constant("hard", "bool").observed("1 in the hard game, 0 in the simple one")
SPEC.constant("places", "i64", high=len(CARDS)).shown("cards that lie open at a time").observed()
SPEC.constant("others_go_on", "bool").observed("1 if the others may answer after a wrong answer")
SPEC.constant("mixed_sides", "bool").observed("1 if chance decides which side of a card is up")
SPEC.constant("limit", "i64").shown("cards or searches until the game ends")
SPEC.number("number", 1, LARGEST_LIMIT, start=1, upto="self.limit").shown(
    "the number of the card or search on the table"
)
SPEC.number("laid", 0, len(CARDS))  # cards that lie open
SPEC.custom("layout", list[OpenCard], "the cards that lie open")
SPEC.custom("last", LastAnswer | None, "the last answer, once somebody has answered or the time was up")
SPEC.computed_choice("mode", "mode", formula="i64(self.hard)").shown("which of the two games it is")
SPEC.custom("faces", list[Face], "the colour of each shape on the cards that lie open", follows=True)
