"""The end of a game: the outcome, another game, and a rematch."""

import json
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import ViewportSize, WebSocketRoute, expect

from tests.server.client import new_share
from tests.web.conftest import GRACE, NAME, Arrive
from tests.web.looks import DEVICES, LAPTOP, PICTURES, in_window, misfits
from tests.web.short_games import QUICK
from tests.web.visitor import GAMES, Visitor

MOST_OF_THE_SCREEN: Final = 0.3  # what the outcome may cover
PATIENCE: Final = 400_000  # milliseconds in which bots must finish a game: in Misd they think as long as people
ENOUGH_COLOURS: Final = 40  # in a picture in which pieces, a felt and words are drawn
# How large a picture is, and how many different colours it has.
COLOURS: Final = """async address => {
  const image = new Image();
  image.src = address;
  await image.decode();
  const { width, height } = image;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const colours = new Set(new Uint32Array(context.getImageData(0, 0, width, height).data.buffer));
  return { width, height, colours: colours.size };
}"""
SMALL_SCREENS: Final[list[ViewportSize]] = [
    {"width": 390, "height": 844},
    {"width": 360, "height": 640},
    {"width": 768, "height": 1024},
]


def given_up(visitor: Visitor, game: str, moves: int) -> Visitor:
    visitor.against_bots(game)
    for _ in range(moves):
        assert visitor.move()
    visitor.until_due()
    visitor.give_up()
    return visitor


def finished_by_bots(visitor: Visitor, game: str, seats: int | None = None) -> Visitor:
    visitor.against_bots(game, seats, absent="bot", options=QUICK.get(game, {}))
    visitor.move()
    visitor.go("/replay")
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


def test_another_game_is_in_sight_on_small_screens(arrive: Arrive) -> None:
    visitor = arrive("phone", viewport=SMALL_SCREENS[0])
    finished_by_bots(visitor, "caro", seats=4)
    for size in SMALL_SCREENS:
        at_the_end(visitor, size)
        assert visitor.sees(visitor.button("Play again")), size
        visitor.page.mouse.wheel(0, 2 * size["height"])
        assert visitor.sees(visitor.button("Play again")), size
        assert not visitor.scrolls_sideways, size


def at_the_end(visitor: Visitor, size: ViewportSize) -> None:
    """Load the finished game on a screen of some size, as it is shown there first."""
    visitor.page.set_viewport_size(size)
    visitor.page.reload()
    visitor.page.locator(".outcome").wait_for()


def told_of_the_end(
    points: list[int], ranks: list[int], clause: str, tie: str = ""
) -> Callable[[WebSocketRoute], None]:
    """Fake a socket on which every game has just ended: eight real players would take long."""
    outcome = {"points": points, "ranks": ranks, "clause": clause, "why": "", "seat": -1, "tie": tie}

    def connect(line: WebSocketRoute) -> None:
        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            if "table" in message:
                message["table"].update(status="over", waiting=[], race=False, outcome=outcome)
            line.send(json.dumps(message))

        line.connect_to_server().on_message(pass_on)

    return connect


@pytest.mark.parametrize("size", SMALL_SCREENS)
def test_the_outcome_of_many_leaves_room_and_another_game_in_sight(arrive: Arrive, size: ViewportSize) -> None:
    visitor = arrive("phone", viewport=size)
    end = told_of_the_end([7, 7, 7, 7, 7, 7, 3, 0], [1, 1, 1, 1, 1, 1, 7, 8], "misd.8")
    visitor.page.route_web_socket("**/socket", end)
    visitor.against_bots("misd", seats=8)
    card = visitor.page.locator(".outcome")
    expect(card.get_by_role("heading")).to_have_text("6 share the win")
    expect(card.get_by_role("listitem")).to_have_count(8)
    for _ in range(2):
        assert visitor.sees(visitor.button("Play again"))
        visitor.page.mouse.wheel(0, 2 * size["height"])
    box = card.bounding_box()
    assert box is not None
    assert box["height"] <= MOST_OF_THE_SCREEN * size["height"]
    assert misfits(visitor.page) == []
    assert not visitor.scrolls_sideways


def test_a_game_without_points_tells_who_has_won_and_who_has_lost(arrive: Arrive) -> None:
    visitor = arrive("phone")
    visitor.page.route_web_socket("**/socket", told_of_the_end([], [2, 1, 2], "raufer.9"))
    visitor.against_bots("raufer", seats=3)
    card = visitor.page.locator(".outcome")
    expect(card.get_by_role("heading")).to_have_text("Opal wins")
    expect(card.get_by_role("listitem")).to_have_text(["Opal won", f"{NAME} lost", "Jade lost"])
    assert misfits(visitor.page) == []


def test_giving_up_is_asked_twice(arrive: Arrive) -> None:
    visitor = arrive().against_bots("caro")
    visitor.until_due()
    visitor.button("Resign").click()
    visitor.button("No").click()
    expect(visitor.button("Yes, resign")).to_be_hidden()
    visitor.button("Resign").click()
    visitor.button("Yes, resign").click()
    expect(visitor.page.locator(".outcome h2")).to_have_text("Opal wins")
    expect(visitor.page.locator(".outcome .why")).to_contain_text(f"{NAME} resigned")
    expect(visitor.page.locator(".status")).to_have_text("The game is over")


def test_another_game_follows(arrive: Arrive) -> None:
    visitor = given_up(arrive(), "caro", 0)
    before = visitor.page.url
    visitor.button("Play again").click()
    expect(visitor.page.locator(".outcome")).to_be_hidden()
    assert visitor.page.url != before
    assert visitor.move()


def test_one_click_for_each_friend_leads_to_the_next_game(arrive: Arrive) -> None:
    ada, bo, watcher = arrive(), arrive("phone"), arrive()
    table = ada.put_up("caro", seats=2, sit=[{"seat": 0, "share": new_share()}])
    for each in (ada, bo, watcher):
        each.at_table(table)
    bo.press(bo.button("Sit here"))
    ada.button("Start game").click()
    ada.until_due()
    ada.give_up()
    watcher.page.locator(".outcome").wait_for()
    expect(watcher.button("Play again")).to_have_count(0)
    bo.press(bo.button("Play again"))
    expect(bo.page.get_by_text("Kept for")).to_be_visible()
    expect(watcher.page.get_by_role("link", name="Go to the rematch")).to_be_visible()
    ada.button("Join the rematch").click()
    for each in (ada, bo):
        expect(each.button("Resign")).to_be_visible()
    assert ada.page.url == bo.page.url != f"{ada.url}/table/{table}"


@pytest.mark.parametrize(
    ("ranks", "mood", "words"), [([1, 2], "won", "You win"), ([2, 1], "lost", "Opal wins"), ([1, 1], "drawn", "Draw")]
)
def test_a_win_a_loss_and_a_draw_look_different(arrive: Arrive, ranks: list[int], mood: str, words: str) -> None:
    visitor = arrive()
    end = told_of_the_end([61 - rank for rank in ranks], ranks, "caro.15", tie="caro.r2" if mood == "drawn" else "")
    visitor.page.route_web_socket("**/socket", end)
    visitor.against_bots("caro")
    card = visitor.page.locator(f".outcome[data-mood={mood}]")
    expect(card.get_by_role("heading")).to_have_text(words)
    shared = card.get_by_role("link", name="Players with equal scores share the win. (caro.r2)")
    expect(shared).to_have_count(int(mood == "drawn"))
    with visitor.context.expect_page() as opened:
        card.get_by_role("link", name="(caro.15)").click()
    expect(opened.value.locator("[id='caro.15']")).to_be_in_viewport()
    for size in (LAPTOP, DEVICES["phone"]["viewport"]):
        in_window(visitor.page, size)
        visitor.page.screenshot(path=PICTURES / f"ending-{mood}-{size['width']}.png")


@pytest.mark.parametrize("game", ["caro", "carre", "misd"])  # a drawing, elements, and both
def test_the_final_table_is_saved_as_a_picture(arrive: Arrive, game: str) -> None:
    visitor = given_up(arrive(), game, 1)
    with visitor.page.expect_download() as download:
        visitor.button("Picture").click()
    picture = PICTURES / f"picture-{game}.png"
    download.value.save_as(picture)
    felt = visitor.page.locator(".felt").bounding_box()
    drawn = visitor.page.evaluate(COLOURS, f"data:image/png;base64,{b64encode(picture.read_bytes()).decode()}")
    assert felt is not None
    assert drawn["width"] >= 2 * felt["width"]
    assert drawn["colours"] > ENOUGH_COLOURS


def test_a_record_is_downloaded(arrive: Arrive, tmp_path: Path) -> None:
    visitor = given_up(arrive(), "caro", 1)
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("link", name="Download record").click()
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
        expect(page.get_by_text("Ada resigned")).to_be_visible(visible=at == count)
    page.get_by_role("button", name="Previous", exact=True).click()
    expect(scrubber).to_have_value(str(count - 1))
    cards = page.locator(".hand button")
    hands = []
    expect(cards).to_have_count(0)
    for seat in ("0", "1"):
        page.get_by_label("View as").select_option(seat)
        expect(cards.first).to_be_visible()
        hands.append(set(cards.evaluate_all("cards => cards.map(each => each.ariaLabel)")))
    assert not hands[0] & hands[1]
    page.get_by_label("View as").select_option("-1")
    expect(cards).to_have_count(0)
