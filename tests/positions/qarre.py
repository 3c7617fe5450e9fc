"""Positions of Qarré for tests."""

from typing import Any

from carreau.core.game import CHANCE
from carreau.games.qarre._spec import QarreViewJson
from carreau.games.qarre._state import QarreState
from carreau.games.qarre.game import Qarre
from carreau.games.qarre.tables import ACTION_NAMES, CARD_NAMES
from tests.play import play

GAME = Qarre(2)
KEEP = Qarre(2, {"jack": "keep"})
BARE: dict[str, Any] = {"rest": "other_reserve"}  # all cards that aren't named
NEUTRAL = "king clubs"  # an action card that was declined or can't be used


def position(base: str, hand: str, game: Qarre = GAME, **given: Any) -> QarreState:
    """Return a position of seat 0 to act: piles "4d 6s | 4h | ah | 9c" from bottom to top, and a hand.

    other: the hand of seat 1, by default the highest cards left; reserve, other_reserve, discards: cards;
    rest: where all other cards are, "stock" (the default), "discards" or "other_reserve".
    """
    cards = {key: str(given.pop(key, "")).split() for key in ("other", "reserve", "other_reserve", "discards")}
    piles = [pile.split() for pile in base.split("|")]
    used = {card for group in [*piles, hand.split(), *cards.values()] for card in group}
    left = [card for card in CARD_NAMES if card not in used]
    while len(cards["other"]) < 3:
        cards["other"].append(left.pop())
    cards.setdefault("stock", [])
    cards[given.pop("rest", "stock")] += left
    hands = [hand.split(), cards["other"]]
    action = given.pop("action", NEUTRAL)
    dumped = {
        "hands": hands,
        "stock": cards["stock"],
        "stage": "laying",
        "current": 0,
        "turn": 0,
        "starter": 0,
        "piles": piles,
        "reserves": [cards["reserve"], cards["other_reserve"]],
        "discards": cards["discards"],
        "scores": [0, 0],
        "action": action,
        "actions_left": [name for name in ACTION_NAMES if name != action],
        "reshuffles": 0,
        "field": 1,
        "hand_card": "due",
        "reserve_used": False,
        "kept": None,
        "taken": [[], []],
        "winner": -1,
        "known": [[], []] if cards["stock"] else hands,
        "memory": [],
    }
    return game.load(dumped | given)


def acting(base: str, hand: str, action: str, game: Qarre = GAME, **given: Any) -> QarreState:
    """Return a position of seat 0 after an action card was turned up."""
    before: dict[str, Any] = {"stage": "turning_up", "current": CHANCE, "action": None}
    return play(game, f"chance: turn up {action}", state=position(base, hand, game, **before, **given))


def seen(state: QarreState, seat: int) -> QarreViewJson:
    return state.view(seat).to_json()


def scores(state: QarreState) -> list[int]:
    found: list[int] = state.dump()["scores"]
    return found


def ending(points: list[int], hand: str = "7s 3c 5d 8d", **given: Any) -> QarreState:
    """Let seat 0 lay 7♠ and end the turn."""
    return play(GAME, "0: 7s on 2", "0: end", state=position("6s | 4h | ah | 9d", hand, scores=points, **given))
