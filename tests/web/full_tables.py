"""Tables with the most players and long names: a fresh one, one in the middle of a game, and a finished one."""

from random import Random
from typing import Any, Final, NamedTuple

from carreau.games import catalogue
from tests.server.client import Client, Guest, guests, new_share
from tests.server.playing import TOO_LATE
from tests.web.short_games import QUICK
from tests.web.visitor import LEVEL, Visitor

LONG_NAME: Final = "Wilhelmine-Antoinette von Westerwald"
STAGES: Final = ["start", "middle", "end"]
SHORT: Final = {**QUICK, "schlauraff": {"rounds": 1}}  # only two players may agree on fewer columns
WAITING: Final = {"nussknacker": {"tempo": "turns"}}  # so that bots don't go on while pictures are taken
# Moves of one player to the middle of a game.
SOME: Final = dict.fromkeys(catalogue.GAMES, 4) | {"raufer": 2, "plan": 2, "misd": 2}


def at_full_table(visitor: Visitor, game: str) -> Visitor:
    """Sit down under a long name at a table with as many others as possible, and wait for the turn."""
    visitor.context.request.get(f"{visitor.url}/api/me")
    visitor.context.request.put(f"{visitor.url}/api/me", data={"name": LONG_NAME})
    visitor.context.add_init_script("localStorage.carreau ??= JSON.stringify({ speed: 'off' })")
    visitor.against_bots(game, catalogue.game(game).SEATS[-1], options=WAITING.get(game, {}))
    visitor.until_due()
    return visitor


class Played(NamedTuple):
    """A table, and the cookie of the guest who sits there."""

    cookie: str
    table: str


async def played(url: str, game: str, stage: str) -> Played:
    """Play a new game to one of its stages; a short one to its end."""
    moves = {"start": 0, "middle": SOME[game], "end": None}[stage]
    async with guests(url, 1) as [guest]:
        await guest.http.put("/api/me", json={"name": LONG_NAME})
        return Played(guest.cookie, await played_for(guest, game, moves))


async def played_for(guest: Guest, game: str, moves: int | None) -> str:
    """Make that many moves at a new table, or play a short game to its end; return the table."""
    options = (SHORT if moves is None else WAITING).get(game, {})
    table = await guest.create(game, **full(game), options=options)
    client = await guest.connect(table)
    made, rng = 0, Random(1)
    while not client.over and made != moves:
        await client.until(lambda: client.over or bool(client.legal))
        made += await one_of(client, rng)
    await client.until(lambda: client.over or bool(client.legal))
    await client.close()
    return table


async def one_of(client: Client, rng: Random) -> bool:
    if not client.legal:
        return False
    answer = await client.act(rng.choice(client.legal))
    assert answer.ok or answer.code in TOO_LATE, answer
    return answer.ok


def full(game: str) -> dict[str, Any]:
    seats = catalogue.game(game).SEATS[-1]
    sit = [{"seat": 0, "share": new_share()}]
    bots = {str(seat): LEVEL for seat in range(1, seats)}
    return {"seats": seats, "sit": sit, "bots": bots, "start": True}
