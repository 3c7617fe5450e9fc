"""Another device in the same network: over plain http a browser offers less than on the machine itself."""

from playwright.sync_api import expect

from tests.server.running import Running
from tests.web.chromium import NETWORK
from tests.web.conftest import Arrive
from tests.web.visitor import Visitor


def from_the_network(arrive: Arrive, server: Running) -> Visitor:
    """Return a visitor who came by the address that `carreau serve` prints for others."""
    visitor = arrive()
    visitor.url = f"http://{NETWORK}:{server.port}"
    visitor.at_home()
    assert not visitor.page.evaluate("isSecureContext")
    visitor.complaints.clear()  # the browser's own message that a header has no effect here
    return visitor


def test_one_can_play_from_another_device_of_the_network(arrive: Arrive, server: Running) -> None:
    visitor = from_the_network(arrive, server)
    visitor.press(visitor.card("caro").get_by_role("button", name="Play a bot"))
    visitor.page.locator(".felt").wait_for()
    assert visitor.move()
    assert visitor.move()


def test_where_a_page_must_not_copy_its_link_can_be_copied_by_hand(arrive: Arrive, server: Running) -> None:
    visitor = from_the_network(arrive, server)
    visitor.card("caro").get_by_role("button", name="Invite friends").click()
    visitor.button("Create table").click()
    visitor.button("Copy link").click()
    link = visitor.page.get_by_role("textbox", name="Copy link")
    expect(link).to_be_focused()
    assert visitor.page.evaluate("getSelection().toString()") == visitor.page.url
