"""A game as a PettingZoo AEC environment: one agent acts at a time, and only if it has something to decide."""

import warnings
from typing import Any

from carreau.envs.agents import Agents, Options
from carreau.envs.arrays import Arrays
from carreau.envs.episode import FORFEIT, ILLEGAL, whole
from carreau.envs.optional import requires_extra

with requires_extra("envs"):
    from gymnasium.spaces import Dict, Discrete
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import TerminateIllegalWrapper


class AecEnvironment(AECEnv[str, Arrays, Any], EzPickle):
    """The environment without wrappers; strict=False replaces illegal actions by random legal ones."""

    def __init__(
        self,
        name: str,
        seats: int | None = None,
        options: Options | None = None,
        render_mode: str | None = None,
        strict: bool = True,
    ) -> None:
        EzPickle.__init__(self, name, seats, options, render_mode, strict)
        self.players = Agents(name, seats, options, render_mode)
        self.episode = self.players.episode
        self.strict = strict
        self.render_mode = render_mode
        self.metadata = {**self.players.metadata, "is_parallelizable": False}
        self.possible_agents = list(self.players.agents)

    def observation_space(self, agent: str) -> Dict:
        return self.players.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.players.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.players.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.ask()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if action is None or self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.perform(self.players.seat[agent], whole(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, self.episode.payoffs(), strict=True))
        self.terminations = dict.fromkeys(self.agents, self.episode.is_over)
        self._accumulate_rewards()
        self.ask()

    def perform(self, seat: int, action: int) -> None:
        if self.strict:
            self.episode.require(seat, action)
        else:
            action = self.episode.made_legal(seat, action)
        self.episode.act(action)

    def ask(self) -> None:
        """Select the agent to ask; after the end all agents get their last info in turn."""
        asked, is_over = self.episode.asked, self.episode.is_over
        self.agent_selection = self.possible_agents[0 if is_over else asked]
        self.infos = {
            agent: self.episode.info(seat, seat == asked) if is_over or seat == asked else {}
            for agent, seat in self.players.seat.items()
        }
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Arrays:
        seat = self.players.seat[agent]
        return self.episode.arrays(seat, seat == self.episode.asked)

    def objection(self, action: int) -> str:
        """Say what is wrong with an action of the selected agent; "" if it is legal."""
        return self.episode.objection(self.players.seat[self.agent_selection], action)

    def render(self) -> Any:
        return self.players.render()

    def close(self) -> None:
        """Do nothing: there are no resources to release."""


class ExplainIllegal(TerminateIllegalWrapper[str, Arrays, Any]):
    """PettingZoo's wrapper that ends the game at an illegal action, with the clause against the action added."""

    def __init__(self, wrapped: AecEnvironment) -> None:
        super().__init__(wrapped, illegal_reward=FORFEIT)
        self.wrapped = wrapped

    def step(self, action: int | None) -> None:
        agent = self.wrapped.agent_selection
        dead = self.wrapped.terminations[agent] or self.wrapped.truncations[agent]
        wrong = "" if dead or action is None else self.wrapped.objection(whole(action))
        super().step(action)
        if wrong:
            self.wrapped.truncations = dict.fromkeys(self.wrapped.agents, False)  # unlike PettingZoo, which sets both
            self.wrapped.infos[agent][ILLEGAL] = wrong
            warnings.warn(wrong, stacklevel=2)
