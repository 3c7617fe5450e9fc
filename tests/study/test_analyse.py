"""`carreau analyse`: the features of the analysis board in the terminal."""

import json
from pathlib import Path

import pytest

from carreau.games.catalogue import game
from carreau.study.file import read_study
from tests.command import carreau
from tests.goldens import RECORDS

RECORD = str(RECORDS / "caro-2.carreau")


def test_a_record_is_branched_named_and_saved(tmp_path: Path) -> None:
    file = tmp_path / "study.txt"
    play = ("--play", "0 red 0,0", "--play", "1 black 1,0")
    assert carreau("analyse", "caro", *play, "--engine", "0", "--save", str(file)).returncode == 0
    again = ("--at", "1", "--play", "1 grey 0,1", "--name", "quiet", "--note", "Look", "--engine", "0")
    shown = carreau("analyse", str(file), *again, "--save", str(file))
    assert "quiet: Bo places grey on 0,1" in shown.stdout
    tree = read_study(file.read_text(encoding="utf-8"), game)
    assert [(len(node.path()), node.name, node.note) for node in tree.nodes()][2:] == [
        (2, "", ""),
        (2, "quiet", "Look"),
    ]
    carreau("analyse", str(file), "--at", "3", "--promote", "--engine", "0", "--save", str(file))
    assert read_study(file.read_text(encoding="utf-8"), game).root.end().name == "quiet"
    carreau("analyse", str(file), "--at", "2", "--delete", "--engine", "0", "--save", str(file))
    assert len(list(read_study(file.read_text(encoding="utf-8"), game).nodes())) == 3


def test_the_best_moves_are_printed_for_programs_and_people() -> None:
    answered = carreau("analyse", RECORD, "--at", "5", "--engine", "100", "--json")
    assert answered.returncode == 0, answered.stderr
    found = json.loads(answered.stdout)
    assert (found["at"], found["study"]["game"]) == (5, "caro")
    [[seat, best]] = found["best"].items()
    assert int(seat) == found["position"]["choices"][0]["actor"]
    assert len(best) == 5
    assert all(0 <= each["low"] <= each["chance"] <= each["high"] <= 1 for each in best)
    printed = carreau("analyse", RECORD, "--at", "5", "--engine", "100", "--lang", "de")
    assert f"{best[0]['chance']:.0%}" in printed.stdout


def test_a_link_is_printed_and_opened_again() -> None:
    link = carreau("analyse", "schlauraff", "--play", "*", "--play", "*", "--link").stdout.strip()
    assert carreau("analyse", f"https://example.org/analysis/schlauraff#{link}", "--link").stdout.strip() == link
    assert link == carreau("analyse", "schlauraff", "--play", "*", "--play", "*", "--link").stdout.strip()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.txt"], "can't read nowhere.txt"),
        (["pyproject.toml"], "line 1: this isn't a game record"),
        ([RECORD, "--at", "9999"], "--at 9999 is not in 0..24"),
        ([RECORD, "--seat", "2"], "--seat 2 is not in -1..1"),
        (["caro", "--play", "*"], "aren't to be drawn here"),
        (["caro", "--play", "red 0,0"], "--play takes a move as records write it"),
        (["caro", "--play", "7 red 0,0"], "there is no seat 7"),
        (["caro", "--play", "1 red 0,0"], "against caro."),
        (["caro", "--delete"], "the start can't be deleted"),
        (["caro", "--name", "a" * 99], "at most 80"),
        (["https://example.org/#game=caro&seats=2&moves=!"], "can't be read"),
        (["caro", "--engine", "0", "--save", "/nowhere/study"], "can't write /nowhere/study"),
    ],
)
def test_wrong_input_gets_a_helpful_line_and_exit_code_2(arguments: list[str], message: str) -> None:
    answered = carreau("analyse", *arguments)
    assert answered.returncode == 2
    assert message in " ".join(answered.stderr.split())
