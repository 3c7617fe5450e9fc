"""Games between bots: lineups, chance seeds and results."""

import hashlib
from typing import Any

from carreau import __version__
from carreau.bots.bot import Bot, Decision, Races
from carreau.bots.levels import level
from carreau.bots.search import UNTOLD
from carreau.core.errors import CarreauError
from carreau.core.game import ALL, CHANCE, OVER, RACE, Game, State
from carreau.core.rng import Rng
from carreau.games.catalogue import game as make
from carreau.games.catalogue import game_class


class Contest:
    """A series of games between bots, with their budgets: plain values that can be sent to processes."""

    def __init__(
        self,
        game: str,
        seats: int | None,
        options: dict[str, str],
        bots: list[str],
        seed: int,
        seconds: float | None = None,
        simulations: int | None = None,
    ) -> None:
        made = make(game, seats, options)
        for bot in bots:
            level(bot)
        self.game = game
        self.seats = made.seats
        self.options = options
        self.bots = bots
        self.seed = seed
        self.seconds = seconds
        self.simulations = simulations

    def settings(self) -> dict[str, Any]:
        """Return everything that determines the games: results with equal settings belong together."""
        return {**vars(self), "rules": game_class(self.game).VERSION, "version": __version__}

    def simulations_for(self, bot: Bot) -> int | None:
        """Return the simulation limit of a bot, at most its level's own; None if there is no limit."""
        return min(self.simulations, bot.level.simulations) if self.simulations is not None else None

    def lineups(self) -> list[list[int]]:
        """Return which bot sits where; each lineup plays once on every chance seed.

        All bots rotate through all seats. If there are more seats than bots, each bot has the extra seat in turn.
        """
        count = len(self.bots)
        first = [[(seat + start) % count for seat in range(self.seats)] for start in range(count)]
        turned = [lineup[seat:] + lineup[:seat] for lineup in first for seat in range(self.seats)]
        return [list(lineup) for lineup in dict.fromkeys(tuple(lineup) for lineup in turned)]

    def chance_seed(self, number: int) -> int:
        """Return the seed of a round, in which every lineup plays once; each round has its own."""
        return (self.seed * 1_000_003 + number * 7_919_417) % 2**62

    def played(self, index: int) -> "PlayedGame":
        """Play the game with this number to its end."""
        lineups = self.lineups()
        number, which = divmod(index, len(lineups))
        game = make(self.game, self.seats, self.options)
        played = PlayedGame(self, game, lineups[which], self.chance_seed(number), index)
        played.run()
        return played

    def play(self, index: int) -> dict[str, Any]:
        """Play the game with this number and return its row of the results."""
        return self.played(index).row()


class PlayedGame:
    """One game between bots. Chance has its own generator, so bots can't influence it."""

    def __init__(self, contest: Contest, game: Game[Any, Any], lineup: list[int], seed: int, index: int) -> None:
        self.contest = contest
        self.game = game
        self.lineup = lineup
        self.seed = seed
        self.index = index
        self.state: State = game.start()
        self.chance = Rng(seed)
        kinds = [contest.bots[number] for number in lineup]
        self.bots = [Bot(game, level(kind), seed + 1000 * index + seat + 1) for seat, kind in enumerate(kinds)]
        self.races = Races(game, seed + 1000 * index + len(kinds) + 1)
        self.decisions = 0
        self.moves: list[tuple[int, int]] = []

    def run(self) -> None:
        while self.state.current != OVER:
            if self.state.current == CHANCE:
                self.act(CHANCE, int(self.state.sample(self.chance)))
                self.races.begin()
            elif self.state.current == RACE:
                self.race()
            else:
                seat = self.state.waiting()[0] if self.state.current == ALL else int(self.state.current)
                self.act(seat, self.ask(seat).action)

    def act(self, seat: int, action: int) -> None:
        unseen = self.state.unseen_by(seat, action)
        self.game.act(self.state, seat, action)
        for viewer, bot in enumerate(self.bots):
            bot.saw(seat, UNTOLD if viewer in unseen else action)
        self.moves.append((seat, action))
        self.decisions += seat != CHANCE

    def ask(self, seat: int) -> Decision:
        bot = self.bots[seat]
        return bot.choose(self.state.view(seat), self.contest.seconds, self.contest.simulations_for(bot))

    def race(self) -> None:
        first = self.races.first_to_act(self.state, {seat: self.ask(seat) for seat in self.state.waiting()})
        if first is None:
            raise CarreauError(f"{self.game.NAME}: nobody wants to act, and there is no clock")
        self.act(*first)

    def fingerprint(self) -> str:
        """Return a short hash of all moves."""
        return hashlib.sha256(repr(self.moves).encode()).hexdigest()[:16]

    def row(self) -> dict[str, Any]:
        result = self.state.result()
        return {
            "index": self.index,
            "seed": self.seed,
            "lineup": self.lineup,
            "ranks": result.ranks,
            "points": result.points,
            "decisions": self.decisions,
            "moves": self.fingerprint(),
        }
