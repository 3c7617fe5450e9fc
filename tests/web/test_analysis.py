"""The analysis board: branching, choosing dice, the engine, sharing, reloading, saving and reopening."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from playwright.sync_api import Locator, Page, expect

from carreau.games.catalogue import game
from carreau.games.texts import entries
from carreau.study.file import read_study
from carreau.study.openings import position_name
from carreau.study.reading import opened
from tests.server.running import Running
from tests.web.conftest import Arrive
from tests.web.looks import violations
from tests.web.visitor import Visitor

RECORDS: Final = Path(__file__).parents[1] / "records"
PATIENCE: Final = 60_000  # milliseconds in which the engine must have searched with the fewest simulations
TWO_MOVES: Final = "#game=caro&seats=2&moves=0cg.1cl"  # red on 0,0, black on 1,0


def moves(page: Page) -> Locator:
    return page.get_by_role("treeitem")


def shown(page: Page) -> Locator:
    """Return the move that led to the position shown."""
    return page.get_by_role("treeitem", selected=True)


def at_board(visitor: Visitor, game: str, link: str = "") -> Page:
    visitor.go(f"/analysis/{game}{link}")
    shown(visitor.page).wait_for()
    return visitor.page


def address_has(page: Page, part: str) -> None:
    page.wait_for_function("part => location.hash.includes(part)", arg=part)


def forward(page: Page) -> None:
    """Step to Ada's move, and wait until the board shows it."""
    page.keyboard.press("ArrowRight")
    expect(shown(page)).to_have_text(re.compile("Ada places red on 0,0"))
    expect(page.get_by_text("To move: Bo")).to_be_visible()


def lay(visitor: Visitor, colour: str, place: str) -> None:
    """Lay a tile on the board of Caro."""
    visitor.press(visitor.page.get_by_role("radio", name=re.compile(f"^{colour}")))
    visitor.press(visitor.page.get_by_role("button", name=re.compile(f"^{place}")))


def test_moves_branch_and_variations_are_named_promoted_and_deleted(arrive: Arrive) -> None:
    visitor = arrive()
    page = at_board(visitor, "caro", TWO_MOVES)
    expect(moves(page)).to_have_count(3)
    page.keyboard.press("End")
    expect(shown(page)).to_have_text(re.compile("Bo places black on 1,0"))
    page.keyboard.press("ArrowLeft")
    lay(visitor, "grey", "0, 1")
    expect(shown(page)).to_have_text(re.compile("Bo places grey on 0,1"))
    expect(shown(page)).to_have_attribute("aria-level", "2")
    page.get_by_label("Name").fill("the quiet one")
    page.get_by_label("Note").fill("Red can't follow.")
    page.get_by_label("Note").blur()
    expect(shown(page)).to_have_text(re.compile("the quiet one.*Red can't follow", re.DOTALL))
    page.keyboard.press("ArrowUp")
    expect(shown(page)).to_have_text(re.compile("Bo places black on 1,0"))
    page.keyboard.press("ArrowDown")
    visitor.press(visitor.button("Make main line"))
    expect(shown(page)).to_have_attribute("aria-level", "1")
    expect(visitor.button("Make main line")).to_be_disabled()
    page.keyboard.press("Home")
    expect(shown(page)).to_have_text("Starting position")
    page.keyboard.press("End")
    visitor.press(visitor.button("Delete from here"))
    expect(moves(page)).to_have_count(3)
    expect(shown(page)).to_have_text(re.compile("Ada places red on 0,0"))


def test_dice_are_chosen_or_rolled(arrive: Arrive) -> None:
    visitor = arrive("phone")
    page = at_board(visitor, "schlauraff")
    outcomes = page.get_by_role("group", name="Dice and cards")
    wanted = outcomes.get_by_role("listitem").get_by_role("button").nth(1)
    page.get_by_label("Roll and draw automatically").uncheck()
    visitor.press(wanted)
    expect(moves(page)).to_have_count(2)
    visitor.press(visitor.button("Draw until a player has to decide"))
    expect(outcomes).to_be_hidden()
    expect(page.get_by_text("To move:")).to_be_visible()
    assert not visitor.scrolls_sideways
    assert violations(page) == []


def test_a_study_is_shared_reloaded_saved_and_opened_again(arrive: Arrive, tmp_path: Path) -> None:
    visitor, friend = arrive(), arrive()
    page = at_board(visitor, "caro", TWO_MOVES)
    forward(page)
    lay(visitor, "grey", "0, 1")
    expect(shown(page)).to_have_text(re.compile("Bo places grey on 0,1"))
    page.get_by_label("Name").fill("the quiet one")
    page.get_by_label("Name").blur()
    address_has(page, "label=")
    address = page.url
    page.reload()
    expect(shown(page)).to_have_text(re.compile("the quiet one.*Bo places grey on 0,1", re.DOTALL))
    expect(moves(page)).to_have_count(4)
    friend.page.goto(address)
    expect(shown(friend.page)).to_have_text(re.compile("the quiet one"))
    with page.expect_download() as download:
        visitor.press(visitor.button("Download study"))
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    saved = file.read_text(encoding="utf-8")
    assert [node.name for node in read_study(saved, game).nodes()] == ["", "", "", "the quiet one"]
    at_board(friend, "bauab")
    friend.drop(file.name, saved)
    expect(friend.page.get_by_role("heading", name="Caro")).to_be_visible()
    expect(moves(friend.page)).to_have_count(4)
    friend.page.go_back()
    expect(friend.page.get_by_role("heading", name="Bauab")).to_be_visible()


def test_the_engine_shows_moves_with_chances_and_plays_one(arrive: Arrive) -> None:
    visitor = arrive()
    page = at_board(visitor, "caro", TWO_MOVES)
    forward(page)
    page.get_by_role("switch", name="Best moves").check()
    found = page.locator("aside ol li")
    expect(found).to_have_count(5, timeout=PATIENCE)
    expect(found.first).to_contain_text(re.compile(r"\d+% to \d+%"))
    assert violations(page) == []
    visitor.press(found.first.get_by_role("button"))
    expect(shown(page)).to_have_text(re.compile("Bo places"))
    page.get_by_role("switch", name="Best moves").uncheck()
    expect(found).to_have_count(0)


def test_a_replay_goes_on_from_any_step(arrive: Arrive) -> None:
    visitor = arrive()
    record = (RECORDS / "caro-2.carreau").read_text(encoding="utf-8")
    visitor.go("/replay")
    visitor.button("Choose a file").wait_for()
    page = visitor.page
    visitor.drop("caro.carreau", record)
    page.get_by_role("slider").fill("7")
    visitor.press(visitor.button("Try from here"))
    shown(page).wait_for()
    moved = opened(record, game).root.end().path()
    expect(moves(page)).to_have_count(len(moved) + 1)
    expect(moves(page).nth(7)).to_have_attribute("aria-selected", "true")


def test_a_broken_link_is_refused_and_another_study_begins(arrive: Arrive) -> None:
    visitor = arrive("phone")
    visitor.go("/analysis/caro#game=caro&seats=2&moves=0cg.0cg")
    expect(visitor.page.get_by_role("alert")).to_contain_text("this move breaks a rule")
    visitor.complaints.clear()  # the console reports every refused request
    visitor.press(visitor.button("New analysis"))
    expect(shown(visitor.page)).to_have_text("Starting position")
    expect(visitor.page.get_by_role("alert")).to_be_hidden()


def test_bots_play_on(arrive: Arrive) -> None:
    visitor = arrive()
    page = at_board(visitor, "caro", TWO_MOVES)
    page.get_by_label("Who plays Ada").select_option("1")
    forward(page)
    lay(visitor, "grey", "0, 1")
    expect(shown(page)).to_have_text(re.compile("Ada places"))
    expect(moves(page)).to_have_count(5)


def test_a_position_is_set_up_by_hand_or_refused_with_its_clause(arrive: Arrive) -> None:
    visitor = arrive("phone")
    page = at_board(visitor, "bauab", "#game=bauab&seats=2&moves=*0&at=1")
    visitor.press(page.get_by_text("Set up a position"))
    current = page.get_by_role("textbox", name="current")
    current.fill("-4")
    visitor.press(visitor.button("Check and open"))
    why = page.get_by_role("alert").filter(has_text="This position is impossible")
    expect(why).to_contain_text(entries("bauab", "en")["clauses"]["bauab.13"][1])
    visitor.complaints.clear()  # the console reports every refused request
    current.fill("1")
    visitor.press(visitor.button("Check and open"))
    expect(moves(page)).to_have_count(1)
    expect(page.get_by_text("To move: Bo")).to_be_visible()
    assert not visitor.scrolls_sideways


def test_one_seat_s_view_hides_the_others_cards_which_can_be_drawn_again(arrive: Arrive) -> None:
    visitor = arrive()
    page = at_board(visitor, "raufer")
    visitor.press(visitor.button("Draw until a player has to decide"))
    page.get_by_label("View as").select_option("1")
    expect(shown(page)).not_to_have_text("Starting position")
    address_has(page, "pov=1")
    visitor.press(visitor.button("Redraw everything hidden"))
    expect(moves(page)).to_have_count(1)
    address_has(page, "position=")
    expect(page.get_by_label("View as")).to_have_value("1")
    page.get_by_label("View as").select_option("-2")
    expect(page.locator(".felt section")).to_have_count(3)


def test_the_board_tells_what_others_played(arrive: Arrive, server: Running) -> None:
    """The server counts finished games once a minute; here the test adds some, of a match that no other test plays."""
    made = game("caro", 2, {"rounds": 17})
    first = (0, made.parse("red 0,0"))
    with closing(sqlite3.connect(server.database, timeout=30)) as database, database:
        for number, share in enumerate([1.0, 0.5]):
            database.execute(
                "INSERT INTO opening_moves VALUES (?, 0, ?, ?, ?, ?)",
                (f"others {number}", position_name(made, []), *first, share),
            )
    page = at_board(arrive("phone"), "caro", "#game=caro&seats=2&option=rounds.17")
    others = page.get_by_role("region", name="Others played")
    expect(others.get_by_role("listitem")).to_have_text([re.compile("places red on 0,0.*2 games, 75% won", re.DOTALL)])
