"""The games of the catalogue in OpenSpiel.

    import pyspiel
    from carreau.envs import openspiel

    openspiel.register()
    game = pyspiel.load_game("carreau_caro(players=2,honour=True)")

Dice, deck and clock are chance nodes with their odds. One seat is asked at a time, see `carreau.envs.sequential`.
An observation is a seat's view; an information state adds a fingerprint of everything the seat was told.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from carreau.core.game import CHANCE, OVER, State
from carreau.core.obs_buffer import ObsBuffer
from carreau.core.options import Choice, Option, OptionValue
from carreau.core.rng import Rng
from carreau.envs.optional import requires_extra
from carreau.envs.recall import HistoryNode, SavedHistory, is_hidden, spelled
from carreau.envs.sequential import SequentialState
from carreau.games.catalogue import GAMES, AnyGame, game

with requires_extra("openspiel"):
    import numpy as np
    import pyspiel

PREFIX: Final = "carreau_"
COMMA: Final = "|"  # replaces commas in the values of options, because OpenSpiel separates parameters by commas
SEEDS: Final = 2**31
MOST: Final = 2**31 - 1  # OpenSpiel counts with 32 bits


def register() -> None:
    """Register all games of the catalogue with OpenSpiel as carreau_NAME; calling it again changes nothing."""
    for name, word in GAMES.items():
        # A class, not a function: OpenSpiel releases it after Python has shut down, when only classes still exist.
        pyspiel.register_game(kind(game(name)), type(f"Spiel{word}", (LoadedGame,), {"NAME": name}))


def unpickled_game(text: str) -> Any:
    register()  # this may be another process
    return pyspiel.load_game(text)


def unpickled_state(text: str) -> Any:
    register()
    return pyspiel.deserialize_game_and_state(text)[1]


# What OpenSpiel needs to know about a game


def kind(made: AnyGame) -> Any:
    information, chance = pyspiel.GameType.Information, pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=PREFIX + made.NAME,
        long_name=f"Carreau {made.NAME.capitalize()}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if has_chance(made) else chance.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if is_hidden(made) else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=min(made.SEATS),
        max_num_players=max(made.SEATS),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=made.OBSERVATION.size > 0,
        parameter_specification=parameters_of(made),
    )


def has_chance(made: AnyGame) -> bool:
    """Return whether dice, a deck or a clock act, judging by a random game."""
    sequential, rng = SequentialState(made, made.start()), Rng(0)
    while sequential.asked not in (CHANCE, OVER):
        legal = sequential.legal()
        sequential.act(legal[int(rng.below(len(legal)))])
    return bool(sequential.asked == CHANCE)


def parameters_of(made: AnyGame) -> dict[str, OptionValue]:
    """Return the number of players and all options as OpenSpiel parameters."""
    options = made.OPTIONS.options
    return {
        "players": made.seats,
        **{name: parameter(options[name], value) for name, value in made.options.items()},
    }


def parameter(option: Option, value: OptionValue) -> OptionValue:
    """Return an option's value as OpenSpiel would read it: anything that looks like a number is one."""
    if isinstance(option, Choice) and all(word.isdecimal() for word in option.values):
        return int(value)
    return value.replace(",", COMMA) if isinstance(value, str) else value


def read(value: OptionValue) -> OptionValue:
    """Undo parameter(); options of words also accept numbers."""
    return value.replace(COMMA, ",") if isinstance(value, str) else value


def info(made: AnyGame) -> Any:
    actions = made.num_actions + 1  # the last one is waiting in a race
    return pyspiel.GameInfo(
        num_distinct_actions=actions,
        max_chance_outcomes=made.num_actions if has_chance(made) else 0,
        num_players=made.seats,
        min_utility=-1 / (made.seats - 1),  # see Result.payoffs
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=longest(made),
    )


def longest(made: AnyGame) -> int:
    """Return a generous bound: each seat takes every action once between two events the options limit.

    By the rules, only Nussknacker with more than two players can last longer, if ties keep recurring at its end.
    """
    limits = [int(made.options[name]) for name, option in made.OPTIONS.options.items() if option.bounds_length]
    return min(math.prod(max(1, limit) for limit in limits) * made.seats * (made.num_actions + 1), MOST)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with seats and options fixed; `SpielGame(game)` also accepts games outside the catalogue."""

    def __init__(self, made: AnyGame) -> None:
        super().__init__(kind(made), info(made), parameters_of(made))
        self.made = made

    def new_initial_state(self) -> "SpielState":
        return self.at(self.made.start())

    def at(self, state: State, asked: int | None = None) -> "SpielState":
        """Return any position as a state; in a race, the seats before the one asked have waited."""
        sequential = SequentialState(self.made, state.clone())
        seats: list[int] = []
        while asked is not None and sequential.asked != asked:
            seats += [int(sequential.asked)] if sequential.asked >= 0 else []
            if not sequential.may_wait(sequential.asked):
                raise ValueError(f"asked={asked} is not in {seats}, the seats that are asked in this position")
            sequential.hold_back()
        return SpielState(self, HistoryNode.first(sequential))

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> "SpielObserver":
        return SpielObserver(self.made, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params or {})


class LoadedGame(SpielGame):
    """The result of pyspiel.load_game; SeatsError or OptionError says what is wrong with the parameters."""

    NAME: ClassVar[str]

    def __init__(self, parameters: Mapping[str, OptionValue]) -> None:
        options = {name: read(value) for name, value in parameters.items()}
        super().__init__(game(self.NAME, int(options.pop("players")), options))

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        return unpickled_game, (str(self),)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position of OpenSpiel, which copies and pickles `held`."""

    def __init__(self, spiel_game: SpielGame, node: HistoryNode) -> None:
        super().__init__(spiel_game)
        self.held: HistoryNode | SavedHistory = node

    @property
    def node(self) -> HistoryNode:
        if isinstance(self.held, SavedHistory):  # it was deserialized
            self.held = self.held.restore(self.get_game().made)
        return self.held

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        return unpickled_state, (pyspiel.serialize_game_and_state(self.get_game(), self),)

    # Players and legal actions

    def current_player(self) -> int:
        asked = self.node.asked
        if asked == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if asked == CHANCE else asked

    def is_terminal(self) -> bool:
        return self.node.asked == OVER

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.sequential.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        state = self.node.state
        return list(zip(state.legal(CHANCE), state.odds(), strict=True))

    def _apply_action(self, action: int) -> None:
        self.held = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return spelled(self.node.game, action)

    def returns(self) -> list[float]:
        return self.node.state.result().payoffs if self.is_terminal() else [0.0] * self.node.game.seats

    # Observations

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """Draw a position from a player's information state, using nothing else."""
        return SpielState(self.get_game(), self.node.guessed(player, Rng(int(sampler() * SEEDS))))

    def __str__(self) -> str:
        return f"asked {self.node.asked}: {self.node.state.dump()}"


class SpielObserver:
    """A player's observation as a string and as the game's named arrays; with perfect recall only as a string."""

    def __init__(self, made: AnyGame, wanted: Any, params: Mapping[str, Any]) -> None:
        if params:
            raise ValueError(f"observations take no parameters; found {', '.join(params)}")
        if not wanted.public_info or wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("a view holds public and private information together: they aren't available separately")
        self.made = made
        self.perfect_recall = bool(wanted.perfect_recall)
        self.rows = ObsBuffer(made.OBSERVATION.size)
        self.tensor: np.ndarray[Any, np.dtype[np.float32]] | None = None
        self.dict: dict[str, np.ndarray[Any, np.dtype[np.float32]]] = {}
        if made.OBSERVATION.size and not self.perfect_recall:
            self.tensor = np.zeros(made.OBSERVATION.size, np.float32)
            for field in made.OBSERVATION.fields:
                self.dict[field.name] = self.tensor[field.first : field.first + field.size].reshape(field.shape)

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            self.rows.begin(0)
            self.made.observe(state.node.state, player, self.rows)
            self.tensor[:] = self.rows.written()

    def string_from(self, state: SpielState, player: int) -> str:
        node = state.node
        seen = node.observed(player)
        return f"{node.remembered(player)} {seen}" if self.perfect_recall else seen
