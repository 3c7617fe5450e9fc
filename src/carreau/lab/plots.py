"""The plots of a report. Each takes plain figures, and several panels can share a picture."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from carreau.lab.estimates import Estimate, Histogram
from carreau.lab.svg import DASHES, INK, MAIN, RULE, SOFT, TINT, Scale, SvgPicture

WIDTH: Final = 720.0
GAP: Final = 28.0
ROW: Final = 26.0
FEWEST: Final = 9  # bars that a histogram has room for
HEAD: Final = 26.0  # height of a panel's title
FOOT: Final = 40.0  # height of the axis numbers and their label

Words = Callable[[float], str]


class Panel(NamedTuple):
    """A part of a picture: its title and its place."""

    title: str
    left: float
    right: float
    top: float
    bottom: float


class Dots(NamedTuple):
    """Rows of numbers with intervals, and the value that means no effect."""

    title: str
    rows: Sequence[tuple[str, Estimate, bool]]  # a name, the number, and whether it is significant
    nothing: float


class Curve(NamedTuple):
    title: str
    middle: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]
    mark: float | None = None  # a point of the course to highlight


def as_percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def plainly(value: float) -> str:
    return f"{value:,.0f}" if value == round(value) else f"{value:,.4g}"


def panels(titles: Sequence[str], margin: float, height: float) -> list[Panel]:
    """Lay out panels side by side, each with a margin on its left."""
    width = (WIDTH - GAP * (len(titles) - 1)) / len(titles)
    return [
        Panel(title, (width + GAP) * place + margin, (width + GAP) * place + width - 18, HEAD, HEAD + height)
        for place, title in enumerate(titles)
    ]


def frame(
    picture: SvgPicture, panel: Panel, x: Scale, words: Words, below: str, most: int = 5, least: float = 0.0
) -> None:
    """Draw the title and the axis at the bottom with its numbers and label."""
    picture.text(panel.left, panel.top - 10, panel.title, bold=True, size=12.5)
    for tick in x.ticks(most, least):
        picture.line([(x(tick), panel.top), (x(tick), panel.bottom)], RULE)
        picture.text(x(tick), panel.bottom + 16, words(tick), "middle", SOFT, 11)
    picture.text((panel.left + panel.right) / 2, panel.bottom + 33, below, "middle", SOFT, 11)


def side(picture: SvgPicture, panel: Panel, y: Scale, words: Words) -> None:
    for tick in y.ticks(4):
        picture.line([(panel.left, y(tick)), (panel.right, y(tick))], RULE)
        picture.text(panel.left - 6, y(tick) + 4, words(tick), "end", SOFT, 11)


def dots(
    described: str, groups: Sequence[Dots], below: str, words: Words = as_percent, margin: float = 66, top: float = 1.0
) -> str:
    """Draw each number as a dot on its interval: full if significant, otherwise hollow."""
    height = ROW * max(len(group.rows) for group in groups) + 8
    picture = SvgPicture(WIDTH, HEAD + height + FOOT, described)
    low, high = reach(groups, top)
    for group, panel in zip(groups, panels([group.title for group in groups], margin, height), strict=True):
        x = Scale(low, high, panel.left, panel.right)
        frame(picture, panel, x, words, below, most=max(3, int((panel.right - panel.left) / 55)))
        picture.line([(x(group.nothing), panel.top), (x(group.nothing), panel.bottom)], INK, 1.2, "5 4")
        for place, (name, each, clear) in enumerate(group.rows):
            y = panel.top + 4 + ROW * (place + 0.5)
            picture.text(panel.left - 10, y + 4, name, "end")
            interval(picture, x, y, each, clear)
    return picture.drawn()


def reach(groups: Sequence[Dots], top: float) -> tuple[float, float]:
    """Return common bounds for all groups: all intervals with a small margin."""
    ends = [end for group in groups for _, each, _ in group.rows for end in (each.low, each.high, group.nothing)]
    room = max(0.05 * top, 0.1 * (max(ends) - min(ends)))
    lowest = 0.0 if min(ends) >= 0 else -top
    return max(lowest, min(ends) - room), min(top, max(ends) + room)


def interval(picture: SvgPicture, x: Scale, y: float, each: Estimate, clear: bool) -> None:
    picture.line([(x(each.low), y), (x(each.high), y)], MAIN, 2.2)
    for end in (each.low, each.high):
        picture.line([(x(end), y - 4), (x(end), y + 4)], MAIN, 1.4)
    picture.dot(x(each.value), y, clear)


def bars(described: str, groups: Sequence[tuple[str, Histogram]], below: str) -> str:
    """Draw histograms side by side, each with its own height."""
    picture = SvgPicture(WIDTH, HEAD + 120 + FOOT, described)
    for (_, found), panel in zip(groups, panels([title for title, _ in groups], 4, 120), strict=True):
        x, y = bar_scales(panel, found.start, found.step, [found.counts])
        frame(picture, panel, x, plainly, below, least=1.0)
        draw_bars(picture, x, y, found, MAIN)
        picture.line([(panel.left, panel.bottom), (panel.right, panel.bottom)], INK)
    return picture.drawn()


def bar_scales(panel: Panel, start: float, step: float, counts: Sequence[Sequence[int]]) -> tuple[Scale, Scale]:
    spare = max(0, FEWEST - len(counts[0])) / 2  # centre a few bars without widening them
    low, high = start - step * (0.5 + spare), start + step * (len(counts[0]) - 0.5 + spare)
    x = Scale(low, high, panel.left, panel.right)
    most = max(max(each) for each in counts)
    return x, Scale(0, 1.05 * most, panel.bottom, panel.top)


def draw_bars(picture: SvgPicture, x: Scale, y: Scale, found: Histogram, colour: str, edge: str = "none") -> None:
    """Draw one bar per bin, above the number at which the bin starts."""
    for place, count in enumerate(found.counts):
        if count:
            left, right = (x(found.start + found.step * (place + shift)) for shift in (-0.44, 0.44))
            picture.box(left, y(count), right - left, y(0) - y(count), colour, edge)


def two_bars(described: str, groups: Sequence[tuple[str, Histogram, Histogram]], names: tuple[str, str]) -> str:
    """Draw two histograms in one: the first filled, the second as an outline over it."""
    picture = SvgPicture(WIDTH, HEAD + 130 + FOOT, described)
    for (_, full, outline), panel in zip(groups, panels([group[0] for group in groups], 4, 130), strict=True):
        x, y = bar_scales(panel, full.start, full.step, [full.counts, outline.counts])
        frame(picture, panel, x, plainly, f"points (full: {names[0]}, outline: {names[1]})")
        draw_bars(picture, x, y, full, MAIN)
        steps = [(x(full.start - full.step / 2), y(0))]
        for place, count in enumerate(outline.counts):
            steps += [(x(full.start + full.step * (place + shift)), y(count)) for shift in (-0.5, 0.5)]
        picture.line([*steps, (steps[-1][0], y(0))], INK, 1.4)
        picture.line([(panel.left, panel.bottom), (panel.right, panel.bottom)], INK)
    return picture.drawn()


def curves(described: str, groups: Sequence[Curve], top: float, words: Words, level: float | None = None) -> str:
    """Draw courses of games side by side: a line with a band, and optionally a level and a mark."""
    picture = SvgPicture(WIDTH, HEAD + 150 + FOOT, described)
    for curve, panel in zip(groups, panels([curve.title for curve in groups], 44, 150), strict=True):
        x, y = Scale(0, 1, panel.left, panel.right), Scale(0, top, panel.bottom, panel.top)
        frame(picture, panel, x, as_percent, "of the game", most=4)
        side(picture, panel, y, words)
        along = [(place + 0.5) / len(curve.middle) for place in range(len(curve.middle))]
        there = [(x(at), y(value)) for at, value in zip(along, curve.high, strict=True)]
        back = [(x(at), y(value)) for at, value in zip(along, curve.low, strict=True)]
        picture.area([*there, *reversed(back)])
        if level is not None:
            picture.line([(panel.left, y(level)), (panel.right, y(level))], INK, 1.2, "5 4")
        picture.line([(x(at), y(value)) for at, value in zip(along, curve.middle, strict=True)], MAIN, 2.4)
        if curve.mark is not None:
            picture.line([(x(curve.mark), panel.top), (x(curve.mark), panel.bottom)], INK, 1.2)
            anchor, shift = ("start", 5) if curve.mark < 0.5 else ("end", -5)
            picture.text(
                x(curve.mark) + shift, panel.bottom - 8, f"half decided: {as_percent(curve.mark)}", anchor, INK, 11
            )
    return picture.drawn()


def lines(described: str, named: Sequence[tuple[str, Sequence[float]]], below: str) -> str:
    """Draw several courses in one frame, each with its name at the end and its own dash pattern."""
    picture = SvgPicture(WIDTH, HEAD + 170 + FOOT, described)
    panel = Panel("", 44, WIDTH - 132, 12, HEAD + 170)
    top = max(max(values) for _, values in named)
    x, y = Scale(0, 1, panel.left, panel.right), Scale(0, 1.05 * top, panel.bottom, panel.top)
    frame(picture, panel, x, as_percent, below)
    side(picture, panel, y, plainly)
    for place, (_, values) in enumerate(named):
        along = [(at + 0.5) / len(values) for at in range(len(values))]
        points = [(x(at), y(value)) for at, value in zip(along, values, strict=True)]
        picture.line(points, MAIN, 2.4, DASHES[place % len(DASHES)])
    key = sorted(range(len(named)), key=lambda place: -sum(named[place][1]))
    for row, place in enumerate(key):
        height = panel.top + 10 + 20 * row
        picture.line([(panel.right + 10, height), (panel.right + 38, height)], MAIN, 2.4, DASHES[place % len(DASHES)])
        picture.text(panel.right + 44, height + 4, named[place][0])
    return picture.drawn()


def parts(described: str, rows: Sequence[tuple[str, float, float, str]]) -> str:
    """Draw horizontal bars: a dark part of a light whole, followed by words."""
    picture = SvgPicture(WIDTH, ROW * len(rows) + 12, described)
    x = Scale(0, max(whole for _, _, whole, _ in rows), 130, WIDTH - 230)
    for place, (name, part, whole, words) in enumerate(rows):
        y = 4 + ROW * place
        picture.text(120, y + 15, name, "end")
        picture.box(x(0), y + 3, x(whole) - x(0), ROW - 9, TINT)
        picture.box(x(0), y + 3, x(part) - x(0), ROW - 9, MAIN)
        picture.text(x(whole) + 8, y + 15, words, "start", SOFT, 11)
    return picture.drawn()
