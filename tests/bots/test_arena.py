"""Contests between bots: fair seats, distinct seeds, and results that a stopped run can resume."""

import json
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from carreau.bots.contest import Contest
from carreau.bots.ratings import Score, elo, scores
from carreau.bots.results import ResultFile, Row, in_processes
from carreau.cli.arena import proof_of_seeds, summarised
from carreau.cli.help import app
from carreau.cli.main import run as run
from carreau.core.errors import CarreauError
from carreau.lab.study import Study

RUNNER = CliRunner()


def contest(game: str = "bauab", seats: int | None = None, bots: tuple[str, ...] = ("2", "random")) -> Contest:
    return Contest(game, seats, {}, list(bots), seed=1)


@pytest.mark.parametrize(("game", "seats", "bots"), [("bauab", 2, 2), ("plan", 3, 2), ("plan", 4, 2), ("caro", 4, 3)])
def test_all_bots_sit_on_all_seats_equally_often(game: str, seats: int, bots: int) -> None:
    lineups = contest(game, seats, ("1", "2", "random")[:bots]).lineups()
    sat = Counter((seat, bot) for lineup in lineups for seat, bot in enumerate(lineup))
    assert len(sat) == seats * bots
    assert len(set(sat.values())) == 1
    assert len({tuple(lineup) for lineup in lineups}) == len(lineups)


def test_a_round_has_the_same_chance_for_every_lineup_and_no_two_rounds_have() -> None:
    rows = [contest().play(index) for index in range(6)]
    seeds = [row["seed"] for row in rows]
    assert seeds[0::2] == seeds[1::2]
    assert len(set(seeds)) == 3
    assert len({row["moves"] for row in rows}) == 6
    assert "6 games on 3 different chance seeds" in proof_of_seeds(contest(), rows)


def test_equal_seeds_are_found_out() -> None:
    rows = [contest().play(index) for index in (0, 2)]
    rows[1]["seed"] = rows[0]["seed"]
    with pytest.raises(CarreauError, match="2 rounds had only 1 different seeds"):
        proof_of_seeds(contest(), rows)


def test_the_same_game_is_played_again() -> None:
    assert contest().play(5) == contest().play(5)
    assert contest("nussknacker", 3).play(1) == contest("nussknacker", 3).play(1)


def test_a_share_has_wilsons_interval() -> None:
    score = Score()
    score.won, score.lost, score.drawn = 8, 2, 5
    assert score.share == 0.8
    assert score.interval() == pytest.approx((0.490, 0.943), abs=0.001)
    assert Score().interval() == (0.0, 1.0)


def test_every_pair_of_seats_counts_once() -> None:
    table = scores([{"lineup": [0, 1, 0], "ranks": [1, 2, 2], "points": [1, 0, 0]}], 2)
    assert (table[0, 1].won, table[0, 1].drawn, table[0, 1].lost) == (1, 1, 0)
    assert (table[1, 0].won, table[1, 0].drawn, table[1, 0].lost) == (0, 1, 1)


def test_ratings_follow_from_odds() -> None:
    """Ten wins per loss make 400 points, and another ten to one another 400."""
    table = scores([], 3)
    for one, other in ((0, 1), (1, 2)):
        table[one, other].won = table[other, one].lost = 10_000
        table[one, other].lost = table[other, one].won = 1_000
    ratings = elo(table, 3)
    assert ratings == pytest.approx([0, -400, -800], abs=10)


def test_a_contest_is_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    command = ["arena", "bauab", "--bot", "2", "--bot", "random", "--file", str(file)]
    assert RUNNER.invoke(app, [*command, "--games", "4"]).exit_code == 0
    first = file.read_text()
    assert RUNNER.invoke(app, [*command, "--games", "8", "--jobs", "2"]).exit_code == 0
    assert file.read_text().startswith(first)
    rows = ResultFile(file, contest().settings()).earlier()
    assert sorted(row["index"] for row in rows) == list(range(8))
    assert sorted(rows, key=lambda row: int(row["index"])) == [contest().play(index) for index in range(8)]


def test_results_of_another_contest_are_not_mixed_in(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    ResultFile(file, contest().settings()).earlier()
    with pytest.raises(CarreauError, match="results for other settings"):
        ResultFile(file, contest(bots=("1", "random")).settings()).earlier()
    with pytest.raises(CarreauError, match="results for other settings"):
        ResultFile(file, {**contest().settings(), "rules": 999}).earlier()
    for content in (b"not JSON\n", b"\xff\xfe\n"):
        file.write_bytes(content)
        with pytest.raises(CarreauError, match="isn't a results file"):
            ResultFile(file, contest().settings()).earlier()
    settings = json.dumps(contest().settings())
    for row in ("{}", "7", '{"index": "1"}'):
        file.write_text(f'{settings}\n{{"index": 0}}\n{row}\n')
        with pytest.raises(CarreauError, match="isn't a results file: line 3 lacks the 'index'"):
            ResultFile(file, contest().settings()).earlier()
    with pytest.raises(CarreauError, match="for results: "):
        ResultFile(tmp_path, contest().settings()).earlier()
    with pytest.raises(CarreauError, match="for results: "):
        ResultFile(tmp_path, contest().settings()).add([{"index": 0}])


def test_a_row_of_no_series_is_no_game_of_a_study() -> None:
    study = Study("bauab", [2], ["1"], games=2)
    assert len(study.missing([{"index": 0}])) == len(study.missing([]))
    assert not any(study.sorted_rows([{"index": 0}]).values())


def test_a_row_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    results = ResultFile(tmp_path / "results.jsonl", contest().settings())
    results.earlier()
    results.add([contest().play(0)])
    whole = results.path.read_text()
    results.path.write_text(whole + '{"index": 1, "se')
    assert results.earlier() == [contest().play(0)]
    assert results.path.read_text() == whole


def test_the_report_is_a_table_or_json() -> None:
    command = ["arena", "bauab", "--bot", "2", "--bot", "1", "--bot", "random", "--games", "6"]
    table = RUNNER.invoke(app, command)
    assert "of decided" in table.stdout
    assert "Elo" in table.stdout
    report = json.loads(RUNNER.invoke(app, [*command, "--json"]).stdout)
    assert [row["bot"] for row in report["ratings"]] == ["2", "1", "random"]
    assert len(report["pairs"]) == 3
    assert len(report["games"]) >= 6


def test_a_contest_that_is_stopped_reports_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(play: Callable[[int], Row], tasks: Sequence[int], _jobs: int) -> Iterator[Row]:
        yield from map(play, tasks[:4])
        raise KeyboardInterrupt

    monkeypatch.setattr("carreau.bots.playing.in_processes", stopped)
    result = RUNNER.invoke(app, ["arena", "bauab", "--bot", "2", "--bot", "random", "--games", "8", "--json"])
    assert len(json.loads(result.stdout)["games"]) == 4
    assert "stopped after 4 games; use --file FILE to be able to resume" in " ".join(result.stderr.split())


def test_the_terminal_interrupts_only_the_process_that_answers() -> None:
    before = signal.getsignal(signal.SIGINT)
    assert list(in_processes(signal.getsignal, [signal.SIGINT] * 2, jobs=2)) == [signal.SIG_IGN] * 2
    assert signal.getsignal(signal.SIGINT) is before


def test_wrong_contests_are_refused() -> None:
    for bots, message in ((["2"], "at least two bots"), (["2", "7"], "unknown level 7")):
        command = ["arena", "bauab", *(word for bot in bots for word in ("--bot", bot))]
        result = RUNNER.invoke(app, command)
        assert isinstance(result.exception, CarreauError)
        assert message in str(result.exception)


def test_a_summary_names_what_was_played() -> None:
    rows = [contest().play(index) for index in range(2)]
    assert summarised(contest(), rows)["contest"]["game"] == "bauab"
