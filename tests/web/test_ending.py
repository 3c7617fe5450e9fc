"""What comes when a game is over: the outcome, another game, and the game once more."""

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.web.conftest import GRACE, Arrive
from tests.web.visitor import GAMES, Visitor

PATIENCE: Final = 400_000  # milliseconds until bots must have finished a game: in Misd they think as long as people


def given_up(visitor: Visitor, game: str, moves: int) -> Visitor:
    visitor.play_bot(game)
    for _ in range(moves):
        assert visitor.move()
    visitor.until_due()
    visitor.give_up()
    return visitor


def finished_by_bots(visitor: Visitor, game: str, seats: int | None = None) -> Visitor:
    visitor.against_bots(game, seats, absent="bot")
    visitor.move()
    visitor.at_home()
    visitor.page.wait_for_timeout(1000 * GRACE)
    visitor.at_table(visitor.table_id)
    expect(visitor.page.locator(".outcome")).to_be_visible(timeout=PATIENCE)
    return visitor


@pytest.mark.parametrize("game", GAMES)
def test_bots_take_over_and_finish_the_game(arrive: Arrive, game: str) -> None:
    visitor = finished_by_bots(arrive(), game)
    assert visitor.table["status"] == "over"
    visitor.page.get_by_role("link", name="Watch again").click()
    expect(visitor.page.get_by_text(f"Position 0 of {len(visitor.events)}")).to_be_visible()
    expect(visitor.page.locator(".felt > *").first).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640), (768, 1024)])
def test_another_game_is_in_sight_on_small_screens(arrive: Arrive, width: int, height: int) -> None:
    visitor = arrive("phone", viewport={"width": width, "height": height})
    finished_by_bots(visitor, "caro", seats=4)
    assert visitor.sees(visitor.button("Play again"))
    visitor.page.mouse.wheel(0, 2 * height)
    assert visitor.sees(visitor.button("Play again"))
    assert not visitor.scrolls_sideways


def test_giving_up_is_asked_twice(arrive: Arrive) -> None:
    visitor = arrive()
    visitor.play_bot("caro")
    visitor.until_due()
    visitor.button("Give up").click()
    visitor.button("No").click()
    expect(visitor.button("Yes, give up")).to_be_hidden()
    visitor.button("Give up").click()
    visitor.button("Yes, give up").click()
    expect(visitor.page.locator(".outcome h2")).to_contain_text("has given up")
    expect(visitor.page.locator(".status")).to_have_text("The game is over")


def test_another_game_follows(arrive: Arrive) -> None:
    visitor = given_up(arrive(), "caro", 0)
    before = visitor.page.url
    visitor.button("Play again").click()
    visitor.page.get_by_role("link", name="To the rematch").click()
    expect(visitor.page.locator(".outcome")).to_be_hidden()
    assert visitor.page.url != before
    expect(visitor.page.locator(".felt > *").first).to_be_visible()


def test_a_record_is_downloaded(arrive: Arrive, tmp_path: Path) -> None:
    visitor = given_up(arrive(), "caro", 1)
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("link", name="Download the record").click()
    download.value.save_as(tmp_path / "record")
    assert "caro" in (tmp_path / "record").read_text(encoding="utf-8")


def test_a_finished_game_is_found_on_the_front_page(arrive: Arrive) -> None:
    visitor = given_up(arrive(), "caro", 1)
    visitor.at_home()
    visitor.page.get_by_role("region", name="Your finished games").get_by_role("link", name="Caro").click()
    expect(visitor.page.get_by_text("Position 0 of")).to_be_visible()


def test_a_game_is_watched_again_through_any_eyes(arrive: Arrive) -> None:
    visitor = given_up(arrive(), "qarre", 2)
    page, count = visitor.page, len(visitor.events)
    page.get_by_role("link", name="Watch again").click()
    scrubber = page.get_by_role("slider")
    for at in (0, count):
        scrubber.fill(str(at))
        expect(page.get_by_text(f"Position {at} of {count}")).to_be_visible()
    page.get_by_role("button", name="Back", exact=True).click()
    expect(scrubber).to_have_value(str(count - 1))
    cards = page.locator(".hand button")
    hands = []
    expect(cards).to_have_count(0)
    for seat in ("0", "1"):
        page.get_by_label("See as").select_option(seat)
        expect(cards.first).to_be_visible()
        hands.append(set(cards.evaluate_all("cards => cards.map(each => each.ariaLabel)")))
    assert not hands[0] & hands[1]
    page.get_by_label("See as").select_option("-1")
    expect(cards).to_have_count(0)
