"""A complete game of Carat as an animated picture: Ada against three bots, one frame per tile."""

import io
import json
from typing import Any, Final

from PIL import Image
from playwright.sync_api import BrowserContext, WebSocketRoute

from docs.pictures.gif import Frame, save
from docs.pictures.studio import IMAGES, studio
from tests.server.client import new_share

SEATS: Final = 4
LEVEL: Final = "4"  # of the bots
WIDTH, HEIGHT = 1200, 760
MARGIN: Final = 6  # pixels around the table
TRIED, LAID, OVER = 700, 350, 5000  # milliseconds to show a frame
GLANCE: Final = 20  # milliseconds between checks
DRAWN: Final = 100  # milliseconds for the page to redraw


class Camera:
    """A browser window that receives one move at a time, however fast the bots are, and takes a frame of each."""

    def __init__(self, context: BrowserContext) -> None:
        self.page = context.new_page()
        self.page.route_web_socket("**/socket", self.connect)
        self.held: list[str] = []  # updates that the page hasn't received yet
        self.hints: list[dict[str, Any]] = []
        self.view: dict[str, Any] = {}
        self.frames: list[Frame] = []

    def connect(self, line: WebSocketRoute) -> None:
        self.line = line
        line.connect_to_server().on_message(lambda text: self.hear(str(text)))

    def hear(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] == "update" and message["events"]:
            self.held.append(text)
            return
        if message["type"] == "hints":
            self.hints = message["hints"]
        self.line.send(text)

    def film(self, url: str, table: str) -> list[Frame]:
        """Play a complete game."""
        self.page.goto(f"{url}/table/{table}")
        self.press("Start game")
        while not self.page.locator(".outcome").is_visible():
            if self.held:
                self.pass_on(self.held.pop(0))
            elif self.page.get_by_role("button", name="Hint", exact=True).is_enabled():
                self.lay()
            else:
                self.page.wait_for_timeout(GLANCE)
        self.take(OVER)
        return self.frames

    def pass_on(self, text: str) -> None:
        message = json.loads(text)
        self.line.send(text)
        self.view = message["position"]["view"]
        if any(event["action"].get("do") == "lay" for event in message["events"]):
            self.take(LAID)

    def lay(self) -> None:
        """Make the move that the strongest bot would make: turn the tile, try it, lay it."""
        best = self.advice()
        field = self.page.locator(f"[data-key='field {best['x']},{best['y']}']")
        field.hover()
        for _ in range(quarters(self.view["hands"][0][0][1], best["gems"])):
            self.page.keyboard.press("r")
        self.take(TRIED)
        field.click()
        self.page.mouse.move(WIDTH - 1, 1)
        while not self.held:
            self.page.wait_for_timeout(GLANCE)

    def advice(self) -> dict[str, Any]:
        self.hints = []
        self.press("Hint")
        while not self.hints:
            self.page.wait_for_timeout(GLANCE)
        self.press("Close")
        action: dict[str, Any] = self.hints[0]["action"]
        return action

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def take(self, milliseconds: int) -> None:
        """Take a frame of everything except the log."""
        self.page.evaluate("document.activeElement.blur()")
        self.page.wait_for_timeout(DRAWN)
        felt = self.page.locator(".felt").bounding_box()
        assert felt
        taken = self.page.screenshot(
            clip={"x": 0, "y": 0, "width": felt["x"] + felt["width"] + MARGIN, "height": HEIGHT}
        )
        self.frames.append(Frame(Image.open(io.BytesIO(taken)).convert("RGB"), milliseconds))


def quarters(held: str, wanted: str) -> int:
    """Count the quarter turns from one order of gems to the other."""
    return next(turns for turns in range(len(held)) if held == wanted[turns:] + wanted[:turns])


def draw() -> None:
    wanted = {
        "game": "carat",
        "seats": SEATS,
        "sit": [{"seat": 0, "share": new_share()}],
        "bots": {str(seat): LEVEL for seat in range(1, SEATS)},
    }
    with studio() as at, at.window(size=(WIDTH, HEIGHT)) as window:
        table = window.request.post(f"{at.url}/api/tables", data=wanted).json()["id"]
        save(Camera(window).film(at.url, table), IMAGES / "carat.gif")
