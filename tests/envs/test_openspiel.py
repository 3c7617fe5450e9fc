"""The games in OpenSpiel: its own simulation test, its searches and solvers, and what players may know."""

import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import observation, policy
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts

from carreau.core.errors import OptionError, RecordError, SeatsError
from carreau.core.laws import observed
from carreau.envs import openspiel
from carreau.envs.openspiel import SpielGame, SpielState
from carreau.games.catalogue import GAMES, game, game_class, variants
from carreau.games.raufer.game import Raufer
from tests.hidden import HIDING

OPEN = [name for name in GAMES if name not in HIDING]
SHORT = {
    "carre": "turn_limit=1",
    "qarre": "reshuffle_limit=1,target=2,lead=1",
    "schollenschubser": "turn_limit=1",
    "misd": "limit=2,mode=hard",
    "nussknacker": "target=3",
    "schlauraff": "rounds=1",
}


@pytest.fixture(autouse=True, scope="module")
def registered() -> None:
    openspiel.register()
    openspiel.register()


def load(name: str, players: int | None = None) -> Any:
    """Load a short game."""
    seats = players or game_class(name).SEATS[0]
    return pyspiel.load_game(f"carreau_{name}({SHORT.get(name, '')},players={seats})".replace("(,", "("))


def walk(spiel_game: Any, random: np.random.RandomState) -> Iterator[SpielState]:
    """Yield the positions of a random game in which a player decides."""
    state = spiel_game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(random.choice(outcomes, p=odds)))
        else:
            yield state
            state.apply_action(int(random.choice(state.legal_actions())))


def decision(spiel_game: Any, number: int = 0) -> SpielState:
    return next(islice(walk(spiel_game, np.random.RandomState(7)), number, None))


def small_raufer() -> SpielGame:
    """Return Raufer with three floors, one card for each of three players."""
    return SpielGame(Raufer(3, box={"floors": 3, "hand": {"3": 1}}))


# OpenSpiel's requirements


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_own_simulation(name: str) -> None:
    for players in {min(game_class(name).SEATS), max(game_class(name).SEATS)}:
        pyspiel.random_sim_test(load(name, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_every_option_is_a_parameter(name: str) -> None:
    plain = pyspiel.load_game(f"carreau_{name}").made
    assert plain.seats == min(plain.SEATS)
    assert plain.options == game(name).options
    for made in islice(variants(name), 0, None, 7):
        again = pyspiel.load_game(str(SpielGame(made))).made
        assert (again.seats, again.options) == (made.seats, made.options)


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("carreau_caro(players=7)", SeatsError, "caro is for 2, 3, 4 players, not 7"),
        ("carreau_caro(rounds=99)", OptionError, r"rounds=99 is not in 1\.\.20"),
        ("carreau_carat(hand=2)", OptionError, "hand=2 is not one of 1, 3"),
        ("carreau_misd(cards=7)", OptionError, "cards=7 needs mode=hard"),
        ("carreau_caro(honor=True)", pyspiel.SpielError, "Available parameters are: honour, players, rounds"),
    ],
)
def test_wrong_parameters_are_explained(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        pyspiel.load_game(text)


def test_what_is_said_of_a_game() -> None:
    caro, raufer = pyspiel.load_game("carreau_caro"), pyspiel.load_game("carreau_raufer(players=5)")
    kinds = pyspiel.GameType
    assert caro.get_type().chance_mode == kinds.ChanceMode.DETERMINISTIC
    assert caro.get_type().information == kinds.Information.PERFECT_INFORMATION
    assert caro.max_chance_outcomes() == 0
    assert raufer.get_type().chance_mode == kinds.ChanceMode.EXPLICIT_STOCHASTIC
    assert raufer.get_type().information == kinds.Information.IMPERFECT_INFORMATION
    assert (raufer.num_players(), raufer.min_utility(), raufer.max_utility()) == (5, -0.25, 1.0)


def test_chance_tells_its_odds() -> None:
    state = pyspiel.load_game("carreau_raufer").new_initial_state()
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["start 0", "start 1", "start 2"]
    assert [odds for _, odds in state.chance_outcomes()] == pytest.approx([1 / 3] * 3)


def test_at_a_race_the_clock_acts_when_all_have_waited() -> None:
    state = decision(pyspiel.load_game("carreau_misd(players=3)"))
    for seat in (0, 1, 2):
        assert state.current_player() == seat
        state.apply_action(state.string_to_action(seat, "wait"))
    assert state.is_chance_node()
    assert [odds for _, odds in state.chance_outcomes()] == [1.0]


def test_a_position_in_which_a_seat_is_asked() -> None:
    spiel_game = pyspiel.load_game("carreau_misd(players=3)")
    assert spiel_game.at(decision(spiel_game).node.state, asked=2).current_player() == 2


@pytest.mark.parametrize(
    ("text", "asked", "seats"),
    [("carreau_caro", 1, [0]), ("carreau_misd(players=3)", 3, [0, 1, 2]), ("carreau_plan(players=3)", 2, [0])],
)
def test_a_seat_that_is_not_asked_in_a_position_is_refused(text: str, asked: int, seats: list[int]) -> None:
    spiel_game = pyspiel.load_game(text)
    with pytest.raises(ValueError, match=re.escape(f"asked={asked} is not in {seats}, the seats that are asked")):
        spiel_game.at(decision(spiel_game).node.state, asked)


def test_no_seat_is_asked_where_chance_is() -> None:
    spiel_game = pyspiel.load_game("carreau_raufer")
    with pytest.raises(ValueError, match=r"asked=0 is not in \[\], the seats that are asked"):
        spiel_game.at(spiel_game.made.start(), asked=0)


def test_a_position_is_kept_whatever_becomes_of_the_one_it_was_made_from() -> None:
    spiel_game = pyspiel.load_game("carreau_caro")
    start = spiel_game.made.start()
    state = spiel_game.at(start)
    before = str(state)
    start.apply(0, start.legal(0)[0])
    assert str(state) == before


# What players know


@pytest.mark.parametrize("name", HIDING)
def test_a_resampled_position_is_in_the_same_information_state(name: str) -> None:
    spiel_game = load(name)
    random = np.random.RandomState(3)
    for state in islice(walk(spiel_game, random), 0, 40, 4):
        for player in range(spiel_game.num_players()):
            other = state.resample_from_infostate(player, random.uniform)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.current_player() == state.current_player()
            if player == state.current_player():
                assert other.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("name", HIDING)
def test_resampling_knows_nothing_but_the_information_state(name: str) -> None:
    random = np.random.RandomState(5)
    state = decision(load(name))
    player = state.current_player()
    others = [state.resample_from_infostate(player, random.uniform) for _ in range(6)]
    assert len({str(other) for other in others}) > 1
    expected = state.resample_from_infostate(player, lambda: 0.5)
    for other in others:
        again = other.resample_from_infostate(player, lambda: 0.5)
        assert str(again) == str(expected)
        for seat in range(state.num_players()):
            assert again.information_state_string(seat) == expected.information_state_string(seat)


def test_information_states_have_perfect_recall() -> None:
    """If a player can't distinguish two positions, they made the same decisions with the same knowledge on the way."""
    found: dict[tuple[int, str], tuple[Any, list[int]]] = {}
    untold: list[tuple[Any, tuple[Any, ...]]] = [(small_raufer().new_initial_state(), ((),) * 3)]
    while untold:
        state, pasts = untold.pop()
        player = state.current_player()
        if player >= 0:
            key = (player, state.information_state_string())
            known = (pasts[player], state.legal_actions())
            assert found.setdefault(key, known) == known
        for action in state.legal_actions():
            told = [*pasts]
            if player >= 0:
                told[player] = (*told[player], (key, action))
            untold.append((state.child(action), tuple(told)))
    assert len(found) == 99


def test_an_observation_forgets_how_it_came_about_and_an_information_state_does_not() -> None:
    spiel_game = pyspiel.load_game("carreau_bauab")
    one, other = decision(spiel_game), decision(spiel_game)
    first, answer, second = one.legal_actions()[0], one.legal_actions()[3], one.legal_actions()[5]
    for state, actions in ((one, (first, answer, second)), (other, (second, answer, first))):
        for action in actions:
            state.apply_action(action)
    assert one.observation_string(0) == other.observation_string(0)
    assert one.information_state_string(0) != other.information_state_string(0)


def test_what_is_hidden_is_in_no_string_of_the_others() -> None:
    """Two deals that differ only in the hands of the others."""
    one, other = (small_raufer().new_initial_state() for _ in range(2))
    for state, deals in ((one, "123"), (other, "132")):
        state.apply_action(state.string_to_action("start 0"))
        for card in deals:
            state.apply_action(state.string_to_action(f"deal {card}"))
    assert one.information_state_string(0) == other.information_state_string(0)
    assert one.information_state_string(1) != other.information_state_string(1)


def test_the_tensor_is_the_declared_observation() -> None:
    spiel_game = pyspiel.load_game("carreau_caro(players=3)")
    state = decision(spiel_game, 5)
    seen = observation.make_observation(spiel_game)
    seen.set_from(state, 2)
    assert seen.tensor.tolist() == observed(spiel_game.made, state.node.state, 2) == state.observation_tensor(2)
    assert seen.dict["board"].shape == (15, 15)
    assert np.count_nonzero(seen.dict["board"]) == 5


# Serialisation


@pytest.mark.parametrize("name", ["misd", "nussknacker", "caro"])
def test_a_position_is_pickled_with_its_story(name: str) -> None:
    state = decision(load(name), 2)
    for each in (state, state.resample_from_infostate(0, lambda: 0.3)):
        again = pickle.loads(pickle.dumps(each))  # noqa: S301
        assert str(again) == str(each)
        for player in range(state.num_players()):
            assert again.information_state_string(player) == each.information_state_string(player)


def test_a_story_of_other_rules_is_refused() -> None:
    saved = decision(load("caro"), 2).node.save()
    with pytest.raises(RecordError, match="written by version 0 of caro; this is version 1 of caro"):
        saved._replace(rules=0).restore(game("caro"))
    with pytest.raises(RecordError, match=r"line 2: 0 .* is impossible here"):
        saved._replace(steps=[saved.steps[0], saved.steps[0]]).restore(game("caro"))


def test_another_process_reads_a_pickle_and_ends_in_peace() -> None:
    pickled = pickle.dumps(decision(load("caro"), 3))
    reader = "import pickle, sys; print(pickle.loads(sys.stdin.buffer.read()).history())"
    done = subprocess.run([sys.executable, "-c", reader], input=pickled, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().strip() == str(decision(load("caro"), 3).history())


def test_without_openspiel_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "carreau.envs.openspiel")
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'carreau\[openspiel\]'"):
        import_module("carreau.envs.openspiel")


# OpenSpiel's searches and solvers


@pytest.mark.parametrize("name", OPEN)
def test_mcts_plays(name: str) -> None:
    spiel_game, random = load(name), np.random.RandomState(1)
    state = decision(spiel_game)
    bot = mcts.MCTSBot(spiel_game, 1.4, 6, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", HIDING)
def test_ismcts_plays(name: str) -> None:
    """Its own resampler is ours; it checks that samples are in the same information state."""
    spiel_game, random = load(name), np.random.RandomState(1)
    state = decision(spiel_game)
    bot = ismcts.ISMCTSBot(spiel_game, mcts.RandomRolloutEvaluator(1, random), 1.4, 6, random_state=random)
    assert bot.step(state) in state.legal_actions()


def test_cfr_learns_a_small_game() -> None:
    spiel_game = small_raufer()
    solver = cfr.CFRSolver(spiel_game)
    for _ in range(6):
        solver.evaluate_and_update_policy()
    learned, uniform = solver.average_policy(), policy.UniformRandomPolicy(spiel_game)
    assert exploitability.nash_conv(spiel_game, learned) < 0.3 * exploitability.nash_conv(spiel_game, uniform)
