"""A command that comes twice or late counts once, or not at all."""

from carreau.games.catalogue import game
from carreau.table import commands
from carreau.table.apply import COMMANDS_KEPT
from carreau.table.events import Acted
from carreau.table.snapshots import restored, saved
from tests.table.play import Play, caro, guest


def test_what_was_said_once_is_heard_once() -> None:
    play = caro()
    for ref in ("a", "a", "b"):
        play.do(commands.chat(play.table, guest(0), "Ada", "hello", play.later(), ref))
    play.do(commands.chat(play.table, guest(1), "Bo", "hello", play.later(), "a"))
    assert [(line.guest, line.command) for line in play.table.chat] == [
        (guest(0), "a"),
        (guest(0), "b"),
        (guest(1), "a"),
    ]


def test_the_same_command_counts_once() -> None:
    play = caro()
    decision, action = play.table.decision, play.table.game.parse("red 0,0")
    assert play.do(play.send(0, decision, action, "ref-1")) == [Acted(play.now, 0, action, "ref-1")]
    before = saved(play.table)
    assert play.send(0, decision, action, "ref-1") == []
    assert saved(play.table) == before
    play.act(1, "black 1,0")
    assert play.send(0, decision, action, "ref-1") == []
    assert restored(saved(play.table)).commands == play.table.commands
    play.do(commands.resign(play.table, guest(1), 1, play.later()))
    assert play.send(0, decision, action, "ref-1") == []


def test_a_command_belongs_to_its_seat() -> None:
    """Another player may have chosen the same id."""
    play = caro()
    play.act(0, "red 0,0", "ref")
    assert len(play.act(1, "black 1,0", "ref")) == 1


def test_a_command_that_was_forgotten_is_stale_all_the_same() -> None:
    play = Play(game("caro", 4, {"rounds": 3})).started()
    decision, (seat, action) = play.table.decision, play.choose()
    play.do(play.send(seat, decision, action, "first"))
    for number in range(5 * COMMANDS_KEPT):
        seat_now, action_now = play.choose()
        play.do(play.deciding(seat_now, action_now, f"ref-{number}"))
    assert play.refused(play.send, seat, decision, action, "first") == "stale"


def test_what_others_do_lets_no_command_be_forgotten() -> None:
    play = Play(game("caro", 4, {"rounds": 3})).started()
    decision, (seat, action) = play.table.decision, play.choose()
    play.do(play.send(seat, decision, action, "first"))
    for number in range(6 * COMMANDS_KEPT):
        seat_now, action_now = play.choose()
        play.do(play.deciding(seat_now, action_now, "" if seat_now == seat else f"ref-{number}"))
    play.table = restored(saved(play.table))
    assert play.send(seat, decision, action, "first") == []


def test_a_command_without_a_name_is_never_the_same() -> None:
    play = caro()
    play.act(0, "red 0,0")
    decision = play.table.decision
    play.act(1, "black 1,0")
    assert play.refused(play.send, 1, decision, play.table.game.parse("black 1,0")) == "stale"
