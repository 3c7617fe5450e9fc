"""Several people: at one table from several browsers, at one device, and across a server restart."""

import json
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from tests.server.client import new_share
from tests.server.running import Running
from tests.web.conftest import Arrive
from tests.web.visitor import Visitor

SOCKETS: Final = """window.sockets = [];
window.WebSocket = class extends WebSocket { constructor(...all) { super(...all); window.sockets.push(this); } };"""


def sees(visitor: Visitor, tiles: int) -> None:
    expect(visitor.page.locator(".felt .laid")).to_have_count(tiles)


def test_a_friend_joins_by_the_link_and_both_see_what_the_other_does(arrive: Arrive) -> None:
    host, friend, watcher = arrive().at_home(), arrive("phone"), arrive()
    host.card("caro").get_by_role("button", name="Invite friends").click()
    host.button("Create table").click()
    link = host.page.locator(".invite code").inner_text()
    assert link == host.page.url
    expect(host.page.locator(".invite img")).to_have_js_property("complete", True)
    expect(host.button("Start game")).to_be_disabled()

    for guest in (friend, watcher):
        guest.page.goto(link)
        expect(guest.page.get_by_text("The host starts the game")).to_be_visible()
    friend.button("Sit here").tap()
    host.button("Start game").click()
    expect(watcher.page.get_by_text("You are watching")).to_be_visible()

    assert host.move()
    expect(friend.page.locator(".status")).to_have_text("Pick a tile, then a place.")
    expect(friend.page).to_have_title("Your move · Caro · Carreau")
    expect(watcher.page.locator(".status")).to_have_text("Waiting for 2 · Ada to place a tile")
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
    visitor.complaints.clear()  # the browser's own message that it couldn't connect
    visitor.until_due()
    assert visitor.events == before
    assert visitor.move()


def test_at_one_device_nobody_sees_the_hand_of_the_other(arrive: Arrive) -> None:
    visitor = arrive()
    over = handed_over(visitor)
    first = visitor.pov
    own, heard, seen = hand(visitor), list(map(without_memory, visitor.heard)), visitor.page.content()
    over.get_by_role("button").click()
    over.wait_for(state="hidden")
    other = hand(visitor)

    assert visitor.pov == 1 - first
    assert own
    assert other
    assert not set(own) & set(other)
    for card in other:
        assert not [text for text in heard if f'"{card}"' in text]
    names = visitor.page.locator(".hand button").evaluate_all("cards => cards.map(each => each.ariaLabel)")
    assert len(names) == len(other)
    assert not [name for name in names if name in seen]


def without_memory(text: str) -> str:
    """Leave out the cards that a player certainly doesn't hold, which both know: the other may hold them."""
    message = json.loads(text)
    if message.get("position"):
        message["position"]["view"].pop("memory", None)
    return json.dumps(message)


def handed_over(visitor: Visitor) -> Locator:
    """Return the prompt to pass on the device, at a table where both seats share it."""
    sit = [{"seat": seat, "share": new_share()} for seat in (0, 1)]
    visitor.at_table(visitor.put_up("qarre", seats=2, sit=sit, start=True))
    over = visitor.page.locator(".hand-over")
    first = visitor.table["waiting"][0]
    over.get_by_role("button").click()
    over.wait_for(state="hidden")
    for _ in range(20):
        assert visitor.pov == first
        visitor.move()
        if over.is_visible():
            break
    expect(over).to_be_visible()
    return over


def test_while_the_device_is_handed_over_nothing_of_the_one_before_is_seen(arrive: Arrive) -> None:
    visitor = arrive()
    over = handed_over(visitor)
    expect(visitor.page.locator("aside, footer, .score")).to_have_count(0)
    expect(visitor.page.locator(".news")).to_have_text("")
    over.get_by_role("button").click()
    expect(visitor.page.locator("aside .log")).to_be_visible()
    expect(visitor.page.locator(".score")).to_have_count(2)


def at_one_device(visitor: Visitor, game: str, seats: int) -> Locator:
    """Return the prompt that asks who takes the device, at a table with all seats here."""
    sit = [{"seat": seat, "share": new_share()} for seat in range(seats)]
    visitor.at_table(visitor.put_up(game, seats=seats, sit=sit, start=True))
    over = visitor.page.locator(".hand-over")
    expect(over.get_by_role("button")).to_have_count(seats)
    return over


@pytest.mark.parametrize("game", ["nussknacker", "misd"])
@pytest.mark.parametrize("device", ["desktop", "phone"])
def test_where_all_may_act_the_device_is_passed_on_to_anybody(arrive: Arrive, device: str, game: str) -> None:
    visitor = arrive(device)
    over = at_one_device(visitor, game, 3)
    for seat in (2, 0, 1):
        visitor.press(over.get_by_role("button", name=f"I am {seat + 1} ·"))
        over.wait_for(state="hidden")
        assert visitor.pov == seat
        assert visitor.sees(visitor.button("Pass the device on"))
        visitor.press(visitor.button("Pass the device on"))
        expect(over).to_be_visible()
        expect(visitor.page.locator("aside, footer, .score, .hand button")).to_have_count(0)


def test_first_asked_to_take_the_device_is_whoever_has_to_ask_or_to_answer(arrive: Arrive) -> None:
    visitor = arrive()
    over = at_one_device(visitor, "nussknacker", 2)
    for _ in range(2):
        due = visitor.view["turn"]
        expect(over.get_by_role("button").first).to_have_text(f"I am {due + 1} · Ada")
        over.get_by_role("button").first.click()
        over.wait_for(state="hidden")
        assert visitor.pov == due
        while visitor.view["turn"] == due:
            assert visitor.move()
        assert not over.is_visible()  # the player who asked may still announce
        visitor.button("Pass the device on").click()


def test_where_only_one_may_act_the_device_is_not_passed_on(arrive: Arrive) -> None:
    visitor = arrive()
    over = handed_over(visitor)
    expect(over.get_by_role("button")).to_have_count(1)
    over.get_by_role("button").click()
    expect(visitor.button("Resign")).to_be_visible()
    expect(visitor.button("Pass the device on")).to_have_count(0)


@pytest.mark.parametrize("trouble", ["location.reload()", "sockets.at(-1).close()"])
def test_only_a_press_tells_that_the_device_was_handed_over(arrive: Arrive, trouble: str) -> None:
    visitor = arrive()
    visitor.page.add_init_script(SOCKETS)
    over = handed_over(visitor)
    due = visitor.table["waiting"]
    visitor.page.evaluate(trouble)
    visitor.until(lambda: [visitor.pov] == due)  # so the server shows it to a returning player
    expect(visitor.page.get_by_text("Connection lost")).to_be_hidden()
    expect(over).to_be_visible()
    assert not visitor.page.locator(".hand button").count()
    over.get_by_role("button").click()
    expect(visitor.page.locator(".hand button").first).to_be_visible()


def test_where_the_host_has_no_seat_those_who_sit_start_together(arrive: Arrive) -> None:
    host, friends = arrive(), [arrive(), arrive()]
    table = host.put_up("caro", seats=2)
    for friend in friends:
        friend.at_table(table)
        expect(friend.button("Start without the host")).to_be_hidden()
        friend.button("Sit here").first.click()
        expect(friend.button("Stand up")).to_be_visible()
    for friend in friends:
        friend.button("Start without the host").click()
    for friend in friends:
        expect(friend.page.locator(".felt svg").first).to_be_visible()


def test_a_window_too_many_says_so_and_comes_when_another_is_closed(arrive: Arrive, tmp_path: Path) -> None:
    with Running(tmp_path, sockets_per_guest=1) as crowded:
        visitor = arrive()
        visitor.url = crowded.url
        visitor.context.request.get(f"{crowded.url}/api/me")
        visitor.against_bots("caro")
        window = visitor.context.new_page()
        window.goto(visitor.page.url)
        expect(window.get_by_text("too many tables open")).to_be_visible()
        visitor.page.close()
        expect(window.locator(".felt svg").first).to_be_visible(timeout=20_000)
        expect(window.get_by_text("too many tables open")).to_be_hidden()


def hand(visitor: Visitor) -> list[str]:
    """Return the hand in the last position shown."""
    shown = [json.loads(text) for text in visitor.heard]
    cards: list[str] = [each for each in shown if each.get("position")][-1]["position"]["view"]["hand"]
    return cards
