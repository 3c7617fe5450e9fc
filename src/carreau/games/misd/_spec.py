"""Generated from spec.py by `python -m carreau.codegen`; do not edit."""

from typing import Any, Final, Literal, TypedDict, get_args

from carreau.core.bits import BIT, members
from carreau.core.game import CHANCE, OVER, RACE, State
from carreau.core.native import i64, mypyc_attr
from carreau.core.obs_buffer import ObsBuffer, counted_from
from carreau.core.position import PositionReader
from carreau.games.misd.spec import LastAnswer, OpenCard

TURN: Final[i64] = 0
LAY: Final[i64] = 20
SHAPE: Final[i64] = 40
COLOUR: Final[i64] = 50
NAME: Final[i64] = 60
POINT: Final[i64] = 160
MISSING: Final[i64] = 170
TIMEOUT: Final[i64] = 171
SEAT_COUNT: Final[i64] = 8
SHAPE_COUNT: Final[i64] = 10
COLOUR_COUNT: Final[i64] = 10
SIDE_COUNT: Final[i64] = 2
MODE_COUNT: Final[i64] = 2
PLACE_COUNT: Final[i64] = 10
CARD_COUNT: Final[i64] = 11
ShapeName = Literal["triangle", "square", "diamond", "pentagon", "hexagon", "circle", "star", "arrow", "heart", "cross"]
ColourName = Literal["white", "black", "yellow", "green", "blue", "violet", "red", "orange", "brown", "grey"]
SideName = Literal["front", "back"]
ModeName = Literal["simple", "hard"]
SHAPE_NAMES: Final[list[ShapeName]] = list(get_args(ShapeName))
COLOUR_NAMES: Final[list[ColourName]] = list(get_args(ColourName))
SIDE_NAMES: Final[list[SideName]] = list(get_args(SideName))
MODE_NAMES: Final[list[ModeName]] = list(get_args(ModeName))


def turn_card(action: i64) -> i64:
    return (action - TURN) // 2 + 1


def turn_side(action: i64) -> i64:
    return (action - TURN) % 2


def turn_action(card: i64, side: i64) -> i64:
    return TURN + (card - 1) * 2 + side


def lay_card(action: i64) -> i64:
    return (action - LAY) // 2 + 1


def lay_side(action: i64) -> i64:
    return (action - LAY) % 2


def lay_action(card: i64, side: i64) -> i64:
    return LAY + (card - 1) * 2 + side


def shape_shape(action: i64) -> i64:
    return action - SHAPE


def shape_action(shape: i64) -> i64:
    return SHAPE + shape


def colour_colour(action: i64) -> i64:
    return action - COLOUR


def colour_action(colour: i64) -> i64:
    return COLOUR + colour


def name_colour(action: i64) -> i64:
    return (action - NAME) // 10


def name_shape(action: i64) -> i64:
    return (action - NAME) % 10


def name_action(colour: i64, shape: i64) -> i64:
    return NAME + colour * 10 + shape


def point_place(action: i64) -> i64:
    return action - POINT + 1


def point_action(place: i64) -> i64:
    return POINT + (place - 1)


class MisdDerived(TypedDict):
    """Everything that follows from the rest."""

    supply: int
    places: int
    limit: int
    mode: ModeName
    faces: list[dict[str, ColourName]]


class MisdTable(MisdDerived):
    """Everything that all seats see and may remember."""

    shape: ShapeName | None
    colour: ColourName | None
    wrong: list[int]
    chips: list[int]
    stack: list[int]
    shapes_left: list[ShapeName]
    colours_left: list[ColourName]
    number: int
    layout: list[OpenCard]
    last: LastAnswer | None
    current: int


class MisdViewJson(MisdTable):
    """The contents of a View."""

    seat: int


@mypyc_attr(acyclic=True)
class MisdPosition(State):
    """The parts of a position."""

    def __init__(
        self,
        seats: i64,
        stake: i64,
        hard: bool,
        places: i64,
        others_go_on: bool,
        mixed_sides: bool,
        limit: i64,
        *,
        original: "MisdPosition | None" = None,
    ) -> None:
        self.seats = seats
        self.stake = stake
        self.hard = hard
        self.places = places
        self.others_go_on = others_go_on
        self.mixed_sides = mixed_sides
        self.limit = limit
        if original is None:
            self.current = CHANCE
            self.layout_0: i64 = 0
            self.shape: i64 = -1
            self.colour: i64 = -1
            self.wrong: i64 = 0
            self.chips_0: i64 = 0
            self.stack: i64 = 2046
            self.shapes_left: i64 = 1023
            self.colours_left: i64 = 1023
            self.last_seat: i64 = -1
            self.last_answer: i64 = 0
            self.last_right = False
            self.last_solution: i64 = 0
            self.number: i64 = 1
            self.laid: i64 = 0
        else:
            self.current = original.current
            self.layout_0 = original.layout_0
            self.shape = original.shape
            self.colour = original.colour
            self.wrong = original.wrong
            self.chips_0 = original.chips_0
            self.stack = original.stack
            self.shapes_left = original.shapes_left
            self.colours_left = original.colours_left
            self.last_seat = original.last_seat
            self.last_answer = original.last_answer
            self.last_right = original.last_right
            self.last_solution = original.last_solution
            self.number = original.number
            self.laid = original.laid

    def layout(self, place: i64) -> i64:
        return (self.layout_0 >> (5 * place)) & 31

    def add_to_layout(self, place: i64, change: i64) -> None:
        self.layout_0 += change * BIT[5 * place]

    def clear_layout(self) -> None:
        self.layout_0 = 0

    def chips(self, seat: i64) -> i64:
        return (self.chips_0 >> (5 * seat)) & 31

    def add_to_chips(self, seat: i64, change: i64) -> None:
        self.chips_0 += change * BIT[5 * seat]

    def clear_chips(self) -> None:
        self.chips_0 = 0

    def race(self) -> i64:
        return i64(self.current == RACE)

    def searches_left(self) -> i64:
        return self.limit - self.number

    def mode(self) -> i64:
        return i64(self.hard)

    def all_points(self) -> list[int]:
        return [int(self.chips(seat)) for seat in range(int(self.seats))]

    def against_turn_up(self, seat: i64, card: i64, side: i64) -> str:
        raise NotImplementedError

    def turn_up(self, seat: i64, card: i64, side: i64) -> None:
        raise NotImplementedError

    def against_lay_out(self, seat: i64, card: i64, side: i64) -> str:
        raise NotImplementedError

    def lay_out(self, seat: i64, card: i64, side: i64) -> None:
        raise NotImplementedError

    def against_show_shape(self, seat: i64, shape: i64) -> str:
        raise NotImplementedError

    def show_shape(self, seat: i64, shape: i64) -> None:
        raise NotImplementedError

    def against_show_colour(self, seat: i64, colour: i64) -> str:
        raise NotImplementedError

    def show_colour(self, seat: i64, colour: i64) -> None:
        raise NotImplementedError

    def against_name(self, seat: i64, colour: i64, shape: i64) -> str:
        raise NotImplementedError

    def name(self, seat: i64, colour: i64, shape: i64) -> None:
        raise NotImplementedError

    def against_point(self, seat: i64, place: i64) -> str:
        raise NotImplementedError

    def point(self, seat: i64, place: i64) -> None:
        raise NotImplementedError

    def against_missing(self, seat: i64) -> str:
        raise NotImplementedError

    def missing(self, seat: i64) -> None:
        raise NotImplementedError

    def against_timeout(self, seat: i64) -> str:
        raise NotImplementedError

    def timeout(self, seat: i64) -> None:
        raise NotImplementedError

    def shown(self, place: i64, shape: i64) -> i64:
        raise NotImplementedError

    def supply(self) -> i64:
        raise NotImplementedError

    def dump_layout(self) -> list[OpenCard]:
        raise NotImplementedError

    def read_layout(self, reader: PositionReader) -> None:
        raise NotImplementedError

    def dump_last(self) -> LastAnswer | None:
        raise NotImplementedError

    def read_last(self, reader: PositionReader) -> None:
        raise NotImplementedError

    def dump_faces(self) -> list[dict[str, ColourName]]:
        raise NotImplementedError

    def ending(self) -> str:
        raise NotImplementedError

    def against_turn(self, seat: i64) -> str:
        raise NotImplementedError

    def rebuild(self) -> None:
        """Find what is kept besides the parts, if anything is."""

    def dump(self) -> dict[str, Any]:
        return dict(self.table())

    def table(self) -> MisdTable:
        """Return everything that all seats see and may remember."""
        return {
            "shape": None if self.shape < 0 else SHAPE_NAMES[int(self.shape)],
            "colour": None if self.colour < 0 else COLOUR_NAMES[int(self.colour)],
            "wrong": members(self.wrong),
            "chips": [int(self.chips(seat)) for seat in range(self.seats)],
            "stack": members(self.stack),
            "shapes_left": [SHAPE_NAMES[each] for each in members(self.shapes_left)],
            "colours_left": [COLOUR_NAMES[each] for each in members(self.colours_left)],
            "number": int(self.number),
            "layout": self.dump_layout(),
            "last": self.dump_last(),
            "current": int(self.current),
            **self.derived(),
        }

    def derived(self) -> MisdDerived:
        """Return everything that follows from the rest."""
        return {
            "supply": int(self.supply()),
            "places": int(self.places),
            "limit": int(self.limit),
            "mode": MODE_NAMES[int(self.mode())],
            "faces": self.dump_faces(),
        }

    def load(self, reader: PositionReader) -> None:
        """Take all parts from a reader; raises PositionError for impossible ones."""
        given = reader.derived(self.derived())
        self.shape = reader.optional_choice("shape", SHAPE_NAMES)
        self.colour = reader.optional_choice("colour", COLOUR_NAMES)
        self.wrong = reader.number_set("wrong", 0, int(self.seats) - 1)
        self.clear_chips()
        for seat, each in enumerate(reader.numbers("chips", int(self.seats), 0, int(self.stake))):
            self.add_to_chips(seat, each)
        self.stack = reader.number_set("stack", 1, 10)
        self.shapes_left = reader.name_set("shapes_left", SHAPE_NAMES)
        self.colours_left = reader.name_set("colours_left", COLOUR_NAMES)
        self.number = reader.number("number", 1, int(self.limit))
        self.read_layout(reader)
        self.read_last(reader)
        self.current = reader.number("current", OVER, int(self.seats) - 1)
        reader.finish()
        self.rebuild()
        self.audit()
        reader.agree(given, self.derived())

    def observe(self, seat: i64, row: ObsBuffer) -> None:
        self.observe_shown(seat, 0, row)
        self.observe_layout(seat, 100, row)
        row.put(110, self.shape + 1)
        row.put(111, self.colour + 1)
        row.put(112, self.race())
        self.observe_wrong(seat, 113, row)
        self.observe_chips(seat, 121, row)
        row.put(129, self.supply())
        row.put(130, self.searches_left())
        row.put_set(131, self.stack >> 1)
        row.put_set(141, self.shapes_left)
        row.put_set(151, self.colours_left)
        if self.last_seat >= 0:
            row.put(161, counted_from(seat, self.last_seat, self.seats) + 1)
        row.put(162, self.last_answer)
        if self.last_right:
            row.put(163, 1)
        row.put(164, self.last_solution)
        if self.hard:
            row.put(165, 1)
        row.put(166, self.places)
        if self.others_go_on:
            row.put(167, 1)
        if self.mixed_sides:
            row.put(168, 1)

    def observe_shown(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        place: i64 = 0
        while place < PLACE_COUNT:
            shape: i64 = 0
            while shape < SHAPE_COUNT:
                row.put(first + place * 10 + shape, self.shown(place, shape))
                shape += 1
            place += 1

    def observe_layout(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        place: i64 = 0
        while place < PLACE_COUNT:
            row.put(first + place, self.layout(place))
            place += 1

    def observe_wrong(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            if self.wrong & BIT[other]:
                row.put(first + counted_from(seat, other, self.seats), 1)
            other += 1

    def observe_chips(self, seat: i64, first: i64, row: ObsBuffer) -> None:
        other: i64 = 0
        while other < self.seats:
            row.put(first + counted_from(seat, other, self.seats), self.chips(other))
            other += 1

    def action_count(self) -> i64:
        return 172
