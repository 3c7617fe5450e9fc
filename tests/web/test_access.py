"""Nothing that axe finds against WCAG 2 A and AA, on any page, by day and in the evening."""

from importlib.resources import files
from typing import Any, Final

import pytest

from tests.server.client import new_share
from tests.web.conftest import GAMES, Arrive, Visitor

AXE: Final = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
RULES: Final = {"runOnly": ["wcag2a", "wcag2aa"], "resultTypes": ["violations"]}
LIGHTS: Final = ["day", "evening"]
STILL: Final = "() => document.getAnimations().every(each => each.effect.getComputedTiming().endTime > 500)"


def violations(visitor: Visitor) -> list[str]:
    """What is wrong, by day and in the evening."""
    visitor.page.evaluate(AXE)
    return [wrong for light in LIGHTS for wrong in violations_in(visitor, light)]


def violations_in(visitor: Visitor, light: str) -> list[str]:
    in_light(visitor, light)
    found: list[dict[str, Any]] = visitor.page.evaluate("rules => axe.run(rules)", RULES)["violations"]
    nodes = [(each["id"], node) for each in found for node in each["nodes"]]
    return [f"{light}: {rule}: {node['html']} {node['failureSummary']}" for rule, node in nodes]


def in_light(visitor: Visitor, light: str) -> None:
    visitor.page.emulate_media(color_scheme="dark" if light == "evening" else "light")
    visitor.page.locator(f"html[data-theme={light}]").wait_for()
    visitor.page.wait_for_function(STILL)  # colours change little by little


def test_the_front_page_is_for_everybody(arrive: Arrive) -> None:
    visitor = arrive().at_home()
    assert violations(visitor) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_table_is_for_everybody(arrive: Arrive, game: str) -> None:
    visitor = arrive().against_bots(game)
    visitor.until_due()
    assert violations(visitor) == []


def test_a_table_that_waits_for_players_is_for_everybody(arrive: Arrive) -> None:
    visitor = arrive()
    visitor.at_table(visitor.put_up("caro", sit=[{"seat": 0, "share": new_share()}]))
    assert violations(visitor) == []
