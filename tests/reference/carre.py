"""Carré as a reference: tiles as sets of squares, dice as lists, everything looked up from scratch."""

from itertools import combinations, combinations_with_replacement
from typing import Any

Square = tuple[int, int]

SIZES = {2: (2, 1), 3: (3, 1), 4: (2, 2), 6: (3, 2), 7: (1, 1), 8: (4, 2), 9: (3, 3), 12: (4, 3)}
BOARD = {(x, y) for x in range(5) for y in range(4)}
PRICES = {("stopper", 1): 5, ("stopper", 2): 10, ("chip", 1): 1, ("chip", 2): 11}


def shapes() -> dict[str, tuple[int, int, int]]:  # carre.2, carre.r15
    """Return the name of a tile by orientation: its value, width and height."""
    found = {}
    for value, (long, short) in SIZES.items():
        if long == short:
            found[str(value)] = (value, long, long)
        else:
            found[f"{value}x"] = (value, long, short)
            found[f"{value}y"] = (value, short, long)
    return found


SHAPES = shapes()


def covered(shape: str, corner: Square) -> set[Square]:
    _, width, height = SHAPES[shape]
    return {(corner[0] + i, corner[1] + j) for i in range(width) for j in range(height)}


def written(dice: tuple[int, ...]) -> str:
    return "+".join(map(str, dice)) if dice else "-"


def dice_in(text: str) -> list[int]:
    return [] if text == "-" else [int(face) for face in text.split("+")]


def square_in(text: str) -> Square:
    x, y = text.split(",")
    return int(x), int(y)


class Player:
    def __init__(self) -> None:
        self.tiles: list[tuple[str, Square]] = []  # in the order in which they were built
        self.supply = [value for value in SIZES for _ in range(2)]
        self.has = {"stopper": 0, "chip": 1}

    def height(self, square: Square) -> int:  # carre.9
        return sum(square in covered(*tile) for tile in self.tiles)

    def can_rest(self, shape: str, corner: Square) -> bool:  # carre.8, carre.9
        squares = covered(shape, corner)
        return squares <= BOARD and len({self.height(square) for square in squares}) == 1

    def places(self, value: int) -> list[tuple[str, Square]]:  # carre.8, carre.9
        """List every way to build a tile of a value now."""
        if value not in self.supply:
            return []
        return [
            (shape, corner)
            for shape, (worth, _, _) in SHAPES.items()
            for corner in BOARD
            if worth == value and self.can_rest(shape, corner)
        ]

    def free(self) -> list[tuple[str, Square]]:  # carre.15, carre.r1
        return [
            tile
            for index, tile in enumerate(self.tiles)
            if not any(covered(*tile) & covered(*later) for later in self.tiles[index + 1 :])
        ]

    def free_at(self, corner: Square) -> tuple[str, Square]:
        (tile,) = [tile for tile in self.free() if tile[1] == corner]
        return tile

    def build(self, shape: str, corner: Square) -> None:  # carre.8
        self.supply.remove(SHAPES[shape][0])
        self.tiles.append((shape, corner))

    def lose(self, corner: Square) -> int:  # carre.10, carre.15
        tile = self.free_at(corner)
        last = max(index for index, each in enumerate(self.tiles) if each == tile)
        del self.tiles[last]
        self.supply.append(SHAPES[tile[0]][0])
        return SHAPES[tile[0]][0]


class Reference:
    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.players = [Player() for _ in range(seats)]
        self.with_stoppers = options["stoppers"]
        self.limit = options["turn_limit"]
        self.middle = {"stopper": 2 * seats if self.with_stoppers else 0, "chip": seats}
        self.turns_over = 0
        self.rolled = False
        self.begin_turn()

    def begin_turn(self) -> None:
        self.rolled = False
        self.dice: list[int] = []
        self.got = {"stopper": 0, "chip": 0}
        self.shopped: set[str] = set()
        self.naming: tuple[str, str] | None = None  # the dice given up, and who gets them
        self.removed: int | None = None

    @property
    def mover(self) -> int:
        return self.turns_over % len(self.players)

    def over(self) -> bool:  # carre.19, carre.r6
        return any(not player.supply for player in self.players) or self.turns_over == self.limit * len(self.players)

    def scores(self) -> list[int]:  # carre.r14
        return [len(player.tiles) for player in self.players]

    def ranks(self) -> list[int]:  # carre.19, carre.r6
        return [1 + sum(len(other.supply) < len(player.supply) for other in self.players) for player in self.players]

    def usable(self, what: str) -> int:  # carre.7, carre.14, carre.r10
        return self.players[self.mover].has[what] - self.got[what]

    def payments(self, price: int) -> list[str]:  # carre.5, carre.6, carre.7, carre.r12
        """List the dice that can pay a price, with chips making up the rest."""
        chosen = {tuple(sorted(some)) for count in range(4) for some in combinations(self.dice, count)}
        return [written(some) for some in chosen if 0 <= price - sum(some) <= self.usable("chip")]

    def others_with(self, what: str) -> list[int]:  # carre.r9
        return [seat for seat, player in enumerate(self.players) if seat != self.mover and player.has[what]]

    def legal(self) -> set[tuple[int, str]]:  # carre.4, carre.10, carre.r11
        if self.over():
            return set()
        if not self.rolled:
            return {(-1, "roll " + written(roll)) for roll in combinations_with_replacement(range(1, 7), 3)}
        if self.naming:
            return {(self.mover, f"name {seat}") for seat in self.others_with(self.naming[0])}
        found = {"end"} | self.builds() | self.stops() | self.extra_builds() | self.purchases()
        found |= {f"take back {x},{y}" for _, (x, y) in self.players[self.mover].free()}
        return {(self.mover, text) for text in found}

    def builds(self) -> set[str]:  # carre.8
        return {
            f"build {shape} {x},{y} with {dice}"
            for value in SIZES
            for dice in self.payments(value)
            for shape, (x, y) in self.players[self.mover].places(value)
        }

    def stops(self) -> set[str]:  # carre.15, carre.17, carre.r4
        if not self.usable("stopper"):
            return set()
        return {
            f"stop {seat} {x},{y} with {dice}"
            for seat, player in enumerate(self.players)
            if seat != self.mover
            for shape, (x, y) in player.free()
            for dice in self.payments(SHAPES[shape][0])
        }

    def extra_builds(self) -> set[str]:  # carre.16, carre.r13
        """List what a second stopper allows immediately after the first (carre.16)."""
        if self.removed is None or not self.usable("stopper"):
            return set()
        return {f"also {shape} {x},{y}" for shape, (x, y) in self.players[self.mover].places(self.removed)}

    def purchases(self) -> set[str]:  # carre.11, carre.18, carre.r2, carre.r7, carre.r8, carre.r16
        found = set()
        for (what, count), price in PRICES.items():
            if what in self.shopped or (what == "stopper" and not self.with_stoppers):
                continue
            for dice in self.payments(price):
                spent = price - sum(dice_in(dice))
                in_middle = self.middle[what] + (spent if what == "chip" else 0)
                if in_middle or self.others_with(what):
                    found.add(f"buy {count} {what} with {dice}")
        return found

    def play(self, seat: int, text: str) -> None:
        words = text.split()
        removed, self.removed = self.removed, None
        player = self.players[self.mover]
        if words[0] == "roll":
            self.dice = dice_in(words[1])
            self.rolled = True
        elif words[0] == "build":
            self.pay(SHAPES[words[1]][0], words[4])
            player.build(words[1], square_in(words[2]))
        elif words[0] == "stop":
            self.stop(self.players[int(words[1])], square_in(words[2]), words[4])
        elif words[0] == "also":
            assert removed == SHAPES[words[1]][0]
            self.put_back("stopper", 1)
            player.build(words[1], square_in(words[2]))
        elif words[0] == "take":
            player.lose(square_in(words[2]))
        elif words[0] == "buy":
            self.buy(int(words[1]), words[2], words[4])
        elif words[0] == "name":
            self.name(int(words[1]))
        else:
            self.turns_over += 1
            self.begin_turn()

    def put_back(self, what: str, count: int) -> None:
        self.players[self.mover].has[what] -= count
        self.middle[what] += count

    def pay(self, price: int, dice: str) -> None:  # carre.5, carre.7
        for face in dice_in(dice):
            self.dice.remove(face)
        self.put_back("chip", price - sum(dice_in(dice)))

    def stop(self, victim: Player, corner: Square, dice: str) -> None:  # carre.15
        value = SHAPES[victim.free_at(corner)[0]][0]
        self.pay(value, dice)
        victim.lose(corner)
        self.put_back("stopper", 1)
        self.removed = value

    def buy(self, count: int, what: str, dice: str) -> None:  # carre.11, carre.12, carre.13, carre.18, carre.r3
        self.pay(PRICES[what, count], dice)
        self.shopped.add(what)
        if self.middle[what] >= count:
            self.receive(what, count)
        elif count == 1:
            self.naming = (what, "middle")
        elif self.middle[what] == 0:
            self.naming = (what, "buyer")
        else:
            self.receive(what, 1)
            if self.others_with(what):
                self.naming = (what, "middle")

    def receive(self, what: str, count: int) -> None:  # carre.11, carre.14, carre.18
        self.middle[what] -= count
        self.players[self.mover].has[what] += count
        self.got[what] += count

    def name(self, seat: int) -> None:  # carre.12, carre.13
        assert self.naming
        what, receiver = self.naming
        self.naming = None
        self.players[seat].has[what] -= 1
        self.middle[what] += 1
        if receiver == "buyer":
            self.receive(what, 1)
