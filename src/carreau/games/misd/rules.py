"""Misd: who is the first to see which shape is missing, or on which card it is.

Everything fits into a few integers:

    chips    five bits for each seat
    layout   five bits for each place: the face that lies there, 2 * card + side
    stack    the cards that have not been turned up since they were last shuffled, as bits
    shapes   the finders of which the same is true; so are colours
    wrong    the seats whose answer was wrong and who wait for the others (misd.r2)

Which side of the cards is up follows from the number of the card or search on the table.
"""

from typing import Any, Final, Self, final

from carreau.core.action_buffer import ActionBuffer
from carreau.core.actions import Actions
from carreau.core.bits import BIT, lowest, members, nth, size
from carreau.core.errors import PositionError
from carreau.core.game import CHANCE, OVER, RACE, State
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.perfect_info import PerfectInfoView
from carreau.core.result import Result, ranked
from carreau.core.rng import Rng
from carreau.games.components import components

BOX: Final = components("misd")
SHAPES: Final[list[str]] = BOX["shapes"]
COLOURS: Final[list[str]] = BOX["colours"]
SIDES: Final[list[str]] = BOX["sides"]
CARDS: Final[i64] = len(BOX["cards"])
KINDS: Final[i64] = len(SHAPES)  # of shapes, and as many of colours
CHIPS_BACK: Final[i64] = BOX["chips_back"]
STACK_LEFT: Final[i64] = BOX["stack_left"]
PER_STACK: Final[i64] = len(BOX["cards"]) - BOX["stack_left"]  # cards turned up before the simple game shuffles
PER_LAYOUT: Final[i64] = BOX["searches_per_layout"]

ACTIONS: Final = Actions("misd")
NUMBERS: Final = range(1, len(BOX["cards"]) + 1)
TURN: Final[i64] = ACTIONS.add("turn", "turn up {card} {side}", card=NUMBERS, side=SIDES)
LAY: Final[i64] = ACTIONS.add("lay", "lay out {card} {side}", card=NUMBERS, side=SIDES)
SHAPE: Final[i64] = ACTIONS.add("shape", "shape {shape}", shape=SHAPES)
COLOUR: Final[i64] = ACTIONS.add("colour", "colour {colour}", colour=COLOURS)
NAME: Final[i64] = ACTIONS.add("name", "{colour} {shape}", colour=COLOURS, shape=SHAPES)
POINT: Final[i64] = ACTIONS.add("point", "card {place}", place=NUMBERS)
MISSING: Final[i64] = ACTIONS.add("missing", "missing")
TIMEOUT: Final[i64] = ACTIONS.add("timeout", "time out")  # of the clock (misd.r9)

NONE: Final = -1  # no finder lies open, nobody has answered yet
ALL_CARDS: Final[i64] = 2 ** len(BOX["cards"]) - 1
ALL_KINDS: Final[i64] = 2 ** len(SHAPES) - 1
BITS: Final = 5  # for the chips of a seat, and for the face on a place
MASK: Final = 31


def shown_table() -> list[int]:
    """The colour of each shape on each face, NONE where it is missing: by face * KINDS + shape."""
    faces = [card[side] for card in BOX["cards"] for side in SIDES]
    return [COLOURS.index(face[shape]) if shape in face else NONE for face in faces for shape in SHAPES]


def gap_table() -> list[int]:
    """What is missing on each face, as the offset of the answer that names it: colour * KINDS + shape."""
    faces = [card[side] for card in BOX["cards"] for side in SIDES]
    gaps = []
    for face in faces:
        (shape,) = set(SHAPES) - set(face)
        (colour,) = set(COLOURS) - set(face.values())
        gaps.append(COLOURS.index(colour) * len(SHAPES) + SHAPES.index(shape))
    return gaps


SHOWN: Final = vec[i64](shown_table())
GAP: Final = vec[i64](gap_table())


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class MisdState(State):
    """A position of Misd. Cards and places count from 0 inside and from 1 outside."""

    def __init__(
        self, seats: i64, hard: bool, places: i64, stake: i64, limit: i64, others_go_on: bool, mixed_sides: bool
    ) -> None:
        self.seats = seats
        self.hard = hard
        self.places = places  # cards that lie open at a time: 1 in the simple game
        self.stake = stake  # chips that can be won
        self.limit = limit
        self.others_go_on = others_go_on
        self.mixed_sides = mixed_sides
        self.current = CHANCE
        self.number: i64 = 1  # of the card or search on the table
        self.chips: i64 = 0
        self.layout: i64 = 0
        self.laid: i64 = 0
        self.stack: i64 = ALL_CARDS
        self.shapes: i64 = ALL_KINDS
        self.colours: i64 = ALL_KINDS
        self.shape: i64 = NONE  # the finders that lie open
        self.colour: i64 = NONE
        self.wrong: i64 = 0
        self.last_seat: i64 = NONE  # who answered last, what, and what would have been right
        self.last_answer: i64 = NONE
        self.last_right = False
        self.last_solution: i64 = NONE

    def clone(self) -> Self:
        copy = MisdState(
            self.seats, self.hard, self.places, self.stake, self.limit, self.others_go_on, self.mixed_sides
        )
        copy.current = self.current
        copy.number = self.number
        copy.chips = self.chips
        copy.layout = self.layout
        copy.laid = self.laid
        copy.stack = self.stack
        copy.shapes = self.shapes
        copy.colours = self.colours
        copy.shape = self.shape
        copy.colour = self.colour
        copy.wrong = self.wrong
        copy.last_seat = self.last_seat
        copy.last_answer = self.last_answer
        copy.last_right = self.last_right
        copy.last_solution = self.last_solution
        return copy

    # What lies on the table

    def face(self, place: i64) -> i64:
        """Which card lies on a place, and which side of it is up."""
        return (self.layout >> (BITS * place)) & MASK

    def side(self) -> i64:
        """The side that is up, unless sides are mixed: another one after each shuffle (misd.r5, misd.r6)."""
        if self.hard:
            return (self.number - 1) // PER_LAYOUT % 2
        return (self.number - 1) // PER_STACK % 2

    def holds(self, seat: i64) -> i64:
        """How many chips a seat has."""
        return (self.chips >> (BITS * seat)) & MASK

    def supply(self) -> i64:
        """How many chips nobody owns."""
        left = self.stake
        seat: i64 = 0
        while seat < self.seats:
            left -= self.holds(seat)
            seat += 1
        return left

    def is_laid(self) -> bool:
        return self.laid == self.places

    def is_shown(self) -> bool:
        """Whether everything lies open that is needed for an answer."""
        return self.laid == self.places and (not self.hard or self.colour != NONE)

    def was_wrong(self, seat: i64) -> bool:  # misd.r2
        return (self.wrong >> seat) & 1 == 1

    # Right and wrong

    def names_what_is_missing(self, answer: i64) -> bool:  # misd.3
        return answer - NAME == GAP[self.face(0)]

    def shows_the_finders(self, place: i64) -> bool:  # misd.5
        return SHOWN[self.face(place) * KINDS + self.shape] == self.colour

    def found(self) -> i64:
        """The first place that shows the finders, or NONE."""
        place: i64 = 0
        while place < self.places:
            if self.shows_the_finders(place):
                return place
            place += 1
        return NONE

    def is_right(self, answer: i64) -> bool:
        if not self.hard:
            return self.names_what_is_missing(answer)
        if answer == MISSING:
            return self.found() == NONE
        return self.shows_the_finders(answer - POINT)  # either of two cards (misd.r1)

    def solution(self) -> i64:
        """A right answer; of two cards that show the finders the first one."""
        if not self.hard:
            return NAME + GAP[self.face(0)]
        place = self.found()
        if place == NONE:
            return MISSING
        return POINT + place

    # The contract: what may be done

    def waiting(self) -> list[int]:
        seats: list[int] = []
        if self.current == RACE:
            seat: i64 = 0
            while seat < self.seats:
                if not self.was_wrong(seat):
                    seats.append(seat)
                seat += 1
        return seats

    def moves(self, seat: i64, out: ActionBuffer) -> None:
        if seat == CHANCE:
            self.chance_moves(out)
        elif self.current != RACE or seat >= self.seats or self.was_wrong(seat):
            return
        elif self.hard:
            out.add_range(POINT, self.places)
            out.add(MISSING)
        else:
            out.add_range(NAME, KINDS * KINDS)

    def chance_moves(self, out: ActionBuffer) -> None:
        if self.current == RACE:
            out.add(TIMEOUT)
        elif self.current == OVER:
            return
        elif not self.is_laid():
            self.card_moves(out)
        elif self.shape == NONE:
            out.add_set(SHAPE, self.shapes)
        else:
            out.add_set(COLOUR, self.colours)

    def card_moves(self, out: ActionBuffer) -> None:
        first = self.first_card()
        side = self.side()
        cards = self.stack
        while cards:
            face = 2 * lowest(cards)
            if self.mixed_sides:
                out.add(first + face)
                out.add(first + face + 1)
            else:
                out.add(first + face + side)
            cards &= cards - 1

    def first_card(self) -> i64:
        if self.hard:
            return LAY
        return TURN

    def random_actor(self, rng: Rng) -> i64:
        if self.current == RACE and self.wrong == 0:
            return rng.below(self.seats)
        return super().random_actor(rng)

    def random_action(self, seat: i64, rng: Rng, out: ActionBuffer) -> i64:
        if seat == CHANCE:
            return self.sample(rng)
        if not self.hard:
            return NAME + rng.below(KINDS * KINDS)
        place = rng.below(self.places + 1)
        if place == self.places:
            return MISSING
        return POINT + place

    def sample(self, rng: Rng) -> i64:
        if self.current == RACE:
            return TIMEOUT
        if not self.is_laid():
            return self.sample_card(rng)
        if self.shape == NONE:
            return SHAPE + nth(self.shapes, rng.below(size(self.shapes)))
        return COLOUR + nth(self.colours, rng.below(size(self.colours)))

    def sample_card(self, rng: Rng) -> i64:
        cards = size(self.stack)
        if self.mixed_sides:
            drawn = rng.below(2 * cards)
            return LAY + 2 * nth(self.stack, drawn >> 1) + (drawn & 1)
        return self.first_card() + 2 * nth(self.stack, rng.below(cards)) + self.side()

    # The same, clause by clause

    def objection(self, seat: i64, action: i64) -> str:
        if self.current == OVER:
            return self.ending()
        if seat == CHANCE:
            return self.chance_objection(action)
        if self.current != RACE or seat < 0 or seat >= self.seats:
            return self.question()
        if self.was_wrong(seat):
            return "misd.r2"
        if action == TIMEOUT:
            return "misd.r9"
        return "" if self.is_answer(action) else self.question()

    def question(self) -> str:
        """The clause that says what is shown and then asked."""
        return "misd.5" if self.hard else "misd.3"

    def is_answer(self, action: i64) -> bool:
        if self.hard:
            return action == MISSING or (action >= POINT and action < POINT + self.places)
        return action >= NAME and action < POINT

    def chance_objection(self, action: i64) -> str:
        if action == TIMEOUT:
            return "" if self.current == RACE else "misd.r9"
        if self.current == RACE:
            return self.question()
        if not self.is_laid():
            return self.card_objection(action)
        if self.shape == NONE:
            return finder_objection(action - SHAPE, self.shapes)
        return finder_objection(action - COLOUR, self.colours)

    def card_objection(self, action: i64) -> str:
        face = action - self.first_card()
        if face < 0 or face >= 2 * CARDS:
            return self.question()
        if not self.stack & BIT[face >> 1]:
            return "misd.5" if self.hard else "misd.r5"
        if not self.mixed_sides and face & 1 != self.side():
            return "misd.r6" if self.hard else "misd.r5"
        return ""

    # The contract: doing it

    def apply(self, seat: i64, action: i64) -> None:
        if action == TIMEOUT:
            self.put_aside()
        elif action >= NAME:
            self.answer(seat, action)
        else:
            self.turn_up(action)

    def turn_up(self, action: i64) -> None:
        """A card or a finder; with the last of them the race begins."""
        if action >= COLOUR:
            self.colour = action - COLOUR
            self.colours &= ~BIT[self.colour]
        elif action >= SHAPE:
            self.shape = action - SHAPE
            self.shapes &= ~BIT[self.shape]
        else:
            face = action - self.first_card()
            self.layout |= face << (BITS * self.laid)
            self.laid += 1
            self.stack &= ~BIT[face >> 1]
        if self.is_shown():
            self.current = RACE

    def answer(self, seat: i64, action: i64) -> None:
        self.last_seat = seat
        self.last_answer = action
        self.last_right = self.is_right(action)
        self.last_solution = NONE
        if self.last_right:
            self.chips += BIT[BITS * seat]
        else:
            self.give_back(seat)
            if self.others_go_on and self.leaves_others(seat):
                return
        self.end_search()

    def give_back(self, seat: i64) -> None:  # misd.4, misd.6
        if self.holds(seat) >= CHIPS_BACK:  # else nothing is lost (misd.r4)
            self.chips -= CHIPS_BACK * BIT[BITS * seat]

    def leaves_others(self, seat: i64) -> bool:  # misd.r2
        self.wrong |= BIT[seat]
        return self.wrong != BIT[self.seats] - 1

    def put_aside(self) -> None:  # misd.r3
        self.last_seat = CHANCE
        self.last_answer = TIMEOUT
        self.last_right = False
        self.end_search()

    def end_search(self) -> None:
        self.last_solution = self.solution()
        if self.supply() == 0 or self.number == self.limit:  # misd.8, misd.r8
            self.current = OVER
        else:
            self.next_search()

    def next_search(self) -> None:
        self.number += 1
        self.wrong = 0
        self.current = CHANCE
        if not self.hard:
            self.clear_cards(size(self.stack) == STACK_LEFT)  # misd.r5
            return
        self.shape = NONE
        self.colour = NONE
        if self.shapes == 0:  # misd.r5
            self.shapes = ALL_KINDS
            self.colours = ALL_KINDS
        if (self.number - 1) % PER_LAYOUT == 0:  # misd.7, misd.r6
            self.clear_cards(True)

    def clear_cards(self, shuffle: bool) -> None:
        self.layout = 0
        self.laid = 0
        if shuffle:
            self.stack = ALL_CARDS

    # The contract: looking at it

    def scores(self) -> list[int]:
        return [int(self.holds(seat)) for seat in range(int(self.seats))]

    def ending(self) -> str:
        """The clause that ended the game."""
        return "misd.8" if self.supply() == 0 else "misd.r8"

    def result(self) -> Result:
        return ranked(self.scores(), self.ending())

    def faces(self) -> list[int]:
        return [int(self.face(place)) for place in range(int(self.laid))]

    def last(self) -> list[Any] | None:
        """Who answered last, what, whether it was right, and what was right once the search is over."""
        if self.last_answer == NONE:
            return None
        solution = None if self.last_solution == NONE else ACTIONS.text(int(self.last_solution))
        return [int(self.last_seat), ACTIONS.text(int(self.last_answer)), self.last_right, solution]

    def view(self, seat: int) -> PerfectInfoView:
        return PerfectInfoView(seat, self.dump())

    def dump(self) -> dict[str, Any]:
        return {
            "number": int(self.number),
            "chips": self.scores(),
            "layout": [[face // 2 + 1, SIDES[face % 2]] for face in self.faces()],
            "stack": [card + 1 for card in members(self.stack)],
            "shape": None if self.shape == NONE else SHAPES[int(self.shape)],
            "colour": None if self.colour == NONE else COLOURS[int(self.colour)],
            "shapes_left": [SHAPES[shape] for shape in members(self.shapes)],
            "colours_left": [COLOURS[colour] for colour in members(self.colours)],
            "wrong": members(self.wrong),
            "current": int(self.current),
            "last": self.last(),
            **self.derived(),
        }

    def derived(self) -> dict[str, Any]:
        """What follows from the options and the rest, for those who draw the table."""
        return {
            "mode": "hard" if self.hard else "simple",
            "places": int(self.places),
            "supply": int(self.supply()),
            "limit": int(self.limit),
            "faces": [dict(BOX["cards"][face // 2][SIDES[face % 2]]) for face in self.faces()],
        }

    # Positions that can't be

    def audit(self) -> None:
        self.audit_chips()
        self.audit_cards()
        self.audit_finders()
        self.audit_turn()
        self.audit_last()

    def audit_chips(self) -> None:
        owned, over = sum(self.scores()), self.current == OVER
        if owned > self.stake:
            raise PositionError(f"misd.2: {owned} chips are owned, but there are only {self.stake}")
        finished = int(self.number) if over else int(self.number) - 1
        if owned > finished:
            raise PositionError(f"misd.4: {owned} chips are owned after {finished} cards or searches")
        if self.supply() == 0 and not over:
            raise PositionError("misd.8: the last chip has found an owner, so current must be OVER")
        if over and self.supply() and self.number != self.limit:
            raise PositionError(f"misd.8: the game can't be over with {self.supply()} chips left")

    def audit_cards(self) -> None:
        faces, clause = self.faces(), "misd.r6" if self.hard else "misd.r5"
        cards = {face // 2 for face in faces}
        if len(cards) < len(faces) or cards & set(members(self.stack)):
            raise PositionError("misd.1: a card is in the layout or the stack twice")
        turned = int(self.laid) if self.hard else int((self.number - 1) % PER_STACK + self.laid)
        if len(members(self.stack)) != CARDS - turned:
            raise PositionError(f"{clause}: the stack must have {CARDS - turned} cards, not {len(members(self.stack))}")
        if not self.mixed_sides and any(face % 2 != self.side() for face in faces):
            raise PositionError(f"{clause}: the {SIDES[int(self.side())]} sides must be up")
        if self.hard and not self.is_laid() and (self.number - 1) % PER_LAYOUT:
            raise PositionError(f"misd.5: {self.places} cards must lie in the layout, not {self.laid}")

    def audit_finders(self) -> None:
        before = int((self.number - 1) % KINDS) if self.hard else 0
        for name, one, left in (("shape", self.shape, self.shapes), ("colour", self.colour, self.colours)):
            expected = int(KINDS) - before - (one != NONE)
            if one in members(left):
                raise PositionError(f"misd.2: the {name} that lies open can't be in {name}s_left")
            if len(members(left)) != expected:
                raise PositionError(f"misd.r5: {name}s_left must have {expected} entries, not {len(members(left))}")
        if self.shape != NONE and not (self.hard and self.is_laid()):
            raise PositionError("misd.5: finders are turned up when all cards lie in the layout of the hard game")
        if self.colour != NONE and self.shape == NONE:
            raise PositionError("misd.5: the shape is turned up before the colour")

    def audit_turn(self) -> None:
        if self.is_shown() != (self.current != CHANCE):
            expected = f"{RACE} or {OVER}" if self.is_shown() else f"{CHANCE}"
            raise PositionError(f"{self.question()}: current={self.current} is not {expected}, as the table lies")
        if self.wrong and not (self.others_go_on and self.current != CHANCE):
            raise PositionError("misd.r2: a search with a wrong answer is over")
        if self.current == RACE and not self.waiting():
            raise PositionError("misd.r2: when all were wrong the search is over")

    def audit_last(self) -> None:
        begun = self.number > 1 or self.wrong != 0 or self.current == OVER
        if begun != (self.last_answer != NONE):
            raise PositionError(f"{self.question()}: last must be {'an answer' if begun else 'null, nobody answered'}")
        if not begun:
            return
        if (self.last_answer == TIMEOUT) != (self.last_seat == CHANCE):
            raise PositionError("misd.r9: the time-out is an action of the clock, seat -1, and nothing else is")
        for action in (self.last_answer, self.last_solution):
            if action != NONE and action != TIMEOUT and not self.is_answer(action):
                raise PositionError(f"{self.question()}: last: {ACTIONS.text(int(action))} is no answer in this game")
        going_on = self.wrong != 0 and self.current == RACE
        if going_on != (self.last_solution == NONE) or self.last_solution == TIMEOUT:
            raise PositionError("misd.r2: last must tell the solution exactly when the search is over")
        if going_on and (self.last_right or self.last_seat < 0 or not self.was_wrong(self.last_seat)):
            raise PositionError("misd.r2: the last answer must be that of a seat that was wrong")
        if self.last_right != (self.last_answer == self.last_solution) and not self.mixed_sides:
            raise PositionError(f"{self.question()}: last: an answer is right exactly if it is the solution")


def finder_objection(finder: i64, left: i64) -> str:
    if finder < 0 or finder >= KINDS:
        return "misd.5"
    return "" if left & BIT[finder] else "misd.r5"
