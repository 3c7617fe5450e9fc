"""Connect four on the core, for benchmarks only: the game that other packages have too, and are fastest at.

A column has seven bits, of which the top one is always empty, so that shifting finds four in a row.
"""

from typing import Any, ClassVar, Final, Self, final

from carreau.bots.knowledge import Knowledge
from carreau.core.action_buffer import ActionBuffer
from carreau.core.actions import Actions
from carreau.core.bits import BIT
from carreau.core.game import OVER, State
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.obs_buffer import ObsBuffer
from carreau.core.observation import Observation
from carreau.core.perfect_info import PerfectInfoGame, PerfectInfoView
from carreau.core.result import Result, won_by
from carreau.core.rng import Rng

COLUMNS: Final = 7
ROWS: Final = 6
ACTIONS: Final = Actions("connect_four")
DROP: Final[i64] = ACTIONS.add("drop", "drop {column}", column=range(COLUMNS))
OBSERVATION: Final = Observation("connect_four")
STONES: Final[i64] = OBSERVATION.add(
    "stones", "1 where each seat has a stone, by column from the bottom, with a seventh row that stays empty", (2, 7, 7)
)


def has_four(stones: i64) -> bool:
    pairs = stones & (stones >> 1)
    if pairs & (pairs >> 2):
        return True
    pairs = stones & (stones >> 7)
    if pairs & (pairs >> 14):
        return True
    pairs = stones & (stones >> 6)
    if pairs & (pairs >> 12):
        return True
    pairs = stones & (stones >> 8)
    return pairs & (pairs >> 16) != 0


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class ConnectFourState(State):
    def __init__(self) -> None:
        self.current = 0
        self.own: vec[i64] = vec[i64]([0, 0])
        self.heights: i64 = 0  # three bits per column
        self.stones: i64 = 0
        self.winner: i64 = -1

    def clone(self) -> Self:
        copy = ConnectFourState()
        copy.current = self.current
        copy.own = self.own[:]
        copy.heights = self.heights
        copy.stones = self.stones
        copy.winner = self.winner
        return copy

    def height(self, column: i64) -> i64:
        return (self.heights >> (3 * column)) & 7

    def moves(self, seat: i64, out: ActionBuffer) -> None:
        column: i64 = 0
        while column < COLUMNS:
            if self.height(column) < ROWS:
                out.add(column)
            column += 1

    def objection(self, seat: i64, action: i64) -> str:
        if self.current == OVER or seat != self.current:
            return "turn"
        return "" if self.height(action) < ROWS else "full"

    def random_action(self, seat: i64, rng: Rng, out: ActionBuffer) -> i64:
        column = rng.below(COLUMNS)
        while self.height(column) == ROWS:
            column = rng.below(COLUMNS)
        return column

    def apply(self, seat: i64, action: i64) -> None:
        self.own[seat] |= BIT[7 * action + self.height(action)]
        self.heights += BIT[3 * action]
        self.stones += 1
        if has_four(self.own[seat]):
            self.winner = seat
            self.current = OVER
        elif self.stones == COLUMNS * ROWS:
            self.current = OVER
        else:
            self.current = 1 - seat

    def result(self) -> Result:
        return won_by(int(self.winner), 2, "four")

    def dump(self) -> dict[str, Any]:
        return {
            "own": [int(stones) for stones in self.own],
            "heights": int(self.heights),
            "stones": int(self.stones),
            "winner": int(self.winner),
            "current": int(self.current),
        }

    def view(self, seat: int) -> PerfectInfoView["ConnectFourState"]:
        return PerfectInfoView(seat, self.clone())

    def audit(self) -> None:
        return


class ConnectFour(PerfectInfoGame[ConnectFourState]):
    NAME: ClassVar[str] = "connect_four"
    SEATS: ClassVar[tuple[int, ...]] = (2,)
    ACTIONS: ClassVar[Actions] = ACTIONS
    OBSERVATION: ClassVar[Observation] = OBSERVATION

    def start(self) -> ConnectFourState:
        return ConnectFourState()

    def observe(self, state: ConnectFourState, seat: i64, row: ObsBuffer) -> None:
        row.put_set(STONES, state.own[seat])
        row.put_set(STONES + 49, state.own[1 - seat])


@final
class ConnectFourKnowledge(Knowledge):
    def evaluate_terminal(self, state: State) -> None:
        assert isinstance(state, ConnectFourState)
        if state.winner < 0:
            self.values[0] = 0.5
            self.values[1] = 0.5
        else:
            self.values[state.winner] = 1.0
            self.values[1 - state.winner] = 0.0
