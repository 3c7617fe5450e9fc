"""Positions of Misd for tests."""

from typing import Any

from carreau.core.game import CHANCE, SPECTATOR
from carreau.games.misd._state import MisdState
from carreau.games.misd.game import Misd
from tests.play import legal_texts, play

SHAPES = ["triangle", "square", "diamond", "pentagon", "hexagon", "circle", "star", "arrow", "heart", "cross"]
COLOURS = ["white", "black", "yellow", "green", "blue", "violet", "red", "orange", "brown", "grey"]
EVERY_CARD = list(range(1, 11))
Position = dict[str, Any]


def simple(seats: int = 3, **options: object) -> Misd:
    return Misd(seats, options)


def hard(seats: int = 3, **options: object) -> Misd:
    return Misd(seats, {"mode": "hard", **options})


def show(state: MisdState) -> MisdState:
    """Turn up cards and finders, the first possible ones, until a player can answer."""
    state = state.clone()
    while state.current == CHANCE:
        state.apply(CHANCE, state.legal(CHANCE)[0])
    return state


def pass_by(game: Misd, state: MisdState, times: int) -> MisdState:
    """Let the clock discard some cards or searches."""
    for _ in range(times):
        state = play(game, "chance: time out", state=show(state))
    return state


def right(state: MisdState) -> list[str]:
    """List the right answers, looked up on the open cards."""
    view = state.view(SPECTATOR).to_json()
    if view["mode"] == "simple":
        (face,) = view["faces"]
        return [f"{c} {s}" for c in COLOURS for s in SHAPES if s not in face and c not in face.values()]
    wanted = (view["shape"], view["colour"])
    return [f"card {n}" for n, face in enumerate(view["faces"], 1) if wanted in face.items()] or ["missing"]


def wrong(game: Misd, state: MisdState) -> str:
    return next(text for text in legal_texts(game, state, state.waiting()[0]) if text not in right(state))


def win(game: Misd, state: MisdState, seat: int, times: int = 1) -> MisdState:
    """Let a seat answer right several times."""
    for _ in range(times):
        state = show(state)
        state = play(game, f"{seat}: {right(state)[0]}", state=state)
    return state


def lose(game: Misd, state: MisdState, seat: int) -> MisdState:
    state = show(state)
    return play(game, f"{seat}: {wrong(game, state)}", state=state)


def both_games() -> list[Misd]:
    return [simple(), hard()]
