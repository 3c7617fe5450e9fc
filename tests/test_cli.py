"""The command line as people meet it: the real program in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from carreau.core.options import spelled
from carreau.games.catalogue import GAMES, variants
from carreau.games.texts import text
from tests.goldens import RECORDS

ROOT = Path(__file__).parent.parent


def carreau(*arguments: str, lines: str = "", folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COLUMNS": "160", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "carreau", *arguments]
    return subprocess.run(
        command, input=lines, env=environment, cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )


def test_games_are_listed() -> None:
    shown = carreau("games")
    assert shown.returncode == 0
    assert all(text(name).title in shown.stdout for name in GAMES)
    facts = json.loads(carreau("games", "--json").stdout)
    assert [entry["name"] for entry in facts] == list(GAMES)
    assert facts[0]["options"]["honour"]["allowed"] == "on or off"


def test_options_are_explained_in_the_language() -> None:
    whole = " ".join(carreau("rules", "misd", "--lang", "de").stdout.split())
    assert "(simple = einfach, hard = schwer; üblich simple)" in whole
    assert "(on (ja) oder off (nein); üblich off)" in whole
    assert "(1 bis 20; üblich 20)" in whole


def test_rules_in_both_languages() -> None:
    assert "Same colours may not touch" in carreau("rules", "caro", "caro.7").stdout
    assert "Gleiche Farben" in carreau("rules", "caro", "7", "--lang", "de").stdout
    whole = carreau("rules", "caro").stdout
    assert all(clause in whole for clause in text("caro").clauses)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rules", "chess"], "chess is no game here"),
        (["rules", "raufr"], "did you mean raufer?"),
        (["rules", "caro", "99"], "caro has no clause 99"),
        (["rules", "caro", "--lang", "xx"], "there are de, en"),
        (["play", "caro", "--seat", "human"], "caro is for 2, 3, 4 players, not 1"),
        (["play", "caro", "--seat", "robot", "--seat", "human"], "robot is not human, human:NAME, bot:LEVEL or random"),
        (["play", "caro", "--option", "honour"], "--option takes name=value"),
        (["play", "caro", "--option", "honour=maybe"], "honour=maybe is not on or off"),
        (["play", "misd", "--option", "cards=7"], "mode=hard"),
        (["play", "--resume", "nowhere.carreau"], "nowhere.carreau can't be read"),
        (["play"], "no game was named"),
        (["replay", "pyproject.toml"], "line 1: this is no record of a game"),
        (["replay", "."], "can't be read"),
        (["perft", "caro", "--seats", "9"], "caro is for 2, 3, 4 players, not 9"),
        (["perft", "caro", "--depth", "0"], "--depth"),
        (["clauses", "--tests", "nowhere"], "there is no folder nowhere"),
        (["bench", "chess"], "chess is no game here"),
        (["dance"], "No such command 'dance'"),
    ],
)
def test_wrong_input_gets_a_helpful_line_and_exit_code_2(arguments: list[str], message: str) -> None:
    answered = carreau(*arguments)
    assert answered.returncode == 2
    assert message in answered.stderr
    assert "Traceback" not in answered.stderr


@pytest.mark.parametrize("name", GAMES)
def test_random_players_finish_every_game(name: str, tmp_path: Path) -> None:
    made = next(variants(name))
    seats = ["--seat", "random"] * made.seats
    options = [word for key, value in made.options.items() for word in ("--option", f"{key}={spelled(value)}")]
    shown = carreau("play", name, *seats, "--seed", "3", *options, folder=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert "The game is over" in shown.stdout


def test_a_person_plays_asks_and_saves(tmp_path: Path) -> None:
    lines = "?\nr 0,0\nwhy red 0,0\nred 0,0\nnonsense\n? black\n1\nundo\nboard\nrules 7\nsave game.carreau\nquit\n"
    shown = carreau("play", "caro", "--seed", "7", "--lang", "en", lines=lines, folder=tmp_path)
    assert shown.returncode == 0
    assert "4 moves" in shown.stdout
    assert "One tile a turn (caro.3)" in shown.stdout
    assert "'nonsense' is not a move of caro" in shown.stdout
    assert "2 moves taken back" in shown.stdout
    assert "Saved to game.carreau" in shown.stdout
    again = carreau("play", "--resume", "game.carreau", lines="quit\n", folder=tmp_path)
    assert again.returncode == 0
    assert "Player 0, your move" in again.stdout


def test_refusals_are_in_the_players_language(tmp_path: Path) -> None:
    shown = carreau("play", "caro", "--lang", "de", "--seed", "1", lines="rot 1,0\nWeiß 0,0\nquit\n", folder=tmp_path)
    assert "Plätze haben Zahlen (caro.r5)" in shown.stdout
    assert "0 white 0,0" in (tmp_path / "caro-1.carreau").read_text(encoding="utf-8")


def test_hot_seat_hides_hands_between_players(tmp_path: Path) -> None:
    people = ["--seat", "human:Ada", "--seat", "human:Bo", "--seat", "human:Cy"]
    shown = carreau("play", "raufer", *people, "--seed", "2", lines="\n?\n1\n\nquit\n", folder=tmp_path)
    assert shown.stdout.count("Give the device to") == 2
    assert shown.returncode == 0


def test_a_lost_terminal_loses_nothing(tmp_path: Path) -> None:
    shown = carreau("play", "caro", "--seed", "11", lines="red 0,0\n", folder=tmp_path)
    assert shown.returncode == 0
    assert (tmp_path / "caro-11.carreau").read_text(encoding="utf-8").startswith("carreau record 1")


def test_replay_tells_every_move() -> None:
    record = str(RECORDS / "caro-2.carreau")
    told = carreau("replay", record)
    assert told.returncode == 0
    assert "   1  Ada lays" in told.stdout
    assert "by caro.15" in told.stdout
    stepped = carreau("replay", record, "--step", "--seat", "1")
    assert stepped.stdout.count("Points") > 20
    assert carreau("replay", record, "--seat", "5").returncode == 2


def test_perft_counts() -> None:
    counted = carreau("perft", "caro", "--seats", "3", "--depth", "3").stdout.split()
    assert counted == ["1", "4", "2", "48", "3", "864"]


def test_clauses_are_shown_and_checked(tmp_path: Path) -> None:
    assert "test_caro.py::test_same_colours_may_not_touch" in carreau("clauses").stdout
    (tmp_path / "test_wrong.py").write_text('@clause("caro.99")\ndef test_it() -> None: ...\n')
    checked = carreau("clauses", "--check", "--tests", str(tmp_path))
    assert checked.returncode == 2
    assert "caro.1 is proved by no test" in checked.stderr
    assert "test_wrong.py::test_it names caro.99, which is no clause" in checked.stderr


def test_bench_measures_this_build() -> None:
    report = json.loads(carreau("bench", "caro", "--json", "--this-build", "--seconds", "0.05").stdout)[0]
    assert set(report["games"]) == {"caro 2", "caro 4"}
    assert all(figures["decisions_per_second"] > 0 for figures in report["games"].values())
    assert all(figures["state_bytes"] > 0 for figures in report["games"].values())


def test_version_tells_the_build() -> None:
    assert carreau("--version").stdout.startswith("carreau 0.1.0 (")
