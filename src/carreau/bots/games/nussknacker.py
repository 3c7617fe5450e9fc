"""What helps to play Nussknacker: what everybody could know by now, and what that is worth.

A simulation ends with the question on the table: then it is judged by the chances that all players have to announce
the right value, each as far as their own eyes could see. Nobody announces in a simulation apart from the searching
seat, whose announcements are averaged over all the worlds that it thinks possible.
"""

from math import exp, sqrt
from typing import Final, final

from carreau.bots.games.nussknacker_notebook import Notebook
from carreau.bots.knowledge import Knowledge
from carreau.core._native import i64, vec
from carreau.core.bits import size
from carreau.core.game import NOBODY, OVER, State, View
from carreau.core.rng import Rng
from carreau.games.nussknacker.board import CHIPS, leader
from carreau.games.nussknacker.memory import noted
from carreau.games.nussknacker.rules import (
    ANNOUNCE,
    ASK,
    ASKING,
    CALLING,
    CHOOSE,
    DEALING,
    HAND,
    NO,
    PASS,
    NussknackerState,
)
from carreau.games.nussknacker.tables import NUMBER, formable
from carreau.games.nussknacker.view import NussknackerView

ANY: Final = -1
SLOTS: Final = 16381
NEVER: Final = -100.0
LOW_BITS: Final[i64] = 2**40 - 1


@final
class NussknackerKnowledge(Knowledge):
    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.announced = False
        self.horizon = 0
        self.trust = 5.0
        self.curiosity = 0.5
        self.sure: float = 0.62  # the chance from which on one announces without thinking
        self.lead: float = 0.2
        self.lucky: float = 1.66
        self.mode: i64 = 1
        self.few: i64 = 0
        self.sharp: float = 2.4
        self.options: float = 0.15
        self.edge: float = 0.0  # how much a better chance counts in the race for certainty
        self.right: float = 0.85
        self.seat: i64 = ANY  # who searches
        self.deal: i64 = ANY
        self.questions: i64 = 0
        self.depth: i64 = 0
        self.notebook = Notebook(seats)
        self.pages: vec[i64] = vec[i64]([ANY] * SLOTS)
        self.page_chances: vec[float] = vec[float]([0.0] * SLOTS)
        self.page_doubts: vec[float] = vec[float]([0.0] * SLOTS)
        self.written: i64 = ANY
        self.weighed: i64 = ANY
        self.chips: vec[i64] = vec[i64]([0] * 8)
        self.chances: vec[float] = vec[float]([0.0] * 4)
        self.doubts: vec[float] = vec[float]([0.0] * 4)
        self.shares: vec[float] = vec[float]([0.0] * 4)

    def prepare(self, view: View) -> None:
        assert isinstance(view, NussknackerView)
        self.seat = view.seat
        self.deal = view.known.deal
        self.questions = view.known.questions

    def racer(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, NussknackerState)
        return state.turn

    def leaves(self, state: State) -> bool:
        """Whether a simulation goes on without the tree: when the question is answered."""
        assert isinstance(state, NussknackerState)
        not_ours = self.depth == 0 and state.turn != self.seat
        return not_ours or state.deal != self.deal or state.questions > self.questions

    # First sight

    def points(self, state: State, seat: i64) -> i64:
        assert isinstance(state, NussknackerState)
        return state.cells[CHIPS + seat]

    def worth(self, state: State, seat: i64, action: i64) -> float:
        assert isinstance(state, NussknackerState)
        if action < ASK or action == NO or action == PASS:
            return 0.0
        if action >= ANNOUNCE:
            return self.announcement_worth(state, seat, action - ANNOUNCE + 1)
        if action < NO:
            self.look(state, seat, True)
            return self.notebook.gains[action - ASK]
        if action < CHOOSE:
            return 0.0
        return 0.1 / float(NUMBER[action - CHOOSE])

    def announcement_worth(self, state: NussknackerState, seat: i64, value: i64) -> float:
        if self.seat != ANY and seat != self.seat:
            return NEVER
        self.look(state, seat, False)
        if self.notebook.best != value:
            return NEVER
        if self.notebook.chance < self.sure:
            return self.notebook.chance - self.sure
        return 1.0 + self.notebook.chance

    def look(self, state: NussknackerState, seat: i64, questions: bool) -> None:
        """Have the notebook of a seat at hand; it stays the same for all actions of a node."""
        self.notebook.mode = self.mode
        key = self.page(state, seat)
        if self.written != key:
            self.notebook.write(state, seat)
            self.written = key
            self.weighed = ANY
        if questions and self.weighed != key:
            self.notebook.weigh_questions(state, seat)
            self.weighed = key

    def page(self, state: NussknackerState, seat: i64) -> i64:
        """A number for all that a seat can know in a deal."""
        key = (state.cells[HAND + seat] * 4 + seat) * 4 + state.starter
        key = key * 4 + state.asked + 1
        key = key * 8 + state.value
        key = key * 8 + state.given
        key = key * 8 + state.returned
        index: i64 = 0
        while index < state.questions:
            key = (key & LOW_BITS) * 1000003 + noted(state.cells, index)
            index += 1
        return key

    # Experience

    def play_out(self, state: State, rng: Rng) -> None:
        """Some questions more, until somebody would announce; which is judged by what they can know."""
        assert isinstance(state, NussknackerState)
        left = self.horizon
        self.finish(state, rng)
        while state.current != OVER:
            self.judge(state)
            if self.announced or left == 0:
                return
            while state.stage == CALLING:
                state.apply(state.turn, PASS)
            if state.stage < ASKING:
                return
            state.apply(state.turn, self.question(state, rng))
            self.finish(state, rng)
            left -= 1
        self.ended(state)

    def question(self, state: NussknackerState, rng: Rng) -> i64:
        self.out.clear()
        state.turn_moves(state.turn, self.out)
        if self.tries == 1:
            return self.out.at(rng.below(self.out.count))
        self.look(state, state.turn, True)
        best: i64 = 0
        most: float = -1.0
        index: i64 = 0
        while index < self.out.count:
            gain = self.notebook.gains[self.out.at(index) - ASK]
            if gain > most:
                most = gain
                best = index
            index += 1
        return self.out.at(best)

    def finish(self, state: NussknackerState, rng: Rng) -> None:
        while state.asked != NOBODY and state.current != OVER:
            self.out.clear()
            state.turn_moves(state.turn, self.out)
            if (self.few and state.turn == self.seat) or self.few > 1:
                state.apply(state.turn, self.out.at(0))
            else:
                state.apply(state.turn, self.out.at(rng.below(self.out.count)))

    def judge(self, state: State) -> None:
        assert isinstance(state, NussknackerState)
        self.open_accounts(state)
        if state.stage <= DEALING or (state.deal != self.deal and self.deal != ANY):
            self.add_standing(self.values, state.target, 1.0)
            self.announced = True
        else:
            self.look_around(state)
            self.race_on(state)
            self.decide(state)

    def open_accounts(self, state: NussknackerState) -> None:
        seat: i64 = 0
        while seat < self.seats:
            self.values[seat] = 0.0
            self.chips[CHIPS + seat] = state.cells[CHIPS + seat]
            seat += 1

    def look_around(self, state: NussknackerState) -> None:
        """How likely the best announcement of each seat is right."""
        seat: i64 = 0
        while seat < self.seats:
            key = self.page(state, seat)
            slot = key % SLOTS
            if self.pages[slot] != key:
                self.look(state, seat, False)
                self.pages[slot] = key
                self.page_chances[slot] = self.notebook.chance
                self.page_doubts[slot] = self.notebook.doubt
            self.chances[seat] = self.page_chances[slot]
            self.doubts[seat] = self.page_doubts[slot]
            seat += 1

    def race_on(self, state: NussknackerState) -> None:
        """Fill `values` for the case that nobody announces now: whoever knows more is sooner sure."""
        total: float = 0.0
        seat: i64 = 0
        while seat < self.seats:
            lead: float = 0.0
            if seat == state.turn:
                lead = self.lead
            askable = float(size(formable(state.cells[HAND + seat], state.highest)))
            knows = self.edge * self.chances[seat] - self.sharp * self.doubts[seat] + self.options * askable
            self.shares[seat] = exp(knows + lead)
            total += self.shares[seat]
            seat += 1
        seat = 0
        while seat < self.seats:
            share = self.shares[seat] / total
            self.add_call(self.values, state.target, seat, share, self.right)
            seat += 1

    def decide(self, state: NussknackerState) -> None:
        """Each seat that may announce now does if that is better for it; the last of them first."""
        left = self.callers(state)
        self.announced = False
        while left > 0:
            left -= 1
            seat = state.turn + left
            if seat >= self.seats:
                seat -= self.seats
            called = self.shares
            other: i64 = 0
            while other < self.seats:
                called[other] = 0.0
                other += 1
            self.add_call(called, state.target, seat, 1.0, self.chances[seat])
            if called[seat] > self.values[seat]:
                self.announced = True
                other = 0
                while other < self.seats:
                    self.values[other] = called[other]
                    other += 1

    def callers(self, state: NussknackerState) -> i64:
        """How many seats from the one in turn on may announce before the next question (nuss.9, nuss.r4)."""
        if state.race:
            return self.seats
        if state.stage != CALLING:
            return 0
        return (state.asker - state.turn) % self.seats + 1

    def add_call(self, values: vec[float], target: i64, seat: i64, weight: float, chance: float) -> None:
        """Add what comes of an announcement that is right with some chance."""
        self.chips[CHIPS + seat] += 1
        self.add_standing(values, target, weight * chance)
        self.chips[CHIPS + seat] -= 2
        other: i64 = 0
        while other < self.seats:
            self.chips[CHIPS + other] += 1
            other += 1
        self.add_standing(values, target, weight * (1.0 - chance))
        other = 0
        while other < self.seats:
            self.chips[CHIPS + other] -= 1
            other += 1
        self.chips[CHIPS + seat] += 1

    def add_standing(self, values: vec[float], target: i64, weight: float) -> None:
        """Add the chances to win with these chips before a deal."""
        chips = self.chips
        won = leader(chips, self.seats, target)
        if won != NOBODY:
            values[won] += weight
            return
        most: i64 = 0
        second: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            held = chips[CHIPS + seat]
            if held > most:
                second = most
                most = held
            elif held > second:
                second = held
            seat += 1
        deals = 2 * target - most - second - 1
        deals = max(deals, 1)
        scale = self.lucky / sqrt(float(deals))
        total: float = 0.0
        seat = 0
        while seat < self.seats:
            total += exp(scale * float(chips[CHIPS + seat] - most))
            seat += 1
        seat = 0
        while seat < self.seats:
            values[seat] += weight * exp(scale * float(chips[CHIPS + seat] - most)) / total
            seat += 1
