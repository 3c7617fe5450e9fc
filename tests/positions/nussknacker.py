"""Positions of Nussknacker for tests."""

import json
from typing import Any

from carreau.core.game import CHANCE, OVER
from carreau.core.rng import Rng
from carreau.games.nussknacker._state import NussknackerState
from carreau.games.nussknacker.game import Nussknacker
from tests.play import legal_texts, play

Hands = list[list[int]]


def deal_moves(hands: Hands, aside: int, starter: int = 0, lot: bool = True) -> list[str]:
    """List the chance moves that deal these hands, the card aside first."""
    seats = len(hands)
    order = [(starter + step) % seats for step in range(seats)]
    rounds = range(max(len(hand) for hand in hands))
    cards = [hands[seat][index] for index in rounds for seat in order if index < len(hands[seat])]
    start = [f"chance: start {starter}"] if lot else []
    return [*start, f"chance: aside {aside}", *(f"chance: deal {card}" for card in cards)]


def turns(seats: int, **options: object) -> Nussknacker:
    return Nussknacker(seats, {"tempo": "turns", **options})


def small(seats: int, highest: int = 3, **options: object) -> Nussknacker:
    """Return Nussknacker with fewer cards."""
    return Nussknacker(seats, options, box={"highest": {"12": highest, "16": highest}})


# Hands of 12 cards that tests share: with three players the 5 is aside, with two the 1.
THREE: Hands = [[6, 1, 4, 2], [3, 3, 4, 1], [5, 6, 2]]


def three(*moves: str, **options: object) -> tuple[Nussknacker, NussknackerState]:
    game = Nussknacker(3, options)
    return game, play(game, *deal_moves(THREE, 5), *moves)


def hands(state: NussknackerState) -> Hands:
    found: Hands = state.dump()["hands"]
    return found


def seen(state: NussknackerState, seat: int) -> dict[str, Any]:
    """Return a view as a client gets it."""
    found: dict[str, Any] = json.loads(json.dumps(state.view(seat).to_json()))
    return found


def deal_at_random(state: NussknackerState, seed: int = 1) -> NussknackerState:
    rng = Rng(seed)
    while state.current == CHANCE:
        state.apply(CHANCE, state.sample(rng))
    return state


def announce(game: Nussknacker, state: NussknackerState, seat: int, right: bool) -> NussknackerState:
    """Deal if needed and let a seat announce, correctly or not."""
    dealt = deal_at_random(state.clone())
    aside = dealt.dump()["aside"]
    return play(game, f"{seat}: announce {aside if right else aside % 6 + 1}", state=dealt)


def quiet_deal(game: Nussknacker, state: NussknackerState) -> NussknackerState:
    """Play a deal without an announcement until it is void."""
    state = deal_at_random(state.clone())
    number = state.deal
    while state.current != OVER and state.deal == number:
        seat = int(state.turn)
        moves = [move for move in legal_texts(game, state, seat) if not move.startswith("announce")]
        state = play(game, f"{seat}: {moves[0]}", state=state)
    return state
