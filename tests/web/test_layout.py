"""The table page at every size: banners, hints and the sheet leave the board alone; it never collapses."""

from typing import Any, Final

import pytest
from playwright.sync_api import FloatRect, ViewportSize, expect

from tests.web.conftest import Arrive
from tests.web.full_tables import at_full_table
from tests.web.looks import SCREENS, TEXT_SIZES, in_text_size, in_window, scrolling_sideways, violations
from tests.web.overlaps import overlaps
from tests.web.visitor import GAMES, Visitor

USUAL: Final = 100
LARGE_TEXT_SCREENS: Final = [*SCREENS[:3], SCREENS[4]]
LEAST: Final = 180  # pixels of a board's shorter side
# Pixels of the shorter side of the largest drawing, at any size. Cards are smaller than boards.
LEAST_DRAWN: Final = dict.fromkeys(GAMES, 130) | {"misd": 60, "nussknacker": 45, "qarre": 30}
# The shorter side of the largest drawing in an element.
LARGEST: Final = """board => {
  const boxes = [...board.querySelectorAll("svg")].map(each => each.getBoundingClientRect());
  return Math.max(...boxes.map(({ width, height }) => Math.min(width, height)));
}"""
FINGER: Final = 40  # pixels that a finger needs
TAPS: Final = 8
AROUND: Final = ":is(header, footer, aside, .over-panel) :is(button:enabled, a[href], summary):not(.handle)"
ON_BOARD: Final = ".felt :is(button, [role=button]):not([aria-disabled=true])"
# The numbers of things that are smaller than that. The handle of the sheet does what the tabs below it do.
SMALL: Final = """(things, finger) => things.flatMap((thing, index) => {
  const { width, height } = thing.getBoundingClientRect();
  const seen = thing.checkVisibility({ visibilityProperty: true }) && getComputedStyle(thing).clipPath !== "inset(50%)";
  return seen && width > 0 && Math.min(width, height) < finger ? [index] : [];
})"""
SIDEWAYS_PHONE: Final[Any] = {"width": 844, "height": 390}
UPRIGHT_PHONE: Final[Any] = {"width": 390, "height": 844}


def box(visitor: Visitor, selector: str) -> FloatRect:
    found = visitor.page.locator(selector).bounding_box()
    assert found is not None, selector
    return found


def box_at(visitor: Visitor, selector: str, size: ViewportSize) -> FloatRect:
    """Measure something where the page is scrolled to its end, as it is on the smallest screens."""
    in_window(visitor.page, size)
    visitor.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    return box(visitor, selector)


def apart(one: FloatRect, other: FloatRect) -> bool:
    beside = one["x"] + one["width"] <= other["x"] + 1 or other["x"] + other["width"] <= one["x"] + 1
    return beside or one["y"] + one["height"] <= other["y"] + 1 or other["y"] + other["height"] <= one["y"] + 1


@pytest.mark.parametrize("game", GAMES)
def test_every_board_has_room_at_any_size_and_forced_colours_are_for_everybody(arrive: Arrive, game: str) -> None:
    """No board collapses and nothing overlaps; forced colours are tried with the largest text."""
    visitor = at_full_table(arrive(locale="de-DE"), game)
    wrong: dict[str, Any] = {}
    for percent in TEXT_SIZES:
        in_text_size(visitor.page, percent)
        for size in SCREENS if percent == USUAL else LARGE_TEXT_SCREENS:
            in_window(visitor.page, size)
            felt = box(visitor, ".felt")
            drawn = visitor.page.locator(".felt").evaluate(LARGEST)
            wide = visitor.scrolls_sideways
            covered = overlaps(visitor.page)
            if min(felt["width"], felt["height"]) < LEAST or drawn < LEAST_DRAWN[game] or wide or covered:
                wrong[f"{size} {percent} %"] = (felt, drawn, wide, covered)
    assert wrong == {}
    visitor.page.emulate_media(forced_colors="active")
    assert violations(visitor.page) == []


@pytest.mark.parametrize("game", GAMES)
def test_what_a_finger_could_miss_never_acts_at_once(arrive: Arrive, game: str) -> None:
    """Around the board, everything is large enough; on it, a first tap on less only selects or previews."""
    visitor = at_full_table(arrive("phone", viewport=SCREENS[0]), game)
    for size in (SCREENS[2], SCREENS[1], SCREENS[0]):
        in_window(visitor.page, size)
        assert visitor.page.locator(AROUND).evaluate_all(SMALL, FINGER) == []
    before = visitor.own
    pressed = visitor.page.locator(ON_BOARD)
    for index in pressed.evaluate_all(SMALL, FINGER)[:TAPS]:
        pressed.nth(index).evaluate("thing => thing.scrollIntoView({ block: 'nearest', inline: 'nearest' })")
        spot = pressed.nth(index).bounding_box()
        assert spot
        visitor.page.touchscreen.tap(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
        visitor.page.keyboard.press("Escape")
    answered(visitor)
    assert visitor.own == before


def answered(visitor: Visitor) -> None:
    """Ask the server for something, after everything that was sent before."""
    visitor.page.get_by_role("tab", name="Chat").tap()
    visitor.page.get_by_role("textbox", name=visitor.word("say")).fill("done")
    visitor.button(visitor.word("send")).tap()
    visitor.page.locator(".chat").get_by_text("done").wait_for()


def test_a_phone_on_its_side_has_two_columns_whatever_is_open(arrive: Arrive) -> None:
    visitor = arrive(viewport=SIDEWAYS_PHONE).against_bots("raufer", 5)
    visitor.until_due()
    assert apart(box(visitor, ".felt"), box(visitor, "aside"))
    assert apart(box(visitor, ".felt"), box(visitor, "header"))
    visitor.page.get_by_role("tab", name="Rules").click()
    assert apart(box(visitor, ".felt"), box(visitor, "aside"))
    assert scrolling_sideways(visitor.page) == []


@pytest.mark.parametrize("game", ["carat", "plan"])
def test_hints_neither_cover_nor_shrink_the_board(arrive: Arrive, game: str) -> None:
    visitor = arrive().against_bots(game)
    visitor.until_due()
    before = {str(size): box_at(visitor, ".felt", size) for size in SCREENS}
    visitor.button("Hint").click()
    visitor.page.locator(".over-panel ol").wait_for()
    for size in SCREENS:
        assert box_at(visitor, ".felt", size) == before[str(size)]
        assert apart(box(visitor, ".over-panel"), before[str(size)])
        assert visitor.sees(visitor.button("Close")), size


def test_the_sheet_opens_half_height_and_closes_on_escape_or_a_second_tap(arrive: Arrive) -> None:
    visitor = arrive("phone").against_bots("caro")
    rules, body = visitor.page.get_by_role("tab", name="Rules"), visitor.page.locator("#panel")
    rules.tap()
    assert body.evaluate("each => each.offsetHeight") == UPRIGHT_PHONE["height"] / 2
    rules.tap()
    expect(body).to_be_hidden()
    rules.tap()
    expect(body).to_be_visible()
    visitor.page.keyboard.press("Escape")
    expect(body).to_be_hidden()
