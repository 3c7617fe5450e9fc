"""Positions of Bauab that can't be."""

from carreau.core.bits import members, size
from carreau.core.errors import PositionError
from carreau.core.game import CHANCE, OVER
from carreau.core.position import require
from carreau.games.bauab.board import COPIES, EVERY_PLOT, PARKS
from carreau.games.bauab.rules import BauabRules, X
from carreau.games.bauab.spec import COLOURS, KINDS, PLOTS


def audit(state: BauabRules) -> None:
    audit_chips(state)
    audit_neighbours(state)
    audit_vacated(state)
    audit_turn(state)


def audit_chips(state: BauabRules) -> None:
    """Check that every chip is somewhere, and no plot has two."""
    own = int(state.own(0)) + int(state.own(1))
    if own != sum(int(state.chips(kind)) for kind in range(len(KINDS))) or own & state.free:
        raise PositionError("bauab.4: the plots of the players, their chips and the free plots don't fit together")
    for seat, colour in enumerate(COLOURS):
        for kind, name in enumerate(KINDS):
            held, laid = int(state.hands(seat, kind)), len(members(state.on_board(seat, kind)))
            if held + laid > COPIES[kind]:
                both = f"{held} in hand and {laid} on the board"
                raise PositionError(f"bauab.2: {colour} has {both} of {name}; there are {COPIES[kind]}")
    require(state.parks_left() >= 0, f"bauab.2: {size(state.parks())} parks on the board; there are {PARKS}")


def audit_neighbours(state: BauabRules) -> None:
    for kind in range(X):
        for plot in members(state.chips(kind)):
            if state.touches_equal(kind, plot):
                raise PositionError(f"bauab.5: {KINDS[kind]} on {PLOTS[plot]} lies beside another {KINDS[kind]}")
        blocked = 0
        for plot in members(state.chips(kind)):
            blocked |= int(state.neighbours(plot))
        if state.blocked(kind) != blocked:
            raise PositionError("bauab.5: the plots forbidden to equal chips are not the ones remembered")


def lost(state: BauabRules, seat: int) -> int:
    """Count the chips that a seat has lost."""
    return sum(int(state.captured(1 - seat, kind)) for kind in range(len(KINDS)))


def audit_vacated(state: BauabRules) -> None:
    """Check that each park and vacated plot stands for a captured chip, the latter by one lay next to them all."""
    parks, vacated, most = len(members(state.parks())), members(state.vacated), lost(state, 0) + lost(state, 1)
    if parks + len(vacated) > most:
        raise PositionError(f"bauab.10: {parks + len(vacated)} parks and vacated plots, but {most} chips captured")
    if not vacated:
        return
    victims = [int(state.current)] if state.current >= 0 else [0, 1]
    if not any(could_lose(state, victim) for victim in victims):
        names = ", ".join(PLOTS[plot] for plot in vacated)
        raise PositionError(f"bauab.10: no lay of the turn before can have captured what lay on {names}")


def could_lose(state: BauabRules, victim: int) -> bool:
    """Return whether one of the opponent's parks or chips can have captured exactly the chips of the vacated plots."""
    before = state.free & ~state.vacated
    if lost(state, victim) < len(members(state.vacated)) or state.vacated & ~state.free:
        return False
    if state.without_liberty(state.vacated, before) != state.vacated:
        return False
    return any(
        state.vacated & ~state.neighbours(laid) == 0
        and state.without_liberty(state.neighbours(laid) & state.own(victim), before) == 0
        for laid in members(state.parks() | state.own(1 - victim))
    )


def audit_turn(state: BauabRules) -> None:
    if state.current == CHANCE:
        full = all(state.hands(seat, kind) == COPIES[kind] for seat in range(2) for kind in range(len(KINDS)))
        require(state.free == EVERY_PLOT and full, "bauab.3: chips have been laid before the lot")
    elif state.current < 0 and state.current != OVER:
        raise PositionError(
            f"bauab.3: current={state.current} is neither a seat nor {CHANCE} for the lot nor {OVER} at the end"
        )
    elif (state.current == OVER) != state.nobody_can_lay():
        still = "not " if state.current == OVER else ""
        raise PositionError(f"bauab.13: current={state.current}, but the game is {still}over")
