"""Pictures of every table, to be looked at: CARREAU_SHOTS=1 puts them into web/shots."""

import os
from pathlib import Path
from typing import Final

import pytest

from tests.web.conftest import DEVICES, GAMES, SHOTS, Arrive
from tests.web.test_access import LIGHTS, in_light

FOLDER: Final = Path(__file__).parents[2] / "web" / "shots"
MOVES: Final = 3


@pytest.mark.skipif(not os.environ.get(SHOTS), reason=f"pictures are made with {SHOTS}=1")
@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", GAMES)
def test_shots(arrive: Arrive, game: str, device: str) -> None:
    visitor = arrive(device).against_bots(game)
    for _ in range(MOVES):
        visitor.move()
    visitor.until_due()
    for light in LIGHTS:
        in_light(visitor, light)
        visitor.page.screenshot(path=FOLDER / f"{game}-{device}-{light}.png", full_page=device == "phone")
