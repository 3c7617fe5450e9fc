"""For operators: lists of tables, people and addresses, reports, bans and the audit log, and the actions."""

from typing import Annotated, Final

import msgspec
from aiohttp import web
from msgspec import Meta

from carreau.server.api.endpoint import ApiRequest, Query
from carreau.server.loading import load
from carreau.server.operations import carry_out
from carreau.server.operator_records import AuditEntry, Ban, Report, ReportReason, Site
from carreau.server.problems import HttpError
from carreau.server.standings import Window, standings, windows
from carreau.server.wire import ChatLine
from carreau.table.messages import TableSummary
from carreau.table.table import Table

SEARCH: Final = Query("search", Annotated[str, Meta(max_length=100, description="part of an id or a name")], "")
EVIDENCE: Final = 30  # lines of chat that a report keeps


class SiteShown(Site, frozen=True):
    """The operators' notices and links, for every page."""

    imprint: str = ""
    privacy: str = ""


class TableFound(msgspec.Struct, frozen=True):
    id: str
    status: str
    public: bool
    closed: bool
    changed: float
    viewers: int
    about: TableSummary


class PersonFound(msgspec.Struct, frozen=True):
    id: str
    name: str
    created: float
    seen: float
    tables: int
    addresses: list[str]  # of open windows
    banned_until: float  # 0 if they aren't banned


class AddressFound(msgspec.Struct, frozen=True):
    address: str
    guests: list[str]
    windows: int
    banned_until: float


class Done(msgspec.Struct, frozen=True):
    done: bool = True


class NewReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A report about somebody who sits or chats at a table."""

    accused: Annotated[str, Meta(max_length=64)]
    reason: ReportReason
    text: Annotated[str, Meta(max_length=500)] = ""


# For everybody


async def site(request: ApiRequest) -> SiteShown:
    """Return the operators' notices and links."""
    settings = request.services.settings
    state = msgspec.structs.asdict(request.services.rooms.moderation.site)
    return SiteShown(**state, imprint=settings.imprint_url, privacy=settings.privacy_url)


async def report(request: ApiRequest) -> Done:
    """Report a player to the operators, with the last lines of the chat."""
    services, body = request.services, request.body
    room = await services.rooms.open(request.path("table"))
    name = name_at(room.table, body.accused)
    services.reports.spend(request.address, services.rooms.time.monotonic())
    address = next((each.address for each in room.audience.viewers if each.guest == body.accused), "")
    chat = [ChatLine(line.at, line.guest, line.name, line.text) for line in list(room.table.chat)[-EVIDENCE:]]
    await services.store.operators.add_report(
        Report(
            *(0, request.now, room.table.id, request.guest.id, body.accused),
            *(name, address, body.reason, body.text, chat),
        )
    )
    return Done()


def name_at(table: Table, guest: str) -> str:
    """Return the name of somebody who sits or chats at a table."""
    names = {line.guest: line.name for line in table.chat}
    names |= {seat.guest: seat.name for seat in table.seats if seat.guest}
    if guest not in names:
        raise HttpError(404, "no_guest", "nobody with this id sits or chats at this table")
    return names[guest]


# For operators


async def found_tables(request: ApiRequest) -> list[TableFound]:
    """Find tables by id, game or the name of a player; the latest first."""
    rooms = request.services.rooms
    rows = await request.services.store.operators.tables(request.query(SEARCH))
    known = await standings(request.services, [row.id for row in rows])
    return [
        TableFound(
            *(row.id, row.status, bool(row.public), row.id in rooms.moderation.closed_tables, row.changed),
            known[row.id].viewers if row.id in known else 0,
            msgspec.json.decode(row.summary, type=TableSummary),
        )
        for row in rows
        if row.summary
    ]


async def found_people(request: ApiRequest) -> list[PersonFound]:
    """Find guests by id or name; those who were here last first."""
    services = request.services
    rows = await services.store.operators.people(request.query(SEARCH))
    here = addresses_by_guest(await windows(services))
    return [
        PersonFound(
            *(row.id, row.name, row.created, row.seen, row.tables),
            sorted(here.get(row.id, set())),
            services.rooms.moderation.banned_until(row.id),
        )
        for row in rows
    ]


async def found_addresses(request: ApiRequest) -> list[AddressFound]:
    """List the addresses with open windows, and the guests there."""
    services, search = request.services, request.query(SEARCH)
    guests_at: dict[str, list[str]] = {}
    for each in await windows(services):
        guests_at.setdefault(each.address, []).append(each.guest)
    return [
        AddressFound(address, sorted(set(guests)), len(guests), services.rooms.moderation.banned_until(address))
        for address, guests in sorted(guests_at.items())
        if search in address
    ]


def addresses_by_guest(windows: list[Window]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for each in windows:
        found.setdefault(each.guest, set()).add(each.address)
    return found


async def reports(request: ApiRequest) -> list[Report]:
    """List the players' reports, open ones first."""
    return await request.services.store.operators.reports()


async def bans(request: ApiRequest) -> list[Ban]:
    """List the bans in force."""
    return [ban for ban in await request.services.store.operators.bans() if ban.until > request.now]


async def audit(request: ApiRequest) -> list[AuditEntry]:
    """List the operators' actions, the latest first."""
    return await request.services.store.operators.audit()


async def operator_record(request: ApiRequest) -> web.Response:
    """Download the record of a finished game, even of a closed table."""
    table = (await load(request.services.store, request.path("table"))).table
    if table.status != "over":
        raise HttpError(409, "playing", "the game isn't over yet; its record would reveal hidden cards")
    return web.Response(text=await request.services.in_thread(table.record().write))


async def act(request: ApiRequest) -> Done:
    """Carry out an operator's action, and log it."""
    await carry_out(request.services, request.operator, request.body)
    return Done()
