"""A bot: a player that sees only a View."""

from collections.abc import Callable
from time import perf_counter
from typing import Any, Final

from carreau.bots.catalogue import knowledge
from carreau.bots.levels import Level
from carreau.bots.parallel import helped
from carreau.bots.search import NEVER, WAIT, Search
from carreau.core.game import CHANCE, RACE, Game, State, View
from carreau.core.perfect_info import PerfectInfoView
from carreau.core.rng import Rng

SLICE: Final = 0.02  # seconds of search after which a bot checks whether it should stop
BATCH: Final = 200  # simulations after which it checks whether its choice is settled
FOR_PROOFS: Final = 0.3  # share of the remaining time
FASTER: Final = 10  # each attempt at a proof may visit this many times more positions
POSITIONS: Final = 30  # positions a proof may visit per simulation in the budget
FOREVER: Final = 1e9
MOST: Final = 5  # the level that reuses its search tree
ANY_TIME: Final = 30.0  # seconds within which a random bot acts in a race


class Considered:
    """An action with its visits and its value, the chance to win."""

    def __init__(self, action: int, visits: int, value: float) -> None:
        self.action = action
        self.visits = visits
        self.value = value


class Decision:
    """The action a bot wants to take, its delay in a race, and all actions it considered, best first."""

    def __init__(self, action: int, seconds: float, considered: list[Considered], proved: bool = False) -> None:
        self.action = action  # WAIT: none, in a race
        self.seconds = seconds
        self.considered = considered
        self.proved = proved


def never() -> bool:
    return False


class Races:
    """The races of a game between bots: the quickest wins, and a draw of lots breaks ties."""

    def __init__(self, game: Game[Any, Any], seed: int) -> None:
        self.timeout = game.race_seconds or FOREVER
        self.left = self.timeout  # seconds until the clock acts, if the race has one
        self.lots = Rng(seed)

    def begin(self) -> None:
        """Start the clock because there is something new to see; answers don't restart it (misd.r9)."""
        self.left = self.timeout

    def first_to_act(self, state: State, choices: dict[int, Decision]) -> tuple[int, int] | None:
        """Return who acts and how: the quickest seat, or the clock if it is quicker; None if nobody acts."""
        willing = {seat: choice for seat, choice in choices.items() if choice.action != WAIT}
        seconds = min((choice.seconds for choice in willing.values()), default=FOREVER)
        clock = state.legal(CHANCE)
        if clock and seconds >= self.left:
            return CHANCE, clock[0]
        if not willing:
            return None
        self.left -= seconds
        seat = self.one_of([seat for seat, choice in willing.items() if choice.seconds == seconds])
        return seat, willing[seat].action

    def one_of(self, seats: list[int]) -> int:  # misd.r7
        return seats[int(self.lots.below(len(seats)))] if len(seats) > 1 else seats[0]


class Bot:
    """A bot of some level for one seat. Equal seeds, views and simulation budgets lead to equal choices."""

    def __init__(self, game: Game[Any, Any], level: Level, seed: int, jobs: int = 1) -> None:
        self.game = game
        self.jobs = jobs  # processes that search at the same time
        self.level = level
        self.rng = Rng(seed)
        self.knowledge = knowledge(game)
        self.last_search: Search | None = None  # the search behind the last choice, if there was one

    def choose(
        self,
        view: View,
        seconds: float | None = None,
        simulations: int | None = None,
        stop: Callable[[], bool] = never,
    ) -> Decision:
        """Choose an action within a limit of seconds or simulations; the level sets the defaults."""
        deadline = perf_counter() + self.time_for(seconds, simulations)
        seed = int(self.rng.wide())
        world = self.game.guess(view, Rng(seed))
        reaction = self.knowledge.react(view, self.level.number, self.rng) if self.level.number else None
        if reaction is not None:
            return Decision(reaction[0], reaction[1], [Considered(reaction[0], 0, 0.5)])
        legal = world.legal(view.seat)
        race = bool(world.current == RACE)
        if len(legal) == 1 and not race:
            return Decision(legal[0], 0.0, [Considered(legal[0], 0, 0.5)])
        limit = round(self.level.simulations * self.knowledge.simulation_factor) if simulations is None else simulations
        if int(self.rng.below(1000)) < 1000 * self.level.slips:
            return self.any_of(legal, race)
        if limit == 0:
            return self.by_prior(world, view.seat, legal, race)
        return self.by_search(view, world, limit, deadline, seed, stop)

    def time_for(self, seconds: float | None, simulations: int | None) -> float:
        if seconds is not None:
            return seconds
        return FOREVER if simulations is not None else self.level.seconds

    def delay(self) -> float:
        """Return the delay in a race: stronger bots are quicker, a random one acts at any time."""
        if self.level.number == 0:
            return ANY_TIME * int(self.rng.below(1000)) / 1000
        return (6 - self.level.number) * 0.4 + int(self.rng.below(1000)) / 1000

    def any_of(self, legal: list[int], race: bool) -> Decision:
        action = legal[int(self.rng.below(len(legal)))]
        return Decision(action, self.delay() if race else 0.0, [Considered(action, 0, 0.5)])

    def by_prior(self, world: State, seat: int, legal: list[int], race: bool) -> Decision:
        """Choose the action with the highest prior; in a race wait, unless it is this seat's turn."""
        if race and self.knowledge.racer(world, self.rng) != seat:
            return Decision(WAIT, 0.0, [])
        priors = [self.knowledge.prior(world, seat, action) for action in legal]
        best = [action for action, prior in zip(legal, priors, strict=True) if prior == max(priors)]
        return self.any_of(best, race)

    def by_search(
        self, view: View, world: State, limit: int, deadline: float, seed: int, stop: Callable[[], bool]
    ) -> Decision:
        if isinstance(view, PerfectInfoView) and self.prove(world, view.seat, limit, deadline):
            action, value = int(self.knowledge.best_action), self.knowledge.best_value
            return Decision(action, 0.0, [Considered(action, 0, value)], proved=True)
        search = self.search_from(view, seed)
        rows = helped(search, self.jobs, lambda one: self.think(one, limit, deadline, stop))
        considered = [Considered(*row) for row in rows]
        return Decision(considered[0].action, self.delay() if world.current == RACE else 0.0, considered)

    def saw(self, actor: int, action: int) -> None:
        """Tell the bot about an action at the table, or UNTOLD, so that it can reuse its search tree."""
        if self.last_search:
            self.last_search.follow(actor, action)

    def search_from(self, view: View, seed: int) -> Search:
        """Resume the last search if its tree can be reused, or start a new one.

        Levels that count simulations always start a new one. So do games with hidden information, since results from
        worlds that are impossible by now mislead.
        """
        search, known = self.last_search, isinstance(view, PerfectInfoView)
        if search is None or self.level.number < MOST or not known or not search.resume(view):
            search = Search(self.game, view, self.knowledge, seed)
        self.last_search = search
        return search

    def prove(self, world: State, seat: int, limit: int, deadline: float) -> bool:
        """Try to prove the best action with more and more positions, as far as level, budget and time allow."""
        most = min(self.level.positions, POSITIONS * limit)
        positions = min(most, 200)
        while 0 < positions <= most:
            began = perf_counter()
            if self.knowledge.prove(world, seat, positions):
                return True
            took = perf_counter() - began
            if took * FASTER > FOR_PROOFS * (deadline - perf_counter()):
                return False
            positions *= FASTER
        return False

    def think(self, search: Search, limit: int, deadline: float, stop: Callable[[], bool]) -> None:
        """Search in slices until the budget is spent, the choice is settled, or `stop` says so."""
        search.deadline = deadline
        search.run(1, NEVER)  # at least one, so there is an answer even without time
        while not stop():
            done = int(search.simulations)
            search.run(min(limit - done, BATCH - done % BATCH), min(deadline, perf_counter() + SLICE))
            if search.simulations >= limit or perf_counter() >= deadline:
                return
            if search.simulations % BATCH == 0 and search.settled(limit):  # even if the clock interrupted the batch
                return
