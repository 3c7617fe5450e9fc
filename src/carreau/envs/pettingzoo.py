"""Every game as a PettingZoo environment: seat by seat (AEC), or all seats at once.

    from carreau.envs.pettingzoo import env, parallel_env
    table = env("carat", seats=3, options={"open_hands": True}, render_mode="ansi")

Agents are player_0, player_1 and so on. An observation is {"observation": {name: array}, "action_mask": array};
docs/envs tells what is in the arrays. The info of whoever is asked holds its View ("view") and what its legal actions
are called ("names").

An action outside the mask ends the game: -1 for whoever chose it, 0 for the others, and the clause against it is in
its info ("illegal"). With strict=False any legal action is taken instead. A number that is no action at all counts as
outside the mask, too; only env() refuses it with an AssertionError, as PettingZoo's environments do.

The environments are registered, too: pettingzoo.env_registry.registration.make("aec", "carreau/carat-v1", seats=3).
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
    """A game for the fewest seats possible unless told otherwise, one agent at a time."""
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
    """The same with all agents at once; cut off after max_cycles steps, if so many are given."""
    return ParallelEnvironment(name, seats, options, render_mode, strict, max_cycles)


for each in GAMES:
    register("aec", environment_id(each), entry_point=f"{HERE}:env", kwargs={"name": each})
    register("parallel", environment_id(each), entry_point=f"{HERE}:parallel_env", kwargs={"name": each})
