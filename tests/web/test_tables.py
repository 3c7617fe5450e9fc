"""Every table on every device: accessible in any theme, with texts that fit, and with a picture to look at."""

import pytest

from tests.web.conftest import Arrive
from tests.web.looks import LONGEST, misfits, violations_in_any_light
from tests.web.visitor import GAMES, Visitor

MOVES = 3


def some_moves_later(visitor: Visitor, game: str) -> Visitor:
    visitor.against_bots(game)
    for _ in range(MOVES):
        visitor.move()
    visitor.until_due()
    return visitor


@pytest.mark.parametrize("game", GAMES)
def test_every_table_is_for_everybody_on_a_desktop(arrive: Arrive, game: str) -> None:
    visitor = some_moves_later(arrive("desktop"), game)
    assert violations_in_any_light(visitor.page, f"{game}-desktop") == []


@pytest.mark.parametrize("game", GAMES)
def test_every_table_is_for_everybody_on_a_phone_and_every_text_fits(arrive: Arrive, game: str) -> None:
    visitor = some_moves_later(arrive("phone"), game)
    wrong = {"axe": violations_in_any_light(visitor.page, f"{game}-phone", whole=True)}
    for language in LONGEST:
        visitor.in_language(language)
        visitor.page.locator(".felt > *").first.wait_for()
        wrong[language] = misfits(visitor.page)
        assert not visitor.scrolls_sideways
    assert not any(wrong.values()), wrong
