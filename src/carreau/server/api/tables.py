"""The lobby: which tables there are, new ones, and the way to them."""

import io
from time import time
from typing import Any, Final

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import Response

from carreau.server.api.endpoint import Asked, HttpError
from carreau.server.middleware import HOST
from carreau.server.store import Listed
from carreau.table.seen import seen_table
from carreau.table.shown import TableShown

LONGEST_HOST: Final = 260  # characters, with the port


class Listing(msgspec.Struct, frozen=True):
    id: str
    status: str
    changed: float
    about: dict[str, Any]


class Tables(msgspec.Struct, frozen=True):
    open: list[Listing]
    yours: list[Listing]


class Made(msgspec.Struct, frozen=True):
    id: str


async def tables(asked: Asked) -> Tables:
    """The open tables of all, and one's own."""
    everybody = await asked.desk.store.listed()
    own = await asked.desk.store.listed(asked.guest.id)
    return Tables([listing(one) for one in everybody], [listing(one) for one in own])


def listing(one: Listed) -> Listing:
    return Listing(one.id, one.status, one.changed, msgspec.json.decode(one.summary or b"{}"))


async def create(asked: Asked) -> Made:
    """Put up a table, sit down, hire bots and begin, all at once if wanted."""
    live = await asked.desk.house.create(asked.guest, asked.body)
    return Made(live.table.id)


async def shown(asked: Asked) -> TableShown:
    """What everybody may know of a table."""
    live = await asked.desk.house.open(asked.path("table"))
    async with live.lock:
        live.refuse_if_broken()
        return seen_table(live.table, time())


async def qr(asked: Asked) -> Response:
    """The link to a table as a QR code, to be scanned by friends."""
    table = asked.path("table")
    await asked.desk.house.open(table)
    base = asked.desk.settings.public_url or reached(asked.request)
    out = io.BytesIO()
    segno.make(f"{base}/table/{table}", error="m").save(out, kind="svg", scale=8, border=2, xmldecl=False)
    return Response(out.getvalue(), media_type="image/svg+xml")


def reached(request: Request) -> str:
    """The address by which whoever asks has found the server, as they say."""
    host = request.headers.get("host", "")
    if not HOST.fullmatch(host) or len(host) > LONGEST_HOST:
        raise HttpError(400, "malformed", "the header Host names no host; it is like play.example.org:8000")
    return f"{request.url.scheme}://{host}"
