"""The commitment comes first, then the pledges: a browser reveals no share before all are sealed."""

import json
import re
from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Request, WebSocket, WebSocketRoute, expect

from tests.web.conftest import Arrive
from tests.web.visitor import LEVEL, Visitor

Change = Callable[[dict[str, Any]], dict[str, Any]]

# Whether a table with free seats was ever shown, however briefly.
WATCH: Final = """new MutationObserver(() => { window.gathered ||= Boolean(document.querySelector(".gathering")); })
  .observe(document, { childList: true, subtree: true });"""


def overheard(visitor: Visitor) -> list[dict[str, Any]]:
    """Record everything posted and all socket messages, in both directions and in order."""
    said: list[dict[str, Any]] = []

    def hear(text: str | bytes) -> None:
        said.append(json.loads(text))

    def asked(request: Request) -> None:
        if request.method == "POST":
            said.append({"type": "post", "body": request.post_data_json})

    def connected(socket: WebSocket) -> None:
        socket.on("framesent", hear)
        socket.on("framereceived", hear)

    visitor.page.on("request", asked)
    visitor.page.on("websocket", connected)
    return said


def commands(said: list[dict[str, Any]], *kinds: str) -> list[str]:
    return [each["type"] for each in said if each["type"] in kinds]


def sealed_before_shares(said: list[dict[str, Any]]) -> None:
    """Check that the page pledged after the commitment, and revealed shares only after the seal."""
    kinds = [each["type"] for each in said]
    assert kinds[0] == "post"
    before = said[: kinds.index("sit")]
    shown = [each["table"]["commitment"] for each in before if each["type"] == "snapshot"]
    assert len(shown) == 1
    assert {each["table"]["commitment"] for each in said if each["type"] == "snapshot"} == set(shown)
    seal = next(index for index, each in enumerate(said) if each["type"] == "update" and each["table"].get("seal"))
    shares = [each["share"] for each in said if each["type"] == "reveal"]
    assert shares
    assert kinds.index("reveal") > seal
    assert not any(share in json.dumps(said[: seal + 1]) for share in shares)


def test_against_bots_a_share_is_revealed_after_the_seal(arrive: Arrive) -> None:
    visitor = arrive()
    visitor.page.add_init_script(WATCH)
    said = overheard(visitor)
    visitor.play_bot("schlauraff")
    visitor.until_due()
    sealed_before_shares(said)
    assert commands(said, "sit", "start", "reveal") == ["sit", "start", "reveal"]
    assert not visitor.page.evaluate("window.gathered")
    visitor.page.get_by_role("tab", name="Dice").click()
    [own] = [each["share"] for each in said if each["type"] == "reveal"]
    expect(visitor.page.locator(".shares")).to_contain_text(own)
    visitor.page.reload()  # which forgets all but the share
    visitor.until_due()
    visitor.page.get_by_role("tab", name="Dice").click()
    expect(visitor.page.locator(".shares")).to_contain_text(own)


def test_at_one_device_everybody_has_a_share_and_reveals_it_after_the_seal(arrive: Arrive) -> None:
    visitor = arrive().at_home()
    said = overheard(visitor)
    visitor.card("qarre").get_by_role("button", name="Invite friends").click()
    visitor.page.get_by_role("slider").fill("2")
    visitor.button("Create table").click()
    expect(visitor.button("Stand up")).to_have_count(2)
    assert len({each["pledge"] for each in said if each["type"] == "sit"}) == 2
    assert not commands(said, "reveal")
    visitor.button("Start game").click()
    visitor.page.locator(".hand-over, .hand").first.wait_for()
    sealed_before_shares(said)
    assert commands(said, "reveal") == ["reveal"] * 2
    assert visitor.table["status"] == "playing"


def between(visitor: Visitor, sent: Change = dict, heard: Change = dict) -> None:
    """Change the messages that a page sends and receives."""

    def connected(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda said: server.send(json.dumps(sent(json.loads(said)))))
        server.on_message(lambda said: socket.send(json.dumps(heard(json.loads(said)))))

    visitor.page.route_web_socket(re.compile("/socket$"), connected)


def test_who_reloads_between_pledge_and_start_keeps_the_seat(arrive: Arrive) -> None:
    host, friend = arrive(), arrive()
    table = host.put_up("schlauraff", seats=2)
    for each in (friend, host):
        each.at_table(table)
        each.button("Sit here").first.click()
        expect(each.button("Stand up")).to_be_visible()
    friend.at_table(table)
    host.button("Start game").click()
    for each in (host, friend):
        each.until(lambda each=each: each.table.get("status") == "playing")  # type: ignore[misc]


def test_everybody_reads_why_a_start_failed_and_can_start_again(arrive: Arrive) -> None:
    host, friend = arrive(), arrive()
    between(friend, sent=lambda each: {"type": "leave", "ref": each["ref"]} if each["type"] == "reveal" else each)
    table = host.put_up("schlauraff", seats=2)
    friend.at_table(table)
    friend.page.get_by_label("Name").fill("Bo")
    friend.button("Sit here").first.click()
    host.at_table(table)
    host.button("Sit here").first.click()
    host.button("Start game").click()
    for each in (host, friend):
        expect(each.page.get_by_role("alert")).to_contain_text("Seats lost: Bo")
    expect(friend.button("Sit here")).to_be_visible()
    host.page.get_by_label("Add a bot").select_option("1")
    host.button("Start game").click()
    host.until(lambda: host.table["status"] == "playing")
    assert host.table["attempt"] == 2


def test_no_share_is_revealed_for_a_false_seal(arrive: Arrive) -> None:
    visitor = arrive()
    sent: list[str] = []

    def note(each: dict[str, Any]) -> dict[str, Any]:
        sent.append(each["type"])
        return each

    def lied(each: dict[str, Any]) -> dict[str, Any]:
        if each.get("table", {}).get("seal"):
            each["table"]["seal"] = "0" * 64
        return each

    between(visitor, note, lied)
    table = visitor.put_up("schlauraff", seats=2, bots={"1": LEVEL})
    visitor.at_table(table)
    visitor.button("Sit here").click()
    visitor.button("Start game").click()
    expect(visitor.page.get_by_role("alert").filter(has_text="Don't trust these dice")).to_be_visible()
    assert "start" in sent
    assert "reveal" not in sent


def test_a_seat_that_was_taken_in_another_browser_says_so(arrive: Arrive) -> None:
    """Only that browser has the share."""
    first = arrive()
    second = arrive().become(first)
    table = first.put_up("schlauraff", seats=2)
    first.at_table(table)
    first.button("Sit here").first.click()
    second.at_table(table)
    expect(second.page.get_by_role("alert")).to_contain_text("You sat down in another browser")
    expect(first.page.get_by_role("alert")).to_have_count(0)
    second.button("Stand up").click()
    second.button("Sit here").first.click()
    expect(second.page.get_by_role("alert")).to_have_count(0)


def test_a_server_that_shows_another_seal_later_is_found_out(arrive: Arrive) -> None:
    """The first one is the one to be checked."""
    visitor, lies = arrive(), False

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda said: socket.send(lied(said) if lies else said))

    def lied(said: str | bytes) -> str:
        message = json.loads(said)
        message.get("table", {})["commitment"] = "0" * 64
        return json.dumps(message)

    visitor.page.route_web_socket(re.compile("/socket$"), between)
    visitor.play_bot("schlauraff")
    visitor.until_due()
    alarm = visitor.page.get_by_role("alert").filter(has_text="Don't trust these dice")
    visitor.page.get_by_role("tab", name="Dice").click()
    seal = visitor.page.locator("aside code").first.inner_text()
    expect(alarm).to_have_count(0)
    lies = True
    visitor.page.get_by_role("tab", name="Chat").click()
    visitor.page.get_by_placeholder("Write a message").fill("Hello")
    visitor.button("Send").click()
    expect(alarm).to_be_visible()
    alarm.get_by_role("button", name="Close").click()
    expect(alarm).to_have_count(0)
    visitor.page.get_by_role("tab", name="Dice").click()
    expect(visitor.page.locator("aside .warning")).to_contain_text("Don't trust these dice")
    assert visitor.page.locator("aside code").first.inner_text() == seal
