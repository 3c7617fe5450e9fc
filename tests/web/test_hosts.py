"""Hosts and operators: what they do to seats, to the chat and to people, and what the others see of it."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server.client import new_share
from tests.server.running import Running
from tests.web.conftest import Arrive
from tests.web.looks import PICTURES, in_window, misfits, violations_in_any_light
from tests.web.visitor import Visitor

Host = Callable[..., Running]


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Host]:
    """Yield a factory of servers with settings of their own. Name it before `arrive`: visitors leave first."""
    with ExitStack() as stack:
        yield lambda **settings: stack.enter_context(Running(tmp_path, offline="false", **settings))


def visiting(visitor: Visitor, server: Running) -> Visitor:
    """Send a visitor to another server."""
    visitor.url = server.url
    visitor.context.request.get(f"{server.url}/api/me")
    return visitor


def chat(visitor: Visitor, words: str) -> None:
    visitor.page.get_by_label("Write a message", exact=True).fill(words)
    visitor.press(visitor.button("Send"))


def snapshots(visitor: Visitor) -> int:
    """Count how often a table was shown as a whole, as after each connection."""
    return sum(json.loads(text)["type"] == "snapshot" for text in visitor.heard)


def test_a_host_locks_seats_and_mutes_and_a_player_declines_a_rematch(arrive: Arrive) -> None:
    host, friend, watcher = arrive(), arrive(), arrive()
    table = host.put_up("caro", seats=2)
    host.at_table(table)
    host.button("Lock seat").last.click()
    friend.at_table(table)
    expect(friend.page.get_by_text("locked")).to_be_visible()
    friend.button("Sit here").click()  # the only one that is offered
    expect(friend.button("Stand up")).to_be_visible()
    host.button("Unlock seat").click()
    expect(friend.page.get_by_text("locked")).to_be_hidden()
    host.button("Sit here").click()
    host.button("Start game").click()
    watcher.at_table(table)
    for each in (host, friend, watcher):
        each.page.get_by_role("tab", name="Chat").click()
    chat(friend, "first")
    said = host.page.locator(".chat li")
    expect(said).not_to_contain_text("watching")
    host.button("Mute").click()
    expect(host.button("Unmute")).to_be_visible()
    chat(friend, "second")
    expect(friend.page.get_by_role("alert")).to_contain_text("The host has muted you")
    host.button("Unmute").click()
    expect(host.button("Mute")).to_be_visible()
    chat(friend, "third")
    expect(host.page.get_by_text("third")).to_be_visible()
    chat(watcher, "I am a player")
    expect(said.last).to_contain_text("(watching) I am a player")
    host.page.get_by_text("Report a player").click()
    players = host.page.get_by_role("form", name="Report a player").locator("select").first.locator("option")
    expect(players).to_have_text(["1 · Ada", "Ada (watching)"])
    host.page.screenshot(path=PICTURES / "chat-1440.png")
    expect(host.page.locator(".chat")).not_to_contain_text("second")

    host.give_up()
    host.button("Play again").click()
    host.page.wait_for_url(lambda url: table not in url)
    friend.at_table(host.page.url.rpartition("/")[2])
    expect(host.page.get_by_text("Kept for")).to_be_visible()
    friend.button("No thanks").click()
    expect(host.page.get_by_text("Kept for")).to_be_hidden()
    expect(friend.button("Sit here")).to_be_visible()


def test_a_player_takes_over_a_table_whose_host_never_comes(own_server: Host, arrive: Arrive) -> None:
    server = own_server(host_seconds=1)
    host, friend = visiting(arrive(), server), visiting(arrive(), server)
    friend.at_table(host.put_up("caro", seats=2))
    friend.button("Sit here").first.click()
    friend.until(lambda: friend.table["host"] == "")
    expect(friend.button("Start game")).to_be_hidden()
    friend.button("Take over as host").click()
    expect(friend.button("Start game")).to_be_visible()


def appoint(visitor: Visitor, server: Running) -> None:
    """Make a visitor an operator, by the id that /admin shows."""
    visitor.go("/admin")
    me = visitor.context.request.get(f"{server.url}/api/me").json()["id"]
    expect(visitor.page.get_by_text("Your id is")).to_contain_text(me)
    server.stop()
    server.settings["operators"] = me
    server.start()


def report(accuser: Visitor, accused: Visitor) -> None:
    """Let one of two players write something rude, and the other one report it."""
    table = accuser.put_up("caro", seats=2, sit=[{"seat": 0, "share": new_share()}])
    accused.at_table(table)
    accused.button("Sit here").click()
    accuser.at_table(table)
    accuser.button("Start game").click()
    for each in (accuser, accused):
        each.page.get_by_role("tab", name="Chat").click()
    chat(accused, "something rude")
    accuser.page.get_by_text("Report a player").click()
    accuser.page.get_by_label("What happened?").fill("see the chat")
    accuser.page.get_by_role("form", name="Report a player").get_by_role("button").click()
    expect(accuser.page.get_by_text("The operators will look at it")).to_be_visible()


def check_looks(operator: Visitor) -> None:
    """Check the page /admin for accessibility, and for room on a phone."""
    page = operator.page
    page.screenshot(path=PICTURES / "admin-1440.png")
    assert violations_in_any_light(page) == []
    in_window(page, {"width": 390, "height": 844})
    page.screenshot(path=PICTURES / "admin-390.png")
    assert misfits(page) == []
    assert not operator.scrolls_sideways


def ban_address(page: Page) -> None:
    """Ban an address that nobody has a window from."""
    form = page.get_by_role("form", name="Ban")
    form.get_by_label("Id or address").fill("192.0.2.7")
    form.get_by_label("Hours").fill("48")
    assert misfits(page) == []
    page.screenshot(path=PICTURES / "admin-bans-390.png")
    form.get_by_role("button", name="Ban").click()


def sign_out_elsewhere(visitor: Visitor) -> None:
    """Sign out on all other devices, and wait until this one is at its table again."""
    before = snapshots(visitor)
    visitor.page.locator(".settings summary").click()
    visitor.button("Sign out on all other devices").click()
    expect(visitor.page.get_by_text("Your other devices are signed out")).to_be_visible()
    visitor.page.keyboard.press("Escape")
    visitor.until(lambda: snapshots(visitor) > before)


def test_a_player_reports_another_and_an_operator_acts(own_server: Host, arrive: Arrive) -> None:
    server = own_server(imprint_url="https://club.example/imprint")
    operator, rude, polite = (visiting(arrive(), server) for _ in range(3))
    appoint(operator, server)
    report(polite, rude)
    page = operator.at_home().page
    expect(page.get_by_role("link", name="Imprint")).to_have_attribute("href", "https://club.example/imprint")
    page.get_by_role("link", name="Operators").click()
    found = page.get_by_role("tabpanel").locator("li.card")
    expect(found).to_contain_text("see the chat")
    expect(found).to_contain_text("something rude")
    ban = found.get_by_role("button", name="Ban for a day").first
    expect(ban).to_be_disabled()  # without a reason
    page.get_by_label("Reason").fill("insults")
    check_looks(operator)
    ban.click()
    expect(rude.page.get_by_text("An operator has banned you")).to_be_visible()
    expect(found.get_by_role("button", name="End ban")).to_be_visible()
    page.get_by_label("Announcement").fill("Back at noon")
    page.get_by_role("button", name="Announce").click()
    expect(polite.page.get_by_text("Back at noon")).to_be_visible()
    polite.page.get_by_role("status").get_by_role("button", name="Close").click()
    expect(polite.page.get_by_text("Back at noon")).to_be_hidden()
    page.get_by_role("tab", name="Bans").click()
    ban_address(page)
    expect(found).to_have_count(2)
    page.get_by_role("tab", name="Audit log").click()
    expect(found).to_have_count(3)
    expect(found.first).to_contain_text("192.0.2.7, 48 h")
    expect(found.last).to_contain_text("insults")
    sign_out_elsewhere(polite)
    chat(polite, "still here")
    expect(polite.page.get_by_text("still here")).to_be_visible()
