"""Qarré: lay cards onto a square of four piles, beside their like, and get rid of your reserve in long turns.

A set of cards is one integer with a bit for each card (see tables.py). Of every pile there are the top card
and the set of all (see board.py). KNOWN has the cards in a hand of which the other player is certain, TAKEN
those of them that everybody saw being taken; what can be told of the others is in memory.py.
"""

from typing import TYPE_CHECKING, Any, Final, Self, final

from carreau.core.action_buffer import ActionBuffer
from carreau.core.actions import Actions
from carreau.core.bits import BIT, lowest, members, nth, size
from carreau.core.game import CHANCE, NOBODY, OVER, SPECTATOR, State
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.result import Result, won_by
from carreau.core.rng import Rng
from carreau.games.qarre.board import NONE, PILE, TOP, below, combination, cover, fitting, fitting_on, place, stack
from carreau.games.qarre.memory import dumped, forget, remember_draw, remember_play, remember_proof
from carreau.games.qarre.tables import (
    ACTION_NAMES,
    ANY_SUIT,
    CARD_NAMES,
    FACES,
    FIELDS,
    HAND_SIZE,
    OF_SUIT,
    SUITS,
    names_of,
    set_of,
)

if TYPE_CHECKING:
    from carreau.games.qarre.view import QarreView

SEATS: Final = 2

ACTIONS: Final = Actions("qarre")
FIELD_NUMBERS: Final = range(1, FIELDS + 1)
START: Final[i64] = ACTIONS.add("start", "start {player}", player=range(SEATS))
FILL: Final[i64] = ACTIONS.add("fill", "fill {card}", card=CARD_NAMES)
DEAL: Final[i64] = ACTIONS.add("deal", "deal {card}", card=CARD_NAMES)
DRAW: Final[i64] = ACTIONS.add("draw", "draw {card}", card=CARD_NAMES)
TURN: Final[i64] = ACTIONS.add("turn", "turn up {face} {suit}", face=FACES, suit=SUITS)
TAKE: Final[i64] = ACTIONS.add("take", "take {field}", field=FIELD_NUMBERS)
REMOVE: Final[i64] = ACTIONS.add("remove", "remove {field}", field=FIELD_NUMBERS)
DECLINE: Final[i64] = ACTIONS.add("decline", "decline")
DISCARD: Final[i64] = ACTIONS.add("discard", "discard {card}", card=CARD_NAMES)
LAY: Final[i64] = ACTIONS.add("lay", "{card} on {field}", card=CARD_NAMES, field=FIELD_NUMBERS)
RESERVE: Final[i64] = ACTIONS.add("reserve", "reserve {card}", card=CARD_NAMES)
END: Final[i64] = ACTIONS.add("end", "end")

# What happens next.
LOT: Final = 0  # who starts (qarre.r7)
SETTING_UP: Final = 1  # the base is laid out
DEALING: Final = 2
ANEW: Final = 3  # the base is laid out anew (qarre.19)
DRAWING: Final = 4
TURNING: Final = 5  # an action card is turned up
ACTING: Final = 6  # the jack or king may be used
REFILLING: Final = 7  # the field that was emptied (qarre.r3)
DISCARDING: Final = 8  # after the jack's exchange (qarre.r15)
LAYING: Final = 9
EARLY_STAGES: Final = ["lot", "setting_up", "dealing", "laying_out_anew", "drawing", "turning_up"]
STAGES: Final = [*EARLY_STAGES, "acting", "refilling", "discarding", "laying"]

# The one hand card of a turn (qarre.13).
DUE: Final = 0  # to be laid or reserved
LAID: Final = 1
MISSING: Final = 2  # there was no card to draw (qarre.r14)
HAND_CARDS: Final = ["due", "laid", "missing"]

JACK: Final = 0
QUEEN: Final = 1
KING: Final = 2

# Where each part of a state stands in its cells, after the base and before the memory.
HAND: Final = 12
RESERVE_TOP: Final = 14
RESERVED: Final = 16  # how many cards are in the reserve
SCORE: Final = 18
KNOWN: Final = 20
TAKEN: Final = 22


def add_lays(out: ActionBuffer, cells: vec[i64], cards: i64) -> None:
    """Opposite fields have the same neighbours, so a card fits on both or on neither."""
    falling, rising = fitting_on(cells, 0), fitting_on(cells, 1)
    cards &= falling | rising
    while cards:
        first = LAY + FIELDS * lowest(cards)
        one = cards & -cards
        if falling & one:
            out.add(first)
        if rising & one:
            out.add(first + 1)
            out.add(first + 2)
        if falling & one:
            out.add(first + 3)
        cards ^= one


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class QarreState(State):
    """A position of Qarré. Cards and fields count from 0 inside."""

    def __init__(
        self, cells: vec[i64], deck: i64, action_deck: i64, keep: bool, target: i64, lead: i64, limit: i64
    ) -> None:
        self.cells = cells
        self.deck = deck
        self.action_deck = action_deck
        self.keep = keep
        self.target = target
        self.lead = lead
        self.limit = limit
        self.current = CHANCE
        self.stage: i64 = LOT
        self.starter: i64 = 0
        self.turn: i64 = 0  # whose turn it is, or to whom a card is dealt
        self.stock: i64 = deck
        self.discards: i64 = 0
        self.actions_left: i64 = action_deck  # not turned up since they were shuffled
        self.reshuffles: i64 = 0
        self.action: i64 = NONE  # the action card of this turn
        self.field: i64 = 0  # the next field to be filled
        self.hand_card: i64 = DUE
        self.reserve_used = False  # whether a reserve card has been laid in this turn
        self.kept: i64 = NONE  # the card taken in this turn, with the option jack=keep
        self.winner: i64 = NOBODY

    def clone(self) -> Self:
        copy = QarreState(self.cells[:], self.deck, self.action_deck, self.keep, self.target, self.lead, self.limit)
        copy.current = self.current
        copy.stage = self.stage
        copy.starter = self.starter
        copy.turn = self.turn
        copy.stock = self.stock
        copy.discards = self.discards
        copy.actions_left = self.actions_left
        copy.reshuffles = self.reshuffles
        copy.action = self.action
        copy.field = self.field
        copy.hand_card = self.hand_card
        copy.reserve_used = self.reserve_used
        copy.kept = self.kept
        copy.winner = self.winner
        return copy

    # The words of the rules

    def face(self) -> i64:
        """Jack, queen or king; NONE before an action card is turned up."""
        return self.action >> 2

    def let_in(self) -> i64:  # qarre.5, qarre.r4
        """The cards that may be laid into the base at all: under a queen only those of her suit."""
        return OF_SUIT[self.action & 3] if self.face() == QUEEN else ANY_SUIT

    def choices(self) -> i64:
        """The hand cards of which one is this turn's (qarre.13, and with jack=keep the card taken)."""
        if self.hand_card != DUE:
            return 0
        return BIT[self.kept] if self.kept != NONE else self.cells[HAND + self.turn]

    def reservable(self) -> i64:  # qarre.10, qarre.14, qarre.r9, qarre.r13
        """The hand cards that may be reserved: any if none can be laid, else those that fit nowhere."""
        choices = self.choices()
        fit = fitting(self.cells)
        if choices & fit & self.let_in() == 0:
            return choices
        if self.reserve_used:
            return 0
        return choices & ~fit

    def may_take(self, field: i64) -> bool:  # qarre.r15
        """Whether a field that loses its top card shows another one or can be refilled."""
        pile = self.cells[PILE + field]
        return pile & (pile - 1) != 0 or self.stock | self.discards != 0

    def targets(self) -> i64:
        """The fields that the jack or king may be used on, as bits."""
        suit = OF_SUIT[self.action & 3]
        found: i64 = 0
        field: i64 = 0
        while field < FIELDS:
            if suit & BIT[self.cells[TOP + field]] and (self.face() == KING or self.may_take(field)):
                found |= BIT[field]
            field += 1
        return found

    def has_won(self, seat: i64) -> bool:  # qarre.20
        points = self.cells[SCORE + seat]
        enough = points >= self.target or points - self.cells[SCORE + 1 - seat] >= self.lead
        return enough and self.cells[RESERVED + seat] == 0

    # The contract: what may be done

    def moves(self, seat: i64, out: ActionBuffer) -> None:
        if seat != self.current or seat == OVER:
            return
        if self.stage == LAYING:
            self.lays(seat, out)
        elif self.stage == TURNING:
            out.add_set(TURN, self.actions_left)
        elif self.stage == ACTING:
            out.add_set(TAKE if self.face() == JACK else REMOVE, self.targets())
            out.add(DECLINE)
        elif self.stage == DISCARDING:
            out.add_set(DISCARD, self.cells[HAND + seat])
        elif self.stage == LOT:
            out.add_range(START, SEATS)
        else:
            out.add_set(self.first_card_action(), self.stock)

    def lays(self, seat: i64, out: ActionBuffer) -> None:
        cards = self.choices()
        top = self.cells[RESERVE_TOP + seat]
        if top != NONE:
            cards |= BIT[top]
        add_lays(out, self.cells, cards & self.let_in())
        if self.hand_card == DUE:
            out.add_set(RESERVE, self.reservable())
        else:
            out.add(END)

    def first_card_action(self) -> i64:
        """Where the actions begin that bring a card from the stock."""
        if self.stage == DRAWING:
            return DRAW
        return DEAL if self.stage == DEALING else FILL

    def sample(self, rng: Rng) -> i64:
        if self.stage == LOT:
            return START + rng.below(SEATS)
        if self.stage == TURNING:
            return TURN + nth(self.actions_left, rng.below(size(self.actions_left)))
        return self.first_card_action() + nth(self.stock, rng.below(size(self.stock)))

    def unseen_by(self, seat: int, action: int) -> list[int]:
        if DEAL <= action < TURN:
            return [SPECTATOR, 1 - int(self.turn)]
        return []

    def objection(self, seat: i64, action: i64) -> str:
        # Here and not above, because the objections need the words of this file.
        from carreau.games.qarre.objections import objection

        return objection(self, seat, action)

    # The contract: doing it

    def apply(self, seat: i64, action: i64) -> None:
        if action >= DISCARD:
            self.act_with_cards(seat, action)
        elif action >= TURN:
            self.act_on_field(seat, action)
        elif action >= DRAW:
            self.draw(action - DRAW)
        elif action >= DEAL:
            self.deal(action - DEAL)
        elif action >= FILL:
            self.fill(action - FILL)
        else:
            self.starter = action - START
            self.turn = self.starter
            self.stage = SETTING_UP

    def act_with_cards(self, seat: i64, action: i64) -> None:
        if action == END:
            self.end_turn()
        elif action >= RESERVE:
            self.put_in_reserve(seat, action - RESERVE)
        elif action >= LAY:
            self.lay(seat, (action - LAY) // FIELDS, (action - LAY) % FIELDS)
        else:
            self.leave_hand(seat, action - DISCARD)
            self.discards |= BIT[action - DISCARD]
            self.go_laying()

    def act_on_field(self, seat: i64, action: i64) -> None:
        if action < TAKE:
            self.turn_up(action - TURN)
        elif action < REMOVE:
            self.take(seat, action - TAKE)
        elif action < DECLINE:
            self.remove(seat, action - REMOVE)
        else:
            self.go_laying()

    # Cards from the stock

    def fill(self, card: i64) -> None:
        """A card is laid out openly on the next field (qarre.2, qarre.19), or refills one (qarre.r3)."""
        self.stock ^= BIT[card]
        place(self.cells, self.field, card)
        if self.stock == 0:
            self.reveal()
        if self.stage == REFILLING:
            self.cells[SCORE + self.turn] += combination(self.cells, self.field)
            self.field = 0
            self.go_on()
            return
        self.field += 1
        if self.field == FIELDS:
            self.field = 0
            self.stage += 1  # from setting up to dealing, or from laying out anew to drawing

    def deal(self, card: i64) -> None:  # qarre.2
        self.stock ^= BIT[card]
        self.cells[HAND + self.turn] |= BIT[card]
        self.turn = 1 - self.turn
        if size(self.cells[HAND + self.turn]) == HAND_SIZE:
            if self.stock == 0:
                self.reveal()
            self.begin_turn(self.turn)

    def draw(self, card: i64) -> None:  # qarre.3
        self.stock ^= BIT[card]
        self.cells[HAND + self.turn] |= BIT[card]
        remember_draw(self.cells, self.turn)
        if self.stock == 0:
            self.reveal()
        self.stage = TURNING

    def renew_stock(self) -> None:  # qarre.18, qarre.r14
        """A card is needed: if the stock is empty, the discards are the new one."""
        if self.stock == 0:
            self.stock = self.discards
            self.discards = 0

    def reveal(self) -> None:  # qarre.r17
        """The stock has run out: what a player doesn't see must be the other's hand."""
        self.cells[KNOWN] = self.cells[HAND]
        self.cells[KNOWN + 1] = self.cells[HAND + 1]
        forget(self.cells)

    # A turn

    def begin_turn(self, seat: i64) -> None:
        self.turn = seat
        self.current = CHANCE
        self.action = NONE
        self.hand_card = DUE
        self.reserve_used = False
        self.kept = NONE
        self.stage = TURNING
        if size(self.cells[HAND + seat]) > HAND_SIZE:  # nothing is drawn after jack=keep
            return
        self.renew_stock()
        if self.stock:
            self.stage = DRAWING
        elif self.base_size() > FIELDS:
            self.lift_base()

    def base_size(self) -> i64:
        cells = self.cells
        return size(cells[PILE] | cells[PILE + 1] | cells[PILE + 2] | cells[PILE + 3])

    def lift_base(self) -> None:  # qarre.19
        field: i64 = 0
        while field < FIELDS:
            self.stock |= self.cells[PILE + field]
            self.cells[PILE + field] = 0
            self.cells[TOP + field] = NONE
            field += 1
        self.stage = ANEW

    def turn_up(self, action: i64) -> None:
        self.actions_left ^= BIT[action]
        self.action = action
        if self.face() != QUEEN and self.targets():
            self.stage = ACTING
            self.current = self.turn
        else:
            self.go_laying()

    def take(self, seat: i64, field: i64) -> None:  # qarre.4, qarre.r1, qarre.r15
        card = self.cells[TOP + field]
        self.cells[TOP + field] = below(self.cells, card)
        self.cells[PILE + field] ^= BIT[card]
        self.cells[HAND + seat] |= BIT[card]
        self.cells[KNOWN + seat] |= BIT[card]
        self.cells[TAKEN + seat] |= BIT[card]
        if self.keep:
            self.kept = card
        if self.cells[PILE + field] == 0:
            self.refill(field)
        else:
            self.cells[SCORE + seat] += combination(self.cells, field)
            self.go_on()

    def remove(self, seat: i64, field: i64) -> None:  # qarre.6, qarre.r2
        pile = self.cells[PILE + field]
        self.cells[SCORE + seat] += size(pile)
        self.discards |= pile
        self.cells[PILE + field] = 0
        self.cells[TOP + field] = NONE
        self.refill(field)

    def refill(self, field: i64) -> None:  # qarre.r3
        self.renew_stock()
        self.field = field
        self.stage = REFILLING
        self.current = CHANCE

    def go_on(self) -> None:
        """After the action card has changed the base."""
        if self.face() == JACK and not self.keep:
            self.stage = DISCARDING
            self.current = self.turn
        else:
            self.go_laying()

    def go_laying(self) -> None:
        self.stage = LAYING
        self.current = self.turn
        if size(self.cells[HAND + self.turn]) == HAND_SIZE:
            self.hand_card = MISSING

    def leave_hand(self, seat: i64, card: i64) -> None:
        self.cells[HAND + seat] ^= BIT[card]
        if self.cells[KNOWN + seat] & BIT[card]:
            self.cells[KNOWN + seat] ^= BIT[card]
            self.cells[TAKEN + seat] &= ~BIT[card]
        else:
            remember_play(self.cells, seat, card)

    def lay(self, seat: i64, card: i64, field: i64) -> None:  # qarre.12, qarre.13
        if self.cells[HAND + seat] & BIT[card]:
            self.leave_hand(seat, card)
            self.hand_card = LAID
            self.kept = NONE
        else:
            self.cells[RESERVE_TOP + seat] = below(self.cells, card)
            self.cells[RESERVED + seat] -= 1
            self.reserve_used = True
        place(self.cells, field, card)
        self.cells[SCORE + seat] += combination(self.cells, field)

    def put_in_reserve(self, seat: i64, card: i64) -> None:  # qarre.10, qarre.11
        fit = fitting(self.cells)
        forced = self.kept == NONE and (self.reserve_used or fit & BIT[card] != 0)
        self.leave_hand(seat, card)
        cover(self.cells, card, self.cells[RESERVE_TOP + seat])
        self.cells[RESERVE_TOP + seat] = card
        self.cells[RESERVED + seat] += 1
        self.hand_card = LAID
        self.kept = NONE
        if forced:
            self.prove(seat, fit & self.let_in())
        self.end_turn()

    def prove(self, seat: i64, cards: i64) -> None:  # qarre.14, qarre.r9, qarre.r17
        """This reservation was allowed only because none of these cards was in hand."""
        cells = self.cells
        hidden = (self.stock | cells[HAND] | cells[HAND + 1]) & ~(cells[KNOWN] | cells[KNOWN + 1])
        if cards & hidden and cells[HAND + seat] != cells[KNOWN + seat]:
            remember_proof(cells, seat, cards & hidden)

    def end_turn(self) -> None:
        if self.actions_left == 0:  # qarre.17
            self.cells[SCORE] -= self.cells[RESERVED]
            self.cells[SCORE + 1] -= self.cells[RESERVED + 1]
        other = 1 - self.turn
        if self.has_won(self.turn):  # qarre.20, qarre.r6
            self.finish(self.turn)
        elif self.has_won(other):
            self.finish(other)
        elif self.actions_left:
            self.begin_turn(other)
        else:
            self.reshuffle(other)

    def reshuffle(self, next_seat: i64) -> None:  # qarre.17, qarre.r8
        self.reshuffles += 1
        if self.reshuffles == self.limit:
            self.finish(self.better())
        else:
            self.actions_left = self.action_deck
            self.begin_turn(next_seat)

    def better(self) -> i64:  # qarre.r8
        """Who has more points, or as many and fewer reserve cards."""
        cells = self.cells
        ahead = cells[SCORE] - cells[SCORE + 1]
        if ahead == 0:
            ahead = cells[RESERVED + 1] - cells[RESERVED]
        if ahead == 0:
            return NOBODY
        if ahead < 0:
            return 1
        return 0

    def finish(self, winner: i64) -> None:
        self.winner = winner
        self.current = OVER

    # The contract: looking at it

    def placed(self) -> i64:
        """All cards that are not in the stock."""
        cards = self.discards | self.cells[HAND] | self.cells[HAND + 1]
        for field in range(FIELDS):
            cards |= self.cells[PILE + field]
        for seat in range(SEATS):
            cards |= set_of(stack(self.cells, self.cells[RESERVE_TOP + seat]))
        return cards

    def ending(self) -> str:
        return "qarre.r8" if self.reshuffles == self.limit else "qarre.20"

    def result(self) -> Result:
        """The score is 1 for the winner: with cards in the reserve one can lose with more points (qarre.20)."""
        return won_by(int(self.winner), SEATS, self.ending(), self.points())

    def points(self) -> list[int]:
        return [int(self.cells[SCORE + seat]) for seat in range(SEATS)]

    def view(self, seat: int) -> "QarreView":
        # Here and not above, because the view is made of a state.
        from carreau.games.qarre.view import QarreView

        return QarreView(seat, self)

    def table(self) -> dict[str, Any]:
        """Everything that lies open (qarre.9, qarre.11, qarre.r10)."""
        cells, seats = self.cells, range(SEATS)
        return {
            "stage": STAGES[int(self.stage)],
            "current": int(self.current),
            "turn": int(self.turn),
            "starter": int(self.starter),
            "piles": [stack(cells, cells[TOP + field]) for field in range(FIELDS)],
            "reserves": [stack(cells, cells[RESERVE_TOP + seat]) for seat in seats],
            "discards": names_of(self.discards),
            "scores": self.points(),
            "action": None if self.action == NONE else ACTION_NAMES[self.action],
            "actions_left": [ACTION_NAMES[action] for action in members(self.actions_left)],
            "reshuffles": int(self.reshuffles),
            "field": int(self.field) + 1,
            "hand_card": HAND_CARDS[int(self.hand_card)],
            "reserve_used": self.reserve_used,
            "kept": None if self.kept == NONE else CARD_NAMES[self.kept],
            "taken": [names_of(cells[TAKEN + seat]) for seat in seats],
            "winner": int(self.winner),
        }

    def dump(self) -> dict[str, Any]:
        seats = range(SEATS)
        return {
            "hands": [names_of(self.cells[HAND + seat]) for seat in seats],
            "stock": names_of(self.stock),
            **self.table(),
            "known": [names_of(self.cells[KNOWN + seat]) for seat in seats],
            "memory": dumped(self.cells),
        }

    def audit(self) -> None:
        # Here and not above, because the audit needs the words of this file.
        from carreau.games.qarre.audit import audit

        audit(self)
