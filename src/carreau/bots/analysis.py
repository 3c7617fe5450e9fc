"""Analysis of a finished game by a bot: who was winning, which moves cost most, and which were better.

It assesses every decision from the player's view at the time: nobody is blamed for what they couldn't know.
"""

from collections.abc import Callable, Iterator, Sequence
from time import perf_counter
from typing import Any, Final, NamedTuple

from carreau.bots.bot import MOST, Bot, never
from carreau.bots.hints import NOTABLE, Hint, hints
from carreau.bots.levels import LEVELS
from carreau.bots.search import NEVER, WAIT, Search
from carreau.core.game import CHANCE, OVER, Game, View
from carreau.core.record import Record

ENOUGH: Final = 0.25  # of the best action's visits: actions with fewer get a search of their own

Chances = tuple[float, ...]  # to win, by seat


class Judgement(NamedTuple):
    """The assessment of one decision."""

    chances: Chances  # as far as the player could know
    played: float  # the player's chance after the action
    best: float  # after the best action
    proved: bool  # whether the best action is certain
    found: list[Hint]  # the most promising actions, best first
    better: list[Hint]  # those that were better than the action played

    @property
    def loss(self) -> float:
        return self.best - self.played


class Budget(NamedTuple):
    """The limit of a search: seconds or simulations."""

    seconds: float | None = None
    simulations: int | None = None

    def part(self, parts: int) -> "Budget":
        seconds, simulations = self
        return Budget(seconds and seconds / parts, simulations and max(1, simulations // parts))


class Tally:
    """The results of simulations, added up by seat."""

    def __init__(self, seats: int) -> None:
        self.count = 0
        self.totals = [0.0] * seats

    def add(self, values: Sequence[float]) -> None:
        self.count += 1
        for seat, value in enumerate(values):
            self.totals[seat] += value

    def chances(self) -> Chances:
        return tuple(total / self.count for total in self.totals)


class Analyst(Bot):
    """The strongest bot as an analyst: it uses its whole budget, unless `stop` tells it to stop."""

    def __init__(self, game: Game[Any, Any], seed: int, stop: Callable[[], bool] = never) -> None:
        super().__init__(game, LEVELS[MOST], seed)
        self.knowledge.margin = 0.0  # only winning counts, not by how much
        self.stop = stop
        self.tally = Tally(game.seats)

    # How it thinks

    def search_from(self, view: View, seed: int) -> Search:
        """Start a new search each time, so that earlier questions don't influence the answer."""
        self.last_search = Search(self.game, view, self.knowledge, seed)
        return self.last_search

    def think(self, search: Search, limit: int, deadline: float, stop: Callable[[], bool]) -> None:
        self.simulate(lambda: search.run(1, NEVER), limit, deadline)

    def simulate(self, once: Callable[[], None], limit: int, deadline: float) -> None:
        """Simulate at least once, and add up the results of every seat."""
        self.tally = Tally(self.game.seats)
        while True:
            once()
            self.tally.add(list(self.knowledge.values))
            if self.tally.count >= limit or perf_counter() >= deadline or self.stop():
                return

    # What it says

    def judge(self, view: View, action: int, budget: Budget, count: int = 3) -> Judgement:
        """Assess an action of the seat to move; a third of the budget goes into finding better ones."""
        part = budget.part(3)
        found = hints(self, view, count, *part)
        first = found[0]
        certain = first.proved and self.knowledge.certain
        chances, values = self.found_out(view, first, certain)
        for each in (first.action, action):
            if each not in values and each != WAIT:
                after = (self.proved_after(view, each, part) if certain else ()) or self.after(view, each, part)
                values[each] = after[view.seat]
                chances = chances or after
        chances = chances or self.after(view, first.action, part)
        played = min(values[action], first.value) if certain else values[action]
        best = max(played, values.get(first.action, played))
        better = [hint for hint in found if values.get(hint.action, played) > played]
        return Judgement(chances, played, best, certain, found, better)

    def found_out(self, view: View, first: Hint, certain: bool) -> tuple[Chances, dict[int, float]]:
        """Return everybody's chances and the values of actions, as far as the search for hints tells."""
        if certain:
            return self.of_two(view.seat, first.value), {first.action: first.value}
        if first.proved:  # only to the end of the turn, so it isn't comparable with simulations
            return (), {}
        if self.last_search is None:  # one action only, or a game of reactions
            return (), {}
        rows = self.last_search.found()
        most = rows[0][1]
        return self.tally.chances(), {action: value for action, visits, value in rows if visits >= ENOUGH * most}

    def of_two(self, seat: int, value: float) -> Chances:
        """Return the chances of both players from that of one; nothing if there are more than two."""
        both = (value, 1.0 - value) if seat == 0 else (1.0 - value, value)
        return both if self.game.seats == 2 else ()

    def proved_after(self, view: View, action: int, budget: Budget) -> Chances:
        """Return everybody's chances after an action if they can be proved; an action that also wins costs nothing."""
        world = self.game.guess(view, self.rng)
        world.apply(view.seat, action)
        if world.current == OVER:
            self.knowledge.evaluate_terminal(world)
            return tuple(self.knowledge.values)
        deadline = perf_counter() + self.time_for(*budget)
        if world.current < 0 or not self.prove(world, world.current, self.limit(budget), deadline):
            return ()
        return self.of_two(world.current, self.knowledge.best_value)

    def limit(self, budget: Budget) -> int:
        return self.level.simulations if budget.simulations is None else budget.simulations

    def after(self, view: View, action: int, budget: Budget) -> Chances:
        """Return everybody's chances after an action, from a search in worlds guessed from the view."""
        search = Search(self.game, view, self.knowledge, int(self.rng.wide()))

        def once() -> None:
            world = search.next_world()
            world.apply(view.seat, action)
            search.simulate(world)

        self.simulate(once, self.limit(budget), perf_counter() + self.time_for(*budget))
        return self.tally.chances()


def judgements(record: Record, analyst: Analyst, budget: Budget) -> Iterator[tuple[int, Judgement]]:
    """Yield the assessment of every decision of a game, with its index among the moves."""
    moves = zip(record.moves, record.positions(), strict=False)  # no move follows the last position
    for index, ((actor, action), before) in enumerate(moves):
        if actor != CHANCE:
            yield index, analyst.judge(before.view(actor), action, budget)


def turning_points(losses: Sequence[float], count: int = 3) -> list[int]:
    """Return the decisions with the greatest losses, the greatest first; small ones don't count."""
    worst = sorted(range(len(losses)), key=lambda index: -losses[index])
    return [index for index in worst[:count] if losses[index] >= NOTABLE]
