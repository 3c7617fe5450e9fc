"""Rematches: the same game again at another table, with seats kept for the same people."""

from carreau.table.commands import Refused
from carreau.table.events import AnyEvent, Created, Rematched
from carreau.table.table import Table
from carreau.table.types import Reservation, Seat


def create(table: Table, guest: str, new_table: str, secret: bytes, now: float) -> Created:
    """Create a table for the same game again; once it is stored, link() links to it.

    Without a lot seat 0 starts, and the rules say who gets it: the loser (caro.2), or the left neighbour of the last
    starter, so a game whose lot is optional does without it. Games that always draw lots rotate the seats.
    Guests take their seats themselves, since they need new shares; the game starts with the last of them.
    """
    require_rematch(table, guest)
    old = table.created
    return Created(
        at=now,
        table=new_table,
        game=old.game,
        rules=table.game.VERSION,
        seats=old.seats,
        options=table.game.rematch_options(),
        host=guest,
        secret=secret.hex(),
        private=old.private,
        clock=old.clock,
        absent=old.absent,
        rematch_of=old.table,
        reserved=tuple(Reservation(seat.guest, seat.name) if seat.guest else Reservation() for seat in turned(table)),
        hints=table.hints,
    )


def link(table: Table, guest: str, new_table: str, now: float) -> list[AnyEvent]:
    """Link to the rematch."""
    require_rematch(table, guest)
    return [Rematched(now, new_table)]


def bots(table: Table) -> dict[int, str]:
    """Return the levels of the bots by their seats in the rematch."""
    return {index: seat.level for index, seat in enumerate(turned(table)) if seat.level}


def turned(table: Table) -> list[Seat]:
    """List the seats of the last game in the order of the rematch."""
    first, seats = first_seat(table), table.game.seats
    return [table.seats[(first + seat) % seats] for seat in range(seats)]


def first_seat(table: Table) -> int:
    """Return the seat of the last game that becomes seat 0 in the rematch."""
    if table.match is None or table.game.DRAWS_LOTS:
        return 1 % table.game.seats
    if table.ended:
        return table.ended.seat
    return int(table.match.state.next_starter())


def require_rematch(table: Table, guest: str) -> None:
    if not table.seats_of(guest):
        raise Refused("not_yours", "only the players can ask for a rematch")
    if table.status != "over":
        raise Refused("playing", "the game isn't over yet; ask for a rematch then")
    if table.next_table:
        raise Refused("rematch", f"there already is a rematch, at table {table.next_table}")
