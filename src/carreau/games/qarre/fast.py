"""Qarré's rules at speed: opposite fields have the same neighbours, so a card fits on both or on neither."""

from carreau.core.action_buffer import ActionBuffer
from carreau.core.bits import BIT, lowest, nth, size
from carreau.core.game import OVER
from carreau.core.native import i64, mypyc_attr
from carreau.core.rng import Rng
from carreau.games.qarre import _spec as verbs
from carreau.games.qarre._spec import SEAT_COUNT
from carreau.games.qarre._spec import QarreFace as Face
from carreau.games.qarre._spec import QarreHandCard as HandCard
from carreau.games.qarre._spec import QarreStage as Stage
from carreau.games.qarre.board import NONE
from carreau.games.qarre.rules import QarreRules


@mypyc_attr(acyclic=True)
class FastQarre(QarreRules):
    """The rules of Qarré, optimised."""

    def moves(self, seat: i64, out: ActionBuffer) -> None:
        if seat != self.current or seat == OVER:
            return
        if self.stage == Stage.LAYING:
            self.lays(seat, out)
        elif self.stage == Stage.TURNING_UP:
            out.add_set(verbs.TURN, self.actions_left)
        elif self.stage == Stage.ACTING:
            out.add_set(verbs.TAKE if self.face() == Face.JACK else verbs.REMOVE, self.targets())
            out.add(verbs.DECLINE)
        elif self.stage == Stage.DISCARDING:
            out.add_set(verbs.DISCARD, self.hands(seat))
        elif self.stage == Stage.LOT:
            out.add_range(verbs.START, SEAT_COUNT)
        else:
            out.add_set(self.from_stock(), self.stock)

    def lays(self, seat: i64, out: ActionBuffer) -> None:
        cards = self.choices()
        top = self.reserve_top(seat)
        if top != NONE:
            cards |= BIT[top]
        self.add_lays(cards & self.let_in(), out)
        if self.hand_card == HandCard.DUE:
            out.add_set(verbs.RESERVE, self.reservable())
        else:
            out.add(verbs.END)

    def add_lays(self, cards: i64, out: ActionBuffer) -> None:
        falling, rising = self.fitting_on(0), self.fitting_on(1)
        cards &= falling | rising
        while cards:
            first = verbs.lay_action(lowest(cards), 0)
            one = cards & -cards
            if falling & one:
                out.add(first)
            if rising & one:
                out.add(first + 1)
                out.add(first + 2)
            if falling & one:
                out.add(first + 3)
            cards ^= one

    def reservable(self) -> i64:  # qarre.10, qarre.14, qarre.r9, qarre.r13
        """Return the hand cards that may be reserved: any if none can be laid, else those that fit nowhere."""
        choices = self.choices()
        fit = self.fitting()
        if choices & fit & self.let_in() == 0:
            return choices
        if self.reserve_used:
            return 0
        return choices & ~fit

    def from_stock(self) -> i64:
        """Return the first of the actions that now bring a card from the stock: to draw, deal or fill."""
        if self.stage == Stage.DRAWING:
            return verbs.DRAW
        return verbs.DEAL if self.stage == Stage.DEALING else verbs.FILL

    def sample(self, rng: Rng) -> i64:
        if self.stage == Stage.LOT:
            return verbs.START + rng.below(SEAT_COUNT)
        if self.stage == Stage.TURNING_UP:
            return verbs.TURN + nth(self.actions_left, rng.below(size(self.actions_left)))
        return self.from_stock() + nth(self.stock, rng.below(size(self.stock)))
