"""The games of the catalogue as OpenSpiel games, as far as its search bots need them.

Seats that may act at the same time take turns here, and at a race whoever is in turn acts: OpenSpiel has no races.
"""

from typing import Any

import pyspiel

from carreau.bots.catalogue import knowledge
from carreau.core.game import ALL, CHANCE, OVER, RACE, Game, State
from carreau.core.open import OpenView
from carreau.core.rng import Rng

LONGEST = 100_000


def openspiel_game(game: Game[Any, Any]) -> "AdaptedGame":
    return AdaptedGame(game)


class AdaptedGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its seats and options fixed."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        start = game.start()
        hidden = not isinstance(start.view(0), OpenView)
        information = pyspiel.GameType.Information
        kind = pyspiel.GameType(
            short_name=f"carreau_{game.NAME}",
            long_name=f"Carreau {game.NAME}",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=information.IMPERFECT_INFORMATION if hidden else information.PERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=game.seats,
            min_num_players=game.seats,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=False,
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_actions,
            max_chance_outcomes=game.num_actions,
            num_players=game.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, {})

    def new_initial_state(self) -> "AdaptedState":
        return AdaptedState(self, self.game.start())

    def at(self, state: State) -> "AdaptedState":
        """A position of the game, whichever way it came about."""
        return AdaptedState(self, state)


class Held:
    """What a state of OpenSpiel carries; its clone() makes deep copies of it."""

    def __init__(self, adapted: AdaptedGame, state: State) -> None:
        self.adapted = adapted
        self.state = state

    def __deepcopy__(self, memo: dict[int, Any]) -> "Held":
        return Held(self.adapted, self.state.clone())


class AdaptedState(pyspiel.State):  # type: ignore[misc]
    """A position. Bots get clones of it, and resampled ones where something is hidden."""

    def __init__(self, adapted: AdaptedGame, state: State) -> None:
        super().__init__(adapted)
        self.held = Held(adapted, state)

    @property
    def state(self) -> State:
        return self.held.state

    @property
    def adapted(self) -> AdaptedGame:
        return self.held.adapted

    def current_player(self) -> int:
        current = int(self.state.current)
        if current == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        if current == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        if current == ALL:
            return self.state.waiting()[0]
        if current == RACE:
            return int(knowledge(self.adapted.game).racer(self.state, Rng(0)))
        return current

    def _legal_actions(self, player: int) -> list[int]:
        return self.state.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(zip(self.state.legal(CHANCE), self.state.odds(), strict=True))

    def _apply_action(self, action: int) -> None:
        player = self.current_player()
        self.state.apply(CHANCE if player == pyspiel.PlayerId.CHANCE else player, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.adapted.game.text(action)

    def is_terminal(self) -> bool:
        return bool(self.state.current == OVER)

    def returns(self) -> list[float]:
        return self.state.result().payoffs if self.is_terminal() else [0.0] * self.adapted.game.seats

    def information_state_string(self, player: int | None = None) -> str:
        seat = self.current_player() if player is None else player
        return str(self.state.view(seat).to_json())

    def observation_string(self, player: int | None = None) -> str:
        return self.information_state_string(player)

    def resample_from_infostate(self, player: int, sampler: Any) -> "AdaptedState":
        """Another position that looks the same to a player, from what the player may believe."""
        view = self.state.view(player)
        return self.adapted.at(self.adapted.game.guess(view, Rng(int(sampler() * 2**31))))

    def __str__(self) -> str:
        return str(self.state.dump())
