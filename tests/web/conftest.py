"""A real browser at a real server with the built client: what people see, click and type."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Route, sync_playwright

from carreau.server.settings import Settings
from tests.server.running import Running
from tests.web.chromium import launch
from tests.web.looks import DEVICES, PICTURES
from tests.web.three_servers import ThreeServers, three_servers
from tests.web.visitor import LEVEL, Visitor

NAME: Final = "Ada"  # a name that fits everywhere
GRACE: Final = 1  # seconds until a bot stands in for an absent player

Arrive = Callable[..., Visitor]


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running | ThreeServers]:
    """Start a server that all tests share; with CLUSTER=1, three behind a proxy (`make browser-cluster`)."""
    client = Path(os.environ.get("CARREAU_CLIENT", str(Settings(database=Path()).client)))
    if not (client / "index.html").exists():
        pytest.fail(f"there is no web client in {client}: `make setup` builds it", pytrace=False)
    start = three_servers if os.environ.get("CLUSTER") else Running
    with start(tmp_path_factory.mktemp("web"), grace_seconds=GRACE, offline="false") as running:
        yield running


# Not session-wide: while Playwright runs, nothing else in the process can run an event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        yield browser
        browser.close()


@pytest.fixture
def arrive(browser: Browser, server: Running | ThreeServers) -> Iterator[Arrive]:
    """Yield a factory of visitors, each with a browser; none of their consoles may contain anything at the end."""
    visitors: list[Visitor] = []

    def arrive(device: str = "desktop", url: str = server.url, **wanted: Any) -> Visitor:
        usual = {"locale": "en-GB", "reduced_motion": "reduce", "base_url": url}
        wanted = {**usual, **DEVICES[device], **wanted}
        context = browser.new_context(**wanted)
        context.add_init_script("localStorage.carreau ??= JSON.stringify({ speed: 'off' })")
        context.route("**/api/tables", with_weak_bots)
        visitors.append(Visitor(context, url, touch=device == "phone", language=wanted["locale"][:2]))
        context.request.get(f"{url}/api/me")
        context.request.put(f"{url}/api/me", data={"name": NAME})
        return visitors[-1]

    yield arrive
    for visitor in visitors:
        visitor.context.close()
    assert [visitor.complaints for visitor in visitors if visitor.complaints] == []


def with_weak_bots(route: Route) -> None:
    wanted = route.request.post_data_json if route.request.method == "POST" else None
    if wanted is None or not wanted.get("bots"):
        route.continue_()
    else:
        route.continue_(post_data=json.dumps({**wanted, "bots": dict.fromkeys(wanted["bots"], LEVEL)}))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print what was measured, and where the pictures are."""
    measured = [each for report in terminalreporter.getreports("passed") for each in report.user_properties]
    for name, value in measured:
        terminalreporter.write_line(f"{name}: {value}")
    if PICTURES.exists():
        terminalreporter.write_line(f"pictures of every table: {PICTURES}")
