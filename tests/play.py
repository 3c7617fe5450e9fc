"""Helpers for playing a few moves in a test."""

import json
from typing import Any, TypeVar

from carreau.core.errors import IllegalMove
from carreau.core.game import CHANCE, Game, State, View

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


def play(game: Game[S, V], *moves: str, state: S | None = None) -> S:
    """Return the position after moves such as "0: red 0,0" or "chance: roll 1 2 3", which must be legal."""
    position = game.start() if state is None else state.clone()
    for move in moves:
        actor, text = move.split(":", 1)
        game.act(position, CHANCE if actor == "chance" else int(actor), game.parse(text))
    return position


def refused(game: Game[S, V], state: S, seat: int, text: str) -> str:
    """Return the clause against a move, which must leave the position unchanged; "" if it is legal."""
    before = state.fingerprint()
    try:
        game.act(state.clone(), seat, game.parse(text))
    except IllegalMove as error:
        assert state.fingerprint() == before
        return error.clause
    return ""


def legal_texts(game: Game[S, V], state: S, seat: int) -> list[str]:
    """List the notations of a seat's legal moves."""
    return [game.text(action) for action in state.legal(seat)]


def sent(view: View) -> dict[str, Any]:
    """Return a view as it arrives: JSON has no tuples."""
    found: dict[str, Any] = json.loads(json.dumps(view.to_json()))
    return found
