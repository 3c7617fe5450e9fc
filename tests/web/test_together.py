"""People who meet at a table: arriving by a link, being away, asking, and what a careless click must not do."""

from typing import Final

from playwright.sync_api import expect

from tests.server.client import new_share
from tests.web.conftest import GRACE, Arrive
from tests.web.looks import LAPTOP, PICTURES, in_window
from tests.web.visitor import Visitor

# Press a button and what comes in its place, as fast as a double click does; whether the second could be pressed.
TWICE: Final = """async () => {
  const named = words => [...document.querySelectorAll("button")].find(each => each.textContent.trim() === words);
  named("Resign").click();
  await new Promise(drawn => setTimeout(drawn));
  const second = named("Yes, resign");
  second.click();
  return second.disabled;
}"""


def two_at(arrive: Arrive, game: str, **wanted: object) -> tuple[Visitor, Visitor]:
    """Start a game of two people, each with a browser; the friend has come by the link."""
    host, friend = arrive(), arrive("phone")
    table = host.put_up(game, seats=2, sit=[{"seat": 0, "share": new_share()}], **wanted)
    host.at_table(table)
    friend.at_table(table)
    friend.page.get_by_label("Your name").fill("Grace")
    friend.page.screenshot(path=PICTURES / "gathering-guest-390.png")
    friend.press(friend.button("Sit here"))
    expect(host.page.get_by_text("Grace")).to_be_visible()
    return host, friend


def test_a_guest_is_asked_for_a_name_and_the_host_allows_hints_that_all_see(arrive: Arrive) -> None:
    host, friend = two_at(arrive, "caro")
    host.page.get_by_label("Allow hints").check()
    expect(friend.page.get_by_text("Hints are allowed")).to_be_visible()
    host.page.screenshot(path=PICTURES / "gathering-host-1440.png")
    host.button("Start game").click()
    host.until_due()
    host.button("Hint").click()
    expect(friend.page.get_by_text("1 hint")).to_be_visible()
    host.page.locator(".over-panel li").first.click()
    in_window(host.page, LAPTOP)
    host.page.screenshot(path=PICTURES / "hints-1280.png")


def test_without_the_host_s_leave_there_are_no_hints_and_nothing_to_take_back_yet(arrive: Arrive) -> None:
    host, friend = two_at(arrive, "carre")
    host.button("Start game").click()
    host.until_due()
    for each in (host, friend):
        expect(each.button("Resign")).to_be_visible()
        expect(each.button("Hint")).to_have_count(0)
        expect(each.button("Take back")).to_have_count(0)
    host.button("End turn").click()
    host.button("Take back").click()
    friend.press(friend.button("No"))
    expect(host.page.get_by_role("alert")).to_contain_text("Grace doesn't want the move taken back.")


def test_a_bot_plays_for_somebody_who_is_away_until_they_take_over_again(arrive: Arrive) -> None:
    host, friend = two_at(arrive, "caro")
    host.button("Start game").click()
    assert host.move()
    friend.at_home()
    host.page.wait_for_timeout(1000 * GRACE)
    host.button("Let a bot play").click()
    host.until_due()
    assert host.move()
    friend.at_table(host.table_id)
    friend.press(friend.button("Take over"))
    expect(host.page.get_by_text("a bot is playing")).to_be_hidden()


def test_people_at_one_device_have_names_which_they_keep_in_a_rematch(arrive: Arrive) -> None:
    visitor = arrive()
    visitor.at_table(visitor.put_up("caro", seats=2))
    visitor.button("Sit here").click()
    visitor.button("Add a person on this device").click()
    visitor.page.get_by_label("Name of player: 2").fill("Bo")
    visitor.page.get_by_label("Name of player: 2").press("Enter")
    visitor.button("Start game").click()
    visitor.button("I am Ada").click()
    visitor.give_up()
    expect(visitor.page.locator(".outcome h2")).to_have_text("Bo wins")
    visitor.button("Play again").click()
    expect(visitor.page.locator(".outcome")).to_be_hidden()
    expect(visitor.page.locator(".hand-over")).to_contain_text("Pass the device to Ada")


def test_a_double_click_gives_nothing_up(arrive: Arrive) -> None:
    visitor = arrive().against_bots("caro")
    visitor.until_due()
    assert visitor.page.evaluate(TWICE)
    expect(visitor.button("Yes, resign")).to_be_enabled()
    visitor.page.reload()
    visitor.until_due()
    assert not visitor.over


def test_settings_close_by_escape_and_by_a_click_elsewhere_that_does_nothing_else(arrive: Arrive) -> None:
    visitor = arrive().against_bots("caro")
    visitor.until_due()
    page, knob = visitor.page, visitor.page.locator(".settings summary")
    language = page.get_by_label("Language")
    knob.click()
    expect(language).to_be_visible()
    page.keyboard.press("Escape")
    expect(language).to_be_hidden()
    expect(knob).to_be_focused()
    knob.click()
    resign = visitor.button("Resign").bounding_box()
    assert resign is not None
    page.mouse.click(resign["x"] + resign["width"] / 2, resign["y"] + resign["height"] / 2)
    expect(language).to_be_hidden()
    expect(visitor.button("Yes, resign")).to_have_count(0)
