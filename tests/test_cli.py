"""The command line from a user's point of view."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from carreau.cli.replay import open_record
from carreau.cli.seating import seat_of
from carreau.core.options import spelled
from carreau.core.record import BrokenOff, Record
from carreau.games.catalogue import GAMES, variants
from carreau.games.texts import text
from tests.command import ROOT, carreau, process
from tests.goldens import RECORDS

PLAIN_C = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "PYTHONIOENCODING": ""}


def people(*names: str) -> list[str]:
    return [word for name in names for word in ("--seat", f"human:{name}")]


def test_games_are_listed() -> None:
    shown = process("games")
    assert shown.returncode == 0
    assert all(text(name).title in shown.stdout for name in GAMES)
    facts = json.loads(process("games", "--json").stdout)
    assert [entry["name"] for entry in facts] == list(GAMES)
    assert facts[0]["options"]["honour"]["allowed"] == "on or off"


def test_options_are_explained_in_the_language() -> None:
    whole = " ".join(carreau("rules", "misd", "--lang", "de").stdout.split())
    assert "(simple = einfach, hard = schwer; Standard: simple)" in whole
    assert "(on (ja) oder off (nein); Standard: off)" in whole
    assert "(1 bis 20; Standard: 20)" in whole


def test_rules_in_both_languages() -> None:
    assert "Same colours may not touch" in carreau("rules", "caro", "caro.7").stdout
    assert "Gleiche Farben" in carreau("rules", "caro", "7", "--lang", "de").stdout
    whole = carreau("rules", "caro").stdout
    assert all(clause in whole for clause in text("caro").clauses)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rules", "chess"], "chess isn't a game here"),
        (["rules", "raufr"], "did you mean raufer?"),
        (["rules", "caro", "99"], "caro has no clause 99"),
        (["rules", "caro", "--lang", "xx"], "there are de, en"),
        (["play", "caro", "--seat", "human"], "caro is for 2, 3, 4 players, not 1"),
        (["play", "caro", "--seat", "robot", "--seat", "human"], "robot is not human, human:NAME, bot:LEVEL or random"),
        (["play", "caro", "--option", "honour"], "--option takes name=value"),
        (["play", "caro", "--option", "honour=maybe"], "honour=maybe is not on or off"),
        (["play", "misd", "--option", "cards=7"], "mode=hard"),
        (["play", "--resume", "nowhere.carreau"], "can't read nowhere.carreau"),
        (["play"], "no game named"),
        (["replay", "pyproject.toml"], "line 1: this isn't a game record"),
        (["replay", "."], "can't read ."),
        (["perft", "caro", "--seats", "9"], "caro is for 2, 3, 4 players, not 9"),
        (["perft", "caro", "--depth", "0"], "--depth"),
        (["clauses", "--tests", "nowhere"], "folder nowhere not found"),
        (["bench", "chess"], "chess isn't a game here"),
        (["play", "caro", *people("Random 2", "Ada")], "Random 2 is a bot's name; choose another one"),
        (["play", "caro", *people("Ada", "Bot 1 (3)")], "Bot 1 (3) is a bot's name; choose another one"),
        (["play", "caro", *people("Ada", "a\udcff")], r"human:'a\udcff' is unprintable"),
        (["play", "caro", *people("Ada", "\x1b[31mred")], r"human:'\x1b[31mred' is unprintable"),
        (["play", "\x1b[31mred"], r"\x1b[31mred isn't a game here"),
        (["lab", "caro", "--seats", "9" * 5000], "--seats takes numbers separated by commas, not 999"),
        (["lab", "--compare", "tests/data/nowhere"], "nowhere has no reports"),
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
    shown = process("play", "caro", "--seed", "7", "--lang", "en", lines=lines, folder=tmp_path)
    assert shown.returncode == 0
    assert "4 moves" in shown.stdout
    assert "One tile a turn (caro.3)" in shown.stdout
    assert "'nonsense' is not a move in caro" in shown.stdout
    assert "2 moves taken back" in shown.stdout
    assert "Saved to game.carreau" in shown.stdout
    again = process("play", "--resume", "game.carreau", lines="quit\n", folder=tmp_path)
    assert again.returncode == 0
    assert "Player 0, your move" in again.stdout


def test_refusals_are_in_the_players_language(tmp_path: Path) -> None:
    shown = carreau("play", "caro", "--lang", "de", "--seed", "1", lines="rot 1,0\nWeiß 0,0\nquit\n", folder=tmp_path)
    assert "Plätze haben Zahlen (caro.r5)" in shown.stdout
    assert "0 white 0,0" in (tmp_path / "caro-1.carreau").read_text(encoding="utf-8")


def test_hot_seat_hides_hands_between_players(tmp_path: Path) -> None:
    shown = carreau(
        "play", "raufer", *people("Ada", "Bo", "Cy"), "--seed", "2", lines="\n?\n1\n\nquit\n", folder=tmp_path
    )
    assert shown.stdout.count("Hand the device to") == 2
    assert shown.returncode == 0


def test_a_lost_terminal_loses_nothing(tmp_path: Path) -> None:
    shown = process("play", "caro", "--seed", "11", lines="red 0,0\n", folder=tmp_path)
    assert shown.returncode == 0
    assert (tmp_path / "caro-11.carreau").read_text(encoding="utf-8").startswith("carreau record 1")


def test_bytes_that_are_no_text_lose_nothing(tmp_path: Path) -> None:
    strict = {"PYTHONIOENCODING": "utf-8:strict"}
    lines = "\udce9\ncaro\nred 0,0\nred \udce9\n"
    shown = process("play", "--seed", "11", lines=lines, folder=tmp_path, environment=strict)
    assert shown.returncode == 0, shown.stderr
    assert "? isn't a game here" in shown.stdout
    assert "Saved to caro-11.carreau" in shown.stdout


@pytest.mark.parametrize("environment", [{"PYTHONIOENCODING": "latin-1"}, PLAIN_C])
def test_a_terminal_that_lacks_letters_shows_the_others(environment: dict[str, str]) -> None:
    shown = process("games", environment=environment)
    assert shown.returncode == 0, shown.stderr
    assert "schlauraff" in shown.stdout
    facts = json.loads(process("games", "--json", environment=environment).stdout)
    assert [entry["title"] for entry in facts] == [text(name).title for name in GAMES]
    assert " isn't a game here; there are caro" in process("rules", "→", environment=environment).stderr


@pytest.mark.parametrize("names", [("  ", "Bot (3)"), ("Random", "random"), ("Bot", "  Ada \t Lovelace ")])
def test_people_come_back_as_people_whatever_their_names_are(names: tuple[str, str], tmp_path: Path) -> None:
    carreau("play", "caro", "--seed", "1", *people(*names), lines="red 0,0\n", folder=tmp_path)
    shown = carreau("play", "--resume", "caro-1.carreau", lines="? black\n1\n", folder=tmp_path)
    asked = [" ".join(name.split()) or f"Player {seat}" for seat, name in enumerate(names)]
    assert shown.returncode == 0, shown.stderr
    assert f"{asked[1]}, your move" in shown.stdout
    assert f"{asked[0]}, your move" in shown.stdout


def test_bots_come_back_as_they_were(tmp_path: Path) -> None:
    seats = ["--seat", "human", "--seat", "bot:2", "--seat", "random"]
    carreau("play", "caro", "--seed", "1", *seats, lines="red 0,0\n", folder=tmp_path)
    record = open_record(tmp_path / "caro-1.carreau")
    assert [seat_of(name) for name in record.names] == ["human", "bot:2", "random"]
    shown = carreau("play", "--resume", "caro-1.carreau", folder=tmp_path)
    assert shown.stdout.count("Player 0, your move") == 1


@pytest.mark.parametrize(("game", "refusal"), [("caro", "is not in the list"), ("misd", "may not answer now")])
def test_numbers_without_an_end_are_refused(game: str, refusal: str, tmp_path: Path) -> None:
    digits = "9" * 5000
    seats = people("Ada", "Bo") if game == "misd" else []
    shown = carreau("play", game, "--seed", "1", *seats, lines=f"?\n{digits}\n{digits} x\nquit\n", folder=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert f"{'9' * 39}… {refusal}" in shown.stdout


def test_a_file_name_that_cannot_be_loses_nothing(tmp_path: Path) -> None:
    lines = "red 0,0\nsave a\0b\nsave nowhere/b\nquit\n"
    shown = carreau("play", "caro", "--seed", "1", lines=lines, folder=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert ": embedded null byte" in shown.stdout
    assert "can't write nowhere/b: No such file or directory" in shown.stdout
    assert (tmp_path / "caro-1.carreau").exists()


# A complete game of Caro between two people who always choose the first move of the list
WHOLE_GAME = "?\n1\n" * 40


def test_a_game_that_is_over_can_be_looked_at_again(tmp_path: Path) -> None:
    shown = carreau("play", "caro", "--seed", "5", *people("Ada", "Bo"), lines=WHOLE_GAME, folder=tmp_path)
    assert "The game is over" in shown.stdout
    assert "Seed 5: the same seed and moves lead to the same game." in shown.stdout
    assert shown.stdout.splitlines()[-2:] == [
        "Saved to caro-5.carreau",
        "Replay with: carreau replay caro-5.carreau",
    ]
    assert "by caro.15" in carreau("replay", "caro-5.carreau", folder=tmp_path).stdout
    assert carreau("play", "--resume", "caro-5.carreau", folder=tmp_path).returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == ["caro-5.carreau"]


def test_games_are_saved_beside_those_that_are_there(tmp_path: Path) -> None:
    for lines in ("red 0,0\nsave\n", "black 0,0\n"):
        carreau("play", "caro", "--seed", "5", *people("Ada", "Bo"), lines=lines, folder=tmp_path)
    first, second = sorted(tmp_path.iterdir(), key=lambda path: len(path.name))
    assert (first.name, second.name) == ("caro-5.carreau", "caro-5-2.carreau")
    assert "0 red 0,0" in first.read_text(encoding="utf-8")
    assert "0 black 0,0" in second.read_text(encoding="utf-8")
    shown = carreau("play", "--resume", first.name, "--seed", "5", lines=WHOLE_GAME, folder=tmp_path)
    assert "Saved to caro-5-3.carreau" in shown.stdout
    assert "Seed 5" not in shown.stdout, "the first part of a resumed game had another seed"


def test_replay_tells_every_move() -> None:
    record = str(RECORDS / "caro-2.carreau")
    told = carreau("replay", record)
    assert told.returncode == 0
    assert "   1  Ada places" in told.stdout
    assert "by caro.15" in told.stdout
    stepped = carreau("replay", record, "--step", "--seat", "1")
    assert stepped.stdout.count("Points") > 20
    assert carreau("replay", record, "--seat", "5").returncode == 2


def test_replay_tells_who_broke_a_game_off(tmp_path: Path) -> None:
    whole = open_record(RECORDS / "caro-2.carreau")
    half = Record(whole.game, whole.names, whole.moves[:3], broken_off=BrokenOff(1, "time"))
    (tmp_path / "half.carreau").write_text(half.write(), encoding="utf-8-sig")  # as some editors would
    assert "Result: broken off, seat 1: time" in carreau("replay", "half.carreau", folder=tmp_path).stdout


def test_a_record_cannot_command_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "foreign.carreau"
    plain = (RECORDS / "caro-2.carreau").read_text(encoding="utf-8")
    for place in ("Ada", "honour", "\n0 "):
        file.write_text(plain.replace(place, place + "\x1b[31m", 1), encoding="utf-8")
        told = carreau("replay", str(file))
        assert told.returncode == 2
        assert "\x1b" not in told.stdout + told.stderr


def test_perft_counts() -> None:
    counted = carreau("perft", "caro", "--seats", "3", "--depth", "3").stdout.split()
    assert counted == ["1", "4", "2", "48", "3", "864"]


def test_clauses_are_shown_and_checked(tmp_path: Path) -> None:
    assert "test_caro.py::test_same_colours_may_not_touch" in carreau("clauses").stdout
    (tmp_path / "test_wrong.py").write_text('@clause("caro.99")\ndef test_it() -> None: ...\n')
    checked = carreau("clauses", "--check", "--tests", str(tmp_path))
    assert checked.returncode == 2
    assert "no test proves caro.1" in checked.stderr
    assert "test_wrong.py::test_it names caro.99, which doesn't exist" in checked.stderr


def test_bench_measures_this_build() -> None:
    report = json.loads(carreau("bench", "caro", "--json", "--this-build", "--seconds", "0.05").stdout)[0]
    assert set(report["games"]) == {"caro 2", "caro 4"}
    assert all(figures["decisions_per_second"] > 0 for figures in report["games"].values())
    assert all(figures["state_bytes"] > 0 for figures in report["games"].values())


def test_files_that_cannot_be_used_are_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "index.html").mkdir()
    (tmp_path / "x.json").mkdir()
    unread = process("lab", "--compare", str(tmp_path))
    (tmp_path / "x.json").rmdir()
    (tmp_path / "x.json").write_bytes((ROOT / "docs/lab/caro.json").read_bytes())
    unwritten = process("lab", "--compare", str(tmp_path))
    for answered, name in ((unread, "x.json"), (unwritten, "index.html")):
        assert answered.returncode == 2
        assert "".join(answered.stderr.split("\n")) == f"can't read or write {tmp_path / name}: Is a directory"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk here")
@pytest.mark.parametrize("how", [[], ["--json"]])
def test_a_full_disk_is_told_in_one_line(how: list[str]) -> None:
    command = [sys.executable, "-m", "carreau", "games", *how]
    with Path("/dev/full").open("w") as full:
        answered = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=120, check=False)
    assert answered.returncode == 2
    assert answered.stderr == "can't continue: No space left on device\n"


def test_version_tells_the_build() -> None:
    assert process("--version").stdout.startswith("carreau 0.1.0 (")
