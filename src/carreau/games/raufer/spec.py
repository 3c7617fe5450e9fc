"""Raufer, declared: its verbs, and the parts of a position."""

from typing import Final, NamedTuple

from carreau.core.spec import Spec
from carreau.games.components import components

BOX: Final = components("raufer")
FLOORS: Final[int] = BOX["floors"]
MOST_SEATS: Final[int] = max(int(seats) for seats in BOX["hand"])
MOST_DRAWS: Final[int] = max(FLOORS - int(seats) * cards for seats, cards in BOX["hand"].items())
MOST_HELD: Final[int] = max(BOX["hand"].values()) + MOST_DRAWS
CARDS: Final = range(1, FLOORS + 1)
ORDERS: Final = ["up", "down", "none"]  # none when a round is opened (raufer.2)


class CardBatch(NamedTuple):
    """Cards that came into a hand together, and the floors that they can't be."""

    owner: int
    size: int
    ruled_out: list[int]


class LaidCard(NamedTuple):
    """A card laid, and the batches it may have come from."""

    card: int
    origins: list[int]


SPEC: Final = Spec("raufer", seats=sorted(map(int, BOX["hand"])), box=BOX, turn="raufer.3", by_stage=True)
SPEC.numbers("floor", FLOORS + 1)  # floor 0 stands for no card
SPEC.numbers("batch", MOST_SEATS + MOST_DRAWS)  # cards that came into a hand at one time: see inference.py
SPEC.axis("order", ORDERS, constants=True)
SPEC.axis("stage", ["lot", "dealing", "playing", "drawing"], constants=True)  # raufer.r9, raufer.1, raufer.3, raufer.4

SPEC.chance("start", "start {player}", player=range(MOST_SEATS))
SPEC.chance("deal", "deal {card}", card=CARDS)
SPEC.verb("lay", "{card} {order}", card=CARDS, order=ORDERS[:2])
SPEC.verb("fail", "fail")
SPEC.chance("draw", "draw {card}", card=CARDS)

SPEC.constant("floors", "i64").viewed("how many floors the box has")
SPEC.constant("hand_size", "i64")  # cards dealt to each player
SPEC.constant("open_discards", "bool").viewed("whether the cards laid stay visible")
SPEC.view("drawn", list[int], "1 for each seat with a card face down in front of it")

SPEC.set("hands", "floor", ["seat"], low=1, upto="self.floors", seen_by="owner").shown("the cards of each seat").viewed(
    "the viewer's own cards", name="hand"
).observed("1 for each floor in the observer's hand, from floor 1", name="hand")
SPEC.size("held", "hands", MOST_HELD).viewed("how many cards each seat holds").observed()
SPEC.observe(
    "laid", "who laid each floor, plus 1, as one would remember; 0 where it wasn't laid", (FLOORS,), MOST_SEATS
)
SPEC.observe(
    "may_hold",
    "how many of each seat's cards may be each floor: those that came before the seat failed at it are not; "
    "for the observer, what the others may think",
    (MOST_SEATS, FLOORS),
    MOST_HELD,
)
SPEC.set("drawn", "floor", ["seat"], low=1, upto="self.floors", seen_by="nobody").shown("cards drawn, not taken yet")
SPEC.union("all_drawn", "drawn")
SPEC.set("pile", "floor", low=1, upto="self.floors", seen_by="nobody").shown("the cards in the pile")
SPEC.computed_set("in_game", "seat", formula="(BIT[self.seats] - 1) & ~self.out").observed(
    "1 for each seat that is not out"
)
SPEC.seat("turn").shown("who acts, or for whom chance deals or draws")
SPEC.seat("starter").shown("who began")
SPEC.set("failed", "seat").shown("the seats that could not obey the order in force").observed()
SPEC.nonzero("face_down", "drawn").observed("1 for each seat that drew a card for that")
SPEC.number("top", 0, FLOORS, upto="self.floors").shown("the floor laid last; 0 before the first").observed()
SPEC.choice("order", "order", start=len(ORDERS) - 1).shown("the order in force")
SPEC.observe("order", "the order in force: 0 none, 1 up, 2 down; with none any card may be laid", (), len(ORDERS) - 1)
SPEC.seat("commander", start=-1).shown("who gave the order").observed("who gave it, plus 1; 0 nobody")
SPEC.set("out", "seat").shown("the seats that are out")
SPEC.size("pile_size", "pile", FLOORS).viewed("cards in the pile", name="pile").observed(name="pile")
SPEC.computed("phase", 1, 2).viewed("1 while those who fail draw, 2 when they are out for it").observed()
SPEC.choice("stage", "stage").shown("what comes next").observed()
SPEC.to_act("whose turn it is, plus 1; 0 while cards are dealt or drawn and at the end")
SPEC.seat("winner", start=-1).shown("who has won").observed("who has won, plus 1; 0 nobody yet")

SPEC.number("batches", 0, MOST_SEATS + MOST_DRAWS)  # how many there are; batch number `seat` is what it was dealt
SPEC.set("owns", "batch", ["seat"])
SPEC.number("sizes", 0, FLOORS, ["batch"])
SPEC.set("ruled_out", "floor", ["batch"])  # what a batch's remaining cards can't be
SPEC.custom("batches", list[CardBatch], "the cards that came into a hand together")
SPEC.set("laid", "floor")
SPEC.set("origins", "batch", ["floor"])  # the batches that a laid card may have come from
SPEC.custom("laid", list[LaidCard], "the cards laid, and the batches each may have come from")
