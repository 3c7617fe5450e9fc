"""Several people: at one table from several browsers, at one device, and over a server that went away."""

import json

from playwright.sync_api import expect

from tests.server.client import new_share
from tests.server.running import Running
from tests.web.conftest import Arrive
from tests.web.visitor import Visitor


def sees(visitor: Visitor, tiles: int) -> None:
    expect(visitor.page.locator(".felt .laid")).to_have_count(tiles)


def test_a_friend_joins_by_the_link_and_both_see_what_the_other_does(arrive: Arrive) -> None:
    host, friend, watcher = arrive().at_home(), arrive("phone"), arrive()
    host.card("caro").get_by_role("button", name="Invite friends").click()
    host.button("Put up the table").click()
    link = host.page.locator(".invite code").inner_text()
    assert link == host.page.url
    expect(host.page.locator(".invite img")).to_have_js_property("complete", True)
    expect(host.button("Begin")).to_be_disabled()

    for guest in (friend, watcher):
        guest.page.goto(link)
        expect(guest.page.get_by_text("Whoever put up the table begins")).to_be_visible()
    friend.button("Sit here").tap()
    host.button("Begin").click()
    expect(watcher.page.get_by_text("You are watching")).to_be_visible()

    assert host.move()
    expect(friend.page.locator(".status")).to_have_text("Your move")
    assert friend.move()
    for person in (host, friend, watcher):
        sees(person, 2)
    assert not watcher.page.locator(".felt .place.open").count()
    assert host.move()
    sees(watcher, 3)


def test_a_page_comes_back_by_itself_when_the_server_does(arrive: Arrive, server: Running) -> None:
    visitor = arrive()
    visitor.play_bot("caro")
    assert visitor.move()
    visitor.until_due()
    before = visitor.events
    server.kill()
    lost = visitor.page.get_by_text("Connection lost")
    expect(lost).to_be_visible()
    server.start()
    expect(lost).to_be_hidden(timeout=20_000)
    visitor.complaints.clear()  # the browser itself says that it couldn't connect
    visitor.until_due()
    assert visitor.events == before
    assert visitor.move()


def test_at_one_device_nobody_sees_the_hand_of_the_other(arrive: Arrive) -> None:
    visitor = arrive()
    sit = [{"seat": seat, "share": new_share()} for seat in (0, 1)]
    visitor.at_table(visitor.put_up("qarre", seats=2, sit=sit, start=True))
    over = visitor.page.locator(".hand-over")
    first = visitor.table["waiting"][0]
    if over.is_visible():
        over.get_by_role("button").click()
    for _ in range(20):
        assert visitor.look == first
        visitor.move()
        if over.is_visible():
            break
    own, heard, seen = hand(visitor), list(visitor.heard), visitor.page.content()
    over.get_by_role("button").click()
    over.wait_for(state="hidden")
    other = hand(visitor)

    assert visitor.look == 1 - first
    assert own
    assert other
    assert not set(own) & set(other)
    for card in other:
        assert not [text for text in heard if f'"{card}"' in text]
    names = visitor.page.locator(".hand button").evaluate_all("cards => cards.map(each => each.ariaLabel)")
    assert len(names) == len(other)
    assert not [name for name in names if name in seen]


def hand(visitor: Visitor) -> list[str]:
    """The cards that the position shown last has in its hand."""
    shown = [json.loads(text) for text in visitor.heard]
    cards: list[str] = [each for each in shown if each.get("position")][-1]["position"]["view"]["hand"]
    return cards
