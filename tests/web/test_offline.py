"""Where the server can't be reached, on pages besides the tables: people are told, and nothing is shown as done."""

from playwright.sync_api import expect

from tests.web.conftest import Arrive
from tests.web.visitor import Visitor


def back_online(visitor: Visitor) -> None:
    visitor.context.set_offline(False)
    visitor.complaints.clear()  # the browser itself says that it couldn't connect


def test_a_name_that_can_not_be_kept_is_not_shown_as_if_it_were(arrive: Arrive) -> None:
    visitor = arrive().at_home()
    name = visitor.page.get_by_label("Your name")
    expect(name).to_have_value("Ada")
    visitor.context.set_offline(True)
    name.fill("Zoe")
    name.press("Enter")
    expect(visitor.page.get_by_role("alert")).to_have_text("Can't reach the server.")
    expect(name).to_have_value("Ada")
    back_online(visitor)
    name.fill("Zoe")
    name.press("Enter")
    expect(visitor.page.get_by_role("alert")).to_be_hidden()
    visitor.page.reload()
    expect(name).to_have_value("Zoe")


def test_who_gets_no_code_for_another_device_is_told_why(arrive: Arrive) -> None:
    visitor = arrive().at_home()
    visitor.page.locator("summary").click()
    visitor.context.set_offline(True)
    visitor.button("Show code").click()
    expect(visitor.page.get_by_role("alert")).to_have_text("Can't reach the server.")
    back_online(visitor)
    visitor.button("Show code").click()
    expect(visitor.page.get_by_text("Enter this code there within ten minutes")).to_be_visible()
    expect(visitor.page.get_by_role("alert")).to_be_hidden()
