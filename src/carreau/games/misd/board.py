"""The table of Misd, and its notation.

A face is a card with one side up: 1 the front of the first card, 2 its back, 3 the front of the second and so on.
Answers are numbered too: first those that name colour and shape, then those that point at a card, then "missing" and
the time-out.
"""

from typing import Final

from carreau.core.bits import BIT
from carreau.core.errors import NotationError, PositionError
from carreau.core.game import CHANCE
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.position import PositionReader, require
from carreau.games.misd._spec import MISSING, NAME, POINT, SHAPE_COUNT, SIDE_NAMES, TIMEOUT, ColourName, MisdPosition
from carreau.games.misd.spec import BOX, CARDS, COLOURS, SHAPES, SIDES, SPEC, LastAnswer, OpenCard

NONE: Final = 0  # no face, no answer
FIRST_POINT: Final[i64] = POINT - NAME + 1
MISSING_ANSWER: Final[i64] = MISSING - NAME + 1
TIMEOUT_ANSWER: Final[i64] = TIMEOUT - NAME + 1
FACES: Final[list[dict[str, ColourName]]] = [{}] + [card[side] for card in BOX["cards"] for side in SIDES]


def gap(face: dict[str, ColourName]) -> int:
    """Return the number of the right answer to a face: the shape and the colour that are missing (misd.3)."""
    (shape,) = set(SHAPES) - set(face)
    (colour,) = set(COLOURS) - set(face.values())
    return COLOURS.index(colour) * len(SHAPES) + SHAPES.index(shape) + 1


# By face * shapes + shape: the colour, counted from 1; 0 where the shape is missing.
SHOWN: Final = vec[i64]([COLOURS.index(face[s]) + 1 if s in face else 0 for face in FACES for s in SHAPES])
GAP: Final = vec[i64]([0] + [gap(face) for face in FACES[1:]])


@mypyc_attr(acyclic=True)
class MisdBoard(MisdPosition):
    """Cards, finders, chips and the last answer."""

    def shown(self, place: i64, shape: i64) -> i64:
        return SHOWN[self.layout(place) * SHAPE_COUNT + shape]

    def was_wrong(self, seat: i64) -> bool:  # misd.r2
        return self.wrong & BIT[seat] != 0

    def supply(self) -> i64:
        left = self.stake
        for seat in range(self.seats):
            left -= self.chips(seat)
        return left

    def is_laid(self) -> bool:
        return self.laid == self.places

    def is_shown(self) -> bool:
        """Return whether everything needed for an answer is face up."""
        return self.is_laid() and (not self.hard or self.colour >= 0)

    # Written down

    def dump_faces(self) -> list[dict[str, ColourName]]:
        return [dict(FACES[int(self.layout(place))]) for place in range(int(self.laid))]

    def dump_layout(self) -> list[OpenCard]:
        faces = [int(self.layout(place)) for place in range(int(self.laid))]
        return [OpenCard((face + 1) // 2, SIDE_NAMES[(face + 1) % 2]) for face in faces]

    def read_layout(self, reader: PositionReader) -> None:
        for card in reader.tuples("layout", OpenCard._fields):
            require(self.laid < self.places, f"misd: layout must have at most {self.places} entries")
            self.add_to_layout(self.laid, 2 * card.number("card", 1, len(CARDS)) + card.choice("side", SIDES) - 1)
            self.laid += 1

    def dump_last(self) -> LastAnswer | None:
        if self.last_answer == NONE:
            return None
        solution = None if self.last_solution == NONE else text_of(self.last_solution)
        return LastAnswer(int(self.last_seat), text_of(self.last_answer), self.last_right, solution)

    def read_last(self, reader: PositionReader) -> None:
        entry = reader.take("last")
        if entry is None:
            return
        last = reader.named("last", entry, LastAnswer._fields)
        self.last_seat = last.number("seat", CHANCE, int(self.seats) - 1)
        self.last_answer = answer_in(last.take("answer"))
        self.last_right = last.flag("right")
        solution = last.take("solution")
        self.last_solution = NONE if solution is None else answer_in(solution)


def text_of(answer: i64) -> str:
    return SPEC.actions.text(int(NAME + answer - 1))


def answer_in(text: object) -> int:
    try:
        action = SPEC.actions.parse(str(text))
    except NotationError as error:
        raise PositionError(f"misd: last: {error}") from error
    require(action >= NAME, f"misd: last: {text} is no answer")
    return action - int(NAME) + 1
