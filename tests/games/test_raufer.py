"""Raufer, clause by clause, and the beliefs of seats."""

from io import StringIO

import pytest
from rich.console import Console

from carreau.boards.raufer import draw
from carreau.core.action_buffer import ActionBuffer
from carreau.core.game import CHANCE, OVER, SPECTATOR
from carreau.core.playout import playout
from carreau.core.rng import Rng
from carreau.games.raufer._state import RauferState
from carreau.games.raufer.game import Raufer
from carreau.games.raufer.spec import BOX
from carreau.games.texts import text
from tests.clauses import clause
from tests.play import legal_texts, play, refused
from tests.positions.raufer import FAILING, SHORT, deal_moves, dealt, hands, seen, small

# Set-up


@clause("raufer.1")
def test_the_box_has_twenty_floors_and_the_deal_leaves_a_pile() -> None:
    assert BOX["floors"] == 20
    piles = {seats: 20 - int(seats) * cards for seats, cards in BOX["hand"].items()}
    assert BOX["hand"] == {"3": 5, "4": 4, "5": 3}
    assert piles == {"3": 5, "4": 4, "5": 5}


@clause("raufer.1")
@pytest.mark.parametrize(("seats", "each", "pile"), [(3, 5, 5), (4, 4, 4), (5, 3, 5)])
def test_everybody_is_dealt_the_same_number_of_cards(seats: int, each: int, pile: int) -> None:
    game = Raufer(seats)
    state = play(game, "chance: start 1")
    rng = Rng(seats)
    for card in range(seats * each):
        assert state.current == CHANCE
        receiver = (1 + card) % seats
        state.apply(CHANCE, state.sample(rng))
        assert len(hands(state)[receiver]) == card // seats + 1
    assert [len(hand) for hand in hands(state)] == [each] * seats
    assert len(state.dump()["pile"]) == pile
    assert state.current == 1


@clause("raufer.1")
def test_a_card_is_dealt_once_and_only_to_be_laid_by_its_owner() -> None:
    game = Raufer(3)
    state = play(game, "chance: start 0", "chance: deal 7")
    assert refused(game, state, CHANCE, "deal 7") == "raufer.1"
    assert refused(game, state, CHANCE, "7 up") == "raufer.1"
    game, state = dealt([[1, 2], [3, 4], [5, 6]], floors=7)
    assert refused(game, state, 0, "3 up") == "raufer.1"
    assert refused(game, state, 0, "deal 7") == "raufer.1"


@clause("raufer.1", "raufer.r3")
def test_dealt_cards_are_seen_by_their_owner_alone() -> None:
    game = Raufer(3)
    state = play(game, "chance: start 2", "chance: deal 7")
    assert state.unseen_by(CHANCE, game.parse("deal 9")) == [SPECTATOR, 1, 2]
    assert seen(state, 2)["hand"] == [7]
    for viewer in (SPECTATOR, 0, 1):
        assert seen(state, viewer) == seen(play(game, "chance: start 2", "chance: deal 12"), viewer) | {"seat": viewer}
        assert seen(state, viewer)["hand"] == []
        assert seen(state, viewer)["held"] == [0, 0, 1]


@clause("raufer.r9")
def test_the_starter_is_drawn_by_lot() -> None:
    for seats in (3, 4, 5):
        game = Raufer(seats)
        state = game.start()
        assert legal_texts(game, state, CHANCE) == [f"start {seat}" for seat in range(seats)]
        assert state.weights() == [1] * seats
        drawn = {game.text(int(state.sample(Rng(seed)))) for seed in range(50)}
        assert drawn == set(legal_texts(game, state, CHANCE))
    _, state = dealt([[1, 2], [3, 4], [5, 6]], floors=7, starter=1)
    assert (state.starter, state.current) == (1, 1)
    game = small(3, 7, 2)
    assert refused(game, game.start(), CHANCE, "start 3") == "raufer.r9"
    assert refused(game, state, 1, "start 0") == "raufer.r9"


@clause("raufer.r9")
def test_without_a_lot_the_first_seat_begins() -> None:
    game = small(3, 7, 2, lot=False)
    state = game.start()
    assert (seen(state, 0)["stage"], state.dump()["starter"]) == ("dealing", 0)
    assert refused(game, state, CHANCE, "start 1") == "raufer.r9"
    state = play(game, *deal_moves([[1, 2], [3, 4], [5, 6]])[1:])
    assert (state.current, hands(state)) == (0, [[1, 2], [3, 4], [5, 6]])


@clause("raufer.r9")
@pytest.mark.parametrize(("starter", "following"), [(0, 1), (1, 2), (2, 0)])
def test_the_start_passes_to_the_left_whoever_has_won(starter: int, following: int) -> None:
    state = play(Raufer(3), f"chance: start {starter}")
    playout(state, Rng(starter), ActionBuffer())
    assert (state.current, state.next_starter()) == (OVER, following)


# Laying


@clause("raufer.2")
def test_the_opening_may_be_any_card_with_any_order() -> None:
    game, state = dealt([[1, 4], [3, 2], [5, 6]], floors=7)
    assert legal_texts(game, state, 0) == ["1 up", "1 down", "4 up", "4 down"]
    assert refused(game, state, 0, "fail") == "raufer.2"
    assert seen(state, 0)["order"] == "none"
    assert seen(state, 0)["commander"] == -1


@clause("raufer.3")
def test_a_card_must_obey_the_order_and_gives_another() -> None:
    game, up = dealt([[4, 1], [5, 3], [2, 6]], "0: 4 up", floors=7)
    assert legal_texts(game, up, 1) == ["5 up", "5 down"]
    assert refused(game, up, 1, "3 up") == "raufer.3"
    game, down = dealt([[4, 1], [5, 3], [2, 6]], "0: 4 down", floors=7)
    assert legal_texts(game, down, 1) == ["3 up", "3 down"]
    assert refused(game, down, 1, "5 down") == "raufer.3"
    after = play(game, "1: 3 up", state=down)
    assert (after.current, seen(after, 0)["order"], seen(after, 0)["commander"], seen(after, 0)["top"]) == (
        2,
        "up",
        1,
        3,
    )


@clause("raufer.3")
def test_only_the_left_neighbour_is_asked() -> None:
    game, state = dealt([[4, 1], [5, 3], [2, 6]], "0: 4 up", floors=7)
    assert state.waiting() == [1]
    for seat in (0, 2, CHANCE):
        assert refused(game, state, seat, "6 up") == "raufer.3"
    _, last = dealt([[4, 1], [5, 3], [2, 6]], "2: 2 up", floors=7, starter=2)
    assert last.waiting() == [0]


@clause("raufer.r1", "raufer.r10")
def test_who_can_obey_must_lay_and_failing_is_forced() -> None:
    game, state = dealt([[4, 1], [5, 3], [2, 6]], "0: 4 up", floors=7)
    assert refused(game, state, 1, "fail") == "raufer.r1"
    game, state = dealt([[4, 1], [2, 3], [5, 6]], "0: 4 up", floors=7)
    assert legal_texts(game, state, 1) == ["fail"]


# Phase one


@clause("raufer.4", "raufer.r10", "raufer.r3")
def test_who_cannot_obey_draws_unseen_and_the_order_passes_on() -> None:
    game, state = dealt(FAILING, "0: 5 up", "1: fail", floors=9)
    assert state.current == CHANCE
    assert legal_texts(game, state, CHANCE) == ["draw 6", "draw 7", "draw 9"]
    assert refused(game, state, CHANCE, "draw 5") == "raufer.4"
    assert refused(game, state, CHANCE, "8 up") == "raufer.4"
    assert refused(game, state, 2, "8 up") == "raufer.3"
    assert state.unseen_by(CHANCE, game.parse("draw 6")) == [SPECTATOR, 0, 1, 2]
    six, nine = (play(game, f"chance: draw {card}", state=state) for card in (6, 9))
    for viewer in (SPECTATOR, 0, 1, 2):
        assert seen(six, viewer) == seen(nine, viewer)
        assert (seen(six, viewer)["drawn"], seen(six, viewer)["failed"]) == ([0, 1, 0], [1])
        assert (seen(six, viewer)["pile"], seen(six, viewer)["held"]) == (2, [1, 2, 2])
    assert hands(six)[1] == [2, 3]
    assert six.current == 2
    assert seen(six, 2)["order"] == "up"
    assert seen(six, 2)["top"] == 5
    assert refused(game, six, 2, "draw 7") == "raufer.4"


@clause("raufer.5", "raufer.r3")
def test_once_somebody_obeys_those_who_drew_take_their_cards() -> None:
    _, state = dealt(FAILING, "0: 5 up", "1: fail", "chance: draw 6", "2: 8 down", floors=9)
    assert hands(state) == [[1], [2, 3, 6], [4]]
    assert seen(state, 1)["hand"] == [2, 3, 6]
    assert seen(state, 1)["drawn"] == [0, 0, 0]
    assert seen(state, 1)["failed"] == []
    assert seen(state, 1)["out"] == []
    assert state.current == 0


@clause("raufer.6", "raufer.r10")
def test_if_nobody_obeys_the_commander_takes_all_and_the_left_neighbour_opens() -> None:
    one = ["0: 5 up", "1: fail", "chance: draw 6", "2: fail"]
    game, state = dealt([[5, 7], [2, 3], [1, 4]], *one, floors=9)
    assert state.current == CHANCE  # the last to fail draws as well
    state = play(game, "chance: draw 9", state=state)
    assert hands(state) == [[6, 7, 9], [2, 3], [1, 4]]
    assert state.current == 1
    assert legal_texts(game, state, 1) == ["2 up", "2 down", "3 up", "3 down"]
    assert seen(state, 1)["order"] == "none"
    assert seen(state, 1)["drawn"] == [0, 0, 0]
    assert seen(state, 0)["hand"] == [6, 7, 9]
    assert seen(state, 1)["pile"] == 1
    assert seen(state, 1)["out"] == []


@clause("raufer.6", "raufer.r3")
def test_the_last_draw_is_told_to_the_commander_who_takes_it() -> None:
    moves = ["0: 5 up", "1: fail", "chance: draw 6", "2: fail"]
    game, state = dealt([[5, 7], [2, 3], [1, 4]], *moves, floors=9)
    assert state.unseen_by(CHANCE, game.parse("draw 9")) == [SPECTATOR, 1, 2]


@clause("raufer.7")
def test_the_last_card_wins_when_its_order_is_carried_out() -> None:
    moves = ["0: 1 up", "1: 3 up", "2: 8 down", "0: 2 up", "1: 4 up"]
    _, state = dealt([[1, 2], [3, 4], [8, 9]], *moves[:4], floors=9)
    assert state.current == 1  # not won yet: the order must be obeyed
    _, state = dealt([[1, 2], [3, 4], [8, 9]], *moves, floors=9)
    assert state.current == OVER
    assert (state.result().winners, state.result().clause) == ([0], "raufer.7")


@clause("raufer.7", "raufer.6")
def test_the_last_card_does_not_win_if_its_order_brings_cards_again() -> None:
    moves = ["0: 1 up", "1: 3 up", "2: 8 down", "0: 2 down", "1: fail", "chance: draw 5", "2: fail", "chance: draw 6"]
    _, state = dealt([[1, 2], [3, 4], [8, 9]], *moves, floors=9)
    assert state.current == 1
    assert hands(state)[0] == [5, 6]


@clause("raufer.7", "raufer.5")
def test_the_last_card_wins_too_if_only_the_second_player_obeys() -> None:
    moves = ["0: 1 up", "1: 3 up", "2: 8 down", "0: 5 up", "1: fail", "chance: draw 2", "2: 9 up"]
    _, state = dealt([[1, 5], [3, 4], [8, 9]], *moves, floors=9)
    assert state.result().winners == [0]
    assert hands(state)[1] == [2, 4]


# The pile runs out

THIN = [[5, 6], [1, 2], [3, 4]]


@clause("raufer.r2", "raufer.6")
def test_the_pile_runs_out_among_failures_and_the_commander_stays() -> None:
    moves = ["0: 5 up", "1: fail", "chance: draw 7"]
    game, state = dealt(THIN, *moves, floors=7)
    assert seen(state, 0)["pile"] == 0
    assert seen(state, 0)["phase"] == 1
    state = play(game, "2: fail", state=state)
    assert state.current == 1
    assert hands(state) == [[6, 7], [1, 2], [3, 4]]
    assert seen(state, 0)["out"] == []
    assert seen(state, 0)["phase"] == 2


@clause("raufer.r2", "raufer.5")
def test_who_fails_after_the_last_card_is_not_out() -> None:
    moves = ["0: 8 up", "1: fail", "chance: draw 7", "2: fail", "3: 13 down"]
    game, state = dealt([[8, 9, 10], [1, 2, 3], [4, 5, 6], [11, 12, 13]], *moves, floors=13)
    assert hands(state) == [[9, 10], [1, 2, 3, 7], [4, 5, 6], [11, 12]]
    assert (seen(state, 0)["out"], seen(state, 0)["phase"]) == ([], 2)
    after = play(game, "0: 10 up", "1: fail", "2: fail", "3: 11 down", state=state)
    assert seen(after, 0)["out"] == [1, 2]


@clause("raufer.8", "raufer.r2")
def test_phase_two_begins_with_the_next_order() -> None:
    moves = ["0: 5 up", "1: fail", "chance: draw 7", "2: fail", "1: 1 up", "2: 3 down"]
    game, state = dealt([[5, 6], [1, 2], [3, 4]], *moves, floors=7)
    assert seen(state, 0)["phase"] == 2
    after = play(game, "0: fail", "1: 2 up", state=state)
    assert seen(after, 0)["out"] == [0]
    assert hands(after)[0] == [6, 7]


# Phase two


@clause("raufer.8", "raufer.r4")
def test_in_phase_two_who_failed_is_out_once_somebody_lays() -> None:
    game, state = dealt(SHORT, "0: 5 up", "1: fail", floors=8)
    assert state.current == 2
    assert seen(state, 0)["failed"] == [1]
    assert seen(state, 0)["out"] == []
    state = play(game, "2: 6 up", state=state)
    assert seen(state, 0)["out"] == [1]
    assert seen(state, 0)["failed"] == []
    for viewer in (SPECTATOR, 0, 2, 3):  # the cards of a player who is out stay hidden
        assert seen(state, viewer)["hand"] == ([] if viewer < 0 else hands(state)[viewer])
        assert seen(state, viewer)["held"] == [1, 2, 1, 2]
    after = play(game, "3: 7 down", "0: 1 up", state=state)
    assert after.current == 2  # seat 1 is skipped


@clause("raufer.8", "raufer.r4", "raufer.r5")
def test_in_phase_two_only_the_commander_is_out_if_all_others_fail() -> None:
    moves = ["0: 8 up", "1: fail", "2: fail", "3: fail"]
    game, state = dealt([[8, 1], [2, 3], [4, 6], [7, 5]], *moves, floors=8)
    assert seen(state, 1)["out"] == [0]
    assert seen(state, 1)["failed"] == []
    assert state.current == 1
    assert legal_texts(game, state, 1) == ["2 up", "2 down", "3 up", "3 down"]


@clause("raufer.r4", "raufer.8")
def test_players_are_counted_when_the_order_is_given() -> None:
    _, state = dealt([[6, 1], [2, 3], [4, 5]], "0: 6 up", "1: fail", "2: fail", floors=6)
    assert state.current == 1  # three when the order was given: seat 1 wasn't out yet, so raufer.9 did not apply
    assert seen(state, 1)["out"] == [0]


@clause("raufer.r5", "raufer.9")
def test_the_next_player_still_in_the_game_opens() -> None:
    long = [[6, 12, 1], [2, 3, 4], [7, 9, 5], [8, 10, 11]]
    moves = ["0: 6 up", "1: fail", "2: 7 up", "3: 8 up", "0: 12 up", "2: fail", "3: fail"]
    game, state = dealt(long, *moves, floors=12)
    assert seen(state, 2)["out"] == [0, 1]
    assert state.current == 2
    assert legal_texts(game, state, 2) == ["5 up", "5 down", "9 up", "9 down"]
    over = play(game, "2: 9 down", "3: fail", state=state)
    assert over.result().winners == [2]
    assert over.result().clause == "raufer.9"


@clause("raufer.r6", "raufer.7")
def test_an_empty_hand_wins_in_phase_two_when_another_obeys_even_with_their_last_card() -> None:
    moves = ["0: 1 up", "1: 3 up", "2: 5 down", "0: 2 up"]
    game, state = dealt([[1, 2], [3, 4], [5, 6]], *moves, floors=6)
    assert state.current == 1
    over = play(game, "1: 4 down", state=state)
    assert over.result().winners == [0]
    assert over.result().clause == "raufer.7"
    assert hands(over) == [[], [], [6]]


LAST_ORDER = ["0: 1 up", "1: 2 up", "2: 3 up", "0: 6 up", "1: fail", "2: fail"]


@clause("raufer.r6", "raufer.8")
def test_an_empty_hand_is_out_if_nobody_of_several_can_obey() -> None:
    _, state = dealt([[1, 6], [2, 4], [3, 5]], *LAST_ORDER, floors=6)
    assert seen(state, 1)["out"] == [0]
    assert state.current == 1
    assert hands(state)[0] == []


@clause("raufer.r8", "raufer.9", "raufer.r6")
def test_with_two_left_an_impossible_order_wins_also_with_the_last_card() -> None:
    _, state = dealt([[1, 6], [2, 4], [3, 5]], *LAST_ORDER, "1: 4 down", floors=6)
    assert state.current == 2
    assert hands(state)[1] == []
    _, over = dealt([[1, 6], [2, 4], [3, 5]], *LAST_ORDER, "1: 4 down", "2: fail", floors=6)
    assert over.result().winners == [1]
    assert over.result().clause == "raufer.9"
    assert over.dump()["out"] == [0, 2]


@clause("raufer.r8", "raufer.7")
def test_with_two_left_the_last_card_wins_if_it_is_obeyed() -> None:
    _, over = dealt([[1, 6], [2, 4], [3, 5]], *LAST_ORDER, "1: 4 up", "2: 5 up", floors=6)
    assert over.result().winners == [1]
    assert over.result().clause == "raufer.7"


@clause("raufer.9", "raufer.r8")
def test_with_two_left_who_cannot_lay_is_out_and_not_the_commander() -> None:
    first = [[9, 1, 3], [2, 4, 5], [6, 7, 8]]
    _, over = dealt(first, "0: 9 up", "1: fail", "2: fail", "1: 5 down", "2: fail", floors=9)
    assert over.result().winners == [1]
    assert over.result().clause == "raufer.9"
    assert hands(over)[1] == [2, 4]


@clause("raufer.9", "raufer.r4")
def test_an_exit_that_leaves_two_counts_for_the_very_next_order() -> None:
    moves = ["0: 5 up", "1: fail", "chance: draw 6", "2: 8 up", "0: fail"]
    _, going_on = dealt([[5, 1], [2, 3], [8, 4]], *moves, floors=9)
    assert going_on.current == CHANCE  # there is a pile, so nobody is out
    _, over = dealt([[5, 1], [2, 3], [6, 4]], "0: 5 up", "1: fail", "2: 6 up", "0: fail", floors=6)
    assert over.result().winners == [2]
    assert over.result().clause == "raufer.9"


@clause("raufer.r9", "raufer.9")
def test_the_winner_is_first_and_all_others_second() -> None:
    for seats in (3, 4, 5):
        state = Raufer(seats).start()
        playout(state, Rng(seats), ActionBuffer())
        result = state.result()
        assert sorted(result.ranks) == [1] + [2] * (seats - 1)
        assert sum(result.scores) == 1
        assert result.ranks[state.winner] == 1
        assert result.scores[state.winner] == 1


@clause("raufer.7", "raufer.9")
def test_nothing_is_done_after_the_end() -> None:
    moves = ["0: 1 up", "1: 3 up", "2: 5 down", "0: 2 up", "1: 4 down"]
    game, over = dealt([[1, 2], [3, 4], [5, 6]], *moves, floors=6)
    assert refused(game, over, 2, "6 up") == "raufer.7"
    game, over = dealt([[5, 1], [2, 3], [6, 4]], "0: 5 up", "1: fail", "2: 6 up", "0: fail", floors=6)
    assert refused(game, over, 2, "4 up") == "raufer.9"
    assert [over.legal(seat) for seat in (CHANCE, 0, 1, 2, OVER)] == [[]] * 5


# A player's view


@clause("raufer.r7")
@pytest.mark.parametrize("open_discards", [False, True])
def test_a_view_remembers_all_cards_laid_and_says_whether_they_are_displayed(open_discards: bool) -> None:
    moves = ["0: 4 up", "1: 5 down", "2: 2 up"]
    _, state = dealt([[4, 1], [5, 3], [2, 6]], *moves, floors=7, open_discards=open_discards)
    for viewer in (SPECTATOR, 0, 1, 2):
        view = seen(state, viewer)
        assert [card for card, _ in view["laid"]] == [2, 4, 5]
        assert view["open_discards"] is open_discards


@clause("raufer.4")
def test_a_view_says_what_a_failure_rules_out() -> None:
    _, state = dealt(FAILING, "0: 5 up", "1: fail", "chance: draw 6", "2: 8 down", floors=9)
    batches = seen(state, 0)["batches"]
    assert batches == [(0, 2, []), (1, 2, [6, 7, 8, 9]), (2, 2, []), (1, 1, [])]
    after = play(small(3, 9, 2), "0: 1 up", "1: 6 up", state=state)
    assert (6, [3]) in seen(after, 0)["laid"]  # only the drawn card can have been the 6
    after = play(small(3, 9, 2), "0: 1 up", "1: 3 up", state=state)
    assert (3, [1, 3]) in seen(after, 0)["laid"]  # the 3 can have been either


def shown(state: RauferState, seat: int, language: str = "en") -> str:
    console = Console(width=100, no_color=True, record=True, file=StringIO())
    names = ["Ada", "Bertrand", "Carl", "Dora", "Emil"]
    console.print(draw(seen(state, seat), text("raufer", language), names))
    return console.export_text()


@clause("raufer.r7")
def test_the_board_shows_the_cards_laid_only_with_open_discards() -> None:
    moves = ["0: 4 up", "1: 5 down", "2: 2 up"]
    for open_discards in (False, True):
        _, state = dealt([[4, 1], [5, 3], [2, 6]], *moves, floors=7, open_discards=open_discards)
        board = shown(state, 0)
        assert "▲ 2▲" in board
        assert "( 1)" in board
        assert ("×" in board) == open_discards
        assert (" 5 " in board) != open_discards


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_board_can_be_drawn_at_any_time(language: str) -> None:
    for seats in (3, 4, 5):
        state, rng = Raufer(seats).start(), Rng(seats)
        while state.current != OVER:
            lines = shown(state, int(rng.below(seats + 1)) - 1, language).splitlines()
            assert len(lines) <= 30
            seat = int(state.current)
            state.apply(seat, state.sample(rng) if seat == CHANCE else state.random_action(seat, rng, ActionBuffer()))
        assert "♛" in shown(state, SPECTATOR, language)
