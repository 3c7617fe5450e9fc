"""The front page: the games, and the visitor's name, language and theme."""

import json
import re
import struct
from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect

from carreau.games.texts import entries
from tests.web.conftest import Arrive
from tests.web.looks import DEVICES
from tests.web.visitor import GAMES
from tests.wording import LANGUAGES


def test_every_game_is_there_with_its_picture_and_its_name(arrive: Arrive) -> None:
    visitor = arrive().at_home()
    expect(visitor.page.locator(".game")).to_have_count(len(GAMES))
    for game in GAMES:
        expect(visitor.card(game).get_by_role("heading")).to_have_text(entries(game, "en")["title"])
        expect(visitor.card(game).locator(".picture svg").first).to_be_visible()
    assert not visitor.scrolls_sideways


def test_the_front_page_fits_on_a_phone(arrive: Arrive) -> None:
    visitor = arrive("phone").at_home()
    assert not visitor.scrolls_sideways


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_shows_five_games_at_once(arrive: Arrive, language: str) -> None:
    visitor = arrive("phone", locale=language).at_home()
    fifth = visitor.card(GAMES[4])
    fifth.wait_for()
    expect(visitor.page.locator("html")).to_have_attribute("lang", language)
    box = fifth.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= DEVICES["phone"]["viewport"]["height"]


def test_level_and_opponents_are_chosen_on_the_card_and_remembered(arrive: Arrive) -> None:
    visitor = arrive().at_home()
    card = visitor.card("caro")
    card.get_by_label("Level of the bots").select_option("Level 1")
    card.get_by_label("Opponents").select_option("2 bots")
    visitor.press(card.get_by_role("button", name="Play a bot"))
    expect(visitor.page.locator(".level")).to_have_text(["Level 1", "Level 1"])
    visitor.at_home()
    expect(card.get_by_label("Level of the bots")).to_have_value("1")
    expect(card.get_by_label("Opponents")).to_have_value("3")
    expect(visitor.card("carat").get_by_label("Opponents")).to_have_value("2")


def test_newcomers_are_offered_the_lesson_until_they_have_played(arrive: Arrive) -> None:
    visitor = arrive().at_home()
    lessons = visitor.page.get_by_role("link", name="First time? Three-minute lesson")
    expect(lessons).to_have_count(len(GAMES))
    visitor.play_bot("bauab")
    assert visitor.move()
    visitor.until_due()
    visitor.at_home()
    expect(visitor.page.get_by_role("region", name="Your games").get_by_role("link")).to_contain_text("Your move")
    expect(lessons).to_have_count(len(GAMES) - 1)
    expect(visitor.card("bauab").get_by_role("link", name="Learn")).to_be_visible()


def test_the_front_page_has_its_own_title_wherever_one_comes_from(arrive: Arrive) -> None:
    visitor = arrive()
    visitor.go("/rules/caro")
    expect(visitor.page).to_have_title(re.compile("Caro ·"))
    visitor.page.get_by_role("link", name="All games").click()
    expect(visitor.page).to_have_title("Carreau")


def test_a_name_is_kept(arrive: Arrive) -> None:
    visitor = arrive().at_home()
    name = visitor.page.get_by_label("Your name")
    expect(name).not_to_have_value("")
    with visitor.page.expect_response("**/api/me"):
        name.fill("Ada <b>Lovelace</b>")
        name.press("Enter")
    visitor.page.reload()
    expect(name).to_have_value("Ada <b>Lovelace</b>")


def test_the_language_is_changed_and_kept(arrive: Arrive) -> None:
    visitor = arrive().at_home()
    visitor.page.locator("summary").click()
    visitor.page.get_by_label("Language").select_option("de")
    for _ in range(2):
        expect(visitor.card("caro").get_by_role("button").first).to_have_text("Gegen einen Bot")
        expect(visitor.card("caro").locator("p").first).to_have_text(entries("caro", "de")["tagline"])
        expect(visitor.page.locator("html")).to_have_attribute("lang", "de")
        visitor.page.reload()


def test_the_light_is_as_the_device_has_it_or_as_one_wants_it(arrive: Arrive) -> None:
    visitor = arrive(color_scheme="dark").at_home()
    html = visitor.page.locator("html")
    expect(html).to_have_attribute("data-theme", "evening")
    visitor.page.locator("summary").click()
    visitor.page.get_by_label("Theme").select_option("day")
    expect(html).to_have_attribute("data-theme", "day")
    visitor.page.reload()
    expect(html).to_have_attribute("data-theme", "day")
    expect(visitor.page.locator("body")).to_have_css("color-scheme", re.compile("light"))


def test_it_can_be_installed(arrive: Arrive) -> None:
    """The browser accepts the manifest without a complaint, and all icons exist in their sizes."""
    visitor = arrive().at_home()
    found = visitor.context.new_cdp_session(visitor.page).send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    for icon in manifest["icons"]:
        picture = visitor.context.request.get(urljoin(found["url"], icon["src"])).body()
        assert "{}x{}".format(*struct.unpack(">II", picture[16:24])) == icon["sizes"]
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
