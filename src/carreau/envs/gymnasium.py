"""One learner against bots, as a Gymnasium environment.

    import gymnasium, carreau.envs.gymnasium
    table = gymnasium.make("carreau/Caro-v1", seats=2, opponents="3", seat=None)

Observations, masks, infos and rewards are those of carreau.envs.pettingzoo; an action outside the mask ends the game
with -1. Each game draws a seat for the learner unless one is given. Opponents have one level for all or one each: 1 to
5 or "random". They search a fixed number of simulations, so equal seeds lead to equal games; only level 5 searches
for one second.
"""

from collections.abc import Sequence
from typing import Any, Final

from carreau.bots.bot import Bot
from carreau.bots.levels import level
from carreau.bots.search import WAIT
from carreau.core.errors import CarreauError, SeatsError
from carreau.core.rng import Rng
from carreau.envs.agents import Options
from carreau.envs.arrays import Arrays
from carreau.envs.episode import FORFEIT, ILLEGAL, SEEDS, Episode, whole
from carreau.envs.optional import requires_extra
from carreau.envs.render import RENDER_MODES, Renderer
from carreau.envs.versions import environment_id
from carreau.games.catalogue import GAMES, game

with requires_extra("envs"):
    import gymnasium
    from gymnasium.utils import EzPickle

BY_TIME: Final = 5  # the level with a limit of time, not of simulations


class AgainstBots(gymnasium.Env[Arrays, Any], EzPickle):
    """A game with bots in all seats but one."""

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012 (Gymnasium's own)

    def __init__(
        self,
        name: str,
        seats: int | None = None,
        options: Options | None = None,
        opponents: str | Sequence[str] = "3",
        seat: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, name, seats, options, opponents, seat, render_mode)
        self.episode = Episode(game(name, seats, options))
        self.game = self.episode.game
        self.levels = levels_of(opponents, self.game.seats - 1)
        if seat is not None and not 0 <= seat < self.game.seats:
            raise SeatsError(f"seat={seat} is not in 0..{self.game.seats - 1}")
        self.fixed_seat = seat
        self.learner = 0
        self.bots: dict[int, Bot] = {}
        self.render_mode = render_mode
        self.renderer = Renderer(self.game, render_mode)
        self.observation_space = self.episode.observer.observation_space()
        self.action_space = self.episode.observer.action_space()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Arrays, dict[str, Any]]:
        super().reset(seed=seed)
        self.begin()
        while self.episode.is_over:  # in a race the others may end a game before the learner is asked
            self.begin()
        return self.seen()

    def begin(self) -> None:
        """Start a game and let the others act until the learner is asked."""
        self.learner = self.draw(self.game.seats) if self.fixed_seat is None else self.fixed_seat
        others = [(self.learner + after) % self.game.seats for after in range(1, self.game.seats)]
        self.bots = {
            seat: Bot(self.game, level(kind), self.draw(SEEDS)) for seat, kind in zip(others, self.levels, strict=True)
        }
        self.episode.begin(self.draw(SEEDS))
        self.let_others_act()

    def draw(self, n: int) -> int:
        return int(self.np_random.integers(n))

    def step(self, action: int) -> tuple[Arrays, float, bool, bool, dict[str, Any]]:
        chosen = whole(action)
        wrong = self.episode.objection(self.learner, chosen)
        if wrong:
            observation, info = self.seen()
            return observation, FORFEIT, True, False, {**info, ILLEGAL: wrong}
        self.episode.act(chosen)
        self.let_others_act()
        observation, info = self.seen()
        return observation, self.episode.payoffs()[self.learner], self.episode.is_over, False, info

    def seen(self) -> tuple[Arrays, dict[str, Any]]:
        asked = self.episode.asked == self.learner
        return self.episode.arrays(self.learner, asked), self.episode.info(self.learner, asked)

    def let_others_act(self) -> None:
        while self.episode.asked in self.bots:
            self.episode.act(self.choice_of(self.episode.asked))
        if self.render_mode == "human":
            self.render()

    def choice_of(self, seat: int) -> int:
        """Choose the action of the bot in a seat; in a race it may wait."""
        bot, sequential = self.bots[seat], self.episode.sequential
        view = sequential.state.view(seat)
        bot.last_search = None  # it missed the moves since then, so it can't reuse the tree
        by_time = bot.level.number == BY_TIME
        choice = bot.choose(view, None, None if by_time else bot.level.simulations)
        if choice.action != WAIT:
            return choice.action
        if sequential.may_wait(seat):
            return int(sequential.wait)
        world = self.game.guess(view, Rng(self.draw(SEEDS)))
        return bot.by_prior(world, seat, world.legal(seat), race=False).action

    def render(self) -> Any:
        return self.renderer.draw(self.episode.sequential)


def levels_of(opponents: str | Sequence[str], count: int) -> list[str]:
    """List the levels of all opponents, starting with the learner's left neighbour."""
    levels = [opponents] * count if isinstance(opponents, str) else list(opponents)
    if len(levels) != count:
        raise CarreauError(f"opponents: {len(levels)} levels for {count} bots; give one for all, or one for each")
    for each in levels:
        level(each)
    return levels


for each in GAMES:
    gymnasium.register(
        environment_id(GAMES[each]), entry_point="carreau.envs.gymnasium:AgainstBots", kwargs={"name": each}
    )
