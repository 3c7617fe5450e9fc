"""Knowledge of Schollenschubser: the distance of each explorer from the icebreaker.

The farthest one counts most, because nobody wins before the fourth is aboard. The weights were fitted to some 900 games
of self-play with two, three and four players; they were the same for all.
"""

from typing import Final, final

from carreau.bots.games.schollenschubser_ways import FAR, Ways
from carreau.bots.knowledge import Knowledge, to_chances, to_one
from carreau.core.game import CHANCE, NOBODY, OVER, State
from carreau.core.native import i64, vec
from carreau.core.rng import Rng
from carreau.games.schollenschubser._spec import DECLINE, END, MOVE, move_start
from carreau.games.schollenschubser._spec import SchollenschubserStage as Stage
from carreau.games.schollenschubser._state import SchollenschubserState
from carreau.games.schollenschubser.tables import BANK, WIDTH, first_field, occupied

# The weights for a player: by the distance of the farthest explorer, 0 to FAR; by the row of each explorer on a
# floe; for each move of all distances; and for having the next turn.
ROW: Final = 13
EACH: Final = 18
NEXT: Final = 19
SIGHT: Final = vec[float]([-0.2 * way for way in range(13)] + [0.0, 0.0, 0.0, -0.2, -0.5, -0.35, 0.0])
LONGEST: Final = [0.0, 2.9, 1.05, 0.25, -0.17, -0.5, -0.6, -0.65, -0.68, -0.7, -0.7, -0.7, -0.7]
THE_REST: Final = [0.1, 0.0, 0.0, -0.1, -0.15, -0.045, 0.14]
OUTLOOK: Final = vec[float](LONGEST + THE_REST)
ORDER: Final = 0.001  # explorers nearer to the ship move first, as the order seldom matters


@final
class SchollenschubserKnowledge(Knowledge):
    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.horizon = 2  # turns, not decisions
        self.rollout_candidates = 4
        self.prior_weight = 2.0
        self.exploration = 0.15
        self.ways = Ways()

    # Prior and evaluation

    def score(self, state: SchollenschubserState, seat: i64, weights: vec[float]) -> float:
        """Score a player's explorers: on floes, and on the bank, which they leave one by one."""
        lengths, first = self.ways.length, self.ways.across(state.sizes_0)
        found: float = 0.0
        longest: i64 = 0
        standing = occupied(state.explorers_of(seat))
        while standing:
            field = first_field(standing)
            way = lengths[first + field]
            longest = max(longest, way)
            each = weights[EACH] * float(way) + weights[ROW + field // WIDTH]
            found += float(state.explorers(seat, field)) * each
            standing &= standing - 1
        way = lengths[first + BANK]
        waiting = state.bank(seat)
        while waiting > 0:
            found += weights[EACH] * float(way)
            longest = max(longest, way)
            way = min(FAR, way + 1)
            waiting -= 1
        return found + weights[longest]

    def lead(self, state: SchollenschubserState, seat: i64) -> float:
        """Return a player's score minus the average of the others."""
        others: float = 0.0
        other: i64 = 0
        while other < self.seats:
            if other != seat:
                others += self.score(state, other, SIGHT)
            other += 1
        return self.score(state, seat, SIGHT) - others / float(self.seats - 1)

    def prior(self, state: State, seat: i64, action: i64) -> float:
        assert isinstance(state, SchollenschubserState)
        if action == END or action == DECLINE:
            return 0.0
        return self.after(state, seat, action) - self.now(state, seat)

    def now(self, state: SchollenschubserState, seat: i64) -> float:
        """Score the position before an action; a move changes nothing for the others."""
        if state.stage == Stage.MOVING:
            return self.score(state, seat, SIGHT)
        return self.lead(state, seat)

    def after(self, state: SchollenschubserState, seat: i64, action: i64) -> float:
        """Score the position after an action."""
        if action == END or action == DECLINE:
            return self.now(state, seat)
        then = state.clone()
        then.apply(seat, action)
        if action < MOVE:
            return self.lead(then, seat)
        way = self.ways.length[self.ways.across(state.sizes_0) + move_start(action)]
        return self.score(then, seat, SIGHT) - ORDER * float(way)

    def evaluate(self, state: State) -> None:
        assert isinstance(state, SchollenschubserState)
        values, seats = self.values, self.seats
        seat: i64 = 0
        while seat < seats:
            before = float((state.turn - seat - 1 + seats) % seats) / float(seats - 1)
            values[seat] = self.score(state, seat, OUTLOOK) + OUTLOOK[NEXT] * before
            seat += 1
        to_chances(values, 1.0)

    def evaluate_terminal(self, state: State) -> None:
        """Give the win to the player who brought the last explorer aboard, if any."""
        assert isinstance(state, SchollenschubserState)
        to_one(self.values, state.turn if state.stage == Stage.MOVING else NOBODY)

    def points(self, state: State, seat: i64) -> i64:
        assert isinstance(state, SchollenschubserState)
        return state.aboard(seat)

    # Rollouts

    def rollout_action(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, SchollenschubserState)
        self.out.clear()
        state.moves(seat, self.out)
        best = self.out.at(rng.below(self.out.count))
        most = self.after(state, seat, best)
        tried: i64 = 1
        while tried < self.rollout_candidates:
            action = self.out.at(rng.below(self.out.count))
            value = self.after(state, seat, action)
            if value > most:
                best = action
                most = value
            tried += 1
        return best

    def rollout(self, state: State, rng: Rng, chance: Rng) -> None:
        """Play to the end of this turn and some more, and evaluate before the next roll."""
        assert isinstance(state, SchollenschubserState)
        end = state.turns + self.horizon
        while state.current != OVER and state.turns < end:
            if state.current == CHANCE:
                state.apply(CHANCE, state.sample(chance))
            else:
                state.apply(state.turn, self.rollout_action(state, state.turn, rng))
        self.set_values(state)
