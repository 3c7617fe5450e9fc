"""Raufer: lay a floor and order the next player up or down; whoever can't obey draws, later is out.

A set of cards is one integer with a bit for each floor. What everybody may infer about the cards in
hand is kept as batches: the cards that came into a hand at one time, how many they were, and the floors
that a failed order has ruled out for those that were still in hand then. For each card laid there are
the batches it may have come from. With the cards that a seat has seen, this is all that a belief needs.
"""

from typing import TYPE_CHECKING, Any, Final, Self, final

from carreau.core._native import i64, mypyc_attr, vec
from carreau.core.actions import Actions
from carreau.core.bits import BIT, lowest, members, nth, size
from carreau.core.errors import PositionError
from carreau.core.game import CHANCE, NOBODY, OVER, SPECTATOR, State, left_of
from carreau.core.moves import Moves
from carreau.core.result import Result, won_by
from carreau.core.rng import Rng
from carreau.games.components import components

if TYPE_CHECKING:
    from carreau.games.raufer.view import RauferView

BOX: Final = components("raufer")
FLOORS: Final[int] = BOX["floors"]
MOST_SEATS: Final[int] = max(int(seats) for seats in BOX["hand"])
MOST_DRAWS: Final[int] = max(FLOORS - int(seats) * cards for seats, cards in BOX["hand"].items())

# The order in force; NO_ORDER when a round is opened (raufer.2).
UP: Final = 0
DOWN: Final = 1
NO_ORDER: Final = 2
ORDERS: Final = ["up", "down", "none"]

ACTIONS: Final = Actions("raufer")
CARDS: Final = range(1, FLOORS + 1)
START: Final[i64] = ACTIONS.add("start", "start {player}", player=range(MOST_SEATS))
DEAL: Final[i64] = ACTIONS.add("deal", "deal {card}", card=CARDS)
LAY: Final[i64] = ACTIONS.add("lay", "{card} {order}", card=CARDS, order=ORDERS[:2])
FAIL: Final[i64] = ACTIONS.add("fail", "fail")
DRAW: Final[i64] = ACTIONS.add("draw", "draw {card}", card=CARDS)

# What happens next.
LOT: Final = 0  # who starts (raufer.r9)
DEALING: Final = 1
PLAYING: Final = 2
DRAWING: Final = 3  # the card for the player who has just failed (raufer.r10)
STAGES: Final = ["lot", "dealing", "playing", "drawing"]

# Where each part of a state stands in its cells.
HAND: Final = 0
DRAWN: Final = 5  # the card that lies face down in front of a seat
OWNS: Final = 10  # the batches of a seat, as bits; batch number `seat` is what it was dealt
SIZE: Final = 15  # how many cards a batch had
RULED_OUT: Final = 25  # the floors that a batch's remaining cards can't be
ORIGIN: Final = 35  # by floor: the batches that a laid card may have come from
CELLS: Final = 56

NO_CARD: Final = 0


def obeying_table() -> list[int]:
    """The floors that obey, by top card and order: higher, lower, or any (raufer.2, raufer.3)."""
    every = 2 ** (FLOORS + 1) - 2
    above = [every - every % 2 ** (top + 1) for top in range(FLOORS + 1)]
    below = [every % 2 ** max(top, 1) for top in range(FLOORS + 1)]
    return above + below + [every] * (FLOORS + 1)


STEP: Final[i64] = FLOORS + 1
OBEYING: Final = vec[i64](obeying_table())


def fits(choices: list[list[int]], room: list[int]) -> bool:
    """Whether every card finds room in one of the batches it may belong to."""
    if not choices:
        return True
    for batch in choices[0]:
        if room[batch]:
            room[batch] -= 1
            if fits(choices[1:], room):
                return True
            room[batch] += 1
    return False


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class RauferState(State):
    """A position of Raufer. Bit n of a set of cards is floor n."""

    def __init__(self, cells: vec[i64], seats: i64, floors: i64, hand: i64, open_discards: bool) -> None:
        self.cells = cells
        self.seats = seats
        self.floors = floors
        self.hand = hand  # cards dealt to each player
        self.open_discards = open_discards
        self.current = CHANCE
        self.stage: i64 = LOT
        self.starter: i64 = 0
        self.turn: i64 = 0  # who acts, or for whom chance deals or draws
        self.pile: i64 = 0
        self.drawn: i64 = 0  # all the cards that lie face down in front of players
        self.laid: i64 = 0
        self.top: i64 = NO_CARD
        self.order: i64 = NO_ORDER
        self.commander: i64 = NOBODY
        self.failed: i64 = 0  # the seats that could not obey the order in force
        self.out: i64 = 0
        self.winner: i64 = NOBODY
        self.batches: i64 = seats

    def clone(self) -> Self:
        copy = RauferState(self.cells[:], self.seats, self.floors, self.hand, self.open_discards)
        copy.current = self.current
        copy.stage = self.stage
        copy.starter = self.starter
        copy.turn = self.turn
        copy.pile = self.pile
        copy.drawn = self.drawn
        copy.laid = self.laid
        copy.top = self.top
        copy.order = self.order
        copy.commander = self.commander
        copy.failed = self.failed
        copy.out = self.out
        copy.winner = self.winner
        copy.batches = self.batches
        return copy

    # The words of the rules

    def obeying(self) -> i64:
        """The floors that obey the order in force; any while a round is opened (raufer.2, raufer.3)."""
        return OBEYING[self.order * STEP + self.top]

    def obeys(self, card: i64) -> bool:  # raufer.3
        return self.order == NO_ORDER or (card > self.top if self.order == UP else card < self.top)

    def holds(self, seat: i64, card: i64) -> bool:
        return self.cells[HAND + seat] & BIT[card] != 0

    def can_obey(self, seat: i64) -> bool:  # raufer.r1
        card: i64 = 1
        while card <= self.floors:
            if self.holds(seat, card) and self.obeys(card):
                return True
            card += 1
        return False

    def in_phase_two(self) -> bool:
        """Whether the order in force was given with no pile left (raufer.8): nobody drew for it (raufer.r2)."""
        return self.pile == 0 and self.drawn == 0

    def only_two_left(self) -> bool:  # raufer.9, raufer.r4: failures are no exits yet
        return self.seats - size(self.out) == 2

    def next_in_game(self, seat: i64) -> i64:
        """The next player to the left who is not out."""
        seat = left_of(seat, self.seats)
        while self.out & BIT[seat]:
            seat += 1
            if seat == self.seats:
                seat = 0
        return seat

    # The contract: what may be done

    def moves(self, seat: i64, out: Moves) -> None:
        if seat != self.current or seat == OVER:
            return
        if self.stage == PLAYING:
            self.lays(seat, out)
        elif self.stage == LOT:
            out.add_range(START, self.seats)
        else:
            self.pile_cards(out)

    def lays(self, seat: i64, out: Moves) -> None:
        cards = self.cells[HAND + seat] & self.obeying()
        if cards == 0:
            out.add(FAIL)
        while cards:
            first = LAY + (lowest(cards) - 1) * 2
            out.add(first + UP)
            out.add(first + DOWN)
            cards &= cards - 1

    def pile_cards(self, out: Moves) -> None:
        out.add_set(self.pile_action(0), self.pile)

    def pile_action(self, card: i64) -> i64:
        """Dealing or drawing a floor of the pile."""
        if self.stage == DEALING:
            return DEAL + card - 1
        return DRAW + card - 1

    def objection(self, seat: i64, action: i64) -> str:
        if self.current == OVER:
            return self.ending()
        if seat != self.current:
            return "raufer.3"
        if action < DEAL:
            return "" if self.stage == LOT and action - START < self.seats else "raufer.r9"
        if action < LAY:
            return "" if self.stage == DEALING and self.in_pile(action - DEAL + 1) else "raufer.1"
        if action >= DRAW:
            return "" if self.stage == DRAWING and self.in_pile(action - DRAW + 1) else "raufer.4"
        if self.stage != PLAYING:
            return "raufer.4" if self.stage == DRAWING else "raufer.1"
        if action == FAIL:
            return self.fail_objection(seat)
        return self.lay_objection(seat, (action - LAY) // 2 + 1)

    def in_pile(self, card: i64) -> bool:
        return self.pile & BIT[card] != 0

    def fail_objection(self, seat: i64) -> str:
        if self.order == NO_ORDER:
            return "raufer.2"
        return "raufer.r1" if self.can_obey(seat) else ""

    def lay_objection(self, seat: i64, card: i64) -> str:
        if not self.holds(seat, card):
            return "raufer.1"
        return "" if self.obeys(card) else "raufer.3"

    def pick(self, seat: i64, rng: Rng, out: Moves) -> i64:
        """As moves() would list them, two orders for each card."""
        cards = self.cells[HAND + seat] & self.obeying()
        if cards == 0:
            return FAIL
        chosen = rng.below(size(cards) * 2)
        return LAY + (nth(cards, chosen >> 1) - 1) * 2 + (chosen & 1)

    def sample(self, rng: Rng) -> i64:
        if self.stage == LOT:
            return START + rng.below(self.seats)
        return self.pile_action(nth(self.pile, rng.below(size(self.pile))))

    def unseen_by(self, seat: int, action: int) -> list[int]:
        told = NOBODY
        if action >= DRAW:  # not even by who drew it (raufer.r3), but by a commander who takes it now (raufer.6)
            if self.next_in_game(self.turn) == self.commander:
                told = int(self.commander)
        elif DEAL <= action < LAY:
            told = int(self.turn)
        else:
            return []
        return [SPECTATOR] + [other for other in range(int(self.seats)) if other != told]

    # The contract: doing it

    def apply(self, seat: i64, action: i64) -> None:
        if action >= DRAW:
            self.draw(action - DRAW + 1)
        elif action == FAIL:
            self.fail(seat)
        elif action >= LAY:
            self.lay(seat, (action - LAY) // 2 + 1, (action - LAY) % 2)
        elif action >= DEAL:
            self.deal(action - DEAL + 1)
        else:
            self.starter = action - START
            self.turn = self.starter
            self.stage = DEALING

    def deal(self, card: i64) -> None:  # raufer.1
        self.pile ^= BIT[card]
        self.cells[HAND + self.turn] |= BIT[card]
        self.cells[SIZE + self.turn] += 1
        self.turn = self.next_in_game(self.turn)
        if self.turn == self.starter and self.cells[SIZE + self.turn] == self.hand:
            self.stage = PLAYING
            self.current = self.turn

    def lay(self, seat: i64, card: i64, order: i64) -> None:
        self.cells[ORIGIN + card] = self.origins(seat, card)
        self.cells[HAND + seat] ^= BIT[card]
        self.laid |= BIT[card]
        self.top = card
        if self.failed:
            self.settle()
        if self.order != NO_ORDER and self.cells[HAND + self.commander] == 0:  # raufer.7, raufer.r6
            self.win(self.commander)
        else:
            self.order = order
            self.commander = seat
            self.turn = self.next_in_game(seat)
            self.current = self.turn

    def settle(self) -> None:
        """Somebody obeyed after all: the others who failed take their cards, or are out."""
        if self.in_phase_two():  # raufer.8, raufer.r4
            self.out |= self.failed
        else:  # raufer.5
            seat: i64 = 0
            while seat < self.seats:
                if self.cells[DRAWN + seat]:
                    self.take(seat, self.cells[DRAWN + seat])
                seat += 1
            self.clear_drawn()
        self.failed = 0

    def fail(self, seat: i64) -> None:
        self.rule_out(seat, self.obeying() & (BIT[self.floors + 1] - 1))
        self.failed |= BIT[seat]
        if self.pile:  # raufer.4
            self.stage = DRAWING
            self.current = CHANCE
        else:  # raufer.8, or raufer.r2
            self.pass_on()

    def draw(self, card: i64) -> None:  # raufer.4, raufer.r10
        self.pile ^= BIT[card]
        self.drawn |= BIT[card]
        self.cells[DRAWN + self.turn] = BIT[card]
        self.stage = PLAYING
        self.pass_on()

    def pass_on(self) -> None:
        """The order goes to the next player, until it comes back to the commander."""
        self.turn = self.next_in_game(self.turn)
        if self.turn == self.commander:
            self.nobody_obeyed()
        else:
            self.current = self.turn

    def nobody_obeyed(self) -> None:
        if not self.in_phase_two():  # raufer.6
            self.take(self.commander, self.drawn)
            self.clear_drawn()
        elif self.only_two_left():  # raufer.9, raufer.r8
            self.out |= self.failed
            self.win(self.commander)
            return
        else:  # raufer.8, raufer.r4
            self.out |= BIT[self.commander]
        self.turn = self.next_in_game(self.commander)  # raufer.6, raufer.r5
        self.current = self.turn
        self.close_order()

    def win(self, seat: i64) -> None:
        self.winner = seat
        self.current = OVER
        self.close_order()

    def close_order(self) -> None:
        self.order = NO_ORDER
        self.commander = NOBODY
        self.failed = 0

    def clear_drawn(self) -> None:
        self.drawn = 0
        seat: i64 = 0
        while seat < self.seats:
            self.cells[DRAWN + seat] = 0
            seat += 1

    # What everybody may infer (raufer.4)

    def take(self, seat: i64, cards: i64) -> None:
        """Drawn cards go into a hand, as a new batch."""
        self.cells[HAND + seat] |= cards
        self.cells[OWNS + seat] |= BIT[self.batches]
        self.cells[SIZE + self.batches] = size(cards)
        self.batches += 1

    def rule_out(self, seat: i64, cards: i64) -> None:
        """The seat failed: none of these floors is among the cards it holds now."""
        owned = self.cells[OWNS + seat]
        while owned:
            self.cells[RULED_OUT + lowest(owned)] |= cards
            owned &= owned - 1

    def origins(self, seat: i64, card: i64) -> i64:
        """The batches that a card of the seat may have come from."""
        origins: i64 = 0
        owned = self.cells[OWNS + seat]
        while owned:
            if self.cells[RULED_OUT + lowest(owned)] & BIT[card] == 0:
                origins |= owned & -owned
            owned &= owned - 1
        return origins

    def owner(self, batch: i64) -> int:
        """Whose batch it is."""
        return next(seat for seat in range(int(self.seats)) if self.cells[OWNS + seat] & BIT[batch])

    # The contract: looking at it

    def next_starter(self) -> i64:  # raufer.r9
        return left_of(self.starter, self.seats)

    def ending(self) -> str:
        return "raufer.9" if size(self.out) == self.seats - 1 else "raufer.7"

    def result(self) -> Result:  # raufer.r9
        return won_by(int(self.winner), int(self.seats), self.ending())

    def view(self, seat: int) -> "RauferView":
        # Here and not above, because the view is made of a state.
        from carreau.games.raufer.view import RauferView

        return RauferView(seat, self)

    def phase(self) -> int:
        """1 while there is a pile, 2 after; for an order in force it is the one it was given in (raufer.r2)."""
        return 2 if self.in_phase_two() else 1

    def table(self) -> dict[str, Any]:
        """Everything that all may see and remember."""
        return {
            "stage": STAGES[int(self.stage)],
            "current": int(self.current),
            "turn": int(self.turn),
            "starter": int(self.starter),
            "top": int(self.top),
            "order": ORDERS[int(self.order)],
            "commander": int(self.commander),
            "failed": members(self.failed),
            "out": members(self.out),
            "winner": int(self.winner),
            "laid": [[card, members(self.cells[ORIGIN + card])] for card in members(self.laid)],
            "batches": [
                [self.owner(batch), int(self.cells[SIZE + batch]), members(self.cells[RULED_OUT + batch])]
                for batch in range(int(self.batches))
            ],
        }

    def dump(self) -> dict[str, Any]:
        seats = range(int(self.seats))
        hands = [members(self.cells[HAND + seat]) for seat in seats]
        drawn = [members(self.cells[DRAWN + seat]) for seat in seats]
        return {"hands": hands, "drawn": drawn, "pile": members(self.pile), **self.table()}

    def audit(self) -> None:
        self.audit_cards()
        self.audit_hands()
        self.audit_turn()
        if self.order == NO_ORDER:
            if self.failed or self.drawn:
                raise PositionError("raufer.4: nobody can fail or have drawn while no order is in force")
        else:
            self.audit_failures()
        self.audit_exits()
        for seat in range(int(self.seats)):
            self.audit_batches(seat)

    def audit_cards(self) -> None:
        places = [*self.cells[HAND:OWNS], self.pile, self.laid]
        for card in range(1, int(self.floors) + 1):
            found = sum(place & BIT[card] != 0 for place in places)
            if found != 1:
                raise PositionError(f"raufer.1: floor {card} is in {found} places instead of one")
        if sum(self.cells[DRAWN : DRAWN + self.seats]) != self.drawn:
            raise PositionError("raufer.4: the cards drawn are not the ones that lie in front of the players")
        if (self.top == NO_CARD) != (self.laid == 0) or (self.top and not self.laid & BIT[self.top]):
            raise PositionError(f"raufer.3: {self.top} is on top, but not among the cards laid")

    def audit_hands(self) -> None:
        """Dealt one by one and round by round; nobody but a commander is without cards later on."""
        whole, extra = self.dealt_rounds()
        for seat in range(int(self.seats)):
            due = whole + int((seat - self.starter) % self.seats < extra)
            if self.cells[SIZE + seat] != due or self.owner(seat) != seat:
                raise PositionError(f"raufer.1: the first batch of seat {seat} must be its {due} cards dealt")
        if self.stage < PLAYING and self.laid:
            raise PositionError("raufer.1: nothing is laid before all cards are dealt")
        if not self.laid and any(self.cells[RULED_OUT:ORIGIN]):
            raise PositionError("raufer.4: nothing can be ruled out before somebody gave an order")
        if self.stage == PLAYING and self.current != OVER and not self.cells[HAND + self.turn]:
            raise PositionError(f"raufer.7: seat {self.turn} is to act without cards")

    def dealt_rounds(self) -> tuple[int, int]:
        """How many cards everybody has been dealt, and how many players one more."""
        if self.stage >= PLAYING:
            return int(self.hand), 0
        dealt = int(self.floors - size(self.pile))
        if dealt >= self.seats * self.hand or (self.stage == LOT and dealt):
            raise PositionError(f"raufer.1: {dealt} cards can't be dealt at the {STAGES[int(self.stage)]}")
        if self.turn != (self.starter + dealt) % self.seats:
            raise PositionError(f"raufer.1: after {dealt} cards the next one is not for seat {self.turn}")
        return dealt // int(self.seats), dealt % int(self.seats)

    def audit_turn(self) -> None:
        due = int(self.turn) if self.stage == PLAYING else CHANCE
        if self.winner != NOBODY:
            due = OVER
        if self.current != due:
            raise PositionError(f"raufer.3: current={self.current} should be {due}")
        if (self.order == NO_ORDER) != (self.commander == NOBODY):
            raise PositionError("raufer.3: an order needs a commander, and a commander an order")
        if self.order != NO_ORDER and (not self.top or self.winner != NOBODY or self.stage < PLAYING):
            raise PositionError("raufer.3: an order needs a card on top and a game that is on")
        if self.order == NO_ORDER and self.stage == DRAWING:
            raise PositionError("raufer.4: nobody draws while no order is in force")
        if self.current != OVER and (self.out & BIT[self.turn] or self.turn == self.commander):
            raise PositionError(f"raufer.3: it can't be the turn of seat {self.turn}")

    def audit_failures(self) -> None:
        """Those between the commander and the player to act failed and drew while there was a pile."""
        if self.out & BIT[self.commander]:
            raise PositionError(f"raufer.8: the commander, seat {self.commander}, is out")
        failed = []
        seat = self.next_in_game(self.commander)
        while seat != self.turn:
            failed.append(int(seat))
            seat = self.next_in_game(seat)
        drew = [seat for seat in failed if self.cells[DRAWN + seat]]
        if self.stage == DRAWING:
            failed.append(int(self.turn))
        if members(self.failed) != sorted(failed):
            raise PositionError(f"raufer.4: failed={members(self.failed)} should be {sorted(failed)}")
        if drew != failed[: len(drew)] or size(self.drawn) != len(drew):
            raise PositionError("raufer.4: a card was drawn out of turn")
        if self.pile and len(drew) + int(self.stage == DRAWING) != len(failed):
            raise PositionError("raufer.4: somebody failed without drawing, though there was a pile")
        if self.stage == DRAWING and not self.pile:
            raise PositionError("raufer.r2: there is no card to draw")
        for seat in failed:
            if self.can_obey(seat):
                raise PositionError(f"raufer.r1: seat {seat} failed, but could obey")

    def audit_exits(self) -> None:
        """Nobody is out before phase two, and two remain until the last order."""
        if self.out and not self.in_phase_two():
            raise PositionError("raufer.8: nobody can be out before the pile has been drawn")
        remaining = self.seats - size(self.out)
        if remaining < (1 if self.current == OVER else 2):
            raise PositionError(f"raufer.9: only {remaining} players are left")
        if self.current != OVER:
            return
        if self.out & BIT[self.winner] or (remaining > 1 and self.cells[HAND + self.winner]):
            raise PositionError(f"raufer.7: seat {self.winner} can't have won")

    def audit_batches(self, seat: int) -> None:
        """What everybody may infer must be true of the cards that the seat has and had."""
        batches = [batch for batch in range(int(self.batches)) if self.cells[OWNS + seat] & BIT[batch]]
        choices = [
            [batch for batch in batches if not self.cells[RULED_OUT + batch] & BIT[card]]
            for card in members(self.cells[HAND + seat])
        ]
        for card in members(self.laid):
            origins = members(self.cells[ORIGIN + card])
            if not origins or len({self.owner(batch) for batch in origins}) != 1:
                raise PositionError(f"raufer.3: floor {card} must have come from batches of one player")
            if origins[0] in batches:
                choices.append(origins)
        room = [int(self.cells[SIZE + batch]) for batch in range(int(self.batches))]
        if len(choices) != sum(room[batch] for batch in batches):
            raise PositionError(f"raufer.1: seat {seat} has had {len(choices)} cards, but its batches have others")
        if not fits(sorted(choices, key=len), room):
            raise PositionError(f"raufer.4: the cards of seat {seat} contradict the orders it failed")
