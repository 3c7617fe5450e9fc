"""Pictures of the front page and of every table in the middle of a game, on a desktop and on phones."""

import io
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import BrowserContext, Page

from carreau.games.catalogue import GAMES
from docs.pictures.gif import palette_of, reduced
from docs.pictures.studio import IMAGES, Studio, studio
from tests.web.visitor import Visitor

DESKTOP: Final = (1200, 750)
MOVES: Final = {**dict.fromkeys(GAMES, 6), "carre": 12, "schollenschubser": 20}  # Ada's moves before the picture
EVENINGS: Final = {"caro", "raufer", "schollenschubser", "nussknacker"}
RACES: Final = {"nussknacker", "misd"}  # hints disappear while the others play on
PHONES: Final = {"bauab": "evening", "misd": "day"}


def front_page(at: Studio) -> None:
    with at.window(size=DESKTOP) as window:
        visitor = Visitor(window, at.url, touch=False).at_home()
        keep(visitor.page, IMAGES / "front-page.png")


def table(at: Studio, game: str, device: str, light: str, file: Path) -> None:
    with at.window(device, light, DESKTOP if device == "desktop" else None) as window:
        keep(in_the_middle(window, at.url, game, touch=device == "phone"), file)


def in_the_middle(window: BrowserContext, url: str, game: str, touch: bool) -> Page:
    """Play some moves of a game."""
    visitor = Visitor(window, url, touch).against_bots(game)
    while visitor.own < MOVES[game] and not visitor.over:
        if game in RACES:
            visitor.move()
        else:
            follow_a_hint(visitor)
    visitor.until_due()
    return visitor.page


def follow_a_hint(visitor: Visitor) -> None:
    """Make the move that the strongest bot recommends."""
    visitor.until_due()
    own = visitor.own
    visitor.press(visitor.button("Hint"))
    visitor.press(visitor.page.locator("footer li").first)
    visitor.until_answered(own)


def keep(page: Page, file: Path) -> None:
    """Save a picture with its own palette, at a third of the size."""
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    reduced(image, palette_of([image])).save(file, optimize=True)


def draw() -> None:
    with studio() as at:
        front_page(at)
        for game in GAMES:
            table(at, game, "desktop", "evening" if game in EVENINGS else "day", IMAGES / f"{game}.png")
        for game, light in PHONES.items():
            table(at, game, "phone", light, IMAGES / f"{game}-phone.png")
