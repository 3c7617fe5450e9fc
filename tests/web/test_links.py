"""Links to a position of a finished game, which anybody may have typed."""

from playwright.sync_api import expect

from tests.web.conftest import Arrive

BEGINNING = ("", "at=0", "at=abc", "at=-5", "at=0.5", "at=1e9", "at=Infinity", "at=0&pov=1.5", "at=0&pov=-7")


def test_a_link_leads_to_a_position_that_there_is(arrive: Arrive) -> None:
    visitor = arrive()
    visitor.against_bots("caro")
    assert visitor.move()
    visitor.until_due()
    visitor.give_up()
    last = len(visitor.events)
    for asked, number in {**dict.fromkeys(BEGINNING, 0), "at=1": 1, "at=99999": last}.items():
        visitor.go(f"/replay/{visitor.table_id}?{asked}")
        expect(visitor.page.get_by_text(f"Position {number} of {last}", exact=True), asked).to_be_visible()
        expect(visitor.page.locator(".boards section > *"), asked).to_have_count(1)
        assert not visitor.page.locator(".trouble").count(), asked
