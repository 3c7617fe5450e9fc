"""Knowledge of Nussknacker: what each player could know by now, and the resulting chances.

Nobody announces in a simulation except for the searching seat, whose announcements are averaged over all possible
worlds. A simulation plays one or two questions to their ends. Then it evaluates what all players can know, each from
their own point of view: players who gain by an announcement make it; otherwise those with less doubt will be sure
sooner. Others answer at random, as the belief assumes (nuss.r8): from a clever choice the searching seat would learn
more in a simulation than at the table.
"""

from math import sqrt
from typing import Final, final

from carreau.bots.games.nussknacker_notebook import Notebook
from carreau.bots.knowledge import Knowledge, clear, to_chances
from carreau.core.bits import size
from carreau.core.game import NOBODY, OVER, State, View
from carreau.core.native import i64, vec
from carreau.core.rng import Rng
from carreau.games.nussknacker._spec import (
    ANNOUNCE,
    ASK,
    CHOOSE,
    NO,
    PASS,
    announce_action,
    announce_value,
    choose_cards,
)
from carreau.games.nussknacker._spec import NussknackerStage as Stage
from carreau.games.nussknacker._state import NussknackerState
from carreau.games.nussknacker.tables import NUMBER, formable
from carreau.games.nussknacker.view import NussknackerView

ANY: Final = -1
SURE: Final = 0.6  # the chance above which the prior favours an announcement
NEVER: Final = -100.0  # a prior that rules an action out
DOUBT: Final = 2.4  # weight of doubt in the race to be sure, fitted to games of bots
CHOICE: Final = 0.15  # weight of each value the player may ask for
FIRST: Final = 0.2  # weight of asking first
RIGHT: Final = 0.8  # how often announcements are right
CERTAIN: Final = 1.0 - 1e-9
SLOTS: Final = 16381
LOW_BITS: Final[i64] = 2**40 - 1


@final
class NussknackerKnowledge(Knowledge):
    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.horizon = 0  # questions after the one on the table
        if seats == 2:
            self.horizon = 2
        self.prior_weight = 5.0
        self.exploration = 0.5
        self.seat: i64 = ANY  # the searching seat, the deal and the number of questions
        self.deal: i64 = ANY
        self.asked: i64 = ANY
        self.announced = False  # whether a player announces in the last position evaluated
        self.notebook = Notebook(seats)
        self.written: i64 = ANY  # the page the notebook shows, and whether it has weighed questions
        self.weighed = False
        self.pages: vec[i64] = vec[i64]([ANY] * SLOTS)  # earlier pages
        self.page_chances: vec[float] = vec[float]([0.0] * SLOTS)
        self.page_doubts: vec[float] = vec[float]([0.0] * SLOTS)
        self.chances: vec[float] = vec[float]([0.0] * int(seats))  # by seat: to announce the right value
        self.doubts: vec[float] = vec[float]([0.0] * int(seats))
        self.shares: vec[float] = vec[float]([0.0] * int(seats))
        self.standing: vec[float] = vec[float]([0.0] * int(seats))
        self.lead: float = 1.3 + 0.2 * float(seats)  # the value of a chip, within 1 % of the exact chances to win

    def prepare(self, view: View) -> None:
        assert isinstance(view, NussknackerView)
        self.seat = view.seat
        self.deal = view.known.deal
        self.asked = view.known.questions

    def racer(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, NussknackerState)
        return state.turn

    def points(self, state: State, seat: i64) -> i64:
        assert isinstance(state, NussknackerState)
        return state.chips(seat)

    def leaves_tree(self, state: State) -> bool:
        """Return whether another seat acts or the question is answered."""
        assert isinstance(state, NussknackerState)
        return state.turn != self.seat or state.questions != self.asked or state.deal != self.deal

    # Prior

    def prior(self, state: State, seat: i64, action: i64) -> float:
        assert isinstance(state, NussknackerState)
        if action >= ANNOUNCE and action < PASS:
            return self.announcement_prior(state, seat, announce_value(action))
        if action >= ASK and action < NO:
            self.look(state, seat, True)
            return self.notebook.gains[action - ASK]
        if action >= CHOOSE and action < ANNOUNCE:
            return 0.1 / float(NUMBER[choose_cards(action)])  # few cards tell little
        return 0.0

    def announcement_prior(self, state: NussknackerState, seat: i64, value: i64) -> float:
        """Rate an announcement: only the most likely value counts, and others never announce in the tree."""
        if self.seat != ANY and seat != self.seat:
            return NEVER
        self.look(state, seat, False)
        if self.notebook.best != value:
            return NEVER
        if self.notebook.chance < SURE:
            return self.notebook.chance - SURE
        return 1.0 + self.notebook.chance

    def oversight(self, state: State, seat: i64, action: i64) -> str:
        """Tell whether a seat that may announce the only possible value does something else."""
        assert isinstance(state, NussknackerState)
        self.look(state, seat, False)
        announcement = announce_action(self.notebook.best)
        if self.notebook.chance < CERTAIN or action == announcement or state.objection(seat, announcement) != "":
            return ""
        return "call"

    def look(self, state: NussknackerState, seat: i64, questions: bool) -> None:
        """Open the notebook of a seat at the right page, if it isn't already."""
        page = self.page(state, seat)
        if self.written != page:
            self.notebook.write(state, seat)
            self.written = page
            self.weighed = False
        if questions and not self.weighed:
            self.notebook.weigh_questions(state, seat)
            self.weighed = True

    def page(self, state: NussknackerState, seat: i64) -> i64:
        """Return a hash of everything that a seat can know in a deal."""
        page = (state.hands(seat) * 4 + seat) * 4 + state.starter
        page = (page * 4 + state.asked + 1) * 16 + state.value
        page = (page * 8 + state.given) * 8 + state.returned
        index: i64 = 0
        while index < state.questions:
            page = (page & LOW_BITS) * 1000003 + state.question(index)
            index += 1
        return page

    # Rollouts

    def rollout(self, state: State, rng: Rng, chance: Rng) -> None:
        assert isinstance(state, NussknackerState)
        left = self.horizon
        self.finish(state, rng)
        while state.current != OVER:
            self.evaluate(state)
            if self.announced or left == 0:
                return
            while state.stage == Stage.CALLING:
                state.apply(state.turn, PASS)
            if state.stage <= Stage.DEALING:  # the deal became void
                return
            state.apply(state.turn, self.question(state))
            self.finish(state, rng)
            left -= 1
        self.evaluate_terminal(state)

    def finish(self, state: NussknackerState, rng: Rng) -> None:
        """Answer the question on the table at random."""
        while state.asked != NOBODY and state.current != OVER:
            self.out.clear()
            state.turn_moves(state.turn, self.out)
            state.apply(state.turn, self.out.at(rng.below(self.out.count)))

    def question(self, state: NussknackerState) -> i64:
        """Return the question with the highest expected information gain."""
        self.look(state, state.turn, True)
        self.out.clear()
        state.turn_moves(state.turn, self.out)
        best = self.out.at(0)
        index: i64 = 1
        while index < self.out.count:
            if self.notebook.gains[self.out.at(index) - ASK] > self.notebook.gains[best - ASK]:
                best = self.out.at(index)
            index += 1
        return best

    # Evaluation

    def evaluate(self, state: State) -> None:
        assert isinstance(state, NussknackerState)
        clear(self.values)
        self.announced = state.stage <= Stage.DEALING or (state.deal != self.deal and self.deal != ANY)
        if self.announced:
            self.add_standing(self.values, state, 1.0)
        else:
            self.look_around(state)
            self.race_on(state)
            self.let_announce(state)

    def look_around(self, state: NussknackerState) -> None:
        """Fill `chances` and `doubts` with what each seat can know."""
        seat: i64 = 0
        while seat < self.seats:
            page = self.page(state, seat)
            slot = page % SLOTS
            if self.pages[slot] != page:
                self.look(state, seat, False)
                self.pages[slot] = page
                self.page_chances[slot] = self.notebook.chance
                self.page_doubts[slot] = self.notebook.doubt
            self.chances[seat] = self.page_chances[slot]
            self.doubts[seat] = self.page_doubts[slot]
            seat += 1

    def race_on(self, state: NussknackerState) -> None:
        """Fill `values` as if nobody announced now."""
        seat: i64 = 0
        while seat < self.seats:
            choices = size(formable(state.hands(seat), state.highest))
            self.shares[seat] = CHOICE * float(choices) - DOUBT * self.doubts[seat]
            seat += 1
        self.shares[state.turn] += FIRST
        to_chances(self.shares, 1.0)
        seat = 0
        while seat < self.seats:
            self.add_announcement(self.values, state, seat, self.shares[seat], RIGHT)
            seat += 1

    def let_announce(self, state: NussknackerState) -> None:
        """Let the seats that gain by it announce now, from the last in order to the first."""
        left = self.announcers(state)
        while left > 0:
            left -= 1
            seat = (state.turn + left) % self.seats
            clear(self.shares)
            self.add_announcement(self.shares, state, seat, 1.0, self.chances[seat])
            if self.shares[seat] > self.values[seat]:
                self.announced = True
                other: i64 = 0
                while other < self.seats:
                    self.values[other] = self.shares[other]
                    other += 1

    def announcers(self, state: NussknackerState) -> i64:
        """Return how many seats, from the current one on, may announce before the next question (nuss.9, nuss.r4)."""
        if state.race:
            return self.seats
        if state.stage != Stage.CALLING:
            return 0
        return (state.asker - state.turn) % self.seats + 1

    def add_announcement(
        self, values: vec[float], state: NussknackerState, seat: i64, weight: float, chance: float
    ) -> None:
        """Add the expected result of an announcement that is right with some chance (nuss.9)."""
        state.award(seat, True, 1)
        self.add_standing(values, state, weight * chance)
        state.award(seat, True, -1)
        state.award(seat, False, 1)
        self.add_standing(values, state, weight * (1.0 - chance))
        state.award(seat, False, -1)

    def add_standing(self, values: vec[float], state: NussknackerState, weight: float) -> None:
        """Add the chances to win with these chips before a deal."""
        won = state.leader()
        if won != NOBODY:
            values[won] += weight
            return
        seat: i64 = 0
        while seat < self.seats:
            self.standing[seat] = float(state.chips(seat))
            seat += 1
        to_chances(self.standing, sqrt(float(self.deals_left(state))) / self.lead)
        seat = 0
        while seat < self.seats:
            values[seat] += weight * self.standing[seat]
            seat += 1

    def deals_left(self, state: NussknackerState) -> i64:
        """Return an upper bound of the deals until one of the two leaders has won."""
        most: i64 = 0
        second: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            held = state.chips(seat)
            if held > most:
                second = most
                most = held
            elif held > second:
                second = held
            seat += 1
        return max(1, 2 * state.target - most - second - 1)
