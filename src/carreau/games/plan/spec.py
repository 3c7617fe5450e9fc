"""Ganz nach Plan!?, declared: its verbs, and the parts of a position."""

from typing import Annotated, Final, NamedTuple

from carreau.core.spec import Spec
from carreau.games.components import components
from carreau.games.plan.instruction import Instruction

BOX: Final = components("plan")
MOST_SEATS: Final = 4
MOST_PLAYS: Final = 1000
MOST_CARDS: Final = 20
DEEDS: Final[list[str]] = BOX["deeds"]  # what a part of an instruction does, and whom it is about
WAYS: Final[list[str]] = BOX["ways"]
PART_BITS: Final = 6
MOST_PARTS: Final = 8
MOST_CODES: Final = len(DEEDS) * len(WAYS)
LATEST: Final = 16  # events observed
CARDS: Final = range(1, MOST_CARDS + 1)


class SeenEvent(NamedTuple):
    """Something that happened to cards, with those that the viewer saw."""

    what: Annotated[str, "happening"]
    giver: int
    receiver: int
    cards: list[int]


SPEC: Final = Spec("plan", seats=[3, 4], box=BOX, by_stage=True, several=True)
SPEC.numbers("card", MOST_CARDS + 1)  # card 0 is none
SPEC.axis("place", "ABCD", by_seats=True)  # plan.3
SPEC.axis("deed", DEEDS, constants=True)
# What happens next: all pass at the same time (plan.r8), and cards are drawn blind, by chance (plan.r9).
SPEC.axis("stage", ["dealing", "playing", "giving", "passing", "drawing"], constants=True)
# What can happen to cards: one of a hand is played, the pile is taken, one moves from hand to hand, two whole hands are
# swapped; a card that is passed is in the air until all have been passed, when they land.
SPEC.axis("happening", ["played", "took", "moved", "swapped", "passed", "landed"], constants=True)

# A verb for each stage, in the same order.
SPEC.chance("deal", "deal {card}", card=CARDS)
SPEC.verb("play", "play {card}", card=CARDS)
SPEC.verb("give", "give {card}", card=CARDS)
SPEC.verb("pass", "pass {card}", card=CARDS)
SPEC.chance("draw", "draw {card}", card=CARDS)

SPEC.constant("deck", "Deck", module="deck")
SPEC.constant("play_limit", "i64").viewed("after how many plays the game ends without a winner")
SPEC.constant("open_discards", "bool").viewed("whether all of the pile is displayed")
SPEC.view("target", int, "the seat to which a card is given, or from which it is drawn; -1 none")
SPEC.view("waiting", list[int], "the seats that may act")
SPEC.view("sure", list[list[int]], "the cards that the viewer saw go into each hand, and that must still be there")
SPEC.view("first_pile", list[int], "the cards that were on the pile at first, in a position that was set up")
SPEC.view("events", list[SeenEvent], "what happened to cards, with those that the viewer saw")
SPEC.view("deck", list[Instruction], "the cards of the game")

SPEC.set("hands", "card", ["seat"], low=1, seen_by="owner").shown("the cards of each seat").viewed(
    "the viewer's own cards", name="hand"
).observed("1 for every card in the observer's hand, by number", name="hand")
SPEC.union("in_hands", "hands")
SPEC.nonzero("with_cards", "hands")
SPEC.size("held", "hands", MOST_CARDS).viewed("how many cards each seat holds").observed()
SPEC.set("dealt", "card", ["seat"], low=1, seen_by="owner").shown(
    "the hands at the deal, where the events begin"
).viewed("the cards that the viewer was dealt")
SPEC.size("dealt_held", "dealt", MOST_CARDS).viewed("how many cards each seat was dealt")
SPEC.set("pack", "card", seen_by="nobody")
SPEC.size("pack_size", "pack", MOST_CARDS).viewed("cards not dealt yet", name="pack")
SPEC.observe("unseen", "1 for every card in another hand or not dealt yet, by number", (MOST_CARDS,))
SPEC.set("pile", "card", low=1).shown("the discard pile").observed("1 for every card in the discard pile, by number")
SPEC.number("top", 0, MOST_CARDS).shown("the uppermost card of the pile; 0 none").observed()
SPEC.number("in_play", 0, MOST_CARDS).shown("the card whose instruction is carried out; 0 none").observed()
SPEC.number("program", 0, 2 ** (PART_BITS * MOST_PARTS) - 1)  # what is still to do of it (see deck.py)
SPEC.custom("parts", list[str], "what is still to do of the card in play")
SPEC.observe(
    "parts",
    "what is still to do of the card in play, part by part: 0 nothing, else 1 + 4 * deed + way; deeds are swap places,"
    " take the pile, give a card, draw a card, swap hands, turn the direction, all pass a card, all move;"
    " ways are left, right, opposite, self",
    (MOST_PARTS,),
    MOST_CODES,
)
SPEC.observe(
    "deck",
    "the parts of every card, by number, written as above; all 0 for a card that isn't in this game",
    (MOST_CARDS, MOST_PARTS),
    MOST_CODES,
)
SPEC.number("places", 0, MOST_SEATS - 1, ["place"], upto="self.seats - 1").shown("the seat on each place")
SPEC.observe("places", "how many places to the left of the observer each seat sits now", (MOST_SEATS,), MOST_SEATS - 1)
SPEC.choice("place", "place").shown("where the card in play was played, or the next one is played or dealt")
SPEC.observe(
    "place",
    "how many places to the left of the observer the card in play was played, or the next one is played or dealt",
    (),
    MOST_SEATS - 1,
)
SPEC.number("direction", -1, 1, start=1).shown("where the turn goes: 1 to the left, -1 to the right").observed()
SPEC.seat("turn").shown("the active player").observed("the seat whose card is or will be carried out")
SPEC.choice("stage", "stage").shown("what happens next").observed()
SPEC.observe("target", "1 + the seat to which a card is given, or from which it is drawn; 0 none", (), MOST_SEATS)
SPEC.set("pending", "seat").observed("1 for every seat that has still to choose a card to pass")
SPEC.number("chosen", 0, MOST_CARDS, ["seat"], seen_by="owner").shown(
    "the card that each seat is going to pass; 0 none"
).viewed("the card that the viewer has chosen to pass; 0 none").observed()
SPEC.number("plays", 0, MOST_PLAYS, upto="self.play_limit").shown("cards played")
SPEC.computed("plays_left", 0, MOST_PLAYS, formula="self.play_limit - self.plays").observed(
    "cards that may still be played before the limit ends the game"
)
SPEC.seat("winner", start=-1).shown("who has won; -1 nobody")
SPEC.log(
    "events", "event", what="happening", giver="seat", receiver="seat", card=(0, MOST_CARDS), room=80, hidden=["card"]
).shown("what happened to cards since the deal")
SPEC.observe(
    "events",
    "what has happened to cards, the latest first, each as what, giver, receiver, card; what is 0 nothing, 1 a card"
    " played, 2 the pile taken, 3 a card moved, 4 two hands swapped, 5 a card passed, 6 all passed cards taken up;"
    " the card is 0 for none or unseen. What follows from older events isn't shown",
    (LATEST, 4),
    MOST_CARDS,
)
