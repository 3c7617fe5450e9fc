"""The chips of Schlauraff, and how they and the dice are written down.

Chips of one seat, or of one row of the column in play, are counted in one integer with four bits for each colour. Rows
count from 1, as players do; 0 is none.
"""

from typing import Final

from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.position import PositionReader, name_in, require
from carreau.games.schlauraff._spec import COLOUR_NAMES, COLUMN_COUNT, STAGE_NAMES, ColourName, SchlauraffPosition
from carreau.games.schlauraff._spec import SchlauraffStage as Stage
from carreau.games.schlauraff.chips import ROWS
from carreau.games.schlauraff.spec import CHIPS, COLOURS

CHIP: Final = vec[i64]([16**colour for colour in range(len(COLOURS))])  # one chip of a colour
ROW_BITS: Final = 15  # of the uppermost chips of a column, three for each
WORD: Final = 2**60 - 1  # bits of the rows 1 to 20


def number_of(chips: i64) -> i64:
    """Add up the chips of all colours in a count with four bits for each."""
    pairs = (chips & 0x0F0F) + ((chips >> 4) & 0x0F0F)
    return (pairs & 255) + (pairs >> 8)


@mypyc_attr(acyclic=True)
class SchlauraffBoard(SchlauraffPosition):
    """The columns that wait, the column in play, and what was captured."""

    def in_turn(self) -> bool:
        return Stage.ROLLING <= self.stage <= Stage.CARRYING

    def colour_in(self, row: i64) -> i64:
        """Return the colour of the uppermost chip of a row."""
        return self.tops(row - 1) - 1

    def is_captured(self, row: i64) -> bool:
        return self.tops(row - 1) == 0

    def chips_in(self, row: i64) -> i64:
        """Count the chips of a row that is not captured, by colour."""
        if self.extend:
            return CHIP[self.colour_in(row)]
        return self.piles_of(row - 1)

    def capture_row(self, seat: i64, row: i64) -> None:  # schlauraff.r4
        chips = self.chips_in(row)
        self.add_to_captured(seat, 0, chips)  # from the first colour on: all of them at once
        if not self.extend:
            self.add_to_piles(row - 1, 0, -chips)
        self.add_to_tops(row - 1, -self.tops(row - 1))

    def stack_leftovers(self) -> None:  # schlauraff.12, schlauraff.r4
        """Put each chip of the next column on top of the leftovers in its row."""
        self.tops_0 = self.queue_of(self.played)
        self.length = ROWS
        for place in range(ROWS):
            self.add_to_piles(place, self.queue(self.played, place) - 1, 1)

    def append_leftovers(self) -> None:  # schlauraff.r4
        """Append the leftovers below the chips of the next column."""
        self.close_gaps()
        self.tops_1 = ((self.tops_1 << ROW_BITS) | (self.tops_0 >> (60 - ROW_BITS))) & WORD
        self.tops_0 = ((self.tops_0 & (WORD >> ROW_BITS)) << ROW_BITS) | self.queue_of(self.played)
        self.length += ROWS

    def close_gaps(self) -> None:
        """Push the rows that are left together, from the top."""
        kept: i64 = 0
        for line in range(self.length):
            top = self.tops(line)
            self.add_to_tops(line, -top)
            if top:
                self.add_to_tops(kept, top)
                kept += 1
        self.length = kept

    # Observed

    def stacks(self, line: i64, colour: i64) -> i64:
        return (self.chips_in(line + 1) >> (4 * colour)) & 15 if self.tops(line) else i64(0)

    def coming(self, column: i64, place: i64) -> i64:
        """Return a chip of the columns that wait, the next one being 0; during a turn, one is in play."""
        if self.in_turn():
            column += self.played + 1
        return self.queue(column, place) if column < COLUMN_COUNT else i64(0)

    # Written down

    def dump_columns(self) -> list[list[ColourName]]:
        columns = [[int(self.coming(column, place)) for place in range(int(ROWS))] for column in range(COLUMN_COUNT)]
        return [[COLOUR_NAMES[chip - 1] for chip in column if chip] for column in columns if column[0]]

    def read_columns(self, reader: PositionReader) -> None:
        columns = [read_chips(reader.game, f"columns[{i}]", entry) for i, entry in enumerate(reader.entries("columns"))]
        first = int(self.played) + 1 if self.in_turn() else 0
        check_waiting(columns, int(self.columns) - first, STAGE_NAMES[int(self.stage)], self.in_turn())
        self.clear_queue()
        for index, chips in enumerate(columns):
            for place, colour in enumerate(chips):
                self.add_to_queue(first + index, place, colour + 1)
        self.laid = 0 if self.in_turn() else sum(len(chips) for chips in columns)

    def dump_column(self) -> list[list[ColourName]]:
        return [self.stack(row) for row in range(1, int(self.length) + 1)]

    def stack(self, row: int) -> list[ColourName]:
        """Return the chips of a row, the uppermost first and the others in the order of colours; none when captured."""
        if self.is_captured(row):
            return []
        top = int(self.colour_in(row))
        counts = [int(self.stacks(row - 1, colour)) - (colour == top) for colour in range(len(COLOURS))]
        return [COLOUR_NAMES[top]] + [
            name for name, count in zip(COLOUR_NAMES, counts, strict=True) for _ in range(count)
        ]

    def read_column(self, reader: PositionReader) -> None:
        rows = [read_chips(reader.game, f"column[{i}]", entry) for i, entry in enumerate(reader.entries("column"))]
        longest = int(ROWS * self.columns) if self.extend else int(ROWS)
        require(len(rows) <= longest, f"schlauraff.2: column must have at most {longest} rows, not {len(rows)}")
        most = 1 if self.extend else int(self.columns)
        low = all(len(chips) <= most for chips in rows)
        require(low, f"schlauraff.r4: in a row of this column there can't be more than {most} chips")
        for line, chips in enumerate(rows):
            self.add_to_tops(line, chips[0] + 1 if chips else 0)
            for colour in chips if not self.extend else []:
                self.add_to_piles(line, colour, 1)
        self.length = len(rows)


def read_chips(game: str, key: str, entry: object) -> list[int]:
    """Read the colours of a row or column of chips, by number."""
    names = PositionReader(game, {key: entry}).entries(key)
    require(len(names) <= CHIPS, f"schlauraff.1: {key} has {len(names)} chips; there are {CHIPS}")
    return [name_in(game, f"{key}[{i}]", name, COLOURS) for i, name in enumerate(names)]


def check_waiting(columns: list[list[int]], room: int, stage: str, in_turn: bool) -> None:
    """Check the columns that wait: whole ones during a turn, an incomplete last one while they are laid out."""
    sizes, laying = [len(chips) for chips in columns], stage == "laying"
    waiting = not in_turn or sizes == [ROWS] * room
    require(waiting, f"schlauraff.2: {room} columns of {ROWS} chips should wait, not {columns}")
    laid = sum(sizes)
    require(not laying or laid < ROWS * room, f"schlauraff.2: {laid} chips are laid out: the round has begun")
    in_order = not laying or (all(size == ROWS for size in sizes[:-1]) and 0 not in sizes)
    require(in_order, f"schlauraff.2: a column is full, of {ROWS} chips, before the next is begun")
    require(in_turn or laying or not columns, f"schlauraff.2: no column is laid out: {stage}")
