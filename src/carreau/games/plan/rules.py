"""Ganz nach Plan!?: play a card, do what it says, and be the first without cards, no matter whose plan it was.

The rest of an instruction is its program (see deck.py), which is executed part by part; a part that somebody
has to choose a card for stays in front until it is chosen. Where cards went is noted as events from the deal on: that
is all a seat's memory and its beliefs are made of.
"""

from carreau.core.bits import BIT, members
from carreau.core.game import ALL, CHANCE, NOBODY, OVER, SPECTATOR, left_of
from carreau.core.native import i64, mypyc_attr
from carreau.core.result import Result, won_by
from carreau.games.plan._spec import DRAW, GIVE, PASS, PLAY
from carreau.games.plan._spec import PlanDeed as Deed
from carreau.games.plan._spec import PlanHappening as Happening
from carreau.games.plan._spec import PlanStage as Stage
from carreau.games.plan.board import NO_CARD, PlanBoard
from carreau.games.plan.spec import PART_BITS


@mypyc_attr(acyclic=True)
class PlanRules(PlanBoard):
    """The rules of Ganz nach Plan!?."""

    # The cards and the deal: plan.1, 2

    def in_game(self, card: i64) -> bool:  # plan.1
        return self.deck.cards & BIT[card] != 0

    def against_deal(self, seat: i64, card: i64) -> str:
        if not self.in_game(card):
            return "plan.1"
        return "" if self.stage == Stage.DEALING and self.pack & BIT[card] else "plan.2"

    def deal(self, seat: i64, card: i64) -> None:  # plan.2, plan.3: seat 0 sits on A, seat 1 on B and so on
        self.pack ^= BIT[card]
        self.add_to_hands(self.place, BIT[card])
        self.add_to_dealt(self.place, BIT[card])
        self.place = left_of(self.place, self.seats)
        if self.pack == 0:  # plan.4: the player on A begins
            self.stage = Stage.PLAYING
            self.current = 0

    # Playing a card: plan.4

    def waiting(self) -> list[int]:
        return members(self.pending) if self.current == ALL else super().waiting()

    def against_turn(self, seat: i64) -> str:
        if self.stage != Stage.PASSING or seat < 0:
            return "" if seat == self.current else "plan.4"
        if self.hands(seat) == 0:
            return "plan.r3"
        return "plan.r8" if self.chosen(seat) else ""

    def against_choice(self, seat: i64, card: i64, stage: i64) -> str:
        """Return the clause against choosing a card of the hand, as players do at this stage."""
        if not self.in_game(card):
            return "plan.1"
        if self.stage == Stage.DRAWING:
            return "plan.r9"
        if self.stage == Stage.DEALING or not self.holds(seat, card):
            return "plan.2"
        if self.stage == stage:
            return ""
        return "plan.r8" if self.stage == Stage.PASSING or stage == Stage.PASSING else "plan.4"

    def against_play(self, seat: i64, card: i64) -> str:
        return self.against_choice(seat, card, Stage.PLAYING)

    def play(self, seat: i64, card: i64) -> None:
        self.add_to_hands(seat, -BIT[card])
        self.note_event(Happening.PLAYED, seat, seat, card)
        self.plays += 1
        self.in_play = card
        self.program = self.deck.programs[card]
        self.carry_out()

    # Carrying out an instruction: plan.7, plan.r10

    def carry_out(self) -> None:
        """Carry out the instruction until somebody has to choose a card, or to its end."""
        while self.program:
            if self.asks_for_a_card():
                return
            self.program >>= PART_BITS
        self.finish()

    def carry_on(self) -> None:
        """Continue after a card was chosen for the part in front."""
        self.program >>= PART_BITS
        self.carry_out()

    def asks_for_a_card(self) -> bool:
        """Do the next part, or return that somebody has to choose a card for it first."""
        deed = self.deed()
        if deed == Deed.GIVE_CARD:
            return self.ask(self.turn, Stage.GIVING, self.turn)
        if deed == Deed.DRAW_CARD:
            return self.ask(CHANCE, Stage.DRAWING, self.other())
        if deed == Deed.PASS_ALL:
            return self.ask_all()
        if deed == Deed.SWAP_PLACES:
            self.swap_places(self.neighbour(self.here(), self.way()))
        elif deed == Deed.TAKE_PILE:
            self.take_pile(self.other())
        elif deed == Deed.SWAP_HANDS:
            self.swap_hands(self.turn, self.other())
        elif deed == Deed.TURN_DIRECTION:
            self.direction = -self.direction
        else:
            self.move_all(self.away(self.way()))
        return False

    def ask(self, chooser: i64, stage: i64, loser: i64) -> bool:
        """Ask somebody for a card that another loses; return False if the latter has none (plan.r3)."""
        self.stage = stage
        self.current = chooser
        return self.hands(loser) != 0

    def swap_places(self, place: i64) -> None:  # plan.r2: hands belong to seats, so they come along
        self.seat_down(self.seat_at(place), self.here())
        self.seat_down(self.turn, place)

    def move_all(self, away: i64) -> None:
        """Move everybody some places to the left."""
        for _step in range(away):
            last = self.seat_at(self.seats - 1)
            for place in range(self.seats - 1, 0, -1):
                self.seat_down(self.seat_at(place - 1), place)
            self.seat_down(last, 0)

    def take_pile(self, seat: i64) -> None:  # plan.6: without the card in play; plan.r3
        if self.pile:
            self.add_to_hands(seat, self.pile)
            self.pile = 0
            self.top = NO_CARD
            self.note_event(Happening.TOOK, seat, seat, NO_CARD)

    def swap_hands(self, one: i64, other: i64) -> None:  # plan.r3: an empty hand too
        change = self.hands(other) - self.hands(one)
        self.add_to_hands(one, change)
        self.add_to_hands(other, -change)
        self.note_event(Happening.SWAPPED, one, other, NO_CARD)

    # Giving and drawing a card: plan.r9

    def against_give(self, seat: i64, card: i64) -> str:
        return self.against_choice(seat, card, Stage.GIVING)

    def give(self, seat: i64, card: i64) -> None:
        self.hand_over(seat, self.other(), card)

    def against_draw(self, seat: i64, card: i64) -> str:
        if not self.in_game(card):
            return "plan.1"
        return "" if self.stage == Stage.DRAWING and self.holds(self.other(), card) else "plan.r9"

    def draw(self, seat: i64, card: i64) -> None:
        self.hand_over(self.other(), self.turn, card)

    def hand_over(self, giver: i64, receiver: i64, card: i64) -> None:
        self.move_card(giver, receiver, card)
        self.note_event(Happening.MOVED, giver, receiver, card)
        self.carry_on()

    # Everybody passes a card: plan.r8

    def ask_all(self) -> bool:
        """Ask everybody who has a card (plan.r3); return False if nobody has one."""
        self.pending = self.with_cards()
        self.stage = Stage.PASSING
        self.current = ALL
        return self.pending != 0

    def against_pass(self, seat: i64, card: i64) -> str:
        return self.against_choice(seat, card, Stage.PASSING)

    def pass_(self, seat: i64, card: i64) -> None:
        self.add_to_chosen(seat, card)
        self.pending ^= BIT[seat]
        if self.pending == 0:
            self.pass_cards()
            self.carry_on()

    def pass_cards(self) -> None:
        for place in range(self.seats):
            giver = self.seat_at(place)
            if self.chosen(giver):
                receiver = self.receiver_from(place)
                self.move_card(giver, receiver, self.chosen(giver))
                self.note_event(Happening.PASSED, giver, receiver, self.chosen(giver))
        self.clear_chosen()
        self.note_event(Happening.LANDED, 0, 0, NO_CARD)

    def receiver_from(self, place: i64) -> i64:
        """Return the seat that gets the card passed from a place."""
        return self.seat_at(self.neighbour(place, self.way()))

    # The next turn: plan.5, plan.r5

    def next_turn(self) -> None:
        """Pass the turn to the next place, from the one where the card was played."""
        self.place = self.next_place(self.place)
        self.turn = self.seat_at(self.place)
        self.current = self.turn

    def next_place(self, place: i64) -> i64:
        """Return the place after another in the direction of play."""
        return (place + self.direction + self.seats) % self.seats

    # The end: plan.6, 7, 8

    def finish(self) -> None:
        """Finish an instruction: the card joins the pile, and a player may have won."""
        self.pile |= BIT[self.in_play]  # plan.6
        self.top = self.in_play
        self.in_play = NO_CARD
        self.stage = Stage.PLAYING
        empty = self.without_cards()
        if empty:  # plan.7, plan.8
            self.winner = self.first_of(empty)
            self.current = OVER
        elif self.plays == self.play_limit:  # plan.r7
            self.current = OVER
        else:
            self.next_turn()

    def first_of(self, empty: i64) -> i64:  # plan.r4
        """Return the active player if among the players without cards, or else the first in the direction of play."""
        place = self.here()
        while empty & BIT[self.seat_at(place)] == 0:
            place = self.next_place(place)
        return self.seat_at(place)

    def ending(self) -> str:
        return "plan.r7" if self.winner == NOBODY else "plan.8"

    def result(self) -> Result:
        return won_by(int(self.winner), int(self.seats), self.ending())

    # Who sees what

    def unseen_by(self, seat: int, action: int) -> list[int]:
        if PLAY <= action < GIVE:
            return []
        told = self.told(seat, action)
        return [SPECTATOR] + [other for other in range(int(self.seats)) if other not in told]

    def told(self, seat: int, action: int) -> list[int]:
        """List the seats that see which card is dealt, given, drawn or passed."""
        if action < PLAY:
            return [int(self.place)]
        if action >= DRAW:  # plan.r9
            return [int(self.turn), int(self.other())]
        if action < PASS:
            return [seat, int(self.other())]
        if self.pending != BIT[seat]:  # plan.r8: not even the receiver, before all have chosen
            return [seat]
        return [seat, int(self.receiver_from(self.place_of(seat)))]

    def sees_event(self, seat: i64, index: i64) -> bool:
        """Return whether a seat saw the card of an event; only the two hands see one that goes between them."""
        what = self.event_what(index)
        if what == Happening.MOVED or what == Happening.PASSED:
            return seat == self.event_giver(index) or seat == self.event_receiver(index)
        return True
