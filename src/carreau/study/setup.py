"""Setting up positions: the parts that determine one, and positions guessed from what a seat knows."""

import json
from collections.abc import Mapping
from typing import Any

from carreau.core.errors import PositionError
from carreau.core.game import Game, State
from carreau.core.rng import Rng
from carreau.study.file import position_from


def parts_of(game: Game[Any, Any], state: State) -> dict[str, str]:
    """Return the parts of a position as JSON, by name: those without which it can't be loaded.

    All other parts follow from these, and would contradict them after an edit.
    """
    dumped = state.dump()
    return {name: json.dumps(part) for name, part in dumped.items() if not follows(game, dumped, name)}


def follows(game: Game[Any, Any], dumped: dict[str, Any], name: str) -> bool:
    """Tell whether a part follows from the others."""
    try:
        game.load({key: part for key, part in dumped.items() if key != name})
    except PositionError:
        return False
    return True


def position_from_parts(game: Game[Any, Any], parts: Mapping[str, str]) -> State:
    """Return the position with these parts; PositionError says why there is none."""
    return position_from(game, "{" + ",".join(f"{json.dumps(name)}:{part}" for name, part in parts.items()) + "}")


def guessed(game: Game[Any, Any], state: State, seat: int, seed: int) -> State:
    """Return a position that looks the same to a seat, or a spectator; everything hidden is drawn by its likelihood."""
    found: State = game.guess(state.view(seat), Rng(seed))
    return found
