"""The players' memory of each other's hidden cards in Qarré (qarre.r17).

Nothing needs to be remembered until somebody proves by reserving a card that none of the cards left in hand could be
laid. From then on, and until the stock has run out and everything is known, there is a record for each card this
player draws: the hidden cards played since, at most two, and the cards that another proof has ruled out at the end.
"""

from typing import Final

from carreau.core.bits import BIT, members
from carreau.core.native import i64, mypyc_attr
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.position import PositionReader, name_in, require
from carreau.games.qarre._spec import CARD_COUNT, CARD_NAMES, SEAT_COUNT, CardName, QarrePosition
from carreau.games.qarre.spec import CARDS, FIELDS, HAND_SIZE, SEATS, MemoryRecord

MOST_RECORDS: Final = CARDS - FIELDS - SEATS * HAND_SIZE + 2  # every card of a full stock, and the first proofs

Entry = tuple[bool, list[int], i64]  # whether a card was drawn, the cards played, the cards ruled out


def names_of(cards: i64) -> list[CardName]:
    """List the names of a set of cards."""
    return [CARD_NAMES[card] for card in members(cards)]


@mypyc_attr(acyclic=True)
class QarreMemory(QarrePosition):
    """The records of both players."""

    def add_record(self, seat: i64, drew: i64, ruled_out: i64) -> None:
        if self.records == 0:
            self.clear_records()  # makes room for all
        self.note_record(seat, drew, 0, 0, ruled_out)
        self.add_to_last_record(seat, self.records - self.last_record(seat))

    def remember_draw(self, seat: i64) -> None:
        if self.last_record(seat):
            self.add_record(seat, 1, 0)

    def leave_hand(self, seat: i64, card: i64) -> None:
        """Take a card out of a hand, face up; if it wasn't known, remember that the seat has played it."""
        self.add_to_hands(seat, -BIT[card])
        if self.known(seat) & BIT[card]:
            self.add_to_known(seat, -BIT[card])
            self.add_to_taken(seat, -(self.taken(seat) & BIT[card]))
        elif self.last_record(seat):
            self.remember_play(self.last_record(seat) - 1, card)

    def remember_play(self, record: i64, card: i64) -> None:
        if self.record_played(record):
            self.change_record_played_too(record, card + 1)
        else:
            self.change_record_played(record, card + 1)

    def prove(self, seat: i64, cards: i64) -> None:  # qarre.14, qarre.r9, qarre.r17
        """Note that a reservation was legal only because none of these cards was in hand."""
        cards &= (self.stock | self.hands(0) | self.hands(1)) & ~(self.known(0) | self.known(1))
        last = self.last_record(seat) - 1
        if cards == 0 or self.hands(seat) == self.known(seat):
            return
        if last < 0:
            self.add_record(seat, 0, cards)
        else:
            self.change_record_ruled_out(last, self.record_ruled_out(last) | cards)

    def reveal(self) -> None:  # qarre.r17
        """Mark all cards as known if the stock has run out: the unseen ones are the other player's hand."""
        if self.stock == 0:
            self.add_to_known(0, self.hands(0) - self.known(0))
            self.add_to_known(1, self.hands(1) - self.known(1))
            self.forget()

    def forget(self) -> None:
        """Forget everything, since all cards are known."""
        if self.records:
            self.clear_records()
        self.clear_last_record()

    def entry(self, index: int) -> Entry:
        played = [int(self.record_played(index)), int(self.record_played_too(index))]
        drew = self.record_drew(index) == 1
        return drew, [number - 1 for number in played if number], self.record_ruled_out(index)

    def entries_of(self, seat: int) -> list[Entry]:
        return [self.entry(index) for index in range(int(self.records)) if self.record_owner(index) == seat]

    # Written down

    def dump_memory(self) -> list[MemoryRecord]:
        found = []
        for index in range(int(self.records)):
            drew, played, ruled_out = self.entry(index)
            played_names: list[str] = [CARD_NAMES[card] for card in played]
            found.append(MemoryRecord(int(self.record_owner(index)), drew, played_names, [*names_of(ruled_out)]))
        return found

    def read_memory(self, reader: PositionReader) -> None:
        entries = reader.entries("memory")
        enough = len(entries) <= MOST_RECORDS
        require(enough, f"{reader.game}: memory must have at most {MOST_RECORDS} entries, not {len(entries)}")
        for index, entry in enumerate(entries):
            key = f"memory[{index}]"
            record = reader.named(key, entry, MemoryRecord._fields)
            owner, drew = record.number("owner", 0, SEATS - 1), record.flag("drew")
            played = read_cards(reader.game, key, record.take("played"))
            require(len(played) <= 2, f"{reader.game}: {key} must name at most 2 cards played, not {len(played)}")
            self.add_record(owner, int(drew), record.name_set("ruled_out", CARD_NAMES))
            for card in played:
                self.remember_play(index, card)

    # Observed: the latest proof of what a player didn't hold

    def latest_proof(self, seat: i64) -> i64:
        """Return the number of the record with the latest proof of a seat; -1 if there is none."""
        for index in range(self.records - 1, -1, -1):
            if self.record_owner(index) == seat and self.record_ruled_out(index):
                return index
        return -1

    def observe_ruled_out(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        for other in range(SEAT_COUNT):
            proof = self.latest_proof(other)
            if proof >= 0:
                row.put_set(first + counted_from(seat, other, SEAT_COUNT) * CARD_COUNT, self.record_ruled_out(proof))

    def drawn_since(self, seat: i64) -> i64:
        proof, drawn = self.latest_proof(seat), i64(0)
        if proof >= 0:
            for index in range(proof + 1, self.records):
                if self.record_owner(index) == seat:
                    drawn += self.record_drew(index)
        return drawn


def read_cards(game: str, key: str, names: object) -> list[int]:
    """Read the names of cards, none of them twice; return their numbers in the same order."""
    cards = [name_in(game, key, name, CARD_NAMES) for name in PositionReader(game, {key: names}).entries(key)]
    for index, card in enumerate(cards):
        require(card not in cards[:index], f"qarre.1: {key} names {CARD_NAMES[card]} again")
    return cards
