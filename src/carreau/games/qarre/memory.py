"""What both players of Qarré may remember of each other's hidden cards (qarre.r17).

Nothing needs to be remembered until somebody proves by reserving a card that none of the cards left in
hand could be laid. From then on, and until the stock has run out and everything is known, there is a
record for each card this player draws: the hidden cards played since, and the cards that another proof has
ruled out at the end. A record is one integer:

    bits 0-39   the cards ruled out, after all else in this record
    bits 40-51  up to two cards played, each as card + 1 in six bits
    bit 52      whose record it is
    bit 53      whether a card was drawn, before all else in this record

A hidden card is held in a slot. The level of a slot is the number of proofs that came before its card was
drawn: all later ones rule cards out for it. A card played came from any slot that could hold it then, so
what is left is a sum over the ways in which the slots were emptied.
"""

from typing import Any, Final

from carreau.core.bits import BIT, members, size
from carreau.core.native import i64, vec
from carreau.core.rng import Rng
from carreau.games.qarre.tables import CARDS, FIELDS, HAND_SIZE, names_of

# Where the memory stands in the cells of a state; those before it are for the cards.
LAST: Final = 24  # by seat: the number of its last record, 0 if it has none
COUNT: Final = 26
RECORD: Final = 27
MOST_RECORDS: Final[int] = int(CARDS - FIELDS - 2 * HAND_SIZE + 2)  # every card of a full stock, and the first proofs
CELLS: Final[int] = RECORD + MOST_RECORDS

RULED_OUT: Final[i64] = 2**CARDS - 1
PLAYED: Final = 40
PLAYED_TOO: Final = 46
NUMBER: Final = 63
OWNER: Final = 52
DREW: Final = 53

Entry = tuple[bool, list[int], i64]  # whether a card was drawn, the cards played, the cards ruled out
Slots = tuple[int, ...]  # the levels of the slots that hold a card, ascending: the oldest are ruled out most


def add_record(cells: vec[i64], seat: i64, content: i64) -> None:
    cells[RECORD + cells[COUNT]] = content | (seat << OWNER)
    cells[COUNT] += 1
    cells[LAST + seat] = cells[COUNT]


def remember_draw(cells: vec[i64], seat: i64) -> None:
    if cells[LAST + seat]:
        add_record(cells, seat, BIT[DREW])


def remember_play(cells: vec[i64], seat: i64, card: i64) -> None:
    """A card that was hidden from the other player leaves the hand."""
    last = cells[LAST + seat]
    if last:
        already = (cells[RECORD + last - 1] >> PLAYED) & NUMBER
        cells[RECORD + last - 1] |= (card + 1) << (PLAYED_TOO if already else PLAYED)


def remember_proof(cells: vec[i64], seat: i64, cards: i64) -> None:
    """None of these cards is among those hidden in the hand now."""
    last = cells[LAST + seat]
    if last:
        cells[RECORD + last - 1] |= cards
    else:
        add_record(cells, seat, cards)


def forget(cells: vec[i64]) -> None:
    """Everything is known: there is nothing left to remember."""
    index: i64 = LAST
    last = RECORD + cells[COUNT]
    while index < last:
        cells[index] = 0
        index += 1


def entry(record: i64) -> Entry:
    played = [(record >> place) & NUMBER for place in (PLAYED, PLAYED_TOO)]
    return record & BIT[DREW] != 0, [int(number) - 1 for number in played if number], record & RULED_OUT


def owner(record: i64) -> int:
    return int((record >> OWNER) & 1)


def records(cells: vec[i64]) -> list[i64]:
    return [cells[RECORD + index] for index in range(int(cells[COUNT]))]


def dumped(cells: vec[i64]) -> list[list[Any]]:
    """Every record as [seat, drew, played, ruled_out]."""
    found = []
    for record in records(cells):
        drew, played, ruled_out = entry(record)
        found.append([owner(record), drew, [names_of(BIT[card])[0] for card in played], names_of(ruled_out)])
    return found


class Holdings:
    """The ways in which a seat can hold its hidden cards, counted so that one can be drawn by its likelihood."""

    def __init__(self, cells: vec[i64], seat: int, hidden: int) -> None:
        self.history: list[Entry] = [entry(record) for record in records(cells) if owner(record) == seat]
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
        """How many hidden cards there were at the first proof."""
        drawn = sum(drew for drew, _, _ in self.history)
        return max(0, hidden - drawn + sum(len(played) for _, played, _ in self.history))

    def ruled_out(self, level: int) -> i64:
        cards: i64 = 0
        for proof in self.proofs[level:]:
            cards |= proof
        return cards

    def without(self, card: int) -> dict[Slots, int]:
        """A card is played: out of any slot that could hold it."""
        left: dict[Slots, int] = {}
        for slots, count in self.ways.items():
            for index, level in enumerate(slots):
                if not self.ruled_out(level) & BIT[card]:
                    rest = slots[:index] + slots[index + 1 :]
                    left[rest] = left.get(rest, 0) + count
        return left

    def fillings(self, slots: Slots, unseen: i64) -> int:
        """In how many ways unseen cards can fill the slots: each may hold all that an older one may, and more."""
        product = 1
        for index, level in enumerate(slots):
            product *= max(0, int(size(unseen & ~self.ruled_out(level))) - index)
        return product

    def allows(self, cards: i64) -> bool:
        """Whether the hidden cards can be these."""
        return any(len(slots) == size(cards) and self.fillings(slots, cards) for slots in self.ways)

    def draw(self, unseen: i64, rng: Rng) -> i64:
        """Hidden cards, drawn from those unseen by their likelihood."""
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
