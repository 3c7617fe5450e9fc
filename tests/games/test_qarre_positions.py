"""Qarré: given positions, possible and impossible."""

from typing import Any

import pytest

from carreau.core.errors import PositionError
from carreau.core.game import CHANCE, OVER
from carreau.core.rng import Rng
from carreau.games.qarre.game import Qarre
from carreau.games.qarre.memory import MOST_RECORDS
from carreau.games.qarre.tables import ACTION_NAMES
from tests.play import play
from tests.positions.qarre import BARE, GAME, KEEP, acting, ending, position

BASE, HAND = "6s | 4h | ah | 9d", "2c 3c 5d 8d"
DRAWING: dict[str, Any] = {"stage": "drawing", "current": CHANCE, "action": None}
PROOF = [0, False, [], ["7s"]]


def table(**changes: Any) -> dict[str, Any]:
    """Return a valid position with some changes."""
    return position(BASE, HAND, discards="10s").dump() | changes


def test_every_position_of_a_game_is_loaded_back() -> None:
    for game in (GAME, KEEP):
        state, rng = game.start(), Rng(4)
        while state.current != OVER:
            assert game.load(state.dump()).fingerprint() == state.fingerprint()
            legal = state.legal(state.current)
            state.apply(state.current, legal[int(rng.below(len(legal)))])
        assert game.load(state.dump()).result() == state.result()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"piles": [["6s"], ["4h"], ["ah"]]}, "piles must have 4 rows, not 3"),
        ({"piles": [["6s"], ["4h"], ["ah"], ["9d", "6s"]]}, "qarre.1: piles\\[3\\] names 6s again"),
        ({"piles": [["6s"], ["4h"], ["ah"], ["11d"]]}, "piles\\[3\\]='11d' is not one of"),
        ({"piles": [["6s"], ["4h"], ["ah"], "9d"]}, "piles\\[3\\] must be a list"),
        ({"piles": [["6s"], ["4h"], ["ah", "9d"], []]}, "qarre.2: .* on fields \\[4\\]"),
        ({"discards": []}, "qarre.1: 10s is in 0 places instead of 1"),
        ({"discards": ["10s", "2c"]}, "qarre.1: 2c is in 2 places instead of 1"),
        ({"discards": ["10s", "10s"]}, "discards names 10s twice"),
        ({"stage": "sleeping"}, "stage='sleeping' is not one of lot, "),
        ({"current": 1}, "qarre.3: current=1 should be 0"),
        ({"turn": 1}, "qarre.3: turn=1 should be 0"),
        ({"starter": 2}, "starter=2 is not in 0..1"),
        ({"field": 5}, "field=5 is not in 1..4"),
        ({"field": 2}, "qarre.r3: no field is to be filled"),
        ({"action": None}, "qarre.3"),
        ({"action": "ace spades"}, "action='ace spades' is not one of"),
        ({"actions_left": ACTION_NAMES}, "qarre.3: turn=0 should be 1"),
        ({"actions_left": ACTION_NAMES[1:]}, "qarre.1: the action card of this turn"),
        ({"actions_left": ["jack spades", "jack spades"]}, "actions_left names jack spades twice"),
        ({"reshuffles": 12}, "qarre.r8: the game should be over"),
        ({"hand_card": "gone"}, "hand_card='gone' is not one of due, laid, missing"),
        ({"hand_card": "laid"}, "qarre.3: seat 0 holds 4 cards instead of 3 to 3"),
        ({"hand_card": "missing"}, "qarre.3: seat 0 holds 4 cards"),
        ({"reserve_used": 1}, "reserve_used must be true or false, not 1"),
        ({"kept": "2c"}, "qarre"),
        ({"winner": 0}, "qarre.20: nobody can have won yet"),
        ({"scores": [0]}, "scores must have 2 entries, not 1"),
        ({"known": [["9s"], []]}, "qarre.r17: a card known to be in the hand of seat 0 isn't there"),
        ({"taken": [["2c"], []]}, "qarre.r17: a card that seat 0 took isn't known"),
        ({"memory": [[0, False, [], ["2c"]]]}, "qarre.r17: the hand of seat 0 contradicts what it has proved"),
        ({"memory": [[0, True, [], ["7s"]]]}, "qarre.r17: the first thing remembered must be a proof"),
        ({"memory": [[0, False, ["7s", "8s", "9s"], []]]}, "at most 2 cards played, not 3"),
        ({"memory": [PROOF] * (MOST_RECORDS + 1)}, "memory must have at most 32 entries, not 33"),
        ({"memory": [[0, False, []]]}, "memory\\[0\\] must be \\[owner, drew, played, ruled_out\\]"),
        ({"colour": "red"}, "colour is not part of a position"),
    ],
)
def test_impossible_positions_are_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        GAME.load(table(**changes))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"scores": [44, 0]}, "qarre.20: seat \\[0\\] should have won"),
        ({"actions_left": []}, "qarre.17: there must be action cards left"),
        ({"reserve_used": True}, "qarre.r12: cards are laid in the laying step only"),
        ({"hand_card": "laid"}, "qarre.r12"),
        ({"stage": "acting", "current": 0}, "qarre.3: an action card can't lie open at acting"),
        ({"stage": "dealing", "actions_left": ["jack spades"]}, "qarre.3: no action card is turned up before"),
        ({"stage": "dealing"}, "qarre.2: hands of \\[3, 3\\] can't have been dealt"),
        ({"stage": "setting_up"}, "qarre.2: a card is missing or too much on fields \\[1, 2, 3, 4\\]"),
        ({"current": OVER, "winner": 0}, "qarre.3: the turn can't have ended while a hand card is due"),
    ],
)
def test_impossible_beginnings_of_a_turn_are_refused(changes: dict[str, Any], reason: str) -> None:
    sound = position(BASE, "2c 3c 5d", **DRAWING)
    with pytest.raises(PositionError, match=reason):
        GAME.load(sound.dump() | changes)


def test_impossible_uses_of_action_cards_are_refused() -> None:
    jack = acting(BASE, HAND, "jack hearts").dump()
    with pytest.raises(PositionError, match=r"qarre\.4: the action card can't be used on any field"):
        GAME.load(jack | {"action": "queen hearts", "actions_left": ACTION_NAMES[:5]})
    king = acting(BASE, HAND, "king hearts")
    with pytest.raises(PositionError, match=r"qarre\.r1: only a jack's exchange"):
        GAME.load(king.dump() | {"stage": "discarding"})
    kept = play(KEEP, "0: take 2", state=acting("6s | 9s 4h | ah | 9d", HAND, "jack hearts", KEEP)).dump()
    with pytest.raises(PositionError, match=r"qarre\.r1: the card kept was not taken"):
        KEEP.load(kept | {"kept": "2c"})
    with pytest.raises(PositionError, match=r"qarre\.r1: no card can be kept now"):
        GAME.load(kept)


def test_impossible_endings_are_refused() -> None:
    won = ending([44, 40]).dump()
    with pytest.raises(PositionError, match=r"qarre\.20: seat 1 can't have won"):
        GAME.load(won | {"winner": 1})
    with pytest.raises(PositionError, match=r"qarre\.20: seat 0 can't have won"):
        GAME.load(won | {"scores": [43, 40]})
    with pytest.raises(PositionError, match=r"qarre\.r8"):
        Qarre(2, {"reshuffle_limit": 1}).load(won | {"reshuffles": 1})


def test_without_a_stock_everything_must_be_known() -> None:
    state = position(BASE, HAND, **BARE).dump()
    with pytest.raises(PositionError, match=r"qarre\.r17: without a stock the hand of seat 0 is known"):
        GAME.load(state | {"known": [[], state["hands"][1]]})


def test_a_box_must_hold_enough_cards() -> None:
    with pytest.raises(PositionError, match=r"qarre\.2: 8 cards are fewer than the 10"):
        Qarre(2, box={"suits": ["spades", "hearts"], "values": ["a", "2", "3", "4"], "faces": ["jack"]})
