"""Previews: what a move would do is shown to mouse, keyboard and finger, as the server says, before it is made."""

import json
import re
from collections import Counter
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, expect

from tests.web.choice import LIST_OFFERS, OFFERS
from tests.web.conftest import Arrive
from tests.web.looks import DEVICES
from tests.web.visitor import AIM, GAMES, Visitor

RACES: Final = ["misd"]  # nobody is helped there
ENOUGH: Final = 6  # things side by side, such as squares of a board, that speak for the rest
BUBBLE: Final = ".preview"
TABLES: Final = 4


def offers(visitor: Visitor) -> list[Locator]:
    """List what may be pressed on the board, of things side by side only some."""
    listed = visitor.page.locator(OFFERS).evaluate_all(LIST_OFFERS)
    seen = Counter[int]()
    found = []
    for each in listed:
        seen[each["place"]] += 1
        if seen[each["place"]] <= ENOUGH:
            found.append(visitor.page.locator(OFFERS).nth(each["index"]))
    return found


def is_told(visitor: Visitor, thing: Locator) -> bool:
    """Move the mouse over a thing; return whether a preview appears and its description says something as well."""
    at = thing.evaluate(AIM)
    if at is None:
        return False
    visitor.page.mouse.move(1, 1)
    visitor.page.mouse.move(*at)
    shown = visitor.page.locator(BUBBLE).count() > 0
    assert not shown or thing.get_attribute("aria-description"), thing.inner_html()
    return shown


def is_told_once_picked(visitor: Visitor, thing: Locator) -> bool:
    """Press a thing that only picks something; return whether what can be pressed then shows a preview."""
    before = visitor.own
    visitor.point(thing)
    assert visitor.own == before, "something was done without a preview"
    found = any(is_told(visitor, each) for each in reversed(offers(visitor)))
    visitor.page.keyboard.press("Escape")
    return found


def previews(visitor: Visitor) -> dict[str, list[dict[str, Any]]]:
    """Return the effects that the server has told last, by action."""
    messages = (json.loads(text) for text in reversed(visitor.heard))
    return next(message["effects"] for message in messages if message["type"] == "previews")


def looked_through(visitor: Visitor) -> bool:
    """Look at everything on offer; return whether the position stayed the same meanwhile."""
    visitor.until_due()
    before = len(visitor.events)
    for thing in offers(visitor):
        told = is_told(visitor, thing) or is_told_once_picked(visitor, thing)
        if len(visitor.events) != before:
            return False
        assert told, thing.get_attribute("aria-label")
    return True


@pytest.mark.parametrize("game", [game for game in GAMES if game not in RACES])
def test_all_that_can_be_done_shows_what_it_would_do(arrive: Arrive, game: str) -> None:
    """A bot of Nussknacker may call at any time, which takes away what is on offer: then another table is tried."""
    visitor = arrive()
    assert any(looked_through(visitor.against_bots(game)) for _ in range(TABLES))


@pytest.mark.parametrize("game", RACES)
def test_in_a_race_nobody_is_helped(arrive: Arrive, game: str) -> None:
    visitor = arrive().against_bots(game)
    visitor.until_due()
    assert not any(is_told(visitor, thing) for thing in offers(visitor))
    assert not any('"type":"previews"' in text for text in visitor.heard)


@pytest.mark.parametrize("device", DEVICES)
def test_a_placing_game_shows_the_piece_and_its_points(arrive: Arrive, device: str) -> None:
    visitor = arrive(device).against_bots("caro")
    visitor.until_due()
    visitor.press(visitor.page.get_by_role("radio", name="red"))
    place, bubble = visitor.button("0, 0: free"), visitor.page.locator(BUBBLE)
    if visitor.touch:
        place.tap()
        expect(bubble).to_contain_text("Tap again")
    else:
        place.hover()
    assert {effect["amount"] for [effect] in previews(visitor).values()} == {10}
    expect(bubble).to_contain_text("+10")
    expect(visitor.page.locator(".ghost .red")).to_be_visible()
    assert visitor.own == 0
    visitor.press(place)
    visitor.until(lambda: visitor.own == 1)
    expect(bubble).to_have_count(0)


def test_the_focus_shows_it_to_keyboard_and_screen_reader(arrive: Arrive) -> None:
    visitor = arrive().against_bots("caro")
    visitor.until_due()
    visitor.key_in(visitor.page.get_by_role("radio", name="red"))
    visitor.button("0, 0: free").focus()
    visitor.page.keyboard.press("Shift")  # a key, so the focus is a visible one
    expect(visitor.button("0, 0: free")).to_have_attribute("aria-description", "red, 10 points for you")


@pytest.mark.parametrize("device", DEVICES)
def test_a_card_game_shows_what_an_order_asks_for(arrive: Arrive, device: str) -> None:
    visitor = arrive(device).against_bots("raufer")
    visitor.until_due()
    card = visitor.page.locator(".hand button[aria-disabled=false]").first
    visitor.press(card)
    order = visitor.page.locator(".buttons button").first
    expect(order).to_have_attribute("aria-description", re.compile(r"Then everyone plays (above|below) \d+"))
    order.focus()
    visitor.page.keyboard.press("Tab")
    visitor.page.keyboard.press("Shift+Tab")
    expect(visitor.page.locator(BUBBLE)).to_contain_text("Then everyone plays")
    expect(visitor.page.locator(".ghost .way")).to_be_visible()


@pytest.mark.parametrize("device", DEVICES)
def test_a_dice_game_shows_where_a_die_would_go(arrive: Arrive, device: str) -> None:
    visitor = arrive(device).against_bots("schlauraff")
    visitor.until_due()
    die = visitor.page.locator(".die.open").first
    visitor.point(die)  # in hand
    row = visitor.page.locator(".row.open").first
    at = row.evaluate(AIM)
    if visitor.touch:
        visitor.page.touchscreen.tap(*at)
    else:
        visitor.page.mouse.move(*at)
    expect(visitor.page.locator(BUBBLE)).to_contain_text(re.compile(r"\d on chip \d"))
    expect(visitor.page.locator(".ghost")).to_be_visible()
    assert visitor.own == 0


def test_somebody_who_only_watches_is_told_so(arrive: Arrive) -> None:
    player = arrive().against_bots("caro")
    watcher = arrive().at_table(player.table_id)
    assert watcher.point(watcher.button("0, 0: free"))
    expect(watcher.page.get_by_role("status").filter(has_text="You are watching")).to_be_visible()


def test_a_press_by_mouse_leaves_no_frame(arrive: Arrive) -> None:
    visitor = arrive().against_bots("caro")
    visitor.until_due()
    visitor.page.get_by_role("radio", name="red").click()
    visitor.button("0, 0: free").click()
    visitor.until(lambda: visitor.own == 1)
    visitor.until_due()
    assert visitor.page.evaluate("document.querySelector(':focus-visible') === null")
