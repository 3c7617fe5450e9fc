"""Terminal drawings as pixels: one cell per character, in fonts with every symbol the boards use."""

import io
from functools import cache
from typing import Final

from rich.color import Color
from rich.console import Console, RenderableType
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import DIMMED_MONOKAI

from carreau.core.errors import CarreauError
from carreau.envs.optional import requires_extra

with requires_extra("envs"):
    import numpy as np
    import pymupdf_fonts
    from numpy.typing import NDArray
    from PIL import Image, ImageDraw, ImageFont

Colour = tuple[int, int, int]

WIDTH: Final = 100  # characters
HEIGHT: Final = 40  # minimum number of lines, so the pictures of a game have the same size
CELL: Final = (10, 20)
SIZE: Final = 17  # of the font whose characters fill a cell
MARGIN: Final = 10
PAPER: Final[Colour] = (24, 24, 28)
INK: Final[Colour] = (220, 220, 224)
REGULAR: Final = "cascadia"
BOLD: Final = "cascadiab"
SYMBOLS: Final = ["symbol2", "symbol1", "math"]  # for symbols the others lack, in this order
NO_SIGN: Final = "\uffff"  # no font has it, so it looks like any missing symbol

Pixels = NDArray[np.uint8]


def pixels(drawn: RenderableType) -> Pixels:
    """Render a drawing as an array of height × width × red, green and blue."""
    console = Console(file=io.StringIO(), width=WIDTH, force_terminal=True, color_system="truecolor")
    lines = console.render_lines(drawn, pad=False)
    height = max(HEIGHT, len(lines))
    picture = Image.new("RGB", (WIDTH * CELL[0] + 2 * MARGIN, height * CELL[1] + 2 * MARGIN), PAPER)
    pen = ImageDraw.Draw(picture)
    for number, line in enumerate(lines):
        draw_line(pen, line, MARGIN + number * CELL[1])
    return np.asarray(picture, dtype=np.uint8).copy()


def draw_line(pen: ImageDraw.ImageDraw, line: list[Segment], top: int) -> None:
    left = MARGIN
    for segment in line:
        ink, paper = colours(segment.style or Style.null())
        right = left + segment.cell_length * CELL[0]
        if right > left:
            pen.rectangle((left, top, right - 1, top + CELL[1] - 1), fill=paper)
        for sign in segment.text:
            draw_sign(pen, sign, left, top, ink, bool(segment.style and segment.style.bold))
            left += CELL[0] * Segment(sign).cell_length
        left = right


def draw_sign(pen: ImageDraw.ImageDraw, sign: str, left: int, top: int, ink: Colour, bold: bool) -> None:
    if sign.isspace():
        return
    name = font_with(sign, BOLD if bold else REGULAR)
    if name in {REGULAR, BOLD}:
        pen.text((left, top), sign, fill=ink, font=font(name, SIZE))
    else:
        middle = (left + CELL[0] / 2, top + CELL[1] / 2)
        pen.text(middle, sign, fill=ink, font=fitting(sign, name), anchor="mm")


def colours(style: Style) -> tuple[Colour, Colour]:
    """Return the foreground and background colours of a style."""
    ink = shade(style.color, INK)
    paper = shade(style.bgcolor, PAPER)
    if style.reverse:
        ink, paper = paper, ink
    if style.dim:
        ink = between(ink, paper)
    return ink, paper


def shade(colour: Color | None, otherwise: Colour) -> Colour:
    if colour is None or colour.is_default:
        return otherwise
    found = colour.get_truecolor(DIMMED_MONOKAI)
    return found.red, found.green, found.blue


def between(one: Colour, other: Colour) -> Colour:
    red, green, blue = ((a + b) // 2 for a, b in zip(one, other, strict=True))
    return red, green, blue


@cache
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(io.BytesIO(pymupdf_fonts.myfont(name)), size, layout_engine=ImageFont.Layout.BASIC)


@cache
def font_with(sign: str, first: str) -> str:
    """Return the name of the first font with a symbol."""
    for name in (first, *SYMBOLS):
        if has(name, sign):
            return name
    raise CarreauError(f"no font has {sign!r}; the fonts are {', '.join((first, *SYMBOLS))}")


def has(name: str, sign: str) -> bool:
    found = font(name, SIZE)
    return bytes(found.getmask(sign)) != bytes(found.getmask(NO_SIGN))


@cache
def fitting(sign: str, name: str) -> ImageFont.FreeTypeFont:
    """Return a font in the largest size in which a symbol fits into its cell."""
    size = 2 * SIZE
    while font(name, size).getbbox(sign)[2] - font(name, size).getbbox(sign)[0] > CELL[0]:
        size -= 1
    return font(name, size)
