"""Little room, as on small phones and in low windows: what may be pressed can be got at, every text fits, and nothing
scrolls sideways."""

from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from carreau.games import catalogue
from tests.web.conftest import Arrive
from tests.web.looks import in_window, misfits, out_of_reach, scrolling_sideways
from tests.web.visitor import Visitor

CROWDED: Final = ["carre", "raufer", "nussknacker", "misd"]  # the games whose boards also tell much about every seat
SMALL: Final = {"width": 360, "height": 640}
SIZES: Final[list[Any]] = [
    SMALL,
    {"width": 740, "height": 360},
    {"width": 1093, "height": 560},
    {"width": 1366, "height": 620},
]
RECORD: Final = Path(__file__).parents[1] / "records" / "caro-2.carreau"


def without_room(visitor: Visitor) -> list[str]:
    page = visitor.page
    return [*out_of_reach(page), *scrolling_sideways(page), *misfits(page)]


def take_a_card(visitor: Visitor) -> None:
    """A card that may be laid, where there is one: only then the board offers what to do with it."""
    card = visitor.page.locator(".hand .open").first
    if card.is_visible():
        visitor.press(card)


@pytest.mark.parametrize("game", CROWDED)
def test_a_full_table_has_room_on_every_screen(arrive: Arrive, game: str) -> None:
    visitor = arrive().against_bots(game, catalogue.game(game).SEATS[-1])
    visitor.until_due()
    visitor.in_language("de")
    visitor.page.locator(".felt button:enabled").first.wait_for()
    take_a_card(visitor)
    wrong = {}
    for size in SIZES:
        in_window(visitor.page, size)
        wrong[size["width"]] = without_room(visitor)
    assert not any(wrong.values()), wrong


def test_the_settings_open_on_the_screen(arrive: Arrive) -> None:
    visitor = arrive("phone", locale="de-DE").at_home()
    visitor.press(visitor.page.locator(".settings summary"))
    for width in (320, 360):
        in_window(visitor.page, {"width": width, "height": 640})
        card = visitor.page.locator(".settings .card").bounding_box()
        assert card is not None
        assert 0 <= card["x"] <= width - card["width"]
        assert scrolling_sideways(visitor.page) == []


def test_the_guide_of_a_lesson_keeps_off_the_head(arrive: Arrive) -> None:
    visitor = arrive(locale="de-DE")
    visitor.go("/learn/schollenschubser")
    visitor.press(visitor.page.locator(".guide summary"))
    expect(visitor.page.locator(".guide details p").first).to_be_visible()
    for size in SIZES[2:]:
        in_window(visitor.page, size)
        assert out_of_reach(visitor.page) == []


def test_a_replay_fits_on_a_small_phone(arrive: Arrive) -> None:
    visitor = arrive("phone", viewport=SMALL, locale="de-DE")
    visitor.go("/replay")
    visitor.page.locator("input[type=file]").set_input_files(RECORD)
    visitor.page.get_by_role("slider").wait_for()
    assert without_room(visitor) == []
