"""Joint actions of clients at a table."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Final

from tests.server.client import Client

TOO_LATE: Final = {"stale", "illegal", "over"}  # somebody else was faster in a race


async def begin(clients: list[Client]) -> None:
    """Seat everybody, the host first, and start the game."""
    for seat, client in enumerate(clients):
        await client.sit(seat)
    await clients[0].start()
    await all_see(clients, lambda client: client.position is not None)


async def begin_again(clients: list[Client]) -> None:
    """Let everybody take the seat that a rematch keeps for them; the last one starts the game."""
    for client in clients:
        [seat] = [index for index, each in enumerate(client.table.seats) if each.reserved == client.guest.id]
        await client.sit(seat)
    await all_see(clients, lambda client: client.position is not None)


async def all_see(clients: list[Client], what: Callable[[Client], bool]) -> None:
    for client in clients:
        await client.until(partial(what, client))


async def anything(client: Client) -> None:
    """Return the first legal action."""
    answer = await client.act(client.legal[0])
    assert answer.ok, answer


async def play_on(client: Client, rng: Random) -> None:
    """Make any legal moves until the game is over."""
    while not client.over:
        await client.until(lambda: client.over or bool(client.legal))
        if client.legal:
            race, answer = client.table.race, await client.act(rng.choice(client.legal))
            assert answer.ok or (race and answer.code in TOO_LATE), answer
