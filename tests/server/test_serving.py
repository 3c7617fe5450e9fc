"""`carreau serve` before the first guest: addresses, output, and reasons not to start."""

import io
import os
import resource
import socket
import sys
from pathlib import Path

import pytest
from rich.console import Console

from carreau.cli import serve as command
from carreau.cli.main import backup
from carreau.cli.serve import MOST_FILES, TURN, allow_many_sockets, greet, listen, run_server
from carreau.core.errors import CarreauError
from carreau.server.app import Server
from carreau.server.logs import StoreFailed
from carreau.server.running import serve
from carreau.server.settings import Settings
from carreau.server.sqlite import SqliteStore
from carreau.server.store import StoreError

pytestmark = pytest.mark.anyio

HAS_IPV6 = socket.has_dualstack_ipv6() and Path("/proc/net/if_inet6").exists()


def settings(host: str, port: int = 0, public_url: str = "", database: str = "some.db") -> Settings:
    return Settings(host=host, port=port, public_url=public_url, database=Path(database))


@pytest.mark.parametrize(
    ("host", "reached"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("localhost", "127.0.0.1"),
        ("::1", "::1"),
        ("::", "::1"),
        ("::", "127.0.0.1"),
    ],
)
def test_it_listens_where_it_was_told_to(host: str, reached: str) -> None:
    if ":" in host and not HAS_IPV6:
        pytest.skip("this machine has no IPv6")
    with listen(settings(host)) as listening:
        port = listening.getsockname()[1]
        with socket.create_connection((reached, port), timeout=30):
            pass


def test_where_it_cannot_listen_is_named_with_the_reason() -> None:
    with listen(settings("127.0.0.1")) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(
            CarreauError, match=rf"^can't listen on 127\.0\.0\.1, port {port} \(Address already in use\):"
        ):
            listen(settings("127.0.0.1", port))
    for host in ("203.0.113.77", "nowhere.invalid", ".."):
        with pytest.raises(
            CarreauError, match=rf"can't listen on {host}, port 0 \([^()]+\): --host must be an address"
        ):
            listen(settings(host))


def greeting(given: Settings, monkeypatch: pytest.MonkeyPatch, encoding: str = "utf-8") -> str:
    monkeypatch.setattr(command, "local_address", lambda: "198.51.100.7")
    out = io.TextIOWrapper(io.BytesIO(), encoding)
    greet(Console(file=out, width=30), given, 8000)
    out.seek(0)
    return out.read()


@pytest.mark.parametrize(
    ("given", "addresses"),
    [
        (settings("0.0.0.0"), ["http://localhost:8000", "http://198.51.100.7:8000"]),  # noqa: S104
        (settings("::"), ["http://localhost:8000", "http://198.51.100.7:8000"]),
        (settings("127.0.0.1"), ["http://localhost:8000"]),
        (settings("localhost"), ["http://localhost:8000"]),
        (settings("127.0.0.2"), ["http://127.0.0.2:8000"]),
        (settings("::1"), ["http://[::1]:8000"]),
        (settings("2001:db8::5"), ["http://[2001:db8::5]:8000"] * 2),
        (settings("192.0.2.5"), ["http://192.0.2.5:8000"] * 2),
        (settings("127.0.0.1", public_url="https://a.example"), ["http://localhost:8000", "https://a.example"]),
    ],
)
def test_the_addresses_that_are_shown_are_right(
    given: Settings, addresses: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = greeting(given, monkeypatch)
    assert [word for word in said.split() if word.startswith("http")] == addresses
    assert ("█" in said) == (len(addresses) > 1)


def test_names_are_shown_as_they_are_and_no_picture_where_none_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    given = settings("0.0.0.0", database="/a long folder/[red]/[/x]/some.db")  # noqa: S104
    said = greeting(given, monkeypatch, "ascii")
    assert "database: /a long folder/[red]/[/x]/some.db; stop" in said
    assert "http://198.51.100.7:8000" in said


async def test_a_backup_is_named_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await SqliteStore(tmp_path / "some.db").close()
    copy = tmp_path / "[red]copy[b].db"
    backup(copy, str(tmp_path / "some.db"))
    assert capsys.readouterr().out == f"copied to {copy}\n"
    assert copy.exists()


async def fails(_: Server, __: str) -> None:
    raise StoreError("the disk is full", "full")


async def test_why_it_could_not_start_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Server, "start", fails)
    server = Server(Settings(database=tmp_path / "some.db", bots=1))
    with listen(settings("127.0.0.1")) as listening, pytest.raises(CarreauError, match="the disk is full"):
        await serve(server, listening)
    await server.store.close()
    told = [record.msg for record in caplog.records if isinstance(record.msg, StoreFailed)]
    assert [(each.doing, each.fault) for each in told] == [("starting", "full")]


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Record the thread switch interval, except for the tests' own threads."""
    said: list[float] = []
    monkeypatch.setattr(sys, "setswitchinterval", said.append)
    return said


def test_why_it_could_not_start_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, turns: list[float]) -> None:
    monkeypatch.setattr(Server, "start", fails)
    monkeypatch.setattr(command, "configure", lambda _: None)  # the tests keep their own log
    for name in [name for name in os.environ if name.startswith("CARREAU_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    given = {"host": "127.0.0.1", "port": 0, "database": tmp_path / "some.db", "bots": 1}
    with pytest.raises(CarreauError, match=r"^the server could not start: the disk is full$"):
        run_server(Console(file=io.StringIO()), given)
    assert turns == [TURN]


def test_a_server_may_have_as_many_sockets_as_the_machine_allows() -> None:
    before = soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 1024), hard))
        for _ in range(2):
            allow_many_sockets()
            assert resource.getrlimit(resource.RLIMIT_NOFILE) == (max(1024, min(hard, MOST_FILES)), hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
