"""Every game passes PettingZoo's own tests with every number of seats, and more."""

import json
import pickle
import re
from functools import partial
from itertools import groupby
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.env_registry.registration import make
from pettingzoo.test.api_test import api_test
from pettingzoo.test.max_cycles_test import max_cycles_test
from pettingzoo.test.parallel_test import parallel_api_test
from pettingzoo.test.performance_benchmark import performance_benchmark
from pettingzoo.test.render_test import render_test
from pettingzoo.test.seed_test import parallel_seed_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

from carreau.core.errors import CarreauError, NotationError
from carreau.core.game import RACE, Game
from carreau.envs.aec import AecEnvironment
from carreau.envs.arrays import Arrays
from carreau.envs.parallel import ParallelEnvironment
from carreau.envs.pettingzoo import env, parallel_env
from carreau.envs.versions import environment_id
from carreau.games.catalogue import GAMES, game_class, variants

# PettingZoo's tests warn about dictionaries unless they know the environment's name.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
]

AnyGame = Game[Any, Any]
CYCLES = 12
RED = game_class("caro").ACTIONS.parse("red 0,0")
TABLES = [(name, seats) for name in GAMES for seats in game_class(name).SEATS]


def samples(name: str) -> list[AnyGame]:
    """List a game for every number of seats, with options as far from the defaults as possible."""
    tables = groupby(variants(name), key=lambda made: made.seats)
    return [max(games, key=unusual) for _, games in tables]


def unusual(made: AnyGame) -> int:
    return sum(made.options[option.name] != option.default for option in made.OPTIONS.options.values())


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_aec_is_as_pettingzoo_wants_it(name: str, seats: int) -> None:
    api_test(env(name, seats), num_cycles=CYCLES)
    seed_test(lambda: env(name, seats), CYCLES)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_parallel_is_as_pettingzoo_wants_it(name: str, seats: int) -> None:
    parallel_api_test(parallel_env(name, seats), num_cycles=2 * CYCLES)
    parallel_seed_test(lambda: parallel_env(name, seats, strict=False), CYCLES)


@pytest.mark.parametrize("name", GAMES)
def test_options_make_no_difference_to_that(name: str) -> None:
    for made in samples(name):
        api_test(env(name, made.seats, made.options), num_cycles=CYCLES)
        parallel_api_test(parallel_env(name, made.seats, made.options), num_cycles=CYCLES)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_games_are_cut_off_after_as_many_cycles_as_wanted(name: str, seats: int) -> None:
    def parallel(max_cycles: int) -> Any:
        return parallel_env(name, seats, strict=False, max_cycles=max_cycles)

    def in_turn(max_cycles: int) -> Any:
        return parallel_to_aec(parallel(max_cycles))

    max_cycles_test(SimpleNamespace(parallel_env=parallel, env=in_turn))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_rendered(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    def colourful(drawn: str) -> bool:
        return "player_1" in drawn and "\x1b[" in drawn

    made: Any = partial(env, name)
    render_test(made, {"ansi": colourful})
    assert "player_1" in capsys.readouterr().out


def test_the_benchmark_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    seconds = iter(range(0, 1000, 2))
    monkeypatch.setattr("time.time", lambda: next(seconds))
    for name in GAMES:
        performance_benchmark(env(name))
    assert capsys.readouterr().out.count("turns per second") == len(GAMES)


def play(table: Any, seed: int) -> list[tuple[str, Arrays, float, dict[str, Any]]]:
    """Play a random game; return everything the agents received, in order."""
    table.reset(seed=seed)
    told = []
    for number, agent in enumerate(table.agent_iter()):
        seen, reward, terminated, truncated, info = table.last()
        told.append((agent, seen, reward, info))
        legal = np.flatnonzero(seen["action_mask"])
        table.step(None if terminated or truncated else int(legal[(number * 7919 + seed) % len(legal)]))
    return told


@pytest.mark.parametrize("name", GAMES)
def test_whoever_is_asked_learns_its_view_and_at_the_end_the_result(name: str) -> None:
    table = env(name)
    told = play(table, seed=3)
    ends = told[-len(table.possible_agents) :]
    assert sum(reward for _, _, reward, _ in ends) == pytest.approx(0)
    assert all(reward == 0 for _, _, reward, _ in told[: -len(ends)])
    for agent, seen, _, info in told:
        written = json.dumps(info["view"])
        assert json.dumps(json.loads(written)) == written
        assert info["view"]["seat"] == int(agent.removeprefix("player_"))
        named = set(info.get("names", {}))
        assert named <= set(np.flatnonzero(seen["action_mask"]))
    assert [info["result"]["ranks"] for *_, info in ends] == [ends[0][3]["result"]["ranks"]] * len(ends)


def test_an_illegal_action_ends_the_game_and_names_the_clause() -> None:
    table = env("caro")
    table.reset(seed=1)
    table.step(RED)
    agent = table.agent_selection
    wrong = re.escape("red 0,0: One tile a turn (caro.3).")
    with pytest.warns(UserWarning, match=wrong):
        table.step(RED)
    assert all(table.terminations.values())
    assert not any(table.truncations.values())
    assert table.rewards == {other: -1.0 if other == agent else 0.0 for other in table.agents}
    assert re.search(wrong, table.infos[agent]["illegal"])
    told = {}
    for other in table.agent_iter():
        _, reward, *ended, _ = table.last()
        told[other] = (reward, ended)
        table.step(None)
    assert told == {other: (-1.0 if other == agent else 0.0, [True, False]) for other in table.possible_agents}


def test_an_illegal_action_is_replaced_if_one_likes() -> None:
    table = env("caro", strict=False)
    table.reset(seed=1)
    table.step(0)
    table.step(0)
    assert not any(table.terminations.values())


def test_parallel_an_illegal_action_costs_only_whoever_chose_it() -> None:
    table = parallel_env("raufer", 3)
    seen, _ = table.reset(seed=2)
    asked = next(agent for agent in table.agents if seen[agent]["action_mask"][:-1].any())
    wrong = int(np.flatnonzero(seen[asked]["action_mask"] == 0)[0])
    _, rewards, terminations, truncations, infos = table.step(dict.fromkeys(table.agents, wrong))
    assert rewards == {agent: -1.0 if agent == asked else 0.0 for agent in rewards}
    assert all(terminations.values())
    assert not any(truncations.values())
    assert not table.agents
    assert [agent for agent in infos if "illegal" in infos[agent]] == [asked]


@pytest.mark.parametrize("number", [-1, 116, 121, 10**30])
def test_parallel_a_number_that_is_no_action_is_an_illegal_action(number: int) -> None:
    table = ParallelEnvironment("bauab")
    table.reset(seed=3)
    asked, before = table.possible_agents[table.episode.asked], table.episode.sequential.state.fingerprint()
    _, rewards, terminations, _, infos = table.step(dict.fromkeys(table.agents, number))
    assert rewards == {agent: -1.0 if agent == asked else 0.0 for agent in rewards}
    assert all(terminations.values())
    assert infos[asked]["illegal"] == f"action {number} is not in 0..115"
    assert table.episode.sequential.state.fingerprint() == before


@pytest.mark.parametrize("name", GAMES)
def test_a_number_that_is_no_action_is_replaced_if_one_likes(name: str) -> None:
    table = parallel_env(name, strict=False)
    for number in (-1, 10**6, 10**30):
        table.reset(seed=3)
        _, rewards, terminations, _, _ = table.step(dict.fromkeys(table.agents, number))
        assert not any(rewards.values())
        assert not any(terminations.values())


@pytest.mark.parametrize("strict", [True, False])
def test_parallel_what_is_no_whole_number_is_refused_and_nothing_done(strict: bool) -> None:
    table = ParallelEnvironment("caro", strict=strict)
    table.reset(seed=3)
    before = table.episode.sequential.state.fingerprint()
    with pytest.raises(NotationError, match="action None must be one whole number"):
        table.step(dict.fromkeys(table.agents))  # type: ignore[arg-type]
    assert table.episode.sequential.state.fingerprint() == before
    table.step(dict.fromkeys(table.agents, np.array([RED])))  # type: ignore[arg-type]
    assert table.episode.sequential.state.fingerprint() != before


@pytest.mark.parametrize("strict", [True, False])
def test_aec_what_is_no_action_is_refused_as_pettingzoo_does_it(strict: bool) -> None:
    table = env("caro", strict=strict)
    table.reset(seed=3)
    for action in (-1, 904, 10**30, None, 1.5):
        with pytest.raises(AssertionError, match="action is not in action space"):
            table.step(action)
    table.step(np.int64(RED))
    assert not any(table.terminations.values())


def test_parallel_nothing_goes_on_without_those_who_are_asked() -> None:
    table = ParallelEnvironment("bauab")
    table.reset(seed=3)
    asked, other = table.possible_agents[table.episode.asked], table.possible_agents[1 - table.episode.asked]
    before = table.episode.sequential.state.fingerprint()
    with pytest.raises(NotationError, match=rf"{asked} must act, but there are only actions of \['{other}'\]"):
        table.step({other: 0})
    table.step({asked: -1})
    assert table.agents == []
    assert table.step({asked: 0}) == ({}, {}, {}, {}, {})
    assert table.episode.sequential.state.fingerprint() == before


def test_at_a_race_the_first_in_line_counts_and_the_line_moves_on() -> None:
    table = ParallelEnvironment("misd", 2, {"mode": "hard"})
    table.reset(seed=4)
    state: Any = table.episode.sequential.state
    first = []
    for _ in range(6):
        assert state.current == RACE
        table.step(dict.fromkeys(table.possible_agents, state.legal(0)[0]))
        first.append(int(state.last_seat))
    assert first == [0, 1, 0, 1, 0, 1]


def test_environments_are_pickled_by_what_they_were_made_of() -> None:
    table = pickle.loads(pickle.dumps(AecEnvironment("raufer", 4)))  # noqa: S301 (made here)
    assert len(table.possible_agents) == 4


@pytest.mark.parametrize("name", GAMES)
def test_environments_are_registered(name: str) -> None:
    assert str(make("aec", environment_id(name)).unwrapped) == environment_id(name).removeprefix("carreau/")
    assert isinstance(make("parallel", environment_id(name)), ParallelEnvironment)


def test_a_render_mode_that_does_not_exist_is_refused() -> None:
    with pytest.raises(CarreauError, match="render_mode=svg is not one of human, ansi, rgb_array"):
        env("caro", render_mode="svg")
