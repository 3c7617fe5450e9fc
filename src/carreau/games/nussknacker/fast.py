"""Nussknacker's rules at speed: what most often happens in a random game is found by counting."""

from carreau.core.action_buffer import ActionBuffer
from carreau.core.bits import nth, size
from carreau.core.game import CHANCE, RACE
from carreau.core.native import i64, mypyc_attr
from carreau.core.rng import Rng
from carreau.games.nussknacker import _spec as verbs
from carreau.games.nussknacker._spec import NussknackerStage as Stage
from carreau.games.nussknacker.rules import NussknackerRules
from carreau.games.nussknacker.tables import formable, nth_card, numbers_for, ways_to_form


@mypyc_attr(acyclic=True)
class FastNussknacker(NussknackerRules):
    """The rules of Nussknacker, optimised."""

    def moves(self, seat: i64, out: ActionBuffer) -> None:
        if seat == CHANCE:
            self.chance_moves(out)
        elif self.current == RACE and seat >= 0 and seat < self.seats:  # nuss.9
            if seat == self.turn:
                self.turn_moves(seat, out)
            out.add_range(verbs.ANNOUNCE, self.highest)
        elif self.current == seat and seat >= 0:
            self.turn_moves(seat, out)
            if self.stage == Stage.CALLING:  # nuss.r4
                out.add_range(verbs.ANNOUNCE, self.highest)
                out.add(verbs.PASS)

    def turn_moves(self, seat: i64, out: ActionBuffer) -> None:
        hand = self.hands(seat)
        if self.stage == Stage.ASKING:
            self.questions_to_ask(seat, formable(hand, self.highest), out)
        elif self.stage == Stage.ANSWERING or self.stage == Stage.RETURNING:
            numbers = numbers_for(hand, self.value)
            if numbers == 0:
                out.add(verbs.NO)
            out.add_set(verbs.PUSH, numbers)
        elif self.stage == Stage.CHOOSING or self.stage == Stage.EXCHANGING:
            out.add_set(verbs.CHOOSE, ways_to_form(hand, self.value, self.number_due()))

    def questions_to_ask(self, seat: i64, values: i64, out: ActionBuffer) -> None:
        for other in range(self.seats):
            if other != seat:
                out.add_set(verbs.ask_action(other, 1), values)

    def chance_moves(self, out: ActionBuffer) -> None:
        if self.current != CHANCE:
            return
        if self.stage == Stage.LOT:
            out.add_range(verbs.START, self.seats)
            return
        for value in range(1, self.highest + 1):
            if self.in_deck(value):
                out.add(self.card_action(value))

    def card_action(self, value: i64) -> i64:
        """Return the action that deals a card, or lays it aside."""
        return verbs.deal_action(value) if self.stage == Stage.DEALING else verbs.aside_action(value)

    def weights(self) -> list[int]:
        """Return the weights: a value with both cards left is twice as likely (nuss.r8)."""
        if self.current != CHANCE or self.stage == Stage.LOT:
            return [1] * len(self.legal(CHANCE))
        copies = [self.copies_in_deck(value) for value in range(1, int(self.highest) + 1)]
        return [number for number in copies if number]

    def sample(self, rng: Rng) -> i64:
        if self.stage == Stage.LOT:
            return verbs.START + rng.below(self.seats)
        return self.card_action(nth_card(self.deck, rng.below(self.left)) + 1)

    def random_actor(self, rng: Rng) -> i64:
        if self.current == RACE:
            return rng.below(self.seats)
        return super().random_actor(rng)

    def random_action(self, seat: i64, rng: Rng, out: ActionBuffer) -> i64:
        """Choose from the same list as moves(); announcements and questions are counted instead of listed."""
        if seat == CHANCE:
            return self.sample(rng)
        if self.current == RACE and seat != self.turn:
            return verbs.ANNOUNCE + rng.below(self.highest)
        if self.stage == Stage.ASKING:
            return self.random_question(seat, rng)
        return super().random_action(seat, rng, out)

    def random_question(self, seat: i64, rng: Rng) -> i64:
        values = formable(self.hands(seat), self.highest)
        each = size(values)
        count = each * (self.seats - 1)
        chosen: i64 = 0
        if self.current == RACE:
            chosen = rng.below(count + self.highest)
            if chosen >= count:
                return verbs.ANNOUNCE + chosen - count
        else:
            chosen = rng.below(count)
        other = chosen // each
        if other >= seat:
            other += 1
        return verbs.ask_action(other, nth(values, chosen % each) + 1)
