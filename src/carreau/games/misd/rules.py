"""Misd: who is the first to see which shape is missing, or on which card it is.

Cards and places count from 1; shapes, colours and sides from 0. Which side of the cards is up follows from the number
of the card or search on the table.
"""

from typing import Final

from carreau.core.bits import BIT, size
from carreau.core.game import CHANCE, OVER, RACE
from carreau.core.native import i64, mypyc_attr
from carreau.core.result import Result, ranked
from carreau.games.misd._spec import MISSING, NAME, name_action, point_action, point_place
from carreau.games.misd.board import FIRST_POINT, GAP, MISSING_ANSWER, NONE, TIMEOUT_ANSWER, MisdBoard
from carreau.games.misd.spec import BOX, CARDS

CHIPS_BACK: Final[i64] = BOX["chips_back"]
STACK_LEFT: Final[i64] = BOX["stack_left"]
PER_STACK: Final[i64] = len(BOX["cards"]) - BOX["stack_left"]  # cards turned up before the simple game shuffles
PER_LAYOUT: Final[i64] = BOX["searches_per_layout"]
ALL_CARDS: Final[i64] = 2 ** (len(CARDS) + 1) - 2
ALL_FINDERS: Final[i64] = 2 ** len(BOX["shapes"]) - 1  # of shapes, and as many of colours


@mypyc_attr(acyclic=True)
class MisdRules(MisdBoard):
    """The rules of Misd."""

    def against_turn(self, seat: i64) -> str:
        """Return the clause against acting at all; there are no turns, but a wrong answer excludes (misd.r2)."""
        if seat == CHANCE:
            return ""
        if self.current != RACE or seat < 0 or seat >= self.seats:
            return self.question()
        return "misd.r2" if self.was_wrong(seat) else ""

    def question(self) -> str:
        """Return the clause that says what is asked of the players."""
        return "misd.5" if self.hard else "misd.3"

    # The simple game, a card is turned up: misd.3

    def against_turn_up(self, seat: i64, card: i64, side: i64) -> str:
        if self.hard or not self.awaits_card(seat):
            return self.question()
        return "" if self.stack & BIT[card] and side == self.side() else "misd.r5"

    def awaits_card(self, seat: i64) -> bool:
        return seat == CHANCE and not self.is_laid()

    def side(self) -> i64:
        """Return the side that is up unless sides are mixed; it changes with each shuffle (misd.r5, misd.r6)."""
        return (self.number - 1) // (PER_LAYOUT if self.hard else PER_STACK) % 2

    def turn_up(self, seat: i64, card: i64, side: i64) -> None:
        self.put_down(card, side)

    def put_down(self, card: i64, side: i64) -> None:
        self.stack &= ~BIT[card]
        self.add_to_layout(self.laid, 2 * card + side - 1)
        self.laid += 1
        self.begin_race()

    def begin_race(self) -> None:
        if self.is_shown():
            self.current = RACE

    # The simple game, shape and colour are named: misd.3

    def against_name(self, seat: i64, colour: i64, shape: i64) -> str:
        return self.question() if self.hard or seat == CHANCE else ""

    def name(self, seat: i64, colour: i64, shape: i64) -> None:
        self.answer(seat, name_action(colour, shape))

    # The hard game, cards and finders are laid out: misd.5

    def against_lay_out(self, seat: i64, card: i64, side: i64) -> str:
        if not self.hard or not self.awaits_card(seat) or not self.stack & BIT[card]:
            return self.question()
        return "" if self.mixed_sides or side == self.side() else "misd.r6"

    def lay_out(self, seat: i64, card: i64, side: i64) -> None:
        self.put_down(card, side)

    def against_show_shape(self, seat: i64, shape: i64) -> str:
        if seat != CHANCE or not self.is_laid() or self.shape >= 0 or not self.hard:
            return self.question()
        return "" if self.shapes_left & BIT[shape] else "misd.r5"

    def show_shape(self, seat: i64, shape: i64) -> None:
        self.shapes_left &= ~BIT[shape]
        self.shape = shape

    def against_show_colour(self, seat: i64, colour: i64) -> str:
        if seat != CHANCE or self.shape < 0 or self.colour >= 0:
            return self.question()
        return "" if self.colours_left & BIT[colour] else "misd.r5"

    def show_colour(self, seat: i64, colour: i64) -> None:
        self.colours_left &= ~BIT[colour]
        self.colour = colour
        self.begin_race()

    # The hard game, a card is pointed at: misd.5

    def against_point(self, seat: i64, place: i64) -> str:
        return "" if self.hard and seat != CHANCE and place <= self.places else self.question()

    def point(self, seat: i64, place: i64) -> None:
        self.answer(seat, point_action(place))

    def against_missing(self, seat: i64) -> str:
        return "" if self.hard and seat != CHANCE else self.question()

    def missing(self, seat: i64) -> None:
        self.answer(seat, MISSING)

    # Right and wrong: misd.4, 6

    def answer(self, seat: i64, action: i64) -> None:
        self.last_seat = seat
        self.last_answer = action - NAME + 1
        self.last_right = self.is_right(action)
        self.last_solution = NONE
        if self.last_right:
            self.add_to_chips(seat, 1)
        else:
            self.give_back(seat)
            if self.others_go_on and self.leaves_others(seat):
                return
        self.end_search()

    def is_right(self, action: i64) -> bool:
        if self.hard and action != MISSING:
            return self.shows_finders(point_place(action))  # either of two cards (misd.r1)
        return action - NAME + 1 == self.solution()

    def shows_finders(self, place: i64) -> bool:  # misd.5
        return self.shown(place - 1, self.shape) == self.colour + 1

    def solution(self) -> i64:
        """Return a right answer; if two cards show the finders, the first one."""
        if not self.hard:
            return GAP[self.layout(0)]
        for place in range(1, self.places + 1):
            if self.shows_finders(place):
                return FIRST_POINT + place - 1
        return MISSING_ANSWER

    def give_back(self, seat: i64) -> None:  # misd.4, misd.6
        if self.chips(seat) >= CHIPS_BACK:  # else nothing is lost (misd.r4)
            self.add_to_chips(seat, -CHIPS_BACK)

    def leaves_others(self, seat: i64) -> bool:  # misd.r2
        self.wrong |= BIT[seat]
        return self.wrong != BIT[self.seats] - 1

    # Nobody answers: misd.r3

    def against_timeout(self, seat: i64) -> str:
        return "" if seat == CHANCE and self.current == RACE else "misd.r9"

    def timeout(self, seat: i64) -> None:
        self.last_seat = CHANCE
        self.last_answer = TIMEOUT_ANSWER
        self.last_right = False
        self.end_search()

    # The next card or search: misd.4, 6, 7

    def end_search(self) -> None:
        self.last_solution = self.solution()
        if self.supply() == 0 or self.searches_left() == 0:  # misd.8, misd.r8
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
        self.shape = -1
        self.colour = -1
        if self.shapes_left == 0:  # misd.r5
            self.shapes_left = ALL_FINDERS
            self.colours_left = ALL_FINDERS
        if (self.number - 1) % PER_LAYOUT == 0:  # misd.7, misd.r6
            self.clear_cards(True)

    def clear_cards(self, shuffle: bool) -> None:
        self.clear_layout()
        self.laid = 0
        if shuffle:
            self.stack = ALL_CARDS

    # The end: misd.8

    def ending(self) -> str:
        return "misd.8" if self.supply() == 0 else "misd.r8"

    def result(self) -> Result:
        return ranked(self.all_points(), self.ending())
