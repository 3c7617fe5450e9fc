"""Misd as a reference: cards as dictionaries, stacks as lists, every answer looked up from scratch."""

import tomllib
from pathlib import Path
from typing import Any

BOX = tomllib.loads(
    (Path(__file__).parents[2] / "src" / "carreau" / "games" / "misd" / "components.toml").read_text(encoding="utf-8")
)
SHAPES = ["triangle", "square", "diamond", "pentagon", "hexagon", "circle", "star", "arrow", "heart", "cross"]
COLOURS = ["white", "black", "yellow", "green", "blue", "violet", "red", "orange", "brown", "grey"]
OTHER = {"front": "back", "back": "front"}
CLOCK = -1
Card = tuple[int, str]


class Reference:
    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.seats = seats
        self.hard: bool = options["mode"] == "hard"
        self.agreed: int = options["cards"]
        self.limit: int = options["limit"]
        self.others_go_on: bool = options["others_go_on"]
        self.mixed_sides: bool = options["mixed_sides"]
        self.supply: int = options["chips"]
        self.chips = [0] * seats
        self.finished = 0
        self.up = "front"
        self.stack = list(range(1, 11))
        self.layout: list[Card] = []
        self.shape_stack, self.colour_stack = list(SHAPES), list(COLOURS)
        self.shape = self.colour = ""
        self.silenced: set[int] = set()

    def picture(self, card: Card) -> dict[str, str]:
        found: dict[str, str] = BOX["cards"][card[0] - 1][card[1]]
        return found

    def to_do(self) -> str:
        if len(self.layout) < (self.agreed if self.hard else 1):
            return "card"
        if self.hard and not self.shape:
            return "shape"
        if self.hard and not self.colour:
            return "colour"
        return "answer"

    def answers(self) -> list[str]:  # misd.3, misd.5
        if self.hard:
            return [f"card {place}" for place in range(1, self.agreed + 1)] + ["missing"]
        return [f"{colour} {shape}" for colour in COLOURS for shape in SHAPES]

    def legal(self) -> set[tuple[int, str]]:  # misd.3, misd.5, misd.r3
        if self.over():
            return set()
        if self.to_do() == "card":
            verb = "lay out" if self.hard else "turn up"
            sides = ["front", "back"] if self.mixed_sides else [self.up]
            return {(CLOCK, f"{verb} {card} {side}") for card in self.stack for side in sides}
        if self.to_do() == "shape":
            return {(CLOCK, f"shape {shape}") for shape in self.shape_stack}
        if self.to_do() == "colour":
            return {(CLOCK, f"colour {colour}") for colour in self.colour_stack}
        racers = set(range(self.seats)) - self.silenced
        return {(seat, answer) for seat in racers for answer in self.answers()} | {(CLOCK, "time out")}

    def play(self, seat: int, text: str) -> None:
        words = text.split()
        if text == "time out":
            self.next()
        elif seat != CLOCK:
            self.answer(seat, text)
        elif words[0] == "shape":
            self.shape = words[1]
            self.shape_stack.remove(self.shape)
        elif words[0] == "colour":
            self.colour = words[1]
            self.colour_stack.remove(self.colour)
        else:
            self.stack.remove(int(words[2]))
            self.layout.append((int(words[2]), words[3]))

    def right_answers(self) -> set[str]:  # misd.3, misd.5, misd.r1
        if not self.hard:
            picture = self.picture(self.layout[0])
            return {
                f"{colour} {shape}"
                for colour in COLOURS
                for shape in SHAPES
                if shape not in picture and colour not in picture.values()
            }
        pictures = [self.picture(card) for card in self.layout]
        found = {f"card {n}" for n, picture in enumerate(pictures, 1) if (self.shape, self.colour) in picture.items()}
        return found or {"missing"}

    def answer(self, seat: int, text: str) -> None:  # misd.4, misd.6, misd.r2, misd.r4
        if text in self.right_answers():
            self.supply -= 1
            self.chips[seat] += 1
            self.next()
            return
        if self.chips[seat] not in (0, 1):
            self.supply += 2
            self.chips[seat] -= 2
        self.silenced.add(seat)
        if not self.others_go_on or self.silenced == set(range(self.seats)):
            self.next()

    def next(self) -> None:  # misd.4, misd.6, misd.7, misd.r5, misd.r6
        self.finished += 1
        self.silenced = set()
        self.shape = self.colour = ""
        if not self.shape_stack:
            self.shape_stack, self.colour_stack = list(SHAPES), list(COLOURS)
        if not self.hard:
            self.layout = []
        if (self.hard and self.finished % 5 == 0) or (not self.hard and len(self.stack) == 2):
            self.layout = []
            self.stack = list(range(1, 11))
            self.up = OTHER[self.up]

    def over(self) -> bool:  # misd.8, misd.r8
        return self.supply == 0 or self.finished == self.limit

    def scores(self) -> list[int]:
        return self.chips

    def ranks(self) -> list[int]:  # misd.8
        return [1 + sum(other > own for other in self.chips) for own in self.chips]
