"""Two pictures in the form of tables: the effects of rulings, and the use of field values."""

from collections.abc import Sequence
from typing import Final

from carreau.lab.plots import ROW, WIDTH, interval
from carreau.lab.rulings import MEASURES, SHARES, SwitchEffects
from carreau.lab.svg import INK, MAIN, RULE, SOFT, Scale, SvgPicture
from carreau.lab.usage import FieldUse

NAMES: Final = 210.0  # width of the row names
HEAD: Final = 44.0
HEADINGS: Final = {
    "decisions": ("length", "decisions"),
    "first seat": ("first seat", "wins, % points"),
    "points": ("score", "points of a seat"),
    "shared wins": ("shared wins", "games, % points"),
}


def switch_matrix(described: str, switches: Sequence[SwitchEffects]) -> str:
    """Draw a row per switch and a column per measure: the difference with its interval, 0 in the middle."""
    measures = list(MEASURES)
    width = (WIDTH - NAMES) / len(measures)
    height = HEAD + (ROW + 6) * len(switches)
    picture = SvgPicture(WIDTH, height + 26, described)
    for column, measure in enumerate(measures):
        x = column_scale(measure, switches, NAMES + width * column + 12, NAMES + width * (column + 1) - 12)
        middle = (x.start + x.end) / 2
        picture.text(middle, 14, HEADINGS[measure][0], "middle", bold=True, size=12.5)
        picture.text(middle, 30, HEADINGS[measure][1], "middle", SOFT, 11)
        picture.line([(x(0), HEAD - 6), (x(0), height)], INK, 1.2, "5 4")
        for tick, anchor in ((x.low, "start"), (x.high, "end")):
            picture.text(x(tick), height + 16, f"{tick * factor(measure):+,.3g}", anchor, SOFT, 11)
        picture.text(x(0), height + 16, "0", "middle", SOFT, 11)
        for row, switch in enumerate(switches):
            effect = switch.effects[measure]
            interval(picture, x, row_at(row), effect.difference, effect.clear)
    for row, switch in enumerate(switches):
        name_row(picture, row_at(row), switch)
    return picture.drawn()


def row_at(row: int) -> float:
    return HEAD + (ROW + 6) * (row + 0.5)


def name_row(picture: SvgPicture, y: float, switch: SwitchEffects) -> None:
    needs = "".join(f", {name} {value}" for name, value in switch.needs.items())
    picture.text(0, y, f"{switch.title}: {switch.value}", bold=True)
    picture.text(0, y + 13, f"default {switch.usual}; {switch.seats} players{needs}", colour=SOFT, size=10.5)
    picture.line([(0, y + 18), (WIDTH, y + 18)], RULE)


def factor(measure: str) -> float:
    return 100.0 if measure in SHARES else 1.0


def column_scale(measure: str, switches: Sequence[SwitchEffects], start: float, end: float) -> Scale:
    """Return a scale with 0 in the middle that just fits the largest difference."""
    ends = [
        abs(side)
        for each in switches
        for side in (each.effects[measure].difference.low, each.effects[measure].difference.high)
    ]
    most = max(*ends, 0.01 if measure in SHARES else 0.5)
    return Scale(-most, most, start, end)


def field_rows(described: str, fields: Sequence[FieldUse]) -> str:
    """Draw a row per field: a bar per value, the name of the most used one, and the number of unused ones."""
    each = 44.0
    picture = SvgPicture(WIDTH, each * len(fields) + 4, described)
    for row, use in enumerate(fields):
        top = each * row
        most = max(use.counts)
        x, y = Scale(0, len(use.counts), 130, WIDTH - 150), Scale(0, most, top + each - 16, top + 4)
        room = min(58.0, (x.end - x.start) / len(use.counts))
        picture.text(120, top + 22, f"{use.verb}: {use.field}", "end")
        for place, count in enumerate(use.counts):
            left = x.start + room * place
            picture.box(left, y(count), max(0.6, 0.86 * room), y(0) - y(count), MAIN)
            if room >= 24:
                picture.text(
                    left + 0.43 * room, top + each - 4, use.values[place][: int(room / 5)], "middle", SOFT, 9.5
                )
        edge = x.start + room * len(use.counts)
        picture.line([(x.start, y(0)), (edge, y(0))], INK)
        if room < 24:
            picture.text(x.start, top + each - 4, use.values[0], "start", SOFT, 9.5)
            picture.text(edge, top + each - 4, use.values[-1], "end", SOFT, 9.5)
        picture.text(WIDTH - 138, top + 18, f"most: {use.values[use.counts.index(most)]}", colour=INK, size=11)
        unused = sum(count == 0 for count in use.counts)
        picture.text(WIDTH - 138, top + 32, f"{unused} of {len(use.counts)} never used", colour=SOFT, size=11)
    return picture.drawn()
