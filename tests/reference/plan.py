"""Ganz nach Plan!? as a reference: written from the specification, without any code of the package."""

import tomllib
from pathlib import Path
from typing import Any

CHANCE = -1
HAND = 5

STANDARD = {
    1: ["swap_places left"],
    2: ["swap_places right"],
    3: ["swap_places opposite"],
    4: ["take_pile left"],
    5: ["take_pile right"],
    6: ["take_pile opposite"],
    7: ["give_card left"],
    8: ["give_card right"],
    9: ["give_card opposite"],
    10: ["draw_card left"],
    11: ["draw_card right"],
    12: ["draw_card opposite"],
    13: ["swap_hands left"],
    14: ["swap_hands right"],
    15: ["swap_hands opposite"],
    16: ["turn_direction"],
    17: ["turn_direction"],
    18: ["take_pile self"],
    19: ["pass_all left"],
    20: ["move_all left"],
}


def deck(name: str) -> dict[int, list[str]]:
    if name == "standard":
        return dict(STANDARD)
    cards = tomllib.loads(Path(name).read_text(encoding="utf-8"))["cards"]
    return {number: card["effect"] for number, card in enumerate(cards, start=1)}


class Reference:
    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.seats = seats
        self.limit: int = options["play_limit"]
        self.deck = deck(options["deck"])
        if seats == 3:
            self.deck = {
                card: effect for card, effect in self.deck.items() if not any("opposite" in part for part in effect)
            }
        self.undealt = set(self.deck)
        self.to_deal = list(range(seats)) * HAND
        self.hands: list[set[int]] = [set() for _ in range(seats)]
        self.chairs = list(range(seats))  # the players at A, B, C, D
        self.step = 1
        self.played_from = 0
        self.active = 0
        self.pile: set[int] = set()
        self.card = 0
        self.to_do: list[str] = []
        self.passing: dict[int, int] = {}
        self.to_pass: set[int] = set()
        self.plays = 0
        self.winner: int | None = None
        self.drawn_game = False

    # Legal moves

    def legal(self) -> set[tuple[int, str]]:  # plan.4
        if self.over():
            return set()
        if self.undealt:
            return {(CHANCE, f"deal {card}") for card in self.undealt}
        if not self.to_do:
            return {(self.active, f"play {card}") for card in self.hands[self.active]}
        what = self.to_do[0].split()[0]
        if what == "give_card":
            return {(self.active, f"give {card}") for card in self.hands[self.active]}
        if what == "draw_card":
            return {(CHANCE, f"draw {card}") for card in self.hands[self.pointed_at()]}
        return {(seat, f"pass {card}") for seat in self.to_pass for card in self.hands[seat]}

    # Moves

    def play(self, seat: int, text: str) -> None:
        verb, number = text.split()
        card = int(number)
        if verb == "deal":
            self.undealt.remove(card)
            self.hands[self.to_deal.pop(0)].add(card)
        elif verb == "play":
            self.hands[seat].remove(card)
            self.card = card
            self.plays += 1
            self.to_do = list(self.deck[card])
            self.begin_part()
        elif verb == "pass":
            self.passing[seat] = card
            self.to_pass.remove(seat)
            if not self.to_pass:
                self.everybody_passes()
        else:
            giver, receiver = self.active, self.pointed_at()
            if verb == "draw":
                giver, receiver = receiver, giver
            self.hands[giver].remove(card)
            self.hands[receiver].add(card)
            self.part_is_done()

    def everybody_passes(self) -> None:  # plan.r8
        for seat, card in self.passing.items():
            self.hands[seat].remove(card)
        for seat, card in self.passing.items():
            self.hands[self.from_chair(self.chairs.index(seat), self.to_do[0].split()[1])].add(card)
        self.passing = {}
        self.part_is_done()

    def begin_part(self) -> None:  # plan.r3, plan.r10
        if not self.to_do:
            self.instruction_is_done()
            return
        what = self.to_do[0].split()[0]
        if what == "give_card":
            waits = bool(self.hands[self.active])
        elif what == "draw_card":
            waits = bool(self.hands[self.pointed_at()])
        elif what == "pass_all":
            self.to_pass = {seat for seat in range(self.seats) if self.hands[seat]}
            waits = bool(self.to_pass)
        else:
            self.do_at_once(what)
            waits = False
        if not waits:
            self.part_is_done()

    def do_at_once(self, what: str) -> None:  # plan.r2, plan.r3
        if what == "turn_direction":
            self.step = -self.step
        elif what == "take_pile":
            self.hands[self.pointed_at()] |= self.pile
            self.pile = set()
        elif what == "swap_hands":
            other = self.pointed_at()
            self.hands[self.active], self.hands[other] = self.hands[other], self.hands[self.active]
        elif what == "swap_places":
            other = self.pointed_at()
            mine, theirs = self.chairs.index(self.active), self.chairs.index(other)
            self.chairs[mine], self.chairs[theirs] = other, self.active
        else:
            assert what == "move_all"
            way = self.to_do[0].split()[1]
            before = list(self.chairs)
            for chair, seat in enumerate(before):
                self.chairs[self.chair_from(chair, way)] = seat

    def part_is_done(self) -> None:
        self.to_do.pop(0)
        self.begin_part()

    def instruction_is_done(self) -> None:  # plan.4, plan.5, plan.6, plan.7, plan.8, plan.r4, plan.r5, plan.r7
        self.pile.add(self.card)
        self.card = 0
        around = [self.active]
        while len(around) < self.seats:
            around.append(self.chairs[(self.chairs.index(around[-1]) + self.step) % self.seats])
        empty = [seat for seat in around if not self.hands[seat]]
        if empty:
            self.winner = empty[0]
        elif self.plays == self.limit:
            self.drawn_game = True
        self.played_from = (self.played_from + self.step) % self.seats
        self.active = self.chairs[self.played_from]

    # Seating

    def chair_from(self, chair: int, way: str) -> int:
        return (chair + {"left": 1, "right": -1, "opposite": 2, "self": 0}[way]) % self.seats

    def from_chair(self, chair: int, way: str) -> int:
        return self.chairs[self.chair_from(chair, way)]

    def pointed_at(self) -> int:  # plan.r1
        return self.from_chair(self.chairs.index(self.active), self.to_do[0].split()[1])

    # The end

    def over(self) -> bool:
        return self.winner is not None or self.drawn_game

    def scores(self) -> list[int]:
        return [1 if seat == self.winner else 0 for seat in range(self.seats)]

    def ranks(self) -> list[int]:
        if self.winner is None:
            return [1] * self.seats
        return [1 if seat == self.winner else 2 for seat in range(self.seats)]
