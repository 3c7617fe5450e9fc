"""Somebody who has never seen the game reaches its end by what the prompts say, using nothing that they do not name."""

import re
from typing import Final

import pytest

from carreau.games.texts import GAP, text
from tests.web.conftest import Arrive
from tests.web.named_things import named
from tests.web.short_games import MOVES, QUICK
from tests.web.visitor import GAMES, Offers, Visitor

MEANWHILE: Final = re.compile("|The game is over|Everyone may answer|.* is thinking")  # the game went on at that moment

SEVERAL: Final = {"nussknacker"}  # where several cards are chosen, one after the other


def prompts(game: str) -> re.Pattern[str]:
    """Match any sentence with which a game says what to do now, whatever fills its gaps."""
    said = [".+".join(map(re.escape, GAP.sub("\0", prompt).split("\0"))) for prompt in text(game).prompts.values()]
    return re.compile("|".join(said))


def told(visitor: Visitor) -> str:
    return visitor.page.locator("header .status").inner_text()


class Reader:
    """Somebody who reads the prompt before each press."""

    def __init__(self, visitor: Visitor, game: str) -> None:
        self.visitor = visitor
        self.game = game
        self.known = prompts(game)
        self.before: tuple[int, str, set[str]] = (0, "", set())  # own moves so far, what was read, what was chosen

    def named(self, offered: Offers) -> Offers:
        """List what the prompt names; it must be one of the game's, name something, and change with a choice."""
        said = told(self.visitor)
        if MEANWHILE.fullmatch(said):
            return []
        assert self.known.fullmatch(said), f"{said!r} isn't a prompt of the game"
        found = named(self.game, said, offered)
        assert found, f"{said!r} names nothing of {[offer['label'] for offer in offered]}"
        now = self.visitor.own, said, {offer["label"] for offer in offered if offer["chosen"]}
        if now[:2] == self.before[:2] and self.game not in SEVERAL:
            assert now[2] <= self.before[2], f"{said!r} is still there after {now[2]} was chosen"
        self.before = now
        return found


@pytest.mark.parametrize("game", GAMES)
def test_newcomers_reach_the_end_by_what_the_prompts_name(arrive: Arrive, game: str) -> None:
    visitor = arrive("phone").against_bots(game, options=QUICK.get(game, {}))
    assert visitor.page.locator(".goal").inner_text().startswith("Goal: ")
    reader = Reader(visitor, game)
    moves = 0
    while visitor.move(among=reader.named):
        moves += 1
        assert moves < MOVES
    assert moves
    assert told(visitor) == "The game is over"
