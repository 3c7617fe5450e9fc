"""Visitors of three servers behind a proxy. `make browser-cluster` runs all tests of this folder there."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from tests.server.running import Running
from tests.web.conftest import GRACE, Arrive
from tests.web.three_servers import ThreeServers, three_servers

LEASE = 2  # seconds


@pytest.fixture
def three(tmp_path: Path) -> Iterator[ThreeServers]:
    """Start three servers. Name it before `arrive`: visitors leave first."""
    with three_servers(tmp_path, grace_seconds=GRACE, offline="false", lease_seconds=LEASE) as servers:
        yield servers


def metric(server: Running, name: str) -> int:
    found = re.search(rf"^carreau_{re.escape(name)} (\d+)", httpx.get(f"{server.url}/metrics").text, re.MULTILINE)
    assert found
    return int(found[1])


def test_two_go_on_when_the_server_of_their_table_is_killed(three: ThreeServers, arrive: Arrive) -> None:
    host, friend = (arrive(url=three.url) for _ in range(2))
    host.at_home().card("caro").get_by_role("button", name="Invite friends").click()
    host.button("Create table").click()
    host.page.locator(".invite code").wait_for()
    friend.page.goto(host.page.url)
    friend.button("Sit here").click()
    host.button("Start game").click()
    for player in (host, friend):
        assert player.move()

    assert sum(metric(server, "forwarded_sockets") for server in three.servers) >= 1
    [owner] = [server for server in three.servers if metric(server, 'tables{status="playing"}')]
    owner.kill()
    for player in (host, friend):
        expect(player.page.get_by_text("Connection lost")).to_be_visible()
    for player in (host, friend):
        expect(player.page.get_by_text("Connection lost")).to_be_hidden(timeout=20_000)
        player.complaints.clear()  # the browser's own message that it couldn't connect
    for tiles, player in enumerate((host, friend), 3):
        assert player.move()
        for each in (host, friend):
            expect(each.page.locator(".felt .laid")).to_have_count(tiles)
    owner.start()
