"""HTTP: whatever is requested, the server responds as its OpenAPI document says, and changes nothing."""

import gzip
import json
from typing import Any, Final

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi import checks

from carreau.server import wire
from carreau.server.api.routes import ENDPOINTS
from tests.effort import EFFORT
from tests.server.client import COOKIE, PATIENCE, Guest, at_table, new_share
from tests.server.fuzzing import FUZZ, Scene, closing_code, deep, dial
from tests.server.raw import spoken

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("anyio_backend", "unchanged")]

BODY_BYTES: Final = 1 << 18
JSON: Final = {"Content-Type": "application/json"}
CHECKS: Final = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
    checks.unsupported_method,
]


def test_every_endpoint_answers_as_its_document_says(scene: Scene) -> None:
    """To valid and invalid requests, with and without an identity, about existing and missing tables."""
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
        if known:
            keep_cookie(scene.stranger, response.headers.get("set-cookie", []))
        too_long = response.status_code == 413  # a refusal that schemathesis doesn't recognise
        case.validate_response(
            response, checks=CHECKS, excluded_checks=[checks.negative_data_rejection] if too_long else []
        )

    conforms()


def keep_cookie(guest: Guest, headers: list[str]) -> None:
    """Keep a new cookie, as a browser does: signing out revokes the old one."""
    for header in headers:
        guest.http.cookies.clear()
        guest.http.cookies.set(COOKIE, header.partition("=")[2].partition(";")[0])


@pytest.fixture(scope="module")
async def record(scene: Scene) -> str:
    """Return the record of a game that was resigned after some moves."""
    seats = [{"seat": seat, "share": new_share()} for seat in (0, 1)]
    table = await scene.host.create("caro", sit=seats, start=True)
    async with at_table(table, [scene.host]) as (client,):
        for _ in range(6):
            await client.pov(client.table.waiting[0])
            await client.act(client.legal[0])
        await client.do(wire.Resign(ref="end", seat=0))
    return await scene.host.record(table)


@FUZZ
@given(data=st.data())
async def test_a_damaged_record_is_read_or_refused_in_words(scene: Scene, record: str, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(record)))
        length = data.draw(st.integers(0, 30))
        record = record[:place] + data.draw(st.text(max_size=12)) + record[place + length :]
    answer = await scene.host.http.post("/api/records", json={"record": record})
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


async def test_a_forged_cookie_opens_no_socket(scene: Scene) -> None:
    own = scene.host.cookie
    for cookie in ("", own[:-1], own + "A"):
        async with dial(scene, cookie) as line:
            assert await closing_code(line) == 4401
    async with dial(scene, own, Origin="https://evil.example") as line:
        assert await closing_code(line) == 4403


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


async def test_no_body_is_unpacked(scene: Scene) -> None:
    """A compressed body is read as it is, so it is malformed; a few bytes could become gigabytes."""
    body = gzip.compress(b'{"game": "caro"' + b" " * 10_000_000 + b"}")
    answer = await scene.host.http.post("/api/tables", content=body, headers={**JSON, "Content-Encoding": "gzip"})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


async def test_deeply_nested_bodies_are_refused(scene: Scene) -> None:
    for body in (deep(50_000), '{"game": "caro", "options": {"honour": ' + deep(50_000) + "}}"):
        answer = await scene.host.http.post("/api/tables", content=body, headers=JSON)
        assert answer.status_code == 400, answer.text
        assert len(answer.text) < 500
