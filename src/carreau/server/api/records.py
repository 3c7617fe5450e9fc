"""Finished and uploaded games: records, replays, figures of luck, and analyses by bots."""

from typing import Annotated, Final

import msgspec
from aiohttp import web
from msgspec import Meta

from carreau.core.game import SPECTATOR
from carreau.core.record import Record, read
from carreau.games.catalogue import game_from_outside
from carreau.server.analysis_jobs import Analysis
from carreau.server.api.endpoint import ApiRequest, Query
from carreau.server.bot_positions import history
from carreau.server.peers import FROM_PEER
from carreau.server.problems import HttpError
from carreau.server.room import Room
from carreau.table.hosting import may_watch
from carreau.table.luck import Luck
from carreau.table.replay import Replay, replay, varied

LONGEST_RECORD: Final = 200_000  # characters
LONGEST_REPLAY: Final = 200  # positions in one response

Pov = Annotated[int, Meta(ge=SPECTATOR, le=15, description="a seat, or -1 for a spectator")]
First = Annotated[int, Meta(ge=0, le=1_000_000, description="the number of the first position")]
Count = Annotated[int, Meta(ge=1, le=LONGEST_REPLAY, description="the number of positions")]
POV: Final = Query("pov", Pov, SPECTATOR)
FIRST: Final = Query("first", First, 0)
COUNT: Final = Query("count", Count, 100)
Variation = Annotated[str, Meta(max_length=300, description="other moves from a number on: NUMBER:ACTOR.ACTION,…")]
VARIATION: Final = Query("variation", Variation, "")


class GivenRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record, as text."""

    record: Annotated[str, Meta(max_length=LONGEST_RECORD)]


class Uploaded(GivenRecord, frozen=True):
    """A record to replay; `pov` is a seat, or -1 for a spectator."""

    pov: Pov = SPECTATOR
    first: First = 0
    count: Count = 100
    variation: Variation = ""


async def watched(request: ApiRequest) -> Room:
    """Return the room of a table that the guest may watch."""
    room = await request.services.rooms.open(request.path("table"))
    if not may_watch(room.table, request.guest.id):
        raise HttpError(403, "not_yours", "the host has closed this table to spectators")
    return room


async def finished(request: ApiRequest) -> Record:
    """Return the record of a table's game; refuse before the end, since it shows what is hidden."""
    table = (await watched(request)).table
    if table.status != "over":
        raise HttpError(409, "playing", "the game isn't over yet; its record would reveal hidden cards")
    return table.record()


async def record(request: ApiRequest) -> web.Response:
    """Download the record of a finished game, as text that can be replayed and proves its dice."""
    found = await finished(request)
    name = f"{found.game.NAME}-{request.path('table')}.carreau.txt"
    return web.Response(
        text=await request.services.in_thread(found.write),
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


async def replayed(request: ApiRequest) -> Replay:
    """Return positions of a finished game as a seat or a spectator (-1) sees them."""
    pov, first, count = (request.query(each) for each in (POV, FIRST, COUNT))
    found = await finished(request)
    require_seat(found, pov)
    return await request.services.in_thread(replayed_as, found, pov, first, count, request.query(VARIATION))


def replayed_as(found: Record, pov: int, first: int, count: int, variation: str) -> Replay:
    """Return positions of a record or of one of its variations; refuse a variation that breaks a rule."""
    return replay(varied(found, variation) if variation else found, pov, first, count)


def require_seat(found: Record, pov: int) -> None:
    if pov >= found.game.seats:
        raise HttpError(400, "no_seat", f"there is no seat {pov}; seats are 0 to {found.game.seats - 1}")


async def figures_of_luck(request: ApiRequest) -> list[Luck]:
    """Compare the dice and cards that the guest has seen with their expectation.

    At the start of a race the response waits until every player has seen the card.
    """
    room = await watched(request)
    table = room.table
    if table.match is None:
        return []
    await room.audience.has_seen()
    own = table.seats_of(request.guest.id)
    pov = own[0] if len(own) == 1 else SPECTATOR  # people who share a device mustn't see each other's cards
    return await request.services.luck_cache.get(
        (table.id, pov), table.event_count, history(table), request.guest.id, request.address
    )


async def analyse(request: ApiRequest) -> Analysis:
    """Analyse a finished game in the background; ask again for the progress."""
    found = await finished(request)
    return request.services.analysis_jobs.get(found, request.guest.id, request.address)


# Uploaded records


async def given(request: ApiRequest) -> Record:
    """Read the uploaded record and check it by the rules; a RecordError names the line that is wrong."""
    body: GivenRecord = request.body
    return await request.services.in_thread(read, body.record, game_from_outside)


async def upload(request: ApiRequest) -> Replay:
    """Return positions of an uploaded record, or the line that breaks a rule. Nothing is stored."""
    body: Uploaded = request.body
    found = await given(request)
    require_seat(found, body.pov)
    return await request.services.in_thread(replayed_as, found, body.pov, body.first, body.count, body.variation)


async def analyse_upload(request: ApiRequest) -> Analysis:
    """Analyse an uploaded record in the background; send it again for the progress."""
    if not request.http.get(FROM_PEER):
        request.services.peers.home(request.body.record)
    return request.services.analysis_jobs.get(await given(request), request.guest.id, request.address)
