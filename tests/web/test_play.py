"""Every game can be played through its board: with a mouse, with a finger, with nothing but a keyboard."""

import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import NAME, Arrive
from tests.web.looks import DEVICES
from tests.web.visitor import GAMES, Visitor

GAMES_UNTIL: Final = 8  # games that may be over before enough was done


def play(visitor: Visitor, game: str, moves: int, how: Callable[[Locator], bool] | None = None) -> None:
    """Some moves of one's own; where a game ends before that, in the next one."""
    for _ in range(GAMES_UNTIL):
        while moves and visitor.move(how):
            moves -= 1
            assert not visitor.scrolls_sideways
        if not moves:
            return
        visitor.play_bot(game)
    raise AssertionError("the games were over too soon")


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_by_hand_and_with_keys_alone(arrive: Arrive, game: str, device: str) -> None:
    visitor = arrive(device)
    visitor.play_bot(game)
    play(visitor, game, 2)
    play(visitor, game, 1, visitor.key_in)


def test_a_hint_says_what_to_do_and_goes_away(arrive: Arrive) -> None:
    visitor = arrive("phone").against_bots("carat")
    visitor.until_due()
    visitor.press(visitor.button("Hint"))
    hints = visitor.page.locator("footer li")
    expect(hints.first).to_contain_text(re.compile(rf"{NAME} lays \d carats on \d,\d: .*% to win"))
    visitor.press(visitor.button("Close"))
    expect(hints).to_have_count(0)
    visitor.press(visitor.button("Hint"))
    visitor.press(hints.first)
    expect(hints).to_have_count(0)
    visitor.until(lambda: visitor.own == 1)


def test_what_is_against_the_rules_is_answered_with_the_rule(arrive: Arrive) -> None:
    visitor = arrive()
    visitor.play_bot("caro")
    visitor.until_due()
    red = visitor.page.get_by_role("radio", name="red")
    red.click()
    visitor.button("0, 0").click()
    expect(visitor.page.locator(".log li")).to_have_count(2)
    visitor.until_due()
    red.click()
    beside = visitor.page.locator(", ".join(f"[aria-label='{place}']" for place in ["1, 0", "-1, 0", "0, 1", "0, -1"]))
    visitor.point(beside.and_(visitor.page.locator("[role=button]")).first)
    expect(visitor.page.get_by_role("alert")).to_contain_text("Same colours may not touch (caro.7)")
    expect(visitor.page.get_by_role("alert")).to_contain_text("A tile may not share an edge with a tile of its own")
    assert visitor.own == 1
