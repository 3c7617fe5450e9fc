"""Colour-blind aids: patterns, letters or nothing, switched where they are shown, and remembered."""

from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import Arrive
from tests.web.looks import DEVICES
from tests.web.visitor import Visitor

SIGNED: Final = ["caro", "carat", "schlauraff", "schollenschubser", "misd", "bauab"]  # where colour matters


def choose(visitor: Visitor, signs: str) -> None:
    settings = visitor.page.locator("summary").first
    visitor.press(settings)
    visitor.page.get_by_label(visitor.word("signs")).select_option(signs)
    visitor.press(settings)


def letters(visitor: Visitor) -> Locator:
    return visitor.page.locator("[data-game] .letter")


@pytest.mark.parametrize("device", DEVICES)
def test_letters_come_and_go_on_the_table_and_are_kept(arrive: Arrive, device: str) -> None:
    visitor = arrive(device).against_bots("caro")
    hand = visitor.page.locator(".stack svg")
    inlays = hand.locator(".inlay, .ring")
    expect(inlays).to_have_count(3)
    choose(visitor, "letters")
    expect(hand).to_have_text(["R", "B", "G", "W"])
    expect(inlays).to_have_count(0)
    visitor.in_language("de")
    expect(hand).to_have_text(["R", "S", "G", "W"])
    choose(visitor, "none")
    expect(letters(visitor)).to_have_count(0)
    expect(inlays).to_have_count(0)
    choose(visitor, "patterns")
    expect(inlays).to_have_count(3)


@pytest.mark.parametrize("game", SIGNED)
def test_letters_are_for_the_eye_alone(arrive: Arrive, game: str) -> None:
    """The text for screen readers stays the same."""
    visitor = arrive()
    visitor.go(f"/learn/{game}")
    board = visitor.page.locator(".board").first
    board.locator("svg:visible").first.wait_for()
    read = board.aria_snapshot()
    choose(visitor, "letters")
    expect(letters(visitor).filter(visible=True).first).to_be_visible()
    assert board.aria_snapshot() == read
