"""The best actions of a position with their chances, for a board that is analysed while people look at it.

A search finds the most promising actions. Then each is played on in the same guessed worlds, with the same dice and
cards, after searches of their own have learned what follows it; these games give its chances and their 95 % intervals.
The more simulations, the better the play after each action. Where the result can be proved, it is exact.

All random numbers follow from the moves, so equal positions and budgets lead to equal figures on every machine.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from carreau.bots.analysis import TOKEN, Analyst, Branch, Chances, means_of, seed_of
from carreau.bots.bot import never
from carreau.bots.continuation import Move, line_from
from carreau.bots.hints import Hint
from carreau.bots.paired import LOOKS, Interval, Samples, exactly
from carreau.bots.search import WAIT
from carreau.core.game import Game, State, View
from carreau.core.rng import Rng

STEPS: Final = (200, 800, 3_200, 12_800)  # simulations of the search; as many are spent on playing on
COUNT: Final = 5  # actions
PROVABLE: Final = 40  # legal actions, of which all can be proved in time
SAMPLES: Final = min(LOOKS)
LINE: Final = 6  # moves of a continuation


class Candidate(NamedTuple):
    """An action with the seat's chance to win after it."""

    action: int
    chance: Interval
    chances: Chances  # of every seat
    proved: bool
    hint: Hint | None  # what the search says about it; None if it hardly looked at it
    line: list[Move]  # the expected continuation, beginning with the action


class Candidates:
    """The search for the best actions of one seat. Once `stop` returns True, it raises Interrupted."""

    def __init__(
        self,
        game: Game[Any, Any],
        moves: Sequence[Move],
        view: View,
        simulations: int,
        stop: Callable[[], bool] = never,
    ) -> None:
        self.analyst = Analyst(game, seed_of(game, moves), stop)
        self.view = view
        self.simulations = max(1, round(simulations * self.analyst.knowledge.simulation_factor))
        self.world: State = game.guess(view, Rng(self.analyst.rng.wide()))
        self.found = self.analyst.find(view, self.world, self.simulations, COUNT)
        self.hints = {hint.action: hint for hint in self.found}

    def best(self) -> list[Candidate]:
        """Return the most promising actions, the best first."""
        first = self.found[0]
        found = self.proved() if first.proved and self.analyst.knowledge.certain else self.sampled()
        return sorted(found, key=lambda each: -each.chance.value)[:COUNT]

    def others(self) -> list[int]:
        """List the legal actions that the search hardly looked at, the most promising first."""
        seat, knowledge = self.view.seat, self.analyst.knowledge
        rest = [each for each in self.world.legal(seat) if each not in self.hints]
        return sorted(rest, key=lambda each: -float(knowledge.prior(self.world, seat, each)))

    def proved(self) -> list[Candidate]:
        """Return the action proved best, and all others whose result can be proved, too."""
        first = self.found[0]
        values = {first.action: first.value}
        for action in self.others()[:PROVABLE]:
            self.analyst.refuse_to_stop()
            value = self.analyst.proved_after(self.world, self.view.seat, action, first.value, self.simulations)
            if value is not None:
                values[action] = value
        return [self.exact(action, value) for action, value in values.items()]

    def exact(self, action: int, value: float) -> Candidate:
        chances = tuple(value if seat == self.view.seat else 1.0 - value for seat in range(self.analyst.game.seats))
        return Candidate(action, exactly(value), chances, True, self.hints.get(action), [(self.view.seat, action)])

    def sampled(self) -> list[Candidate]:
        """Play the most promising actions on in the same worlds."""
        actions = [hint.action for hint in self.found if hint.action != WAIT]
        actions = [*actions, *self.others()][:COUNT]
        branch, pairs = self.shares(len(actions))
        results = {action: self.empty(pairs) for action in actions}
        for _ in range(SAMPLES):
            self.add_sample(results, branch, pairs)
        return [self.candidate(action, samples) for action, samples in results.items()]

    def shares(self, actions: int) -> tuple[int, int]:
        """Divide the simulations: those of each search that learns what follows, and the games played after it."""
        if not self.found[0].visits:  # nothing was searched, so there is little to learn
            return TOKEN, TOKEN
        each = max(4, self.simulations // (SAMPLES * max(1, actions)))
        return each - each // 3, each // 3

    def empty(self, pairs: int) -> list[Samples]:
        return [Samples(pairs, 1.0) for _ in range(self.analyst.game.seats)]

    def add_sample(self, results: dict[int, list[Samples]], simulations: int, pairs: int) -> None:
        self.analyst.refuse_to_stop()
        rng, game = self.analyst.rng, self.analyst.game
        seed = int(rng.wide())  # the same for all
        branches = {action: Branch(self.analyst, self.view, action, simulations, seed) for action in results}
        for _ in range(pairs):
            world = game.guess(self.view, Rng(rng.wide()))
            choices, chance = int(rng.wide()), int(rng.wide())
            for branch in branches.values():
                branch.play(world, choices, chance)
        for action, branch in branches.items():
            for samples, value in zip(results[action], branch.means(), strict=True):
                samples.add(value)

    def candidate(self, action: int, results: list[Samples]) -> Candidate:
        interval = results[self.view.seat].interval()
        if action in self.hints:
            self.hints[action].value = interval.value  # what its reason compares with the others
        within = Interval(interval.value, max(0.0, interval.low), min(1.0, interval.high))
        return Candidate(action, within, means_of(results), False, self.hints.get(action), self.line(action))

    def line(self, action: int) -> list[Move]:
        """Return the expected continuation, in a world that the seat thinks possible."""
        search, seat = self.analyst.last_search, self.view.seat
        if search is None:
            return [(seat, action)]
        return line_from(self.world.clone(), seat, action, search, Rng(1), LINE)


def best_moves(
    game: Game[Any, Any],
    moves: Sequence[Move],
    state: State,
    seat: int,
    simulations: int = STEPS[-1],
    stop: Callable[[], bool] = never,
) -> list[Candidate]:
    """Return up to five actions of a seat that may act, the best first, judged by what the seat knows."""
    return Candidates(game, moves, state.view(seat), simulations, stop).best()
