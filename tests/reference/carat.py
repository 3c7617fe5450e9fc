"""Carat as a reference: written from the specification, without any code of the package."""

from typing import Any

CHANCE = -1
SIDE = 6
COLOURS = ["red", "blue", "green", "yellow"]
CHIPS = [1] * 10 + [2] * 10 + [3] * 10 + [4] * 10 + [5] * 9
# The six cyclic orders of four colours, clockwise from red on.
CYCLES = ["rbgy", "rbyg", "rgby", "rgyb", "rybg", "rygb"]

Point = tuple[int, int]


def corners(field: Point) -> list[Point]:  # carat.2
    """List the chip fields around a field, clockwise from the upper left."""
    x, y = field
    return [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]


def neighbours(field: Point) -> list[Point]:  # carat.8
    x, y = field
    return [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]


def ways(cycle: str) -> list[str]:  # carat.6
    """List a tile in its four directions: each quarter turn moves every gem on by one corner."""
    return [cycle[-turn:] + cycle[:-turn] if turn else cycle for turn in range(4)]


def point(text: str) -> Point:
    x, y = text.split(",")
    return int(x), int(y)


class Reference:
    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.seats = seats
        self.hand_size = int(options["hand"])
        self.players_lay_chips = options["layout"] == "players"
        self.owner = {colour: seat for seat, colour in enumerate(COLOURS[:seats])}
        if options["two_colours"]:
            self.owner = {"red": 0, "green": 0, "blue": 1, "yellow": 1}
        self.points = dict.fromkeys(COLOURS, 0)
        self.chip_fields = [(x, y) for y in range(SIDE + 1) for x in range(SIDE + 1)]
        self.fields = [(x, y) for y in range(SIDE) for x in range(SIDE)]
        self.chips_to_lay = list(CHIPS)
        self.chips: dict[Point, int] = {}
        self.turned_over: set[Point] = set()
        self.stock = {(carats, cycle) for carats in range(1, 7) for cycle in CYCLES}
        self.hands: list[set[tuple[int, str]]] = [set() for _ in range(seats)]
        self.tiles: dict[Point, tuple[int, str]] = {}  # carats, and the gems clockwise from the upper left
        self.to_draw: list[int] = []  # the player who draws next
        self.player = 0

    # Legal moves

    def legal(self) -> set[tuple[int, str]]:  # carat.6
        if self.over():
            return set()
        if len(self.chips) < len(self.chip_fields):
            return self.legal_chips()
        if self.to_draw:
            return {(CHANCE, f"draw {carats} {cycle}") for carats, cycle in self.stock}
        return {
            (self.player, f"{carats} {way} {x},{y}")
            for carats, cycle in self.hands[self.player]
            for way in ways(cycle)
            for x, y in self.open_fields()
        }

    def legal_chips(self) -> set[tuple[int, str]]:  # carat.3, carat.r1
        free = [field for field in self.chip_fields if field not in self.chips]
        if self.players_lay_chips:
            return {(self.player, f"chip {value} {x},{y}") for value in self.chips_to_lay for x, y in free}
        x, y = free[0]
        return {(CHANCE, f"chip {value} {x},{y}") for value in self.chips_to_lay}

    def open_fields(self) -> list[Point]:  # carat.7, carat.8
        if not self.tiles:
            return [(x, y) for x, y in self.fields if 0 < x < SIDE - 1 and 0 < y < SIDE - 1]
        return [
            field
            for field in self.fields
            if field not in self.tiles and any(next_to in self.tiles for next_to in neighbours(field))
        ]

    # Moves

    def play(self, seat: int, text: str) -> None:
        words = text.split()
        if words[0] == "chip":
            self.lay_chip(int(words[1]), point(words[2]))
        elif words[0] == "draw":
            tile = (int(words[1]), words[2])
            self.stock.remove(tile)
            self.hands[self.to_draw.pop(0)].add(tile)
        else:
            self.lay_tile(seat, int(words[0]), words[1], point(words[2]))

    def lay_chip(self, value: int, where: Point) -> None:  # carat.r1, carat.r7
        self.chips_to_lay.remove(value)
        self.chips[where] = value
        if self.players_lay_chips:
            self.player = (self.player + 1) % self.seats
        if not self.chips_to_lay:
            self.player = 0
            self.to_draw = [seat for seat in range(self.seats) for _ in range(self.hand_size)]

    def lay_tile(self, seat: int, carats: int, gems: str, where: Point) -> None:  # carat.6, carat.17
        self.hands[seat].remove((carats, gems[gems.index("r") :] + gems[: gems.index("r")]))
        self.tiles[where] = (carats, gems)
        for chip in corners(where):
            self.look_at(chip)
        if self.stock:
            self.to_draw = [seat]
        self.player = (seat + 1) % self.seats

    def look_at(self, chip: Point) -> None:  # carat.9, carat.10, carat.13, carat.14, carat.r8, carat.r9
        """Score a chip if all fields around it have tiles."""
        fields = [field for field in self.fields if chip in corners(field)]
        if not all(field in self.tiles for field in fields):
            return
        sums = dict.fromkeys(COLOURS, 0)
        there = set()
        for field in fields:
            carats, gems = self.tiles[field]
            initial = gems[corners(field).index(chip)]
            colour = next(colour for colour in COLOURS if colour[0] == initial)
            sums[colour] += carats
            there.add(colour)
        self.turned_over.add(chip)
        winner = self.best_alone(sums)
        if winner in self.owner:
            self.points[winner] += self.chips[chip] * len(there)

    def best_alone(self, sums: dict[str, int]) -> str:  # carat.11, carat.12
        """Return the colour with the highest sum once ties have cancelled out; "" if none is left."""
        for amount in sorted(set(sums.values()), reverse=True):
            having = [colour for colour in COLOURS if sums[colour] == amount]
            if len(having) == 1:
                return having[0]
        return ""

    # The end

    def over(self) -> bool:  # carat.15
        return len(self.tiles) == len(self.fields) and len(self.turned_over) == len(self.chip_fields)

    def scores(self) -> list[int]:  # carat.15, carat.16
        return [
            sum(self.points[colour] for colour, owner in self.owner.items() if owner == seat)
            for seat in range(self.seats)
        ]

    def ranks(self) -> list[int]:  # carat.15, carat.r3
        scores = self.scores()
        return [1 + len([other for other in scores if other > score]) for score in scores]
