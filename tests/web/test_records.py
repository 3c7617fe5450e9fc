"""An uploaded record: picked or dropped, checked, watched from any point of view, and analysed."""

import re
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, expect

from carreau.games.texts import entries
from tests.web.conftest import Arrive
from tests.web.visitor import Visitor

RECORDS: Final = Path(__file__).parents[1] / "records"
LENGTH: Final = 668  # moves of the game of Qarré among them
PATIENCE: Final = 60_000  # milliseconds in which bots must analyse a short game


def at_records(visitor: Visitor) -> Page:
    visitor.at_home()
    visitor.press(visitor.page.get_by_role("link", name="Open a record"))
    visitor.button("Choose a file").wait_for()
    return visitor.page


def pick(visitor: Visitor, file: Path) -> None:
    with visitor.page.expect_file_chooser() as chooser:
        visitor.press(visitor.button("Choose a file"))
    chooser.value.set_files(file)


def damaged(folder: Path) -> Path:
    """Return the record of a game in which a tile is laid on another."""
    lines = (RECORDS / "caro-2.carreau").read_text(encoding="utf-8").splitlines()
    first = lines.index("moves:") + 1
    lines[first + 2] = lines[first]
    file = folder / "damaged.carreau"
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def test_a_record_is_watched_through_any_eyes(arrive: Arrive) -> None:
    visitor = arrive()
    page = at_records(visitor)
    pick(visitor, RECORDS / "qarre-2.carreau")
    expect(page.get_by_role("heading", name="Qarré")).to_be_focused()
    page.get_by_role("slider").fill("100")
    expect(page.get_by_text(f"Position 100 of {LENGTH}")).to_be_visible()
    cards = page.locator(".hand button")
    expect(cards).to_have_count(0)
    page.get_by_label("View as").select_option("0")
    expect(cards.first).to_be_visible()
    expect(visitor.button("Copy link to this position")).to_be_hidden()  # there is nothing to link to


def test_a_damaged_record_is_refused_with_the_line(arrive: Arrive, tmp_path: Path) -> None:
    visitor = arrive("phone")
    page = at_records(visitor)
    pick(visitor, damaged(tmp_path))
    expect(page.get_by_role("status")).to_contain_text("damaged.carreau can't be opened:")
    expect(page.get_by_role("status")).to_contain_text(re.compile(r"Line \d+: this move breaks a rule"))
    expect(page.get_by_role("status")).to_contain_text(re.compile(r"line \d+: .* is against caro\.3"))
    expect(page.get_by_role("status")).to_contain_text(entries("caro", "en")["clauses"]["caro.3"][1])
    assert not visitor.scrolls_sideways
    pick(visitor, RECORDS / "caro-2.carreau")
    expect(page.get_by_role("heading", name="Caro")).to_be_visible()
    assert not visitor.scrolls_sideways
    visitor.complaints.clear()  # the console reports every refused request


def test_a_file_that_is_too_long_is_not_even_sent(arrive: Arrive, tmp_path: Path) -> None:
    visitor = arrive()
    page = at_records(visitor)
    page.route("**/api/records", lambda route: route.abort())
    film = tmp_path / "film.txt"
    film.write_bytes(bytes(200_001))
    pick(visitor, film)
    expect(page.get_by_role("status")).to_have_text("film.txt is too long to be a game record.")


def test_a_record_is_dropped_and_bots_look_at_it(arrive: Arrive) -> None:
    visitor = arrive()
    page = at_records(visitor)
    text = (RECORDS / "bauab-2.carreau").read_text(encoding="utf-8").replace("\nresult:", "\nbots: 0 1\nresult:")
    visitor.drop("bauab.carreau", text)
    page.get_by_role("button", name="Analyse with a bot").click()
    expect(page.get_by_role("img", name="Winning chances")).to_be_visible()
    expect(page.get_by_role("progressbar")).to_be_hidden(timeout=PATIENCE)
    expect(page.get_by_role("heading", name="Turning points")).to_be_visible()
    page.locator("aside li button").first.click()
    there = int(page.get_by_role("slider").input_value())
    page.keyboard.press("ArrowRight")  # the arrows still turn the pages
    expect(page.get_by_role("slider")).to_have_value(str(there + 1))
    page.get_by_role("button", name="First position").click()
    expect(page.locator("p.now")).to_have_text("Starting position")
    expect(page.get_by_role("heading", name="What the bots thought")).to_be_visible()
    remark = page.get_by_role("listitem").filter(has_text=": From here on I had calculated the game to its end").first
    remark.get_by_role("button").click()
    expect(page.locator("p.now")).not_to_have_text("Starting position")
