"""The list of games for the front page."""

import msgspec
import pytest

from carreau.games.catalogue import GAMES
from carreau.server.api.games import GameShown, shown_game
from tests.hidden import HIDING


@pytest.mark.parametrize("name", GAMES)
def test_a_game_tells_its_character(name: str) -> None:
    shown = shown_game(name, "en")
    assert msgspec.convert(msgspec.to_builtins(shown), GameShown) == shown  # no field that clients don't know
    assert shown.minutes == sorted(shown.minutes)
    assert len(shown.minutes) in {1, 2}


def test_secrets_are_told_of_games_that_have_some() -> None:
    assert [name for name in GAMES if shown_game(name, "en").hidden] == HIDING
