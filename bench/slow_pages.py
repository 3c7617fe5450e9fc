"""Measure pages on a slow phone: Chrome's preset "Slow 4G" (562.5 ms, 1.44 Mbit/s down, 675 kbit/s up), CPU slowed 4x.

    python -m bench.slow_pages [--runs 7] [--json bench/results/slow_pages.json]

A real browser opens each page with empty caches in a window of 390 by 844: the front page and a table as a guest who
was here before, then an invitation as somebody new. "First paint" is the first content; a page is usable once its games
are listed, a move or "Sit here" can be pressed. Both count from the start of the navigation. "Again" is the same page
once the service worker is installed. The machine's own load slows the CPU further, so the best run says the most.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from bench.report import report
from tests.server.client import new_share
from tests.server.running import Running
from tests.web.chromium import launch
from tests.web.looks import PHONE
from tests.web.visitor import LEVEL

SLOW_4G: Final = {"latency": 562.5, "downloadThroughput": 180_000, "uploadThroughput": 84_375, "offline": False}
SLOWER: Final = 4  # times
PATIENCE: Final = 60_000  # milliseconds
GAMES: Final = ("caro", "carre", "nussknacker")  # a small board, a large one, and one with hidden cards
WATCH: Final = """selector => {
  const look = () => document.querySelector(selector) ? window.usable = performance.now() : requestAnimationFrame(look);
  look();
}"""
HOME: Final = ".games .game button"
MOVE: Final = "footer[data-due=true]"
BOARD: Final = ".felt :is(button:enabled, [role=button])"
SEAT: Final = ".felt button:enabled"
PAINTED: Final = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
BYTES: Final = """() => {
  const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  return loaded.reduce((sum, each) => sum + each.transferSize, 0);
}"""


def guest(context: BrowserContext, url: str) -> BrowserContext:
    context.request.get(f"{url}/api/me")
    return context


def table(context: BrowserContext, url: str, game: str, **wanted: Any) -> str:
    answer = context.request.post(f"{url}/api/tables", data={"game": game, **wanted})
    assert answer.ok, answer.text()
    return f"/table/{answer.json()['id']}"


def running_table(context: BrowserContext, url: str, game: str) -> str:
    sit = [{"seat": 0, "share": new_share()}]
    return table(context, url, game, seats=2, sit=sit, bots={"1": LEVEL}, start=True)


def load(page: Page, url: str, usable: str) -> dict[str, int]:
    """Open a page on a slow line; return milliseconds and bytes."""
    page.add_init_script(f"({WATCH})({usable!r})")
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_4G)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(url, wait_until="commit", timeout=PATIENCE)
    usable_at = page.wait_for_function("() => window.usable", timeout=PATIENCE).json_value()
    painted = page.wait_for_function(PAINTED, timeout=PATIENCE).json_value()
    return {"first paint": round(painted), "usable": round(usable_at), "bytes": page.evaluate(BYTES)}


def visit(url: str, path: str, usable: str, context: BrowserContext) -> dict[str, int]:
    try:
        return load(context.new_page(), url + path, usable)
    finally:
        context.close()


def once(browser: Browser, url: str) -> dict[str, dict[str, int]]:
    """Open each page once."""

    def fresh() -> BrowserContext:
        return browser.new_context(**PHONE, locale="en-GB")

    found = {"front page": visit(url, "/", HOME, guest(fresh(), url))}
    for game in GAMES:
        context = guest(fresh(), url)
        found[game] = visit(url, running_table(context, url, game), BOARD, context)
    with guest(fresh(), url) as host:
        path = table(host, url, "carat", seats=2)
        found["invitation"] = visit(url, path, SEAT, fresh())
    return found


def summary(runs: list[dict[str, dict[str, int]]]) -> list[list[Any]]:
    rows: list[list[Any]] = []
    for name in runs[0]:
        each = [run[name] for run in runs]
        times = [
            {"from": min(found), "to": max(found)}
            for found in ([run[key] for run in each] for key in ("first paint", "usable"))
        ]
        middle = [round(median(run[key] for run in each)) for key in ("first paint", "usable", "bytes")]
        rows.append([name, middle[0], times[0], middle[1], times[1], middle[2]])
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        with Running(Path(folder)) as server:
            runs = [once(browser, server.url) for _ in range(given.runs)]
        browser.close()
    columns = ["page", "first paint, ms", "from–to", "usable, ms", "from–to", "bytes"]
    text = report("python -m bench.slow_pages", {"columns": columns, "rows": summary(runs), "runs": runs})
    sys.stdout.write(text)
    if given.json:
        given.json.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
