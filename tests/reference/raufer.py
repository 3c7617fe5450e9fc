"""Raufer as a reference: written from the specification, without any code of the package."""

from typing import Any

CARDS_EACH = {3: 5, 4: 4, 5: 3}
CHANCE = -1


class Reference:
    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.seats = seats
        self.hands: list[set[int]] = [set() for _ in range(seats)]
        self.pile = set(range(1, 21))
        self.to_deal: list[int] = []  # the receivers of the cards still to be dealt
        self.players = list(range(seats))  # players still in the game, clockwise
        self.step = "lot"
        self.turn = 0
        self.top = 0
        self.order: str | None = None
        self.commander = 0
        self.given_in_phase = 1
        self.players_when_given = seats
        self.face_down: dict[int, int] = {}  # by player, the card drawn for the current order
        self.failures: list[int] = []
        self.winner: int | None = None
        if not options["lot"]:
            self.begin(0)

    # Legal moves

    def legal(self) -> set[tuple[int, str]]:  # raufer.2, raufer.3, raufer.r1, raufer.r10
        if self.over():
            return set()
        if self.step == "lot":
            return {(CHANCE, f"start {seat}") for seat in range(self.seats)}
        if self.step in ("deal", "draw"):
            return {(CHANCE, f"{self.step} {card}") for card in self.pile}
        fitting = self.fitting_cards()
        if not fitting:
            return {(self.turn, "fail")}
        return {(self.turn, f"{card} {order}") for card in fitting for order in ("up", "down")}

    def fitting_cards(self) -> list[int]:  # raufer.2, raufer.3
        hand = self.hands[self.turn]
        if self.order is None:
            return list(hand)
        if self.order == "up":
            return [card for card in hand if card > self.top]
        return [card for card in hand if card < self.top]

    # Moves

    def play(self, seat: int, text: str) -> None:  # raufer.4, raufer.r10
        words = text.split()
        if words[0] == "start":
            self.begin(int(words[1]))
        elif words[0] == "deal":
            self.pile.remove(int(words[1]))
            self.hands[self.to_deal.pop(0)].add(int(words[1]))
            if not self.to_deal:
                self.step = "play"
        elif words[0] == "draw":
            self.pile.remove(int(words[1]))
            self.face_down[self.turn] = int(words[1])
            self.step = "play"
            self.next_player_is_asked()
        elif words[0] == "fail":
            self.failures.append(self.turn)
            if self.pile:
                self.step = "draw"
            else:
                self.next_player_is_asked()
        else:
            self.lay(seat, int(words[0]), words[1])

    def begin(self, starter: int) -> None:  # raufer.1, raufer.r9
        self.turn = starter
        clockwise = [(starter + i) % self.seats for i in range(self.seats)]
        self.to_deal = clockwise * CARDS_EACH[self.seats]
        self.step = "deal"

    def lay(self, seat: int, card: int, order: str) -> None:  # raufer.2, raufer.3, raufer.r2
        self.hands[seat].remove(card)
        self.top = card
        if self.order is not None:
            self.order_was_obeyed()
        if self.winner is None:
            self.order = order
            self.commander = seat
            self.given_in_phase = 1 if self.pile else 2
            self.players_when_given = len(self.players)
            self.turn = self.after(seat)

    def order_was_obeyed(self) -> None:  # raufer.5, raufer.7, raufer.8, raufer.r4, raufer.r6
        if self.given_in_phase == 1:
            for seat, card in self.face_down.items():
                self.hands[seat].add(card)
        else:
            self.players = [seat for seat in self.players if seat not in self.failures]
        self.face_down = {}
        self.failures = []
        if not self.hands[self.commander]:
            self.winner = self.commander

    def next_player_is_asked(self) -> None:
        self.turn = self.after(self.turn)
        if self.turn == self.commander:
            self.nobody_could_obey()

    def nobody_could_obey(self) -> None:  # raufer.6, raufer.8, raufer.9, raufer.r2, raufer.r4, raufer.r5, raufer.r8
        opener = self.after(self.commander)
        if self.given_in_phase == 1:
            self.hands[self.commander].update(self.face_down.values())
        elif self.players_when_given == 2:
            self.players = [self.commander]
            self.winner = self.commander
        else:
            self.players.remove(self.commander)
        self.face_down = {}
        self.failures = []
        self.order = None
        self.turn = opener

    def after(self, seat: int) -> int:
        return self.players[(self.players.index(seat) + 1) % len(self.players)]

    # The end

    def over(self) -> bool:
        return self.winner is not None

    def scores(self) -> list[int]:
        return [1 if seat == self.winner else 0 for seat in range(self.seats)]

    def ranks(self) -> list[int]:  # raufer.r9
        return [1 if seat == self.winner else 2 for seat in range(self.seats)]
