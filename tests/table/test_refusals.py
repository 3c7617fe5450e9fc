"""A command is carried out, or refused with a reason and without a trace."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import carreau
from carreau.core.errors import CarreauError, OptionError, SeatsError, UnknownGame
from carreau.table import commands
from carreau.table.commands import Refused
from carreau.table.fairness import FairnessError
from carreau.table.snapshots import saved
from tests.table.play import SECRET, SHARE, Play, caro, guest, opened
from tests.table.refusals import REFUSALS, Try


@pytest.mark.parametrize(("code", "message", "make", "attempt"), REFUSALS)
def test_a_refusal_says_what_would_be_right_and_changes_nothing(
    code: str, message: str, make: Callable[[], Play], attempt: Try
) -> None:
    play = make()
    before = saved(play.table)
    with pytest.raises(Refused, match=re.escape(message)) as refusal:
        attempt(play)
    assert refusal.value.code == code
    assert saved(play.table) == before
    assert (refusal.value.clause != "") == (code == "illegal")


def test_every_refusal_that_there_is_was_tried() -> None:
    files = (Path(carreau.__file__).parent / "table").glob("*.py")
    source = "".join(path.read_text(encoding="utf-8") for path in files)
    codes = set(re.findall(r'Refused\(\s*"(\w+)"', source))
    assert codes == {code for code, *_ in REFUSALS}


def test_an_illegal_action_names_the_clause() -> None:
    play = caro()
    play.act(0, "red 0,0")
    refusal = play.refusal(play.deciding, 1, play.table.game.parse("red 1,0"))
    assert (refusal.code, refusal.clause, str(refusal)) == ("illegal", "caro.7", "red 1,0 is against caro.7")


def test_a_table_that_nobody_can_play_at_is_not_put_up() -> None:
    with pytest.raises(UnknownGame, match="did you mean caro"):
        commands.create("t", "karo", 2, {}, "host", SECRET, 0.0)
    with pytest.raises(SeatsError, match="caro is for 2, 3, 4 players, not 9"):
        commands.create("t", "caro", 9, {}, "host", SECRET, 0.0)
    with pytest.raises(OptionError):
        commands.create("t", "caro", 2, {"speed": 9}, "host", SECRET, 0.0)


def test_shares_and_levels_are_checked() -> None:
    play = opened()
    before = saved(play.table)
    with pytest.raises(FairnessError, match="32 to 64 hexadecimal digits"):
        commands.sit_openly(play.table, guest(0), "Ada", 0, "my share", play.now)
    with pytest.raises(FairnessError, match="64 hexadecimal digits"):
        commands.sit(play.table, guest(0), "Ada", 0, 1, SHARE, play.now)
    with pytest.raises(CarreauError, match="levels are 1"):
        commands.add_bot(play.table, guest(0), 0, "99", play.now)
    assert saved(play.table) == before


def test_an_action_may_be_named_by_its_fields() -> None:
    play = caro()
    for action in play.match.state.legal(0):
        assert commands.action_number(play.table, play.table.game.fields(action)) == action
        assert commands.action_number(play.table, action) == action
