"""Hints, refusals and other things at a table; tests/web/test_tables.py makes moves at every table."""

import json
import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.server.client import new_share
from tests.web.conftest import NAME, Arrive
from tests.web.looks import PICTURES
from tests.web.visitor import LEVEL


def test_a_hint_says_what_to_do_and_goes_away(arrive: Arrive) -> None:
    visitor = arrive("phone").against_bots("carat")
    visitor.until_due()
    visitor.press(visitor.button("Hint"))
    hints = visitor.page.locator(".over-panel li")
    expect(hints.first).to_contain_text(re.compile(rf"1 {NAME} places \d carats? on \d,\d: .*% to win"))
    expect(hints.first).to_contain_text(re.compile("scores|simulated games|about as good"))
    visitor.press(visitor.button("Close"))
    expect(hints).to_have_count(0)
    visitor.press(visitor.button("Hint"))
    visitor.press(hints.first)
    expect(hints.first.get_by_role("button", pressed=True)).to_contain_text("Press again to play it")
    visitor.page.screenshot(path=PICTURES / "hints-390.png")
    assert visitor.own == 0
    visitor.press(hints.first)
    expect(hints).to_have_count(0)
    visitor.until(lambda: visitor.own == 1)


@pytest.mark.parametrize("mode", ["simple", "hard"])
def test_before_the_first_card_of_misd_people_get_ready(arrive: Arrive, mode: str) -> None:
    visitor = arrive("phone")
    page = visitor.page
    held: list[Callable[[], None]] = []

    def connect(line: WebSocketRoute) -> None:
        """Delay the card for as long as it takes to look."""

        def pass_on(text: str | bytes) -> None:
            send = partial(line.send, text)
            if json.loads(text).get("events"):
                held.append(send)
            else:
                send()

        line.connect_to_server().on_message(pass_on)

    page.route_web_socket("**/socket", connect)
    sit = [{"seat": 0, "share": new_share()}]
    visitor.at_table(visitor.put_up("misd", options={"mode": mode}, sit=sit, bots={"1": LEVEL}))
    visitor.press(visitor.button("Start game"))
    expect(page.get_by_role("timer", name="Get ready!")).to_be_visible()
    visitor.until(lambda: bool(held))
    held[0]()
    expect(page.get_by_role("timer", name="Get ready!")).to_be_hidden()
    expect(page.get_by_role("timer", name="Time left")).to_be_visible()


def test_what_is_against_the_rules_is_answered_with_the_rule(arrive: Arrive) -> None:
    visitor = arrive()
    visitor.play_bot("caro")
    visitor.until_due()
    red = visitor.page.get_by_role("radio", name="red")
    red.click()
    visitor.button("0, 0: free").click()
    expect(visitor.page.locator(".log li")).to_have_count(2)
    visitor.until_due()
    red.click()
    beside = visitor.page.locator(
        ", ".join(f"[aria-label^='{place}: ']" for place in ["1, 0", "-1, 0", "0, 1", "0, -1"])
    )
    visitor.point(beside.and_(visitor.page.locator("[role=button]")).first)
    expect(visitor.page.get_by_role("alert")).to_contain_text("Same colours may not touch (caro.7)")
    expect(visitor.page.get_by_role("alert")).to_contain_text("A tile may not share an edge with a tile of its own")
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.get_by_role("alert")).to_be_hidden()
    assert visitor.own == 1


def test_what_no_rule_is_against_is_refused_in_ones_own_language(arrive: Arrive) -> None:
    host, friend = arrive(), arrive()
    friend.at_table(host.put_up("caro", seats=2))
    friend.in_language("de")
    friend.button(friend.word("sit_here")).first.click()
    friend.button(friend.word("claim_host")).click()  # too early
    expect(friend.page.get_by_role("alert")).to_have_text(friend.word("refused_host_here"))


def test_a_line_of_the_log_marks_the_place_it_names(arrive: Arrive) -> None:
    visitor = arrive().against_bots("bauab")
    assert visitor.move()
    visitor.until_due()
    line = visitor.page.locator(".log .event").filter(has_text=f"{NAME} places").first
    plot = re.search(r" on ([A-P])", line.inner_text())
    assert plot
    line.hover()
    marked = visitor.page.locator(".felt [data-marked]")
    expect(marked).to_have_count(1)
    expect(marked).to_have_attribute("aria-label", re.compile(f"^{plot[1]}: "))
    visitor.page.locator("h1").hover()
    expect(marked).to_have_count(0)


def test_nobody_calls_outside_their_turn_to_call(arrive: Arrive) -> None:
    """In turns, Nussknacker's bell rings only in the stage of calling; before, it says the rule."""
    visitor = arrive().against_bots("nussknacker", options={"tempo": "turns"})
    visitor.until_due()
    while any(action["do"] == "announce" for action in visitor.legal):
        assert visitor.move(), "the game was over before anybody could ask"
        visitor.until_due()
    call = visitor.page.locator(".line").get_by_role("button", name="Call it")
    expect(call).to_be_disabled()
    call.click(force=True)
    expect(call).to_have_attribute("aria-pressed", "false")
    expect(visitor.page.get_by_text("everyone may call or pass after each answer")).to_be_visible()
