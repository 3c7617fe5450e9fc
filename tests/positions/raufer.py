"""Positions of Raufer for tests."""

from carreau.games.raufer._spec import RauferViewJson
from carreau.games.raufer._state import RauferState
from carreau.games.raufer.game import Raufer
from carreau.games.raufer.rules import RauferRules
from tests.play import play

Hands = list[list[int]]


def small(seats: int, floors: int, hand: int, **options: object) -> Raufer:
    """Return Raufer with a smaller box; without a pile it begins in phase two."""
    return Raufer(seats, options, box={"floors": floors, "hand": {str(seats): hand}})


def deal_moves(hands: Hands, starter: int = 0) -> list[str]:
    seats = [(starter + step) % len(hands) for step in range(len(hands))]
    deals = [f"chance: deal {hands[seat][index]}" for index in range(len(hands[0])) for seat in seats]
    return [f"chance: start {starter}", *deals]


def dealt(hands: Hands, *moves: str, floors: int, starter: int = 0, **options: object) -> tuple[Raufer, RauferState]:
    """Return a small game with these hands, after these moves."""
    game = small(len(hands), floors, len(hands[0]), **options)
    return game, play(game, *deal_moves(hands, starter), *moves)


def seen(state: RauferState, seat: int) -> RauferViewJson:
    return state.view(seat).to_json()


def hands(state: RauferRules) -> Hands:
    found: Hands = state.dump()["hands"]
    return found


FAILING = [[5, 1], [2, 3], [8, 4]]
SHORT = [[5, 1], [2, 3], [4, 6], [7, 8]]
