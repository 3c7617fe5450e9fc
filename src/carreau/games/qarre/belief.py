"""The hidden cards that fit what both players of Qarré may remember (qarre.r17).

A hidden card is held in a slot. The level of a slot is the number of proofs that came before its card was drawn: all
later ones rule cards out for it. A card played came from any slot that could hold it then, so what is left is a sum
over the ways in which the slots were emptied.
"""

from carreau.core.bits import BIT, members, size
from carreau.core.native import i64
from carreau.core.rng import Rng
from carreau.games.qarre.memory import Entry, QarreMemory

Slots = tuple[int, ...]  # the levels of the slots that hold a card, ascending: the oldest are ruled out most


class Holdings:
    """The ways in which a seat can hold its hidden cards, counted so that one can be drawn by its likelihood."""

    def __init__(self, memory: QarreMemory, seat: int, hidden: int) -> None:
        self.history: list[Entry] = memory.entries_of(seat)
        self.proofs: list[i64] = []
        self.ways: dict[Slots, int] = {(0,) * self.before(hidden): 1}
        for drew, played, ruled_out in self.history:
            if drew:
                self.ways = {(*slots, len(self.proofs)): count for slots, count in self.ways.items()}
            for card in played:
                self.ways = self.without(card)
            if ruled_out:
                self.proofs.append(ruled_out)

    def before(self, hidden: int) -> int:
        """Count the hidden cards at the time of the first proof."""
        drawn = sum(drew for drew, _, _ in self.history)
        return max(0, hidden - drawn + sum(len(played) for _, played, _ in self.history))

    def ruled_out(self, level: int) -> i64:
        """Return the cards that a slot can't hold: those of all proofs since its card was drawn."""
        cards: i64 = 0
        for proof in self.proofs[level:]:
            cards |= proof
        return cards

    def without(self, card: int) -> dict[Slots, int]:
        """Return the ways after a card was played, from any slot that could hold it."""
        left: dict[Slots, int] = {}
        for slots, count in self.ways.items():
            for index, level in enumerate(slots):
                if not self.ruled_out(level) & BIT[card]:
                    rest = slots[:index] + slots[index + 1 :]
                    left[rest] = left.get(rest, 0) + count
        return left

    def fillings(self, slots: Slots, unseen: i64) -> int:
        """Count the ways to fill the slots with unseen cards: each slot allows all cards of an older one, and more."""
        product = 1
        for index, level in enumerate(slots):
            product *= max(0, int(size(unseen & ~self.ruled_out(level))) - index)
        return product

    def allows(self, cards: i64) -> bool:
        """Return whether the hidden cards can be these."""
        return any(len(slots) == size(cards) and self.fillings(slots, cards) for slots in self.ways)

    def draw(self, unseen: i64, rng: Rng) -> i64:
        """Draw the hidden cards from those unseen, by their likelihood."""
        chosen: i64 = 0
        for level in self.draw_slots(unseen, rng):
            possible = unseen & ~self.ruled_out(level) & ~chosen
            chosen |= BIT[members(possible)[int(rng.below(size(possible)))]]
        return chosen

    def draw_slots(self, unseen: i64, rng: Rng) -> Slots:
        weights = {slots: count * self.fillings(slots, unseen) for slots, count in self.ways.items()}
        drawn = int(rng.wide_below(sum(weights.values()))) if len(weights) > 1 else 0
        for slots, weight in weights.items():
            if drawn < weight:
                return slots
            drawn -= weight
        raise AssertionError("nothing fits what is remembered")
