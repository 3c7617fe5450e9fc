"""Qarré: points, the stock, the end, and the board."""

import itertools
import random
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from carreau.boards.qarre import draw
from carreau.core.action_buffer import ActionBuffer
from carreau.core.errors import OptionError
from carreau.core.game import CHANCE, OVER, SPECTATOR
from carreau.core.playout import playout
from carreau.core.rng import Rng
from carreau.games.qarre._state import QarreState
from carreau.games.qarre.game import Qarre
from carreau.games.qarre.tables import ACTION_NAMES, CARD_NAMES, POINTS, RELATION
from carreau.games.texts import text
from tests.clauses import clause
from tests.play import legal_texts, play, refused
from tests.positions.qarre import BARE, GAME, KEEP, acting, ending, position, scores, seen

# Points


def alike(cards: tuple[str, ...]) -> bool:
    values = ["a", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
    numbers = {values.index(card[:-1]) for card in cards}
    runs = [{(first + step) % 10 for step in range(len(cards))} for first in range(10)]
    return len(numbers) == 1 or (len({card[-1] for card in cards}) == 1 and numbers in runs)


def worth(cards: tuple[str, ...]) -> int:
    """Return what the first of four top cards scores when it is uncovered."""
    if alike(cards):
        return 4
    return 3 * any(alike((cards[0], *pair)) for pair in itertools.combinations(cards[1:], 2))


@clause("qarre.15", "qarre.8", "qarre.r5")
def test_trios_and_quartets_in_every_order() -> None:
    assert (worth(("10h", "ah", "2h", "5c")), worth(("9h", "10h", "ah", "2h"))) == (3, 4)
    assert worth(("5c", "10h", "ah", "2h")) == 0
    rng = random.Random(15)
    near = [card for card in CARD_NAMES if card[:-1] in ("9", "10", "a", "2", "3")]
    groups = [*itertools.permutations(near[:5], 4), *(tuple(rng.sample(near, 4)) for _ in range(3000))]
    found = set()
    for cards in groups:
        new, *others = [CARD_NAMES.index(card) for card in cards]
        points = POINTS[sum(RELATION[new * 40 + other] for other in others)]
        assert points == worth(cards), cards
        found.add(int(points))
    assert found == {0, 3, 4}


@clause("qarre.15", "qarre.8")
def test_sequences_over_the_ace_and_in_any_order_on_the_base() -> None:
    state = play(GAME, "0: 2h on 3", state=position("ah | 10h | 7c | 4s", "2h 3c 5d 8d"))
    assert scores(state) == [3, 0]
    state = play(GAME, "0: 2h on 3", state=position("ah | 10h | 7c | 9h", "2h 3c 5d 8d"))
    assert scores(state) == [4, 0]
    state = play(GAME, "0: 2h on 4", state=position("3h | 4h | ah | 5h", "2h 3c 5d 8d"))
    assert scores(state) == [4, 0]  # A-2-3-4: the 2♥ covers the 5♥
    state = play(GAME, "0: 7d on 2", state=position("7s | 4h | 5c | 7c", "7d 3c 5d 8d"))
    assert scores(state) == [3, 0]


@clause("qarre.16", "qarre.r4")
def test_example_3_of_the_rulebook() -> None:
    first = acting("6s | 4h | 2d | 9d", "7s 3c 5d 8d", "queen spades", reserve="9s 8s")
    first = play(GAME, "0: 7s on 2", "0: 8s on 4", "0: 9s on 3", "0: end", state=first)
    assert scores(first) == [7, 0]
    second = acting("6s | 4h | 2d | 9d", "5s 3c 5d 8d", "queen spades", reserve="4s")
    second = play(GAME, "0: 5s on 2", "0: 4s on 4", "0: end", state=second)
    assert scores(second) == [3, 0]


@clause("qarre.r5")
def test_only_combinations_with_the_new_card_count() -> None:
    state = position("7s | 7d | 7c | 4h", "4d 3c 5d 7h")
    assert scores(play(GAME, "0: 7h on 4", state=state)) == [4, 0]
    state = position("8s | 8d | 8c | 3h", "8h 9s 5d 2c")
    assert scores(play(GAME, "0: 9s on 3", state=state)) == [0, 0]  # the trio of eights is gone
    beside = position("5h | 6h | 7h | 6d", "6c 3c 5d 2c")
    assert scores(play(GAME, "0: 6c on 4", state=beside)) == [0, 0]  # the hearts were there before


@clause("qarre.r5", "qarre.19")
def test_a_base_laid_out_scores_for_nobody() -> None:
    state = play(GAME, "chance: start 0", *[f"chance: fill {card}" for card in ("6s", "7s", "8s", "9s")])
    assert scores(state) == [0, 0]
    assert seen(state, 0)["combination"] == [1, 2, 3, 4]


@clause("qarre.r16", "qarre.17")
def test_reserve_cards_cost_points_after_the_twelfth_action_card() -> None:
    last: dict[str, Any] = {
        "actions_left": ["queen spades"],
        "turn": 1,
        "starter": 0,
        "stage": "turning_up",
        "current": CHANCE,
    }
    state = position("6s | 4h | ah | 9d", "2c 3c 8d", other="2s 3d 8c 10c", action=None, reserve="5d 5c", **last)
    state = play(GAME, "chance: turn up queen spades", state=state)
    assert scores(state) == [0, 0]
    state = play(GAME, "1: reserve 3d", state=state)
    assert scores(state) == [-2, -1]
    assert (seen(state, 0)["actions_left"], seen(state, 0)["reshuffles"]) == (ACTION_NAMES, 1)
    assert refused(GAME, play(GAME, "chance: draw 7c", state=state), CHANCE, "turn up queen spades") == ""


@clause("qarre.17")
def test_an_action_card_comes_once_until_they_are_shuffled() -> None:
    state = acting("6s | 4h | ah | 9d", "2c 3c 5d 8d", "queen hearts")
    state = play(GAME, "0: reserve 2c", "chance: draw 4c", state=state)
    assert refused(GAME, state, CHANCE, "turn up queen hearts") == "qarre.17"
    assert len(legal_texts(GAME, state, CHANCE)) == 11
    assert scores(state) == [0, 0]


# The stock


@clause("qarre.18", "qarre.r14")
def test_the_discards_become_the_stock_when_a_card_is_needed() -> None:
    state = position("6s | 4h | ah | 9d", "2c 3c 5d 8d", discards="10s 9s", **BARE)
    assert seen(state, 0)["stock"] == 0
    assert seen(state, 0)["discards"] == ["9s", "10s"]
    state = play(GAME, "0: reserve 2c", state=state)
    assert legal_texts(GAME, state, CHANCE) == ["draw 9s", "draw 10s"]
    assert (seen(state, 0)["stock"], seen(state, 0)["discards"]) == (2, [])
    full = play(GAME, "0: reserve 2c", state=position("6s | 4h | ah | 9d", "2c 3c 5d 8d", discards="10s"))
    assert seen(full, 0)["discards"] == ["10s"]


@clause("qarre.18", "qarre.r14")
def test_a_king_can_refill_from_the_pile_it_has_just_removed() -> None:
    state = acting("6s | 10c 4h | ah | 9d", "2c 3c 5d 8d", "king hearts", **BARE)
    state = play(GAME, "0: remove 2", state=state)
    assert legal_texts(GAME, state, CHANCE) == ["fill 4h", "fill 10c"]
    state = play(GAME, "chance: fill 10c", state=state)
    assert (seen(state, 0)["stock"], scores(state)) == (1, [2, 0])


@clause("qarre.19", "qarre.r14", "qarre.r5")
def test_without_stock_and_discards_the_base_is_laid_out_anew() -> None:
    state = position("4d 6s | 4h | 10c ah | 7s 8s 9d", "2c 3c 5d 8d", other="2s 3d 8c", **BARE)
    state = play(GAME, "0: reserve 2c", state=state)
    assert (state.current, seen(state, 0)["piles"], seen(state, 0)["stock"]) == (CHANCE, [[], [], [], []], 8)
    assert legal_texts(GAME, state, CHANCE)[0] == "fill 6s"
    state = play(GAME, *[f"chance: fill {card}" for card in ("6s", "7s", "8s", "4h")], state=state)
    assert scores(state) == [0, 0]
    assert legal_texts(GAME, state, CHANCE) == [f"draw {card}" for card in ("ah", "4d", "9d", "10c")]


@clause("qarre.r14")
def test_with_four_base_cards_nothing_is_drawn_and_only_reserve_cards_are_laid() -> None:
    state = position("6s | 4h | ah | 9d", "2c 3c 5d 8d", other="5s ac 8c", **BARE)
    state = play(GAME, "0: reserve 2c", state=state)
    assert (state.turn, seen(state, 0)["stage"]) == (1, "turning_up")
    state = play(GAME, "chance: turn up queen spades", state=state)
    assert seen(state, 1)["hand_card"] == "missing"
    assert legal_texts(GAME, state, 1) == ["end"]
    assert refused(GAME, state, 1, "5s on 2") == refused(GAME, state, 1, "reserve 8c") == "qarre.r14"
    open_suit = play(GAME, "0: reserve 2c", "chance: turn up jack clubs", state=position_with_top("10d"))
    assert legal_texts(GAME, open_suit, 1) == ["10d on 2", "10d on 3", "end"]
    assert play(GAME, "1: 10d on 2", "1: end", state=open_suit).turn == 0


def position_with_top(card: str) -> QarreState:
    """Return a position with this card on top of the reserve of seat 1, which has everything but base and hands."""
    base, hands = "9d | 4h | ah | 6s", ("2c 3c 5d 8d", "5s ac 8c")
    used = set(f"{base} {hands[0]} {hands[1]}".split()) | {card}
    rest = [other for other in CARD_NAMES if other not in used]
    return position(base, hands[0], other=hands[1], other_reserve=" ".join([*rest, card]))


# The end


@clause("qarre.20", "qarre.r6")
def test_44_points_or_a_lead_of_22_win_at_the_end_of_the_turn() -> None:
    for points, over in (([44, 40], True), ([43, 40], False), ([30, 8], True), ([30, 9], False), ([-2, -24], True)):
        state = ending(points)
        assert (state.current == OVER) == over
        if over:
            result = state.result()
            assert (result.scores, result.ranks, result.clause) == ([1, 0], [1, 2], "qarre.20")
            assert refused(GAME, state, 1, "end") == "qarre.20"
            assert seen(state, 0)["winner"] == 0


@clause("qarre.20")
def test_with_cards_in_the_reserve_play_goes_on_until_it_is_empty() -> None:
    state = ending([60, 20], reserve="2d")
    assert state.current != OVER
    state = ending([60, 20], "7s 3c 5d 8d", reserve="8s")
    assert state.current != OVER
    cleared = play(GAME, "0: 7s on 2", "0: 8s on 4", state=position(*CLEARING, reserve="8s", scores=[60, 20]))
    assert cleared.current == 0  # not before the end of the turn
    assert play(GAME, "0: end", state=cleared).result().ranks == [1, 2]


CLEARING = ("6s | 4h | ah | 9d", "7s 3c 5d 8d")


@clause("qarre.20", "qarre.r6", "qarre.14")
def test_44_points_before_a_forced_reservation_are_no_win() -> None:
    state = acting("6s | 7s | ah | 9d", "10c 3c 5d 2c", "queen spades", reserve="8s", scores=[41, 40])
    state = play(GAME, "0: 8s on 4", state=state)
    assert scores(state) == [44, 40]
    state = play(GAME, "0: reserve 3c", state=state)
    assert state.current != OVER


@clause("qarre.r6")
def test_both_are_looked_at_the_active_player_first() -> None:
    assert ending([44, 50]).result().ranks == [1, 2]
    assert ending([20, 50]).result().ranks == [2, 1]
    assert ending([20, 50], other_reserve="2d").current != OVER


@clause("qarre.r6", "qarre.17")
def test_minus_points_come_before_the_win() -> None:
    last: dict[str, Any] = {"actions_left": [], "action": "queen spades", "turn": 1, "current": 1, "hand_card": "laid"}
    state = position("6s | 4h | ah | 9d", "2c 3c 8d", other="2s 3d 8c", reserve="5d", scores=[20, 41], **last)
    after = play(GAME, "1: end", state=state)
    assert (scores(after), after.result().ranks) == ([19, 41], [2, 1])
    lost = position("6s | 4h | ah | 9d", "2c 3c 8d", other="2s 3d 8c", other_reserve="5d", scores=[20, 44], **last)
    assert play(GAME, "1: end", state=lost).current != OVER


def last_turn(game: Qarre, points: list[int], reserve: str, other_reserve: str) -> QarreState:
    last: dict[str, Any] = {"actions_left": [], "action": "queen spades", "turn": 1, "current": 1, "hand_card": "laid"}
    cards: dict[str, Any] = {"other": "2s 3d 8c", "reserve": reserve, "other_reserve": other_reserve, "reshuffles": 2}
    state = position("6s | 4h | ah | 9d", "2c 3c 8d", game, scores=points, **cards, **last)
    return play(game, "1: end", state=state)


@clause("qarre.r8")
def test_at_the_limit_the_score_decides_then_the_reserve() -> None:
    game = Qarre(2, {"reshuffle_limit": 3})
    assert last_turn(Qarre(2), [9, 3], "5d", "5c").current != OVER
    for points, reserves, ranks in (
        ([9, 3], ("5d", "5c"), [1, 2]),
        ([3, 9], ("5d", "5c"), [2, 1]),
        ([3, 4], ("5d", "5c 9c"), [1, 2]),
        ([4, 3], ("5d 9c", "5c"), [2, 1]),
        ([3, 3], ("5d", "5c"), [1, 1]),
    ):
        state = last_turn(game, points, *reserves)
        assert (state.result().ranks, state.result().clause) == (ranks, "qarre.r8")
        assert refused(game, state, 0, "end") == "qarre.r8"
    assert last_turn(game, [43, 50], "5d", "").result().clause == "qarre.20"


@clause("qarre.r8")
def test_the_limit_is_turn_144() -> None:
    state, rng, turns = Qarre(2, {"target": 1000, "lead": 1000}).start(), Rng(8), 0
    while state.current != OVER:
        turns += int(seen(state, SPECTATOR)["stage"] == "turning_up")
        action = (
            state.sample(rng) if state.current == CHANCE else state.random_action(state.current, rng, ActionBuffer())
        )
        state.apply(state.current, action)
    assert turns == 144


# Options, views and the board


def test_options_are_validated() -> None:
    with pytest.raises(OptionError, match="jack=steal is not one of exchange, keep"):
        Qarre(2, {"jack": "steal"})
    with pytest.raises(OptionError, match=r"target=0 is not in 1\.\.1000"):
        Qarre(2, {"target": 0})
    with pytest.raises(OptionError, match="did you mean reshuffle_limit"):
        Qarre(2, {"reshuffle_limits": 3})
    early = Qarre(2, {"target": 5, "lead": 3})
    base = position("6s | 4h | ah | 9d", "7s 3c 5d 8d", early, scores=[5, 4])
    assert play(early, "0: 7s on 2", "0: end", state=base).current == OVER


@clause("qarre.r10")
def test_the_discards_are_open_to_all() -> None:
    state = position("6s | 4h | ah | 9d", "2c 3c 5d 8d", discards="10s 9s")
    for seat in (SPECTATOR, 0, 1):
        assert seen(state, seat)["discards"] == ["9s", "10s"]


def test_random_games_are_long_and_always_end() -> None:
    for seed in range(6):
        game = (GAME, KEEP)[seed % 2]
        state = game.start()
        assert 20 < playout(state, Rng(seed), ActionBuffer()) < 700
        state.audit()


def drawn(state: QarreState, seat: int, language: str) -> str:
    console = Console(file=StringIO(), width=100)
    console.print(draw(seen(state, seat), text("qarre", language), ["Ada", "Bertrand"]))
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_the_board_shows_what_is_open_and_nothing_hidden() -> None:
    state = acting("4d 6s | 7s | 8s | 9d", "2c 3c 5h 8d", "queen hearts", reserve="10c 4s", other="2h 3h 5c")
    own = drawn(state, 0, "en")
    for word in ("6s", "7s", "8s", "9d", "4d", "10c", "4s", "5h"):
        assert text("qarre").value("card", word) in own
    assert "only hearts may go into the base" in own
    assert "★" in own
    assert "2♥" not in own
    assert "3♣" not in drawn(state, SPECTATOR, "de")
    assert "nur Herz darf in die Basis" in drawn(state, 1, "de")
    for moment in (GAME.start(), ending([44, 0]), last_turn(Qarre(2, {"reshuffle_limit": 3}), [3, 3], "5d", "5c")):
        for language in ("en", "de"):
            assert len(drawn(moment, SPECTATOR, language).splitlines()) <= 30
