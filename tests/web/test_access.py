"""Every page except tables: axe finds no violation of WCAG 2 A and AA in any theme, and every text fits."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.server.client import new_share
from tests.web.conftest import Arrive
from tests.web.looks import LONGEST, misfits, violations, violations_in_any_light
from tests.web.visitor import Visitor


def front_page(visitor: Visitor) -> None:
    visitor.at_home()


def settings(visitor: Visitor) -> None:
    visitor.at_home()
    visitor.page.locator("summary").first.click()


def new_table(visitor: Visitor) -> None:
    visitor.at_home()
    visitor.card("caro").get_by_role("button").last.click()
    visitor.page.get_by_role("dialog").wait_for()


def gathering(visitor: Visitor) -> None:
    visitor.at_table(visitor.put_up("caro", sit=[{"seat": 0, "share": new_share()}]))


def replay(visitor: Visitor) -> None:
    visitor.against_bots("caro")
    visitor.give_up()
    visitor.go(f"/replay/{visitor.table_id}")
    visitor.page.get_by_role("slider").wait_for()
    visitor.page.locator(".felt > *").first.wait_for()


def record(visitor: Visitor) -> None:
    visitor.go("/replay")
    visitor.page.locator("main button").wait_for()


PAGES: Final = [front_page, settings, new_table, gathering, replay, record]


@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_for_everybody(arrive: Arrive, page: Callable[[Visitor], None]) -> None:
    visitor = arrive()
    page(visitor)
    assert violations_in_any_light(visitor.page) == []


def test_the_end_of_a_game_is_for_everybody_in_forced_colours(arrive: Arrive) -> None:
    visitor = arrive(forced_colors="active").against_bots("caro")
    visitor.give_up()
    assert violations(visitor.page) == []


@pytest.mark.parametrize("language", LONGEST)
@pytest.mark.parametrize("page", PAGES)
def test_every_text_of_a_page_fits_on_a_phone(arrive: Arrive, page: Callable[[Visitor], None], language: str) -> None:
    visitor = arrive("phone", locale=language)
    page(visitor)
    expect(visitor.page.locator("html")).to_have_attribute("lang", language)
    assert misfits(visitor.page) == []
    assert not visitor.scrolls_sideways
