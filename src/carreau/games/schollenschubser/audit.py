"""Positions of Schollenschubser that can't be."""

from carreau.core.errors import PositionError
from carreau.core.game import CHANCE, NOBODY, OVER
from carreau.games.schollenschubser.rules import DRIFTING, LOT, MOVING, ROLLING, SchollenschubserRules
from carreau.games.schollenschubser.spec import BOX, COLUMNS, EXPLORERS, FIELDS, SIDES, STAGES
from carreau.games.schollenschubser.tables import CARDS, FIRST_COLUMN, NO_ROLL, occupied


def audit(state: SchollenschubserRules) -> None:
    audit_floes(state)
    audit_explorers(state)
    audit_phase(state)
    audit_ending(state)
    if state.stage < ROLLING:
        audit_set_up(state)
    if state.stage == MOVING:
        audit_moved(state)
    elif state.moved_0 or state.entered or state.returned:
        raise PositionError("scholle.4: nobody has moved before the moving part of a turn")


def audit_floes(state: SchollenschubserRules) -> None:
    for kind, sides in enumerate(SIDES):
        if state.supply(kind) < 0:
            raise PositionError(f"scholle.r2: there are only {CARDS[kind]} cards with the sides {sides}")
    for field, name in enumerate(FIELDS):
        side, standing = int(state.sizes(field)), sum(state.standing(field))
        if not state.side_is_used(side):
            raise PositionError(f"scholle.r7: a floe of size {side} lies on {name}; it is not used")
        if standing > side:
            raise PositionError(f"scholle.2: {standing} explorers on {name}, where {side} have room")


def audit_explorers(state: SchollenschubserRules) -> None:
    for seat, aboard in enumerate(state.scores()):
        standing = sum(int(state.explorers(seat, field)) for field in range(len(FIELDS)))
        if aboard + standing > EXPLORERS:
            both = f"{standing} explorers on floes and {aboard} aboard"
            raise PositionError(f"scholle.2: player {seat} has {both}, but only {EXPLORERS} in all")


def audit_phase(state: SchollenschubserRules) -> None:
    """Check that the actor and the decision fit the turn."""
    before = state.stage < ROLLING
    player = NOBODY if before else (state.starter + state.turns) % state.seats
    if (state.starter == NOBODY) != before or state.turn != player:
        raise PositionError(f"scholle.4: after {state.turns} turns it is not player {state.turn}'s turn")
    if state.current != OVER and state.current != (state.turn if state.stage > ROLLING else CHANCE):
        raise PositionError(f"scholle.4: {state.current} can't be the one to act: {STAGES[int(state.stage)]}")
    if (state.rolled != NO_ROLL) != (state.stage > ROLLING):
        raise PositionError("scholle.5: there are two dice after the roll, and none before it")
    if state.stage == DRIFTING and not state.can_carry_out():
        raise PositionError("scholle.r6: neither die can be carried out; the moves follow")


def audit_ending(state: SchollenschubserRules) -> None:
    if (state.current == OVER) != (state.ending() != ""):
        raise PositionError("scholle.16: the game is over when a player has all explorers aboard or the turns are over")
    done = [seat for seat, aboard in enumerate(state.scores()) if aboard == EXPLORERS]
    if done and (done != [int(state.turn)] or state.stage != MOVING):
        raise PositionError(f"scholle.16: all explorers of {done} are aboard, but it is player {state.turn}'s turn")
    if state.turns_left() == 0 and state.stage != ROLLING:
        raise PositionError(f"scholle.r11: after {state.turns} turns nobody has another one")


def audit_set_up(state: SchollenschubserRules) -> None:  # scholle.3, scholle.r3
    if state.turns or state.crowd() or sum(state.scores()):
        raise PositionError("scholle.r3: before the first turn all explorers are on the bank")
    laid = [int(state.sizes(field)) for field in range(len(FIELDS))]
    count = sum(side > 0 for side in laid)
    largest = [state.largest_side()] * len(BOX["start"]["largest"])
    if laid[: len(largest)] != largest or sum(laid[:count]) != sum(laid):
        raise PositionError(f"scholle.3: floes of size {largest[0]} lie on a1 and a2 at the start, then a3 follows")
    if count > COLUMNS or (count == COLUMNS) != (state.stage == LOT):
        raise PositionError("scholle.3: the lot is drawn when floes lie on a1, a2, a3 and a4")


def audit_moved(state: SchollenschubserRules) -> None:  # scholle.r5
    for field, name in enumerate(FIELDS):
        moved, own = int(state.moved(field)), int(state.explorers(state.turn, field))
        if moved > own:
            raise PositionError(f"scholle.r5: {moved} have moved to {name}, but {own} stand there")
    if state.returned > state.bank(state.turn):
        raise PositionError(f"scholle.r5: {state.returned} have returned to the bank, but are not there")
    if state.entered and not occupied(state.moved_0) & FIRST_COLUMN:
        raise PositionError("scholle.r5: an explorer who stepped onto a floe is still in column 1")
