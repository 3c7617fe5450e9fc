"""Boards and some pages are loaded on demand, when the network may fail or the server may have been updated."""

from playwright.sync_api import Route, expect

from tests.web.conftest import Arrive


class Failing:
    """A part that fails to load at first: the browser requests it twice, as a preload and for itself."""

    def __init__(self, times: int, status: int) -> None:
        self.times = times
        self.status = status

    def __call__(self, route: Route) -> None:
        self.times -= 1
        if self.times < 0:
            route.continue_()
        elif self.status:
            route.fulfill(status=self.status, body="")
        else:
            route.abort()


def test_a_part_that_could_not_be_loaded_comes_later(arrive: Arrive) -> None:
    visitor = arrive()
    visitor.context.route("**/assets/RulesPage-*.js", Failing(3, status=0))
    visitor.context.route("**/assets/caro-*.js", Failing(3, status=0))
    visitor.page.clock.install()
    visitor.go("/rules/caro")
    picture = visitor.page.locator("figure svg").first
    for _ in range(60):  # seconds, each of which passes at once
        visitor.page.clock.run_for(1000)
        if picture.is_visible():
            break
    expect(picture).to_be_visible()
    visitor.complaints.clear()  # the browser's own, about what it couldn't load


def test_where_a_part_is_gone_the_page_is_loaded_anew(arrive: Arrive) -> None:
    visitor = arrive()
    visitor.page.clock.install()
    visitor.at_home()
    visitor.page.evaluate("window.old = true")
    visitor.page.clock.fast_forward(11_000)
    visitor.context.route("**/assets/RulesPage-*.js", Failing(2, status=404))
    visitor.card("caro").get_by_role("link", name="Rules").click()
    expect(visitor.page.get_by_role("searchbox")).to_be_visible(timeout=60_000)
    assert not visitor.page.evaluate("window.old")
    visitor.complaints.clear()


def test_rules_of_a_game_that_there_is_not_lead_home(arrive: Arrive) -> None:
    visitor = arrive()
    for path in ("/rules/nope", "/learn/nope", "/rules/toString"):
        visitor.go(path)
        expect(visitor.card("caro")).to_be_visible()
    # The browser's own, about texts that are requested before the client knows which games there are.
    assert [said for said in visitor.complaints if not said.startswith("Failed to load resource")] == []
    visitor.complaints.clear()
