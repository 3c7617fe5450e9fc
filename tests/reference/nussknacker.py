"""Nussknacker as a reference: hands as lists of cards, every sum by brute force."""

from itertools import combinations
from typing import Any

CHANCE = -1


def ways(hand: list[int], value: int) -> set[tuple[int, ...]]:  # nuss.5, nuss.6
    """List every choice of cards from a hand with this sum."""
    return {
        tuple(sorted(cards))
        for number in range(1, len(hand) + 1)
        for cards in combinations(hand, number)
        if sum(cards) == value
    }


def written(cards: tuple[int, ...]) -> str:
    return "+".join(str(card) for card in cards)


class Reference:
    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.seats = seats
        self.values = list(range(1, int(options["deck"]) // 2 + 1))
        self.target: int = options["target"]
        self.question_limit: int = options["question_limit"]
        self.race: bool = options["tempo"] == "race"
        self.chips = [0] * seats
        self.void_deals = 0
        self.starter = 0
        self.step = "lot"
        self.gather()

    def gather(self) -> None:  # nuss.1, nuss.2
        """Collect all cards on one pile for a new deal."""
        self.pile = sorted(self.values + self.values)
        self.aside = 0
        self.hands: list[list[int]] = [[] for _ in range(self.seats)]
        self.receiver = self.starter
        self.asker = self.starter
        self.asked = 0
        self.value = 0
        self.number = 0  # of cards still to be chosen
        self.pushed: tuple[int, ...] = ()
        self.answered = 0
        self.callers: list[int] = []

    # Legal moves

    def legal(self) -> set[tuple[int, str]]:  # nuss.2, nuss.3, nuss.9, nuss.r4
        if self.over():
            return set()
        if self.step == "lot":
            return {(CHANCE, f"start {seat}") for seat in range(self.seats)}
        if self.step in ("aside", "deal"):
            return {(CHANCE, f"{self.step} {card}") for card in self.pile}
        if self.race:
            anytime = {(seat, f"announce {value}") for seat in range(self.seats) for value in self.values}
            return anytime | self.turn_actions()
        return self.turn_actions()

    def turn_actions(self) -> set[tuple[int, str]]:  # nuss.4, nuss.5, nuss.6, nuss.7, nuss.r2, nuss.r4, nuss.r6
        if self.step == "call":
            return {(self.callers[0], "pass")} | {(self.callers[0], f"announce {value}") for value in self.values}
        if self.step == "ask":
            others = [seat for seat in range(self.seats) if seat != self.asker]
            able = [value for value in self.values if ways(self.hands[self.asker], value)]
            return {(self.asker, f"ask {other} {value}") for other in others for value in able}
        actor = self.asked if self.step.startswith("asked") else self.asker
        found = ways(self.hands[actor], self.value)
        if self.step.endswith("which"):
            return {(actor, f"choose {written(cards)}") for cards in found if len(cards) == self.number}
        if not found:
            return {(actor, "no")}
        return {(actor, f"push {len(cards)}") for cards in found}

    # Moves

    def play(self, seat: int, text: str) -> None:
        verb, *words = text.split()
        if seat == CHANCE:
            self.chance(verb, words)
        elif verb == "ask":
            self.asked, self.value = int(words[0]), int(words[1])
            self.step = "asked how many"
        elif verb == "no":
            self.question_is_answered()
        elif verb == "push":
            self.number = int(words[0])
            self.step = self.step.replace("how many", "which")
        elif verb == "choose":
            self.choose(tuple(int(card) for card in words[0].split("+")))
        elif verb == "pass":
            self.callers.pop(0)
            if not self.callers:
                self.next_player_asks()
        else:
            self.announce(seat, int(words[0]))

    def chance(self, verb: str, words: list[str]) -> None:  # nuss.2, nuss.3
        if verb == "start":
            self.starter = int(words[0])
            self.gather()
            self.step = "aside"
        elif verb == "aside":
            self.aside = int(words[0])
            self.pile.remove(self.aside)
            self.step = "deal"
        elif verb == "deal":
            self.pile.remove(int(words[0]))
            self.hands[self.receiver].append(int(words[0]))
            self.receiver = (self.receiver + 1) % self.seats
            if not self.pile:
                self.step = "ask"

    def choose(self, cards: tuple[int, ...]) -> None:  # nuss.6, nuss.r2
        if self.step == "asked which":
            self.pushed = cards
            self.step = "asker how many"
            return
        for giver, taker, moved in ((self.asked, self.asker, self.pushed), (self.asker, self.asked, cards)):
            for card in moved:
                self.hands[giver].remove(card)
            self.hands[taker].extend(moved)
        self.question_is_answered()

    def question_is_answered(self) -> None:  # nuss.8, nuss.r4
        self.answered += 1
        if self.race:
            self.next_player_asks()
        else:
            self.step = "call"
            self.callers = [(self.asker + 1 + step) % self.seats for step in range(self.seats)]

    def next_player_asks(self) -> None:  # nuss.8, nuss.r3
        if self.answered == self.question_limit:
            self.void_deals += 1
            self.new_deal()
        else:
            self.asker = (self.asker + 1) % self.seats
            self.step = "ask"

    def announce(self, seat: int, value: int) -> None:  # nuss.9, nuss.r1, nuss.r5
        lucky = [seat] if value == self.aside else [other for other in range(self.seats) if other != seat]
        for each in lucky:
            self.chips[each] += 1
        self.void_deals = 0
        self.new_deal()

    def new_deal(self) -> None:  # nuss.r1, nuss.r3
        self.starter = (self.starter + 1) % self.seats
        self.gather()
        self.step = "aside"

    # The end

    def over(self) -> bool:  # nuss.10, nuss.r3
        first, second = sorted(self.chips, reverse=True)[:2]
        return (first >= self.target and first > second) or self.void_deals == 10

    def scores(self) -> list[int]:
        return self.chips

    def ranks(self) -> list[int]:  # nuss.10, nuss.r3
        return [1 + sum(other > own for other in self.chips) for own in self.chips]
