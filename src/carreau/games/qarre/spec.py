"""Qarré, declared: its verbs, and the parts of a position."""

from typing import Annotated, Final, Literal, NamedTuple

from carreau.core.spec import Spec
from carreau.games.qarre.tables import ACTION_NAMES, BOX, CARD_NAMES, FACES, SUITS, VALUES

SEATS: Final = 2
FIELDS: Final[int] = BOX["fields"]
HAND_SIZE: Final[int] = BOX["hand"]
CARDS: Final = len(CARD_NAMES)
HIGHEST: Final = 1000  # for the numbers among the options
MOST_POINTS: Final = 100_000
POINTS_SHOWN: Final = 2 * HIGHEST  # nothing that decides a game lies beyond
FULLEST_HAND: Final = HAND_SIZE + 2  # a card drawn, and one taken by a jack
DEEPEST: Final = CARDS - FIELDS + 1 - SEATS * HAND_SIZE
FIELD_NUMBERS: Final = range(1, FIELDS + 1)
EACH_CARD: Final = (len(SUITS), len(VALUES))
EARLY_STAGES: Final = ["lot", "setting_up", "dealing", "laying_out_anew", "drawing", "turning_up"]

CardName = Annotated[str, "card"]


class MemoryRecord(NamedTuple):
    """The memory of a draw, or of the first proof: the cards played since, and those ruled out at the end."""

    owner: int
    drew: bool
    played: list[CardName]
    ruled_out: list[CardName]


SPEC: Final = Spec("qarre", seats=[SEATS], box=BOX, turn="qarre.3", by_stage=True, points="scores")
SPEC.axis("card", CARD_NAMES, *EACH_CARD)
SPEC.axis("action_card", ACTION_NAMES, len(FACES), len(SUITS))
SPEC.axis("face", FACES, constants=True)
SPEC.axis("suit", SUITS)
SPEC.axis("stage", [*EARLY_STAGES, "acting", "refilling", "discarding", "laying"], constants=True)
SPEC.axis("hand_card", ["due", "laid", "missing"], constants=True)  # missing: there was none to draw (qarre.r14)
SPEC.numbers("field", FIELDS)
SPEC.numbers("stack", FIELDS + SEATS)  # the piles on the fields, then the reserves

SPEC.chance("start", "start {player}", player=range(SEATS))
SPEC.chance("fill", "fill {card}", card=CARD_NAMES)
SPEC.chance("deal", "deal {card}", card=CARD_NAMES)
SPEC.chance("draw", "draw {card}", card=CARD_NAMES)
SPEC.chance("turn", "turn up {face} {suit}", called="turn_up", face=FACES, suit=SUITS)
SPEC.verb("take", "take {field}", field=FIELD_NUMBERS)
SPEC.verb("remove", "remove {field}", field=FIELD_NUMBERS)
SPEC.verb("decline", "decline")
SPEC.verb("discard", "discard {card}", card=CARD_NAMES)
SPEC.verb("lay", "{card} on {field}", card=CARD_NAMES, field=FIELD_NUMBERS)
SPEC.verb("reserve", "reserve {card}", card=CARD_NAMES)
SPEC.verb("end", "end")
SPEC.join("turn", card=["face", "suit"])
for verb in ("take", "remove", "lay"):
    SPEC.join(verb, place=["field"])  # fields count from 0 inside

SPEC.view("jack", Literal["exchange", "keep"], "what happens to a card taken by a jack")
SPEC.view("combination", list[int], "the fields whose top cards are a trio or quartet now")

SPEC.constant("deck", "i64")
SPEC.constant("action_deck", "i64")

# Where the cards are; see board.py
SPEC.number("below", -1, CARDS - 1, ["card"])  # the card that one covers, in a pile or in a reserve
SPEC.number("tops", -1, CARDS - 1, ["stack"])
SPEC.set("stacks", "card", ["stack"])
SPEC.custom("piles", list[list[CardName]], "the cards on each field, the lowest first")
SPEC.observe(
    "piles",
    "how deep each card lies in the pile on each field, by suit and value: 1 on top, 2 below it; 0 not in this pile",
    (FIELDS, *EACH_CARD),
    DEEPEST,
)
SPEC.custom("reserves", list[list[CardName]], "the reserve of each seat, the lowest card first")
SPEC.observe(
    "reserves",
    "how deep each card lies in the reserve of each seat, by suit and value: 1 on top; 0 not in it",
    (SEATS, *EACH_CARD),
    DEEPEST,
)
SPEC.set("hands", "card", ["seat"], seen_by="owner").shown("the cards of each seat").viewed(
    "the viewer's own cards", name="hand"
).observed("1 for every card in the observer's hand, by suit and value", name="hand")
SPEC.set("known", "card", ["seat"]).shown("the cards in each hand of which the other player is certain").observed()
SPEC.set("taken", "card", ["seat"]).shown("those of them that everybody saw being taken")
SPEC.observe(
    "ruled_out",
    "1 for every card that each seat proved by a reservation not to have hidden in hand, by suit and value;"
    " only what the latest such proof told",
    (SEATS, *EACH_CARD),
)
SPEC.computed("drawn_since", 0, CARDS, ["seat"]).observed("cards that each seat has drawn since that proof")
SPEC.observe("unseen", "1 for every card in the stock or hidden in the other hand, by suit and value", EACH_CARD)
SPEC.set("stock", "card", seen_by="nobody").shown("the cards in the stock")
SPEC.set("discards", "card").shown("the discards").observed("1 for every card discarded, by suit and value")
SPEC.size("held", "hands", FULLEST_HAND).viewed("how many cards each seat holds").observed()
SPEC.computed("reserved", 0, DEEPEST, ["seat"]).observed("cards in the reserve of each seat")
SPEC.size("stock_size", "stock", CARDS).viewed("cards in the stock", name="stock").observed(name="stock")
SPEC.number("scores", -MOST_POINTS, MOST_POINTS, ["seat"]).shown("points of each seat").observed(
    within=(-POINTS_SHOWN, POINTS_SHOWN)
)

# The turn
SPEC.choice("action", "action_card", optional=True).shown("the action card of this turn")
SPEC.observe(
    "action",
    "the action card of this turn as face and suit: 0 none; 1 jack, 2 queen, 3 king; 1 to 4 the suits in their order",
    (2,),
    max(len(FACES), len(SUITS)),
)
SPEC.set("actions_left", "action_card").shown("the action cards not turned up since they were shuffled").observed()
SPEC.number("reshuffles", 0, HIGHEST, upto="self.limit").shown("how often the action cards ran out")
SPEC.computed("reshuffles_left", 0, HIGHEST, formula="self.limit - self.reshuffles").observed(
    "how often the action cards run out until the game ends"
)
SPEC.choice("stage", "stage").shown("what happens next").observed(
    "what happens next: 0 the lot, 1 the base is laid out, 2 cards are dealt, 3 a new base is laid out, 4 a card drawn,"
    " 5 an action card is turned up, 6 it is used, 7 a field is refilled, 8 a card is discarded, 9 cards are laid"
)
SPEC.number("field", 0, FIELDS - 1)
SPEC.custom("field", int, "the next field to be filled")
SPEC.seat("turn").shown("whose turn it is, or to whom a card is dealt").observed()
SPEC.seat("starter").shown("who began")
SPEC.choice("hand_card", "hand_card").shown("what became of the one hand card of this turn").observed()
SPEC.flag("reserve_used").shown("whether a reserve card has been laid in this turn").observed()
SPEC.choice("kept", "card", optional=True).shown("the card that a jack took and that must be played now").observed(
    "1 + the number of the card that a jack took and that must be played now; 0 none"
)
SPEC.constant("keep", "bool").observed("1 if a card taken by a jack is kept, 0 if it is exchanged", name="jack_keeps")
SPEC.constant("target", "i64", high=HIGHEST).viewed("points that win").observed()
SPEC.constant("lead", "i64", high=HIGHEST).viewed("points more than the other that win").observed()
SPEC.constant("limit", "i64").viewed("how often the action cards may run out before the game ends")
SPEC.seat("winner", start=-1).shown("who has won")

# What both may remember of each other; see memory.py
SPEC.log(
    "records",
    "record",
    room=CARDS,
    seldom=True,
    changed=["played", "played_too", "ruled_out"],
    owner="seat",
    drew=(0, 1),
    played=(0, CARDS),
    played_too=(0, CARDS),
    ruled_out=(0, 2**CARDS - 1),
)
SPEC.number("last_record", 0, CARDS, ["seat"])  # its number from 1, 0 if there is none
SPEC.custom("memory", list[MemoryRecord], "what both players may remember of each other's hidden cards")
