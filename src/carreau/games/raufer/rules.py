"""Raufer: lay a floor and order the next player up or down; players who can't obey draw, and later are out.

A set of cards is one integer with a bit for each floor, a set of players one with a bit for each seat.
"""

from carreau.core.bits import BIT, size
from carreau.core.game import CHANCE, NOBODY, OVER, SPECTATOR, left_of
from carreau.core.native import i64, mypyc_attr
from carreau.core.obs_buffer import ObsBuffer
from carreau.core.result import Result, won_by
from carreau.games.raufer._spec import DEAL, DRAW, LAY
from carreau.games.raufer._spec import RauferOrder as Order
from carreau.games.raufer._spec import RauferStage as Stage
from carreau.games.raufer.inference import RauferInference


@mypyc_attr(acyclic=True)
class RauferRules(RauferInference):
    """The rules of Raufer."""

    # The lot and the deal: raufer.1, r9

    def against_start(self, seat: i64, player: i64) -> str:
        return "" if self.stage == Stage.LOT and player < self.seats else "raufer.r9"

    def start(self, seat: i64, player: i64) -> None:
        self.starter = player
        self.turn = player
        self.stage = Stage.DEALING

    def against_deal(self, seat: i64, card: i64) -> str:
        return "" if self.stage == Stage.DEALING and self.pile & BIT[card] else "raufer.1"

    def deal(self, seat: i64, card: i64) -> None:
        self.pile ^= BIT[card]
        self.add_to_hands(self.turn, BIT[card])
        self.add_to_sizes(self.turn, 1)
        self.turn = left_of(self.turn, self.seats)
        if self.turn == self.starter and self.sizes(self.turn) == self.hand_size:
            self.stage = Stage.PLAYING
            self.current = self.turn

    # Laying a floor and giving an order: raufer.2, 3

    def against_lay(self, seat: i64, card: i64, order: i64) -> str:
        if self.stage != Stage.PLAYING:
            return self.against_playing()
        if self.hands(seat) & BIT[card] == 0:
            return "raufer.1"
        return "" if self.obeys(card) else "raufer.3"

    def against_playing(self) -> str:
        """Return the clause that says why players wait: a card is drawn or dealt."""
        return "raufer.4" if self.stage == Stage.DRAWING else "raufer.1"

    def obeys(self, card: i64) -> bool:  # raufer.3
        return self.order == Order.NONE or (card > self.top if self.order == Order.UP else card < self.top)

    def lay(self, seat: i64, card: i64, order: i64) -> None:
        self.remember(seat, card)
        self.add_to_hands(seat, -BIT[card])
        self.laid |= BIT[card]
        self.top = card
        if self.failed:
            self.settle()
        if self.order != Order.NONE and self.hands(self.commander) == 0:  # raufer.7, raufer.r6
            self.win(self.commander)
        else:
            self.order = order
            self.commander = seat
            self.turn = self.next_in_game(seat)
            self.current = self.turn

    def next_in_game(self, seat: i64) -> i64:
        """Return the next player to the left who is still in the game."""
        seat = left_of(seat, self.seats)
        while self.out & BIT[seat]:
            seat = left_of(seat, self.seats)
        return seat

    # Failing and drawing: raufer.4

    def against_fail(self, seat: i64) -> str:
        if self.stage != Stage.PLAYING:
            return self.against_playing()
        if self.order == Order.NONE:
            return "raufer.2"
        return "raufer.r1" if self.can_obey(seat) else ""

    def can_obey(self, seat: i64) -> bool:  # raufer.r1
        return self.hands(seat) & self.obeying() != 0

    def fail(self, seat: i64) -> None:
        self.rule_out(seat, self.obeying())
        self.failed |= BIT[seat]
        if self.pile:
            self.stage = Stage.DRAWING
            self.current = CHANCE
        else:  # raufer.8, or raufer.r2
            self.pass_on()

    def obeying(self) -> i64:
        """Return the floors that obey the order in force, as a set."""
        cards: i64 = 0
        for card in range(1, self.floors + 1):
            if self.obeys(card):
                cards |= BIT[card]
        return cards

    def against_draw(self, seat: i64, card: i64) -> str:
        return "" if self.stage == Stage.DRAWING and self.pile & BIT[card] else "raufer.4"

    def draw(self, seat: i64, card: i64) -> None:  # raufer.r10
        self.pile ^= BIT[card]
        self.add_to_drawn(self.turn, BIT[card])
        self.stage = Stage.PLAYING
        self.pass_on()

    def pass_on(self) -> None:
        """Pass the order to the next player, until it comes back to the commander."""
        self.turn = self.next_in_game(self.turn)
        if self.turn == self.commander:
            self.nobody_obeyed()
        else:
            self.current = self.turn

    # Somebody obeyed after all: raufer.5, 8

    def settle(self) -> None:
        """Let the players who failed take their cards, or put them out."""
        if self.in_phase_two():  # raufer.8, raufer.r4
            self.out |= self.failed
        else:  # raufer.5
            for seat in range(self.seats):
                if self.drawn(seat):
                    self.take(seat, self.drawn(seat))
            self.clear_drawn()
        self.failed = 0

    def in_phase_two(self) -> bool:
        """Return whether the order in force was given with no pile left (raufer.8): nobody drew for it (raufer.r2)."""
        return self.pile == 0 and self.all_drawn() == 0

    # Nobody obeyed: raufer.6, 8, 9

    def nobody_obeyed(self) -> None:
        if not self.in_phase_two():  # raufer.6
            self.take(self.commander, self.all_drawn())
            self.clear_drawn()
        elif self.seats - size(self.out) == 2:  # raufer.9, raufer.r8: failures are no exits yet (raufer.r4)
            self.out |= self.failed
            self.win(self.commander)
            return
        else:  # raufer.8, raufer.r4
            self.out |= BIT[self.commander]
        self.turn = self.next_in_game(self.commander)  # raufer.6, raufer.r5
        self.current = self.turn
        self.close_order()

    # The end: raufer.7, 9

    def win(self, seat: i64) -> None:
        self.winner = seat
        self.current = OVER
        self.close_order()

    def close_order(self) -> None:
        self.order = Order.NONE
        self.commander = NOBODY
        self.failed = 0

    def ending(self) -> str:
        return "raufer.9" if size(self.out) == self.seats - 1 else "raufer.7"

    def result(self) -> Result:
        return won_by(int(self.winner), int(self.seats), self.ending())

    def next_starter(self) -> i64:  # raufer.r9
        return left_of(self.starter, self.seats)

    # Who sees what

    def unseen_by(self, seat: int, action: int) -> list[int]:
        if LAY <= action < DRAW or action < DEAL:
            return []
        told = self.turn
        if action >= DRAW:  # not even who drew it (raufer.r3), but a commander who takes it now (raufer.6)
            told = self.commander if self.next_in_game(self.turn) == self.commander else NOBODY
        return [other for other in range(SPECTATOR, int(self.seats)) if other == SPECTATOR or other != told]

    def phase(self) -> i64:
        """Return 1 while there is a pile and 2 after; an order keeps the phase in which it was given (raufer.r2)."""
        return i64(2) if self.in_phase_two() else i64(1)

    def observe_order(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        if self.order != Order.NONE:
            row.put(first, self.order + 1)
