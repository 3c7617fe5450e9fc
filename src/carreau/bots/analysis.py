"""Reviews of finished games by a bot: who was winning, which decisions cost chances, and what was better.

Every decision is judged from the player's view at the time: nobody is blamed for what they couldn't know. A search
finds the most promising action. Then two more searches learn what follows it and what follows the action played. With
both, the review plays pairs of games in worlds that are new to all three: the same hidden cards, the same dice. Their
mean difference is a sample of the loss; new searches and pairs follow until the samples tell enough (`paired.py`).
Where a loss can be calculated, no samples are needed.

Budgets are simulations and all random numbers follow from the moves, so a review is the same on every machine.
"""

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Any, Final, Literal, NamedTuple

from carreau.bots.bot import MOST, POSITIONS, Bot, Considered, never
from carreau.bots.continuation import Move, line_from
from carreau.bots.hints import Hint, explain, hints
from carreau.bots.levels import LEVELS
from carreau.bots.outlook import Outlook, outlook
from carreau.bots.paired import LOOKS, Interval, Samples, conclusive, exactly
from carreau.bots.search import NEVER, Search
from carreau.core.errors import CarreauError
from carreau.core.game import CHANCE, OVER, RACE, Game, State, View
from carreau.core.record import Record
from carreau.core.rng import Rng

Verdict = Literal["", "inaccuracy", "mistake", "blunder"]
Proof = Literal["", "game", "turn", "forced"]  # solved to the end of the game, or of the turn; nothing to decide

METHOD: Final = 2  # of reviews: results of different methods aren't comparable
VERDICTS: Final[dict[Verdict, float]] = {
    "blunder": 0.2,
    "mistake": 0.1,
    "inaccuracy": 0.05,
}  # losses of chances from which on they count
NOTABLE: Final = VERDICTS["inaccuracy"]
BAND: Final = 0.04  # half-width of a curve's band that is narrow enough
TOKEN: Final = 10  # simulations to learn what follows an action where searching teaches nothing
LINE: Final = 8  # moves of a continuation

Chances = tuple[float, ...]  # to win, by seat


class Interrupted(CarreauError):
    """A judgement that was stopped; it has no result."""


class Effort(NamedTuple):
    """The budget for one decision."""

    search: int = 20_000  # simulations to find the most promising actions
    branch: int = 400  # simulations to learn what follows an action, for one sample
    pairs: int = 40  # of games in a sample
    looks: int = len(LOOKS)  # until the comparison gives up

    def times(self, factor: float) -> "Effort":
        return self._replace(search=max(1, round(factor * self.search)), branch=max(1, round(factor * self.branch)))


EFFORT: Final = Effort()


class Judgement(NamedTuple):
    """The assessment of one decision."""

    chances: Chances  # before it, as far as the player could know
    margins: Chances  # half-widths of their 95 % intervals
    played: float  # the player's chance after the action
    best: float  # after the best action
    loss: Interval  # the difference
    proof: Proof  # "" if the loss was found by samples
    samples: int  # pairs of games
    oversight: str  # what the player certainly missed or spoiled, see Knowledge.oversight
    swing: Chances  # what each seat gained or lost by the action, compared with the best one
    found: list[Hint]  # the most promising actions, best first
    better: list[Hint]  # those that were better than the action played

    @property
    def verdict(self) -> Verdict:
        """Name the loss; only one whose interval excludes zero counts."""
        reached: Iterator[Verdict] = (name for name, least in VERDICTS.items() if self.loss.value >= least)
        return next(reached, "") if self.loss.positive else ""

    @property
    def counted(self) -> float:
        """Return the loss if it is certain that there is one."""
        return self.loss.value if self.loss.positive else 0.0


def seed_of(game: Game[Any, Any], moves: Sequence[Move]) -> int:
    """Derive the seed of a judgement from the moves before it."""
    position = repr((game.NAME, game.seats, sorted(game.options.items()), [tuple(move) for move in moves]))
    return int.from_bytes(sha256(position.encode()).digest()[:7])


class Branch:
    """The continuation of one action: learned by a search, which then plays games without learning from them."""

    def __init__(self, analyst: "Analyst", view: View, action: int, simulations: int, seed: int) -> None:
        self.knowledge = analyst.knowledge
        self.search = Search(analyst.game, view, self.knowledge, seed)
        self.search.only = action
        self.search.run(simulations, NEVER)
        self.totals = [0.0] * analyst.game.seats
        self.games = 0

    def play(self, world: State, choices: int, chance: int) -> None:
        """Play one game to its end or horizon, and add up everybody's results."""
        self.search.play(world.clone(), Rng(choices), Rng(chance))
        self.games += 1
        for seat, value in enumerate(list(self.knowledge.values)):
            self.totals[seat] += value

    def means(self) -> Chances:
        return tuple(total / self.games for total in self.totals)


class Comparison:
    """Two actions played on in the same worlds with the same dice and cards; or a single one, for its chances.

    Every sample begins with new searches, so it doesn't depend on what one search happened to learn.
    """

    def __init__(self, analyst: "Analyst", view: View, best: int, played: int, effort: Effort) -> None:
        self.analyst = analyst
        self.view = view
        self.actions = [best] if best == played else [best, played]
        self.effort = effort
        self.branches: list[Branch] = []  # of the last sample
        self.difference = Samples(effort.pairs, 2.0)
        self.results = [[Samples(effort.pairs, 1.0) for _ in range(analyst.game.seats)] for _ in self.actions]
        for look in list(LOOKS)[: effort.looks]:
            while self.difference.count < look:
                self.add_sample()
            if self.is_settled():
                return

    def add_sample(self) -> None:
        """Let new searches learn what follows each action, then play pairs of games."""
        self.analyst.refuse_to_stop()
        rng, seat = self.analyst.rng, self.view.seat
        seed = int(rng.wide())  # the same for both
        self.branches = [Branch(self.analyst, self.view, each, self.effort.branch, seed) for each in self.actions]
        for _ in range(self.effort.pairs):
            world = self.analyst.game.guess(self.view, Rng(rng.wide()))
            choices, chance = int(rng.wide()), int(rng.wide())
            for branch in self.branches:
                branch.play(world, choices, chance)
        means = [branch.means() for branch in self.branches]
        self.difference.add(means[0][seat] - means[-1][seat])
        for results, mean in zip(self.results, means, strict=True):
            for samples, value in zip(results, mean, strict=True):
                samples.add(value)

    @property
    def games(self) -> int:
        return self.difference.count * self.effort.pairs

    @property
    def alone(self) -> bool:
        return len(self.actions) == 1

    def is_settled(self) -> bool:
        if self.alone:
            return self.results[0][self.view.seat].interval().half <= BAND
        return conclusive(self.loss(), NOTABLE)

    def loss(self) -> Interval:
        return exactly(0.0) if self.alone else self.difference.interval()

    def better(self) -> list[Samples]:
        """Return the results of the action that turned out better."""
        return self.results[0 if self.difference.mean >= 0.0 else -1]

    def swing(self) -> Chances:
        return tuple(now.mean - then.mean for now, then in zip(self.results[-1], self.results[0], strict=True))


def means_of(results: Sequence[Samples]) -> Chances:
    return tuple(samples.mean for samples in results)


def margins_of(results: Sequence[Samples]) -> Chances:
    return tuple(samples.interval().half for samples in results)


class Analyst(Bot):
    """The strongest bot as an analyst of one decision. Once `stop` returns True, it raises Interrupted."""

    def __init__(self, game: Game[Any, Any], seed: int, stop: Callable[[], bool] = never) -> None:
        super().__init__(game, LEVELS[MOST], seed)
        self.knowledge.margin = 0.0  # only winning counts, not by how much
        self.stop = stop
        self.comparison: Comparison | None = None  # the last one

    def refuse_to_stop(self) -> None:
        """Raise Interrupted instead of returning half a result."""
        if self.stop():
            raise Interrupted("the judgement was interrupted")

    def judge(self, view: View, action: int, effort: Effort = EFFORT, count: int = 3) -> Judgement:
        """Assess an action of a seat that may act."""
        world = self.game.guess(view, Rng(self.rng.wide()))
        effort = effort.times(self.knowledge.simulation_factor)
        found = self.find(view, world, effort.search, count)
        first = found[0]
        oversight = self.knowledge.oversight(world, view.seat, action)
        if first.proved and self.knowledge.certain:
            after = self.proved_after(world, view.seat, action, first.value, effort.search)
            if after is not None:
                return self.exact(view, first, after, oversight, found)
        solved = first.proved and not self.knowledge.certain
        if not first.visits and not solved:  # nothing was searched, so there is little to learn
            effort = effort._replace(branch=TOKEN)
        self.comparison = Comparison(self, view, first.action, first.action if solved else action, effort)
        if solved:
            return self.solved(view, world, action, self.comparison, oversight, found)
        return self.sampled(view, world, self.comparison, oversight, found)

    # Finding the best action

    def find(self, view: View, world: State, simulations: int, count: int) -> list[Hint]:
        """Return the most promising actions, the best first."""
        if self.knowledge.react(view, MOST, Rng(0)) is not None:  # nothing to search: an answer is right or wrong
            best = max(world.legal(view.seat), key=lambda each: self.knowledge.prior(world, view.seat, each))
            answer = Hint(Considered(best, 0, 0.5), view.seat, False)
            explain(self, view, answer, None)
            return [answer]
        found = hints(self, view, count, simulations=simulations, stop=self.stop)
        self.refuse_to_stop()
        return found

    def proved_after(self, world: State, seat: int, action: int, best: float, simulations: int) -> float | None:
        """Return the seat's chance after an action if it can be proved, None otherwise."""
        if best == 0.0:
            return 0.0
        after = world.clone()
        after.apply(seat, action)
        if after.current == OVER:
            self.knowledge.evaluate_terminal(after)
            return min(best, float(self.knowledge.values[seat]))
        mover = int(after.current)
        if mover < 0 or not self.prove(after, mover, POSITIONS * simulations, NEVER):
            return None
        return min(best, self.knowledge.best_value if mover == seat else 1.0 - self.knowledge.best_value)

    # Judging

    def exact(self, view: View, first: Hint, after: float, oversight: str, found: list[Hint]) -> Judgement:
        """Judge by a proof to the end of the game, for two players."""
        chances = tuple(first.value if seat == view.seat else 1.0 - first.value for seat in range(self.game.seats))
        loss = first.value - after
        better = found[:1] if loss > 0.0 else []
        margins, swing = (0.0,) * self.game.seats, self.shared(view.seat, loss)
        return Judgement(
            chances, margins, after, first.value, exactly(loss), "game", 0, oversight, swing, found, better
        )

    def solved(
        self, view: View, world: State, action: int, compared: Comparison, oversight: str, found: list[Hint]
    ) -> Judgement:
        """Judge by the solution of the turn; samples tell only the chances."""
        self.knowledge.prove(world, view.seat, self.level.positions)
        best, played = (float(self.knowledge.solved_value(world, each)) for each in (found[0].action, action))
        loss = max(0.0, best - played)
        better = found[:1] if loss > 0.0 else []
        chances, margins = means_of(compared.results[0]), margins_of(compared.results[0])
        count, swing = compared.games, self.shared(view.seat, loss)
        return Judgement(chances, margins, played, best, exactly(loss), "turn", count, oversight, swing, found, better)

    def sampled(self, view: View, world: State, compared: Comparison, oversight: str, found: list[Hint]) -> Judgement:
        """Judge by samples."""
        forced = world.current != RACE and len(world.legal(view.seat)) == 1
        loss, better = compared.loss(), compared.better()
        return Judgement(
            means_of(better),
            margins_of(better),
            compared.results[-1][view.seat].mean,
            better[view.seat].mean,
            loss,
            "forced" if forced else "",
            compared.games,
            oversight,
            compared.swing() if loss.positive else (0.0,) * self.game.seats,
            found,
            found[:1] if loss.positive else [],
        )

    def shared(self, seat: int, loss: float) -> Chances:
        """Divide a seat's loss among the others."""
        gain = loss / (self.game.seats - 1)
        return tuple(-loss if each == seat else gain for each in range(self.game.seats))

    # What would have followed

    def line(self, state: State, seat: int, action: int, most: int = LINE) -> list[Move]:
        """Return the expected continuation of the better action from a position that needs no guessing any more."""
        world = state.clone()
        if self.comparison is not None:
            search = self.last_search or self.comparison.branches[0].search
            return line_from(world, seat, action, search, Rng(self.rng.wide()), most)
        moves = [(seat, action)]
        world.apply(seat, action)
        while (
            world.current >= 0
            and len(moves) < most
            and self.knowledge.prove(world.clone(), world.current, self.level.positions)
        ):
            moves.append((int(world.current), int(self.knowledge.best_action)))
            world.apply(*moves[-1])
        return moves


class Reviewed(NamedTuple):
    """A decision of a game with its judgement, the moves expected after a better action, and after the one played."""

    number: int  # of the move
    seat: int
    action: int
    judgement: Judgement
    line: list[Move]
    outlook: Outlook
    analyst: Analyst


def review_move(
    game: Game[Any, Any],
    moves: Sequence[Move],
    before: State,
    move: Move,
    effort: Effort = EFFORT,
    stop: Callable[[], bool] = never,
) -> Reviewed:
    """Judge a move by the position before it. The same moves lead to the same judgement."""
    seat, action = move
    analyst = Analyst(game, seed_of(game, moves), stop)
    view = before.view(seat)
    judgement = analyst.judge(view, action, effort)
    line = analyst.line(before, seat, judgement.better[0].action) if judgement.better else []
    expected = outlook(game, view, action, analyst.last_search, judgement.found, judgement.oversight)
    return Reviewed(len(moves), seat, action, judgement, line, expected, analyst)


def review(record: Record, effort: Effort = EFFORT, stop: Callable[[], bool] = never) -> Iterator[Reviewed]:
    """Yield every decision of a game with its judgement, in order."""
    for index, (move, before) in enumerate(zip(record.moves, record.positions(), strict=False)):
        if move[0] != CHANCE:
            yield review_move(record.game, record.moves[:index], before, move, effort, stop)
