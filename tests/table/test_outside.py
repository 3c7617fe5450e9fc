"""Untrusted input names no file of this machine, and a table never gets stuck without its host or a clock."""

import pytest

from carreau.core.errors import OptionError, RecordError
from carreau.core.record import Record, read
from carreau.games.catalogue import game, game_from_outside
from carreau.table import commands, timers
from carreau.table.apply import apply
from carreau.table.snapshots import replayed
from carreau.table.types import ClockSetting

SECRET, SHARE = bytes(32), "0" * 32


@pytest.mark.parametrize("deck", ["/etc/hostname", "/nope", "/dev/zero", "standard/../x"])
def test_a_deck_of_own_cards_is_for_games_at_home(deck: str) -> None:
    with pytest.raises(OptionError, match="only deck=standard is allowed here") as refusal:
        commands.create("t", "plan", 3, {"deck": deck}, "ada", SECRET, 0.0)
    assert deck not in str(refusal.value)
    record = Record(game("plan", 3), ["A", "B", "C"], []).write().replace("deck=standard", f"deck={deck}")
    with pytest.raises(RecordError, match="only deck=standard is allowed here"):
        read(record, game_from_outside)


def test_the_box_is_for_everybody() -> None:
    assert commands.create("t", "plan", 3, {"deck": "standard"}, "ada", SECRET, 0.0).options["deck"] == "standard"


def test_in_a_race_the_time_of_whoever_must_ask_runs() -> None:
    clock = ClockSetting("move", 60.0, at_flag="bot")
    table = replayed([commands.create("t", "nussknacker", 2, {"tempo": "race"}, "ada", SECRET, 0.0, clock=clock)])
    for seat in (0, 1):
        for event in commands.sit_openly(table, "ada", "Ada", seat, SHARE, 0.0):
            apply(table, event)
    for event in commands.start(table, "ada", 1.0):
        apply(table, event)
    assert table.match is not None
    assert table.racing
    due = table.match.state.on_clock()
    assert table.clock.next_flag() == (61.0, due[0])
    assert len(timers.flag(table, 62.0)) == 2


def test_taking_back_earns_no_time() -> None:
    table = replayed([commands.create("t", "caro", 2, {}, "ada", SECRET, 0.0, clock=ClockSetting("game", 100.0, 10.0))])
    for seat, guest in enumerate(("ada", "bob")):
        for event in commands.sit_openly(table, guest, guest, seat, SHARE, 0.0):
            apply(table, event)
    for event in commands.start(table, "ada", 0.0):
        apply(table, event)
    lay = table.game.parse("red 0,0")
    for round_ in range(5):
        for event in commands.act(table, "ada", 0, table.decision, lay, f"{round_}", 0.0):
            apply(table, event)
        assert table.clock.left[0] == 110.0
        for event in commands.request_undo(table, "ada", 0, 0.0):
            apply(table, event)
    assert table.clock.left[0] == 100.0
