"""Every table on every device: accessible in any theme, with texts that fit, and with a picture to look at."""

import pytest

from tests.web.conftest import Arrive
from tests.web.full_tables import at_full_table
from tests.web.looks import LONGEST, in_text_size, misfits, violations, violations_in_any_light
from tests.web.visitor import GAMES, Visitor

MOVES = 3
PATIENT = 30  # moves until a position has what is looked for: in Raufer, floors that may be played and others
# How something that has a marker differs from something that hasn't, as it is displayed.
OUTLINES = """things => things.map(thing => {
  const { outlineStyle, outlineWidth, backgroundColor, boxShadow } = getComputedStyle(thing);
  return [outlineStyle, outlineWidth, backgroundColor, boxShadow].join();
})"""


def some_moves_later(visitor: Visitor, game: str) -> Visitor:
    visitor.against_bots(game)
    for _ in range(MOVES):
        visitor.move()
    visitor.until_due()
    return visitor


@pytest.mark.parametrize("game", GAMES)
def test_every_table_is_for_everybody_on_a_desktop(arrive: Arrive, game: str) -> None:
    visitor = some_moves_later(arrive("desktop"), game)
    assert violations_in_any_light(visitor.page, f"{game}-desktop") == []


@pytest.mark.parametrize("game", GAMES)
def test_every_table_is_for_everybody_on_a_phone_and_every_text_fits(arrive: Arrive, game: str) -> None:
    visitor = some_moves_later(arrive("phone"), game)
    wrong = {"axe": violations_in_any_light(visitor.page, f"{game}-phone", whole=True)}
    for language in LONGEST:
        visitor.in_language(language)
        visitor.page.locator(".felt > *").first.wait_for()
        wrong[language] = misfits(visitor.page)
        assert not visitor.scrolls_sideways
    assert not any(wrong.values()), wrong


@pytest.mark.parametrize("game", GAMES)
def test_every_table_is_for_everybody_in_forced_colours_and_large_text(arrive: Arrive, game: str) -> None:
    visitor = at_full_table(arrive(forced_colors="active"), game)
    in_text_size(visitor.page, 200)
    assert violations(visitor.page) == []


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
