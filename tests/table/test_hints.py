"""Hints: against bots always, otherwise only if the host allows them, and never unseen."""

from carreau.games.catalogue import game
from carreau.table import commands, hints, rematch
from carreau.table.events import Hinted, HintsAllowed
from carreau.table.projection import project_change, project_table
from tests.table.play import SECRET, Play, against_a_bot, caro, guest, hinted


def test_against_bots_hints_are_on_without_asking() -> None:
    play = against_a_bot()
    assert not play.table.hints
    assert play.do(hints.ask(play.table, guest(0), 0, play.later())) == [Hinted(play.now, 0)]


def test_at_one_device_hints_are_on_without_asking() -> None:
    play = Play(game("caro"), guests=[guest(0), guest(0)]).started()
    assert hints.ask(play.table, guest(0), 0, play.later())


def test_in_a_race_against_bots_alone_there_are_hints() -> None:
    play = Play(game("misd", 3), guests=[guest(0), "", ""]).started()
    assert play.table.racing
    assert hints.ask(play.table, guest(0), 0, play.later())


def test_everybody_sees_who_used_how_many() -> None:
    play = hinted()
    assert [seat.hints for seat in project_table(play.table, play.now).seats] == [1, 0, 0]
    before = play.table.clone()
    play.do(hints.ask(play.table, guest(0), 0, play.later()))
    seats = project_change(before, play.table, play.now).seats
    assert [seat.hints for seat in seats or []] == [2, 0, 0]


def test_asking_again_with_the_same_message_counts_once() -> None:
    play = hinted()
    assert hints.ask(play.table, guest(0), 0, play.later(), "first") == []


def test_everybody_sees_whether_hints_are_allowed() -> None:
    play = Play(game("caro")).seated()
    before = play.table.clone()
    assert play.do(hints.allow(play.table, guest(0), True, play.later())) == [HintsAllowed(play.now, True)]
    assert project_change(before, play.table, play.now).hints is True
    assert project_table(play.table, play.now).hints
    assert hints.allow(play.table, guest(0), True, play.later()) == []


def test_the_host_can_turn_hints_off_while_all_play_but_not_on() -> None:
    play = hinted()
    play.do(hints.allow(play.table, guest(0), False, play.later()))
    assert play.refused(hints.ask, play.table, guest(0), 0, play.now) == "no_hints"
    assert play.refused(hints.allow, play.table, guest(0), True, play.now) == "started"


def test_a_table_is_created_with_or_without_them_and_a_rematch_is_alike() -> None:
    created = commands.create("table", "caro", 2, {}, guest(0), SECRET, 0.0, hints=True)
    assert created.hints
    play = caro()
    assert not play.table.hints
    for play, allowed in ((caro(), False), (hinted(), True)):
        play.finished()
        assert rematch.create(play.table, guest(0), "next", SECRET, play.later()).hints is allowed
