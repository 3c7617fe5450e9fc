"""A server that is unreachable or incompatible: people are told, and nothing is shown as done."""

import json
import re

from playwright.sync_api import WebSocketRoute, expect

from tests.web.conftest import Arrive
from tests.web.visitor import Visitor


def back_online(visitor: Visitor) -> None:
    visitor.context.set_offline(False)
    visitor.complaints.clear()  # the browser's own message that it couldn't connect


def test_a_name_that_can_not_be_kept_is_not_shown_as_if_it_were(arrive: Arrive) -> None:
    visitor = arrive().at_home()
    name = visitor.page.get_by_label("Your name")
    expect(name).to_have_value("Ada")
    visitor.context.set_offline(True)
    name.fill("Zoe")
    name.press("Enter")
    expect(visitor.page.get_by_role("alert")).to_have_text("Can't reach the server.")
    expect(name).to_have_value("Ada")
    back_online(visitor)
    name.fill("Zoe")
    name.press("Enter")
    expect(visitor.page.get_by_role("alert")).to_be_hidden()
    visitor.page.reload()
    expect(name).to_have_value("Zoe")


def test_who_gets_no_code_for_another_device_is_told_why(arrive: Arrive) -> None:
    visitor = arrive().at_home()
    visitor.page.locator("summary").click()
    visitor.context.set_offline(True)
    visitor.button("Show code").click()
    expect(visitor.page.get_by_role("alert")).to_have_text("Can't reach the server.")
    back_online(visitor)
    visitor.button("Show code").click()
    expect(visitor.page.get_by_text("Enter this code there within ten minutes")).to_be_visible()
    expect(visitor.page.get_by_role("alert")).to_be_hidden()


def test_what_this_page_can_not_read_asks_for_a_reload_and_leaves_the_board_as_it_was(arrive: Arrive) -> None:
    """As when a newer server has another View."""
    visitor, newer = arrive(), False

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda said: socket.send(renewed(said) if newer else said))

    def renewed(said: str | bytes) -> str:
        message = json.loads(said)
        if message.get("position"):
            message["position"]["view"]["tiles"] = "none"
        return json.dumps(message)

    visitor.page.route_web_socket(re.compile("/socket$"), between)
    visitor.play_bot("caro")
    visitor.until_due()
    blocks = visitor.page.locator(".felt .laid").count()
    newer = True
    visitor.page.get_by_role("tab", name="Chat").click()
    visitor.page.get_by_placeholder("Write a message").fill("Hello")
    with visitor.page.expect_console_message(lambda said: "message.position.view is not" in said.text):
        visitor.button("Send").click()
    banner = visitor.page.get_by_role("status").filter(has_text="Reload the page")
    expect(banner).to_be_visible()
    assert visitor.page.locator(".felt .laid").count() == blocks
    visitor.complaints.clear()
    newer = False
    visitor.page.reload()
    visitor.until_due()
    expect(banner).to_be_hidden()
