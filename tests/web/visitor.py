"""A visitor with a browser: what they see, and what they do by mouse, finger and keyboard."""

import json
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any, Final

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, WebSocket

from carreau.games import catalogue
from tests.server.client import COOKIE, new_share
from tests.web.choice import LIST_OFFERS, OFFERS, Choice

PATIENCE: Final = 20_000  # milliseconds until an expected element counts as missing
GLANCE: Final = 20  # milliseconds between checks
TRIES: Final = 80  # presses until something must have happened
STEPS: Final = 16  # key presses to get to the board, and across it
LEVEL: Final = "1"  # of bots, whose strength doesn't matter here
WORDS: Final = Path(__file__).parents[2] / "web" / "src" / "words"
GAMES: Final = list(catalogue.GAMES)
Offers = list[dict[str, Any]]  # what can be pressed: see LIST_OFFERS

# A point of an element that nothing covers.
AIM: Final = """thing => {
  thing.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = thing.getBoundingClientRect();
  for (const down of [0.5, 0.25, 0.75, 0.1, 0.9]) for (const right of [0.5, 0.25, 0.75, 0.1, 0.9]) {
    const [x, y] = [box.left + box.width * right, box.top + box.height * down];
    if (thing.contains(document.elementFromPoint(x, y))) return [x, y];
  }
  return null;
}"""
IN_SIGHT: Final = """thing => {
  const { left, top, width, height } = thing.getBoundingClientRect();
  return thing.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
# Whether all controls have reached their places; blinking and glowing don't count.
SETTLED: Final = """(offers, within = time => time > 150 && time < 2000) =>
  document.getAnimations().every(({ playState, effect }) =>
  playState !== "running" || !within(effect.getComputedTiming().endTime) ||
  !(effect.target.closest(offers) || effect.target.querySelector(offers)))"""

# Whether the visitor may act, or the game is over.
DUE: Final = """() => document.querySelector(".outcome, footer[data-due=true]") !== null"""
PREFER: Final = "wanted => localStorage.carreau = JSON.stringify({ ...JSON.parse(localStorage.carreau), ...wanted })"
# A file that is dropped onto the page, as a browser reports it.
DROP: Final = """([name, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  for (const kind of ["dragover", "drop"])
    document.body.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
}"""
STOPS: Final = "a, button:enabled, input, select, summary, [tabindex='0']"
# The key that leads towards something, and how often to press it; Enter once there. An arrow that led nowhere
# isn't pressed again: then the other direction is tried.
NEXT_KEY: Final = """(thing, stops) => {
  const here = document.activeElement;
  const stuck = window.arrowFrom === here;
  window.arrowFrom = null;
  if (here === thing) return ["Enter", 1];
  if (thing.tabIndex < 0 && here.parentElement === thing.parentElement) {
    const [from, to] = [here, thing].map(each => each.getBoundingClientRect());
    const right = to.left + to.width / 2 - from.left - from.width / 2;
    const down = to.top + to.height / 2 - from.top - from.height / 2;
    window.arrowFrom = here;
    if (Math.abs(right) > Math.abs(down) !== stuck) return [right > 0 ? "ArrowRight" : "ArrowLeft", 1];
    return [down > 0 ? "ArrowDown" : "ArrowUp", 1];
  }
  const inOrder = [...document.querySelectorAll(stops)].filter(each => each.tabIndex >= 0 && each.checkVisibility());
  const beside = each => each.parentElement === thing.parentElement;
  const stop = thing.tabIndex < 0 ? inOrder.findIndex(beside) : inOrder.indexOf(thing);
  const away = stop - inOrder.indexOf(here);
  return [away < 0 ? "Shift+Tab" : "Tab", Math.max(1, Math.abs(away))];
}"""


class Visitor:
    """A visitor with their own browser: what they see, their socket messages, and their console."""

    def __init__(self, context: BrowserContext, url: str, touch: bool, language: str = "en") -> None:
        self.context = context
        self.url = url
        self.touch = touch
        self.heard: list[str] = []  # every message of every socket
        self.complaints: list[str] = []
        self.language = language
        self.table: dict[str, Any] = {}
        self.table_id = ""
        self.pov = -1
        self.view: dict[str, Any] = {}
        self.legal: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("websocket", self.connected)
        self.page.on("console", self.said)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    # Receiving

    def said(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(message.text)

    def connected(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.hear(str(text)))

    def hear(self, text: str) -> None:
        self.heard.append(text)
        message = json.loads(text)
        if message["type"] in {"snapshot", "update"}:
            self.table = {**self.table, **message["table"]}
            position = message["position"] or {"pov": -1, "view": {}, "legal": []}
            self.pov, self.view, self.legal = position["pov"], position["view"], position["legal"]
            undone = len(self.events) if message["type"] == "snapshot" else message.get("undone", 0)
            self.events[len(self.events) - undone :] = message["events"]

    @property
    def own(self) -> int:
        """Count the visitor's actions at the current table."""
        return sum(event["actor"] == self.pov for event in self.events)

    # Navigation

    def become(self, other: "Visitor") -> "Visitor":
        """Be the same guest as in another browser."""
        [own] = [each["value"] for each in other.context.cookies() if each["name"] == COOKIE]
        self.context.add_cookies([{"name": COOKIE, "value": own, "url": self.url}])
        return self

    def go(self, path: str) -> None:
        self.page.goto(self.url + path)

    def at_home(self) -> "Visitor":
        self.go("/")
        self.card("caro").wait_for()
        return self

    def card(self, game: str) -> Locator:
        """Return a game's card on the front page."""
        return self.page.locator(f".game[data-game={game}]")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def play_bot(self, game: str) -> None:
        """Start a game with one click on the front page."""
        self.at_home()
        self.events = []
        self.press(self.card(game).get_by_role("button", name="Play a bot"))
        self.page.locator(".felt").wait_for()

    def put_up(self, game: str, **wanted: Any) -> str:
        """Create a table over HTTP; return its id."""
        answer = self.context.request.post(f"{self.url}/api/tables", data={"game": game, **wanted})
        assert answer.ok, answer.text()
        return str(answer.json()["id"])

    def against_bots(self, game: str, seats: int | None = None, **wanted: Any) -> "Visitor":
        """Open a new table with a running game directly, by default with as few seats as possible."""
        bots = {str(seat): LEVEL for seat in range(1, seats or catalogue.game(game).seats)}
        sit = [{"seat": 0, "share": new_share()}]
        return self.at_table(self.put_up(game, seats=len(bots) + 1, sit=sit, bots=bots, start=True, **wanted))

    def at_table(self, table: str) -> "Visitor":
        self.table_id, self.events = table, []
        self.go(f"/table/{table}")
        self.page.locator(".felt > *").first.wait_for()
        return self

    def in_language(self, language: str) -> None:
        """Reload the page in another language."""
        self.page.evaluate(PREFER, {"language": language})
        self.page.reload()
        self.page.locator(f"html[lang={language}]").wait_for()
        self.language = language

    def word(self, key: str) -> str:
        """Return the client's text for a key, in the visitor's language."""
        words: dict[str, str] = json.loads((WORDS / f"{self.language}.json").read_text(encoding="utf-8"))
        return words[key]

    @property
    def over(self) -> bool:
        return self.page.locator(".outcome").is_visible()

    def sees(self, thing: Locator) -> bool:
        """Return whether an element is visible without scrolling and its middle isn't covered."""
        return bool(thing.evaluate(IN_SIGHT))

    @property
    def scrolls_sideways(self) -> bool:
        wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        return bool(self.page.evaluate(wide))

    # Acting

    def press(self, thing: Locator) -> None:
        if self.touch:
            thing.tap()
        else:
            thing.click()

    def drop(self, name: str, text: str) -> None:
        """Drop a file onto the page."""
        self.page.evaluate(DROP, [name, text])

    def give_up(self) -> None:
        for key in ("resign", "really_resign"):
            self.press(self.button(self.word(key)))
        self.page.locator(".outcome").wait_for()

    def until_due(self) -> None:
        """Wait until the visitor may act and nothing moves, or the game is over."""
        self.page.wait_for_function(DUE)
        self.page.wait_for_function(SETTLED, arg=OFFERS)

    def until_answered(self, before: int) -> None:
        """Wait until the visitor has acted once more, or still may act."""
        self.until(lambda: self.own != before or bool(self.page.evaluate(DUE)))
        self.page.wait_for_function(SETTLED, arg=OFFERS)

    def until_offered(self, before: int) -> list[dict[str, Any]]:
        """Wait until something can be pressed, and list it; for a moment after a message, a page offers nothing."""
        offered: list[dict[str, Any]] = []

        def looked() -> bool:
            offered[:] = self.page.locator(OFFERS).evaluate_all(LIST_OFFERS)
            return bool(offered) or self.own > before or self.over

        self.until(looked)
        return offered

    def until(self, answered: Callable[[], bool]) -> None:
        """Wait for an expected message from the server."""
        latest = monotonic() + PATIENCE / 1000
        while not answered():
            assert monotonic() < latest, "what was done has not been answered, or the board offers nothing"
            self.page.wait_for_timeout(GLANCE)

    def move(
        self, carry_out: Callable[[Locator], bool] | None = None, among: Callable[[Offers], Offers] = list
    ) -> bool:
        """Press what the board offers, or some of it, until an action was made; return whether it was, or the game is
        over.
        """
        self.until_due()
        before, choice = self.own, Choice()
        for _ in range(TRIES):
            offered = self.until_offered(before)
            if self.own > before:
                return True
            if self.over:
                return False
            wanted = among(offered)
            if not wanted:  # the game went on meanwhile
                self.page.wait_for_timeout(GLANCE)
                continue
            index = choice.next(wanted)
            (carry_out or self.point)(self.page.locator(OFFERS).nth(index))
            self.until_answered(before)
        raise AssertionError(f"nothing was done by pressing {dict(choice.pressed)}")

    def point(self, thing: Locator) -> bool:
        """Click or tap an element where it is uncovered, and tap again what a first tap previews; return whether it is
        reachable.
        """
        at = thing.evaluate(AIM)
        if at is None:
            return False
        pointer = self.page.touchscreen.tap if self.touch else self.page.mouse.click
        pointer(*at)
        if self.touch and self.page.locator("[data-previewed]").count():
            pointer(*at)
        return True

    def key_in(self, thing: Locator) -> bool:
        """Press an element with the keyboard alone: Tab to it, arrows within a board, Enter."""
        for _ in range(STEPS):
            key, times = thing.evaluate(NEXT_KEY, STOPS)
            for _ in range(times):
                self.page.keyboard.press(key)
            if key == "Enter":
                return True
        return False
