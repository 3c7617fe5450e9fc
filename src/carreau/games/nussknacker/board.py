"""The cards of Nussknacker, their notation, and their observation for learners.

A hand counts its cards with two bits for each value. The cards still to be dealt are a set of bits instead, two for
each value, so that each bit is a card. What was announced in former deals tells nothing about this one and isn't
observed; nor is what could be concluded from the answers, which costs far more than to look (belief.py).
"""

from typing import Final

from carreau.core.bits import BIT, size
from carreau.core.game import NOBODY, OVER
from carreau.core.native import i64, mypyc_attr
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.position import PositionReader, require
from carreau.games.nussknacker._spec import COMBINATION_NAMES, NussknackerPosition
from carreau.games.nussknacker._spec import NussknackerStage as Stage
from carreau.games.nussknacker.spec import REMEMBERED, PendingQuestion
from carreau.games.nussknacker.tables import CARDS, COPIES, KINDS, MOST_CARDS, VALUES, listed, packed

UNSEEN: Final = 0  # a combination, or the card aside before it lies there
QUESTION_SIZE: Final[i64] = 5  # numbers observed of a question


@mypyc_attr(acyclic=True)
class NussknackerBoard(NussknackerPosition):
    """Hands, deck, chips and questions."""

    def in_deck(self, value: i64) -> bool:
        return value <= self.highest and self.deck & BIT[2 * value - 2] != 0

    def copies_in_deck(self, value: int) -> int:
        return int(size(self.deck & (3 * BIT[2 * value - 2])))

    def take(self, value: i64) -> None:
        """Remove a card from the deck: of two the one with the higher bit, so that equal decks have equal bits."""
        place = 2 * value - 2
        pair = (self.deck >> place) & 3
        self.deck -= ((pair + 1) >> 1) << place
        self.left -= 1

    def collect(self) -> None:
        """Return all cards to the deck."""
        self.clear_hands()
        self.aside = UNSEEN
        self.left = 2 * self.highest
        self.deck = BIT[self.left] - 1

    def asker_of(self, index: i64) -> i64:  # nuss.8
        return (self.starter + index) % self.seats

    def held(self, seat: i64) -> i64:
        cards: i64 = 0
        hand = self.hands(seat)
        while hand:
            cards += hand & 3
            hand >>= 2
        return cards

    # Written down

    def dump_hands(self) -> list[list[int]]:
        return [listed(self.hands(seat)) for seat in range(int(self.seats))]

    def read_hands(self, reader: PositionReader) -> None:
        self.clear_hands()
        for seat, row in enumerate(reader.lists("hands", int(self.seats))):
            self.add_to_hands(seat, packed(self.read_values(reader.game, f"hands[{seat}]", row)))

    def dump_deck(self) -> list[int]:
        return [value for value in VALUES for _ in range(self.copies_in_deck(value))]

    def read_deck(self, reader: PositionReader) -> None:
        cards = self.read_values(reader.game, "deck", reader.entries("deck"))
        self.deck = sum(int(BIT[2 * value - 2]) * (2 ** cards.count(value) - 1) for value in set(cards))
        self.left = len(cards)

    def read_values(self, game: str, key: str, entries: list[int]) -> list[int]:
        """Read the values of some cards, none more often than the box has it."""
        values = PositionReader(game, {key: entries}).numbers(key, len(entries), 1, int(self.highest))
        for value in values:
            require(values.count(value) <= COPIES, f"nuss.1: {key} has value {value} more than {COPIES} times")
        return values

    def dump_pending(self) -> PendingQuestion | None:
        if self.asked == NOBODY:
            return None
        numbers = int(self.asked), int(self.value), int(self.given), int(self.returned)
        return PendingQuestion(*numbers, COMBINATION_NAMES[int(self.given_cards)])

    def read_pending(self, reader: PositionReader) -> None:
        entry = reader.take("pending")
        if entry is None:
            return
        pending = reader.named("pending", entry, PendingQuestion._fields)
        self.asked = pending.number("asked", 0, int(self.seats) - 1)
        self.value = pending.number("value", 1, int(self.highest))
        self.given = pending.number("given", 0, MOST_CARDS)
        self.returned = pending.number("returned", 0, MOST_CARDS)
        self.given_cards = pending.choice("given_cards", COMBINATION_NAMES)

    # Observed

    def observe_hand(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        put_cards(first, self.hands(seat), row)

    def observe_turn(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        if self.stage > Stage.DEALING and self.current != OVER:
            row.put(first, counted_from(seat, self.turn, self.seats) + 1)

    def observe_asker(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        if self.stage > Stage.DEALING:
            row.put(first, counted_from(seat, self.asker, self.seats) + 1)

    def observe_giving(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        if seat == self.asked and self.given_cards:
            put_cards(first, CARDS[self.given_cards - 1], row)

    def observe_questions(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        """Write the latest ones first."""
        for index in range(self.questions - 1, max(self.questions - REMEMBERED, 0) - 1, -1):
            row.put(first, counted_from(seat, self.asker_of(index), self.seats) + 1)
            row.put(first + 1, counted_from(seat, self.question_asked(index), self.seats) + 1)
            row.put(first + 2, self.question_value(index))
            row.put(first + 3, self.question_given(index))
            row.put(first + 4, self.question_returned(index))
            first += QUESTION_SIZE

    def observe_exchanged(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        for index in range(self.questions - 1, max(self.questions - REMEMBERED, 0) - 1, -1):
            if self.question_given(index) and self.sees_question(seat, index):
                put_cards(first, CARDS[self.question_given_cards(index) - 1], row)
                put_cards(first + KINDS, CARDS[self.question_returned_cards(index) - 1], row)
            first += 2 * KINDS


def put_cards(first: i64, cards: i64, row: ObsBuffer) -> None:
    """Write the number of cards of each value."""
    while cards:
        row.put(first, cards & 3)
        first += 1
        cards >>= 2
