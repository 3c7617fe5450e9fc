"""Hints of bots: always where one guest plays, otherwise as the host wants, and never in a race against people."""

from carreau.table.commands import Refused, require_host, require_open, require_own, require_playing
from carreau.table.events import AnyEvent, Hinted, HintsAllowed
from carreau.table.table import Table


def allow(table: Table, guest: str, on: bool, now: float) -> list[AnyEvent]:
    """Let the host turn hints off, or before the game on; [] if they are."""
    require_host(table, guest)
    if on:
        require_open(table)
    return [] if on == table.hints else [HintsAllowed(now, on)]


def ask(table: Table, guest: str, seat: int, now: float, command: str = "") -> list[AnyEvent]:
    """Ask for a hint, which everybody at the table can see; [] if the command was carried out before."""
    require_own(table, guest, seat)
    if command and command in table.commands[seat]:
        return []
    require_playing(table)
    if seat not in table.waiting():
        raise Refused("not_your_turn", "there is nothing for you to decide now")
    refuse_unfair(table)
    return [Hinted(now, seat, command)]


def refuse_unfair(table: Table) -> None:
    """Refuse hints against other people, unless all of them play with hints and nothing hurries."""
    if len(table.members) < 2:
        return
    if table.racing:
        raise Refused("no_hints", "there are no hints in a race against other people")
    if not table.hints:
        raise Refused("no_hints", "hints are off at this table; the host can allow them before the game starts")
