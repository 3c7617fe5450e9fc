"""The focus after the focused element has gone: keyboard and screen reader users continue from there."""

from typing import Final

from playwright.sync_api import expect

from tests.server.client import new_share
from tests.web.conftest import Arrive

IN_FELT: Final = "() => document.activeElement.closest('.felt') !== null"


def test_who_closes_the_dialog_of_a_new_table_is_where_they_came_from(arrive: Arrive) -> None:
    visitor = arrive().at_home()
    invite = visitor.card("caro").get_by_role("button", name="Invite friends")
    invite.press("Enter")
    visitor.button("Close").press("Enter")
    expect(visitor.page.get_by_role("dialog")).to_have_count(0)
    expect(invite).to_be_focused()
    invite.press("Enter")
    expect(visitor.page.get_by_role("dialog")).to_be_visible()


def test_who_wants_a_rematch_is_led_to_it_and_nobody_else(arrive: Arrive) -> None:
    host, friend = arrive(), arrive()
    friend.at_table(host.put_up("caro", seats=2, sit=[{"seat": 0, "share": new_share()}]))
    host.at_table(friend.table_id)
    friend.button("Sit here").click()
    host.button("Start game").click()
    host.give_up()
    rules = friend.page.get_by_role("tab", name="Rules")
    rules.click()
    host.button("Play again").press("Enter")
    expect(host.page.get_by_text("Kept for")).to_be_visible()
    expect(friend.button("Join the rematch")).to_be_visible()
    expect(rules).to_be_focused()


def test_who_takes_the_device_is_led_to_the_board(arrive: Arrive) -> None:
    visitor = arrive()
    sit = [{"seat": seat, "share": new_share()} for seat in (0, 1)]
    visitor.at_table(visitor.put_up("qarre", seats=2, sit=sit, start=True))
    expect(visitor.page.locator(".hand-over h2")).to_be_focused()  # in case Enter is pressed twice
    visitor.page.keyboard.press("Tab")
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator(".hand-over")).to_have_count(0)
    visitor.page.wait_for_function(IN_FELT)


def test_who_lays_a_block_with_keys_is_led_to_it(arrive: Arrive) -> None:
    visitor = arrive()
    visitor.against_bots("caro").until_due()
    visitor.key_in(visitor.page.get_by_role("radio", name="red"))
    visitor.key_in(visitor.button("0, 0: free"))
    expect(visitor.page.get_by_role("img", name="red 0, 0")).to_be_focused()


def test_tab_leaves_a_square_whose_preview_disappears(arrive: Arrive) -> None:
    visitor = arrive()
    visitor.against_bots("carre").until_due()
    visitor.key_in(visitor.page.locator(".supply .offered").first)
    squares = visitor.page.locator(".plot .hit[tabindex='0']")
    squares.nth(1).focus()
    expect(visitor.page.locator(".plot .ghost")).to_be_visible()
    visitor.page.keyboard.press("Tab")
    expect(squares.nth(2)).to_be_focused()
    visitor.page.keyboard.press("Shift+Tab")
    expect(squares.nth(1)).to_be_focused()


def test_who_is_at_a_button_that_is_hidden_goes_on_from_the_board(arrive: Arrive) -> None:
    """At the end of Raufer, a style hides the buttons."""
    visitor = arrive().against_bots("raufer")
    visitor.until_due()
    card = visitor.page.locator(".hand .card").first
    visitor.key_in(card)
    card.evaluate("card => (card.parentElement.style.display = 'none')")
    visitor.page.wait_for_function(IN_FELT)


def test_a_click_on_a_place_leaves_no_frame_of_the_keyboard(arrive: Arrive) -> None:
    visitor = arrive().against_bots("caro")
    visitor.until_due()
    place = visitor.page.locator(".place.open").first
    place.click()
    expect(place).to_be_focused()
    expect(place).to_have_css("outline-style", "none")
    assert not place.evaluate("place => place.matches(':focus-visible')")
