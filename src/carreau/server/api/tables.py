"""The lobby: list tables, create them, and link to them."""

import io
from typing import Final

import msgspec
import segno
from aiohttp import web

from carreau.server.api.endpoint import ApiRequest
from carreau.server.middleware import HOST
from carreau.server.problems import HttpError
from carreau.server.standings import Standing, standings
from carreau.server.store import Listed
from carreau.table.messages import TableShown, TableSummary
from carreau.table.projection import project_table

LONGEST_HOST: Final = 260  # characters, with the port


class Listing(msgspec.Struct, frozen=True):
    id: str
    status: str
    changed: float
    about: TableSummary
    waiting: list[int] = []  # the seats that the game waits for, as far as the table is in memory
    own: list[int] = []  # the seats of the guest who asked


class Tables(msgspec.Struct, frozen=True):
    open: list[Listing]
    yours: list[Listing]


class Made(msgspec.Struct, frozen=True):
    id: str


async def tables(request: ApiRequest) -> Tables:
    """List the public tables, and the guest's own."""
    moderation = request.services.rooms.moderation
    everybody = [] if moderation.site.lobby_closed else await request.services.store.listed()
    own = await request.services.store.listed(request.guest.id)
    known = await standings(request.services, [one.id for one in own if one.status != "over"])
    yours = [
        with_turn(found, known.get(found.id), request.guest.id)
        for found in map(listing, own)
        if not abandoned(found, known.get(found.id))
    ]
    closed = moderation.closed_tables
    return Tables(
        [listing(one) for one in everybody if one.id not in closed], [each for each in yours if each.id not in closed]
    )


def with_turn(found: Listing, standing: Standing | None, guest: str) -> Listing:
    """Say whose turn it is at a table in memory; the store doesn't know, since moves don't change its lists."""
    if standing is None:
        return found
    seats = [number for number, each in enumerate(standing.guests) if each == guest]
    return msgspec.structs.replace(found, waiting=standing.waiting, own=seats)


def abandoned(found: Listing, standing: Standing | None) -> bool:
    """Tell whether nobody is at a rematch that has not started; it is listed again once a player returns."""
    waits = found.about.rematch and found.status == "open"
    return waits and (standing is None or not standing.viewers)


def listing(one: Listed) -> Listing:
    return Listing(one.id, one.status, one.changed, msgspec.json.decode(one.summary, type=TableSummary))


async def create(request: ApiRequest) -> Made:
    """Create a table; on request take seats, add bots and start the game at once."""
    room = await request.services.rooms.create(request.guest, request.body, request.address)
    return Made(room.table.id)


async def shown(request: ApiRequest) -> TableShown:
    """Show what everybody may know about a table."""
    room = await request.services.rooms.open(request.path("table"))
    return project_table(room.table, request.now)


async def qr(request: ApiRequest) -> web.Response:
    """Draw the link to a table as a QR code."""
    table = request.path("table")
    await request.services.rooms.open(table)
    base = request.services.settings.public_url or reached(request.http)
    out = io.BytesIO()
    segno.make(f"{base}/table/{table}", error="m").save(out, kind="svg", scale=8, border=2, xmldecl=False)
    return web.Response(body=out.getvalue(), content_type="image/svg+xml")


def reached(request: web.Request) -> str:
    """Return the address under which the client reached the server, by its own account."""
    host = request.headers.get("host", "")
    if not HOST.fullmatch(host) or len(host) > LONGEST_HOST:
        raise HttpError(400, "malformed", "the Host header isn't a host; it should look like play.example.org:8000")
    return f"{request.scheme}://{host}"
