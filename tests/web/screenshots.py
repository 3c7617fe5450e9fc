"""Screenshots of every table at every size, with the most players and long names.

python -m tests.web.screenshots                 # all games in German by day, into build/screenshots/sizes
python -m tests.web.screenshots qarre misd      # only these
python -m tests.web.screenshots --language fr --light evening --stage middle --text 200
python -m tests.web.screenshots --forced        # in a high-contrast theme of the system

One contact sheet for each game, stage and kind of screen shows all of them side by side. Overlaps are printed.
"""

import argparse
import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Browser, ViewportSize, sync_playwright

from tests.server.running import Running
from tests.web.chromium import launch
from tests.web.full_tables import STAGES, Played, played
from tests.web.looks import LIGHTS, LONGEST, PICTURES, SCREENS, TEXT_SIZES, in_light, in_text_size, in_window
from tests.web.overlaps import overlaps
from tests.web.visitor import GAMES, Visitor

FOLDER: Final = PICTURES / "sizes"
COOKIE: Final = "carreau"
PATIENT: Final = 3600  # seconds until a bot stands in for the visitor
GAP: Final = 8  # pixels between pictures on a contact sheet
TO_THE_TOP: Final = "[document.documentElement, document.querySelector('.felt')].forEach(each => each.scrollTop = 0)"
PREFER: Final = "localStorage.carreau ??= JSON.stringify({{ speed: 'off', theme: '{light}', language: '{language}' }})"


def screen_kind(size: ViewportSize) -> str:
    if size["width"] < size["height"]:
        return "phone" if size["width"] < 600 else "tablet"
    return "sideways" if size["height"] < 600 else "desktop"


class Photographer:
    """A camera for tables in one language, light and contrast."""

    def __init__(self, browser: Browser, url: str, wanted: argparse.Namespace) -> None:
        self.browser = browser
        self.url = url
        self.wanted = wanted

    def take(self, game: str) -> None:
        for stage in self.wanted.stage:
            cookie, table = just_played(self.url, game, stage)
            visitor = self.visitor(cookie)
            visitor.at_table(table)
            visitor.until_due()
            if not self.wanted.forced:
                in_light(visitor.page, self.wanted.light)
            for kind, sizes in groupby(SCREENS, screen_kind):
                self.sheet(visitor, f"{game}-{stage}-{self.look}-{kind}", list(sizes))
            visitor.context.close()

    @property
    def look(self) -> str:
        return f"{self.wanted.language}-{'forced' if self.wanted.forced else self.wanted.light}"

    def visitor(self, cookie: str) -> Visitor:
        wanted: dict[str, Any] = {"forced_colors": "active"} if self.wanted.forced else {}
        context = self.browser.new_context(base_url=self.url, reduced_motion="reduce", has_touch=True, **wanted)
        context.add_cookies([{"name": COOKIE, "value": cookie, "url": self.url}])
        context.add_init_script(PREFER.format(light=self.wanted.light, language=self.wanted.language))
        return Visitor(context, self.url, touch=True)

    def sheet(self, visitor: Visitor, name: str, sizes: list[ViewportSize]) -> None:
        """Take pictures at some sizes with each size of text, and put them onto one sheet."""
        taken = []
        for percent in self.wanted.text:
            in_text_size(visitor.page, percent)
            for size in sizes:
                in_window(visitor.page, size)
                visitor.page.evaluate(TO_THE_TOP)
                path = FOLDER / f"{name}-{size['width']}x{size['height']}-{percent}.png"
                visitor.page.screenshot(path=path)
                taken.append(path)
                sys.stdout.writelines(f"{path.stem}: {each}\n" for each in overlaps(visitor.page))
        side_by_side([Image.open(path) for path in taken]).save(FOLDER / f"sheet-{name}.png")


def side_by_side(pictures: list[Image.Image]) -> Image.Image:
    width = sum(each.width + GAP for each in pictures)
    sheet = Image.new("RGB", (width, max(each.height for each in pictures)), "magenta")
    left = 0
    for picture in pictures:
        sheet.paste(picture, (left, 0))
        left += picture.width + GAP
    return sheet


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--stage", nargs="+", choices=STAGES, default=STAGES)
    parser.add_argument("--text", nargs="+", type=int, default=TEXT_SIZES, help="sizes of text, per cent")
    parser.add_argument("--language", default=LONGEST[0])
    parser.add_argument("--light", choices=LIGHTS, default=LIGHTS[0])
    parser.add_argument("--forced", action="store_true", help="in forced colours")
    wanted = parser.parse_args()
    games = wanted.game or GAMES
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory() as folder,
        Running(Path(folder), grace_seconds=PATIENT) as server,
        sync_playwright() as playwright,
    ):
        photographer = Photographer(launch(playwright.chromium), server.url, wanted)
        for game in games:
            photographer.take(game)
    sys.stdout.write(f"pictures of every table at every size: {FOLDER}\n")


def just_played(url: str, game: str, stage: str) -> Played:
    """Play a game to a stage, in a thread: Playwright has this one's event loop. Bots of a race don't wait for long."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, played(url, game, stage)).result()


if __name__ == "__main__":
    main()
