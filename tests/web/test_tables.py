"""Every table on every device: played with mouse, finger and keys, accessible in any theme, with texts that fit."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator

from tests.web.conftest import Arrive
from tests.web.looks import LONGEST, misfits, violations_in_any_light
from tests.web.visitor import GAMES, Visitor

GAMES_UNTIL = 8  # games that may end before enough moves were made
FOCUSED = "() => document.activeElement !== document.body"
PATIENT = 30  # moves until a position has what is looked for: in Raufer, floors that may be played and others
# How something that has a marker differs from something that hasn't, as it is displayed.
OUTLINES = """things => things.map(thing => {
  const { outlineStyle, outlineWidth, backgroundColor, boxShadow } = getComputedStyle(thing);
  return [outlineStyle, outlineWidth, backgroundColor, boxShadow].join();
})"""


def play(visitor: Visitor, game: str, moves: int, how: Callable[[Locator], bool] | None = None) -> None:
    """Make some moves; if the game ends before that, continue in the next one."""
    for _ in range(GAMES_UNTIL):
        while moves and visitor.move(how):
            moves -= 1
            assert not visitor.scrolls_sideways
        if not moves:
            return
        visitor.play_bot(game)
    raise AssertionError("the games were over too soon")


def play_with_keys(visitor: Visitor, game: str, moves: int) -> None:
    """Make moves with keys alone; each leaves the focus at the table, where the next one begins."""
    for _ in range(moves):
        play(visitor, game, 1, visitor.key_in)
        visitor.until_due()
        visitor.page.wait_for_function(FOCUSED)


@pytest.mark.parametrize("game", GAMES)
def test_every_table_is_for_mouse_finger_and_keys_and_for_everybody_and_every_text_fits(
    arrive: Arrive, game: str
) -> None:
    """First on a desktop, then on the same player's phone."""
    visitor, phone = arrive(), arrive("phone")
    visitor.play_bot(game)
    play(visitor, game, 1)
    play_with_keys(visitor, game, 1)
    assert violations_in_any_light(visitor.page, f"{game}-desktop") == []
    phone.become(visitor).at_table(visitor.page.url.rpartition("/")[2])
    play(phone, game, 1)
    play_with_keys(phone, game, 1)
    assert violations_in_any_light(phone.page, f"{game}-phone", whole=True) == []
    for language in LONGEST:
        phone.in_language(language)
        phone.page.locator(".felt > *").first.wait_for()
        assert misfits(phone.page) == [], language
        assert not phone.scrolls_sideways, language


@pytest.mark.parametrize(
    ("game", "marked", "plain"),
    [
        ("caro", ".card.turn", "li.card:not(.turn)"),
        ("caro", "[role=tab][aria-selected=true]", "[role=tab][aria-selected=false]"),
        ("raufer", ".hand .card.open", ".hand .card:not(.open)"),
        ("misd", ".colour .red", ".colour .blue"),
    ],
)
def test_markers_stay_in_forced_colours(arrive: Arrive, game: str, marked: str, plain: str) -> None:
    visitor = arrive(forced_colors="active").against_bots(game)
    visitor.until_due()
    for _ in range(PATIENT):
        if visitor.page.locator(plain).count() and visitor.page.locator(marked).count():
            break
        if visitor.over or not visitor.move():
            visitor.against_bots(game)
        visitor.until_due()
    [one] = visitor.page.locator(marked).first.evaluate_all(OUTLINES)
    [other] = visitor.page.locator(plain).first.evaluate_all(OUTLINES)
    assert one != other
