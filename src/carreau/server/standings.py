"""The state of tables and windows in memory, gathered from all servers."""

from collections.abc import Sequence
from itertools import chain
from typing import Final

import msgspec

from carreau.server.api.endpoint import Services, client_network
from carreau.server.logs import GUEST

STANDINGS: Final = "/api/peers/standings"
WINDOWS: Final = "/api/peers/windows"


class Standing(msgspec.Struct, frozen=True):
    """The state of a table that only the server with it in memory knows."""

    table: str
    waiting: list[int]  # the seats that the game waits for
    guests: list[str]  # by seat
    viewers: int


class Window(msgspec.Struct, frozen=True):
    """An open socket to a table."""

    guest: str
    address: str


def standings_here(services: Services, tables: Sequence[str]) -> list[Standing]:
    rooms = services.rooms.in_memory
    return [
        Standing(
            *(table, rooms[table].table.waiting(), [seat.guest for seat in rooms[table].table.seats]),
            len(rooms[table].audience.viewers),
        )
        for table in tables
        if table in rooms
    ]


def windows_here(services: Services, _: None = None) -> list[Window]:
    return [Window(each.get(GUEST, ""), client_network(each)) for each in services.socket_requests()]


async def standings(services: Services, tables: Sequence[str]) -> dict[str, Standing]:
    """Return what is known of those tables that are in memory anywhere."""
    here = standings_here(services, tables)
    others = sorted(set(tables) - {each.table for each in here})
    answers = await services.peers.ask(STANDINGS, others, list[Standing]) if others else []
    return {each.table: each for each in chain(here, *answers)}


async def windows(services: Services) -> list[Window]:
    """List all open sockets, at all servers."""
    answers = await services.peers.ask(WINDOWS, None, list[Window])
    return [*windows_here(services), *chain(*answers)]
