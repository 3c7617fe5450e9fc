"""Schollenschubser: moves of the explorers, and the end of the game."""

import pytest

from carreau.core.action_buffer import ActionBuffer
from carreau.core.game import CHANCE, OVER
from carreau.core.playout import playout
from carreau.core.rng import Rng
from carreau.games.schollenschubser.game import Schollenschubser
from tests.clauses import clause
from tests.play import play, refused
from tests.positions.schollenschubser import moves, moving, rolled, standing, texts

# From floe to floe


@clause("scholle.12")
def test_one_explorer_steps_from_the_bank_onto_column_1() -> None:
    game, state = moving("a1 1 1", "b1 2", "c2 3", "e1 1", "d4 3")
    assert moves(game, state) == {"bank-b1", "bank-e1"}
    assert refused(game, state, 0, "bank-a1") == "scholle.12"  # full
    assert refused(game, state, 0, "bank-d1") == "scholle.12"  # no floe
    assert refused(game, state, 0, "bank-c2") == "scholle.12"  # not column 1
    assert refused(game, state, 0, "bank-ship") == refused(game, state, 0, "bank-bank") == "scholle.12"
    after = play(game, "0: bank-b1", state=state)
    assert (standing(after, "b1"), after.dump()["bank"]) == ([1, 0], [3, 3])
    assert refused(game, after, 0, "bank-e1") == "scholle.12"  # only one
    assert refused(game, after, 0, "bank-b1") == "scholle.12"


@clause("scholle.12")
def test_nobody_steps_from_an_empty_bank() -> None:
    game, state = moving("a1 3", "b2 3 0 0", aboard=(2, 0))
    assert refused(game, state, 0, "bank-a1") == "scholle.12"
    assert moves(game, state) == set()


@clause("scholle.13")
def test_explorers_move_to_the_next_floe_in_a_straight_line() -> None:
    game, state = moving("a2 1", "b2 1 0", "b1 1", "b3 1", "c2 1", "a1 3", "c3 3")
    own = {"b2-a2", "b2-b1", "b2-b3", "b2-c2"}
    assert moves(game, state) == own | {"bank-a1", "bank-b1"}
    assert refused(game, state, 0, "b2-a1") == refused(game, state, 0, "b2-c3") == "scholle.13"  # diagonally
    assert refused(game, state, 0, "b2-b2") == "scholle.13"
    assert refused(game, state, 0, "a2-a1") == "scholle.13"  # nobody there
    assert standing(play(game, "0: b2-a2", state=state), "a2") == [1, 0]


@clause("scholle.13")
def test_no_explorer_crosses_water_or_finds_room_on_a_full_floe() -> None:
    game, state = moving("b2 1 0", "b4 1", "d2 1", "b1 2 1 1", "b3 1 0")
    assert moves(game, state) == {"b3-b4"}
    assert refused(game, state, 0, "b2-b4") == refused(game, state, 0, "b2-d2") == "scholle.13"
    assert refused(game, state, 0, "b2-b1") == refused(game, state, 0, "b2-b3") == "scholle.13"
    assert refused(game, state, 0, "b2-c2") == "scholle.13"


@clause("scholle.13")
def test_a_row_does_not_continue_at_its_other_end() -> None:
    game, state = moving("a4 1 0", "b1 1 0")
    assert moves(game, state) == {"a4-ship", "b1-bank"}
    assert refused(game, state, 0, "a4-b1") == refused(game, state, 0, "b1-a4") == "scholle.13"


@clause("scholle.13")
def test_only_own_explorers_move_and_only_column_1_leads_back() -> None:
    game, state = moving("b1 2 0 1", "b2 2 0")
    assert moves(game, state) == {"b1-bank", "b1-b2"}
    assert refused(game, state, 0, "b2-bank") == "scholle.13"
    after = play(game, "0: b1-bank", state=state)
    assert (standing(after, "b1"), after.dump()["bank"]) == ([0, 1], [3, 3])


@clause("scholle.13", "scholle.r10")
def test_every_explorer_may_move_in_any_order_when_there_is_room() -> None:
    game, state = moving("a1 1 0", "a2 1 0", "a3 1 0", "a4 1", aboard=(1, 0))
    assert moves(game, state) == {"a1-bank", "a3-a4"}
    after = play(game, "0: a3-a4", "0: a2-a3", "0: a1-a2", state=state)
    assert [standing(after, field)[0] for field in ("a1", "a2", "a3", "a4")] == [0, 1, 1, 1]
    assert refused(game, state, 0, "a1-a2") == "scholle.13"
    one = play(game, "0: a3-a4", "0: a1-bank", "0: a2-a1", state=state)
    two = play(game, "0: a1-bank", "0: a2-a1", "0: a3-a4", state=state)
    assert one.fingerprint() == two.fingerprint()


@clause("scholle.14")
def test_explorers_board_from_column_4() -> None:
    game, state = moving("a4 2 0 0", "b4 1 1", "c3 1 0")
    assert moves(game, state) == {"a4-ship"}
    assert refused(game, state, 0, "c3-ship") == "scholle.14"
    assert refused(game, state, 0, "b4-ship") == "scholle.14"
    after = play(game, "0: a4-ship", "0: a4-ship", state=state)
    assert (after.dump()["aboard"], standing(after, "a4"), after.current) == ([2, 0], [0, 0], 0)
    assert refused(game, after, 0, "a4-ship") == "scholle.14"


@clause("scholle.15", "scholle.r10")
def test_nobody_has_to_move() -> None:
    game, state = moving("a4 2 0 0", "b1 1")
    assert "end" in texts(game, state)
    after = play(game, "0: end", state=state)
    assert (after.dump()["turn"], after.dump()["aboard"]) == (1, [0, 0])
    some = play(game, "0: a4-ship", "0: end", state=state)
    assert (some.dump()["aboard"], standing(some, "a4")) == ([1, 0], [1, 0])


@clause("scholle.r5")
def test_whoever_stepped_on_stays_there_this_turn() -> None:
    game, state = moving("a1 2", "a2 1")
    after = play(game, "0: bank-a1", state=state)
    assert texts(game, after) == {"end"}
    assert refused(game, after, 0, "a1-a2") == refused(game, after, 0, "a1-bank") == "scholle.r5"
    turn = ["0: end", "chance: roll 3,3", "1: floe 1 a3", "1: end", "chance: roll 4,4", "0: floe 1 a4"]
    later = play(game, *turn, state=after)
    assert texts(game, later) == {"a1-a2", "a1-bank", "bank-a1", "end"}


@clause("scholle.r5")
def test_each_explorer_moves_once_also_beside_others() -> None:
    game, state = moving("a2 2 0", "a3 3 0", "a4 1")
    after = play(game, "0: a2-a3", state=state)
    assert (standing(after, "a3"), after.dump()["floes"][1][3]) == ([2, 0], 1)
    assert {"a3-a2", "a3-a4"} == moves(game, after)
    after = play(game, "0: a3-a4", state=after)
    assert texts(game, after) == {"end"}
    assert refused(game, after, 0, "a3-a2") == "scholle.r5"
    assert refused(game, after, 0, "a4-ship") == "scholle.r5"


@clause("scholle.r5")
def test_whoever_went_back_does_not_step_on_again_but_others_do() -> None:
    game, state = moving("a1 1 0", aboard=(3, 0))
    after = play(game, "0: a1-bank", state=state)
    assert refused(game, after, 0, "bank-a1") == "scholle.r5"
    assert texts(game, after) == {"end"}
    turn = ["0: end", "chance: roll 3,3", "1: floe 1 a3", "1: end", "chance: roll 4,4", "0: floe 1 a4"]
    assert texts(game, play(game, *turn, state=after)) == {"bank-a1", "end"}
    game, state = moving("a1 1 0", aboard=(2, 0))
    after = play(game, "0: a1-bank", "0: bank-a1", state=state)
    assert (standing(after, "a1"), after.dump()["bank"]) == ([1, 0], [1, 4])


@clause("scholle.r5", "scholle.7")
def test_whoever_came_back_in_the_drift_may_step_on_at_once() -> None:
    game, state = rolled((3, 3), "e3 1 0", "a1 1", aboard=(3, 0))
    after = play(game, "0: drift e3", "0: bank-a1", state=state)
    assert standing(after, "a1") == [1, 0]
    game, state = rolled((6, 6), "e3 1 0", "a1 1", aboard=(3, 0))
    after = play(game, "0: drop 0 from e3", "0: bank-a1", state=state)
    assert standing(after, "a1") == [1, 0]


# The end


@clause("scholle.16")
def test_the_fourth_aboard_wins_at_once() -> None:
    game, state = moving("a4 2 0", "b1 3 0 1", aboard=(2, 1), turns=4)
    third = play(game, "0: a4-ship", state=state)
    assert third.current == 0
    game, state = moving("a4 2 0", "b1 3 1", aboard=(3, 1), turns=4)
    won = play(game, "0: a4-ship", state=state)
    assert (won.current, won.waiting()) == (OVER, [])
    assert won.result().to_json() == {"scores": [4, 1], "ranks": [1, 2], "clause": "scholle.16"}
    assert refused(game, won, 0, "end") == "scholle.16"
    assert game.load(won.dump()).fingerprint() == won.fingerprint()


@clause("scholle.16")
def test_the_others_are_ranked_by_explorers_aboard() -> None:
    game, state = moving("a4 2 0", seats=4, aboard=(3, 0, 2, 2))
    assert play(game, "0: a4-ship", state=state).result().ranks == [1, 4, 2, 2]


@clause("scholle.r11")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_after_the_last_turn_the_game_is_a_draw(seats: int) -> None:
    game = Schollenschubser(seats, {"turn_limit": 2})
    state = play(game, "chance: lay 2 a3", "chance: lay 1 a4", "chance: start 1")
    for turn in range(2 * seats):
        assert state.current == CHANCE
        player = (1 + turn) % seats
        state = play(game, "chance: roll 1,6", f"{player}: decline", f"{player}: end", state=state)
    assert state.current == OVER
    assert state.result().to_json() == {"scores": [0] * seats, "ranks": [1] * seats, "clause": "scholle.r11"}
    assert refused(game, state, CHANCE, "roll 1,1") == "scholle.r11"


@clause("scholle.r11")
def test_a_draw_has_no_winner_though_some_are_aboard() -> None:
    game, state = moving("a4 2 1", turns=199, starter=1, aboard=(3, 1))
    over = play(game, "0: end", state=state)
    assert over.result().to_json() == {"scores": [3, 1], "ranks": [1, 1], "clause": "scholle.r11"}
    assert over.result().payoffs == [0.0, 0.0]
    assert Schollenschubser(2).options["turn_limit"] == 100


@clause("scholle.r11", "scholle.16")
def test_the_last_move_of_the_last_turn_can_win() -> None:
    game, state = moving("a4 2 0", turns=199, starter=1, aboard=(3, 1))
    assert play(game, "0: a4-ship", state=state).result().ranks == [1, 2]


def test_random_games_end_by_a_win_or_at_the_limit() -> None:
    game, endings = Schollenschubser(2, {"turn_limit": 150}), set()
    for seed in range(12):
        state = game.start()
        playout(state, Rng(seed), ActionBuffer())
        state.audit()
        endings.add(state.result().clause)
    assert endings == {"scholle.16", "scholle.r11"}
