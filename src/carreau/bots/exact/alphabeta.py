"""Ends of games solved exactly: alpha-beta with a table of the positions met before.

For two players, with nothing hidden and nothing left to chance. Values are leads of seat 0: it wants them high, the
other seat low. What a position adds to the lead that is there does not depend on that lead, so the table keeps gains,
and a position that comes about again with other points is known already.
"""

from typing import Final

from carreau.bots.knowledge import Knowledge
from carreau.core._native import append, i64, mypyc_attr, vec
from carreau.core.game import OVER, State
from carreau.core.moves import Moves
from carreau.core.rng import Rng

UNKNOWN: Final = 1_000_000_000  # a lead that no game comes to
NO_ACTION: Final = -1

# What the table says of a gain
EXACTLY: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2

SMALLEST_TABLE: Final = 4096
LARGEST_TABLE: Final = 2**20  # entries of three words
BEST_OF_ALL: Final = 1e30

HALF_WORD: Final = 0x7FFFFFFF
FACTORS: Final = vec[i64]([0x5851F42D, 0x6C078965, 0x7FEB352D])


def mixed(key: i64, word: i64) -> i64:
    """A key of 62 bits with another word in it: three rounds that lose nothing and never leave 62 bits."""
    key ^= word
    high = key >> 31
    low = key & HALF_WORD
    high ^= (low * FACTORS[0] >> 19) & HALF_WORD
    low ^= (high * FACTORS[1] >> 19) & HALF_WORD
    high ^= (low * FACTORS[2] >> 19) & HALF_WORD
    return low << 31 | high


@mypyc_attr(allow_interpreted_subclasses=True)
class Solvable(Knowledge):
    """Knowledge of a game whose last moves can be solved: what a solver must know of its positions."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.solver: Solver | None = None

    def key(self, state: State) -> i64:
        """A hash of 62 bits of all that the future depends on; the lead is no part of it."""
        raise NotImplementedError

    def lead(self, state: State) -> i64:
        """By how much seat 0 leads; when the game is over, above 0 if it has won and below if it has lost."""
        raise NotImplementedError

    def ceiling(self, state: State) -> i64:
        """A lead that can't be passed from here; only asked where seat 0 would have to catch up."""
        return UNKNOWN

    def floor(self, state: State) -> i64:
        """A lead that can't be missed from here; only asked where seat 1 would have to catch up."""
        return -UNKNOWN

    def solve(self, state: State, positions: i64) -> bool:
        """prove() for a state that may be solved."""
        if self.solver is None:
            self.solver = Solver()
        solver = self.solver
        if not solver.solve(self, state, positions):
            return False
        self.best_action = solver.best_action
        self.best_value = 0.5
        if solver.best_lead != 0:
            self.best_value = float((solver.best_lead > 0) == (state.current == 0))
        return True


class Solver:
    """Looks through all that can follow, as far as it matters. The memory it has taken it keeps for the next time."""

    def __init__(self) -> None:
        self.best_action: i64 = NO_ACTION  # of the position looked through last
        self.best_lead: i64 = 0  # its sign is certain, and all of it where the game is lost
        self.positions: i64 = 0  # looked at
        self.most: i64 = 0  # positions that may be looked at
        self.solves: i64 = 0
        self.salt: i64 = 0  # other in each solve, so that nothing in the table is taken for a later one's
        # The table, by slot
        self.keys: vec[i64] = vec[i64]([])
        self.gains: vec[i64] = vec[i64]([])
        self.notes: vec[i64] = vec[i64]([])  # 4 * action + what is said of the gain
        # The actions of all positions from the first one to the one looked at, one after the other
        self.actions: vec[i64] = vec[i64]([])
        self.worths: vec[float] = vec[float]([])
        self.out = Moves()

    def solve(self, knowledge: Solvable, state: State, positions: i64) -> bool:
        """Whether the best action of a position is found within so many positions.

        First who wins; only for a loser also by how much, to lose by as little as can be.
        """
        self.positions = 0
        self.most = positions
        self.solves += 1
        self.salt = Rng(self.solves).wide()
        self.make_table(positions)
        self.best_lead = self.look(knowledge, state, -1, 1, 0, NO_ACTION)
        if state.current == 0 and self.best_lead < 0:
            self.best_lead = self.look(knowledge, state, -UNKNOWN, 0, 0, NO_ACTION)
        elif state.current == 1 and self.best_lead > 0:
            self.best_lead = self.look(knowledge, state, 0, UNKNOWN, 0, NO_ACTION)
        return self.positions <= self.most

    def make_table(self, positions: i64) -> None:
        """Room for the positions, as far as memory is given."""
        size: i64 = SMALLEST_TABLE
        while size < positions and size < LARGEST_TABLE:
            size *= 2
        if size > i64(len(self.keys)):
            self.keys = vec[i64]([NO_ACTION] * int(size))
            self.gains = vec[i64]([0] * int(size))
            self.notes = vec[i64]([0] * int(size))

    def value(self, knowledge: Solvable, state: State, low: i64, high: i64, first: i64) -> i64:
        """The lead that comes of a position; of one not between low and high only on which side of them it is."""
        lead = knowledge.lead(state)
        if state.current == OVER:
            return lead
        self.positions += 1
        if self.positions > self.most:
            return lead
        if lead <= low:
            ceiling = knowledge.ceiling(state)
            if ceiling <= low:
                return ceiling
        elif lead >= high:
            floor = knowledge.floor(state)
            if floor >= high:
                return floor
        return self.recall(knowledge, state, lead, low, high, first)

    def recall(self, knowledge: Solvable, state: State, lead: i64, low: i64, high: i64, first: i64) -> i64:
        """value() by the table, and noted there if it was not known."""
        key = knowledge.key(state) ^ self.salt
        slot = key & (i64(len(self.keys)) - 1)
        looks_best: i64 = NO_ACTION
        if self.keys[slot] == key:
            value = lead + self.gains[slot]
            kind = self.notes[slot] & 3
            if kind == EXACTLY or (kind == AT_LEAST and value >= high) or (kind == AT_MOST and value <= low):
                return value
            looks_best = self.notes[slot] >> 2
        value = self.look(knowledge, state, low, high, first, looks_best)
        if self.positions <= self.most:
            self.note(slot, key, value - lead, kind_of(value, low, high))
        return value

    def note(self, slot: i64, key: i64, gain: i64, kind: i64) -> None:
        self.keys[slot] = key
        self.gains[slot] = gain
        self.notes[slot] = 4 * self.best_action + kind

    def look(self, knowledge: Solvable, state: State, low: i64, high: i64, first: i64, looks_best: i64) -> i64:
        """value() by trying the actions, which are kept from `first` on; notes the best of them."""
        seat = state.current
        last = self.list_actions(knowledge, state, first, looks_best)
        best: i64 = UNKNOWN
        if seat == 0:
            best = -UNKNOWN
        action: i64 = NO_ACTION
        while first < last and low < high and self.positions <= self.most:
            self.bring_forward(first, last)
            after = state.clone()
            after.apply(seat, self.actions[first])
            value = self.value(knowledge, after, low, high, last)
            if (seat == 0 and value > best) or (seat == 1 and value < best):
                best = value
                action = self.actions[first]
            if seat == 0:
                low = max(low, best)
            else:
                high = min(high, best)
            first += 1
        self.best_action = action
        return best

    def list_actions(self, knowledge: Solvable, state: State, first: i64, looks_best: i64) -> i64:
        """Keep what may be done, with how it looks, from `first` on; returns where it ends."""
        seat = state.current
        out = self.out
        out.clear()
        state.moves(seat, out)
        while i64(len(self.actions)) < first + out.count:
            self.actions = append(self.actions, NO_ACTION)
            self.worths = append(self.worths, 0.0)
        index: i64 = 0
        while index < out.count:
            action = out.at(index)
            self.actions[first + index] = action
            if action == looks_best:
                self.worths[first + index] = BEST_OF_ALL
            else:
                self.worths[first + index] = knowledge.prior(state, seat, action)
            index += 1
        return first + out.count

    def bring_forward(self, first: i64, last: i64) -> None:
        """Exchange the first of some actions for the one that looks best."""
        worths, actions = self.worths, self.actions
        best = first
        index = first + 1
        while index < last:
            if worths[index] > worths[best]:
                best = index
            index += 1
        action, worth = actions[best], worths[best]
        actions[best] = actions[first]
        worths[best] = worths[first]
        actions[first] = action
        worths[first] = worth


def kind_of(value: i64, low: i64, high: i64) -> i64:
    """What is known of a value that was looked for between two others."""
    if value >= high:
        return AT_LEAST
    if value <= low:
        return AT_MOST
    return EXACTLY
