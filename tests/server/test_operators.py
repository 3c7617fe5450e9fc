"""Operators: what they can do, and that nobody else can."""

import asyncio
import sqlite3
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from carreau.server import wire
from carreau.server.api.routes import ENDPOINTS
from carreau.server.close_codes import BANNED, NO_TABLE, WHO
from carreau.server.creation import NewTable
from carreau.server.identity import DAY
from carreau.server.moderation import Banned, SiteClosed
from carreau.server.operator_access import NoServer, access_file, read_access
from carreau.server.operator_records import AuditEntry, Ban, Report
from carreau.server.sqlite import SqliteStore
from tests.command import carreau
from tests.server.client import Guest, Lost, guests
from tests.server.in_process import visited
from tests.server.operating import REASON, Operator, gone
from tests.server.place import HOST, opened
from tests.server.running import Running, running
from tests.server.storing import EARLIER

pytestmark = pytest.mark.anyio

OPERATIONS: Final = [each for each in ENDPOINTS if each.path.startswith("/api/admin/")]
SEATED: Final = [{"seat": 0, "share": "00" * 16}]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with running(tmp_path_factory.mktemp("operated"), reports_per_address=100_000) as server:
        yield server


@asynccontextmanager
async def operated(server: Running, people: int = 2) -> AsyncIterator[tuple[Operator, list[Guest]]]:
    operator = Operator(server)
    async with guests(server.url, people) as found, operator.http:
        yield operator, list(found)


async def refused(guest: Guest, table: str) -> int:
    """Return the code with which a guest's socket is refused."""
    with pytest.raises(Lost, match=r"4\d\d\d") as lost:
        await guest.connect(table)
    return next(code for code in (BANNED, NO_TABLE, WHO) if str(code) in str(lost.value))


# Nobody else


def ids(each: Any) -> str:
    return f"{each.method} {each.path}"


@pytest.mark.parametrize("endpoint", OPERATIONS, ids=ids)
async def test_no_operator_s_endpoint_answers_anybody_else(server: Running, endpoint: Any) -> None:
    """Neither strangers nor guests, with no token or any but the right one, with or without a body."""
    path, token = endpoint.path.replace("{table}", "x"), read_access(server.access).token
    wrong = ["", "Bearer", "Bearer x", f"Bearer {token[:-1]}", f"Bearer {token}x", token, f"Basic {token}"]
    async with guests(server.url, 1) as (guest,):
        for given in [*map(str.encode, wrong), "Bearer é".encode(), b"Bearer \xff"]:
            headers = [(b"Authorization", given)]
            answer = await guest.http.request(endpoint.method, path, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "operators")
            async with httpx.AsyncClient(base_url=server.url) as nobody:
                answer = await nobody.request(endpoint.method, path, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (401, "who")


async def test_every_operator_s_endpoint_is_declared_as_one() -> None:
    assert OPERATIONS
    assert all(each.operator and not each.anyone for each in OPERATIONS)


async def test_the_token_counts_only_on_the_server_s_own_machine(server: Running) -> None:
    async with operated(server, 0) as (operator, _):
        answer = await operator.http.get("/api/admin/log", headers={"X-Forwarded-For": "192.0.2.9"})
        assert answer.status_code == 401


async def test_the_token_is_compared_in_constant_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[bytes] = []
    async with visited(tmp_path) as (server, guest):
        headers = {"Authorization": f"Bearer {server.services.token}"}
        assert (await guest.get("/api/admin/log", headers=headers)).status_code == 200
        monkeypatch.setattr("hmac.compare_digest", lambda given, _: compared.append(given))  # None: never equal
        assert (await guest.get("/api/admin/log", headers=headers)).status_code == 401
        assert compared == [headers["Authorization"].encode()]


async def test_only_the_owner_can_read_the_token_and_it_ends_with_the_server(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        file = access_file(server.database)
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        token = read_access(file).token
        assert token not in repr(read_access(file))
        server.stop()
        assert not file.exists()
        with pytest.raises(NoServer, match="no server is running"):
            read_access(file)
        server.start()
        assert read_access(file).token != token


async def test_other_sites_cannot_make_an_operator_act(tmp_path: Path) -> None:
    """A named operator's cookie is no use to a page of another site."""
    with running(tmp_path) as server:
        async with guests(server.url, 1) as (ada,):
            server.stop()
            server.settings["operators"] = ada.id
            server.start()
            body = {"type": "set_maintenance", "on": True, **REASON}
            answer = await ada.http.post("/api/admin/actions", json=body, headers={"Origin": "https://evil.example"})
            assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")
            assert (await ada.http.get("/api/admin/log")).json() == []
            assert (await ada.http.get("/api/me")).json()["operator"] is True
            assert (await ada.http.post("/api/admin/actions", json=body)).status_code == 200
            (entry,) = (await ada.http.get("/api/admin/log")).json()
            assert (entry["operator"], entry["action"]) == (f"{ada.name} ({ada.id})", "set_maintenance")
            assert (await ada.http.get("/api/site")).json()["maintenance"] is True


# Bans


async def test_a_banned_guest_can_neither_sit_nor_create_nor_chat_nor_watch(server: Running) -> None:
    async with operated(server) as (operator, (host, friend)):
        table = await host.create("caro")
        client = await friend.connect(table)
        await client.sit(0)
        await operator.act("ban_somebody", who=friend.id, hours=1)
        assert await gone(client) == BANNED
        assert await refused(friend, table) == BANNED
        for method, path in (("POST", "/api/tables"), ("GET", "/api/tables"), ("GET", f"/api/tables/{table}")):
            answer = await friend.http.request(method, path)
            assert (answer.status_code, answer.json()["code"]) == (403, "banned")
        watching = await host.connect(table)
        await watching.until(lambda: not watching.table.seats[0].guest)  # the seat is free again
        await watching.close()
        (banned,) = [each for each in await operator.list("bans") if each["who"] == friend.id]
        assert banned["reason"] == "a test"
        await operator.act("unban", who=friend.id)
        await (await friend.connect(table)).close()


async def test_a_banned_address_gets_no_new_guest_and_no_socket(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        async with operated(server, 1) as (operator, (guest,)):
            table = await guest.create("caro")
            client = await guest.connect(table)
            assert [each["address"] for each in await operator.list("addresses")] == ["127.0.0.1"]
            (person,) = await operator.list("people", guest.id)
            assert person["addresses"] == ["127.0.0.1"]
            await operator.act("ban_somebody", who="127.0.0.1", hours=1)
            assert await gone(client) == BANNED
            assert await refused(guest, table) == BANNED
            assert httpx.get(f"{server.url}/api/me").json()["code"] == "banned"
            server.stop()
            server.start()  # a ban outlives a restart
            assert await refused(guest, table) == BANNED
            async with Operator(server).http as http:
                body = {"type": "unban", "who": "127.0.0.1", **REASON}
                assert (await http.post("/api/admin/actions", json=body)).status_code == 200
            await (await guest.connect(table)).close()


async def test_a_ban_ends_on_time(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        moderation, now = place.rooms.moderation, place.time.time()
        await moderation.ban(Ban("ada", now + 3600, "why", "op", now))
        moderation.refuse_banned("bo", "192.0.2.1")
        await place.time.go_on(3599)
        with pytest.raises(Banned):
            moderation.refuse_banned("ada", "192.0.2.1")
        await place.time.go_on(1)
        moderation.refuse_banned("ada", "192.0.2.1")
        await place.rooms.clean_up(place.time.time())
        assert await place.disk.operators.bans() == []


@pytest.mark.parametrize("who", ["", "ada", "192.0.2.999", "x" * 64, "../../etc"])
async def test_nobody_is_banned_by_mistake(server: Running, who: str) -> None:
    async with operated(server, 0) as (operator, _):
        answer = await operator.http.post(
            "/api/admin/actions", json={"type": "ban_somebody", "who": who, "hours": 1, **REASON}
        )
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


# Tables and the site


async def test_a_closed_table_stays_closed_until_it_is_reopened(server: Running) -> None:
    async with operated(server, 1) as (operator, (host,)):
        table = await host.create("caro")
        client = await host.connect(table)
        await operator.act("close_table", table=table)
        assert await gone(client) == NO_TABLE
        assert await refused(host, table) == NO_TABLE
        assert table not in str((await host.http.get("/api/tables")).json())
        for path in ("", "/record", "/replay", "/luck", "/qr.svg"):
            assert (await host.http.get(f"/api/tables/{table}{path}")).json()["code"] == "no_table", path
        (found,) = await operator.list("tables", table)
        assert found["closed"]
        await operator.act("reopen_table", table=table)
        await (await host.connect(table)).close()


async def test_a_deleted_table_is_gone(server: Running) -> None:
    async with operated(server, 1) as (operator, (host,)):
        table = await host.create("caro")
        client = await host.connect(table)
        await operator.act("delete_table", table=table)
        assert await gone(client) == NO_TABLE
        assert await operator.list("tables", table) == []
        again = {"type": "delete_table", "table": table, **REASON}
        assert (await operator.http.post("/api/admin/actions", json=again)).status_code == 404


async def test_an_operator_sees_no_secret_of_a_running_game(server: Running) -> None:
    async with operated(server, 1) as (operator, (host,)):
        seats = [{"seat": seat, "share": "ab" * 16} for seat in (0, 1)]
        table = await host.create("qarre", seats=2, sit=seats, start=True)
        (found,) = await operator.list("tables", table)
        assert set(found) == {"id", "status", "public", "closed", "changed", "viewers", "about"}
        assert set(found["about"]) == {"game", "options", "clock", "seats", "free", "rematch"}
        record = await operator.http.get(f"/api/admin/tables/{table}/record")
        assert (record.status_code, record.json()["code"]) == (409, "playing")
        client = await host.connect(table)
        await client.do(wire.Resign(ref="end", seat=0))
        await client.close()
        await operator.act("close_table", table=table)
        record = await operator.http.get(f"/api/admin/tables/{table}/record")
        assert record.status_code == 200
        assert "qarre" in record.text


async def test_maintenance_lets_games_go_on_but_starts_none(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        async with operated(server, 2) as (operator, (host, friend)):
            table = await host.create("caro", private=False)
            await operator.act("set_maintenance", on=True)
            assert (await host.http.post("/api/tables", json={"game": "caro"})).json()["code"] == "closed"
            client = await friend.connect(table)
            assert await client.refused(client.sitting(0)) == "closed"
            await operator.act("set_maintenance", on=False)
            await client.sit(0)
            await operator.act("set_maintenance", on=True)
            assert await client.refused(wire.Start(ref="start")) == "closed"
            await operator.act("set_maintenance", on=False)
            await operator.act("set_lobby", open=False)
            assert (await friend.http.get("/api/tables")).json()["open"] == []
            answer = await friend.http.post("/api/tables", json={"game": "caro", "private": False})
            assert answer.json()["code"] == "closed"
            await friend.create("caro")
            await operator.act("announce", text="Back  at noon")
            await client.until(lambda: wire.Announcement(text="Back at noon") in client.messages)
            await client.close()
            late = await friend.connect(table)
            await late.until(lambda: wire.Announcement(text="Back at noon") in late.messages)
            await late.close()
            server.stop()
            server.start()
            site = httpx.get(f"{server.url}/api/site").json()
            assert (site["announcement"], site["lobby_closed"], site["maintenance"]) == ("Back at noon", True, False)


async def test_new_games_are_refused_without_a_trace(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        moderation = place.rooms.moderation
        await moderation.change_site(type(moderation.site)(maintenance=True))
        with pytest.raises(SiteClosed):
            await place.rooms.create(HOST, NewTable("caro"))
        assert await place.disk.operators.tables("") == []


# Reports and the log


async def test_a_report_keeps_the_chat_for_the_operators(server: Running) -> None:
    async with operated(server) as (operator, (host, friend)):
        table = await host.create("caro")
        client = await friend.connect(table)
        await client.sit(0)
        await client.do(wire.Chat(ref="chat", text="something rude"))
        body = {"accused": friend.id, "reason": "chat", "text": "see there"}
        assert (await host.http.post(f"/api/tables/{table}/reports", json=body)).status_code == 200
        await client.close()
        await operator.act("delete_table", table=table)
        (report,) = [each for each in await operator.list("reports") if each["table"] == table]
        assert (report["accused"], report["reporter"], report["name"]) == (friend.id, host.id, friend.name)
        assert (report["reason"], report["text"], report["address"]) == ("chat", "see there", "127.0.0.1")
        assert [line["text"] for line in report["chat"]] == ["something rude"]
        await operator.act("resolve_report", report=report["id"])
        (report,) = [each for each in await operator.list("reports") if each["table"] == table]
        assert report["resolved"] > 0
        assert (await host.http.get("/api/admin/reports")).status_code == 403


async def test_nobody_is_reported_who_is_not_there_nor_too_often(tmp_path: Path) -> None:
    with running(tmp_path, reports_per_address=3) as server:
        async with guests(server.url, 1) as (host,):
            table = await host.create("caro", sit=SEATED)
            path = f"/api/tables/{table}/reports"
            assert (await host.http.post(path, json={"accused": "nobody", "reason": "name"})).status_code == 404
            body = {"accused": host.id, "reason": "name"}
            found = [(await host.http.post(path, json=body)).status_code for _ in range(4)]
            assert found == [200, 200, 200, 429]


async def test_every_action_is_in_the_log_with_its_reason(server: Running) -> None:
    async with operated(server, 1) as (operator, (guest,)):
        await operator.act("ban_somebody", who=guest.id, hours=2)
        await operator.act("unban", who=guest.id)
        second, first = (await operator.list("log"))[:2]
        assert (first["operator"], first["action"]) == ("local: ada", "ban_somebody")
        assert (first["target"], first["reason"]) == (f"{guest.id}, 2 h", "a test")
        assert second["action"] == "unban"
        for without in ({}, {"reason": ""}, {"reason": " "}):
            body = {"type": "unban", "who": guest.id, **without}
            assert (await operator.http.post("/api/admin/actions", json=body)).status_code == 400


# Signing out


async def test_signing_out_everywhere_revokes_all_other_cookies_and_codes(server: Running) -> None:
    async with operated(server, 1) as (_, (guest,)):
        table = await guest.create("caro")
        client = await guest.connect(table)
        old, code = guest.cookie, (await guest.http.post("/api/me/code")).json()["code"]
        assert (await guest.http.post("/api/me/sign-out")).status_code == 200
        assert await gone(client) == WHO
        assert guest.cookie != old
        await (await guest.connect(table)).close()
        answer = httpx.get(f"{server.url}/api/tables", headers={"Cookie": f"carreau={old}"})
        assert answer.json()["code"] == "who"
        assert httpx.post(f"{server.url}/api/me/move", json={"code": code}).status_code == 400


async def test_an_operator_can_sign_a_guest_out(server: Running) -> None:
    async with operated(server, 1) as (operator, (guest,)):
        await operator.act("sign_out_guest", guest=guest.id)
        assert (await guest.http.get("/api/tables")).json()["code"] == "who"


# The database and the command


async def test_a_database_of_an_earlier_version_gets_the_operators_tables(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "old.db")) as old:
        old.executescript(EARLIER.read_text(encoding="utf-8"))
    store = SqliteStore(tmp_path / "old.db")
    try:
        records = store.operators
        assert (await records.bans(), await records.reports(), await records.audit()) == ([], [], [])
        assert await records.closed_tables() == []
        assert not (await records.site()).maintenance
        tables = await records.tables("")
        assert tables
        await records.close_table(tables[0].id)
        await store.delete(tables[0].id, float("inf"))
        assert await records.closed_tables() == []
    finally:
        await store.close()


async def test_reports_and_the_log_are_forgotten_after_a_year(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        moderation, now = place.rooms.moderation, place.time.time()
        records = place.disk.operators
        await moderation.ban(Ban("ada", now + 800 * DAY, "why", "op", now))
        await records.log(AuditEntry(now, "op", "ban_somebody", "ada", "why"))
        await records.add_report(Report(0, now, "table", "bo", "ada", "Ada", "", "chat", "", []))
        await place.rooms.clean_up(now + 360 * DAY)
        assert (len(await records.audit()), len(await records.reports())) == (1, 1)
        await place.rooms.clean_up(now + 400 * DAY)
        assert (await records.audit(), await records.reports()) == ([], [])
        assert [ban.who for ban in await records.bans()] == ["ada"]


async def test_the_command_lists_and_acts_on_a_running_server(server: Running) -> None:
    given = ("--database", str(server.database))
    async with operated(server, 1) as (operator, (guest,)):
        table = await guest.create("caro")
        listed = await asyncio.to_thread(carreau, "admin", "tables", table, *given)
        assert table in listed.stdout
        assert guest.id in (await asyncio.to_thread(carreau, "admin", "people", guest.id, *given)).stdout
        done = await asyncio.to_thread(carreau, "admin", "ban", guest.id, "--hours", "2", "--reason", "rude", *given)
        assert done.stdout.strip() == "done"
        assert "rude" in (await asyncio.to_thread(carreau, "admin", "bans", *given)).stdout
        assert "ban_somebody" in (await asyncio.to_thread(carreau, "admin", "log", *given)).stdout
        await operator.act("unban", who=guest.id)
        body = {"accused": guest.id, "reason": "other", "text": "[red]see[/red] :smile:\n\x1b[2J"}
        await guest.http.post(f"/api/tables/{await guest.create('caro', sit=SEATED)}/reports", json=body)
        reports = (await asyncio.to_thread(carreau, "admin", "reports", *given)).stdout
        assert "[red]see[/red] :smile: \\x1b[2J" in reports  # as it was written, but harmless in a terminal
    wrong = await asyncio.to_thread(carreau, "admin", "delete", "nothing", "--reason", "x", *given)
    assert (wrong.returncode, wrong.stderr.strip()) == (2, "there is no such table")
    silent = await asyncio.to_thread(carreau, "admin", "delete", "nothing", "--reason", " ", *given)
    assert silent.returncode == 2
    assert "say why" in silent.stderr
