"""Small SVG pictures: scales, axes and marks in colours that print well in black and white."""

from collections.abc import Sequence
from html import escape
from math import floor, log10
from typing import Final

INK: Final = "#1b1f24"
SOFT: Final = "#6b7280"
RULE: Final = "#d7dade"
TINT: Final = "#dbe4ee"
MAIN: Final = "#1f4e79"
DASHES: Final = ["", "7 4", "2 3", "9 3 2 3"]


class Scale:
    """A linear scale along one side of a picture."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self.low = low
        self.high = high if high > low else low + 1.0
        self.start = start
        self.end = end

    def __call__(self, value: float) -> float:
        inside = min(self.high, max(self.low, value))
        return self.start + (inside - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self, most: int = 6, least: float = 0.0) -> list[float]:
        """Return round numbers along the scale, no closer than `least`."""
        step = round_step(max(least, (self.high - self.low) / most))
        first = -(-self.low // step)
        return [each * step for each in range(int(first), floor(self.high / step + 1e-9) + 1)]


def round_step(least: float) -> float:
    """Return the smallest of 1, 2, 2½, 5, 10 … (or tenths, hundredths) that is at least this large."""
    power = 10.0 ** floor(log10(least))
    steps = [factor * power for factor in (1, 2, 2.5, 5, 10)]
    return next(
        step for step in steps if step >= least * (1 - 1e-9) and step != 2.5
    )  # the axes of games have whole numbers


class SvgPicture:
    """A picture of shapes, with a description in words for screen readers."""

    def __init__(self, width: float, height: float, words: str) -> None:
        self.width = width
        self.height = height
        self.words = words
        self.parts: list[str] = []

    def line(
        self, points: Sequence[tuple[float, float]], colour: str = INK, width: float = 1.0, dash: str = ""
    ) -> None:
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"'
            f' stroke-linecap="butt"{dashed}/>'
        )

    def area(self, points: Sequence[tuple[float, float]], colour: str = TINT) -> None:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(f'<polygon points="{path}" fill="{colour}"/>')

    def box(self, x: float, y: float, width: float, height: float, colour: str = MAIN, edge: str = "none") -> None:
        self.parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(0.0, width):.1f}" height="{max(0.0, height):.1f}"'
            f' fill="{colour}" stroke="{edge}"/>'
        )

    def dot(self, x: float, y: float, full: bool = True, radius: float = 4.5) -> None:
        fill = MAIN if full else "#ffffff"
        self.parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{fill}" stroke="{MAIN}" stroke-width="1.6"/>'
        )

    def text(
        self,
        x: float,
        y: float,
        words: str,
        anchor: str = "start",
        colour: str = INK,
        size: float = 12,
        bold: bool = False,
    ) -> None:
        weight = ' font-weight="600"' if bold else ""
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}" font-size="{size}"{weight}>'
            f"{escape(words)}</text>"
        )

    def drawn(self) -> str:
        return (
            f'<svg viewBox="0 0 {self.width:.0f} {self.height:.0f}" role="img"'
            f' aria-label="{escape(self.words, quote=True)}">{"".join(self.parts)}</svg>'
        )
