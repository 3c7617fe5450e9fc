"""The decisions of operators: bans, closed tables, and the state of the site."""

from collections.abc import Iterable

from carreau.core.errors import CarreauError
from carreau.server.loading import NoTable
from carreau.server.operator_records import Ban, OperatorRecords, Site
from carreau.server.time_source import TimeSource


class Banned(CarreauError):
    """A request of a guest, or from an address, that an operator keeps out."""


class SiteClosed(CarreauError):
    """A request that the operators don't allow at the moment."""


class Moderation:
    """The operators' decisions in memory, as they are on disk."""

    def __init__(self, records: OperatorRecords, time: TimeSource) -> None:
        self.records = records
        self.time = time
        self.bans: dict[str, float] = {}  # the end, by guest or address
        self.closed_tables: set[str] = set()
        self.site = Site()

    async def load(self) -> None:
        self.bans = {ban.who: ban.until for ban in await self.records.bans()}
        self.closed_tables = set(await self.records.closed_tables())
        self.site = await self.records.site()

    def banned_until(self, who: str) -> float:
        """Return the end of a ban, 0 if there is none."""
        until = self.bans.get(who, 0.0)
        return until if until > self.time.time() else 0.0

    def refuse_banned(self, *keys: str) -> None:
        """Refuse a guest or an address that is banned."""
        if self.bans and any(map(self.banned_until, keys)):
            raise Banned("an operator has banned you from this server for a time")

    def refuse_closed(self, table: str) -> None:
        if table in self.closed_tables:
            raise NoTable("an operator has closed this table")

    def refuse_new_games(self) -> None:
        if self.site.maintenance:
            raise SiteClosed("no new games right now: the server is about to be maintained; games in progress continue")

    def refuse_public_table(self) -> None:
        if self.site.lobby_closed:
            raise SiteClosed("the lobby is closed: create a private table and send its link")

    def open_tables(self, tables: Iterable[str]) -> list[str]:
        return [table for table in tables if table not in self.closed_tables]

    async def ban(self, ban: Ban) -> None:
        await self.records.ban(ban)
        self.bans[ban.who] = ban.until

    async def unban(self, who: str) -> None:
        await self.records.unban(who)
        self.bans.pop(who, None)

    async def close_table(self, table: str) -> None:
        await self.records.close_table(table)
        self.closed_tables.add(table)

    async def reopen_table(self, table: str) -> None:
        await self.records.reopen_table(table)
        self.closed_tables.discard(table)

    async def change_site(self, site: Site) -> None:
        await self.records.save_site(site)
        self.site = site
