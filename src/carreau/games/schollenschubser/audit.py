"""Impossible positions of Schollenschubser."""

from carreau.core.game import CHANCE, NOBODY, OVER
from carreau.core.position import require
from carreau.games.schollenschubser._spec import STAGE_NAMES
from carreau.games.schollenschubser._spec import SchollenschubserStage as Stage
from carreau.games.schollenschubser.rules import SchollenschubserRules
from carreau.games.schollenschubser.spec import BOX, COLUMNS, EXPLORERS, FIELDS, SIDES
from carreau.games.schollenschubser.tables import CARDS, FIRST_COLUMN, NO_ROLL, occupied


def audit(state: SchollenschubserRules) -> None:
    audit_floes(state)
    audit_explorers(state)
    audit_phase(state)
    audit_ending(state)
    if state.stage < Stage.ROLLING:
        audit_set_up(state)
    if state.stage == Stage.MOVING:
        audit_moved(state)
    else:
        moved = state.moved_0 or state.entered or state.returned
        require(not moved, "scholle.4: nobody has moved before the moving part of a turn")


def audit_floes(state: SchollenschubserRules) -> None:
    for kind, sides in enumerate(SIDES):
        enough = state.supply(kind) >= 0
        require(enough, f"scholle.r2: there are only {CARDS[kind]} cards with the sides {sides}")
    for field, name in enumerate(FIELDS):
        side, standing = int(state.sizes(field)), sum(state.standing(field))
        require(state.side_is_used(side), f"scholle.r7: a floe of size {side} lies on {name}; it is not used")
        require(standing <= side, f"scholle.2: {standing} explorers on {name}, where {side} have room")


def audit_explorers(state: SchollenschubserRules) -> None:
    for seat, aboard in enumerate(state.all_points()):
        standing = sum(int(state.explorers(seat, field)) for field in range(len(FIELDS)))
        both = f"{standing} explorers on floes and {aboard} aboard"
        enough = aboard + standing <= EXPLORERS
        require(enough, f"scholle.2: player {seat} has {both}, but only {EXPLORERS} in all")


def audit_phase(state: SchollenschubserRules) -> None:
    """Check that the actor and the decision fit the turn."""
    before, rolled = state.stage < Stage.ROLLING, state.stage > Stage.ROLLING
    player = NOBODY if before else (state.starter + state.turns) % state.seats
    in_turn = (state.starter == NOBODY) == before and state.turn == player
    require(in_turn, f"scholle.4: after {state.turns} turns it is not player {state.turn}'s turn")
    acts = state.current in (OVER, state.turn if rolled else CHANCE)
    require(acts, f"scholle.4: {state.current} can't be the one to act: {STAGE_NAMES[int(state.stage)]}")
    require((state.rolled != NO_ROLL) == rolled, "scholle.5: there are two dice after the roll, and none before it")
    stuck = state.stage == Stage.DRIFTING and not state.can_carry_out()
    require(not stuck, "scholle.r6: neither die can be carried out; the moves follow")


def audit_ending(state: SchollenschubserRules) -> None:
    ended = (state.current == OVER) == (state.ending() != "")
    require(ended, "scholle.16: the game is over when a player has all explorers aboard or the turns are over")
    done = [seat for seat, aboard in enumerate(state.all_points()) if aboard == EXPLORERS]
    just_now = not done or (done == [int(state.turn)] and state.stage == Stage.MOVING)
    require(just_now, f"scholle.16: all explorers of {done} are aboard, but it is player {state.turn}'s turn")
    on_time = state.turns_left() > 0 or state.stage == Stage.ROLLING
    require(on_time, f"scholle.r11: after {state.turns} turns nobody has another one")


def audit_set_up(state: SchollenschubserRules) -> None:  # scholle.3, scholle.r3
    begun = state.turns or state.crowd() or sum(state.all_points())
    require(not begun, "scholle.r3: before the first turn all explorers are on the bank")
    laid = [int(state.sizes(field)) for field in range(len(FIELDS))]
    count = sum(side > 0 for side in laid)
    largest = [state.largest_side()] * len(BOX["start"]["largest"])
    in_order = laid[: len(largest)] == largest and sum(laid[:count]) == sum(laid)
    require(in_order, f"scholle.3: floes of size {largest[0]} lie on a1 and a2 at the start, then a3 follows")
    complete = count <= COLUMNS and (count == COLUMNS) == (state.stage == Stage.LOT)
    require(complete, "scholle.3: the lot is drawn when floes lie on a1, a2, a3 and a4")


def audit_moved(state: SchollenschubserRules) -> None:  # scholle.r5
    for field, name in enumerate(FIELDS):
        moved, own = int(state.moved(field)), int(state.explorers(state.turn, field))
        require(moved <= own, f"scholle.r5: {moved} have moved to {name}, but {own} stand there")
    back = state.returned <= state.bank(state.turn)
    require(back, f"scholle.r5: {state.returned} have returned to the bank, but are not there")
    near = not state.entered or occupied(state.moved_0) & FIRST_COLUMN
    require(bool(near), "scholle.r5: an explorer who stepped onto a floe is still in column 1")
