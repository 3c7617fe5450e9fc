"""Pieces can be dragged to their places, with a mouse and with a finger."""

from typing import Final

from playwright.sync_api import CDPSession, Locator, expect

from tests.web.conftest import Arrive
from tests.web.visitor import Visitor

STEPS: Final = 6  # steps of a pointer on its way

Place = tuple[float, float]


def middle(thing: Locator) -> Place:
    box = thing.bounding_box()
    assert box, "it is not to be seen"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def carry(visitor: Visitor, thing: Locator, to: Place) -> None:
    """Drag something to a place with a mouse, without releasing it."""
    visitor.page.mouse.move(*middle(thing))
    visitor.page.mouse.down()
    visitor.page.mouse.move(*to, steps=STEPS)


def slide(fingers: CDPSession, start: Place, to: Place) -> None:
    """Drag something to a place with a finger."""
    for step in range(STEPS + 1):
        x, y = (a + (b - a) * step / STEPS for a, b in zip(start, to, strict=True))
        touch = {"type": "touchMove" if step else "touchStart", "touchPoints": [{"x": x, "y": y}]}
        fingers.send("Input.dispatchTouchEvent", touch)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def with_dice(visitor: Visitor) -> tuple[Locator, Locator]:
    """Return a table of Schlauraff after a roll, with a die and a chip that it fits: not every die fits every chip."""
    visitor.against_bots("schlauraff")
    visitor.page.locator(".die.open").first.wait_for()
    visitor.until_due()
    fit = next(action for action in visitor.legal if action["do"] == "assign")
    die = visitor.page.get_by_role("button", name=f"Die showing {fit['face']}").and_(visitor.page.locator(".open"))
    return die.first, visitor.page.get_by_role("button", name=f"Chip {fit['row']}:")


def test_a_die_is_dragged_to_a_chip(arrive: Arrive) -> None:
    visitor = arrive()
    die, row = with_dice(visitor)
    before = visitor.own
    carry(visitor, die, middle(row))
    expect(visitor.page.locator(".die.dragged")).to_have_count(1)
    visitor.page.mouse.up()
    visitor.until(lambda: visitor.own > before)


def test_a_finger_drags_a_die_and_not_the_page(arrive: Arrive) -> None:
    visitor = arrive("phone")
    die, row = with_dice(visitor)
    before = visitor.own
    slide(visitor.context.new_cdp_session(visitor.page), middle(die), middle(row))
    visitor.until(lambda: visitor.own > before)


def test_escape_puts_back_what_was_dragged(arrive: Arrive) -> None:
    visitor = arrive()
    die, row = with_dice(visitor)
    before = visitor.own
    carry(visitor, die, middle(row))
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.locator(".die.dragged")).to_have_count(0)
    visitor.page.mouse.up()
    visitor.page.wait_for_timeout(100)
    assert visitor.own == before


def test_an_explorer_is_dragged_to_a_floe_but_not_into_the_water(arrive: Arrive) -> None:
    visitor = arrive().against_bots("schollenschubser")
    page = visitor.page
    while not page.locator(".spot.held").count():
        assert visitor.move(), "the game was over before anybody could move"
        visitor.until_due()
    before, explorer = visitor.own, page.locator(".spot.held").first
    explorer.click()
    floe = middle(page.locator(".spot.target rect").first)
    explorer.click()
    carry(visitor, explorer, middle(page.get_by_role("button", name="open water").last))
    expect(page.locator(".dragged")).to_have_count(1)
    page.mouse.up()
    expect(page.get_by_role("alert")).to_be_visible()
    page.keyboard.press("Escape")
    carry(visitor, explorer, floe)
    page.mouse.up()
    visitor.until(lambda: visitor.own > before)
