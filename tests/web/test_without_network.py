"""Without a connection: the client opens with what was visited before, and says what needs one."""

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

from carreau.games.lessons import script
from carreau.server.settings import Settings
from tests.server.running import Running
from tests.web.conftest import Arrive
from tests.web.visitor import Visitor

KEPT: Final = """async () => {
  const keys = [];
  for (const name of await caches.keys()) for (const key of await (await caches.open(name)).keys()) keys.push(key.url);
  return keys.map(key => key.replace(location.origin, ""));
}"""
CONTROLLED: Final = "() => navigator.serviceWorker.controller !== null"
PUBLIC: Final = re.compile(r"/(assets/.*)?|/api/games(\?.*|/\w+(\?.*|/texts/\w+|/pictures|/lesson\?.*)?)?")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the client, which a test may replace by another version."""
    built = Path(os.environ.get("CARREAU_CLIENT", str(Settings(database=Path()).client)))
    return Path(shutil.copytree(built, tmp_path_factory.mktemp("copy") / "client"))


@pytest.fixture(scope="module")
def keeping(tmp_path_factory: pytest.TempPathFactory, client: Path) -> Iterator[Running]:
    with Running(tmp_path_factory.mktemp("keeping"), client=str(client)) as running:
        yield running


def visit(arrive: Arrive, server: Running, *paths: str) -> Visitor:
    """Return a visitor who has opened these pages, the first before anything could be kept."""
    visitor = arrive(base_url=server.url)
    visitor.url = server.url
    for path in paths:
        visitor.go(path)
        visitor.page.wait_for_function(CONTROLLED)
        visitor.page.wait_for_load_state("networkidle")
    return visitor


def kept(visitor: Visitor) -> list[str]:
    return list(visitor.page.evaluate(KEPT))


def offline(visitor: Visitor, path: str) -> None:
    visitor.context.set_offline(True)
    visitor.go(path)


def back(visitor: Visitor) -> None:
    visitor.context.set_offline(False)
    visitor.complaints.clear()  # the browser's own messages that it couldn't connect


def test_what_was_visited_opens_again_and_the_rest_says_what_it_needs(arrive: Arrive, keeping: Running) -> None:
    visitor = visit(arrive, keeping, "/", "/rules/caro")
    page = visitor.page
    offline(visitor, "/")
    expect(visitor.card("caro")).to_be_visible()
    notice = page.get_by_role("status")
    expect(notice.filter(has_text="You are offline")).to_be_visible()
    visitor.card("caro").get_by_role("link", name="Rules").click()
    expect(page.get_by_role("region", name="Scoring")).to_be_visible()
    page.reload()
    expect(page.get_by_role("region", name="Scoring")).to_be_visible()
    for unseen, text in (
        ("/rules/misd", "hasn't been opened on this device"),
        ("/table/some", "Tables need a connection"),
    ):
        visitor.go(unseen)
        expect(notice.filter(has_text=text)).to_be_visible()
    visitor.go("/rules/misd")
    expect(notice.filter(has_text="hasn't been opened")).to_be_visible()
    back(visitor)
    expect(page.get_by_role("region", name="Scoring")).to_be_visible()
    expect(page.locator(".notice")).to_have_text([])
    visitor.complaints.clear()


def test_a_lesson_once_opened_is_kept_to_its_end(arrive: Arrive, keeping: Running) -> None:
    visitor = visit(arrive, keeping, "/learn/caro")
    steps = script("caro").steps
    asked = sum(1 + step.asks for step in steps)
    visitor.until(lambda: sum("/lesson" in key for key in kept(visitor)) == asked)
    offline(visitor, "/learn/caro")
    expect(visitor.page.get_by_text(f"Step 1 of {len(steps)}")).to_be_visible()
    visitor.button("Show me").click()
    visitor.page.get_by_role("radio", name="red").click()
    visitor.page.locator(".felt .place").first.click()
    visitor.button("Continue").click()
    expect(visitor.page.get_by_text(f"Step 2 of {len(steps)}")).to_be_visible()
    back(visitor)


def test_a_lesson_never_opened_says_so_instead_of_staying_blank(arrive: Arrive, keeping: Running) -> None:
    visitor = visit(arrive, keeping, "/")
    offline(visitor, "/learn/bauab")
    notice = visitor.page.get_by_role("status").filter(has_text="hasn't been opened on this device")
    expect(notice).to_be_visible()
    back(visitor)
    expect(visitor.page.get_by_text("Step 1 of")).to_be_visible()
    expect(notice).to_have_count(0)
    visitor.complaints.clear()


def test_no_table_view_or_person_is_ever_kept(arrive: Arrive, keeping: Running) -> None:
    visitor = visit(arrive, keeping, "/")
    visitor.against_bots("nussknacker").until_due()
    visitor.page.wait_for_function(CONTROLLED)
    visitor.move()
    visitor.page.evaluate("fetch('/api/me').then(() => fetch('/api/tables'))")
    visitor.page.reload()
    visitor.until_due()
    keys = kept(visitor)
    assert len(keys) > 40
    visitor.complaints.clear()  # Chromium's own message about pages loaded while a worker takes over
    assert [key for key in keys if not PUBLIC.fullmatch(key)] == []


def test_a_newer_client_replaces_the_old_one_and_everything_it_kept(
    arrive: Arrive, keeping: Running, client: Path
) -> None:
    visitor = visit(arrive, keeping, "/", "/rules/caro")
    before = visitor.page.evaluate("caches.keys()")
    renew(client)
    visitor.page.evaluate("navigator.serviceWorker.ready.then(found => found.update())")
    notice = visitor.page.get_by_role("status").filter(has_text="There is a new version of Carreau.")
    notice.get_by_role("button", name="Reload").click()
    expect(visitor.page.locator("meta[name=renewed]")).to_have_count(1)
    after = visitor.page.evaluate("caches.keys()")
    assert (len(before), len(after), before == after) == (1, 1, False)
    visitor.until(lambda: "/api/games/caro/texts/en" in kept(visitor))  # asked for again
    offline(visitor, "/rules/caro")
    expect(visitor.page.get_by_role("region", name="Scoring")).to_be_visible()
    expect(visitor.page.locator("meta[name=renewed]")).to_have_count(1)
    back(visitor)


def renew(client: Path) -> None:
    """Replace the client by another version: one file has another name."""
    old = next((client / "assets").glob("index-*.js"))
    new = old.with_name("index-RENEWED0.js")
    old.rename(new)
    for name in ("index.html", "worker.js"):
        (client / f"{name}.gz").unlink()
        text = (client / name).read_text(encoding="utf-8").replace(old.name, new.name)
        text = re.sub(
            "carreau-[0-9a-f]{12}", f"carreau-{'0' * 12}", text.replace("<head>", '<head><meta name="renewed">')
        )
        (client / name).write_text(text, encoding="utf-8")
    old.with_name(f"{old.name}.gz").unlink()


def test_a_server_that_keeps_nothing_removes_what_browsers_have(arrive: Arrive, keeping: Running) -> None:
    visitor = visit(arrive, keeping, "/")
    assert kept(visitor)
    keeping.stop()
    keeping.settings["offline"] = "false"
    keeping.start()
    visitor.page.evaluate("navigator.serviceWorker.ready.then(found => found.update())")
    visitor.until(lambda: not kept(visitor))
    visitor.complaints.clear()  # while the server was away
    visitor.go("/")
    assert visitor.page.evaluate("navigator.serviceWorker.getRegistrations().then(found => found.length)") == 0
