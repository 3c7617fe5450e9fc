"""Diagrams of boxes and arrows as SVG, readable in light and dark mode."""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final
from xml.sax.saxutils import escape

WIDTH: Final = 560
STYLE: Final = """
  .paper { fill: #fbf8f1 }
  .box { fill: #fffdf8; stroke: #cfc6b4 }
  .main { fill: #e3efee; stroke: #00676b }
  .title { fill: #2f2620; font-weight: 600; font-size: 16px }
  .note { fill: #6a5f53; font-size: 13.5px }
  .line { stroke: #00676b; fill: none }
  .tip { fill: #00676b }
  text { font-family: system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif }
  .code { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 14px }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #131c24 }
    .box { fill: #1b2731; stroke: #3c4a55 }
    .main { fill: #123a3d; stroke: #4fc3c0 }
    .title { fill: #f0ebe1 }
    .note { fill: #bdb5a7 }
    .line { stroke: #4fc3c0 }
    .tip { fill: #4fc3c0 }
  }
"""
LINE: Final = 19  # height of a line of text


@dataclass(frozen=True)
class Box:
    """A rectangle with a title and lines below it."""

    x: int
    y: int
    width: int
    title: str
    lines: tuple[str, ...] = ()
    kind: str = "box"  # or "main"
    code: bool = False  # whether the title is an identifier

    @property
    def height(self) -> int:
        return 40 + LINE * len(self.lines)

    @property
    def bottom(self) -> int:
        return self.y + self.height

    @property
    def middle(self) -> int:
        return self.x + self.width // 2

    def svg(self) -> str:
        shape = (
            f'<rect class="{self.kind}" x="{self.x}" y="{self.y}" width="{self.width}" height="{self.height}" rx="10"/>'
        )
        kind = "title code" if self.code else "title"
        texts = [text(self.x + 14, self.y + 26, kind, self.title)]
        texts += [
            text(self.x + 14, self.y + 26 + LINE * index, "note", line) for index, line in enumerate(self.lines, 1)
        ]
        return "\n".join([shape, *texts])


@dataclass
class Diagram:
    """Boxes, arrows and labels on a sheet."""

    title: str
    description: str
    boxes: list[Box] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def add(self, box: Box) -> Box:
        self.boxes.append(box)
        return box

    def stack(self, boxes: list[Box]) -> None:
        """Add boxes one below the other, with arrows down."""
        for upper, lower in pairwise(boxes):
            self.down(upper.middle, upper.bottom, lower.y)
        for box in boxes:
            self.add(box)

    def down(self, x: int, top: int, bottom: int) -> None:
        self.lines.append(f'<path class="line" stroke-width="2" d="M{x} {top} V{bottom - 7}"/>')
        self.lines.append(f'<path class="tip" d="M{x} {bottom} l-6 -9 h12 Z"/>')

    def across(self, y: int, start: int, end: int) -> None:
        """Draw an arrow to the right, or to the left if it ends there."""
        back = -1 if end > start else 1
        self.lines.append(f'<path class="line" stroke-width="2" d="M{start} {y} H{end + 7 * back}"/>')
        self.lines.append(f'<path class="tip" d="M{end} {y} l{9 * back} -6 v12 Z"/>')

    def say(self, x: int, y: int, words: str) -> None:
        self.lines.append(text(x, y, "note", words))

    def svg(self) -> str:
        height = max(box.bottom for box in self.boxes) + 20
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" role="img"'
        named = f"<title>{escape(self.title)}</title>\n<desc>{escape(self.description)}</desc>"
        boxes = [box.svg() for box in self.boxes]
        paper = f'<rect class="paper" width="{WIDTH}" height="{height}" rx="14"/>'
        return "\n".join([f"{head}>", named, f"<style>{STYLE}</style>", paper, *self.lines, *boxes, "</svg>\n"])


def text(x: int, y: int, kind: str, words: str) -> str:
    return f'<text class="{kind}" x="{x}" y="{y}">{escape(words)}</text>'
