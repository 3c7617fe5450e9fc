"""The first lesson and the rules in pictures, with the mouse, with a finger and with the keyboard."""

from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from carreau.cli.words import Words
from carreau.games.catalogue import GAMES
from carreau.games.lessons import has_lesson, script
from carreau.games.texts import entries, text
from tests.web.conftest import Arrive
from tests.web.looks import violations_in_any_light
from tests.web.visitor import Visitor

TEXT: Final = entries("caro", "en")
# The solution of each step of Caro's lesson: a colour and a place.
SOLUTION: Final = [
    ("red", "0, 0"),
    ("red", "1, 1"),
    ("red", "1, 1"),
    ("red", "1, 2"),
    ("grey", "1, -1"),
    ("red", "3, 3"),
    ("red", "2, 2"),
    ("white", "2, 1"),
]
PICTURES: Final = "figure .felt[inert]"
WITH_LESSON: Final = [name for name in GAMES if has_lesson(name)]


def at_lesson(visitor: Visitor, game: str = "caro") -> Visitor:
    visitor.go(f"/learn/{game}")
    visitor.page.locator(".board > *").first.wait_for()
    return visitor


def heading(section: str) -> str:
    return Words("en")(f"section_{section}")


def at_rules(visitor: Visitor, game: str) -> None:
    visitor.go(f"/rules/{game}")
    visitor.page.locator("figure").first.scroll_into_view_if_needed()
    visitor.page.locator("figure svg:visible").first.wait_for()


def said(visitor: Visitor) -> Locator:
    return visitor.page.locator(".said")


def lay(visitor: Visitor, colour: str, place: str, with_keys: bool = False) -> None:
    carry_out = visitor.key_in if with_keys else visitor.point
    for thing in (
        visitor.page.get_by_role("radio", name=colour),
        visitor.page.locator(f"[role=button][aria-label^='{place}: ']"),
    ):
        assert carry_out(thing)


def go_through(visitor: Visitor, with_keys: bool = False) -> None:
    for step, (colour, place) in zip(script("caro").steps, SOLUTION, strict=True):
        expect(said(visitor)).to_have_text(TEXT["lesson"][step.key])
        lay(visitor, colour, place, with_keys)
        expect(said(visitor)).to_have_text(TEXT["solved"][step.key])
        assert not visitor.scrolls_sideways
        on = visitor.button("Continue")
        if with_keys:
            expect(on).to_be_focused()
            visitor.page.keyboard.press("Enter")
        else:
            visitor.press(on)
    expect(visitor.page.get_by_role("heading", name="That's all you need!")).to_be_visible()


def test_from_the_front_page_through_the_lesson_to_a_game(arrive: Arrive) -> None:
    visitor = arrive().at_home()
    visitor.card("caro").get_by_role("link", name="lesson").click()
    go_through(visitor)
    visitor.button("Play a bot now").click()
    visitor.page.wait_for_url("**/table/*")
    visitor.page.locator(".felt .place").first.wait_for()


def test_the_lesson_is_gone_through_with_a_finger(arrive: Arrive) -> None:
    go_through(at_lesson(arrive("phone")))


def test_the_lesson_is_gone_through_with_keys_alone(arrive: Arrive) -> None:
    go_through(at_lesson(arrive()), with_keys=True)


def test_a_try_is_answered_by_the_rule_or_by_a_friendly_word_and_help_is_there(arrive: Arrive) -> None:
    visitor = at_lesson(arrive())
    lay(visitor, "white", "0, 0")
    expect(visitor.page.get_by_text("That's legal, but try something else this time.")).to_be_visible()
    lay(visitor, "red", "0, 0")
    visitor.button("Continue").click()
    expect(said(visitor)).to_have_text(TEXT["lesson"]["pair"])
    lay(visitor, "red", "0, 1")
    expect(visitor.page.get_by_text("Same colours may not touch (caro.7)")).to_be_visible()
    expect(visitor.page.locator(".board .laid")).to_have_count(2)
    visitor.button("Show me").click()
    expect(visitor.page.locator(".board .hinted")).to_have_count(1)
    visitor.button("Previous").click()
    expect(said(visitor)).to_have_text(TEXT["lesson"]["first"])
    expect(visitor.page.locator(".board .laid")).to_have_count(0)


@pytest.mark.parametrize("game", WITH_LESSON)
def test_lessons_are_for_everybody(arrive: Arrive, game: str) -> None:
    visitor = at_lesson(arrive(), game)
    names, board = (visitor.page.locator(f".felt > {part}").bounding_box() for part in (".seats", ".board"))
    assert names is not None
    assert board is not None
    assert 4 * names["height"] < board["height"]  # the felt belongs to the board
    assert violations_in_any_light(visitor.page) == []


@pytest.mark.parametrize("game", WITH_LESSON)
def test_rules_are_for_everybody_and_read_in_order_of_play(arrive: Arrive, game: str) -> None:
    """And their pictures, which tests of lessons and tables check as boards, are drawn and can't be pressed."""
    visitor = arrive("phone")
    at_rules(visitor, game)
    sections = [*text(game).rules, "clauses", "rulings", "options", "credits"]
    headings = [heading(section) for section in sections]
    expect(visitor.page.locator("main h2")).to_have_text(headings)
    expect(visitor.page.get_by_role("navigation").get_by_role("link")).to_have_text(headings)
    expect(visitor.page.get_by_role("region", name=heading("goal"))).to_contain_text(text(game).rules["goal"])
    assert violations_in_any_light(visitor.page, but=PICTURES) == []
    expect(visitor.page.locator(PICTURES)).to_have_count(len(script(game).pictures))
    told = entries(game, "en")
    for picture in script(game).pictures:
        section = visitor.page.get_by_role("region", name=heading(picture.section))
        figure = section.locator("figure", has_text=told["pictures"][picture.key])
        figure.scroll_into_view_if_needed()
        expect(figure.locator("svg:visible").first).to_be_visible()
    assert not visitor.scrolls_sideways


def test_a_picture_far_below_is_drawn_when_one_comes_near(arrive: Arrive) -> None:
    visitor = arrive("phone")
    at_rules(visitor, "carat")
    boards = visitor.page.locator(".felt svg.board")
    assert boards.count() < len(script("carat").pictures) / 2
    visitor.page.get_by_role("link", name=heading("end")).click()
    expect(visitor.page.get_by_role("region", name=heading("end")).locator("svg.board")).to_be_visible()


@pytest.mark.parametrize(("link", "found"), [("#scoring", "[id=scoring]"), ("#carat.r3", "[id='carat.r3']")])
def test_a_link_leads_to_a_section_or_a_clause(arrive: Arrive, link: str, found: str) -> None:
    visitor = arrive()
    visitor.go(f"/rules/carat{link}")
    expect(visitor.page.locator(found)).to_be_in_viewport()


def test_rules_are_searched_and_found_from_a_picture(arrive: Arrive) -> None:
    visitor = arrive()
    visitor.go("/rules/caro")
    clauses = visitor.page.locator("dl > div")  # the rulings too
    expect(clauses).to_have_count(len(TEXT["clauses"]))
    search = visitor.page.get_by_role("searchbox")
    search.fill("diagonal")
    expect(visitor.page.locator("dt", has_text="Short diagonals")).to_be_visible()
    expect(visitor.page.locator("dt", has_text="Who goes first")).to_have_count(0)
    visitor.button("Short diagonals").click()
    expect(visitor.page.locator("[id='caro.9']")).to_be_focused()
    search.fill("zebra")
    expect(visitor.page.get_by_text("No rule found.")).to_be_visible()


def test_a_game_without_a_lesson_offers_none(arrive: Arrive) -> None:
    visitor = arrive().at_home()
    for game in GAMES:
        expect(visitor.card(game).get_by_role("link", name="lesson")).to_have_count(int(has_lesson(game)))
        expect(visitor.card(game).get_by_role("link", name="Rules")).to_have_count(1)
