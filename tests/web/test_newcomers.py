"""Somebody who has never seen the game reaches its end by what glows, and reads at each step what to do."""

import re
from typing import Final

import pytest
from playwright.sync_api import Locator

from carreau.games.texts import GAP, text
from tests.variants import SHORTER
from tests.web.conftest import Arrive
from tests.web.visitor import GAMES, Visitor

QUICK: Final = {
    **SHORTER,
    "carre": {"turn_limit": 2},
    "qarre": {"reshuffle_limit": 1, "target": 12},
    "misd": {"limit": 3, "timeout": 5},
    "nussknacker": {"target": 1, "tempo": "turns"},
    "plan": {"play_limit": 6},
    "schollenschubser": {"turn_limit": 2},
}
MOVES: Final = 80  # of the player's own: more than any of these games takes
MEANWHILE: Final = re.compile("|The game is over|Everyone may answer|.* is thinking")  # the game went on at that moment


def prompts(game: str) -> re.Pattern[str]:
    """Match any sentence with which a game says what to do now, whatever fills its gaps."""
    said = [".+".join(map(re.escape, GAP.sub("\0", prompt).split("\0"))) for prompt in text(game).prompts.values()]
    return re.compile("|".join(said))


def told(visitor: Visitor) -> str:
    return visitor.page.locator("header .status").inner_text()


@pytest.mark.parametrize("game", GAMES)
def test_newcomers_are_told_what_to_do_until_the_end(arrive: Arrive, game: str) -> None:
    visitor = arrive("phone").against_bots(game, options=QUICK.get(game, {}))
    assert visitor.page.locator(".goal").inner_text().startswith("Goal: ")
    heard = set[str]()

    def obey(thing: Locator) -> bool:
        heard.add(told(visitor))
        return visitor.point(thing)

    moves = 0
    while visitor.move(obey):
        moves += 1
        assert moves < MOVES
    assert told(visitor) == "The game is over"
    assert heard
    assert [said for said in heard if not (prompts(game).fullmatch(said) or MEANWHILE.fullmatch(said))] == []
