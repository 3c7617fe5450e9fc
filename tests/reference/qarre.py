"""Qarré as a reference: written from the specification, without any code of the package."""

from itertools import combinations
from typing import Any

CHANCE = -1
VALUES = ["a", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
NEXT_TO = {1: (2, 3), 2: (1, 4), 3: (1, 4), 4: (2, 3)}  # 1 2 above 3 4


def value(card: str) -> int:
    return VALUES.index(card[:-1])


def suit(card: str) -> str:
    return SUITS[card[-1]]


def neighbours_in_value(one: str, other: str) -> bool:  # qarre.7, qarre.8
    return (value(one) - value(other)) % 10 in (1, 9)


def in_sequence(cards: list[str]) -> bool:  # qarre.8, qarre.15
    """Return whether cards are of one suit and consecutive somewhere in the circle."""
    if len({suit(card) for card in cards}) > 1:
        return False
    values = {value(card) for card in cards}
    return any({(first + step) % 10 for step in range(len(cards))} == values for first in range(10))


def alike(cards: list[str]) -> bool:  # qarre.15
    return len({value(card) for card in cards}) == 1 or in_sequence(cards)


class Reference:
    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.keeping = options["jack"] == "keep"
        self.target = options["target"]
        self.lead = options["lead"]
        self.limit = options["reshuffle_limit"]
        self.stock = {value + letter for value in VALUES for letter in SUITS}
        self.discards: set[str] = set()
        self.base: dict[int, list[str]] = {1: [], 2: [], 3: [], 4: []}
        self.hands: list[set[str]] = [set(), set()]
        self.reserves: list[list[str]] = [[], []]
        self.points = [0, 0]
        self.new_action_cards()
        self.shuffles = 0
        self.queue = ["lot"]  # steps before the player decides
        self.turn = 0
        self.finished = False
        self.winner: int | None = None
        self.new_turn()

    def new_turn(self) -> None:
        self.action = ""
        self.step = ""
        self.hand_card_laid = False
        self.reserve_cards_laid = 0
        self.taken = ""

    def new_action_cards(self) -> None:  # qarre.1
        self.action_cards = {f"{face} {name}" for face in ("jack", "queen", "king") for name in SUITS.values()}

    # Legal moves

    def legal(self) -> set[tuple[int, str]]:
        if self.finished:
            return set()
        if self.queue:
            return {(CHANCE, text) for text in self.outcomes(self.queue[0])}
        return {(self.turn, text) for text in self.decisions()}

    def outcomes(self, event: str) -> set[str]:
        if event == "lot":
            return {"start 0", "start 1"}
        if event == "turn":
            return {f"turn up {card}" for card in self.action_cards}
        verb = {"fill": "fill", "refill": "fill", "deal": "deal", "draw": "draw"}[event.split(maxsplit=1)[0]]
        return {f"{verb} {card}" for card in self.stock}

    def decisions(self) -> set[str]:  # qarre.4, qarre.6, qarre.10, qarre.13, qarre.14, qarre.r12
        if self.step == "jack":
            return {"decline"} | {f"take {field}" for field in self.jack_fields()}
        if self.step == "king":
            return {"decline"} | {f"remove {field}" for field in self.king_fields()}
        if self.step == "discard":
            return {f"discard {card}" for card in self.hands[self.turn]}
        found = {f"{card} on {field}" for card in self.layable() for field in self.places(card)}
        found |= {f"reserve {card}" for card in self.reservable()}
        if self.hand_card_laid or not self.candidates():
            found.add("end")
        return found

    def top(self, field: int) -> str:
        return self.base[field][-1]

    def action_suit(self) -> str:
        return self.action.split()[1]

    def king_fields(self) -> list[int]:  # qarre.6, qarre.r2
        return [field for field in self.base if suit(self.top(field)) == self.action_suit()]

    def jack_fields(self) -> list[int]:  # qarre.4, qarre.r1, qarre.r15
        refillable = bool(self.stock or self.discards)
        return [field for field in self.king_fields() if len(self.base[field]) > 1 or refillable]

    def queen_allows(self, card: str) -> bool:  # qarre.5, qarre.r4
        return not self.action.startswith("queen") or suit(card) == self.action_suit()

    def places(self, card: str) -> list[int]:  # qarre.7, qarre.r11
        """List the fields on which a card is next to one it relates to."""
        return [field for field in self.base if any(self.relates(card, self.top(near)) for near in NEXT_TO[field])]

    def relates(self, card: str, other: str) -> bool:  # qarre.7, qarre.8
        if value(card) == value(other):
            return True
        return suit(card) == suit(other) and neighbours_in_value(card, other)

    def candidates(self) -> set[str]:  # qarre.13, qarre.14
        """List the hand cards of which one must be laid or reserved."""
        if self.hand_card_laid:
            return set()
        if self.taken:
            return {self.taken}
        return self.hands[self.turn] if len(self.hands[self.turn]) == 4 else set()

    def layable(self) -> set[str]:  # qarre.5, qarre.11, qarre.12, qarre.r4
        cards = set(self.candidates()) | set(self.reserves[self.turn][-1:])
        return {card for card in cards if self.queen_allows(card)}

    def reservable(self) -> set[str]:  # qarre.10, qarre.14, qarre.r9, qarre.r13
        cards = self.candidates()
        some_can_be_laid = any(self.queen_allows(card) and self.places(card) for card in cards)
        if not some_can_be_laid:
            return set(cards)
        if self.reserve_cards_laid:
            return set()
        return {card for card in cards if not self.places(card)}

    # Moves

    def play(self, seat: int, text: str) -> None:
        words = text.split()
        if seat == CHANCE:
            self.happen(self.queue.pop(0), words)
        elif words[0] == "decline":
            self.step = "lay"
        elif words[0] == "take":
            self.take(int(words[1]))
        elif words[0] == "remove":
            self.remove(int(words[1]))
        elif words[0] == "discard":
            self.hands[seat].remove(words[1])
            self.discards.add(words[1])
            self.step = "lay"
        elif words[0] == "reserve":
            self.hands[seat].remove(words[1])
            self.reserves[seat].append(words[1])
            self.turn_ends()
        elif words[0] == "end":
            self.turn_ends()
        else:
            self.lay(words[0], int(words[2]))

    def happen(self, event: str, words: list[str]) -> None:
        kind, _, where = event.partition(" ")
        if kind == "turn":
            self.turn_up(" ".join(words[2:]))
            return
        if kind == "lot":
            self.turn = int(words[1])
            order = [self.turn, 1 - self.turn] * 3
            self.queue = ["fill 1", "fill 2", "fill 3", "fill 4"] + [f"deal {seat}" for seat in order]
            return
        card = words[1]
        self.stock.remove(card)
        if kind == "fill":
            self.base[int(where)].append(card)
        elif kind == "refill":
            self.base[int(where)].append(card)
            self.score_new_card(int(where))
        else:
            self.hands[int(where)].add(card)
        if not self.queue and kind == "deal":
            self.turn_begins()

    def refill(self, field: int) -> None:  # qarre.18, qarre.r3, qarre.r14
        if not self.stock:
            self.stock, self.discards = self.discards, set()
        self.queue = [f"refill {field}"]

    def turn_begins(self) -> None:  # qarre.3, qarre.18, qarre.19, qarre.r14
        self.new_turn()
        self.queue = []
        if len(self.hands[self.turn]) == 3:
            if not self.stock:
                self.stock, self.discards = self.discards, set()
            if self.stock:
                self.queue = [f"draw {self.turn}"]
            elif sum(len(pile) for pile in self.base.values()) > 4:
                self.stock = {card for pile in self.base.values() for card in pile}
                self.base = {1: [], 2: [], 3: [], 4: []}
                self.queue = ["fill 1", "fill 2", "fill 3", "fill 4", f"draw {self.turn}"]
        self.queue.append("turn")

    def turn_up(self, card: str) -> None:  # qarre.3, qarre.r12
        self.action_cards.remove(card)
        self.action = card
        self.step = "lay"
        if card.startswith("jack") and self.jack_fields():
            self.step = "jack"
        if card.startswith("king") and self.king_fields():
            self.step = "king"

    def take(self, field: int) -> None:  # qarre.4, qarre.r1, qarre.r3, qarre.r15
        card = self.base[field].pop()
        self.hands[self.turn].add(card)
        self.step = "discard"
        if self.keeping:
            self.taken = card
            self.step = "lay"
        if self.base[field]:
            self.score_new_card(field)
        else:
            self.refill(field)

    def remove(self, field: int) -> None:  # qarre.6, qarre.r2, qarre.r3
        self.points[self.turn] += len(self.base[field])
        self.discards.update(self.base[field])
        self.base[field] = []
        self.step = "lay"
        self.refill(field)

    def lay(self, card: str, field: int) -> None:  # qarre.7, qarre.11, qarre.13
        if card in self.hands[self.turn]:
            self.hands[self.turn].remove(card)
            self.hand_card_laid = True
        else:
            self.reserves[self.turn].pop()
            self.reserve_cards_laid += 1
        self.base[field].append(card)
        self.score_new_card(field)

    def score_new_card(self, field: int) -> None:  # qarre.15, qarre.16, qarre.r5
        tops = [self.top(other) for other in self.base]
        if alike(tops):
            self.points[self.turn] += 4
        elif any(self.top(field) in trio and alike(list(trio)) for trio in combinations(tops, 3)):
            self.points[self.turn] += 3

    def turn_ends(self) -> None:  # qarre.17, qarre.r6, qarre.r8
        if not self.action_cards:
            for seat in (0, 1):
                self.points[seat] -= len(self.reserves[seat])
        for seat in (self.turn, 1 - self.turn):
            if not self.finished and self.has_won(seat):
                self.finished = True
                self.winner = seat
        if not self.finished and not self.action_cards:
            self.shuffles += 1
            self.new_action_cards()
            if self.shuffles == self.limit:
                self.end_by_points()
        if not self.finished:
            self.turn = 1 - self.turn
            self.turn_begins()

    def has_won(self, seat: int) -> bool:  # qarre.20
        lead = self.points[seat] - self.points[1 - seat]
        return not self.reserves[seat] and (self.points[seat] >= self.target or lead >= self.lead)

    def end_by_points(self) -> None:  # qarre.r8
        self.finished = True
        worth = [(self.points[seat], -len(self.reserves[seat])) for seat in (0, 1)]
        if worth[0] != worth[1]:
            self.winner = worth.index(max(worth))

    # The end

    def over(self) -> bool:
        return self.finished

    def scores(self) -> list[int]:
        return [1 if seat == self.winner else 0 for seat in (0, 1)]

    def ranks(self) -> list[int]:  # qarre.20, qarre.r8
        return [1 if self.winner in (None, seat) else 2 for seat in (0, 1)]
