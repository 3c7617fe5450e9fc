"""Exact endgames: alpha-beta search with a transposition table.

For two players, without hidden information or chance. Values are leads of seat 0, which maximises them; seat 1
minimises them. The rest of a game adds the same to any lead, so the table stores gains: an entry also serves
the same position with other points.
"""

from typing import Final

from carreau.bots.knowledge import Knowledge
from carreau.core.action_buffer import ActionBuffer
from carreau.core.game import OVER, State
from carreau.core.native import append, i64, mypyc_attr, vec
from carreau.core.rng import Rng

UNKNOWN: Final = 1_000_000_000  # greater than any lead
NO_ACTION: Final = -1

# How a stored gain limits the true one
EXACT: Final = 0
LOWER_BOUND: Final = 1
UPPER_BOUND: Final = 2

SMALLEST_TABLE: Final = 4096
LARGEST_TABLE: Final = 2**20  # entries of three words
BEFORE_ALL: Final = 1e30

HALF_WORD: Final = 0x7FFFFFFF
FACTORS: Final = vec[i64]([0x5851F42D, 0x6C078965, 0x7FEB352D])


def mixed(key: i64, word: i64) -> i64:
    """Mix another word into a hash of 62 bits: three reversible rounds."""
    key ^= word
    high = key >> 31
    low = key & HALF_WORD
    high ^= (low * FACTORS[0] >> 19) & HALF_WORD
    low ^= (high * FACTORS[1] >> 19) & HALF_WORD
    high ^= (low * FACTORS[2] >> 19) & HALF_WORD
    return low << 31 | high


@mypyc_attr(allow_interpreted_subclasses=True)
class Solvable(Knowledge):
    """Knowledge of a game with solvable endgames, including everything the solver needs."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.solver: Solver | None = None

    def key(self, state: State) -> i64:
        """Return a 62-bit hash of everything the rest of the game depends on, without the lead."""
        raise NotImplementedError

    def lead(self, state: State) -> i64:
        """Return the lead of seat 0; at the end it is positive if seat 0 has won and negative if it has lost."""
        raise NotImplementedError

    def ceiling(self, state: State) -> i64:
        """Return an upper bound of the final lead; called only where seat 0 has to catch up."""
        return UNKNOWN

    def floor(self, state: State) -> i64:
        """Return a lower bound of the final lead; called only where seat 1 has to catch up."""
        return -UNKNOWN

    def solve(self, state: State, positions: i64) -> bool:
        """Do the work of prove() for a position that can be solved."""
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
    """An alpha-beta search that keeps its memory for the next position."""

    def __init__(self) -> None:
        self.best_action: i64 = NO_ACTION  # of the position solved last
        self.best_lead: i64 = 0  # its sign is exact, and for a lost game its size too
        self.positions: i64 = 0  # visited
        self.limit: i64 = 0  # positions that may be visited
        self.solves: i64 = 0
        self.salt: i64 = 0  # different in each solve, so older entries never match
        # The transposition table, by slot
        self.keys: vec[i64] = vec[i64]([])
        self.gains: vec[i64] = vec[i64]([])
        self.notes: vec[i64] = vec[i64]([])  # 4 * best action + kind of bound
        # A stack of the actions of all positions on the current line, with their priors
        self.actions: vec[i64] = vec[i64]([])
        self.priors: vec[float] = vec[float]([])
        self.out = ActionBuffer()

    def solve(self, knowledge: Solvable, state: State, positions: i64) -> bool:
        """Find the best action within a number of positions; return whether that succeeded.

        A null window tells who wins. Only a loser searches again, to lose by as little as possible.
        """
        self.positions = 0
        self.limit = positions
        self.solves += 1
        self.salt = Rng(self.solves).wide()
        self.make_table(positions)
        self.best_lead = self.search(knowledge, state, -1, 1, 0, NO_ACTION)
        if state.current == 0 and self.best_lead < 0:
            self.best_lead = self.search(knowledge, state, -UNKNOWN, 0, 0, NO_ACTION)
        elif state.current == 1 and self.best_lead > 0:
            self.best_lead = self.search(knowledge, state, 0, UNKNOWN, 0, NO_ACTION)
        return self.positions <= self.limit

    def make_table(self, positions: i64) -> None:
        """Make room for a number of positions, up to the largest table allowed."""
        size: i64 = SMALLEST_TABLE
        while size < positions and size < LARGEST_TABLE:
            size *= 2
        if size > i64(len(self.keys)):
            self.keys = vec[i64]([NO_ACTION] * int(size))
            self.gains = vec[i64]([0] * int(size))
            self.notes = vec[i64]([0] * int(size))

    def value(self, knowledge: Solvable, state: State, alpha: i64, beta: i64, first: i64) -> i64:
        """Return the final lead under best play; outside the window only a bound of it."""
        lead = knowledge.lead(state)
        if state.current == OVER:
            return lead
        self.positions += 1
        if self.positions > self.limit:
            return lead
        if lead <= alpha:
            ceiling = knowledge.ceiling(state)
            if ceiling <= alpha:
                return ceiling
        elif lead >= beta:
            floor = knowledge.floor(state)
            if floor >= beta:
                return floor
        return self.probe(knowledge, state, lead, alpha, beta, first)

    def probe(self, knowledge: Solvable, state: State, lead: i64, alpha: i64, beta: i64, first: i64) -> i64:
        """Return value() from the table, or search and store it."""
        key = knowledge.key(state) ^ self.salt
        slot = key & (i64(len(self.keys)) - 1)
        table_action: i64 = NO_ACTION
        if self.keys[slot] == key:
            value = lead + self.gains[slot]
            bound = self.notes[slot] & 3
            if bound == EXACT or (bound == LOWER_BOUND and value >= beta) or (bound == UPPER_BOUND and value <= alpha):
                return value
            table_action = self.notes[slot] >> 2
        value = self.search(knowledge, state, alpha, beta, first, table_action)
        if self.positions <= self.limit:
            self.store(slot, key, value - lead, bound_of(value, alpha, beta))
        return value

    def store(self, slot: i64, key: i64, gain: i64, bound: i64) -> None:
        self.keys[slot] = key
        self.gains[slot] = gain
        self.notes[slot] = 4 * self.best_action + bound

    def search(self, knowledge: Solvable, state: State, alpha: i64, beta: i64, first: i64, table_action: i64) -> i64:
        """Return value() by trying all actions, stacked from `first` on; set `best_action`."""
        seat = state.current
        last = self.list_actions(knowledge, state, first, table_action)
        best: i64 = UNKNOWN
        if seat == 0:
            best = -UNKNOWN
        action: i64 = NO_ACTION
        while first < last and alpha < beta and self.positions <= self.limit:
            self.move_best_first(first, last)
            after = state.clone()
            after.apply(seat, self.actions[first])
            value = self.value(knowledge, after, alpha, beta, last)
            if (seat == 0 and value > best) or (seat == 1 and value < best):
                best = value
                action = self.actions[first]
            if seat == 0:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            first += 1
        self.best_action = action
        return best

    def list_actions(self, knowledge: Solvable, state: State, first: i64, table_action: i64) -> i64:
        """Stack the legal actions and their priors from `first` on; return where they end."""
        seat = state.current
        out = self.out
        out.clear()
        state.moves(seat, out)
        while i64(len(self.actions)) < first + out.count:
            self.actions = append(self.actions, NO_ACTION)
            self.priors = append(self.priors, 0.0)
        index: i64 = 0
        while index < out.count:
            action = out.at(index)
            self.actions[first + index] = action
            if action == table_action:
                self.priors[first + index] = BEFORE_ALL
            else:
                self.priors[first + index] = knowledge.prior(state, seat, action)
            index += 1
        return first + out.count

    def move_best_first(self, first: i64, last: i64) -> None:
        """Swap the action with the highest prior to the front."""
        priors, actions = self.priors, self.actions
        best = first
        index = first + 1
        while index < last:
            if priors[index] > priors[best]:
                best = index
            index += 1
        action, prior = actions[best], priors[best]
        actions[best] = actions[first]
        priors[best] = priors[first]
        actions[first] = action
        priors[first] = prior


def bound_of(value: i64, alpha: i64, beta: i64) -> i64:
    """Return what a search with this window says about the true value."""
    if value >= beta:
        return LOWER_BOUND
    if value <= alpha:
        return UPPER_BOUND
    return EXACT
