"""The parts that both PettingZoo environments share: agents, spaces, seeds and rendering."""

import secrets
from collections.abc import Mapping
from typing import Any

from carreau.core.rng import Rng
from carreau.envs.episode import SEEDS, Episode
from carreau.envs.render import RENDER_MODES, Renderer
from carreau.envs.versions import environment_id
from carreau.games.catalogue import game

Options = Mapping[str, object]


class Agents:
    """The seats of a game as PettingZoo agents: player_0, player_1 and so on."""

    def __init__(self, name: str, seats: int | None, options: Options | None, render_mode: str | None) -> None:
        self.episode = Episode(game(name, seats, options))
        self.renderer = Renderer(self.episode.game, render_mode)
        self.agents = [f"player_{seat}" for seat in range(self.episode.game.seats)]
        self.seat = {agent: seat for seat, agent in enumerate(self.agents)}
        observer = self.episode.observer
        self.observation_spaces = {agent: observer.observation_space() for agent in self.agents}
        self.action_spaces = {agent: observer.action_space() for agent in self.agents}
        self.seeds: Rng | None = None
        self.metadata: dict[str, Any] = {
            "name": environment_id(name).partition("/")[2],
            "render_modes": RENDER_MODES,
            "render_fps": 2,
        }

    def begin(self, seed: int | None) -> None:
        """Start a game; a seed fixes this game and all games after it."""
        if seed is not None or self.seeds is None:
            self.seeds = Rng(secrets.randbelow(SEEDS) if seed is None else seed % SEEDS)
        self.episode.begin(int(self.seeds.wide()))

    def render(self) -> Any:
        return self.renderer.draw(self.episode.sequential)
