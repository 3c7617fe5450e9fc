"""Slow connections: what is there before the client is, and how often people wait for an answer."""

import json
import re
from typing import Final

from playwright.sync_api import Request, Route, WebSocket, WebSocketRoute, expect

from tests.web.conftest import Arrive
from tests.web.visitor import Visitor

CLIENT: Final = "**/assets/shared-*.js"  # the client can't start without it
PAINT: Final = "() => performance.getEntriesByName('first-contentful-paint').length"


def before_the_client(visitor: Visitor, path: str) -> tuple[list[str], list[Route]]:
    """Open a page whose client never arrives; return what it requests, and what it waits for."""
    asked: list[str] = []
    held: list[Route] = []

    def note(thing: Request | WebSocket) -> None:
        asked.append(thing.url.replace("ws:", "http:").removeprefix(visitor.url))

    def hold(route: Route) -> None:
        held.append(route)

    visitor.page.on("request", note)
    visitor.page.on("websocket", note)
    visitor.page.route(CLIENT, hold)
    visitor.page.goto(visitor.url + path, wait_until="commit")
    visitor.page.wait_for_function(PAINT)
    visitor.until(lambda: bool(held))
    return asked, held


def test_a_table_is_sketched_and_all_it_needs_requested_before_the_client_is_there(arrive: Arrive) -> None:
    visitor = arrive().against_bots("caro")
    table = f"/table/{visitor.table_id}"
    asked, held = before_the_client(visitor, table)
    expect(visitor.page.locator("#sketch .board")).to_be_visible()
    games = [name for name in asked if name.startswith("/assets/caro-")]
    assert sorted(name.rpartition(".")[2] for name in games) == ["css", "js"]
    assert {table, "/api/me", f"/api/tables/{visitor.table_id}/socket", "/api/games/caro/texts/en"} <= set(asked)
    for route in held:
        route.continue_()
    visitor.page.locator(".felt .laid, .felt [role=button]").first.wait_for()
    expect(visitor.page.locator("#sketch")).to_be_hidden()
    assert asked.count(f"/api/tables/{visitor.table_id}/socket") == 1
    assert asked.count("/api/me") == 1
    assert asked.count("/api/games/caro/texts/en") == 1
    assert visitor.move()  # the early socket is the one that plays


def test_the_front_page_asks_for_its_games_before_the_client_is_there(arrive: Arrive) -> None:
    visitor = arrive()
    asked, _ = before_the_client(visitor, "/")
    expect(visitor.page.locator("#sketch .cards")).to_be_visible()
    assert {"/api/me", "/api/games?language=en"} <= set(asked)
    assert any(name.startswith("/assets/Home-") for name in asked)


def test_the_sketch_has_the_theme_of_the_visitor(arrive: Arrive) -> None:
    visitor = arrive(color_scheme="dark")
    before_the_client(visitor, "/")
    assert visitor.page.locator("html").get_attribute("data-theme") == "evening"


def test_a_newcomer_with_a_link_gets_an_identity_and_then_the_table(arrive: Arrive) -> None:
    table = arrive().put_up("carat", seats=2)
    newcomer = arrive()
    newcomer.context.clear_cookies()
    newcomer.go(f"/table/{table}")
    expect(newcomer.page.get_by_role("button", name="Sit here").first).to_be_visible()


def test_a_move_on_its_way_is_shown_and_can_not_be_made_twice(arrive: Arrive) -> None:
    """The answer to the move is held back, as on a slow connection."""
    visitor = arrive()
    sent, held = list[str | bytes](), list[tuple[WebSocketRoute, str | bytes]]()

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def said(message: str | bytes) -> None:
            if json.loads(message)["type"] == "act":
                sent.append(message)
            server.send(message)

        def heard(message: str | bytes) -> None:
            if sent:
                held.append((socket, message))
            else:
                socket.send(message)

        socket.on_message(said)
        server.on_message(heard)

    visitor.page.route_web_socket(re.compile("/socket$"), between)
    visitor.against_bots("caro").until_due()
    place = visitor.page.locator(".felt .place").first
    visitor.page.get_by_role("radio").first.click()
    place.click()
    expect(visitor.page.locator(".felt.pending .ghost")).to_be_visible()
    expect(visitor.page.locator(".status")).to_have_text("Sending your move…")
    place.click(force=True)
    expect(visitor.page.get_by_role("status").filter(has_text="No answer from the server yet")).to_be_visible()
    assert len(sent) == 1
    sent.clear()
    for socket, message in held:
        socket.send(message)
    expect(visitor.page.locator(".felt .laid")).not_to_have_count(0)
    expect(visitor.page.locator(".felt.pending")).to_have_count(0)


def test_going_offline_shows_at_once_and_the_move_is_made_later(arrive: Arrive) -> None:
    visitor = arrive().against_bots("caro")
    visitor.until_due()
    banner = visitor.page.get_by_role("status")
    visitor.context.set_offline(True)
    expect(banner.filter(has_text="Connection lost. Reconnecting…")).to_be_visible()
    visitor.page.get_by_role("radio").first.click()
    visitor.page.locator(".felt .place").first.click()
    expect(banner.filter(has_text="Your move will be sent")).to_be_visible()
    expect(visitor.page.locator(".felt.pending .ghost")).to_be_visible()
    visitor.context.set_offline(False)
    expect(visitor.page.locator(".felt .laid")).not_to_have_count(0)
    expect(banner.filter(has_text="Connection lost")).to_have_count(0)
    visitor.complaints.clear()  # the browser's own messages that it couldn't connect
