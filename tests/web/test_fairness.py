"""The commitment comes first: a browser sends no share before the table has shown its commitment."""

import json
import re
from typing import Any, Final

from playwright.sync_api import Request, WebSocket, WebSocketRoute, expect

from tests.web.conftest import Arrive
from tests.web.visitor import Visitor

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


def commitment_before_shares(said: list[dict[str, Any]]) -> str:
    """Return the commitment that was known before any share was sent; it must stay the only one."""
    kinds = [each["type"] for each in said]
    assert kinds[0] == "post"
    assert "share" not in json.dumps(said[0])
    before = said[: kinds.index("sit")]
    shown = [each["table"]["commitment"] for each in before if each["type"] == "snapshot"]
    assert len(shown) == 1
    assert {each["table"]["commitment"] for each in said if each["type"] == "snapshot"} == set(shown)
    return str(shown[0])


def test_against_bots_a_share_is_told_when_the_commitment_is_known(arrive: Arrive) -> None:
    visitor = arrive()
    visitor.page.add_init_script(WATCH)
    said = overheard(visitor)
    visitor.play_bot("schlauraff")
    visitor.until_due()
    assert len(commitment_before_shares(said)) == 64
    assert [each["type"] for each in said if each["type"] in {"sit", "start"}] == ["sit", "start"]
    assert not visitor.page.evaluate("window.gathered")
    visitor.page.get_by_role("tab", name="Dice").click()
    [own] = [each["share"] for each in said if each["type"] == "sit"]
    expect(visitor.page.locator(".shares")).to_contain_text(own)


def test_at_one_device_everybody_has_a_share_and_tells_it_when_the_commitment_is_known(arrive: Arrive) -> None:
    visitor = arrive().at_home()
    said = overheard(visitor)
    visitor.card("qarre").get_by_role("button", name="Invite friends").click()
    visitor.page.get_by_role("slider").fill("2")
    visitor.button("Create table").click()
    expect(visitor.button("Stand up")).to_have_count(2)
    assert commitment_before_shares(said)
    assert len({each["share"] for each in said if each["type"] == "sit"}) == 2
    visitor.button("Start game").click()
    visitor.page.locator(".hand-over, .hand").first.wait_for()
    assert visitor.table["status"] == "playing"


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
