"""Bauab as a reference: a dictionary of chips by cell, and every rule looked up from scratch."""

from typing import Any

NAMED = {
    "square": "#### #### #### ####",
    "ring": "##### #...# #...# #...# #####",
    "cross": ".##. .##. #### #### .##. .##.",
    "towers": "##..## ###### ######",
}
WORTH = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "x": 0, "park": 0}
Cell = tuple[int, int]
NOBODY = 2  # the owner of a park


class Reference:
    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        layout = options["layout"]
        if layout in NAMED:
            rows = NAMED[layout].split()
            cells = [(x, y) for y in range(len(rows)) for x in range(len(rows[y])) if rows[y][x] == "#"]
        else:
            cells = [(int(text.split(",")[0]), int(text.split(",")[1])) for text in layout.split(";")]
        in_order = sorted(cells, key=lambda cell: (cell[1], cell[0]))
        self.names: dict[Cell, str] = dict(zip(in_order, "abcdefghijklmnop", strict=True))
        self.board: dict[Cell, tuple[int, str]] = {}
        self.hands = [list("11223345xxx") for _ in range(seats)]
        self.prizes: list[list[str]] = [[] for _ in range(seats)]
        self.parks = 15
        self.turn = -1
        self.just_lost: set[Cell] = set()  # by the player whose turn it is
        self.finished = False

    def neighbours(self, cell: Cell) -> list[Cell]:  # bauab.6
        x, y = cell
        return [n for n in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] if n in self.names]

    def free(self) -> list[Cell]:
        return [cell for cell in self.names if cell not in self.board]

    def liberties(self, cell: Cell) -> list[Cell]:  # bauab.6
        return [n for n in self.neighbours(cell) if n not in self.board]

    def fits(self, chip: str, cell: Cell) -> bool:  # bauab.5, bauab.r7
        """Return whether the neighbourhood rule allows a chip."""
        return chip == "x" or chip not in [self.board[n][1] for n in self.neighbours(cell) if n in self.board]

    def own_lays(self, seat: int, forbidden: set[Cell]) -> set[tuple[str, Cell]]:  # bauab.4, bauab.5, bauab.11
        return {
            (chip, cell)
            for chip in self.hands[seat]
            for cell in self.free()
            if cell not in forbidden and self.fits(chip, cell)
        }

    def park_lays(self) -> set[tuple[str, Cell]]:  # bauab.10, bauab.r6, bauab.r11
        return {("park", cell) for cell in self.just_lost if self.parks > 0}

    def legal(self) -> set[tuple[int, str]]:  # bauab.3, bauab.4, bauab.12
        if self.finished:
            return set()
        if self.turn == -1:
            return {(-1, "start 0"), (-1, "start 1")}
        own = self.own_lays(self.turn, self.just_lost)
        found = {(self.turn, f"{chip} {self.names[cell]}") for chip, cell in own | self.park_lays()}
        if not own:
            found.add((self.turn, "pass"))
        return found

    def play(self, seat: int, text: str) -> None:  # bauab.3, bauab.13, bauab.r5
        if seat == -1:
            self.turn = int(text.split()[1])
            return
        lost: set[Cell] = set()
        if text != "pass":
            chip, name = text.split()
            lost = self.lay(seat, chip, next(cell for cell in self.names if self.names[cell] == name))
        self.just_lost = lost
        self.turn = 1 - seat
        stuck = not self.own_lays(0, set()) and not self.own_lays(1, set())
        if stuck and not self.park_lays():
            self.finished = True

    def lay(self, seat: int, chip: str, cell: Cell) -> set[Cell]:  # bauab.7, bauab.8, bauab.9
        """Lay a chip; return the cells of the captured chips (bauab.r1, bauab.r2, bauab.r3, bauab.r8)."""
        before = {other: len(self.liberties(other)) for other in self.board}
        if chip == "park":
            self.parks -= 1
            self.board[cell] = (NOBODY, chip)
        else:
            self.hands[seat].remove(chip)
            self.board[cell] = (seat, chip)
        lost = {
            other
            for other in before
            if self.board[other][0] == 1 - seat and before[other] > 0 and not self.liberties(other)
        }
        for other in lost:
            self.prizes[seat].append(self.board.pop(other)[1])
        return lost

    def over(self) -> bool:
        return self.finished

    def planned(self, seat: int) -> list[str]:  # bauab.14
        """Count a player's planning chips on the board."""
        return [chip for owner, chip in self.board.values() if owner == seat and chip != "x"]

    def scores(self) -> list[int]:  # bauab.14
        return [sum(WORTH[chip] for chip in self.planned(seat) + self.prizes[seat]) for seat in (0, 1)]

    def ranks(self) -> list[int]:  # bauab.15, bauab.r4
        mine = [(self.scores()[seat], len(self.planned(seat))) for seat in (0, 1)]
        if mine[0] == mine[1]:
            return [1, 1]
        return [1, 2] if mine[0] > mine[1] else [2, 1]
