"""Positions of Ganz nach Plan!? for tests."""

import json
from io import StringIO
from typing import Any

from rich.console import Console

from carreau.boards.plan import draw
from carreau.games.plan._state import PlanState
from carreau.games.plan.game import Plan
from carreau.games.plan.rules import PlanRules
from carreau.games.texts import text
from tests.play import play

Hands = list[list[int]]
Effects = dict[int, list[str]]
FOUR: Hands = [[1, 4, 7, 10, 13], [2, 5, 8, 11, 14], [16, 17, 18, 19, 20], [3, 6, 9, 12, 15]]


def deal_moves(hands: Hands) -> list[str]:
    return [f"chance: deal {hand[index]}" for index in range(len(hands[0])) for hand in hands]


def dealt(hands: Hands, *moves: str, **options: object) -> tuple[Plan, PlanState]:
    """Return a game with these hands, after these moves."""
    game = Plan(len(hands), options)
    return game, play(game, *deal_moves(hands), *moves)


def own_box(seats: int, effects: Effects, hand: int = 5) -> dict[str, Any]:
    """Return a box in which all other cards change the direction."""
    numbers = range(1, hand * seats + 1)
    cards = [{"name": f"no. {n}", "text": "…", "effect": effects.get(n, ["turn_direction"])} for n in numbers]
    return {"hand": hand, "cards": cards}


def own(seats: int, effects: Effects, hand: int = 5, **options: object) -> Plan:
    return Plan(seats, options, box=own_box(seats, effects, hand))


def position(game: Plan, hands: Hands, **changes: Any) -> dict[str, Any]:
    """Return a position with the player at A to act; all other cards are on the pile, and nobody remembers anything."""
    cards = [entry["card"] for entry in game.deck.listed]
    pile = [card for card in cards if not any(card in hand for hand in hands)]
    whole = game.start().dump() | {
        "hands": hands,
        "dealt": hands,
        "pile": pile,
        "top": pile[-1] if pile else 0,
        "stage": "playing",
        "current": 0,
    }
    return whole | changes


def set_up(game: Plan, hands: Hands, *moves: str, **changes: Any) -> PlanState:
    return play(game, *moves, state=game.load(position(game, hands, **changes)))


def hands_of(state: PlanRules) -> Hands:
    found: Hands = state.dump()["hands"]
    return found


def seen(state: PlanState, seat: int) -> dict[str, Any]:
    """Return a view as a client gets it."""
    found: dict[str, Any] = json.loads(json.dumps(state.view(seat).to_json()))
    return found


def shown(state: PlanState, seat: int, language: str = "en") -> str:
    console = Console(width=100, no_color=True, record=True, file=StringIO())
    console.print(draw(state.view(seat).to_json(), text("plan", language), ["Ada", "Bertrand", "Chloé", "Dmitri"]))
    return console.export_text()
