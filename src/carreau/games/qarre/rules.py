"""Qarré: lay cards onto a square of four piles, beside their like, and get rid of your reserve in long turns.

A set of cards is one integer with a bit for each card (see tables.py). `known` has the cards in a hand of which the
other player is certain; memory.py has what can be inferred about the others.
"""

from carreau.core.bits import BIT, size
from carreau.core.game import CHANCE, NOBODY, OVER, SPECTATOR
from carreau.core.native import i64, mypyc_attr
from carreau.core.result import Result, won_by
from carreau.games.qarre._spec import DEAL, FIELD_COUNT, TURN
from carreau.games.qarre._spec import QarreFace as Face
from carreau.games.qarre._spec import QarreHandCard as HandCard
from carreau.games.qarre._spec import QarreStage as Stage
from carreau.games.qarre.board import NONE, QarreBoard
from carreau.games.qarre.tables import HAND_SIZE


@mypyc_attr(acyclic=True)
class QarreRules(QarreBoard):
    """The rules of Qarré. Cards and fields count from 0 inside."""

    # The lot, the base and the hands: qarre.2, 19

    def against_start(self, seat: i64, player: i64) -> str:
        return "" if self.stage == Stage.LOT else "qarre.r7"

    def start(self, seat: i64, player: i64) -> None:
        self.starter = player
        self.turn = player
        self.stage = Stage.SETTING_UP

    def against_fill(self, seat: i64, card: i64) -> str:
        filling = self.stage == Stage.SETTING_UP or self.stage == Stage.REFILLING or self.stage == Stage.LAYING_OUT_ANEW
        return "" if filling and self.stock & BIT[card] else "qarre.2"

    def fill(self, seat: i64, card: i64) -> None:
        """Lay a card face up on the next field (qarre.2, qarre.19), or refill one (qarre.r3)."""
        self.stock ^= BIT[card]
        self.put_on(self.field, card)
        self.reveal()
        if self.stage == Stage.REFILLING:
            self.score(self.turn, self.field)
            self.field = 0
            self.go_on()
        elif self.field == FIELD_COUNT - 1:
            self.field = 0
            self.stage += 1  # from setting up to dealing, or from laying out a new base to drawing
        else:
            self.field += 1

    def against_deal(self, seat: i64, card: i64) -> str:
        return "" if self.stage == Stage.DEALING and self.stock & BIT[card] else "qarre.2"

    def deal(self, seat: i64, card: i64) -> None:
        self.stock ^= BIT[card]
        self.add_to_hands(self.turn, BIT[card])
        self.turn = 1 - self.turn
        if self.held(self.turn) == HAND_SIZE:
            self.reveal()
            self.begin_turn(self.turn)

    # A turn begins: qarre.3, 18, 19

    def begin_turn(self, seat: i64) -> None:
        self.turn = seat
        self.current = CHANCE
        self.action = NONE
        self.hand_card = HandCard.DUE
        self.reserve_used = False
        self.kept = NONE
        self.stage = Stage.TURNING_UP
        if self.held(seat) > HAND_SIZE:  # nothing is drawn after jack=keep
            return
        self.renew_stock()
        if self.stock:
            self.stage = Stage.DRAWING
        elif size(self.base()) > FIELD_COUNT:  # qarre.19
            for field in range(FIELD_COUNT):
                self.stock |= self.empty(field)
            self.stage = Stage.LAYING_OUT_ANEW

    def against_draw(self, seat: i64, card: i64) -> str:
        return "" if self.stage == Stage.DRAWING and self.stock & BIT[card] else "qarre.3"

    def draw(self, seat: i64, card: i64) -> None:
        self.stock ^= BIT[card]
        self.add_to_hands(self.turn, BIT[card])
        self.remember_draw(self.turn)
        self.reveal()
        self.stage = Stage.TURNING_UP

    # The action card: qarre.3, 4, 5, 6

    def against_turn_up(self, seat: i64, card: i64) -> str:
        if self.stage != Stage.TURNING_UP:
            return "qarre.3"
        return "" if self.actions_left & BIT[card] else "qarre.17"

    def turn_up(self, seat: i64, card: i64) -> None:
        self.actions_left ^= BIT[card]
        self.action = card
        if self.face() != Face.QUEEN and self.targets():
            self.stage = Stage.ACTING
            self.current = self.turn
        else:
            self.go_laying()

    def against_step(self, stage: i64, clause: str) -> str:
        """Return the clause against acting, for what players do at one step of the turn only (qarre.r12)."""
        if self.current == CHANCE:
            return "qarre.3"
        return "" if self.stage == stage else clause

    def against_using(self, face: i64, field: i64, clause: str) -> str:
        if self.current != CHANCE and (self.face() != face or not self.suit() & BIT[self.tops(field)]):
            return clause
        return self.against_step(Stage.ACTING, "qarre.r12")

    def against_decline(self, seat: i64) -> str:
        return self.against_step(Stage.ACTING, "qarre.5" if self.face() == Face.QUEEN else "qarre.r12")

    def decline(self, seat: i64) -> None:
        self.go_laying()

    # The jack: qarre.4, r1, r15

    def against_take(self, seat: i64, field: i64) -> str:
        clause = self.against_using(Face.JACK, field, "qarre.4")
        return clause or ("" if self.may_take(field) else "qarre.r15")

    def take(self, seat: i64, field: i64) -> None:
        card = self.tops(field)
        self.take_off(field)
        self.add_to_hands(seat, BIT[card])
        self.add_to_known(seat, BIT[card])
        self.add_to_taken(seat, BIT[card])
        if self.keep:
            self.kept = card
        if self.stacks(field) == 0:
            self.refill(field)
        else:
            self.score(seat, field)
            self.go_on()

    def refill(self, field: i64) -> None:  # qarre.r3
        self.renew_stock()
        self.field = field
        self.stage = Stage.REFILLING
        self.current = CHANCE

    def go_on(self) -> None:
        """Continue after the action card has changed the base."""
        if self.face() == Face.JACK and not self.keep:
            self.stage = Stage.DISCARDING
            self.current = self.turn
        else:
            self.go_laying()

    def against_discard(self, seat: i64, card: i64) -> str:
        clause = self.against_step(Stage.DISCARDING, "qarre.r1")
        return clause or ("" if self.holds(seat, card) else "qarre.r1")

    def discard(self, seat: i64, card: i64) -> None:
        self.leave_hand(seat, card)
        self.discards |= BIT[card]
        self.go_laying()

    # The king: qarre.6, r2

    def against_remove(self, seat: i64, field: i64) -> str:
        return self.against_using(Face.KING, field, "qarre.6")

    def remove(self, seat: i64, field: i64) -> None:
        pile = self.empty(field)
        self.add_to_scores(seat, size(pile))
        self.discards |= pile
        self.refill(field)

    # Laying into the base: qarre.5, 7, 11, 12, 13

    def go_laying(self) -> None:
        self.stage = Stage.LAYING
        self.current = self.turn
        if self.held(self.turn) == HAND_SIZE:  # qarre.r14
            self.hand_card = HandCard.MISSING

    def against_lay(self, seat: i64, card: i64, field: i64) -> str:
        clause = self.against_step(Stage.LAYING, "qarre.r12")
        if clause:
            return clause
        if not self.holds(seat, card) and not self.stacks(FIELD_COUNT + seat) & BIT[card]:
            return "qarre.3"
        if not self.let_in() & BIT[card]:
            return "qarre.5"
        if not self.fitting_on(field) & BIT[card]:
            return "qarre.7"
        if self.holds(seat, card):
            return self.against_hand_card(card)
        return "" if card == self.reserve_top(seat) else "qarre.11"

    def against_hand_card(self, card: i64) -> str:
        """Return the clause against playing a card of the hand, since each turn has only one."""
        if self.hand_card != HandCard.DUE:
            return "qarre.13" if self.hand_card == HandCard.LAID else "qarre.r14"
        return "" if self.kept == NONE or self.kept == card else "qarre.r1"

    def lay(self, seat: i64, card: i64, field: i64) -> None:
        if self.holds(seat, card):
            self.play_hand_card(seat, card)
        else:
            self.take_off(FIELD_COUNT + seat)
            self.reserve_used = True
        self.put_on(field, card)
        self.score(seat, field)

    def play_hand_card(self, seat: i64, card: i64) -> None:
        self.leave_hand(seat, card)
        self.hand_card = HandCard.LAID
        self.kept = NONE

    def score(self, seat: i64, field: i64) -> None:  # qarre.15, qarre.16
        self.add_to_scores(seat, self.combination(field))

    # Reserving: qarre.10, 14

    def against_reserve(self, seat: i64, card: i64) -> str:
        clause = self.against_step(Stage.LAYING, "qarre.r12")
        if clause:
            return clause
        if not self.holds(seat, card):
            return "qarre.10"
        clause = self.against_hand_card(card)
        if clause or self.choices() & self.fitting() & self.let_in() == 0:
            return clause
        fits = self.fitting() & BIT[card] != 0
        if fits and self.let_in() & BIT[card]:
            return "qarre.10"
        if self.reserve_used:  # qarre.r13
            return "qarre.14"
        return "qarre.r9" if fits else ""

    def choices(self) -> i64:
        """Return the hand cards of which one is this turn's (qarre.13, and with jack=keep the card taken)."""
        if self.hand_card != HandCard.DUE:
            return 0
        return BIT[self.kept] if self.kept != NONE else self.hands(self.turn)

    def reserve(self, seat: i64, card: i64) -> None:
        fit = self.fitting()
        forced = self.kept == NONE and (self.reserve_used or fit & BIT[card] != 0)
        self.play_hand_card(seat, card)
        self.put_on(FIELD_COUNT + seat, card)
        if forced:
            self.prove(seat, fit & self.let_in())
        self.end(seat)

    # The end of a turn and of the game: qarre.17, 20

    def against_end(self, seat: i64) -> str:
        clause = self.against_step(Stage.LAYING, "qarre.r12")
        return clause or ("qarre.r12" if self.hand_card == HandCard.DUE else "")

    def end(self, seat: i64) -> None:
        other = 1 - self.turn
        if self.actions_left == 0:  # qarre.17
            self.add_to_scores(0, -self.reserved(0))
            self.add_to_scores(1, -self.reserved(1))
        if self.has_won(self.turn):  # qarre.r6
            self.finish(self.turn)
        elif self.has_won(other):
            self.finish(other)
        elif self.actions_left:
            self.begin_turn(other)
        else:
            self.reshuffle(other)

    def has_won(self, seat: i64) -> bool:  # qarre.20
        points = self.scores(seat)
        enough = points >= self.target or points - self.scores(1 - seat) >= self.lead
        return enough and self.reserved(seat) == 0

    def reshuffle(self, next_seat: i64) -> None:  # qarre.17, qarre.r8
        self.reshuffles += 1
        if self.reshuffles_left() == 0:
            self.finish(self.better())
        else:
            self.actions_left = self.action_deck
            self.begin_turn(next_seat)

    def better(self) -> i64:  # qarre.r8
        """Return who has more points or, if these are equal, fewer reserve cards; NOBODY if all is equal."""
        ahead = self.scores(0) - self.scores(1)
        if ahead == 0:
            ahead = self.reserved(1) - self.reserved(0)
        if ahead == 0:
            return NOBODY
        return i64(ahead < 0)

    def finish(self, winner: i64) -> None:
        self.winner = winner
        self.current = OVER

    def ending(self) -> str:
        return "qarre.r8" if self.reshuffles_left() == 0 else "qarre.20"

    def result(self) -> Result:
        """Give the winner score 1, since a player with reserve cards can lose with more points (qarre.20)."""
        return won_by(int(self.winner), 2, self.ending(), self.all_points())

    # Who sees what

    def unseen_by(self, seat: int, action: int) -> list[int]:
        if DEAL <= action < TURN:
            return [SPECTATOR, 1 - int(self.turn)]
        return []
