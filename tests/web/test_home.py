"""The front page: the games, and the visitor's name, language and theme."""

import json
import re
import struct
from urllib.parse import urljoin

from playwright.sync_api import expect

from carreau.games.texts import entries
from tests.web.conftest import Arrive
from tests.web.visitor import GAMES


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
