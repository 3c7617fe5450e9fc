"""Records: written, read, replayed, and refused with line and reason if they are damaged."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carreau.core.errors import RecordError
from carreau.core.game import OVER
from carreau.core.record import BrokenOff, Record, read
from carreau.games.catalogue import GAMES, game, game_class
from tests.goldens import RECORDS, random_record

GOLDENS = sorted(RECORDS.glob("*.carreau"))
CARO = random_record(game("caro"), seed=1).write()
BROKEN = "result: broken off, seat {}: time"


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_goldens_replay_to_the_same_end(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = read(text, game)
    assert record.write() == text
    assert record.final().current == OVER


def test_every_game_and_number_of_seats_has_a_golden() -> None:
    played = {(record.game.NAME, record.game.seats) for record in (read(p.read_text("utf-8"), game) for p in GOLDENS)}
    assert played == {(name, seats) for name in GAMES for seats in game_class(name).SEATS}


def test_an_unfinished_game_is_recorded_too() -> None:
    full = random_record(game("caro"), seed=2)
    half = Record(full.game, ["Ada", "Zoë\nLang"], full.moves[:7])
    text = half.write()
    assert "result: none yet" in text
    assert "seat 1: Zoë Lang" in text
    assert read(text, game).moves == half.moves


def test_a_record_says_who_broke_a_game_off_and_where_bots_sat() -> None:
    full = random_record(game("caro", 3), seed=2)
    half = Record(full.game, full.names, full.moves[:7], {"match": "one"}, [1, 2], BrokenOff(1, "resigned"))
    text = half.write()
    assert "\nbots: 1 2\ndice match: one\nresult: broken off, seat 1: resigned\nmoves:\n" in text
    found = read(text, game)
    assert (found.bots, found.broken_off) == ([1, 2], (1, "resigned"))
    assert found.write() == text


def test_a_record_may_begin_with_a_byte_order_mark() -> None:
    """Some editors write one; nobody sees it."""
    assert read("\ufeff" + CARO, game).write() == CARO


def test_nothing_is_written_that_would_be_refused() -> None:
    full = random_record(game("caro"), seed=2)
    for name, kept in (
        ("\x1b[31mAda\x9b", "[31mAda"),
        ("Zo\u0308e\u202e \udcff\nLi\ufeff", "Zo\u0308e Li"),
        ("\t", ""),
    ):
        assert read(Record(full.game, [name, "Bo"], full.moves).write(), game).names == [kept, "Bo"]


def line_of(start: str) -> int:
    return next(number for number, line in enumerate(CARO.splitlines(), start=1) if line.startswith(start))


@pytest.mark.parametrize(
    ("damage", "line", "reason"),
    [
        (lambda _: "", 1, "is incomplete"),
        (lambda _: '[Event "chess"]\n', 1, "this isn't a game record"),
        (lambda text: text.replace("game: caro", "game: chess"), 5, "chess isn't a game here"),
        (lambda text: text.replace("seats: 2", "seats: 9"), 5, "caro is for 2, 3, 4 players, not 9"),
        (lambda text: text.replace("seats: 2", "seats: two"), 4, "seats must be a number, not 'two'"),
        (lambda text: text.replace("rules: 1", "rules: 7"), 3, "played by version 7 of the rules"),
        (lambda text: text.replace("rounds=1", "rounds=99"), 5, r"rounds=99 is not in 1\.\.20"),
        (lambda text: text.replace("rounds=1", "rounds"), 5, "write options as name=value"),
        (lambda text: text.replace("seat 1:", "seat one:"), 7, "expected 'seat 1: …'"),
        (lambda text: text.replace("Bertrand", "\x1b[31mB"), 7, r"the name '\\x1b\[31mB' contains unprintable"),
        (lambda text: text.replace("Bertrand", "B\u202e"), 7, r"the name 'B\\u202e' contains unprintable"),
        (lambda text: text.replace(", ranks ", ", ranks 3 "), 8, "the moves lead to a different result"),
        (
            lambda text: text.replace("result:", "bots: 1 0\nresult:"),
            8,
            r"write bots as seats in 0\.\.1, ascending",
        ),
        (lambda text: text.replace("result:", "bots: 2\nresult:"), 8, "each once; found '2'"),
        (lambda text: re.sub("result: .*", BROKEN.format(1), text), 8, "the moves lead to a different result: points"),
        (
            lambda text: re.sub("result: .*", BROKEN.format(2), text),
            8,
            r"seats are 0\.\.1, so seat 2 can't have broken",
        ),
        (lambda text: text.replace("\n0 ", "\n3 ", 1), 10, r"a move must start with \* or a seat in 0\.\.1, not '3'"),
        (lambda text: text.replace("\n0 ", f"\n{'1' * 5000} ", 1), 10, "a move must start with"),
        (
            lambda text: text.replace("\n0 ", f"\n0 red {'1' * 5000},0\n0 ", 1),
            10,
            "a move in caro has at most 100 characters",
        ),
        (lambda text: text.replace("rounds=1", f"rounds={'1' * 5000}"), 5, "is not in 1..20"),
        (
            lambda text: text.replace("result:", f"{'dice 1: x' + chr(10) * 9}dice 2: y\n\nresult"),
            19,
            "expected 'result: …'",
        ),
        (lambda text: text.replace("\n0 ", "\n1 ", 1), 10, "is against caro.3"),
        (lambda text: "\n".join([*text.splitlines()[:9], "0 puce 0,0", ""]), 10, "colour=puce is not one of"),
        (lambda text: "\n".join(text.splitlines()[:20]) + "\n", 21, "is incomplete; a move or 'end: …' should follow"),
        (lambda text: text + "0 red 0,0\n", line_of("end:") + 1, "nothing may follow the end"),
        (lambda text: text.replace("position ", "position 0"), line_of("end:"), "shortened or changed"),
    ],
)
def test_damaged_records_are_refused(damage: object, line: int, reason: str) -> None:
    assert callable(damage)
    with pytest.raises(RecordError, match=reason) as caught:
        read(damage(CARO), game)
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("damage", "kind"),
    [
        (lambda _: '[Event "chess"]\n', "foreign"),
        (lambda text: "\n".join(text.splitlines()[:20]), "cut"),
        (lambda text: text.replace("seats: 2", "seats: two"), "spelling"),
        (lambda text: "\n".join([*text.splitlines()[:9], "0 puce 0,0"]), "spelling"),
        (lambda text: text.replace("game: caro", "game: chess"), "unknown"),
        (lambda text: text.replace("rules: 1", "rules: 7"), "version"),
        (lambda text: text.replace("\n0 ", "\n1 ", 1), "illegal"),
        (lambda text: text.replace(", ranks ", ", ranks 3 "), "changed"),
        (lambda text: text.replace("position ", "position 0"), "changed"),
        (lambda text: text + "0 red 0,0\n", "changed"),
    ],
)
def test_programs_are_told_what_kind_of_damage_it_is(damage: object, kind: str) -> None:
    assert callable(damage)
    with pytest.raises(RecordError) as caught:
        read(damage(CARO), game)
    assert caught.value.kind == kind


@given(st.data())
def test_a_changed_record_never_passes_and_never_crashes(data: st.DataObject) -> None:
    """Changing, dropping or repeating any line leads to a RecordError, or to a record of something else."""
    lines = CARO.splitlines()
    index = data.draw(st.integers(0, len(lines) - 1))
    change = data.draw(st.sampled_from(["drop", "double", "edit"]))
    if change == "edit":
        changed = [*lines[:index], data.draw(st.text(max_size=30)), *lines[index + 1 :]]
    else:
        changed = [*lines[:index], *([lines[index]] * (2 if change == "double" else 0)), *lines[index + 1 :]]
    try:
        found = read("\n".join(changed) + "\n", game)
    except RecordError:
        return
    assert found.moves == read(CARO, game).moves
