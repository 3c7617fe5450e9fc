"""A real server and a real browser for taking pictures, as in the browser tests."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.server.running import Running
from tests.web.chromium import flags, found
from tests.web.looks import DEVICES

IMAGES: Final = Path(__file__).parents[1] / "images"
NAME: Final = "Ada"
NO_MOTION: Final = "localStorage.carreau ??= JSON.stringify({ speed: 'off' })"


class Studio:
    """A factory of windows, at a server without other guests."""

    def __init__(self, url: str, browser: Browser) -> None:
        self.url = url
        self.browser = browser

    @contextmanager
    def window(
        self, device: str = "desktop", light: str = "day", size: tuple[int, int] | None = None
    ) -> Iterator[BrowserContext]:
        """Open a window without animations, for a guest called Ada."""
        settings = {**DEVICES[device], "color_scheme": "dark" if light == "evening" else "light"}
        if size:
            settings["viewport"] = {"width": size[0], "height": size[1]}
        context = self.browser.new_context(locale="en-GB", reduced_motion="reduce", **settings)
        context.add_init_script(NO_MOTION)
        context.request.get(f"{self.url}/api/me")
        context.request.put(f"{self.url}/api/me", data={"name": NAME})
        yield context
        context.close()


@contextmanager
def studio() -> Iterator[Studio]:
    """Start a server and a browser."""
    with tempfile.TemporaryDirectory() as folder, Running(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**found(), args=flags())
        yield Studio(server.url, browser)
        browser.close()
