"""Boards as pixels: every character has a glyph, in its place."""

import numpy as np
import pytest
from rich.console import Group
from rich.text import Text as Line

from carreau.core.errors import CarreauError
from carreau.envs.pixels import BOLD, CELL, MARGIN, PAPER, REGULAR, Pixels, font, font_with, pixels

SIGNS = "·×–→↺↻①②③④─━│┃┆┌┏┐┓└┗┘┛├┤┬┴┼╌═║╔╗╚╝╭╮╯╰▏░▕■▢▮▯▲▶▼◆●★♛♠♣♥♦⚀⚁⚂⚃⚄⚅✔✘✚✝❶❷❸❹➤⬟⬢äöüßéàè"  # of all boards


@pytest.mark.parametrize("first", [REGULAR, BOLD])
def test_some_font_has_every_sign(first: str) -> None:
    assert font(first, 17).getlength("M") == pytest.approx(CELL[0], abs=0.1)
    for sign in SIGNS:
        assert font_with(sign, first)


def test_a_sign_that_no_font_has_is_named() -> None:
    with pytest.raises(CarreauError, match="no font has"):
        font_with("\ue000", REGULAR)


def test_signs_differ_and_stay_in_their_cells() -> None:
    drawn = pixels(Group(*(Line(f" {sign} ") for sign in SIGNS)))
    cells = []
    for number, sign in enumerate(SIGNS):
        line = drawn[MARGIN + number * CELL[1] :][: CELL[1]]
        cell = line[:, MARGIN + CELL[0] :][:, : CELL[0]]
        assert 0 < inked(cell) >= 0.7 * inked(line), sign  # lines extend slightly into the next cell
        cells.append(cell.tobytes())
    assert len(set(cells)) == len(SIGNS)


def inked(part: Pixels) -> int:
    return int((part != PAPER).any(axis=2).sum())


def test_colours_are_those_of_the_style() -> None:
    drawn = pixels(Line("  ", style="on rgb(150,30,50)"))
    assert np.array_equal(drawn[MARGIN + 5, MARGIN + 5], (150, 30, 50))
    assert np.array_equal(drawn[MARGIN + 5, MARGIN + 2 * CELL[0] + 1], PAPER)
