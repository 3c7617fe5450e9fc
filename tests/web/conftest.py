"""A real browser at a real server with the client that was built: what people see, click and type."""

import json
import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Route,
    WebSocket,
    sync_playwright,
)

from carreau.games import catalogue
from carreau.server.settings import Settings
from tests.server.client import new_share
from tests.server.running import Running

FLAGS: Final = "no-sandbox disable-background-networking disable-component-update disable-sync no-first-run"
BROWSERS: Final = ["chromium", "chromium-browser", "google-chrome"]
SHOTS: Final = "CARREAU_SHOTS"
PATIENCE: Final = 20_000  # milliseconds until something that must be seen counts as missing
TRIES: Final = 80  # things to press until something must have come of it
STEPS: Final = 16  # to get somewhere by keys: to the board, across it
LEVEL: Final = "1"  # of bots: these tests are not about how well they play

GAMES: Final = list(catalogue.GAMES)
DESKTOP: Final[dict[str, Any]] = {"viewport": {"width": 1440, "height": 900}}
PHONE: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DEVICES: Final = {"desktop": DESKTOP, "phone": PHONE}

OFFERS: Final = ".felt :is(button, [role=button]), footer .all button"
# Everything that may be pressed: what it is called, where it is, whether it glows, or is chosen already.
LIST_OFFERS: Final = """things => {
  const often = {};
  const places = [...new Set(things.map(thing => thing.parentElement))];
  const chosen = thing => ["aria-pressed", "aria-checked"].some(each => thing.getAttribute(each) === "true");
  const closed = thing => thing.disabled || thing.getAttribute("aria-disabled") === "true" ||
    thing.hasAttribute("aria-expanded") || !thing.getBoundingClientRect().width;
  return things.map((thing, index) => {
    const name = thing.getAttribute("aria-label") || thing.textContent.trim();
    often[name] = (often[name] ?? 0) + 1;
    return {
      index, name: `${name} #${often[name]}`, open: !closed(thing), chosen: chosen(thing),
      place: places.indexOf(thing.parentElement), glows: thing.matches(".open, .offered, .usable, .main"),
    };
  }).filter(thing => thing.open);
}"""
# A point of a thing where nothing lies over it.
AIM: Final = """thing => {
  thing.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = thing.getBoundingClientRect();
  for (const down of [0.5, 0.25, 0.75, 0.1, 0.9]) for (const right of [0.5, 0.25, 0.75, 0.1, 0.9]) {
    const [x, y] = [box.left + box.width * right, box.top + box.height * down];
    if (thing.contains(document.elementFromPoint(x, y))) return [x, y];
  }
  return null;
}"""
# Whether everything that may be pressed has arrived where it goes; what only blinks, or glows for ever, goes nowhere.
SETTLED: Final = """(offers, within = time => time > 150 && time < 2000) =>
  document.getAnimations().every(({ playState, effect }) =>
  playState !== "running" || !within(effect.getComputedTiming().endTime) ||
  !(effect.target.closest(offers) || effect.target.querySelector(offers)))"""

# Whether one may do something, or the game is over; or more has happened than one was told.
DUE: Final = """() => document.querySelector(".outcome") !== null ||
  [...document.querySelectorAll("footer .line button:enabled")].some(each => each.textContent === "Hint")"""
ANSWERED: Final = f"told => document.querySelectorAll('.log li').length > told || ({DUE})()"
STOPS: Final = "a, button:enabled, input, select, summary, [tabindex='0']"
# The key that leads to something from where one is, and how often to press it; Enter where one is there.
NEXT_KEY: Final = """(thing, stops) => {
  const here = document.activeElement;
  if (here === thing) return ["Enter", 1];
  if (thing.tabIndex < 0 && here.parentElement === thing.parentElement) {
    const [from, to] = [here, thing].map(each => each.getBoundingClientRect());
    const right = to.left + to.width / 2 - from.left - from.width / 2;
    const down = to.top + to.height / 2 - from.top - from.height / 2;
    if (Math.abs(right) > Math.abs(down)) return [right > 0 ? "ArrowRight" : "ArrowLeft", 1];
    return [down > 0 ? "ArrowDown" : "ArrowUp", 1];
  }
  const inOrder = [...document.querySelectorAll(stops)].filter(each => each.tabIndex >= 0 && each.checkVisibility());
  const beside = each => each.parentElement === thing.parentElement;
  const stop = thing.tabIndex < 0 ? inOrder.findIndex(beside) : inOrder.indexOf(thing);
  const away = stop - inOrder.indexOf(here);
  return [away < 0 ? "Shift+Tab" : "Tab", Math.max(1, Math.abs(away))];
}"""


class Visitor:
    """Somebody with a browser of their own: what they see, what their sockets heard, what their console said."""

    def __init__(self, context: BrowserContext, url: str, touch: bool) -> None:
        self.context = context
        self.url = url
        self.touch = touch
        self.heard: list[str] = []  # every message of every socket, as it came
        self.complaints: list[str] = []
        self.table: dict[str, Any] = {}
        self.look = -1
        self.events: list[dict[str, Any]] = []
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("websocket", self.connected)
        self.page.on("console", self.said)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    # What comes

    def said(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(message.text)

    def connected(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.hear(str(text)))

    def hear(self, text: str) -> None:
        self.heard.append(text)
        message = json.loads(text)
        if message["say"] in {"shown", "happened"}:
            self.table = message["table"]
            self.look = message["position"]["look"] if message["position"] else -1
            undone = len(self.events) if message["say"] == "shown" else message.get("undone", 0)
            self.events[len(self.events) - undone :] = message["events"]

    @property
    def own(self) -> int:
        """How often this person has acted at the table they are at."""
        return sum(event["actor"] == self.look for event in self.events)

    # Where one is

    def go(self, path: str) -> None:
        self.page.goto(self.url + path)

    def at_home(self) -> "Visitor":
        self.go("/")
        self.card("caro").wait_for()
        return self

    def card(self, game: str) -> Locator:
        """What the front page shows of a game."""
        return self.page.locator(f".game[data-game={game}]")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def play_bot(self, game: str) -> None:
        """In one click from the front page to a game that has begun."""
        self.at_home()
        self.events = []
        self.press(self.card(game).get_by_role("button", name="Play a bot"))
        self.page.locator(".felt").wait_for()

    def put_up(self, game: str, **wanted: Any) -> str:
        """A new table, made over HTTP; its id."""
        answer = self.context.request.post(f"{self.url}/api/tables", data={"game": game, **wanted})
        assert answer.ok, answer.text()
        return str(answer.json()["id"])

    def against_bots(self, game: str) -> "Visitor":
        """At a new table where the game has begun, without a way there."""
        bots = {str(seat): LEVEL for seat in range(1, catalogue.game(game).seats)}
        sit = [{"seat": 0, "share": new_share()}]
        return self.at_table(self.put_up(game, seats=len(bots) + 1, sit=sit, bots=bots, start=True))

    def at_table(self, table: str) -> "Visitor":
        self.events = []
        self.go(f"/table/{table}")
        self.page.locator(".felt > *").first.wait_for()
        return self

    @property
    def over(self) -> bool:
        return self.page.locator(".outcome").is_visible()

    @property
    def scrolls_sideways(self) -> bool:
        wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        return bool(self.page.evaluate(wide))

    # What one does

    def press(self, thing: Locator) -> None:
        if self.touch:
            thing.tap()
        else:
            thing.click()

    def until_due(self) -> None:
        """Wait until one may do something, and everything lies still; or until the game is over."""
        self.page.wait_for_function(DUE)
        self.page.wait_for_function(SETTLED, arg=OFFERS)

    def until_answered(self, before: int) -> None:
        """Wait until one has done something more than before, or else may do something still."""
        while self.own == before:
            self.page.wait_for_function(ANSWERED, arg=len(self.events))
            if self.page.evaluate(DUE):
                break
        self.page.wait_for_function(SETTLED, arg=OFFERS)

    def move(self, carry_out: Callable[[Locator], bool] | None = None) -> bool:
        """Press what the board offers until something was done; whether it was, or else the game is over."""
        self.until_due()
        before, choice = self.own, Choice()
        for _ in range(TRIES):
            if self.own > before:
                return True
            if self.over:
                return False
            index = choice.next(self.page.locator(OFFERS).evaluate_all(LIST_OFFERS))
            (carry_out or self.point)(self.page.locator(OFFERS).nth(index))
            self.until_answered(before)
        raise AssertionError(f"nothing was done by pressing {dict(choice.pressed)}")

    def point(self, thing: Locator) -> bool:
        """Click or tap where a hand would; whether it can be got at."""
        at = thing.evaluate(AIM)
        if at is None:
            return False
        pointer = self.page.touchscreen.tap if self.touch else self.page.mouse.click
        pointer(*at)
        return True

    def key_in(self, thing: Locator) -> bool:
        """The same with nothing but a keyboard: Tab to where it is, arrows within a board, Enter."""
        for _ in range(STEPS):
            key, times = thing.evaluate(NEXT_KEY, STOPS)
            for _ in range(times):
                self.page.keyboard.press(key)
            if key == "Enter":
                return True
        return False


class Choice:
    """What to press next, so that a choice in several steps is made, whichever steps a board has."""

    def __init__(self) -> None:
        self.pressed = Counter[str]()
        self.offered: list[dict[str, Any]] = []
        self.place = -1
        self.vain: set[int] = set()  # places where pressing has changed nothing

    def next(self, offered: list[dict[str, Any]]) -> int:
        assert offered, "it is one's turn and the board offers nothing"
        self.vain = self.vain | {self.place} if offered == self.offered else set()
        known = {offer["name"] for offer in self.offered or offered}
        chosen = {offer["place"] for offer in offered if offer["chosen"]}

        def rank(offer: dict[str, Any]) -> tuple[bool, bool, bool, bool, int, int]:
            """The least comes first: what is new, what isn't the same kind of choice again, what glows."""
            often = self.pressed[offer["name"]]
            again = often > 2 or offer["place"] in chosen
            new = offer["name"] not in known and often < 2
            return not new, again, offer["place"] in self.vain, not offer["glows"], often, offer["index"]

        best = min((offer for offer in offered if not offer["chosen"]), key=rank)
        self.pressed[best["name"]] += 1
        self.offered, self.place = offered, best["place"]
        return int(best["index"])


@pytest.fixture(scope="package")
def chromium() -> str:
    if not os.environ.get("BROWSER_TESTS"):
        pytest.skip("`make browser` runs the tests in a browser")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip(f"no browser: none of {', '.join(BROWSERS)} is installed, and CHROMIUM names none")
    return found


class Serving(Running):
    """A server that isn't told what only these tests want to know."""

    def environment(self) -> dict[str, str]:
        return {name: value for name, value in super().environment().items() if name != SHOTS}


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    client = Path(os.environ.get("CARREAU_CLIENT", str(Settings(database=Path()).client)))
    if not (client / "index.html").exists():
        pytest.skip("the web client has not been built: `npm run build` in web/ does it")
    with Serving(tmp_path_factory.mktemp("web")) as running:
        yield running


# Not for the whole session: while Playwright runs, nothing else in the process can run an event loop.
@pytest.fixture(scope="package")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=[f"--{flag}" for flag in FLAGS.split()])
        yield browser
        browser.close()


Arrive = Callable[..., Visitor]


@pytest.fixture
def arrive(browser: Browser, server: Running) -> Iterator[Arrive]:
    """New people, each with a browser of their own; none of their consoles may have anything to say at the end."""
    visitors: list[Visitor] = []

    def arrive(device: str = "desktop", **wanted: Any) -> Visitor:
        usual = {"locale": "en-GB", "reduced_motion": "reduce", "base_url": server.url}
        context = browser.new_context(**{**usual, **DEVICES[device], **wanted})
        context.add_init_script("localStorage.carreau ??= JSON.stringify({ speed: 'off' })")
        context.route("**/api/tables", with_weak_bots)
        visitors.append(Visitor(context, server.url, touch=device == "phone"))
        context.request.get(f"{server.url}/api/me")
        return visitors[-1]

    yield arrive
    for visitor in visitors:
        visitor.context.close()
    assert [visitor.complaints for visitor in visitors if visitor.complaints] == []


def with_weak_bots(route: Route) -> None:
    wanted = route.request.post_data_json if route.request.method == "POST" else None
    if wanted is None or not wanted.get("bots"):
        route.continue_()
    else:
        route.continue_(post_data=json.dumps({**wanted, "bots": dict.fromkeys(wanted["bots"], LEVEL)}))
