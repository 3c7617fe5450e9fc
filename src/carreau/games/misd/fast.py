"""Misd's rules at speed: cards and finders are drawn without a list of them."""

from typing import Final

from carreau.core.action_buffer import ActionBuffer
from carreau.core.bits import lowest, nth, size
from carreau.core.game import CHANCE, OVER, RACE
from carreau.core.native import i64, mypyc_attr
from carreau.core.rng import Rng
from carreau.games.misd._spec import COLOUR, MISSING, NAME, POINT, SHAPE, TIMEOUT, lay_action, turn_action
from carreau.games.misd.rules import MisdRules

NAMES: Final[i64] = POINT - NAME  # answers of a colour and a shape


@mypyc_attr(acyclic=True)
class FastMisd(MisdRules):
    """The rules of Misd, optimised."""

    def waiting(self) -> list[int]:
        return [seat for seat in range(self.seats) if not self.was_wrong(seat)] if self.current == RACE else []

    # What may be done

    def moves(self, seat: i64, out: ActionBuffer) -> None:
        if seat == CHANCE:
            self.add_outcomes(out)
        elif self.current != RACE or seat >= self.seats or self.was_wrong(seat):
            return
        elif self.hard:
            out.add_range(POINT, self.places)
            out.add(MISSING)
        else:
            out.add_range(NAME, NAMES)

    def add_outcomes(self, out: ActionBuffer) -> None:
        if self.current == RACE:
            out.add(TIMEOUT)
        elif self.current == OVER:
            return
        elif not self.is_laid():
            self.add_cards(out)
        elif self.shape < 0:
            out.add_set(SHAPE, self.shapes_left)
        else:
            out.add_set(COLOUR, self.colours_left)

    def add_cards(self, out: ActionBuffer) -> None:
        cards = self.stack
        while cards:
            card = lowest(cards)
            if self.mixed_sides:
                out.add(self.card_action(card, 0))
                out.add(self.card_action(card, 1))
            else:
                out.add(self.card_action(card, self.side()))
            cards &= cards - 1

    def card_action(self, card: i64, side: i64) -> i64:
        return lay_action(card, side) if self.hard else turn_action(card, side)

    # At random

    def random_actor(self, rng: Rng) -> i64:
        if self.current == RACE and self.wrong == 0:
            return rng.below(self.seats)
        return super().random_actor(rng)

    def random_action(self, seat: i64, rng: Rng, out: ActionBuffer) -> i64:
        if seat == CHANCE:
            return self.sample(rng)
        if not self.hard:
            return NAME + rng.below(NAMES)
        place = rng.below(self.places + 1)
        return MISSING if place == self.places else POINT + place

    def sample(self, rng: Rng) -> i64:
        if self.current == RACE:
            return TIMEOUT
        if not self.is_laid():
            return self.sample_card(rng)
        if self.shape < 0:
            return SHAPE + nth(self.shapes_left, rng.below(size(self.shapes_left)))
        return COLOUR + nth(self.colours_left, rng.below(size(self.colours_left)))

    def sample_card(self, rng: Rng) -> i64:
        cards = size(self.stack)
        if self.mixed_sides:
            drawn = rng.below(2 * cards)
            return self.card_action(nth(self.stack, drawn >> 1), drawn & 1)
        return self.card_action(nth(self.stack, rng.below(cards)), self.side())
