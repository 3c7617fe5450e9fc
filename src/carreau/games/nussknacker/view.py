"""One seat's view of Nussknacker."""

from typing import final

from carreau.core.hidden_info import GuessingView
from carreau.core.rng import Rng
from carreau.games.nussknacker._spec import NussknackerViewJson
from carreau.games.nussknacker.belief import Belief
from carreau.games.nussknacker.board import UNSEEN
from carreau.games.nussknacker.rules import NussknackerRules
from carreau.games.nussknacker.spec import OpenQuestion, Question
from carreau.games.nussknacker.tables import cards_of, listed


@final
class NussknackerView(GuessingView):
    """The position with all that is hidden from a seat left blank, and how much that is."""

    def __init__(self, seat: int, state: NussknackerRules) -> None:
        self.seat = seat
        self.sight = state.sight(seat)
        self.known = state.clone()
        self.known.hide_from(seat)
        if state.is_turned_up():
            self.known.aside = state.aside
        if seat != state.asked:
            self.known.given_cards = UNSEEN
        self.belief: Belief | None = None  # found out when it is first asked for

    def believed(self) -> Belief:
        if self.belief is None:
            self.belief = Belief(self.known, self.seat, self.sight["held"])
        return self.belief

    def guess(self, rng: Rng) -> NussknackerRules:
        """Draw a position that fits this view, by its likelihood (nuss.r8)."""
        state = self.known.clone()
        self.believed().fill(state, rng)
        return state

    def notebook(self) -> list[list[float]]:
        """Return how likely each value is in each hand and, in the last row, aside; 0 is impossible."""
        return self.believed().notebook()

    def to_json(self) -> NussknackerViewJson:
        known = self.known
        return {
            **self.sight,
            "tempo": "race" if known.race else "turns",
            **known.table(),
            "hand": listed(known.hands(self.seat)) if self.seat >= 0 else [],
            "aside": int(known.aside) or None,
            "questions": [self.question(index) for index in range(int(known.questions))],
            "pending": self.pending(),
        }

    def question(self, index: int) -> Question:
        asked, value, given, returned, given_cards, returned_cards = self.known.dump_question(index)
        seen = open_question(int(self.known.asker_of(index)), asked, value, given, returned, given_cards)
        return {**seen, "returned_cards": cards_of(returned_cards) or None}

    def pending(self) -> OpenQuestion | None:
        pending = self.known.dump_pending()
        return None if pending is None else open_question(int(self.known.asker), *pending)


def open_question(asker: int, asked: int, value: int, given: int, returned: int, cards: str) -> OpenQuestion:
    return {
        "asker": asker,
        "asked": asked,
        "value": value,
        "given": given,
        "returned": returned,
        "given_cards": cards_of(cards) or None,
    }
