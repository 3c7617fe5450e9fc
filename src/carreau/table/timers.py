"""Timers of a table: the wait until everybody is ready, the deadline of a race, and the players' flags.

The server asks when the next timer expires, sleeps until then, and applies the resulting events.
"""

from typing import Final

from carreau.core.game import CHANCE
from carreau.table.clock import RACE_SECONDS, READY_SECONDS
from carreau.table.commands import STAND_IN, given_up, require_playing, unrevealed
from carreau.table.events import Acted, AnyEvent, Flagged, Released, Resumed, StartFailed, TakenOver
from carreau.table.match import has_clock
from carreau.table.table import Table

REVEAL_SECONDS: Final = 20.0  # for which a start waits for shares: enough to connect again
KEPT_SECONDS: Final = 60.0  # for which the seats of a rematch are kept
LATE: Final = 10.0  # seconds; a longer delay means that the server was down, or its machine asleep


def next_expiry(table: Table) -> float | None:
    """Return the time at which the next timer expires unless somebody acts before; None if none runs."""
    fall = next_flag(table)
    found = (kept_until(table), reveal_until(table), ready_at(table), race_deadline(table), fall and fall[0])
    times = [time for time in found if time is not None]
    return min(times) if times else None


def expire(table: Table, now: float) -> list[AnyEvent]:
    """Return the events of expired timers. After an outage the clocks restart, and no player loses time."""
    released = release(table, now)
    if released:
        return released
    due = next_expiry(table)
    if due is not None and now - due > LATE:
        return [Resumed(now)]
    return fail(table, now) or deal(table, now) or call_off(table, now) or flag(table, now)


# The seats of a rematch


def kept_until(table: Table) -> float | None:
    """Return the time until which seats are kept for the players of the last game; None if none is kept."""
    kept = table.status == "open" and any(seat.reserved and not seat.taken for seat in table.seats)
    return table.created.at + KEPT_SECONDS if kept else None


def release(table: Table, now: float) -> list[AnyEvent]:
    """Stop keeping seats when the time is over."""
    until = kept_until(table)
    if until is None or now < until:
        return []
    return [Released(now, index) for index, seat in enumerate(table.seats) if seat.reserved and not seat.taken]


# The shares of the dice


def reveal_until(table: Table) -> float | None:
    """Return the time until which a start waits for shares; None if it doesn't."""
    return table.began + REVEAL_SECONDS if table.starting else None


def fail(table: Table, now: float) -> list[AnyEvent]:
    """Give up a start when the time is over; those whose shares are missing lose their seats."""
    until = reveal_until(table)
    if until is None or now < until:
        return []
    return [StartFailed(now, tuple(unrevealed(table)))]


def wait_again(table: Table, now: float) -> list[AnyEvent]:
    """Let a start wait again after an outage, in which nobody could reveal a share."""
    return [Resumed(now)] if table.starting else []


# Getting ready


def ready_at(table: Table) -> float | None:
    """Return the time at which the wait before a race ends; None if there is no such wait."""
    waits = table.match is not None and not table.ended and bool(table.match.state.current == CHANCE)
    return table.began + READY_SECONDS if waits else None


def deal(table: Table, now: float) -> list[AnyEvent]:
    """Deal when the wait is over."""
    ready = ready_at(table)
    if ready is None or now < ready:
        return []
    match = require_playing(table)
    return [Acted(now, CHANCE, action) for action in match.outcomes(match.state, match.draws)]


# The clock of a race


def race_deadline(table: Table) -> float | None:
    """Return the time at which a race is called off; None if there is no such deadline."""
    if table.match is None or not table.racing or not has_clock(table.match.state):
        return None
    return table.began + (table.game.race_seconds or RACE_SECONDS)


def call_off(table: Table, now: float) -> list[AnyEvent]:
    """Call off a race if nobody has answered in time."""
    deadline = race_deadline(table)
    if deadline is None or now < deadline:
        return []
    match = require_playing(table)
    called = match.state.legal(CHANCE)[0]
    return [Acted(now, CHANCE, outcome) for outcome in (called, *match.following(CHANCE, called))]


# The players' clocks


def next_flag(table: Table) -> tuple[float, int] | None:
    """Return the time and seat of the next flag; None if there is no time limit."""
    waits = table.created.clock.at_flag == "wait" or table.status != "playing"
    return None if waits else table.clock.next_flag()


def flag(table: Table, now: float) -> list[AnyEvent]:
    """Handle a fallen flag: a bot takes over or the game is lost; a bot just gets more time."""
    due = next_flag(table)
    if due is None or now < due[0]:
        return []
    seat = due[1]
    if table.seats[seat].bot:
        return [Flagged(now, seat)]
    if table.created.clock.at_flag == "forfeit" and table.game.seats == 2:
        return given_up(table, seat, "time", now)
    return [Flagged(now, seat), TakenOver(now, seat, STAND_IN)]
