"""Nussknacker, clause by clause."""

from collections import Counter

import pytest

from carreau.core.effects import Effect
from carreau.core.game import CHANCE, NOBODY, OVER, RACE, SPECTATOR
from carreau.core.rng import Rng
from carreau.games.nussknacker._state import NussknackerState
from carreau.games.nussknacker.game import Nussknacker
from carreau.games.nussknacker.rules import MOST_REVEALED
from carreau.games.nussknacker.tables import BOX, COMBINATIONS, HIGHEST, formable, packed, ways_to_form
from carreau.games.texts import languages, text
from tests.clauses import clause
from tests.play import legal_texts, play, refused
from tests.positions.nussknacker import (
    THREE,
    Hands,
    announce,
    deal_at_random,
    deal_moves,
    hands,
    quiet_deal,
    seen,
    three,
    turns,
)

ALL_VALUES = {"12": [1, 2, 3, 4, 5, 6], "16": [1, 2, 3, 4, 5, 6, 7, 8]}


TWO: Hands = [[6, 5, 4, 3, 2, 1], [6, 5, 4, 3, 2]]


def ended(state: NussknackerState) -> tuple[list[int], list[int], str]:
    result = state.result()
    return result.scores, result.ranks, result.clause


# Set-up


@clause("nuss.1", "nuss.r7")
def test_the_box() -> None:
    assert BOX["copies"] == 2
    assert BOX["highest"] == {"12": 6, "16": 8}
    assert (BOX["chips"], BOX["target"], BOX["question_limit"], BOX["void_deals"]) == (20, 5, 60, 10)
    for deck, values in ALL_VALUES.items():
        state = Nussknacker(2, {"deck": deck}).start()
        assert state.dump()["deck"] == sorted(values * 2)
        assert len(values) * 2 == int(deck)


def test_the_combinations_are_all_ways_to_form_a_value() -> None:
    assert [sum(sum(cards) == value for cards in COMBINATIONS) for value in range(1, 9)] == [1, 2, 2, 4, 5, 7, 9, 13]
    assert len(set(COMBINATIONS)) == len(COMBINATIONS)
    assert all(max(Counter(cards).values()) <= 2 and sum(cards) <= HIGHEST for cards in COMBINATIONS)


def test_announcements_are_kept_for_as_long_as_the_chips_last() -> None:
    assert 4 * (BOX["chips"] - 1) + 1 <= MOST_REVEALED


@clause("nuss.2")
@pytest.mark.parametrize(
    ("seats", "deck", "sizes"),
    [
        (2, 12, [6, 5]),
        (3, 12, [4, 4, 3]),
        (4, 12, [3, 3, 3, 2]),
        (2, 16, [8, 7]),
        (3, 16, [5, 5, 5]),
        (4, 16, [4, 4, 4, 3]),
    ],
)
def test_the_deal_begins_with_the_starting_player(seats: int, deck: int, sizes: list[int]) -> None:
    for starter in range(seats):
        state = play(Nussknacker(seats, {"deck": deck}), f"chance: start {starter}")
        assert legal_texts(Nussknacker(seats), state, CHANCE)[0] == "aside 1"
        state.apply(CHANCE, state.sample(Rng(1)))
        for card in range(deck - 1):
            before = seen(state, SPECTATOR)["held"]
            assert state.current == CHANCE
            state.apply(CHANCE, state.sample(Rng(card)))
            receiver = (starter + card) % seats
            assert seen(state, SPECTATOR)["held"][receiver] == before[receiver] + 1
        held = seen(state, SPECTATOR)["held"]
        assert [held[(starter + step) % seats] for step in range(seats)] == sizes
        assert seen(state, SPECTATOR)["turn"] == starter


@clause("nuss.2", "nuss.r8")
def test_a_card_of_which_two_are_left_is_twice_as_likely() -> None:
    game = Nussknacker(2)
    state = play(game, "chance: start 0")
    assert state.weights() == [2] * 6
    state = play(game, "chance: aside 3", "chance: deal 5", "chance: deal 5", state=state)
    assert legal_texts(game, state, CHANCE) == ["deal 1", "deal 2", "deal 3", "deal 4", "deal 6"]
    assert state.weights() == [2, 2, 1, 2, 2]
    assert refused(game, state, CHANCE, "deal 5") == "nuss.2"
    assert refused(game, state, CHANCE, "deal 7") == "nuss.2"
    assert refused(game, state, CHANCE, "aside 1") == "nuss.2"


@clause("nuss.2", "nuss.6")
def test_who_sees_which_card() -> None:
    game = Nussknacker(3)
    state = play(game, "chance: start 1")
    assert state.unseen_by(CHANCE, game.parse("aside 2")) == [SPECTATOR, 0, 1, 2]
    two, six = (play(game, f"chance: aside {card}", state=state) for card in (2, 6))
    assert all(seen(two, seat) == seen(six, seat) for seat in (SPECTATOR, 0, 1, 2))
    assert two.unseen_by(CHANCE, game.parse("deal 4")) == [SPECTATOR, 0, 2]
    four, five = (play(game, f"chance: deal {card}", state=two) for card in (4, 5))
    assert (seen(four, 1)["hand"], seen(five, 1)["hand"]) == ([4], [5])
    assert all(seen(four, seat) == seen(five, seat) for seat in (SPECTATOR, 0, 2))
    assert seen(four, 0)["held"] == [0, 1, 0]


@clause("nuss.3")
def test_a_lot_decides_who_starts_and_turns_pass_to_the_left() -> None:
    game = turns(3)
    assert legal_texts(game, game.start(), CHANCE) == ["start 0", "start 1", "start 2"]
    assert refused(game, game.start(), CHANCE, "aside 1") == "nuss.3"
    assert refused(game, game.start(), CHANCE, "start 3") == "nuss.3"
    assert refused(game, game.start(), 0, "start 0") == "nuss.3"
    rotated = [THREE[2], THREE[0], THREE[1]]
    state = play(game, *deal_moves(rotated, 5, starter=1))
    for asker in (1, 2, 0, 1):
        assert state.current == asker
        assert refused(game, state, (asker + 1) % 3, "ask 0 6") == "nuss.3"
        question = next(move for move in legal_texts(game, state, asker))
        state = play(game, f"{asker}: {question}", state=state)
        while seen(state, SPECTATOR)["stage"] != "asking":
            seat = int(state.current)
            move = "pass" if state.dump()["stage"] == "calling" else legal_texts(game, state, seat)[0]
            state = play(game, f"{seat}: {move}", state=state)


# Questions


@clause("nuss.4")
def test_a_question_goes_to_another_player_and_not_above_the_highest_card() -> None:
    game, state = three()
    assert refused(game, state, 0, "ask 0 6") == "nuss.4"
    assert refused(game, state, 0, "ask 3 6") == "nuss.4"
    assert refused(game, state, 0, "ask 1 6") == ""
    assert refused(game, state, 0, "ask 2 6") == ""
    assert refused(game, state, 0, "no") == "nuss.4"
    assert refused(game, state, 0, "push 1") == "nuss.4"


@clause("nuss.4")
def test_with_twelve_cards_nobody_can_ask_for_seven() -> None:
    game, state = three()
    assert ways_to_form(packed(THREE[0]), 7)  # 6+1 would form it
    assert refused(game, state, 0, "ask 1 7") == "nuss.4"
    assert refused(game, state, 0, "ask 1 8") == "nuss.4"
    hard = Nussknacker(2, {"deck": 16})
    dealt = play(hard, *deal_moves([[6, 1, 2, 3, 4, 5, 7, 8], [1, 2, 3, 4, 5, 6, 7]], 8))
    assert refused(hard, dealt, 0, "ask 1 7") == ""


@clause("nuss.5")
@pytest.mark.parametrize("hand", [[6], [3, 3], [2, 4], [5, 1], [1, 2, 3], [1, 1, 2, 2]])
def test_six_can_be_formed_in_many_ways(hand: list[int]) -> None:
    assert formable(packed(hand), 6) & 2**5
    for left_out in range(len(hand)):
        assert not formable(packed(hand[:left_out] + hand[left_out + 1 :]), 6) & 2**5


@clause("nuss.5")
@pytest.mark.parametrize(
    ("first", "second", "third", "aside"),
    [
        ([6, 1, 1, 2], [2, 3, 3, 4], [4, 5, 5], 6),
        ([3, 3, 1, 1], [2, 2, 4, 4], [5, 5, 6], 6),
        ([2, 4, 4, 5], [1, 1, 2, 3], [3, 5, 6], 6),
        ([5, 1, 4, 4], [1, 2, 2, 3], [3, 5, 6], 6),
        ([1, 2, 3, 4], [1, 2, 3, 4], [5, 5, 6], 6),
        ([1, 1, 2, 2], [3, 3, 4, 4], [5, 5, 6], 6),
    ],
)
def test_six_can_be_asked_for_with_any_of_them(
    first: list[int], second: list[int], third: list[int], aside: int
) -> None:
    game = Nussknacker(3)
    assert refused(game, play(game, *deal_moves([first, second, third], aside)), 0, "ask 1 6") == ""


@clause("nuss.5")
def test_the_asker_must_be_able_to_form_the_value() -> None:
    game = Nussknacker(3)
    state = play(game, *deal_moves([[5, 6, 6, 5], [1, 2, 3, 4], [1, 2, 3]], 4))
    assert [refused(game, state, 0, f"ask 1 {value}") for value in range(1, 7)] == ["nuss.5"] * 4 + ["", ""]


@clause("nuss.6", "nuss.r2")
def test_an_exchange_step_by_step() -> None:
    """Seat 0 asks for 6 with 6 or 2+4; seat 1 can only give 3+3, and 1+... isn't enough."""
    game, state = three("0: ask 1 6")
    assert seen(state, 2)["pending"] == {
        "asker": 0, "asked": 1, "value": 6, "given": 0, "returned": 0, "given_cards": None
    }  # fmt: skip
    assert refused(game, state, 1, "no") == "nuss.6"
    assert refused(game, state, 1, "push 1") == "nuss.6"
    assert refused(game, state, 1, "push 3") == "nuss.6"
    assert refused(game, state, 1, "choose 3+3") == "nuss.r2"
    assert refused(game, state, 1, "choose 6") == "nuss.6"  # not in hand
    assert refused(game, state, 1, "choose 1+4") == "nuss.6"  # 5
    assert refused(game, state, 0, "push 1") == "nuss.3"
    assert refused(game, state, 0, "ask 1 6") == "nuss.3"
    assert refused(game, state, 1, "ask 0 6") == "nuss.6"
    state = play(game, "1: push 2", state=state)
    assert refused(game, state, 1, "push 2") == "nuss.r2"
    assert refused(game, state, 1, "push 1") == "nuss.6"
    assert refused(game, state, 1, "no") == "nuss.6"
    assert refused(game, state, 1, "choose 1+4") == "nuss.6"  # 5
    assert refused(game, state, 1, "choose 2+4") == "nuss.6"  # there is no 2
    assert refused(game, state, 1, "choose 6") == "nuss.6"
    state = play(game, "1: choose 3+3", state=state)
    assert hands(state) == [sorted(hand) for hand in THREE]  # both pick up their cards at the same time
    assert seen(state, 0)["pending"]["given_cards"] is None
    assert seen(state, 1)["pending"]["given_cards"] == [3, 3]
    assert legal_texts(game, state, 0)[:2] == ["push 1", "push 2"]
    assert refused(game, state, 0, "no") == "nuss.6"
    assert refused(game, state, 0, "choose 3+3") == "nuss.6"  # still not in hand
    assert refused(game, state, 0, "choose 2+4") == "nuss.r2"
    state = play(game, "0: push 1", state=state)
    assert refused(game, state, 0, "choose 2+4") == "nuss.6"
    state = play(game, "0: choose 6", state=state)
    assert hands(state) == [[1, 2, 3, 3, 4], [1, 4, 6], [2, 5, 6]]
    assert seen(state, 2)["held"] == [5, 3, 3]
    assert seen(state, 2)["pending"] is None


@clause("nuss.6")
def test_both_sides_choose_among_all_their_combinations() -> None:
    game = Nussknacker(2)
    state = play(game, *deal_moves(TWO, 1), "0: ask 1 6")
    assert [move for move in legal_texts(game, state, 1) if "push" in move] == ["push 1", "push 2"]
    state = play(game, "1: push 2", state=state)
    assert [move for move in legal_texts(game, state, 1) if "choose" in move] == ["choose 2+4"]
    state = play(game, "1: choose 2+4", state=state)
    assert [move for move in legal_texts(game, state, 0) if "push" in move] == ["push 1", "push 2", "push 3"]
    state = play(game, "0: push 2", state=state)
    assert [move for move in legal_texts(game, state, 0) if "choose" in move] == ["choose 1+5", "choose 2+4"]


@clause("nuss.6", "nuss.r2")
def test_who_sees_what_was_exchanged() -> None:
    """Seat 0 gives 2+4 or (after a change) 1+5: the others see two cards, both partners see which."""
    game = Nussknacker(3)
    deal = deal_moves([[1, 5, 4, 2], [3, 3, 4, 1], [5, 6, 2]], 6)
    state = play(game, *deal, "0: ask 1 6", "1: push 2")
    assert state.unseen_by(1, game.parse("choose 3+3")) == [SPECTATOR, 0, 2]
    state = play(game, "1: choose 3+3", "0: push 2", state=state)
    assert state.unseen_by(0, game.parse("choose 1+5")) == [SPECTATOR, 2]
    low, high = (play(game, f"0: choose {cards}", state=state) for cards in ("1+5", "2+4"))
    assert seen(low, 2) == seen(high, 2)
    assert seen(low, SPECTATOR) == seen(high, SPECTATOR)
    row = {"asker": 0, "asked": 1, "value": 6, "given": 2, "returned": 2}
    assert seen(low, 2)["questions"] == [{**row, "given_cards": None, "returned_cards": None}]
    for seat in (0, 1):
        assert seen(low, seat)["questions"] == [{**row, "given_cards": [3, 3], "returned_cards": [1, 5]}]
        assert seen(high, seat)["questions"] == [{**row, "given_cards": [3, 3], "returned_cards": [2, 4]}]


@clause("nuss.r2")
def test_the_asker_does_not_see_which_cards_come() -> None:
    game = Nussknacker(2)
    deal = deal_moves([[6, 6, 5, 4, 3, 2], [1, 5, 4, 2, 3]], 1)
    state = play(game, *deal, "0: ask 1 6", "1: push 2")
    one, other = (play(game, f"1: choose {cards}", state=state) for cards in ("1+5", "2+4"))
    assert seen(one, 0) == seen(other, 0)
    assert legal_texts(game, one, 0) == legal_texts(game, other, 0)
    one, other = (play(game, "0: push 1", "0: choose 6", state=each) for each in (one, other))
    assert seen(one, 0)["questions"][0]["given_cards"] == [1, 5]
    assert seen(other, 0)["questions"][0]["given_cards"] == [2, 4]


@clause("nuss.7", "nuss.r6")
def test_no_is_said_exactly_if_the_value_cannot_be_formed() -> None:
    game = Nussknacker(3, {"tempo": "turns"})
    state = play(game, *deal_moves([[5, 6, 1, 2], [1, 2, 4, 4], [3, 3, 5]], 6), "0: ask 2 2")
    assert legal_texts(game, state, 2) == ["no"]
    assert [refused(game, state, 2, f"push {number}") for number in (1, 2, 3, 4)] == ["nuss.7"] * 4
    assert [refused(game, state, 2, move) for move in ("ask 0 3", "choose 2", "choose 3")] == ["nuss.7"] * 3
    state = play(game, "2: no", state=state)
    assert seen(state, 1)["questions"][0]["given"] == 0
    assert hands(state) == [[1, 2, 5, 6], [1, 2, 4, 4], [3, 3, 5]]
    yes = play(game, *deal_moves([[5, 6, 1, 2], [1, 2, 4, 4], [3, 3, 5]], 6), "0: ask 1 3")
    assert legal_texts(game, yes, 1) == ["push 2"]
    assert refused(game, yes, 1, "no") == "nuss.6"


@clause("nuss.8")
def test_after_a_no_and_after_an_exchange_the_left_neighbour_asks() -> None:
    game, state = three("0: ask 2 4", "2: no")  # 5, 6 and 2 don't form 4
    assert (seen(state, 2)["asker"], seen(state, 2)["stage"]) == (1, "asking")
    exchanged = ["0: ask 2 6", "2: push 1", "2: choose 6", "0: push 1", "0: choose 6"]
    _, state = three(*exchanged)
    assert (seen(state, 2)["asker"], seen(state, 2)["turn"]) == (1, 1)
    state = play(game, "1: ask 2 1", "2: no", state=state)
    assert seen(state, 2)["asker"] == 2
    state = play(game, "2: ask 1 2", "1: no", state=state)
    assert seen(state, 2)["asker"] == 0


# Announcements


@clause("nuss.9")
def test_anybody_may_announce_at_any_time() -> None:
    game = Nussknacker(3)
    moves = ["0: ask 1 6", "1: push 2", "1: choose 3+3", "0: push 1", "0: choose 6"]
    for length in range(len(moves) + 1):
        _, state = three(*moves[:length])
        assert state.current == RACE
        assert state.waiting() == [0, 1, 2]
        for seat in (0, 1, 2):
            offered = [move for move in legal_texts(game, state, seat) if move.startswith("announce")]
            assert offered == [f"announce {value}" for value in range(1, 7)]
            after = play(game, f"{seat}: announce 5", state=state)
            assert after.all_points() == [int(other == seat) for other in range(3)]
    assert refused(game, play(game, "chance: start 0"), 0, "announce 5") == "nuss.3"


@clause("nuss.9")
def test_right_is_a_chip_and_wrong_is_a_chip_for_every_other() -> None:
    game, state = three()
    assert play(game, "2: announce 5", state=state).all_points() == [0, 0, 1]
    assert play(game, "2: announce 4", state=state).all_points() == [1, 1, 0]
    for seat in (SPECTATOR, 0, 1, 2):
        assert seen(play(game, "2: announce 4", state=state), seat)["revealed"] == [[2, 4, 5]]


@clause("nuss.10")
def test_five_chips_win_at_once() -> None:
    game = Nussknacker(2)
    state = game.start()
    for chips in range(1, 6):
        assert state.current != OVER
        state = announce(game, state, 1, right=True)
        assert state.all_points() == [0, chips]
    assert state.current == OVER
    assert ended(state) == ([0, 5], [2, 1], "nuss.10")
    assert seen(state, 0)["aside"] == state.dump()["aside"] == seen(state, SPECTATOR)["revealed"][-1][2]
    assert [state.legal(seat) for seat in (CHANCE, 0, 1)] == [[], [], []]
    assert refused(game, state, 0, "announce 1") == "nuss.10"
    assert refused(game, state, CHANCE, "deal 1") == "nuss.10"


AGREED = {"en": "agreed", "de": "vereinbart", "fr": "convenu", "it": "concordat", "nl": "afgesproken"}
FIVE = {"en": "five", "de": "fünf", "fr": "cinq", "it": "cinque", "nl": "vijf"}


@clause("nuss.10", "nuss.r3")
@pytest.mark.parametrize("language", languages("nussknacker"))
def test_numbers_that_are_options_are_said_to_be_agreed(language: str) -> None:
    words = text("nussknacker", language)
    winning, ending = words.clauses["nuss.10"][1], words.clauses["nuss.r3"][1]
    assert all(AGREED[language] in said for said in (winning, ending, words.rules["end"]))
    assert (winning.count(FIVE[language]), BOX["target"]) == (1, 5)
    assert str(BOX["question_limit"]) in ending


@clause("nuss.10", "nuss.9")
def test_several_reach_five_at_once_and_play_goes_on_until_one_is_ahead() -> None:
    game = Nussknacker(3)
    state = game.start()
    for _ in range(5):
        state = announce(game, state, 0, right=False)
    assert state.all_points() == [0, 5, 5]
    assert state.current != OVER
    dealt = deal_at_random(state.clone())
    wrong = f"announce {dealt.dump()['aside'] % 6 + 1}"
    tied = game.effects(dealt, 0, game.parse(wrong), play(game, f"0: {wrong}", state=dealt.clone()))[-1]
    assert tied == Effect("tied", NOBODY, 6)
    level = announce(game, state, 0, right=False)
    assert (level.all_points(), level.current) == ([0, 6, 6], CHANCE)
    ahead = announce(game, state, 2, right=True)
    assert (ahead.all_points(), ahead.current) == ([0, 5, 6], OVER)
    assert ahead.result().ranks == [3, 2, 1]


@clause("nuss.10", "nuss.r7")
def test_a_third_may_catch_up_meanwhile_and_chips_never_run_out() -> None:
    game = Nussknacker(4, {"target": 2})
    state = game.start()
    for _ in range(2):
        state = announce(game, state, 0, right=False)
    assert state.all_points() == [0, 2, 2, 2]
    for chips in (1, 2):
        state = announce(game, state, 0, right=True)
        assert (state.all_points(), state.current) == ([chips, 2, 2, 2], CHANCE)
    over = announce(game, state, 0, right=True)
    assert (over.all_points(), over.current, over.result().winners) == ([3, 2, 2, 2], OVER, [0])
    while sum(state.all_points()) < 5 * BOX["chips"]:
        state = (
            announce(game, state, 0, right=True)
            if state.all_points()[0] < state.all_points()[1]
            else announce(game, state, 0, right=False)
        )
        assert state.current != OVER


@clause("nuss.r1", "nuss.2")
def test_after_an_announcement_the_next_player_starts_a_new_deal() -> None:
    game = Nussknacker(3)
    deal = deal_moves([THREE[1], THREE[2], THREE[0]], 5, starter=2)
    state = play(game, *deal, "2: ask 0 6", "0: push 2", "1: announce 1")
    assert state.current == CHANCE
    after = state.dump()
    assert (after["deal"], after["starter"], after["stage"]) == (2, 0, "laying_aside")
    assert (after["hands"], len(after["deck"]), after["questions"], after["pending"]) == ([[], [], []], 12, [], None)
    state = play(game, *deal_moves(THREE, 5, lot=False), state=state)
    assert (seen(state, 1)["asker"], seen(state, 1)["turn"]) == (0, 0)
    state = play(game, "0: announce 5", state=state)
    assert state.dump()["starter"] == 1


@clause("nuss.r3")
@pytest.mark.parametrize("tempo", ["race", "turns"])
def test_a_deal_without_an_announcement_is_void_after_the_limit(tempo: str) -> None:
    for limit in (1, 2, 60):
        game = Nussknacker(3, {"tempo": tempo, "question_limit": limit})
        state = deal_at_random(play(game, "chance: start 1"))
        asked = 0
        while state.deal == 1:
            seat = int(state.turn)
            move = next(move for move in legal_texts(game, state, seat) if not move.startswith("announce"))
            asked += move.startswith("ask")
            state = play(game, f"{seat}: {move}", state=state)
        assert asked == limit
        after = state.dump()
        assert (after["voids"], after["starter"], after["deal"], after["current"]) == (1, 2, 2, CHANCE)
        assert after["revealed"] == []
        assert after["chips"] == [0, 0, 0]


@clause("nuss.r3")
@pytest.mark.parametrize("tempo", ["race", "turns"])
def test_ten_void_deals_in_a_row_end_the_game(tempo: str) -> None:
    game = Nussknacker(2, {"tempo": tempo, "question_limit": 1})
    state = game.start()
    for voids in range(1, 10):
        state = quiet_deal(game, state)
        assert (state.dump()["voids"], state.current) == (voids, CHANCE)
    draw_ = quiet_deal(game, state)
    assert draw_.current == OVER
    assert ended(draw_) == ([0, 0], [1, 1], "nuss.r3")
    assert seen(draw_, 0)["aside"] is None
    assert refused(game, draw_, 0, "announce 1") == "nuss.r3"


@clause("nuss.r3")
@pytest.mark.parametrize(("right", "chips", "ranks"), [(True, [0, 1], [2, 1]), (False, [1, 0], [1, 2])])
def test_an_announcement_breaks_the_row_of_void_deals_and_most_chips_win(
    right: bool, chips: list[int], ranks: list[int]
) -> None:
    game = Nussknacker(2, {"question_limit": 1})
    state = game.start()
    for _ in range(9):
        state = quiet_deal(game, state)
    state = announce(game, state, 1, right=right)
    assert state.dump()["voids"] == 0
    for _ in range(9):
        state = quiet_deal(game, state)
        assert state.current == CHANCE
    state = quiet_deal(game, state)
    assert ended(state) == (chips, ranks, "nuss.r3")


@clause("nuss.r4")
def test_a_call_is_good_for_its_deal_whatever_was_asked_meanwhile() -> None:
    """The action names no decision, so it is the same before and after questions; the view names the deal."""
    game, state = three()
    call = game.parse("announce 5")
    later = play(game, "0: ask 2 4", "2: no", "1: ask 2 1", state=state)
    for position in (state, later):
        assert call in position.legal(2)
        assert seen(position, 2)["deal"] == 1
    assert seen(play(game, "1: announce 5", state=later), 2)["deal"] == 2


@clause("nuss.r4")
def test_the_first_call_counts() -> None:
    game, state = three()
    first = play(game, "1: announce 5", state=state)
    assert (first.all_points(), first.current) == ([0, 1, 0], CHANCE)
    assert refused(game, first, 2, "announce 5") == "nuss.3"


@clause("nuss.r4")
def test_a_race_has_no_clock_and_nobody_passes() -> None:
    game, state = three("0: ask 1 6")
    assert legal_texts(game, state, CHANCE) == []
    assert refused(game, state, 0, "pass") == "nuss.r4"
    assert refused(game, state, CHANCE, "deal 1") == "nuss.3"


@clause("nuss.r4")
def test_in_turns_all_may_announce_after_each_answer_the_asker_last() -> None:
    game = turns(3, question_limit=2)
    state = play(game, *deal_moves(THREE, 5))
    assert refused(game, state, 0, "announce 5") == "nuss.r4"
    assert refused(game, state, 1, "announce 5") == "nuss.r4"
    assert refused(game, state, 0, "pass") == "nuss.r4"
    state = play(game, "0: ask 2 4", state=state)
    assert refused(game, state, 2, "announce 5") == "nuss.r4"
    state = play(game, "2: no", state=state)
    for caller in (1, 2, 0):
        assert (state.current, state.waiting()) == (caller, [caller])
        assert legal_texts(game, state, caller) == [*(f"announce {value}" for value in range(1, 7)), "pass"]
        assert refused(game, state, caller, "ask 1 6") in ("nuss.r4", "nuss.3")
        assert refused(game, state, (caller + 1) % 3, "announce 5") == "nuss.r4"
        assert play(game, f"{caller}: announce 5", state=state).all_points()[caller] == 1
        state = play(game, f"{caller}: pass", state=state)
    assert (state.current, state.dump()["stage"]) == (1, "asking")
    state = play(game, "1: ask 2 1", "2: no", "2: pass", "0: pass", state=state)
    assert (state.current, state.deal) == (1, 1)  # even before the deal becomes void
    assert play(game, "1: announce 5", state=state).all_points() == [0, 1, 0]
    void = play(game, "1: pass", state=state)
    assert (void.dump()["voids"], void.deal) == (1, 2)


@clause("nuss.r5")
def test_any_value_of_the_game_may_be_announced_even_one_known_to_be_wrong() -> None:
    game = Nussknacker(3)
    state = play(game, *deal_moves([[3, 3, 4, 1], [6, 1, 4, 2], [5, 6, 2]], 5))
    assert refused(game, state, 0, "announce 3") == ""  # seat 0 holds both
    assert play(game, "0: announce 3", state=state).all_points() == [0, 1, 1]
    assert refused(game, state, 0, "announce 7") == "nuss.r5"
    assert (
        refused(Nussknacker(3, {"deck": 16}), deal_at_random(Nussknacker(3, {"deck": 16}).start()), 0, "announce 7")
        == ""
    )


def test_what_players_may_not_do_for_chance() -> None:
    game, state = three()
    assert refused(game, state, 0, "deal 1") == "nuss.2"
    assert refused(game, state, 0, "aside 1") == "nuss.2"
    assert refused(game, state, 0, "start 1") == "nuss.3"
    assert state.objection(3, game.parse("announce 1")) == "nuss.3"
