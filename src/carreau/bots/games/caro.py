"""Knowledge of Caro: points now, tiles worth keeping, and what a lay opens for the next player.

Points are computed for all four colours at once: each has a lane of fifteen bits in one integer.
"""

from math import sqrt
from typing import Final, final

from carreau.bots.exact.alphabeta import Solvable, mixed
from carreau.bots.games.caro_points import at, most_points, opened, scores_on, tiles_in
from carreau.bots.knowledge import to_chances, to_winners
from carreau.core.bits import BIT
from carreau.core.game import OVER, State, left_of
from carreau.core.native import i64, vec
from carreau.core.rng import Rng
from carreau.games.caro._spec import COLOUR_COUNT, OBJECT, PASS, SILENT, lay_cell, lay_colour
from carreau.games.caro._spec import CaroStage as Stage
from carreau.games.caro._state import CaroState
from carreau.games.caro.board import BANS, TILES, WIDTH
from carreau.games.caro.rules import FIRST_TILE, PENALTY

FAULTY: Final = -1000.0

# In points, fitted to self-play. By colour and the number of tiles in hand:
KEEP: Final = vec[float]([0.0] * 4 + [35.0, 24.0, 13.0, 11.0, 10.0, 8.0, 5.0, 5.0, 9.0, 8.0, 2.0, 1.0])  # one of them
PROMISE: Final = vec[float](  # all of them
    [0.0] * 4 + [42.0, 28.3, 25.1, 21.6, 66.7, 47.7, 43.5, 37.9, 93.4, 68.8, 63.3, 56.5]
)
OPENED: Final = 0.3  # weight of the next player's best score
TO_MOVE: Final = 6.0  # points the player to move has yet to lose
NEAR: Final = 6.0  # unit of a lead at the end of a round,
FAR: Final = 4.0  # increase at its beginning,
SWING: Final = 20.0  # and for each further round
MARGIN: Final = 40.0  # the lead that counts as a full one,
BY_HOW_MUCH: Final = 0.15  # and its weight beside winning


@final
class CaroKnowledge(Solvable):
    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.rollout_candidates = 8
        self.prior_weight = 0.3
        self.exploration = 1.5
        self.margin = MARGIN

    # Prior

    def points(self, state: State, seat: i64) -> i64:
        """Return the points of a seat minus those it will lose at the end of this turn (caro.13)."""
        assert isinstance(state, CaroState)
        if state.stage == Stage.LAYING_ANEW and seat == state.layer:
            return state.scores(seat) - PENALTY
        return state.scores(seat)

    def prior(self, state: State, seat: i64, action: i64) -> float:
        assert isinstance(state, CaroState)
        if action >= PASS:
            if (action == OBJECT) == is_faulty(state):
                return 0.0
            return FAULTY
        cell, colour = lay_cell(action), lay_colour(action)
        y = cell // WIDTH
        x = cell - WIDTH * y
        if state.honour and state.rows(BANS + y) & BIT[4 * x + colour]:
            return FAULTY
        held = state.hands(seat, colour)
        points = FIRST_TILE
        if state.laid:
            points = at(scores_on(state.rows_cells, x, y), colour)
        if held == 1:
            points *= 2
        reply = opened(state, x, y, BIT[colour], state.hands_of(left_of(seat, state.seats)))
        return float(points) - KEEP[colour + 4 * held] - OPENED * float(reply)

    # Rollouts and evaluation

    def rollout(self, state: State, rng: Rng, chance: Rng) -> None:
        """Play to the end of this round; if others follow, evaluate."""
        assert isinstance(state, CaroState)
        while state.stage == Stage.ANSWERING:
            answer = SILENT
            if is_faulty(state):
                answer = OBJECT
            state.apply(state.current, answer)
        state.honour = False
        rounds = state.rounds_left
        left = self.horizon
        while state.current != OVER and state.rounds_left == rounds and left > 0:
            state.apply(state.current, self.rollout_action(state, state.current, rng))
            left -= 1
        self.set_values(state)

    def evaluate_terminal(self, state: State) -> None:
        """Give the win to the most points; ties share it."""
        assert isinstance(state, CaroState)
        values = self.values
        seat: i64 = 0
        while seat < self.seats:
            values[seat] = float(state.scores(seat))
            seat += 1
        to_winners(values)
        if self.seats == 2 and self.margin > 0.0:
            lead = float(self.lead(state)) / self.margin
            lead = max(-1.0, min(1.0, lead))
            values[0] = (1.0 - BY_HOW_MUCH) * values[0] + BY_HOW_MUCH * (1.0 + lead) / 2.0
            values[1] = 1.0 - values[0]

    def evaluate(self, state: State) -> None:
        """Evaluate points and tiles; every round to come makes a lead less sure."""
        assert isinstance(state, CaroState)
        tiles: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            tiles += tiles_in(state.hands_of(seat))
            self.values[seat] = float(self.points(state, seat)) + self.promise(state, seat)
            seat += 1
        self.values[state.current] -= TO_MOVE
        scale = NEAR + FAR * float(tiles) / (12.0 * float(self.seats))
        if state.rounds_left > 1:
            scale = sqrt(scale * scale + float(state.rounds_left - 1) * SWING * SWING)
        to_chances(self.values, scale)

    def promise(self, state: CaroState, seat: i64) -> float:
        """Return the points expected from the tiles in a hand."""
        points: float = 0.0
        colour: i64 = 0
        while colour < COLOUR_COUNT:
            points += PROMISE[colour + 4 * state.hands(seat, colour)]
            colour += 1
        return points

    # The end of the game, exactly

    def prove(self, state: State, seat: i64, positions: i64) -> bool:
        assert isinstance(state, CaroState)
        if state.seats > 2 or state.rounds_left > 1 or state.stage == Stage.ANSWERING:
            return False
        faultless = state.clone()
        faultless.honour = False
        return self.solve(faultless, positions)

    def key(self, state: State) -> i64:
        assert isinstance(state, CaroState)
        key: i64 = 0
        y = state.top
        while y <= state.bottom:
            key = mixed(key, state.rows(TILES + y))
            y += 1
        return mixed(key, ((state.hands_of(0) << 16 | state.hands_of(1)) << 4 | state.top) << 1 | state.current)

    def lead(self, state: State) -> i64:
        assert isinstance(state, CaroState)
        return state.scores(0) - state.scores(1)

    def ceiling(self, state: State) -> i64:
        assert isinstance(state, CaroState)
        return self.lead(state) + most_points(state, 0)

    def floor(self, state: State) -> i64:
        assert isinstance(state, CaroState)
        return self.lead(state) - most_points(state, 1)


def is_faulty(state: CaroState) -> bool:
    """Return whether the last tile breaks caro.7, 8 or 9."""
    return state.fault(state.last_cell, state.last_colour) != ""
