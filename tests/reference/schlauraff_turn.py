"""The best turn of Schlauraff, by brute force over the rules."""

from carreau.core.game import CHANCE
from carreau.games.schlauraff._state import SchlauraffState
from carreau.games.schlauraff.board import number_of

Key = tuple[int, int, int, int, int, bool]


class Turn:
    """The expected chips from the rest of a turn on a column under best play, by brute force."""

    def __init__(self) -> None:
        self.known: dict[Key, float] = {}

    def expected(self, state: SchlauraffState) -> float:
        if state.played > 0:
            return 0.0
        number, row, on, dice = (int(part) for part in (state.stage, state.row, state.on, state.dice))
        key = (number, row, on, dice, int(state.to_roll), state.assigned)
        if key not in self.known:
            self.known[key] = self.mean(state) if state.current == CHANCE else self.best(state)
        return self.known[key]

    def mean(self, state: SchlauraffState) -> float:
        weights = state.weights()
        chances = zip(state.legal(CHANCE), weights, strict=True)
        return sum(weight * self.after(state, CHANCE, roll) for roll, weight in chances) / sum(weights)

    def best(self, state: SchlauraffState) -> float:
        return max(self.after(state, 0, action) for action in state.legal(0))

    def after(self, state: SchlauraffState, seat: int, action: int) -> float:
        then = state.clone()
        then.apply(seat, action)
        return captured(then) - captured(state) + self.expected(then)


def captured(state: SchlauraffState) -> int:
    return int(number_of(state.captured_of(0)))
