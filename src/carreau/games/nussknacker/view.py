"""What one seat of Nussknacker knows."""

from typing import Any, final

from carreau.core.game import NOBODY, View
from carreau.core.rng import Rng
from carreau.games.nussknacker.belief import Belief
from carreau.games.nussknacker.memory import cards_of, entry, note, noted, unpacked
from carreau.games.nussknacker.rules import HAND, UNSEEN, NussknackerState
from carreau.games.nussknacker.tables import listed


@final
class NussknackerView(View):
    """The state with all that is hidden from a seat left blank, and how much that is."""

    def __init__(self, seat: int, state: NussknackerState) -> None:
        self.seat = seat
        self.known = state.clone()
        self.held = [len(listed(state.cells[HAND + other])) for other in range(int(state.seats))]
        self.belief: Belief | None = None  # found out when it is first asked for
        self.hide()

    def hide(self) -> None:
        known = self.known
        known.deck = 0
        if not known.is_turned_up():
            known.aside = UNSEEN
        if self.seat != known.asked:
            known.given_cards = UNSEEN
        for seat in range(int(known.seats)):
            if seat != self.seat:
                known.cells[HAND + seat] = 0
        for index in range(int(known.questions)):
            asked, value, given, returned, _, _ = unpacked(noted(known.cells, index))
            if self.seat != asked and self.seat != known.asker_of(index):
                note(known.cells, index, entry(asked, value, given, returned, UNSEEN, UNSEEN))

    def believed(self) -> Belief:
        if self.belief is None:
            self.belief = Belief(self.known, self.seat, self.held)
        return self.belief

    def guess(self, rng: Rng) -> NussknackerState:
        """A whole state that looks like this, drawn by its likelihood (nuss.r8)."""
        state = self.known.clone()
        self.believed().fill(state, rng)
        return state

    def notebook(self) -> list[list[float]]:
        """How likely each value is to be in each hand and, in the last row, aside; 0 is struck out."""
        return self.believed().notebook()

    def hand(self) -> list[int]:
        return listed(self.known.cells[HAND + self.seat]) if self.seat >= 0 else []

    def to_json(self) -> dict[str, Any]:
        known = self.known
        return {
            "seat": self.seat,
            "highest": int(known.highest),
            "target": int(known.target),
            "question_limit": int(known.limit),
            "tempo": "race" if known.race else "turns",
            **known.table(),
            "hand": self.hand(),
            "held": self.held,
            "deck": int(known.left),
            "aside": int(known.aside) or None,
            "questions": [self.question(index) for index in range(int(known.questions))],
            "pending": self.pending(),
        }

    def question(self, index: int) -> dict[str, Any]:
        """A question and its answer: 0 cards given are a no, cards are None where they were not seen."""
        asked, value, given, returned, given_cards, returned_cards = unpacked(noted(self.known.cells, index))
        return {
            "asker": int(self.known.asker_of(index)),
            "asked": asked,
            "value": value,
            "given": given,
            "returned": returned,
            "given_cards": cards_of(given_cards) or None,
            "returned_cards": cards_of(returned_cards) or None,
        }

    def pending(self) -> dict[str, Any] | None:
        known = self.known
        row = known.pending()
        if known.asked == NOBODY or row is None:
            return None
        asked, value, given, returned, given_cards = row
        return {
            "asker": int(known.asker),
            "asked": asked,
            "value": value,
            "given": given,
            "returned": returned,
            "given_cards": cards_of(given_cards) or None,
        }
