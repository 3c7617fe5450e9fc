"""Impossible positions of Bauab."""

from carreau.core.bits import members, size
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
    fit = own == sum(int(state.chips(kind)) for kind in range(len(KINDS))) and not own & state.free
    require(fit, "bauab.4: the plots of the players, their chips and the free plots don't fit together")
    for seat, colour in enumerate(COLOURS):
        for kind, name in enumerate(KINDS):
            held, laid = int(state.hands(seat, kind)), len(members(state.on_board(seat, kind)))
            both = f"{held} in hand and {laid} on the board"
            require(held + laid <= COPIES[kind], f"bauab.2: {colour} has {both} of {name}; there are {COPIES[kind]}")
    require(state.parks_left() >= 0, f"bauab.2: {size(state.parks())} parks on the board; there are {PARKS}")


def audit_neighbours(state: BauabRules) -> None:
    """Check that no two equal buildings lie beside each other, and that the plots blocked for them are remembered."""
    for kind in range(X):
        blocked = 0
        for plot in members(state.chips(kind)):
            name, touches = KINDS[kind], state.touches_equal(kind, plot)
            require(not touches, f"bauab.5: {name} on {PLOTS[plot]} lies beside another {name}")
            blocked |= int(state.neighbours(plot))
        remembered = state.blocked(kind) == blocked
        require(remembered, "bauab.5: the plots forbidden to equal chips are not the ones remembered")


def lost(state: BauabRules, seat: int) -> int:
    """Count the chips that a player has lost to the opponent."""
    return sum(int(state.captured(1 - seat, kind)) for kind in range(len(KINDS)))


def audit_vacated(state: BauabRules) -> None:
    """Check that each park and vacated plot stands for a captured chip, and that one move captured the latter."""
    emptied, most = len(members(state.parks())) + len(members(state.vacated)), lost(state, 0) + lost(state, 1)
    require(emptied <= most, f"bauab.10: {emptied} parks and vacated plots, but {most} chips captured")
    victims = [int(state.current)] if state.current >= 0 else [0, 1]
    names = ", ".join(PLOTS[plot] for plot in members(state.vacated))
    possible = not state.vacated or any(could_lose(state, victim) for victim in victims)
    require(possible, f"bauab.10: no lay of the turn before can have captured what lay on {names}")


def could_lose(state: BauabRules, victim: int) -> bool:
    """Return whether the opponent's last move, still on the board, can have captured exactly what is gone."""
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
        return
    known, over = state.current >= 0, state.current == OVER
    allowed = f"a seat nor {CHANCE} for the lot nor {OVER} at the end"
    require(known or over, f"bauab.3: current={state.current} is neither {allowed}")
    still = "not " if over else ""
    require(over == state.nobody_can_lay(), f"bauab.13: current={state.current}, but the game is {still}over")
