"""A game as a PettingZoo parallel environment: all agents act in each step.

All agents that choose simultaneously or race are asked, otherwise only the one whose turn it is. The mask of the
others allows only waiting, and any action they send counts as waiting. In a race the first agent that acts counts;
each race starts with another agent.
"""

from typing import Any

from carreau.core.errors import NotationError
from carreau.core.game import RACE
from carreau.envs.agents import Agents, Options
from carreau.envs.arrays import Arrays
from carreau.envs.episode import FORFEIT, ILLEGAL, whole
from carreau.envs.optional import requires_extra

with requires_extra("envs"):
    from gymnasium.spaces import Dict, Discrete
    from gymnasium.utils import EzPickle
    from pettingzoo import ParallelEnv

Info = dict[str, Any]
StepResult = tuple[dict[str, Arrays], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]


class ParallelEnvironment(ParallelEnv[str, Arrays, Any], EzPickle):
    """The environment; max_cycles truncates a game, strict=False replaces illegal actions by random legal ones."""

    def __init__(
        self,
        name: str,
        seats: int | None = None,
        options: Options | None = None,
        render_mode: str | None = None,
        strict: bool = True,
        max_cycles: int | None = None,
    ) -> None:
        EzPickle.__init__(self, name, seats, options, render_mode, strict, max_cycles)
        self.players = Agents(name, seats, options, render_mode)
        self.episode = self.players.episode
        self.strict = strict
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.cycles = 0
        self.metadata = {**self.players.metadata, "is_parallelizable": True}
        self.possible_agents = list(self.players.agents)

    def observation_space(self, agent: str) -> Dict:
        return self.players.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.players.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Arrays], dict[str, Info]]:
        self.players.begin(seed)
        self.agents = list(self.possible_agents)
        self.cycles = 0
        return self.observations(), self.infos({})

    def step(self, actions: dict[str, int]) -> StepResult:
        if not self.agents:  # as PettingZoo prescribes after the end
            return {}, {}, {}, {}, {}
        chosen = {seat: self.action_of(seat, actions) for seat in self.episode.at_once()}
        wrong = self.objections(chosen)
        forfeited = self.strict and bool(wrong)
        if not forfeited:
            self.perform({seat: self.episode.made_legal(seat, action) for seat, action in chosen.items()})
        self.cycles += 1
        over = forfeited or self.episode.is_over
        cut = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        self.agents = [] if over or cut else self.agents
        every = self.possible_agents
        return (
            self.observations(),
            dict(zip(every, self.forfeits(wrong) if forfeited else self.episode.payoffs(), strict=True)),
            dict.fromkeys(every, over),
            dict.fromkeys(every, cut),
            self.infos(wrong),
        )

    def action_of(self, seat: int, actions: dict[str, int]) -> int:
        agent = self.possible_agents[seat]
        if agent not in actions:
            raise NotationError(f"{agent} must act, but there are only actions of {sorted(actions)}")
        return whole(actions[agent])

    def objections(self, chosen: dict[int, int]) -> dict[int, str]:
        """Say by seat what is wrong with the illegal actions."""
        found = {seat: self.episode.objection(seat, action) for seat, action in chosen.items()}
        return {seat: wrong for seat, wrong in found.items() if wrong}

    def forfeits(self, wrong: dict[int, str]) -> list[float]:
        return [FORFEIT if seat in wrong else 0.0 for seat in range(len(self.possible_agents))]

    def perform(self, chosen: dict[int, int]) -> None:
        """Apply the actions in order; a race ends with the first one that isn't waiting."""
        racing = self.episode.sequential.state.current == RACE
        while self.episode.asked in chosen:
            action = chosen.pop(self.episode.asked)
            self.episode.act(action)
            if racing and action != self.episode.sequential.wait:
                break
        if self.render_mode == "human":
            self.render()

    def observations(self) -> dict[str, Arrays]:
        asked = self.episode.at_once()
        return {agent: self.episode.arrays(seat, seat in asked) for agent, seat in self.players.seat.items()}

    def infos(self, wrong: dict[int, str]) -> dict[str, Info]:
        asked = self.episode.at_once()
        infos = {agent: self.episode.info(seat, seat in asked) for agent, seat in self.players.seat.items()}
        for seat, why in wrong.items():
            infos[self.possible_agents[seat]][ILLEGAL] = why
        return infos

    def render(self) -> Any:
        return self.players.render()

    def close(self) -> None:
        """Do nothing: there are no resources to release."""
