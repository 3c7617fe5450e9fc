"""Every table on every device: accessible in any theme, with texts that fit, and with a picture to look at."""

import pytest

from tests.web.conftest import Arrive
from tests.web.looks import DEVICES, LIGHTS, LONGEST, PICTURES, in_light, misfits, violations
from tests.web.visitor import GAMES, Visitor

MOVES = 3


def some_moves_later(visitor: Visitor, game: str) -> Visitor:
    visitor.against_bots(game)
    for _ in range(MOVES):
        visitor.move()
    visitor.until_due()
    return visitor


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", GAMES)
def test_every_table_is_for_everybody(arrive: Arrive, game: str, device: str) -> None:
    visitor = some_moves_later(arrive(device), game)
    wrong = []
    for light in LIGHTS:
        in_light(visitor.page, light)
        visitor.page.screenshot(path=PICTURES / f"{game}-{device}-{light}.png", full_page=device == "phone")
        wrong += [f"{light}: {each}" for each in violations(visitor.page)]
    assert wrong == []


@pytest.mark.parametrize("game", GAMES)
def test_every_text_of_a_table_fits_on_a_phone(arrive: Arrive, game: str) -> None:
    visitor = some_moves_later(arrive("phone"), game)
    wrong = {}
    for language in LONGEST:
        visitor.in_language(language)
        visitor.page.locator(".felt > *").first.wait_for()
        wrong[language] = misfits(visitor.page)
        assert not visitor.scrolls_sideways
    assert not any(wrong.values()), wrong
