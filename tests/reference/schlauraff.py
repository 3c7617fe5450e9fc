"""Schlauraff as a reference: columns as lists of stacks, dice as lists, everything recomputed each time."""

from itertools import combinations_with_replacement
from typing import Any

COLOURS = ["yellow", "green", "blue", "red"]
VALUES = {"yellow": 11, "green": 3, "blue": 5, "red": 10}
FACES = range(1, 7)


class Reference:
    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.seats = seats
        self.columns = options["columns"] or {2: 6, 3: 6, 4: 8}[seats]  # schlauraff.2
        self.rounds_left = options["rounds"] or seats  # schlauraff.3
        self.extending = options["leftovers"] == "extend"
        self.waiting_allowed = options["yellow"] == "choice"
        self.points = [0] * seats
        self.reds = [0] * seats
        self.starter: int | None = None
        self.rolling = 0  # dice to roll
        self.dice: list[int] = []  # not assigned
        self.lying: list[int] = []  # on the current chip
        self.carriable: list[int] = []  # dice of the last capture that fit below
        self.row: int | None = None  # the current chip
        self.new_assignment = False
        self.begin_round()

    def begin_round(self) -> None:  # schlauraff.1, schlauraff.3
        self.bag = [colour for colour in COLOURS for _ in range(10)]
        self.layout: list[list[str]] = []  # the columns from right to left
        self.stacks: list[list[str] | None] | None = None  # the column in play; None for a captured row
        self.turns = 0

    def mover(self) -> int:  # schlauraff.4
        assert self.starter is not None
        return (self.starter + self.turns) % self.seats

    def over(self) -> bool:
        return self.rounds_left == 0

    def scores(self) -> list[int]:
        return list(self.points)

    def ranks(self) -> list[int]:  # schlauraff.14, schlauraff.r7
        won = [(self.points[seat], self.reds[seat]) for seat in range(self.seats)]
        return [1 + sum(other > own for other in won) for own in won]

    # Legal moves

    def legal(self) -> set[tuple[int, str]]:
        if self.over():
            return set()
        if self.starter is None:  # schlauraff.3
            return {(-1, f"start {seat}") for seat in range(self.seats)}
        if self.stacks is None:
            return {(-1, f"lay {colour}") for colour in self.bag}
        if self.rolling:  # schlauraff.5
            return {
                (-1, "roll " + "+".join(map(str, dice))) for dice in combinations_with_replacement(FACES, self.rolling)
            }
        found = {"stop"}  # schlauraff.r3
        if self.carriable:  # schlauraff.7, schlauraff.r8
            found |= {"leave"} | {f"carry {face}" for face in self.carriable}
        else:
            found |= self.assignments()
            if self.can_reroll():
                found.add("reroll")
            if self.one_waits():
                found.add("take")
        return {(self.mover(), text) for text in found}

    def chip(self, row: int) -> str:
        assert self.stacks is not None
        stack = self.stacks[row]
        assert stack
        return stack[0]

    def fits(self, row: int, lying: list[int], face: int, others: int) -> bool:
        """Return whether a die may join those on a chip, given how many other dice could still show anything."""
        # schlauraff.6, schlauraff.r2, schlauraff.r6
        chip = self.chip(row)
        if chip == "yellow" and not lying and face == 1:
            return True
        missing = VALUES[chip] - sum(lying) - face
        return missing == 0 or any(count <= missing <= 6 * count for count in range(1, others + 1))

    def assignments(self) -> set[str]:  # schlauraff.9, schlauraff.10, schlauraff.r10
        assert self.stacks is not None
        rows = range(len(self.stacks)) if self.row is None else [self.row]
        return {
            f"{face} to {row + 1}"
            for row in rows
            for face in self.dice
            if self.fits(row, self.lying, face, len(self.dice) - 1)
        }

    def can_reroll(self) -> bool:  # schlauraff.8, schlauraff.r1, schlauraff.r9
        if self.row is None or not self.new_assignment or not self.dice:
            return False
        return any(self.fits(self.row, self.lying, face, len(self.dice) - 1) for face in FACES)

    def one_waits(self) -> bool:  # schlauraff.r6
        return self.row is not None and self.chip(self.row) == "yellow" and self.lying == [1]

    # Moves

    def play(self, seat: int, text: str) -> None:
        words = text.split()
        if words[0] == "start":
            self.starter = int(words[1])
        elif words[0] == "lay":
            self.lay(words[1])
        elif words[0] == "roll":
            self.dice = [int(face) for face in words[1].split("+")]
            self.rolling = 0
            self.new_assignment = False
            self.end_if_stuck()
        elif words[0] == "reroll":
            self.rolling = len(self.dice)
            self.dice = []
        elif words[0] == "stop":
            self.end_turn()
        elif words[0] == "take":
            self.capture()
        elif words[0] == "leave":
            self.carriable = []
            self.end_if_stuck()
        elif words[0] == "carry":
            self.carriable = []
            self.put(int(words[1]))
        else:
            self.row = int(words[2]) - 1
            self.dice.remove(int(words[0]))
            self.put(int(words[0]))

    def lay(self, colour: str) -> None:  # schlauraff.2
        self.bag.remove(colour)
        if not self.layout or len(self.layout[-1]) == 5:
            self.layout.append([])
        self.layout[-1].append(colour)
        if sum(map(len, self.layout)) == 5 * self.columns:
            self.begin_turn([])

    def begin_turn(self, left: list[list[str] | None]) -> None:
        own = [[colour] for colour in self.layout[self.turns]]
        if self.extending:  # schlauraff.12, schlauraff.r4
            self.stacks = [*own, *(stack for stack in left if stack)]
        else:
            self.stacks = [mine + (left[row] or [] if left else []) for row, mine in enumerate(own)]
        self.rolling = 6
        self.dice = []
        self.lying = []
        self.carriable = []
        self.row = None
        self.new_assignment = False

    def put(self, face: int) -> None:
        assert self.row is not None
        self.lying.append(face)
        self.new_assignment = True
        chip = self.chip(self.row)
        if sum(self.lying) == VALUES[chip]:  # schlauraff.6
            self.capture()
        elif chip == "yellow" and self.lying == [1]:  # schlauraff.r6
            can_become_eleven = len(self.dice) >= 2
            if not (self.waiting_allowed and can_become_eleven):
                self.capture()

    def capture(self) -> None:
        assert self.row is not None
        assert self.stacks is not None
        stack = self.stacks[self.row]
        assert stack
        self.points[self.mover()] += len(stack)  # schlauraff.13
        self.reds[self.mover()] += stack.count("red")
        self.stacks[self.row] = None
        self.row += 1
        used, self.lying = self.lying, []
        if self.row == len(self.stacks):  # schlauraff.11
            self.end_turn()
            return
        if len(used) > 1:  # schlauraff.7
            self.carriable = [face for face in set(used) if self.fits(self.row, [], face, len(self.dice))]
        if not self.carriable:
            self.end_if_stuck()

    def end_if_stuck(self) -> None:  # schlauraff.11, schlauraff.r9
        if not self.assignments() and not self.can_reroll() and not self.one_waits():
            self.end_turn()

    def end_turn(self) -> None:
        assert self.stacks is not None
        self.turns += 1
        if self.turns < self.columns:
            self.begin_turn(self.stacks)
            return
        self.rounds_left -= 1  # the rest is out of the game (schlauraff.r5)
        assert self.starter is not None
        self.starter = (self.starter + 1) % self.seats
        self.begin_round()
