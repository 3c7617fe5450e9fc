"""Qarré, clause by clause."""

import itertools
from typing import Any

import pytest

from carreau.core.errors import SeatsError
from carreau.core.game import CHANCE, SPECTATOR
from carreau.core.rng import Rng
from carreau.games.qarre._state import QarreState
from carreau.games.qarre.board import NONE
from carreau.games.qarre.game import Qarre
from carreau.games.qarre.tables import ACTION_NAMES, BOX, CARD_NAMES
from carreau.games.texts import languages, text
from tests.clauses import clause
from tests.play import legal_texts, play, refused
from tests.positions.qarre import GAME, KEEP, acting, position, scores, seen


def moves_of(game: Qarre, state: QarreState, word: str) -> list[str]:
    """List the legal moves of the player to act that contain a word."""
    return [move for move in legal_texts(game, state, int(state.current)) if word in move.split()]


DEALT = [
    "chance: start 1",
    *[f"chance: fill {card}" for card in ("6s", "4h", "ah", "9c")],
    *[f"chance: deal {card}" for card in ("3h", "7s", "5h", "ac", "2h", "10d")],
]


# Set-up


@clause("qarre.1")
def test_forty_playing_cards_and_twelve_action_cards() -> None:
    assert len(CARD_NAMES) == len(set(CARD_NAMES)) == 40
    assert {card[:-1] for card in CARD_NAMES} == {"a", *map(str, range(2, 11))}
    assert len(ACTION_NAMES) == len(set(ACTION_NAMES)) == 12
    assert (BOX["target"], BOX["lead"], BOX["reshuffles"], BOX["trio"], BOX["quartet"]) == (44, 22, 12, 3, 4)
    state = play(GAME, *DEALT, "chance: draw 2c")
    assert legal_texts(GAME, state, CHANCE) == [f"turn up {name}" for name in ACTION_NAMES]
    with pytest.raises(SeatsError, match="qarre is for 2 players, not 3"):
        Qarre(3)


AGREED = {"en": "agreed", "de": "vereinbart", "fr": "convenu", "it": "concordat", "nl": "afgesproken"}


@clause("qarre.20", "qarre.r8")
@pytest.mark.parametrize("language", languages("qarre"))
def test_numbers_that_are_options_are_said_to_be_agreed(language: str) -> None:
    clauses = text("qarre", language).clauses
    winning, ending = clauses["qarre.20"][1], clauses["qarre.r8"][1]
    assert winning.count(AGREED[language]) == 2
    assert f"({BOX['target']}" in winning
    assert f"({BOX['lead']}" in winning
    assert AGREED[language] in ending
    assert f"({BOX['reshuffles']}" in ending


@clause("qarre.2", "qarre.r18")
def test_four_open_cards_three_in_each_hand_the_rest_is_the_stock() -> None:
    state = play(GAME, *DEALT)
    assert seen(state, SPECTATOR)["piles"] == [["6s"], ["4h"], ["ah"], ["9c"]]
    assert (seen(state, 0)["hand"], seen(state, 1)["hand"]) == (["7s", "10d", "ac"], ["2h", "3h", "5h"])
    assert (seen(state, 0)["held"], seen(state, 0)["stock"]) == ([3, 3], 30)
    assert scores(state) == [0, 0]
    assert refused(GAME, state, CHANCE, "fill 2s") == refused(GAME, state, CHANCE, "deal 2s") == "qarre.2"
    assert refused(GAME, play(GAME, *DEALT[:3]), CHANCE, "fill 6s") == "qarre.2"


@clause("qarre.r7")
def test_a_lot_decides_who_starts() -> None:
    start = GAME.start()
    assert legal_texts(GAME, start, CHANCE) == ["start 0", "start 1"]
    assert {GAME.text(int(start.sample(Rng(seed)))) for seed in range(20)} == {"start 0", "start 1"}
    state = play(GAME, *DEALT, "chance: draw 2c", "chance: turn up queen hearts")
    assert state.current == 1
    assert refused(GAME, state, 1, "start 0") == "qarre.r7"


# The turn


@clause("qarre.3", "qarre.r12")
def test_draw_then_action_card_then_lay() -> None:
    state = play(GAME, *DEALT)
    assert state.current == CHANCE
    assert refused(GAME, state, 1, "3h on 1") == refused(GAME, state, CHANCE, "turn up king spades") == "qarre.3"
    state = play(GAME, "chance: draw 2c", state=state)
    assert seen(state, 1)["held"] == [3, 4]
    assert refused(GAME, state, CHANCE, "draw 3c") == refused(GAME, state, CHANCE, "3h on 1") == "qarre.3"
    state = play(GAME, "chance: turn up king hearts", state=state)
    assert legal_texts(GAME, state, 1) == ["remove 2", "remove 3", "decline"]
    assert refused(GAME, state, 1, "3h on 1") == refused(GAME, state, 1, "end") == "qarre.r12"
    assert refused(GAME, state, 0, "7s on 2") == "qarre.3"
    state = play(GAME, "1: decline", state=state)
    assert refused(GAME, state, 1, "remove 2") == refused(GAME, state, 1, "decline") == "qarre.r12"
    assert refused(GAME, state, 1, "7s on 2") == "qarre.3"
    assert refused(GAME, state, 1, "end") == "qarre.r12"  # no hand card has been laid
    state = play(GAME, "1: 3h on 1", state=state)
    assert (state.current, seen(state, 1)["held"]) == (1, [3, 3])
    state = play(GAME, "1: end", state=state)
    assert (state.turn, state.current, seen(state, 0)["stage"]) == (0, CHANCE, "drawing")


@clause("qarre.r12")
def test_a_reservation_ends_the_turn() -> None:
    state = play(GAME, "0: reserve 2c", state=position("6s | 4h | ah | 9c", "2c 7s 5d 8d"))
    assert (state.turn, state.current) == (1, CHANCE)
    assert seen(state, 1)["reserves"] == [["2c"], []]


# Action cards


@clause("qarre.4", "qarre.r1")
def test_the_jack_exchanges_a_card_with_one_pile_of_its_suit() -> None:
    state = acting("6s | 4d 4h | ah | 9c", "2c 7s 5d 8d", "jack hearts")
    assert legal_texts(GAME, state, 0) == ["take 2", "take 3", "decline"]
    assert refused(GAME, state, 0, "take 1") == refused(GAME, acting(*JACKLESS), 0, "take 2") == "qarre.4"
    state = play(GAME, "0: take 2", state=state)
    assert seen(state, 1)["piles"][1] == ["4d"]
    assert legal_texts(GAME, state, 0) == [f"discard {card}" for card in ("7s", "4h", "5d", "8d", "2c")]
    assert refused(GAME, state, 0, "discard 6s") == "qarre.r1"
    assert refused(GAME, state, 0, "7s on 2") == "qarre.r12"
    state = play(GAME, "0: discard 8d", state=state)
    assert (seen(state, 0)["hand"], seen(state, 1)["discards"]) == (["7s", "4h", "5d", "2c"], ["8d"])
    assert refused(GAME, state, 0, "take 3") == "qarre.r12"
    assert refused(GAME, state, 0, "discard 7s") == "qarre.r1"


JACKLESS = ("6s | 4d 4h | ah | 9c", "2c 7s 5d 8d", "king hearts")


@clause("qarre.4")
def test_the_jack_is_optional_and_skipped_where_it_has_no_use() -> None:
    state = play(GAME, "0: decline", state=acting("6s | 4h | ah | 9c", "2c 7s 5d 8d", "jack hearts"))
    assert seen(state, 0)["held"] == [4, 3]
    assert moves_of(GAME, state, "on") == ["7s on 2", "7s on 3"]
    assert seen(acting("6s | 4h | ah | 9c", "2c 7s 5d 8d", "jack diamonds"), 0)["stage"] == "laying"


@clause("qarre.4", "qarre.6", "qarre.r12")
@pytest.mark.parametrize(("face", "verb", "broken"), [("jack", "take", "qarre.4"), ("king", "remove", "qarre.6")])
def test_a_pile_of_another_suit_is_the_reason_even_when_it_is_too_late(face: str, verb: str, broken: str) -> None:
    no_use = acting("6s | 4h | ah | 9c", "2c 7s 5d 8d", f"{face} diamonds")
    assert seen(no_use, 0)["stage"] == "laying"
    assert refused(GAME, no_use, 0, f"{verb} 1") == broken
    declined = play(GAME, "0: decline", state=acting("6s | 4h | ah | 9c", "2c 7s 5d 8d", f"{face} hearts"))
    assert [refused(GAME, declined, 0, f"{verb} {field}") for field in (1, 2)] == [broken, "qarre.r12"]


@clause("qarre.5")
def test_under_a_queen_only_her_suit_is_laid() -> None:
    state = acting("6s | 4h | ah | 9c", "ac 7s 3h 8d", "queen spades")
    assert seen(state, 0)["stage"] == "laying"
    assert moves_of(GAME, state, "on") == ["7s on 2", "7s on 3"]
    assert refused(GAME, state, 0, "3h on 1") == "qarre.5"
    assert refused(GAME, state, 0, "decline") == "qarre.5"
    free = acting("6s | 4h | ah | 9c", "ac 7s 3h 8d", "king diamonds")
    assert "3h on 1" in moves_of(GAME, free, "on")
    after = play(GAME, "0: 7s on 2", "0: end", "chance: draw 2c", "chance: turn up king diamonds", state=state)
    assert after.let_in() == free.let_in()


@clause("qarre.6", "qarre.r2")
def test_the_king_removes_one_whole_pile_for_a_point_a_card() -> None:
    state = acting("6s | 4d 5c 4h | ah | 9c", "2c 7s 5d 8d", "king hearts")
    assert legal_texts(GAME, state, 0) == ["remove 2", "remove 3", "decline"]
    assert refused(GAME, state, 0, "remove 1") == refused(GAME, state, 0, "remove 4") == "qarre.6"
    assert refused(GAME, acting("6s | 4h | ah | 9c", "2c 7s 5d 8d", "jack hearts"), 0, "remove 2") == "qarre.6"
    state = play(GAME, "0: remove 2", "chance: fill 3d", state=state)
    assert scores(state) == [3, 0]
    assert seen(state, 0)["discards"] == ["4h", "4d", "5c"]
    assert seen(state, 0)["piles"] == [["6s"], ["3d"], ["ah"], ["9c"]]
    declined = play(GAME, "0: decline", state=acting("6s | 4h | ah | 9c", "2c 7s 5d 8d", "king hearts"))
    assert scores(declined) == [0, 0]


@clause("qarre.r3", "qarre.16")
def test_an_empty_field_is_refilled_at_once_and_scores_for_the_player_whose_action_it_was() -> None:
    state = play(GAME, "0: remove 4", state=acting("6s | 7s | 8s | 9c", "2c 3c 5d 8d", "king clubs"))
    assert state.current == CHANCE
    assert refused(GAME, state, CHANCE, "fill 6s") == "qarre.2"
    assert scores(play(GAME, "chance: fill 9s", state=state)) == [1 + 4, 0]
    assert scores(play(GAME, "chance: fill 10s", state=state)) == [1, 0]
    jack = play(GAME, "0: take 4", state=acting("6s | 7s | 2h | 9c", "2c 3c 5d 8d", "jack clubs"))
    assert scores(play(GAME, "chance: fill 8s", state=jack)) == [3, 0]


@clause("qarre.16", "qarre.r5", "qarre.9")
def test_a_card_uncovered_by_the_jack_can_make_a_combination() -> None:
    state = acting("6s | 7s | 3d 8s 9c | 2h", "2c 3c 5d 8d", "jack clubs")
    assert seen(state, 1)["piles"][2] == ["3d", "8s", "9c"]
    state = play(GAME, "0: take 3", state=state)
    assert scores(state) == [3, 0]
    assert seen(state, 1)["piles"][2] == ["3d", "8s"]
    assert seen(state, SPECTATOR)["combination"] == [1, 2, 3]


@clause("qarre.r15")
def test_the_jack_step_by_step() -> None:
    state = play(GAME, "0: take 4", state=acting("6s | 4h | ah | 9c", "2c 7s 5d 8d", "jack clubs"))
    assert (state.current, seen(state, 0)["stage"]) == (CHANCE, "refilling")
    assert seen(state, 0)["hand"] == ["7s", "5d", "8d", "2c", "9c"]
    state = play(GAME, "chance: fill 3d", "0: discard 9c", state=state)
    assert seen(state, 0)["hand"] == ["7s", "5d", "8d", "2c"]
    assert seen(state, 0)["discards"] == ["9c"]


@clause("qarre.r15")
def test_a_jack_may_not_empty_a_field_that_cannot_be_refilled() -> None:
    bare: dict[str, Any] = {"stage": "turning_up", "current": CHANCE, "action": None, "rest": "other_reserve"}
    before = position("6s | 3c 4h | ah | 9c", "2c 7s 5d 8d", **bare)
    state = play(GAME, "chance: turn up jack hearts", state=before)
    assert legal_texts(GAME, state, 0) == ["take 2", "decline"]
    assert refused(GAME, state, 0, "take 3") == "qarre.r15"
    with_discards = position("6s | 3c 4h | ah | 9c", "2c 7s 5d 8d", **bare, discards="10s")
    state = play(GAME, "chance: turn up jack hearts", "0: take 3", state=with_discards)
    assert legal_texts(GAME, state, CHANCE) == ["fill 10s"]


@clause("qarre.r1", "qarre.4")
def test_option_keep_makes_the_card_taken_the_hand_card_of_the_turn() -> None:
    state = acting("6s | 4d 4h | ah | 9c", "2c 7s 5d 8d", "jack hearts", KEEP)
    state = play(KEEP, "0: take 2", state=state)
    assert (seen(state, 0)["stage"], seen(state, 0)["held"], seen(state, 0)["kept"]) == ("laying", [5, 3], "4h")
    assert legal_texts(KEEP, state, 0) == ["4h on 1", "4h on 4"]
    assert refused(KEEP, state, 0, "7s on 2") == refused(KEEP, state, 0, "reserve 2c") == "qarre.r1"
    assert refused(KEEP, state, 0, "discard 4h") == "qarre.r1"
    assert refused(KEEP, state, 0, "reserve 4h") == "qarre.10"
    state = play(KEEP, "0: 4h on 1", "0: end", "chance: draw 3c", "chance: turn up queen clubs", state=state)
    assert seen(state, 0)["held"] == [4, 4]
    state = play(KEEP, f"1: {moves_of(KEEP, state, 'reserve')[0]}", state=state)
    assert (state.turn, seen(state, 0)["stage"], seen(state, 0)["held"]) == (0, "turning_up", [4, 3])
    state = play(KEEP, "chance: turn up queen hearts", "0: reserve 2c", state=state)
    assert seen(state, 0)["held"] == [3, 3]


@clause("qarre.r1")
def test_option_keep_reserves_the_card_taken_only_if_it_fits_nowhere() -> None:
    state = play(KEEP, "0: take 2", state=acting("6s | 8d 4h | ah | 9c", "2c 7s 5d 8h", "jack hearts", KEEP))
    assert legal_texts(KEEP, state, 0) == ["reserve 4h"]
    state = play(KEEP, "0: reserve 4h", state=state)
    assert (seen(state, 0)["held"], seen(state, 0)["reserves"][0]) == ([4, 3], ["4h"])
    assert seen(state, 0)["memory"] == []


# Laying into the base

EXAMPLE_2 = "4d 6s | 4h | ah | 9d"


@clause("qarre.7", "qarre.r11")
def test_example_2_of_the_rulebook() -> None:
    state = position(EXAMPLE_2, "7s ac 2s 8c")
    assert legal_texts(GAME, state, 0)[:4] == ["7s on 2", "7s on 3", "ac on 1", "ac on 4"]
    assert refused(GAME, state, 0, "7s on 1") == "qarre.7"
    state = play(GAME, "0: ac on 4", "0: end", state=state)
    assert seen(state, 0)["piles"][3] == ["9d", "ac"]
    state = position("6s | 4h | ah | 9d", "3h 5h 2s 8c", other="2h 9s 8d")
    state = play(GAME, "0: 3h on 4", "0: end", "chance: draw 10c", "chance: turn up queen diamonds", state=state)
    state = play(GAME, "1: reserve 9s", "chance: draw 2d", "chance: turn up king diamonds", "0: 5h on 1", state=state)
    assert scores(state) == [3, 0]
    state = play(GAME, "0: end", "chance: draw 7c", "chance: turn up queen hearts", "1: 2h on 3", state=state)
    assert scores(state) == [3, 4]


@clause("qarre.7")
def test_next_to_means_sharing_an_edge() -> None:
    """7♠ relates only to the card on field 1: it can go on 2 and 3, but not on 1 itself, nor diagonally on 4."""
    for field, near in ((1, [2, 3]), (2, [1, 4]), (3, [1, 4]), (4, [2, 3])):
        piles = ["2h", "4d", "ah", "9d"]
        piles[field - 1] = "6s"
        state = position(" | ".join(piles), "7s 3c 10d 8c")
        assert [move for move in moves_of(GAME, state, "on") if move[:2] == "7s"] == [f"7s on {f}" for f in near]
        assert refused(GAME, state, 0, f"7s on {field}") == refused(GAME, state, 0, f"7s on {5 - field}") == "qarre.7"


@clause("qarre.7", "qarre.8")
def test_same_value_or_same_suit_one_higher_or_lower_in_the_circle() -> None:
    values = ["a", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
    for card, top in itertools.permutations(CARD_NAMES, 2):
        gap = abs(values.index(card[:-1]) - values.index(top[:-1]))
        related = gap == 0 or (card[-1] == top[-1] and gap in (1, 9))
        state = GAME.start()
        for field in range(4):
            state.show(field, CARD_NAMES.index(top))
        state.add_to_below(CARD_NAMES.index(top), NONE)
        state.add_to_hands(0, 2 ** CARD_NAMES.index(card))
        state.stage, state.current = 9, 0
        assert bool(moves_of(GAME, state, "on")) == related, (card, top)
        assert (refused(GAME, state, 0, f"{card} on 1") == "") == related


@clause("qarre.8")
def test_ten_and_ace_are_neighbours() -> None:
    state = position("10h | 4d | 7c | 9s", "ah 10d 2h ad")
    assert "ah on 2" in moves_of(GAME, state, "on")
    assert refused(GAME, state, 0, "ad on 2") == refused(GAME, state, 0, "2h on 2") == "qarre.7"


@clause("qarre.9")
def test_all_may_see_the_piles() -> None:
    state = play(GAME, "0: 7s on 2", state=position("4d 6s | 4h | ah | 9d", "7s 3c 2s 8c"))
    for seat in (SPECTATOR, 0, 1):
        assert seen(state, seat)["piles"] == [["4d", "6s"], ["4h", "7s"], ["ah"], ["9d"]]


@clause("qarre.13", "qarre.3")
def test_only_one_hand_card_is_laid_in_a_turn() -> None:
    state = play(GAME, "0: 7s on 2", state=position(EXAMPLE_2, "7s ac 5s 8c"))
    assert legal_texts(GAME, state, 0) == ["end"]
    assert refused(GAME, state, 0, "ac on 4") == refused(GAME, state, 0, "5s on 3") == "qarre.13"
    assert refused(GAME, state, 0, "reserve 8c") == "qarre.13"


# The reserve


@clause("qarre.10")
def test_only_a_card_that_fits_nowhere_is_reserved() -> None:
    state = position(EXAMPLE_2, "7s ac 2s 8c")
    assert moves_of(GAME, state, "reserve") == ["reserve 2s", "reserve 8c"]
    assert refused(GAME, state, 0, "reserve 7s") == "qarre.10"
    assert refused(GAME, state, 0, "reserve 9s") == "qarre.10"
    assert seen(play(GAME, "0: reserve 2s", state=state), 1)["reserves"][0] == ["2s"]
    stuck = position(EXAMPLE_2, "8s 3c 2s 8c")
    assert legal_texts(GAME, stuck, 0) == ["reserve 2s", "reserve 8s", "reserve 3c", "reserve 8c"]


@clause("qarre.10", "qarre.r9")
def test_when_a_queen_forces_it_any_card_may_be_reserved() -> None:
    forced = acting(EXAMPLE_2, "7s ac 2s 8d", "queen hearts")
    assert legal_texts(GAME, forced, 0) == [f"reserve {card}" for card in ("2s", "7s", "8d", "ac")]
    other_suit_fits = acting(EXAMPLE_2, "7s ac 2s 8c", "queen spades")
    assert legal_texts(GAME, other_suit_fits, 0) == ["7s on 2", "7s on 3", "reserve 2s", "reserve 8c"]
    assert refused(GAME, other_suit_fits, 0, "reserve ac") == "qarre.r9"
    assert refused(GAME, other_suit_fits, 0, "reserve 7s") == "qarre.10"  # of her suit, and it fits


@clause("qarre.11", "qarre.12")
def test_reserve_cards_are_laid_from_the_top_any_number_of_them() -> None:
    state = position("6s | 3h | ad | 9d", "2c 3c 5d 8d", reserve="4c 8s 7s")
    assert refused(GAME, state, 0, "8s on 3") == "qarre.7"
    assert moves_of(GAME, state, "on")[:2] == ["7s on 2", "7s on 3"]
    state = play(GAME, "0: 7s on 2", state=state)
    assert seen(state, 1)["reserves"][0] == ["4c", "8s"]
    state = play(GAME, "0: 8s on 4", state=state)
    assert (seen(state, 1)["reserves"][0], scores(state)) == (["4c"], [3, 0])
    covered = position("6s | 4h | ah | 9d", "2c 3c 5d 8d", reserve="7s 10c")
    assert refused(GAME, covered, 0, "7s on 2") == "qarre.11"
    assert refused(GAME, covered, 0, "10c on 1") == "qarre.7"
    assert refused(GAME, position("6s | 4h | ah | 9d", "2c 3c 5d 8d", other_reserve="7s"), 0, "7s on 2") == "qarre.3"


@clause("qarre.12")
def test_all_reserve_cards_can_go_in_one_turn() -> None:
    state = position("6s | 4h | 2d | 9d", "10s 3c 5d 8d", reserve="2s as 10h 9s 8s 7s")
    moves = ["0: 7s on 2", "0: 8s on 4", "0: 9s on 2", "0: 10s on 1", "0: 10h on 2", "0: as on 2", "0: 2s on 1"]
    state = play(GAME, *moves, "0: end", state=state)
    assert seen(state, 0)["reserves"][0] == []
    assert state.turn == 1


@clause("qarre.13", "qarre.r12")
def test_the_hand_card_comes_before_between_or_after_reserve_cards() -> None:
    base, hand, reserve = "6s | 4h | 2d | 9d", "8s 3c 5d 10d", "9s 7s"
    between = position(base, hand, reserve=reserve)
    state = play(GAME, "0: 7s on 2", "0: 8s on 4", "0: 9s on 3", state=between)
    assert scores(state) == [3 + 4, 0]
    before = play(GAME, "0: 7s on 2", state=position(base, "7s 3c 5d 10d", reserve="9s 8s"))
    before = play(GAME, "0: 8s on 4", "0: 9s on 3", "0: end", state=before)
    assert scores(before) == [7, 0]
    after = position(base, "9s 3c 5d 10d", reserve="8s 7s")
    after = play(GAME, "0: 7s on 2", "0: 8s on 4", "0: 9s on 3", "0: end", state=after)
    assert scores(after) == [7, 0]
    early: dict[str, Any] = {"stage": "turning_up", "current": CHANCE, "action": None}
    assert refused(GAME, position(base, hand, reserve=reserve, **early), 0, "7s on 2") == "qarre.3"


@clause("qarre.14", "qarre.r13")
def test_after_reserve_cards_a_fitting_hand_card_must_be_laid() -> None:
    state = position("6s | 4h | ah | 9d", "ac 3c 5d 8c", reserve="7s")
    assert "reserve 3c" in moves_of(GAME, state, "reserve")
    state = play(GAME, "0: 7s on 2", state=state)
    assert legal_texts(GAME, state, 0) == ["ac on 1", "ac on 4"]
    assert refused(GAME, state, 0, "reserve 3c") == "qarre.14"
    assert refused(GAME, state, 0, "reserve ac") == "qarre.10"
    assert refused(GAME, state, 0, "end") == "qarre.r12"
    none_fits = play(GAME, "0: 7s on 2", state=position("6s | 4h | ah | 9d", "4c 3c 5d 8c", reserve="7s"))
    assert legal_texts(GAME, none_fits, 0) == [f"reserve {card}" for card in ("5d", "3c", "4c", "8c")]


@clause("qarre.r13", "qarre.14")
def test_under_a_queen_only_her_suit_must_be_laid_after_reserve_cards() -> None:
    state = play(GAME, "0: 7s on 2", state=acting(EXAMPLE_2, "ac 3c 5d 8c", "queen spades", reserve="7s"))
    assert legal_texts(GAME, state, 0) == [f"reserve {card}" for card in ("5d", "ac", "3c", "8c")]
    state = play(GAME, "0: 7s on 2", state=acting(EXAMPLE_2, "ac 8s 5d 8c", "queen spades", reserve="7s"))
    assert legal_texts(GAME, state, 0) == ["8s on 1", "8s on 4"]
    assert refused(GAME, state, 0, "reserve 5d") == "qarre.14"
    assert refused(GAME, state, 0, "reserve ac") == "qarre.14"  # qarre.r9 is broken as well, but comes later
    assert refused(GAME, state, 0, "reserve 8s") == "qarre.10"


@clause("qarre.r4")
def test_the_queen_binds_reserve_cards_too() -> None:
    state = acting("6s | 4h | ah | 9d", "2c 3c 5d 8d", "queen hearts", reserve="7s")
    assert moves_of(GAME, state, "on") == []
    assert refused(GAME, state, 0, "7s on 2") == "qarre.5"
    assert moves_of(GAME, acting("6s | 4h | ah | 9d", "2c 3c 5d 8d", "queen spades", reserve="7s"), "on")
