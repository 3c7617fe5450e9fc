"""Nussknacker, declared: its verbs, and the parts of a position."""

from typing import Final, Literal, NamedTuple, TypedDict

from carreau.core.spec import Spec
from carreau.games.nussknacker.tables import BOX, COPIES, HIGHEST, MOST_CARDS, NAMES, VALUES

MOST_SEATS: Final = 4
MOST_DEALS: Final = 1_000_000
MOST_CHIPS: Final[int] = 2 * BOX["chips"]  # observed; only equals who go on after the target can have more
MOST_LEFT: Final[int] = BOX["question_limit"]
VOID_DEALS: Final[int] = BOX["void_deals"]
ALL_CARDS: Final = COPIES * HIGHEST
REMEMBERED: Final = 20  # questions observed


class PendingQuestion(NamedTuple):
    """A question that is not answered yet, in a position."""

    asked: int
    value: int
    given: int
    returned: int
    given_cards: str


class OpenQuestion(TypedDict):
    """A question as a seat sees it: 0 cards given are a no, cards are null where they were not seen."""

    asker: int
    asked: int
    value: int
    given: int
    returned: int
    given_cards: list[int] | None


class Question(OpenQuestion):
    """A question with its answer."""

    returned_cards: list[int] | None


SPEC: Final = Spec("nussknacker", seats=range(2, MOST_SEATS + 1), box=BOX, by_stage=True, several=True, points="chips")
SPEC.axis("combination", ["", *NAMES])  # number 0 is none, or one that was not seen
# What happens next: the lot (nuss.3), the deal (nuss.2), a question, a no or how many cards, which cards, how many and
# which ones the asker gives for them (nuss.r2); to announce or pass, where that is done in turns (nuss.r4).
SPEC.axis(
    "stage",
    ["lot", "laying_aside", "dealing", "asking", "answering", "choosing", "returning", "exchanging", "calling"],
    constants=True,
)

SPEC.export(COPIES=COPIES)

SPEC.chance("start", "start {player}", player=range(MOST_SEATS))
SPEC.chance("aside", "aside {value}", called="lay_aside", value=VALUES)
SPEC.chance("deal", "deal {value}", called="deal_out", often=True, value=VALUES)
SPEC.verb("ask", "ask {player} {value}", player=range(MOST_SEATS), value=VALUES)
SPEC.verb("no", "no")
SPEC.verb("push", "push {number}", number=range(1, MOST_CARDS + 1))
SPEC.verb("choose", "choose {cards}", cards=NAMES)
SPEC.verb("announce", "announce {value}", value=VALUES)
SPEC.verb("pass", "pass")

SPEC.view("tempo", Literal["race", "turns"], "whether all may announce at any time, or in turn")
SPEC.view("hand", list[int], "the viewer's own cards")
SPEC.view("aside", int | None, "the card aside, once it was turned up")
SPEC.view("questions", list[Question], "the questions of this deal that were answered")
SPEC.view("pending", OpenQuestion | None, "the question that is not answered yet")

SPEC.number("hands", 0, COPIES * (4**HIGHEST - 1) // 3, ["seat"], seen_by="owner")  # two bits for each value: how many
SPEC.custom("hands", list[list[int]], "the cards of each seat", seen_by="owner")
SPEC.observe("hand", "cards of each value in the observer's hand, from value 1", (HIGHEST,), COPIES)
SPEC.computed("held", 0, ALL_CARDS - 1, ["seat"]).viewed("how many cards each seat holds").observed()
SPEC.number("chips", 0, MOST_DEALS, ["seat"]).shown("chips of each seat").observed(within=(0, MOST_CHIPS))
SPEC.constant("target", "i64", high=BOX["chips"]).viewed("chips that win").observed()
SPEC.constant("highest", "i64", high=HIGHEST).viewed("the highest value, of two cards each").observed()
SPEC.constant("limit", "i64").viewed("questions after which a deal is void", name="question_limit")
SPEC.choice("stage", "stage").shown(
    "what comes next; answering and returning say how many, then which cards"
).observed()
SPEC.number("deal", 1, MOST_DEALS, start=1).shown("the number of the deal; an announcement is about one (nuss.r4)")
SPEC.seat("starter").shown("who began the deal")
SPEC.seat("turn").shown("who has to do something, or is dealt the next card")
SPEC.observe("turn", "who has to do it, plus 1; 0 while cards are dealt and at the end", (), MOST_SEATS)
SPEC.constant("race", "bool").observed("1 if everybody may announce at any time, 0 if only in turn")
SPEC.seat("asker").shown("who asks or has asked")
SPEC.observe("asker", "who asks or has asked, plus 1; 0 while cards are dealt", (), MOST_SEATS)
SPEC.number("deck", 0, 4**HIGHEST - 1, seen_by="nobody")  # two bits for each value: each is a card not dealt yet
SPEC.custom("deck", list[int], "the cards not dealt yet")
SPEC.number("left", 0, ALL_CARDS).viewed("cards not dealt yet", name="deck")  # how many these are
SPEC.number("aside", 0, HIGHEST, upto="self.highest", seen_by="nobody").shown("the card aside; 0 before it lies there")
# The question that is not answered yet.
SPEC.seat("asked", start=-1).observed("who has to answer the asker, plus 1; 0 nobody")
SPEC.number("value", 0, HIGHEST).observed("the value asked for; 0 while nothing is")
SPEC.number("given", 0, MOST_CARDS).observed("how many cards are given for it; 0 as long as open")
SPEC.number("returned", 0, MOST_CARDS).observed("how many the asker gives in return; 0 as long as open")
SPEC.number("given_cards", 0, len(NAMES))  # a combination
SPEC.custom("pending", PendingQuestion | None, "the question that is not answered yet")
SPEC.observe("giving", "cards of each value that one has chosen to give as the one who was asked", (HIGHEST,), COPIES)
SPEC.log(
    "questions",
    "question",
    asked="seat",
    value=(1, HIGHEST, "self.highest"),
    given=(0, MOST_CARDS),
    returned=(0, MOST_CARDS),
    given_cards="combination",
    returned_cards="combination",
    room=24,
    hidden=["given_cards", "returned_cards"],
).shown("the questions of this deal that were answered; askers follow each other to the left (nuss.8)")
SPEC.observe(
    "questions",
    f"the latest {REMEMBERED} questions of the deal that were answered, the last one first: the asker and the asked, "
    "each plus 1, the value, how many cards were given, 0 being a no, and how many came back; 0s where there is none",
    (REMEMBERED, 5),
    max(MOST_SEATS, HIGHEST, MOST_CARDS),
)
SPEC.observe(
    "exchanged",
    "for the same questions the cards of each value that the asked gave, then those that came back; 0 where one wasn't "
    "part of it",
    (REMEMBERED, 2, HIGHEST),
    COPIES,
)
SPEC.computed("questions_left", 0, MOST_LEFT, formula=f"min(self.limit - self.questions, {MOST_LEFT})").observed(
    f"questions that may still be answered before the deal is void, as far as {MOST_LEFT}"
)
SPEC.number("voids", 0, VOID_DEALS).shown(f"void deals in a row; {VOID_DEALS} end the game").observed()
SPEC.log(
    "revealed",
    "announcement",
    seat="seat",
    value=(1, HIGHEST, "self.highest"),
    card=(1, HIGHEST, "self.highest"),
    room=24,
    seldom=True,
).shown("who announced what, and what the card was")
