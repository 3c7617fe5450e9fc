"""Positions of Schlauraff for tests."""

from collections import Counter
from typing import Any

from carreau.core.game import CHANCE
from carreau.games.schlauraff._state import SchlauraffState
from carreau.games.schlauraff.game import Schlauraff
from tests.play import legal_texts, play

COLOURS = ["yellow", "green", "blue", "red"]
GREENS = ["green"] * 5


def position(column: list[str], dice: tuple[int, ...], columns: int = 4, **more: Any) -> dict[str, Any]:
    """Return a turn in the first round: rows such as "red", "red green" for a stack, "" if captured.

    All other chips are captured by the player, wait in the other columns, or are left in the bag, in this order.
    """
    rows = [row.split() for row in column]
    seats, played, starter = more.get("seats", 2), more.get("played", 0), more.get("starter", 0)
    player = (starter + played) % seats
    laid = Counter(chip for row in rows for chip in row)
    if "captured" in more:
        laid += Counter(dict(zip(COLOURS, map(sum, zip(*more["captured"], strict=True)), strict=True)))
    free = [colour for colour in COLOURS for _ in range(10 - laid[colour])]
    gone = 5 * (played + 1) - sum(laid.values())
    taken, free = Counter(free[:gone]), free[gone:]
    waiting, bag = free[: 5 * (columns - played - 1)], Counter(free[5 * (columns - played - 1) :])
    made = {
        "points": [0] * seats,
        "reds": [0] * seats,
        "captured": [[taken[colour] if seat == player else 0 for colour in COLOURS] for seat in range(seats)],
        "bag": [bag[colour] for colour in COLOURS],
        "columns": [waiting[first : first + 5] for first in range(0, len(waiting), 5)],
        "column": rows,
        "played": played,
        "row": 0,
        "dice": list(dice),
        "on": [],
        "to_roll": 0,
        "assigned": False,
        "round": 1,
        "rounds": 2,
        "starter": starter,
        "turn": player,
        "current": player,
        "stage": "assigning",
    }
    return {**made, **{key: value for key, value in more.items() if key != "seats"}}


def turn(
    column: list[str], dice: tuple[int, ...], yellow: str = "auto", **more: Any
) -> tuple[Schlauraff, SchlauraffState]:
    """Return a position in which the first player has rolled and begins."""
    game = Schlauraff(2, {"columns": 4, "yellow": yellow})
    return game, game.load(position(column, dice, **more))


def texts(game: Schlauraff, state: SchlauraffState) -> list[str]:
    return legal_texts(game, state, int(state.current))


def act(game: Schlauraff, state: SchlauraffState, *moves: str) -> SchlauraffState:
    """Make moves of the players to act, chance included."""
    for move in moves:
        state = play(game, f"{'chance' if state.current == CHANCE else state.current}: {move}", state=state)
    return state


def chips(state: SchlauraffState, seat: int = 0) -> int:
    """Return the chips that a player has captured in all rounds."""
    now = state.dump()
    return int(now["points"][seat] + sum(now["captured"][seat]))


def laid_out(game: Schlauraff, chips_in_order: list[str], starter: int = 0) -> SchlauraffState:
    return act(game, game.start(), f"start {starter}", *(f"lay {colour}" for colour in chips_in_order))


def short_column(colours: list[str], choice: bool) -> SchlauraffState:
    """Return a position before the roll on a column shorter than the rules allow."""
    game = Schlauraff(2, {"columns": 4, "yellow": "choice" if choice else "auto"})
    state = game.load(
        position([*colours, *["red"] * (5 - len(colours))], (), to_roll=6, stage="rolling", current=CHANCE)
    )
    for line in range(len(colours), 5):
        state.add_to_tops(line, -state.tops(line))
        state.add_to_piles(line, 0, -state.piles_of(line))
    state.length = len(colours)
    return state
