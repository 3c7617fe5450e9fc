"""Whatever is sent, the server answers in words, closes with a documented code, and changes nothing."""

import asyncio
import gzip
import json
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, suppress
from typing import Any, Final

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi import checks
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from carreau.core.errors import CarreauError
from carreau.core.laws import Walk
from carreau.core.rng import Rng
from carreau.games.catalogue import GAMES, game
from carreau.server import wire
from carreau.server.api.routes import ENDPOINTS
from tests.effort import EFFORT
from tests.server.client import COOKIE, PATIENCE, Guest, at_table, new_share
from tests.server.raw import spoken
from tests.server.running import Running, running

MESSAGE_BYTES: Final = 1 << 14  # of a server that nothing else was told
BODY_BYTES: Final = 1 << 18
TOO_LONG: Final = 1009
JSON: Final = {"Content-Type": "application/json"}


class Scene:
    """A server, and a game that goes on there: `host` has seat 0, `friend` 1 and 2, `stranger` none."""

    def __init__(self, server: Running, runner: asyncio.Runner) -> None:
        self.server = server
        self.runner = runner
        self.host, self.friend, self.stranger = (runner.run(Guest(server.url).arrive()) for _ in range(3))
        self.table = runner.run(self.begin())

    async def begin(self) -> str:
        table = await self.host.create("raufer", seats=3, sit=[{"seat": 0, "share": new_share()}])
        async with at_table(table, [self.host, self.friend]) as (host, friend):
            await friend.sit(1)
            await friend.sit(2)
            await host.start()
        return table

    def state(self) -> tuple[Any, int]:
        """All that is public of the table, and how much of it is on disk."""
        shown = self.runner.run(self.stranger.http.get(f"/api/tables/{self.table}")).json()
        with closing(sqlite3.connect(f"file:{self.server.database}?mode=ro", uri=True)) as database:
            (entries,) = database.execute("SELECT count(*) FROM entries WHERE table_id = ?", (self.table,)).fetchone()
        return shown, entries


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    folder = tmp_path_factory.mktemp("fuzz")
    assets = folder / "assets"
    assets.mkdir()
    (folder / "secret.txt").write_text("hidden", encoding="utf-8")
    (assets / "app.js").write_text("shown", encoding="utf-8")
    (assets / "app.js.gz").write_bytes(gzip.compress(b"shown"))
    (assets / "link.txt").symlink_to(folder / "secret.txt")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARREAU_CLIENT", str(folder))
        with running(folder, bots=1) as server, asyncio.Runner() as runner:
            found = Scene(server, runner)
            yield found
            for guest in (found.host, found.friend, found.stranger):
                runner.run(guest.http.aclose())


@pytest.fixture(autouse=True)
def unchanged(scene: Scene) -> Iterator[None]:
    """After each test the table is as it was, and the server has nothing to complain of."""
    before = scene.state()
    yield
    assert scene.state() == before
    scene.server.check()


# Sockets


class Raw:
    """A socket that sends what no client would."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    async def answers(self, message: str | bytes) -> list[dict[str, Any]]:
        """Everything that is answered to a message, and nothing that happens beside."""
        await self.socket.send(message)
        await self.socket.send('{"type": "ping", "ref": "the end"}')
        found: list[dict[str, Any]] = []
        while True:
            heard = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
            if heard.get("ref") == "the end" and heard["ok"]:
                return found
            if heard["type"] not in ("snapshot", "present"):
                found.append(heard)

    async def refused(self, message: str | bytes) -> dict[str, Any]:
        """The one answer to a message, which must be a refusal in words."""
        (answer,) = await self.answers(message)
        assert answer["type"] == "answer"
        assert answer["ok"] is False
        assert answer["code"]
        assert answer["text"]
        return answer


def dial(scene: Scene, cookie: str, **headers: str) -> connect:
    address = f"{scene.server.url.replace('http', 'ws', 1)}/api/tables/{scene.table}/socket"
    return connect(address, additional_headers={"Cookie": f"{COOKIE}={cookie}", **headers}, max_size=None)


@asynccontextmanager
async def opened(scene: Scene, guest: Guest) -> AsyncIterator[Raw]:
    async with dial(scene, guest.cookie) as line:
        yield Raw(line)


async def closing_code(line: ClientConnection) -> int:
    """With which code a socket is closed, whatever it says before."""
    try:
        while True:
            await asyncio.wait_for(line.recv(), PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


def deep(depth: int, inside: str = "") -> str:
    return "[" * depth + inside + "]" * depth


ACT: Final[dict[str, Any]] = {"type": "act", "ref": "a", "seat": 0, "decision": 1, "action": 0}

MALFORMED: Final = [
    "",
    " ",
    "null",
    "[]",
    "{}",
    "0",
    '"type"',
    "{",
    '{"type"',
    "NaN",
    "\0",
    "\ufeff{}",
    "{'say': 'ping', 'ref': ''}",
    '{"type": "ping"}',
    '{"ref": "a"}',
    '{"type": "shutdown", "ref": "a"}',
    '{"type": "PING", "ref": "a"}',
    '{"type": ["ping"], "ref": "a"}',
    '{"type": "ping", "ref": null}',
    '{"type": "ping", "ref": "' + "a" * 65 + '"}',
    '{"type": "ping", "ref": "\\ud800"}',
    '{"type": "ping", "ref": "a", "lag": NaN}',
    '{"type": "ping", "ref": "a", "lag": -1}',
    '{"type": "ping", "ref": "a", "lag": 1e999}',
    '{"type": "ping", "ref": "a"} {"type": "ping", "ref": "b"}',
    '{"type": "ping", "type": "start", "ref": "a"}',
    '{"type": "start", "ref": "a", "guest": "somebody else"}',
    '{"type": "type", "ref": "a", "text": ""}',
    '{"type": "type", "ref": "a", "text": "\u200b\u2800"}',
    '{"type": "type", "ref": "a", "text": "' + "x" * 2001 + '"}',
    '{"type": "ask_hint", "ref": "a", "seat": 0, "language": "../en"}',
    '{"type": "answer", "ref": "a", "ok": true}',
    json.dumps({**ACT, "seat": True}),
    json.dumps({**ACT, "seat": "0"}),
    json.dumps({**ACT, "seat": 0.0}),
    json.dumps({**ACT, "seat": -1}),
    json.dumps({**ACT, "seat": 2**64}),
    json.dumps({**ACT, "action": -1}),
    json.dumps({**ACT, "action": 10**3000}),
    json.dumps({**ACT, "action": 0}).replace('"action": 0', '"action": 1' + "0" * 8000),
    json.dumps({**ACT, "decision": 0}).replace('"decision": 0', '"decision": 1' + "0" * 8000),
    json.dumps({**ACT, "decision": 1e300}),
    deep(8000),
    '{"type": "set_pov", "ref": "a", "seat": ' + deep(8000) + "}",
    '{"type": "set_pov", "ref": "a", "more": ' + deep(8000) + "}",
    '{"more": ' + deep(8000) + ', "type": "set_pov", "ref": "a"}',
    b"",
    b"\x00\xff",
    b'{"type": "ping", "ref": "a"}',
]


@pytest.mark.parametrize("message", MALFORMED, ids=lambda message: repr(message[:60]))
def test_what_is_malformed_is_refused_in_words(scene: Scene, message: str | bytes) -> None:
    async def test() -> None:
        async with opened(scene, scene.host) as raw:
            await raw.refused(message)

    scene.runner.run(test())


@pytest.mark.parametrize("length", [MESSAGE_BYTES + 1, 1 << 20])
def test_what_is_too_long_closes_the_socket_and_nobody_else_s(scene: Scene, length: int) -> None:
    async def test() -> int:
        async with opened(scene, scene.host) as raw, opened(scene, scene.friend) as other:
            with suppress(ConnectionClosed):  # the server need not hear all of it to know that it is too long
                await raw.socket.send("x" * length)
            code = await closing_code(raw.socket)
            (answer,) = await other.answers('{"type": "ping", "ref": "a"}')
            assert answer["ok"]
            return code

    assert scene.runner.run(test()) == TOO_LONG


def test_a_line_that_breaks_at_any_moment_leaves_no_trace(scene: Scene) -> None:
    async def test() -> None:
        for moment in range(8):
            async with opened(scene, scene.host) as raw:
                for _ in range(moment):
                    await raw.socket.send('{"type": "set_pov", "ref": "a", "seat": 0}')
                raw.socket.transport.abort()

    scene.runner.run(test())


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KINDS: Final = [kind.__name__.lower() for kind in wire.AnyCommand.__args__]
FIELDS: Final = {field for kind in wire.AnyCommand.__args__ for field in kind.__struct_fields__}
WRONG = st.fixed_dictionaries(  # a field that no command has
    {"type": st.sampled_from(KINDS) | VALUES, "ref": st.text(max_size=70) | VALUES, "else": VALUES},
    optional=dict.fromkeys(FIELDS - {"ref"}, VALUES),
)
FUZZ = settings(
    max_examples=60 * EFFORT,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@FUZZ
@given(messages=st.lists(st.text() | st.binary() | VALUES.map(json.dumps) | WRONG.map(json.dumps), max_size=10))
def test_random_messages_are_refused(scene: Scene, messages: list[str | bytes]) -> None:
    async def test() -> None:
        async with opened(scene, scene.host) as raw:
            for message in messages:
                await raw.refused(message)

    scene.runner.run(test())


OTHERS_SEATS: Final[dict[str, dict[str, Any]]] = {
    "set_pov": {},
    "act": {"decision": 1, "action": 0},
    "request_undo": {},
    "answer_undo": {"agrees": True},
    "resign": {},
    "come_back": {},
    "ask_hint": {},
    "ask_previews": {},
}
NOT_NOW: Final = [
    ("host", {"type": "start"}, "started"),
    ("friend", {"type": "start"}, "started"),
    ("host", {"type": "sit", "seat": 0, "share": "0" * 32}, "started"),
    ("stranger", {"type": "sit", "seat": 0, "share": "0" * 32}, "started"),
    ("host", {"type": "stand", "seat": 0}, "started"),
    ("host", {"type": "add_bot", "seat": 1, "level": "1"}, "started"),
    ("host", {"type": "rematch"}, "playing"),
    ("stranger", {"type": "rematch"}, "not_yours"),
    ("host", {"type": "come_back", "seat": 0}, "stand_in"),
    ("host", {"type": "answer_undo", "seat": 0, "agrees": True}, "undo"),
    ("host", {"type": "request_undo", "seat": 0}, "undo"),
    ("host", {"type": "set_pov", "seat": 15}, "not_yours"),
    ("host", {"type": "act", "seat": 15, "decision": 1, "action": 0}, "no_seat"),
    ("host", {"type": "act", "seat": 0, "decision": 0, "action": 0}, "stale"),
    ("host", {"type": "act", "seat": 0, "decision": 999, "action": 0}, "stale"),
    ("host", {"type": "act", "seat": 0, "decision": -1, "action": 0}, None),
]


@pytest.mark.parametrize(("who", "command", "code"), NOT_NOW)
def test_what_does_not_fit_the_moment_is_refused(
    scene: Scene, who: str, command: dict[str, Any], code: str | None
) -> None:
    async def test() -> None:
        async with opened(scene, getattr(scene, who)) as raw:
            answer = await raw.refused(json.dumps({"ref": "a", **command}))
            assert answer["ref"] == "a"
            assert code in (None, answer["code"])

    scene.runner.run(test())


def test_what_is_not_legal_is_refused_with_the_rule_against_it(scene: Scene) -> None:
    async def test() -> None:
        async with at_table(scene.table, [scene.host, scene.friend]) as people:
            for one in people:
                for action in (*range(60), 10**9, 2**63 - 1):
                    if action not in one.legal:
                        answer = await one.act(action)
                        assert answer.code == ("illegal" if answer.clause else "unknown_action"), answer

    scene.runner.run(test())


@pytest.mark.parametrize(("who", "seats"), [("host", (1, 2)), ("friend", (0,)), ("stranger", (0, 1, 2))])
def test_nobody_does_anything_for_a_seat_of_others(scene: Scene, who: str, seats: tuple[int, ...]) -> None:
    async def test() -> None:
        async with opened(scene, getattr(scene, who)) as raw:
            for say, fields in OTHERS_SEATS.items():
                for seat in seats:
                    answer = await raw.refused(json.dumps({"type": say, "ref": "a", "seat": seat, **fields}))
                    assert answer["code"] == "not_yours"

    scene.runner.run(test())


def test_an_action_that_is_sent_again_is_done_once(scene: Scene) -> None:
    """Also under the name of one that was done, as something else, or over another socket."""

    async def test() -> None:
        table = await scene.host.create(
            "caro", sit=[{"seat": seat, "share": new_share()} for seat in (0, 1)], start=True
        )
        async with at_table(table, [scene.host, scene.host]) as (first, second):
            await first.pov(first.table.waiting[0])
            await second.pov(first.at.pov)
            done = first.acting(first.legal[0])
            await first.do(done)
            number = first.number
            other = wire.Act(ref=done.ref, seat=done.seat, decision=done.decision + 1, action=second.number)
            for command in (done, other):
                answer = await second.ask(command)
                assert answer.ok
                del second.answers[command.ref]
            again = wire.Act(
                ref="new", seat=done.seat, decision=done.decision, action=first.legal[0] if first.legal else 0
            )
            assert await first.refused(again) == "stale"
            assert first.number == number

    scene.runner.run(test())


@pytest.mark.parametrize("name", GAMES)
def test_why_an_action_is_refused_does_not_depend_on_what_is_hidden(name: str) -> None:
    """Every action, tried by every seat in positions that look the same to it."""
    walk, rng = Walk(game(name), 1), Rng(1)
    for step in range(24):
        if not walk.state.waiting() and walk.state.current < -1:
            break
        seat, action = walk.choose()
        walk.game.act(walk.state, seat, action)
        for viewer in range(walk.game.seats) if step % 4 == 0 else ():
            other = walk.game.guess(walk.state.view(viewer), rng)
            for each in range(min(walk.game.num_actions, 400)):
                assert refusal(walk.game, walk.state, viewer, each) == refusal(walk.game, other, viewer, each)


def refusal(played: Any, state: Any, seat: int, action: int) -> str:
    try:
        played.act(state.clone(), seat, action)
    except CarreauError as error:
        return str(error)
    return ""


# HTTP


CHECKS: Final = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
    checks.unsupported_method,
]


def test_every_endpoint_answers_as_its_document_says(scene: Scene) -> None:
    """To right and to wrong requests of people who are known and who are not, at tables that are there or not."""
    schema = schemathesis.openapi.from_url(f"{scene.server.url}/api/openapi.json")
    operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    assert len(operations) == len(ENDPOINTS)
    for operation in operations:
        has_input = operation.query or operation.body
        for mode in schemathesis.GenerationMode if has_input else [schemathesis.GenerationMode.POSITIVE]:
            for real in (None, {"table": scene.table}) if "{table}" in operation.path else (None,):
                ask(scene, operation.as_strategy(generation_mode=mode, path_parameters=real))


def ask(scene: Scene, cases: st.SearchStrategy[schemathesis.Case[Any]]) -> None:
    @settings(FUZZ, max_examples=6 * EFFORT, suppress_health_check=list(HealthCheck))
    @given(case=cases, known=st.booleans())
    def conforms(case: schemathesis.Case[Any], known: bool) -> None:
        cookies = {COOKIE: scene.stranger.cookie} if known else {}
        response = case.call(base_url=scene.server.url, cookies=cookies, timeout=PATIENCE)
        too_long = response.status_code == 413  # a refusal that schemathesis doesn't know as one
        case.validate_response(
            response, checks=CHECKS, excluded_checks=[checks.negative_data_rejection] if too_long else []
        )

    conforms()


@pytest.fixture(scope="module")
def record(scene: Scene) -> str:
    """Of a game that was given up after some moves."""

    async def played() -> str:
        seats = [{"seat": seat, "share": new_share()} for seat in (0, 1)]
        table = await scene.host.create("caro", sit=seats, start=True)
        async with at_table(table, [scene.host]) as (client,):
            for _ in range(6):
                await client.pov(client.table.waiting[0])
                await client.act(client.legal[0])
            await client.do(wire.Resign(ref="end", seat=0))
        return await scene.host.record(table)

    return scene.runner.run(played())


@FUZZ
@given(data=st.data())
def test_a_damaged_record_is_read_or_refused_in_words(scene: Scene, record: str, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(record)))
        length = data.draw(st.integers(0, 30))
        record = record[:place] + data.draw(st.text(max_size=12)) + record[place + length :]
    answer = scene.runner.run(scene.host.http.post("/api/records", json={"record": record}))
    assert answer.status_code in (200, 400), answer.text
    assert answer.status_code == 200 or answer.json()["text"]


# Files, cookies, headers


PATHS: Final = [
    "/assets/../secret.txt",
    "/assets/%2e%2e/secret.txt",
    "/assets/..%2fsecret.txt",
    "/assets/%2e%2e%2f%2e%2e%2fcarreau.db",
    "/assets/..%5csecret.txt",
    "/assets//etc/passwd",
    "/assets/%00",
    "/assets/" + "a" * 5000,
    "/assets/link.txt",
    "/assets/",
    "/assets",
]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path[:40])
def test_no_file_is_served_but_the_client_s(scene: Scene, path: str) -> None:
    status, head, body = spoken(scene.server.port, f"GET {path} HTTP/1.1")
    assert status == 404
    assert b"hidden" not in body
    assert b"SQLite" not in body
    assert "nosniff" in head


def test_the_client_s_files_are_served(scene: Scene) -> None:
    status, _, body = spoken(scene.server.port, "GET /assets/app.js HTTP/1.1")
    assert (status, body) == (200, b"shown")


def test_a_file_is_sent_compressed_to_those_who_can_read_that(scene: Scene) -> None:
    _, head, body = spoken(scene.server.port, "GET /assets/app.js HTTP/1.1", "Accept-Encoding: br, gzip")
    assert gzip.decompress(body) == b"shown"
    assert "content-encoding: gzip" in head.lower()
    assert "vary: accept-encoding" in head.lower()
    assert "content-type: text/javascript; charset=utf-8" in head.lower()


def test_a_file_that_has_not_changed_is_not_sent_again(scene: Scene) -> None:
    _, head, _ = spoken(scene.server.port, "GET /assets/app.js HTTP/1.1")
    (tag,) = [line.partition(": ")[2] for line in head.split("\r\n") if line.lower().startswith("etag:")]
    status, head, body = spoken(scene.server.port, "GET /assets/app.js HTTP/1.1", f"If-None-Match: {tag}")
    assert (status, body) == (304, b"")
    assert "no-cache" in head


def test_the_head_of_a_response_is_the_same_without_its_body(scene: Scene) -> None:
    for path in ("/assets/app.js", "/api/games", "/healthz"):
        (_, whole, body), (status, head, nothing) = (
            spoken(scene.server.port, f"{method} {path} HTTP/1.1") for method in ("GET", "HEAD")
        )
        assert (status, nothing) == (200, b"")
        assert f"content-length: {len(body)}" in head.lower()
        assert sorted(line.partition(":")[0] for line in head.split("\r\n")) == sorted(
            line.partition(":")[0] for line in whole.split("\r\n")
        )


def test_a_cookie_that_is_not_one_s_own_is_nobody_s(scene: Scene) -> None:
    host, friend = (guest.cookie.split(".") for guest in (scene.host, scene.friend))
    forged = [
        "",
        ".",
        "..",
        host[0],
        ".".join(host[:2]),
        ".".join([*host, ""]),
        ".".join([*host, host[2]]),
        ".".join([host[0], friend[1], friend[2]]),
        ".".join([friend[0], host[1], host[2]]),
        ".".join([host[0], host[1], friend[2]]),
        ".".join([host[0], host[1], host[2][:-1]]),
        ".".join([host[0], host[1], host[2][:-1] + ("A" if host[2][-1] != "A" else "E")]),
        ".".join([host[0].swapcase(), host[1], host[2]]),
        scene.host.cookie.upper(),
        f'"{scene.host.cookie}',
        "a" * 5000,
        "\u00e9" * 12,
    ]
    for cookie in forged:
        status, _, body = spoken(
            scene.server.port, f"GET /api/tables/{scene.table} HTTP/1.1", f"Cookie: {COOKIE}={cookie}"
        )
        assert (status, json.loads(body)["code"]) == (401, "who"), cookie


def test_a_forged_cookie_opens_no_socket(scene: Scene) -> None:
    async def code(cookie: str, **headers: str) -> int:
        async with dial(scene, cookie, **headers) as line:
            return await closing_code(line)

    async def test() -> list[int]:
        own = scene.host.cookie
        return [
            await code(""),
            await code(own[:-1]),
            await code(own + "A"),
            await code(own, Origin="https://evil.example"),
        ]

    assert scene.runner.run(test()) == [4401, 4401, 4401, 4403]


REQUESTS: Final[list[tuple[str, list[str], bytes, int]]] = [
    ("GET /api/nothing HTTP/1.1", [], b"", 404),
    ("GET /api/ HTTP/1.1", [], b"", 404),
    ("GET /api/me/ HTTP/1.1", [], b"", 404),
    ("GET /api/me/code HTTP/1.1", [], b"", 405),
    ("DELETE /api/me HTTP/1.1", [], b"", 405),
    ("PURGE /api/me HTTP/1.1", [], b"", 405),
    ("GET /api/tables/%00 HTTP/1.1", [], b"", 401),
    ("GET /api/games?language=../en HTTP/1.1", [], b"", 400),
    ("GET /api/games?language=%00 HTTP/1.1", [], b"", 400),
    (f"GET /api/games?language={'x' * 5000} HTTP/1.1", [], b"", 400),
    ("GET /api/games/caro/texts/xx HTTP/1.1", [], b"", 404),
    ("GET /api/games/nothing/texts/en HTTP/1.1", [], b"", 404),
    (f"GET /api/games/caro/texts/{'x' * 5000} HTTP/1.1", [], b"", 404),
    ("POST /api/me/move HTTP/1.1", ["Content-Length: 2", "Content-Type: text/plain"], b"{}", 415),
    ("POST /api/me/move HTTP/1.1", ["Content-Length: 2", "Content-Type: application/json"], b"{}", 400),
    ("POST /api/me/move HTTP/1.1", ["Content-Length: 11"], b'{"code":"\xff"', 400),
    ("POST /api/me/move HTTP/1.1", ["Content-Length: 2", "Origin: https://evil.example"], b"{}", 403),
    ("POST /api/me/move HTTP/1.1", ["Content-Length: 2", "Origin: null"], b"{}", 403),
    ("POST /api/me/move HTTP/1.1", ["Content-Length: 99999999"], b"{}", 413),
    ("POST /api/me/move HTTP/1.1", ["Transfer-Encoding: chunked"], b"ffffff\r\n" + b"x" * (BODY_BYTES + 1), 413),
]


@pytest.mark.parametrize(("first", "headers", "body", "status"), REQUESTS, ids=lambda part: str(part)[:50])
def test_what_can_t_be_served_is_refused_in_words(
    scene: Scene, first: str, headers: list[str], body: bytes, status: int
) -> None:
    found, head, answer = spoken(scene.server.port, first, *headers, body=body)
    assert found == status
    assert set(json.loads(answer)) == {"code", "text", "clause", "line"}
    assert "no-store" in head


@pytest.mark.parametrize(
    ("first", "header"),
    [
        ("BREW /api/me HTTP/1.1", "A: b"),
        ("GET /api/me HTTP/9.9", "A: b"),
        ("GET http://[bad/ HTTP/1.1", "A: b"),
        ("GET /api/me HTTP/1.1", "no header"),
        ("GET /api/me HTTP/1.1", "A: " + "x" * 10_000),
        ("GET /api/me HTTP/1.1", "A: b\r\n" * 200 + "A: b"),
        (f"GET /{'x' * 10_000} HTTP/1.1", "A: b"),
    ],
    ids=lambda part: part[:30],
)
def test_what_is_no_http_is_refused(scene: Scene, first: str, header: str) -> None:
    assert spoken(scene.server.port, first, header)[0] == 400


def test_whoever_asks_in_a_wrong_way_is_told_the_right_ones(scene: Scene) -> None:
    _, head, _ = spoken(scene.server.port, "DELETE /api/me HTTP/1.1")
    (allowed,) = [line for line in head.split("\r\n") if line.lower().startswith("allow:")]
    assert {word.strip() for word in allowed.partition(":")[2].split(",")} == {"GET", "HEAD", "PUT"}


@pytest.mark.parametrize("host", ["", "a b", "<script>", "x" * 5000, "evil.example/path", "user@host", "x:y"])
def test_a_strange_host_gets_into_no_picture(scene: Scene, host: str) -> None:
    status, _, body = spoken(scene.server.port, f"GET /api/tables/{scene.table}/qr.svg HTTP/1.1", f"Host: {host}")
    assert status == 400
    assert b"<" not in body


def test_deeply_nested_bodies_are_refused(scene: Scene) -> None:
    for body in (deep(50_000), '{"game": "caro", "options": {"honour": ' + deep(50_000) + "}}"):
        answer = scene.runner.run(scene.host.http.post("/api/tables", content=body, headers=JSON))
        assert answer.status_code == 400, answer.text
        assert len(answer.text) < 500
