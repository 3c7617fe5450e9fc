"""The actions of operators, and how the server carries them out. Each is logged with its reason before it happens."""

import ipaddress
import re
import secrets
from math import inf
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from carreau.server import wire
from carreau.server.api.endpoint import Services
from carreau.server.close_codes import BANNED, NO_TABLE
from carreau.server.identity import hashed
from carreau.server.limits import network
from carreau.server.logs import OperatorActed, tell
from carreau.server.news import Deleted, Moderated
from carreau.server.operator_records import AuditEntry, Ban
from carreau.server.problems import HttpError
from carreau.server.settings import GUEST_ID
from carreau.table import commands

HOUR: Final = 3600
Id = Annotated[str, Meta(min_length=1, max_length=64)]


class Action(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=wire.snake_case
):
    """An action of an operator, and why."""

    reason: Annotated[str, Meta(pattern=r"\S", max_length=500)]

    @property
    def target(self) -> str:
        """The object of the action, for the log."""
        return ", ".join(in_words(name, getattr(self, name)) for name in self.__struct_fields__ if name != "reason")


def in_words(field: str, value: object) -> str:
    """Write the value of an action's field for the log."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value} h" if field == "hours" else str(value)


class DeleteTable(Action, frozen=True, kw_only=True):
    """Delete a table and its game permanently."""

    table: Id


class CloseTable(Action, frozen=True, kw_only=True):
    """Disconnect everybody from a table and keep it closed."""

    table: Id


class ReopenTable(Action, frozen=True, kw_only=True):
    """Open a closed table again."""

    table: Id


class BanSomebody(Action, frozen=True, kw_only=True):
    """Ban a guest (by id) or an address for some hours."""

    who: Id
    hours: Annotated[int, Meta(ge=1, le=87_600)]


class Unban(Action, frozen=True, kw_only=True):
    """End a ban."""

    who: Id


class SignOutGuest(Action, frozen=True, kw_only=True):
    """Revoke all cookies of a guest."""

    guest: Id


class Announce(Action, frozen=True, kw_only=True):
    """Show a sentence to everybody; an empty one removes it."""

    text: Annotated[str, Meta(max_length=300)]


class SetMaintenance(Action, frozen=True, kw_only=True):
    """Allow no new games, or allow them again; games in progress continue."""

    on: bool


class SetLobby(Action, frozen=True, kw_only=True):
    """Open or close the lobby; without it, tables can only be found by their link."""

    open: bool


class ResolveReport(Action, frozen=True, kw_only=True):
    """Mark a report as dealt with."""

    report: Annotated[int, Meta(ge=1, le=1 << 53)]


AnyAction = (
    DeleteTable
    | CloseTable
    | ReopenTable
    | BanSomebody
    | Unban
    | SignOutGuest
    | Announce
    | SetMaintenance
    | SetLobby
    | ResolveReport
)


async def carry_out(services: Services, operator: str, action: AnyAction) -> None:
    """Log an action, then do it: nothing happens that isn't logged."""
    now = services.rooms.time.time()
    await check(services, action)
    kind = wire.snake_case(type(action).__name__)
    await services.store.operators.log(AuditEntry(now, operator, kind, action.target, action.reason))
    tell(OperatorActed(action=kind))
    match action:
        case DeleteTable(table=table):
            await delete_table(services, table)
        case CloseTable(table=table):
            await close_table(services, table)
        case ReopenTable(table=table):
            await services.rooms.moderation.reopen_table(table)
        case BanSomebody():
            await ban(services, operator, action, now)
        case Unban(who=who):
            await services.rooms.moderation.unban(canonical(who))
        case SignOutGuest(guest=guest):
            await services.store.replace_secrets(guest, hashed(secrets.token_urlsafe()))
            await services.sign_out(guest)
        case ResolveReport(report=report):
            await services.store.operators.resolve(report, now)
        case _:
            await change_site(services, action)
    await services.tell(Moderated())


async def check(services: Services, action: AnyAction) -> None:
    """Refuse an action whose object doesn't exist."""
    match action:
        case DeleteTable(table=table) | CloseTable(table=table) | ReopenTable(table=table):
            if await services.store.load(table) is None:
                raise HttpError(404, "no_table", "there is no such table")
        case SignOutGuest(guest=guest):
            if await services.store.guest(guest) is None:
                raise HttpError(404, "no_guest", "there is no such guest")
        case BanSomebody(who=who) | Unban(who=who):
            canonical(who)


def canonical(who: str) -> str:
    """Return the id of a guest, or the network of an address; refuse everything else."""
    if re.fullmatch(GUEST_ID, who):
        return who
    try:
        return network(str(ipaddress.ip_interface(who).ip))
    except ValueError:
        raise HttpError(400, "malformed", "name the id of a guest, or an address") from None


async def delete_table(services: Services, table: str) -> None:
    await services.rooms.delete(table, inf)
    disconnect_deleted(services, table)
    await services.tell(Deleted(table=table))


def disconnect_deleted(services: Services, table: str) -> None:
    services.disconnect(NO_TABLE, "an operator has deleted this table", table)


async def close_table(services: Services, table: str) -> None:
    await services.rooms.close_table(table)
    services.disconnect(NO_TABLE, "an operator has closed this table", table)


async def ban(services: Services, operator: str, action: BanSomebody, now: float) -> None:
    who = canonical(action.who)
    await services.rooms.moderation.ban(Ban(who, now + action.hours * HOUR, action.reason, operator, now))
    await keep_out(services, who)


async def keep_out(services: Services, who: str) -> None:
    """Disconnect somebody who is banned, and free their seats at tables that have not started."""
    services.disconnect(BANNED, "an operator has banned you", who)
    for room in list(services.rooms.in_memory.values()):
        if who in room.table.members and room.table.status == "open":
            await room.perform(lambda table, at: commands.leave(table, who, at))


async def change_site(services: Services, action: Announce | SetMaintenance | SetLobby) -> None:
    moderation = services.rooms.moderation
    match action:
        case Announce(text=text):
            site = msgspec.structs.replace(moderation.site, announcement=" ".join(text.split()))
        case SetMaintenance(on=on):
            site = msgspec.structs.replace(moderation.site, maintenance=on)
        case SetLobby(open=is_open):
            site = msgspec.structs.replace(moderation.site, lobby_closed=not is_open)
    await moderation.change_site(site)
    if isinstance(action, Announce):
        announce(services)


def announce(services: Services) -> None:
    """Show everybody what the operators have announced."""
    for room in services.rooms.in_memory.values():
        room.audience.send(wire.Announcement(text=services.rooms.moderation.site.announcement))


async def follow(services: Services) -> None:
    """Do what operators have decided at other servers."""
    moderation = services.rooms.moderation
    bans, closed, said = dict(moderation.bans), set(moderation.closed_tables), moderation.site.announcement
    await moderation.load()
    for who in moderation.bans.keys() - bans.keys():
        await keep_out(services, who)
    for table in moderation.closed_tables - closed:
        await services.rooms.forget(table)
        services.disconnect(NO_TABLE, "an operator has closed this table", table)
    if moderation.site.announcement != said:
        announce(services)
