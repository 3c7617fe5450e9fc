"""Schollenschubser as a reference: cards and explorers as objects, places as words."""

from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

ROWS = "abcde"
COLUMNS = "1234"
FIELDS = [row + column for row in ROWS for column in COLUMNS]


class Card:
    """A floe card: its sides, and where it lies with which side up, unless it is in the supply."""

    def __init__(self, *sides: int) -> None:
        self.sides = sides
        self.field = ""
        self.size = 0

    def put(self, field: str, size: int) -> None:
        assert size in self.sides
        self.field, self.size = field, size

    def take_away(self) -> None:
        self.field, self.size = "", 0


class Explorer:
    """One of sixteen explorers, and whether they have moved this turn."""

    def __init__(self, owner: int) -> None:
        self.owner = owner
        self.place = "bank"
        self.moved = False


def south_of(field: str) -> str:
    """Return the field to the south; "" beyond the last row."""
    row = ROWS.index(field[0]) + 1
    return ROWS[row] + field[1] if row < len(ROWS) else ""


def next_to(field: str) -> list[str]:
    row, column = ROWS.index(field[0]), COLUMNS.index(field[1])
    return [other for other in FIELDS if abs(ROWS.index(other[0]) - row) + abs(COLUMNS.index(other[1]) - column) == 1]


class Reference:
    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.seats = seats
        self.limit = options["turn_limit"]
        self.must_melt = options["melt_compulsory"]
        self.fours = {"on": True, "off": False, "auto": seats == 4}[options["large_floes"]]
        self.cards = [Card(4, 3) for _ in range(5)] + [Card(2, 1) for _ in range(5)]
        self.explorers = [Explorer(seat) for seat in range(seats) for _ in range(4)]
        for field in ("a1", "a2"):
            self.lay(4 if self.fours else 3, field)
        self.mover: int | None = None
        self.dice: list[int] = []
        self.part = "set-up"
        self.turns = 0
        self.entered = False

    # Components

    def supply(self) -> list[Card]:
        return [card for card in self.cards if not card.field]

    def floes(self) -> dict[str, Card]:
        return {card.field: card for card in self.cards if card.field}

    def allowed(self, size: int) -> bool:  # scholle.3, scholle.r7, scholle.r9
        return size < 4 or self.fours

    def sizes_in_supply(self) -> set[int]:  # scholle.r9
        return {size for card in self.supply() for size in card.sides if self.allowed(size)}

    def on(self, place: str) -> list[Explorer]:
        return [explorer for explorer in self.explorers if explorer.place == place]

    def mine(self) -> list[Explorer]:
        return [explorer for explorer in self.explorers if explorer.owner == self.mover]

    def has_room(self, field: str) -> bool:  # scholle.2, scholle.12, scholle.13
        return field in self.floes() and len(self.on(field)) < self.floes()[field].size

    def aboard(self) -> list[int]:
        counted = Counter(explorer.owner for explorer in self.on("ship"))
        return [counted[seat] for seat in range(self.seats)]

    def over(self) -> bool:  # scholle.16, scholle.r11
        return 4 in self.aboard() or self.turns == self.limit * self.seats

    def scores(self) -> list[int]:
        return self.aboard()

    def ranks(self) -> list[int]:  # scholle.16, scholle.r11
        if 4 not in self.aboard():
            return [1] * self.seats
        return [1 + sum(other > own for other in self.aboard()) for own in self.aboard()]

    # Legal moves

    def legal(self) -> set[tuple[int, str]]:  # scholle.3, scholle.4, scholle.r8, scholle.r10
        if self.over():
            return set()
        if self.part == "set-up":
            field = "a3" if "a3" not in self.floes() else "a4"
            return {(-1, f"lay {size} {field}") for size in self.sizes_in_supply()}
        if self.part == "lot":
            return {(-1, f"start {seat}") for seat in range(self.seats)}
        if self.part == "roll":
            return {(-1, f"roll {one},{other}") for one, other in combinations_with_replacement(range(1, 7), 2)}
        assert self.mover is not None
        texts = self.drifts() if self.part == "drift" else self.steps() | {"end"}
        return {(self.mover, text) for text in texts}

    def drifts(self) -> set[str]:  # scholle.5, scholle.r6
        return {text for die in self.dice for text in self.with_die(die)}

    def with_die(self, die: int) -> set[str]:  # scholle.5, scholle.6, scholle.8, scholle.9, scholle.r1, scholle.r12
        """List all ways to use a die."""
        if die == 6:
            melting = self.meltings()
            return melting | {"decline"} if melting and not self.must_melt else melting
        columns = COLUMNS if die == 5 else str(die)
        return {text for column in columns for text in self.in_column(column)}

    def in_column(self, column: str) -> set[str]:  # scholle.6, scholle.r4, scholle.r9
        floes = self.floes()
        found = {f"drift {field}" for field in floes if field[1] == column and south_of(field) not in floes}
        if "a" + column not in floes:
            found |= {f"floe {size} a{column}" for size in self.sizes_in_supply()}
        return found

    def meltings(self) -> set[str]:  # scholle.9, scholle.10, scholle.11, scholle.r13
        found = set()
        for field, card in self.floes().items():
            if card.size == 3 and 2 not in self.sizes_in_supply():
                continue
            if len(self.on(field)) <= card.size - 1:
                found.add(f"melt {field}")
            else:
                found |= {f"drop {explorer.owner} from {field}" for explorer in self.on(field)}
        return found

    def steps(self) -> set[str]:  # scholle.12, scholle.13, scholle.14, scholle.r5, scholle.r10
        found = set()
        for explorer in self.mine():
            if explorer.moved or explorer.place == "ship":
                continue
            found |= {f"{explorer.place}-{goal}" for goal in self.goals(explorer)}
        return found

    def goals(self, explorer: Explorer) -> set[str]:  # scholle.12, scholle.13, scholle.14
        place = explorer.place
        if place == "bank":
            return set() if self.entered else {field for field in FIELDS if field[1] == "1" and self.has_room(field)}
        goals = {field for field in next_to(place) if self.has_room(field)}
        if place[1] == "1":
            goals.add("bank")
        if place[1] == "4":
            goals.add("ship")
        return goals

    # Moves

    def lay(self, size: int, field: str) -> None:
        next(card for card in self.supply() if size in card.sides).put(field, size)

    def play(self, seat: int, text: str) -> None:
        words = text.replace("-", " ").split()
        if words[0] == "lay":
            self.lay(int(words[1]), words[2])
            self.part = "lot" if "a4" in self.floes() else "set-up"
        elif words[0] == "start":
            self.mover, self.part = int(words[1]), "roll"
        elif words[0] == "roll":
            self.dice = [int(die) for die in words[1].split(",")]
            self.part = "drift" if self.drifts() else "move"
        elif self.part == "drift":
            self.drift(words)
            self.part = "move"
        elif words[0] == "end":
            self.end_turn()
        else:
            self.step(*words)

    def drift(self, words: list[str]) -> None:
        if words[0] == "drift":
            self.go_south(words[1])
        elif words[0] == "floe":
            self.lay(int(words[1]), words[2])
        elif words[0] == "melt":
            self.melt(words[1])
        elif words[0] == "drop":
            next(each for each in self.on(words[3]) if each.owner == int(words[1])).place = "bank"
            self.melt(words[3])

    def go_south(self, field: str) -> None:  # scholle.6, scholle.7
        goal = south_of(field)
        for explorer in self.on(field):
            explorer.place = goal or "bank"
        card = self.floes()[field]
        if goal:
            card.put(goal, card.size)
        else:
            card.take_away()

    def melt(self, field: str) -> None:  # scholle.9, scholle.10
        card = self.floes()[field]
        size = card.size - 1
        if size in card.sides:
            card.put(field, size)
            return
        if size:
            self.lay(size, field)
        card.take_away()

    def step(self, start: str, to: str) -> None:  # scholle.12, scholle.13, scholle.14, scholle.r5
        explorer = next(each for each in self.mine() if each.place == start and not each.moved)
        explorer.place, explorer.moved = to, True
        self.entered = self.entered or start == "bank"

    def end_turn(self) -> None:  # scholle.4
        assert self.mover is not None
        self.mover = (self.mover + 1) % self.seats
        self.part, self.entered = "roll", False
        self.turns += 1
        for explorer in self.explorers:
            explorer.moved = False
