"""Games that were played: their records, positions one after the other, luck, and what bots think of them."""

import asyncio
from time import monotonic
from typing import Annotated, Final

import msgspec
from msgspec import Meta
from starlette.responses import Response

from carreau.core.game import SPECTATOR
from carreau.core.record import Record, read
from carreau.games.catalogue import game_from_outside
from carreau.server.analysis_jobs import Analysis
from carreau.server.api.endpoint import Asked, HttpError, Query
from carreau.table.luck import Luck
from carreau.table.replay import Replay, replay

LONGEST_RECORD: Final = 200_000  # characters
LONGEST_REPLAY: Final = 200  # positions in one answer

Look = Annotated[int, Meta(ge=SPECTATOR, le=15, description="a seat, or -1 for a spectator")]
First = Annotated[int, Meta(ge=0, le=1_000_000, description="the first position that is wanted")]
Count = Annotated[int, Meta(ge=1, le=LONGEST_REPLAY, description="how many positions are wanted")]
LOOK: Final = Query("look", Look, SPECTATOR)
FIRST: Final = Query("first", First, 0)
COUNT: Final = Query("count", Count, 100)


class GivenRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record from elsewhere, as a text."""

    record: Annotated[str, Meta(max_length=LONGEST_RECORD)]


class Uploaded(GivenRecord, frozen=True):
    """A record, to be looked at; `look` is a seat, or -1 for a spectator."""

    look: Look = SPECTATOR
    first: First = 0
    count: Count = 100


async def finished(asked: Asked) -> Record:
    """The record of a table's game, once it is over: before, it would tell what is hidden."""
    live = await asked.desk.house.open(asked.path("table"))
    async with live.lock:
        live.refuse_if_broken()
        if live.table.status != "over":
            raise HttpError(409, "playing", "the game is not over yet; its record would tell what is hidden")
        return live.table.record()


async def record(asked: Asked) -> Response:
    """The record of a game that is over, as a text that replays for ever and proves its dice."""
    found = await finished(asked)
    name = f"{found.game.NAME}-{asked.path('table')}.carreau.txt"
    return Response(
        await asked.desk.beside(found.write),
        media_type="text/plain; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


async def replayed(asked: Asked) -> Replay:
    """Positions of a game that is over, one after the other, through the eyes of a seat or a spectator (-1)."""
    look, first, count = (asked.query(each) for each in (LOOK, FIRST, COUNT))
    found = await finished(asked)
    require_seat(found, look)
    return await asked.desk.beside(replay, found, look, first, count)


def require_seat(found: Record, look: int) -> None:
    if look >= found.game.seats:
        raise HttpError(400, "no_seat", f"there is no seat {look}; seats are 0 to {found.game.seats - 1}")


async def figures_of_luck(asked: Asked) -> list[Luck]:
    """What dice and cards have shown, beside what was to be expected, as far as the asking guest may know.

    With what begins a race the answer waits until everybody sees it.
    """
    live = await asked.desk.house.open(asked.path("table"))
    async with live.lock:
        live.refuse_if_broken()
        if live.table.match is None:
            return []
        own = live.table.seats_of(asked.guest.id)
        history, entries, arrives = live.history(), live.table.entries, live.arrives
    await asyncio.sleep(max(0.0, arrives - monotonic()))
    look = own[0] if len(own) == 1 else SPECTATOR  # people who share a device don't see what the others drew
    return await asked.desk.luck_cache.get((live.table.id, look), entries, history, asked.guest.id)


async def analyse(asked: Asked) -> Analysis:
    """Let bots look at a game that is over, in the background; ask again for how far they are."""
    found = await finished(asked)
    return asked.desk.analysis_jobs.get(found, asked.guest.id)


# Records from elsewhere


async def given(asked: Asked) -> Record:
    """The record that somebody sent, checked by the rules; RecordError tells the line that is wrong."""
    body: GivenRecord = asked.body
    return await asked.desk.beside(read, body.record, game_from_outside)


async def upload(asked: Asked) -> Replay:
    """Positions of a record from elsewhere. The rules check it and name the line that is wrong. Nothing is kept."""
    body: Uploaded = asked.body
    found = await given(asked)
    require_seat(found, body.look)
    return await asked.desk.beside(replay, found, body.look, body.first, body.count)


async def analyse_upload(asked: Asked) -> Analysis:
    """Let bots look at a record from elsewhere, in the background; send it again for how far they are."""
    return asked.desk.analysis_jobs.get(await given(asked), asked.guest.id)
