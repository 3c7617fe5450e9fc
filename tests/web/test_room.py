"""Small screens and low windows: every control is reachable, every text fits, and nothing scrolls sideways."""

from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from carreau.games import catalogue
from tests.server.client import new_share
from tests.web.conftest import Arrive
from tests.web.looks import in_window, misfits, out_of_reach, scrolling_sideways
from tests.web.visitor import WORDS, Visitor

# The games whose boards also show much about every seat.
CROWDED: Final = ["carre", "plan", "schlauraff", "raufer", "nussknacker", "schollenschubser", "misd"]
TINY: Final[Any] = {"width": 320, "height": 568}
SMALL: Final[Any] = {"width": 360, "height": 640}
SIZES: Final[list[Any]] = [
    TINY,
    SMALL,
    {"width": 740, "height": 360},
    {"width": 1093, "height": 560},
    {"width": 1366, "height": 620},
]
RECORDS: Final = Path(__file__).parents[1] / "records"
LANGUAGES: Final = sorted(path.stem for path in WORDS.glob("*.json"))
LONG: Final = "W" * 40  # a name, or a word
SEARCHED: Final = 120  # pixels of height at which nine figures on a card can be told apart
# Elements that another one covers in part.
COVERED: Final = """things => {
  const boxes = things.map(each => each.getBoundingClientRect());
  const apart = (one, other) => one.right <= other.left || other.right <= one.left ||
    one.bottom <= other.top || other.bottom <= one.top;
  return things.filter((_, at) => boxes.some((other, index) => index !== at && !apart(boxes[at], other)))
    .map(each => each.textContent.trim());
}"""
# Elements that overflow their place.
OUTSIDE: Final = """things => {
  const place = things[0].closest("div").getBoundingClientRect();
  const sticksOut = ({ left, right, top, bottom }) => left < place.left - 1 || right > place.right + 1 ||
    top < place.top - 1 || bottom > place.bottom + 1;
  return things.filter(each => sticksOut(each.getBoundingClientRect())).map(each => each.textContent.trim());
}"""


def without_room(visitor: Visitor) -> list[str]:
    page = visitor.page
    return [*out_of_reach(page), *scrolling_sideways(page), *misfits(page)]


def take_a_card(visitor: Visitor) -> None:
    """Select a card that may be laid, if there is one: only then the board offers its actions."""
    card = visitor.page.locator(".hand .open").first
    if card.is_visible():
        visitor.press(card)


@pytest.mark.parametrize("game", CROWDED)
def test_a_full_table_has_room_on_every_screen(arrive: Arrive, game: str) -> None:
    visitor = arrive(locale="de-DE").against_bots(game, catalogue.game(game).SEATS[-1])
    visitor.until_due()
    visitor.page.locator(".felt button:enabled").first.wait_for()
    take_a_card(visitor)
    wrong = {}
    for size in SIZES:
        in_window(visitor.page, size)
        wrong[size["width"]] = without_room(visitor)
    assert not any(wrong.values()), wrong


def test_the_card_to_search_is_large_however_many_play(arrive: Arrive) -> None:
    visitor = arrive(locale="de-DE").against_bots("misd", 8)
    visitor.until_due()
    visitor.page.locator(".felt button:enabled").first.wait_for()
    for size in (TINY, SMALL):
        in_window(visitor.page, size)
        card = visitor.page.locator(".card-place").bounding_box()
        felt = visitor.page.locator(".felt").bounding_box()
        assert card is not None
        assert felt is not None
        assert card["height"] > SEARCHED
        assert felt["height"] < size["height"]  # both the card and the control


def test_names_around_the_table_keep_off_one_another(arrive: Arrive) -> None:
    visitor = arrive().against_bots("plan", 4)
    visitor.until_due()
    for size in (TINY, SMALL):
        in_window(visitor.page, size)
        assert visitor.page.locator(".felt .label").evaluate_all(COVERED) == []


def test_every_floor_of_the_house_is_seen(arrive: Arrive) -> None:
    visitor = arrive().against_bots("raufer", 5)
    visitor.until_due()
    for size in (TINY, SMALL):
        in_window(visitor.page, size)
        assert visitor.page.locator(".house .plaque").evaluate_all(OUTSIDE) == []


def test_one_long_word_leaves_the_chat_to_everyone(arrive: Arrive) -> None:
    visitor = arrive(locale="fr-FR")
    visitor.context.request.put(f"{visitor.url}/api/me", data={"name": LONG})
    visitor.against_bots("caro")
    visitor.page.get_by_role("tab", name="Chat").click()
    send = visitor.button(visitor.word("send"))
    for words in ("Bonjour", 3 * LONG):
        for size in (TINY, SMALL, *SIZES[3:]):
            in_window(visitor.page, size)
            assert visitor.sees(send)
            assert scrolling_sideways(visitor.page) == []
        visitor.page.get_by_role("textbox", name=visitor.word("say")).fill(words)
        send.click()
        expect(visitor.page.locator(".chat").get_by_text(words)).to_be_visible()
    assert visitor.sees(send)
    assert scrolling_sideways(visitor.page) == []


def test_a_long_name_has_room_wherever_others_see_it(arrive: Arrive) -> None:
    visitor = arrive("phone", viewport=TINY, locale="de-DE")
    visitor.context.request.put(f"{visitor.url}/api/me", data={"name": LONG})
    sit = [{"seat": seat, "share": new_share()} for seat in (0, 1)]
    for wanted in ({"sit": sit[:1]}, {"sit": sit, "start": True}):
        visitor.at_table(visitor.put_up("qarre", seats=2, **wanted))
        assert scrolling_sideways(visitor.page) == []
    visitor.at_home()
    expect(visitor.page.locator(".tables a").first).to_contain_text(LONG)
    assert scrolling_sideways(visitor.page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_table_is_put_up_on_the_smallest_phone(arrive: Arrive, language: str) -> None:
    visitor = arrive("phone", viewport=TINY, locale=language).at_home()
    visitor.press(visitor.card("nussknacker").get_by_role("button", name=visitor.word("invite")))
    visitor.page.locator("dialog select").last.select_option("game")  # the game with the most options
    expect(visitor.page.locator("html")).to_have_attribute("lang", language)
    assert scrolling_sideways(visitor.page) == []
    assert misfits(visitor.page) == []


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


@pytest.mark.parametrize("size", [TINY, SMALL])
def test_a_replay_fits_on_a_small_phone(arrive: Arrive, size: Any) -> None:
    visitor = arrive("phone", viewport=size, locale="de-DE")
    visitor.go("/replay")
    visitor.button("Datei wählen").wait_for()
    assert without_room(visitor) == []
    watch(visitor, "caro-2.carreau")
    assert without_room(visitor) == []


@pytest.mark.parametrize("game", ["qarre-2", "nussknacker-4"])
def test_a_board_of_a_replay_is_large_enough_for_everything_on_it(arrive: Arrive, game: str) -> None:
    visitor = arrive("phone", viewport=TINY, locale="de-DE")
    visitor.go("/replay")
    watch(visitor, f"{game}.carreau")
    visitor.page.get_by_role("slider").press("End")
    visitor.page.locator("aside select").select_option("0")
    visitor.page.locator(".felt .hand").wait_for()
    assert out_of_reach(visitor.page) == []
    assert scrolling_sideways(visitor.page) == []


def watch(visitor: Visitor, record: str) -> None:
    visitor.page.locator("input[type=file]").set_input_files(RECORDS / record)
    visitor.page.get_by_role("slider").wait_for()
