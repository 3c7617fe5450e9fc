"""Caro as a reference: a dictionary of tiles, and every rule looked up from scratch."""

from typing import Any

COLOURS = ["red", "black", "grey", "white"]
POINTS = {  # caro.10
    frozenset(("red", "black")): 10,
    frozenset(("red", "grey")): 8,
    frozenset(("red", "white")): 6,
    frozenset(("black", "grey")): 4,
    frozenset(("black", "white")): 2,
    frozenset(("grey", "white")): 1,
}
Cell = tuple[int, int]


class Reference:
    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.seats = seats
        self.honour: bool = options["honour"]
        self.games_left: int = options["rounds"]
        self.total = [0] * seats
        self.starter = 0
        self.new_game()

    def new_game(self) -> None:  # caro.1, caro.2
        self.tiles: dict[Cell, str] = {}
        self.hands = [dict.fromkeys(COLOURS, 3) for _ in range(self.seats)]
        self.points = [0] * self.seats
        self.turn = self.starter
        self.to_answer: list[int] = []
        self.lay_again = ""  # the colour of a tile that was taken back
        self.finished = False
        self.last: tuple[Cell, str, int] | None = None

    def neighbours(self, cell: Cell) -> list[Cell]:
        x, y = cell
        return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]

    def fits_square(self, cell: Cell) -> bool:  # caro.4
        side = {2: 6, 3: 7, 4: 8}[self.seats]
        xs = [x for x, _ in [*self.tiles, cell]]
        ys = [y for _, y in [*self.tiles, cell]]
        return max(xs) - min(xs) < side and max(ys) - min(ys) < side

    def places(self) -> list[Cell]:  # caro.6
        if not self.tiles:  # caro.r5
            return [(0, 0)]
        free = {n for cell in self.tiles for n in self.neighbours(cell)} - set(self.tiles)
        return [cell for cell in free if self.fits_square(cell)]

    def faulty(self, cell: Cell, colour: str) -> bool:
        tiles = {**self.tiles, cell: colour}
        around = [tiles[n] for n in self.neighbours(cell) if n in tiles]
        if colour in around or any(around.count(c) > 2 for c in COLOURS):  # caro.7, caro.8
            return True
        for n in self.neighbours(cell):  # caro.8
            if n in tiles and [tiles.get(m) for m in self.neighbours(n)].count(colour) > 2:
                return True
        for slope in (1, -1):  # caro.9
            line = "".join(
                "x" if tiles.get((cell[0] + step, cell[1] + slope * step)) == colour else "." for step in range(-9, 10)
            )
            if len(line[:9].split(".")[-1]) + 1 + len(line[10:].split(".")[0]) > 3:
                return True
        return False

    def faultless(self, seat: int) -> list[tuple[Cell, str]]:
        return [
            (cell, colour)
            for cell in self.places()
            for colour in COLOURS
            if self.hands[seat][colour] and not self.faulty(cell, colour)
        ]

    def legal(self) -> set[tuple[int, str]]:
        if self.over():
            return set()
        if self.to_answer:
            return {(self.to_answer[0], "object"), (self.to_answer[0], "silent")}
        lays = self.faultless(self.turn)
        if not lays:  # caro.r1
            return {(self.turn, "pass")}
        if self.lay_again:  # caro.r7
            lays = [lay for lay in lays if lay[1] == self.lay_again] or lays
        elif self.honour:  # caro.r3
            lays = [(cell, colour) for cell in self.places() for colour in COLOURS if self.hands[self.turn][colour]]
        return {(self.turn, f"{colour} {x},{y}") for (x, y), colour in lays}

    def play(self, seat: int, text: str) -> None:
        if text == "pass":
            self.next_turn()
        elif text == "silent":
            self.answered()
        elif text == "object":
            self.object()
        else:
            colour, place = text.split()
            x, y = place.split(",")
            self.lay((int(x), int(y)), colour)

    def lay(self, cell: Cell, colour: str) -> None:
        around = [self.tiles[n] for n in self.neighbours(cell) if n in self.tiles]
        # caro.5, caro.10; two of a colour score nothing (caro.r6)
        points = sum(POINTS.get(frozenset((colour, other)), 0) for other in around) if self.tiles else 10
        if self.hands[self.turn][colour] == 1:  # caro.11
            points *= 2
        self.hands[self.turn][colour] -= 1
        self.points[self.turn] += points
        self.tiles[cell] = colour
        self.last = (cell, colour, points)
        if self.honour and not self.lay_again:  # caro.r7
            self.to_answer = [(self.turn + step) % self.seats for step in range(1, self.seats)]
        else:
            self.next_turn()

    def answered(self) -> None:
        self.to_answer = self.to_answer[1:]
        if not self.to_answer:
            self.next_turn()

    def object(self) -> None:  # caro.13, caro.r7
        assert self.last
        cell, colour, points = self.last
        del self.tiles[cell]
        if not self.faulty(cell, colour):
            self.tiles[cell] = colour
            self.answered()
            return
        self.points[self.turn] -= points
        self.hands[self.turn][colour] += 1
        self.to_answer = []
        self.lay_again = colour
        if not self.faultless(self.turn):
            self.next_turn()

    def next_turn(self) -> None:
        if self.lay_again:  # caro.13
            self.points[self.turn] -= 10
        self.lay_again = ""
        self.to_answer = []
        if any(self.faultless(seat) for seat in range(self.seats)):
            self.turn = (self.turn + 1) % self.seats  # caro.3
            return
        # caro.15
        self.total = [a + b for a, b in zip(self.total, self.points, strict=True)]
        self.games_left -= 1
        if self.games_left:
            # caro.2, caro.r8
            order = [(self.starter + step) % self.seats for step in range(1, self.seats + 1)]
            self.starter = min(order, key=lambda seat: self.points[seat])
            self.new_game()
        else:
            self.finished = True

    def over(self) -> bool:
        return self.finished

    def scores(self) -> list[int]:
        return self.total

    def ranks(self) -> list[int]:  # caro.r2
        return [1 + sum(other > score for other in self.total) for score in self.total]
