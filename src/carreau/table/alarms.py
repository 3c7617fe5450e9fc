"""What happens at a table because time passes: everybody is ready, a race is called off, a flag falls.

Whoever keeps a table going asks when the next of it is due, and then what follows from it.
"""

from typing import Final

from carreau.core.game import CHANCE
from carreau.table.clock import RACE_SECONDS, READY_SECONDS
from carreau.table.commands import STAND_IN, given_up, require_playing
from carreau.table.events import Acted, AnyEvent, Flagged, Resumed, TakenOver
from carreau.table.match import has_clock
from carreau.table.table import Table

LATE: Final = 10.0  # seconds after which an alarm can only be late because the server was away, or its machine asleep


def next_alarm(table: Table) -> float | None:
    """When something is due unless somebody acts before; None for never."""
    falls = next_flag(table)
    times = (ready_at(table), race_ends(table), falls and falls[0])
    return min((time for time in times if time is not None), default=None)


def ring(table: Table, now: float) -> list[AnyEvent]:
    """What is due by now; [] for nothing. What is long due was not watched over, and nobody is to lose by that."""
    due = next_alarm(table)
    if due is not None and now - due > LATE:
        return [Resumed(now)]
    return turn_up(table, now) or call_time(table, now) or flag(table, now)


# Getting ready


def ready_at(table: Table) -> float | None:
    """When a game goes on whose players get ready; None where they don't."""
    waits = table.match is not None and not table.ended and bool(table.match.state.current == CHANCE)
    return table.began + READY_SECONDS if waits else None


def turn_up(table: Table, now: float) -> list[AnyEvent]:
    """What is dealt when everybody is ready. [] if it is not due."""
    ready = ready_at(table)
    if ready is None or now < ready:
        return []
    match = require_playing(table)
    return [Acted(now, CHANCE, action) for action in match.outcomes(match.state, match.draws)]


# The clock of a race


def race_ends(table: Table) -> float | None:
    """When the clock of a race calls it off (misd.r3); None where there is none."""
    if table.match is None or not table.racing or not has_clock(table.match.state):
        return None
    return table.began + float(table.game.options.get("timeout", RACE_SECONDS))


def call_time(table: Table, now: float) -> list[AnyEvent]:
    """Nobody has answered in time. [] if that is not due."""
    ends = race_ends(table)
    if ends is None or now < ends:
        return []
    match = require_playing(table)
    called = match.state.legal(CHANCE)[0]
    return [Acted(now, CHANCE, outcome) for outcome in (called, *match.following(CHANCE, called))]


# The players' clocks


def next_flag(table: Table) -> tuple[float, int] | None:
    """When whose time is up; None where the table waits, however long they take."""
    waits = table.created.clock.at_flag == "wait" or table.status != "playing"
    return None if waits else table.clock.next_flag()


def flag(table: Table, now: float) -> list[AnyEvent]:
    """What follows if somebody's time is up: a bot that goes on, or a lost game; a bot gets more time."""
    due = next_flag(table)
    if due is None or now < due[0]:
        return []
    seat = due[1]
    if table.seats[seat].bot:
        return [Flagged(now, seat)]
    if table.created.clock.at_flag == "forfeit" and table.game.seats == 2:
        return given_up(table, seat, "time", now)
    return [Flagged(now, seat), TakenOver(now, seat, STAND_IN)]
