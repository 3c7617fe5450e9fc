"""Why an action of Qarré is not allowed: clause by clause, and without the short cuts of the moves."""

from carreau.core.bits import BIT, members
from carreau.core.game import CHANCE, OVER
from carreau.core.native import i64
from carreau.games.qarre.board import NONE, TOP, fits, fits_on, stack
from carreau.games.qarre.rules import (
    ACTING,
    ANEW,
    DEAL,
    DEALING,
    DECLINE,
    DISCARD,
    DISCARDING,
    DRAW,
    DRAWING,
    DUE,
    END,
    FILL,
    HAND,
    JACK,
    KING,
    LAID,
    LAY,
    LAYING,
    LOT,
    QUEEN,
    REFILLING,
    REMOVE,
    RESERVE,
    RESERVE_TOP,
    SETTING_UP,
    TAKE,
    TURN,
    TURNING,
    QarreState,
)
from carreau.games.qarre.tables import CARD_NAMES, FIELDS, OF_SUIT


def objection(state: QarreState, seat: i64, action: i64) -> str:
    if state.current == OVER:
        return state.ending()
    if seat != state.current:
        return "qarre.3"
    if action < TAKE:
        return chance_objection(state, action)
    if state.current == CHANCE:
        return "qarre.3"
    if action < DISCARD:
        return action_objection(state, action)
    if action < LAY:
        return "" if state.stage == DISCARDING and holds(state, seat, action - DISCARD) else "qarre.r1"
    if state.stage != LAYING:
        return "qarre.r12"
    if action == END:
        return "qarre.r12" if state.hand_card == DUE else ""
    if action >= RESERVE:
        return reserve_objection(state, seat, action - RESERVE)
    return lay_objection(state, seat, (action - LAY) // FIELDS, (action - LAY) % FIELDS)


def chance_objection(state: QarreState, action: i64) -> str:
    if action < FILL:
        return "" if state.stage == LOT else "qarre.r7"
    if action < DEAL:
        open_now = state.stage == SETTING_UP or state.stage == REFILLING or state.stage == ANEW
        return "" if open_now and state.stock & BIT[action - FILL] else "qarre.2"
    if action < DRAW:
        return "" if state.stage == DEALING and state.stock & BIT[action - DEAL] else "qarre.2"
    if action < TURN:
        return "" if state.stage == DRAWING and state.stock & BIT[action - DRAW] else "qarre.3"
    if state.stage != TURNING:
        return "qarre.3"
    return "" if state.actions_left & BIT[action - TURN] else "qarre.17"


def action_objection(state: QarreState, action: i64) -> str:
    """Using the jack or king, or declining to (qarre.4, qarre.5, qarre.6)."""
    if action == DECLINE:
        return "" if state.stage == ACTING else "qarre.5" if state.face() == QUEEN else "qarre.r12"
    jack = action < REMOVE
    clause = "qarre.4" if jack else "qarre.6"
    if state.face() != (JACK if jack else KING):
        return clause
    field = (action - TAKE) % FIELDS
    if not OF_SUIT[state.action & 3] & BIT[state.cells[TOP + field]]:
        return clause
    if state.stage != ACTING:
        return "qarre.r12"
    return "qarre.r15" if jack and not state.may_take(field) else ""


def holds(state: QarreState, seat: i64, card: i64) -> bool:
    return state.cells[HAND + seat] & BIT[card] != 0


def is_let_in(state: QarreState, card: i64) -> bool:  # qarre.5
    return state.face() != QUEEN or OF_SUIT[state.action & 3] & BIT[card] != 0


def lay_objection(state: QarreState, seat: i64, card: i64, field: i64) -> str:
    in_hand = holds(state, seat, card)
    if not in_hand and CARD_NAMES[card] not in stack(state.cells, state.cells[RESERVE_TOP + seat]):
        return "qarre.3"
    if not is_let_in(state, card):
        return "qarre.5"
    if not fits_on(state.cells, card, field):
        return "qarre.7"
    if not in_hand:
        return "" if card == state.cells[RESERVE_TOP + seat] else "qarre.11"
    return hand_objection(state, card)


def hand_objection(state: QarreState, card: i64) -> str:
    """Whether a card can be the one hand card of this turn."""
    if state.hand_card != DUE:
        return "qarre.13" if state.hand_card == LAID else "qarre.r14"
    return "" if state.kept == NONE or state.kept == card else "qarre.r1"


def can_lay_one(state: QarreState, seat: i64) -> bool:
    """Whether one of the hand cards in question fits and is let in (qarre.14, qarre.r9)."""
    for card in members(state.cells[HAND + seat]):
        asked = state.kept == NONE or state.kept == card
        if asked and is_let_in(state, card) and fits(state.cells, card):
            return True
    return False


def reserve_objection(state: QarreState, seat: i64, card: i64) -> str:
    if not holds(state, seat, card):
        return "qarre.10"
    clause = hand_objection(state, card)
    if clause:
        return clause
    if not can_lay_one(state, seat):
        return ""
    if fits(state.cells, card) and is_let_in(state, card):
        return "qarre.10"
    if state.reserve_used:
        return "qarre.14"
    return "qarre.r9" if fits(state.cells, card) else ""
