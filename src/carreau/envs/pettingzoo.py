"""Every game as a PettingZoo environment, AEC or parallel.

    from carreau.envs.pettingzoo import env, parallel_env
    table = env("carat", seats=3, options={"open_hands": True}, render_mode="ansi")

Agents are player_0, player_1 and so on. An observation is {"observation": {name: array}, "action_mask": array};
docs/envs describes the arrays. The info of the agent that is asked has its View ("view") and the names of its legal
actions ("names").

An action outside the mask ends the game with -1 for its agent and 0 for the others; the agent's info names the clause
("illegal"). strict=False takes a random legal action instead. Numbers that aren't actions count as outside the mask;
only env() raises an AssertionError for them, like other PettingZoo environments.

The environments are registered: pettingzoo.env_registry.registration.make("aec", "carreau/carat-v1", seats=3).
"""

from typing import Any, Final

from carreau.envs.aec import AecEnvironment, ExplainIllegal
from carreau.envs.agents import Options
from carreau.envs.arrays import Arrays
from carreau.envs.optional import requires_extra
from carreau.envs.parallel import ParallelEnvironment
from carreau.envs.versions import environment_id
from carreau.games.catalogue import GAMES

with requires_extra("envs"):
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.env_registry.registration import register
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

HERE: Final = "carreau.envs.pettingzoo"


def env(
    name: str,
    seats: int | None = None,
    options: Options | None = None,
    render_mode: str | None = None,
    strict: bool = True,
) -> AECEnv[str, Arrays, Any]:
    """Create an AEC environment, with the fewest seats by default."""
    raw = AecEnvironment(name, seats, options, render_mode, strict)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(ExplainIllegal(raw) if strict else raw))


def parallel_env(
    name: str,
    seats: int | None = None,
    options: Options | None = None,
    render_mode: str | None = None,
    strict: bool = True,
    max_cycles: int | None = None,
) -> ParallelEnv[str, Arrays, Any]:
    """Create a parallel environment that is truncated after max_cycles steps, if given."""
    return ParallelEnvironment(name, seats, options, render_mode, strict, max_cycles)


for each in GAMES:
    register("aec", environment_id(each), entry_point=f"{HERE}:env", kwargs={"name": each})
    register("parallel", environment_id(each), entry_point=f"{HERE}:parallel_env", kwargs={"name": each})
