"""Undo: at once if it concerns nobody else, otherwise if all other people agree."""

import pytest

from carreau.games.catalogue import game
from carreau.table import commands
from carreau.table.events import (
    TakenOver,
    UndoAnswered,
    Undone,
    UndoRequested,
)
from carreau.table.snapshots import restored, saved
from tests.table.play import (
    Play,
    asking,
    away,
    away_after_dice,
    caro,
    guest,
)


def test_nobody_is_asked_where_nobody_has_learnt_anything() -> None:
    play = caro()
    position = play.match.state.fingerprint()
    play.act(0, "red 0,0")
    decision = play.table.decision
    play.later()
    assert play.do(commands.request_undo(play.table, guest(0), 0, play.now)) == [Undone(play.now, 0, 1)]
    assert play.match.state.fingerprint() == position
    assert play.table.decision == decision + 1


def test_a_position_that_was_taken_back_is_another_decision() -> None:
    """Moves for this position, or for the one after it, come too late."""
    play = caro()
    first, action = play.table.decision, play.table.game.parse("red 0,0")
    play.act(0, "red 0,0")
    second, answer = play.table.decision, play.table.game.parse("black 1,0")
    play.do(commands.request_undo(play.table, guest(0), 0, play.later()))
    assert play.refused(commands.acted, play.table, 0, first, action, "", play.now) == "stale"
    assert play.refused(commands.acted, play.table, 1, second, answer, "", play.now) == "stale"
    play.act(0, "red 0,0")
    assert play.refused(commands.acted, play.table, 1, second, answer, "", play.now) == "stale"


def test_dice_are_taken_back_when_the_other_agrees() -> None:
    play = asking()
    decision = play.table.decision
    happened = play.do(commands.answer_undo(play.table, guest(1), 1, True, play.later()))
    assert happened == [UndoAnswered(play.now, 1, True), Undone(play.now, 0, 2)]
    assert (play.table.asking, play.table.agreed, play.table.decision) == (None, frozenset(), decision + 1)
    assert play.table.waiting() == [0]


def test_dice_stay_where_the_other_refuses() -> None:
    play = asking()
    position, decision = play.match.state.fingerprint(), play.table.decision
    assert play.do(commands.answer_undo(play.table, guest(1), 1, False, play.later())) == [
        UndoAnswered(play.now, 1, False)
    ]
    assert (play.match.state.fingerprint(), play.table.decision) == (position, decision)
    assert (play.table.asking, play.table.agreed) == (None, frozenset())
    assert len(commands.request_undo(play.table, guest(0), 0, play.now)) == 1  # they may ask again


def test_whoever_plays_on_has_refused() -> None:
    play = asking()
    play.act(1, "end")
    assert play.table.asking is None
    assert play.refused(commands.answer_undo, play.table, guest(1), 1, True, play.now) == "undo"


def test_what_somebody_has_answered_is_theirs_as_well() -> None:
    """In an open game nothing hidden was revealed, but another player's decision followed."""
    play = caro()
    play.act(0, "red 0,0")
    play.act(1, "black 1,0")
    assert play.do(commands.request_undo(play.table, guest(0), 0, play.later())) == [UndoRequested(play.now, 0)]
    play.do(commands.answer_undo(play.table, guest(1), 1, False, play.later()))
    assert len(play.match.moves) == 2
    assert play.do(commands.request_undo(play.table, guest(1), 1, play.later())) == [Undone(play.now, 1, 1)]
    assert play.do(commands.request_undo(play.table, guest(0), 0, play.later())) == [Undone(play.now, 0, 1)]


def test_where_other_people_sit_they_are_asked_also_about_what_a_bot_has_answered() -> None:
    play = Play(game("caro", 3), guests=[guest(0), "", guest(2)]).started()
    play.act(0, "red 0,0")
    play.act(1, "black 1,0")
    assert play.do(commands.request_undo(play.table, guest(0), 0, play.later())) == [UndoRequested(play.now, 0)]
    happened = play.do(commands.answer_undo(play.table, guest(2), 2, True, play.later()))
    assert happened[1:] == [Undone(play.now, 0, 2)]


@pytest.mark.parametrize("other", ["", guest(0)])
def test_nobody_is_asked_about_answers_where_one_plays_alone(other: str) -> None:
    """Neither a bot's, nor those on the same device."""
    play = Play(game("caro"), guests=[guest(0), other]).started()
    play.act(0, "red 0,0")
    play.act(1, "black 1,0")
    assert play.do(commands.request_undo(play.table, guest(0), 0, play.later()))[-1] == Undone(play.now, 0, 2)
    assert (play.table.asking, play.match.moves) == (None, [])


def test_nobody_waits_for_the_answer_of_a_bot() -> None:
    play = asking()
    play.do([TakenOver(play.later(), 1, commands.STAND_IN)])
    assert play.table.asking is None


def test_nothing_is_taken_back_behind_the_back_of_somebody_who_is_away() -> None:
    """Neither dice nor a bot's moves for them; once they are back they are asked."""
    play = away_after_dice()
    assert play.refused(commands.request_undo, play.table, guest(0), 0, play.now) == "undo"
    play.act(1, "end")
    assert play.refused(commands.request_undo, play.table, guest(0), 0, play.now) == "undo"
    play.do(commands.come_back(play.table, guest(1), 1, play.later()))
    assert play.do(commands.request_undo(play.table, guest(0), 0, play.later())) == [UndoRequested(play.now, 0)]


def test_what_concerns_nobody_else_is_taken_back_though_somebody_is_away() -> None:
    play = away()
    play.act(0, "red 0,0")
    play.act(1, "black 1,0")
    assert play.do(commands.request_undo(play.table, guest(1), 1, play.later())) == [Undone(play.now, 1, 1)]
    assert play.refused(commands.request_undo, play.table, guest(0), 0, play.now) == "stand_in"


def test_whoever_plays_on_at_one_of_their_seats_can_answer() -> None:
    play = Play(game("carre", 3), guests=[guest(0), guest(1), guest(1)]).started()
    play.do(commands.resign(play.table, guest(1), 2, play.later()))
    play.act(0, "end")
    assert play.do(commands.request_undo(play.table, guest(0), 0, play.later())) == [UndoRequested(play.now, 0)]
    assert len(play.do(commands.answer_undo(play.table, guest(1), 1, True, play.later()))) == 2


def test_what_a_bot_did_for_somebody_they_take_back_only_if_the_others_agree() -> None:
    play = away()
    play.act(0, "red 0,0")
    play.do(commands.come_back(play.table, guest(0), 0, play.later()))
    play.table = restored(saved(play.table))
    assert play.do(commands.request_undo(play.table, guest(0), 0, play.later())) == [UndoRequested(play.now, 0)]
    assert len(play.do(commands.answer_undo(play.table, guest(1), 1, True, play.later()))) == 2
    play.act(0, "red 0,0")  # now it is their own move
    assert play.do(commands.request_undo(play.table, guest(0), 0, play.later())) == [Undone(play.now, 0, 1)]


def test_a_question_ends_with_the_game() -> None:
    play = asking()
    play.do(commands.resign(play.table, guest(0), 0, play.later()))
    assert (play.table.asking, play.table.agreed) == (None, frozenset())


def test_taken_back_dice_fall_the_same_again() -> None:
    play = asking()
    outcome = play.match.moves[-1].action
    play.do(commands.answer_undo(play.table, guest(1), 1, True, play.later()))
    play.act(0, "end")
    assert play.match.moves[-1].action == outcome


def test_all_persons_must_agree() -> None:
    play = Play(game("carre", 4), guests=[guest(0), guest(1), "", guest(3)]).started()
    play.act(0, "end")
    assert play.do(commands.request_undo(play.table, guest(0), 0, play.later())) == [UndoRequested(play.now, 0)]
    assert play.do(commands.answer_undo(play.table, guest(3), 3, True, play.later())) == [
        UndoAnswered(play.now, 3, True)
    ]
    assert play.refused(commands.answer_undo, play.table, guest(3), 3, True, play.now) == "undo"
    happened = play.do(commands.answer_undo(play.table, guest(1), 1, True, play.later()))
    assert happened[1:] == [Undone(play.now, 0, 2)]


def test_a_person_with_several_seats_answers_once() -> None:
    play = Play(game("carre", 4), guests=[guest(0), guest(1), guest(1), guest(3)]).started()
    play.act(0, "end")
    play.do(commands.request_undo(play.table, guest(0), 0, play.later()))
    play.do(commands.answer_undo(play.table, guest(1), 2, True, play.later()))
    for agrees in (True, False):
        assert play.refused(commands.answer_undo, play.table, guest(1), 1, agrees, play.now) == "undo"
    assert len(play.do(commands.answer_undo(play.table, guest(3), 3, True, play.later()))) == 2
    assert play.table.waiting() == [0]


@pytest.mark.parametrize("others", [["", ""], [guest(0), guest(0)], [guest(0), ""]])
def test_who_plays_alone_needs_nobody(others: list[str]) -> None:
    """Against bots, or with all seats on one device."""
    play = Play(game("carre", 3), guests=[guest(0), *others]).started()
    play.act(0, "end")
    happened = play.do(commands.request_undo(play.table, guest(0), 0, play.later()))
    assert happened == [UndoRequested(play.now, 0), Undone(play.now, 0, 2)]
    assert (play.table.asking, play.table.waiting()) == (None, [0])
