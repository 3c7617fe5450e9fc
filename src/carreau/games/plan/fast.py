"""The rules of Ganz nach Plan!? at speed: cards are counted and numbered five at a time."""

from typing import Final

from carreau.core.action_buffer import ActionBuffer
from carreau.core.bits import BIT
from carreau.core.game import ALL, CHANCE
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.rng import Rng
from carreau.games.plan._spec import PLAY, deal_action
from carreau.games.plan._spec import PlanStage as Stage
from carreau.games.plan.rules import PlanRules

FIVE: Final = 5
HOW_MANY: Final = vec[i64]([bin(few).count("1") for few in range(32)])
WHICH: Final = vec[i64]([([n for n in range(5) if few >> n & 1] + [0] * 5)[n] for few in range(32) for n in range(5)])
NO_MOVES: Final = ActionBuffer()


def how_many(cards: i64) -> i64:
    """Return the size of a set of cards 1 to 20."""
    cards >>= 1
    return HOW_MANY[cards & 31] + HOW_MANY[cards >> 5 & 31] + HOW_MANY[cards >> 10 & 31] + HOW_MANY[cards >> 15]


def nth_card(cards: i64, n: i64) -> i64:
    """Return the card that has n others of a set before it."""
    cards >>= 1
    first: i64 = 1
    few = HOW_MANY[cards & 31]
    while n >= few:
        n -= few
        cards >>= FIVE
        first += FIVE
        few = HOW_MANY[cards & 31]
    return first + WHICH[(cards & 31) * FIVE + n]


@mypyc_attr(acyclic=True)
class FastPlan(PlanRules):
    """The rules of Ganz nach Plan!?, optimised."""

    def may_act(self, seat: i64) -> bool:
        if self.current == ALL:
            return seat >= 0 and self.pending & BIT[seat] != 0
        return seat == self.current and seat >= CHANCE

    def choices(self, seat: i64) -> i64:
        """Return the cards from which somebody who may act can choose."""
        if self.stage == Stage.DEALING:
            return self.pack
        if self.stage == Stage.DRAWING:
            return self.hands(self.other())
        return self.hands(seat)

    def action(self, card: i64) -> i64:
        """Return the action with a card at this stage; stages and verbs are in the same order."""
        return deal_action(card) + self.stage * PLAY

    def moves(self, seat: i64, out: ActionBuffer) -> None:
        if self.may_act(seat):
            out.add_set(self.action(0), self.choices(seat))

    def random_action(self, seat: i64, rng: Rng, out: ActionBuffer) -> i64:
        cards = self.choices(seat)
        return self.action(nth_card(cards, rng.below(how_many(cards))))

    def sample(self, rng: Rng) -> i64:
        return self.random_action(CHANCE, rng, NO_MOVES)
