"""The endgame solver, on random games small enough to enumerate.

A game is a graph with levels: from each place three steps lead to places of the next level, each scoring points for one
player, and some places end the game. Many paths lead to the same place with different leads, which the solver's table
must handle.
"""

from functools import cache
from random import Random

from carreau.bots.exact.alphabeta import Solvable, mixed
from carreau.core.action_buffer import ActionBuffer
from carreau.core.game import OVER, State
from tests.effort import EFFORT

LEVELS = 9
PLACES = 12
STEPS = 3
GAMES = 300 * EFFORT
PLENTY = 1_000_000


class Board:
    """The graph: who moves at each place, where the steps lead, and what they score for seat 0."""

    def __init__(self, seed: int) -> None:
        random = Random(seed)
        places = LEVELS * PLACES
        self.mover = [random.randrange(2) for _ in range(places)]
        self.goals = [[random.randrange(PLACES) for _ in range(STEPS)] for _ in range(places)]
        self.points = [[random.randint(-4, 4) for _ in range(STEPS)] for _ in range(places)]
        self.ends = [random.random() < 0.08 for _ in range(places)]

    def step(self, place: int, step: int) -> tuple[int, int]:
        return (place // PLACES + 1) * PLACES + self.goals[place][step], self.points[place][step]

    def is_end(self, place: int) -> bool:
        return place >= LEVELS * PLACES or self.ends[place]


class Walk(State):
    def __init__(self, board: Board, place: int, lead: int) -> None:
        self.board = board
        self.place = place
        self.lead = lead
        self.current = OVER if board.is_end(place) else board.mover[place]

    def moves(self, seat: int, out: ActionBuffer) -> None:
        for step in range(STEPS):
            out.add(step)

    def apply(self, seat: int, action: int) -> None:
        self.place, points = self.board.step(self.place, action)
        self.lead += points
        self.current = OVER if self.board.is_end(self.place) else self.board.mover[self.place]

    def clone(self) -> "Walk":
        return Walk(self.board, self.place, self.lead)


class Walking(Solvable):
    """Knowledge with bounds that are far too wide, but valid."""

    def key(self, state: State) -> int:
        assert isinstance(state, Walk)
        return int(mixed(0, state.place))

    def lead(self, state: State) -> int:
        assert isinstance(state, Walk)
        return state.lead

    def ceiling(self, state: State) -> int:
        assert isinstance(state, Walk)
        return state.lead + 4 * (LEVELS - state.place // PLACES)

    def floor(self, state: State) -> int:
        assert isinstance(state, Walk)
        return state.lead - 4 * (LEVELS - state.place // PLACES)


def gain(board: Board, start: int) -> int:
    """Return what seat 0 gains from a place on under best play, by brute force."""

    @cache
    def best(place: int) -> int:
        if board.is_end(place):
            return 0
        values = [points + best(goal) for goal, points in (board.step(place, step) for step in range(STEPS))]
        return max(values) if board.mover[place] == 0 else min(values)

    return best(start)


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def test_it_finds_who_wins_and_how_little_a_loser_can_lose_by() -> None:
    knowledge = Walking(2)
    outcomes = set()
    for seed in range(GAMES):
        board = Board(seed)
        for lead in (-3, 0, 2):
            state = Walk(board, 0, lead)
            if state.current == OVER:
                continue
            value = lead + gain(board, 0)
            assert knowledge.solve(state, PLENTY)
            loses = sign(value) == (-1 if state.current == 0 else 1)
            assert knowledge.best_value == (0.5 if value == 0 else float(not loses))
            goal, points = board.step(0, int(knowledge.best_action))
            reached = lead + points + gain(board, goal)
            assert reached == value if loses else sign(reached) == sign(value)
            outcomes.add(sign(value))
    assert outcomes == {-1, 0, 1}


def test_it_gives_up_when_there_are_too_many_positions() -> None:
    board = next(board for board in map(Board, range(GAMES)) if not board.is_end(0))
    assert not Walking(2).solve(Walk(board, 0, 0), 2)
