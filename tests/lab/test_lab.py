"""The lab from the command to the report; interrupted and remote runs produce the same figures."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from rich.console import Console
from typer.testing import CliRunner

from carreau.bots.playing import here
from carreau.bots.results import ResultFile
from carreau.cli.help import app
from carreau.cli.lab import run_lab
from carreau.cli.main import run as run
from carreau.core.errors import CarreauError, SeatsError
from carreau.lab.study import Study, play_one
from carreau.lab.summary import Provenance, Summary, read_json, summarised, write_json
from tests.lab.pages import pages

RUNNER = CliRunner()
MADE = Provenance("carreau lab", 0.0, "pure", "2026-11-16")


def small(game: str = "raufer", **settings: Any) -> Study:
    chosen = {"seats": [3], "bots": ["random", "1"], "games": 6, **settings}
    return Study(game, **chosen)


def figures(path: Path) -> dict[str, Any]:
    """Return everything except the provenance."""
    found: dict[str, Any] = json.loads(path.read_text())
    del found["made"]
    return found


def lab(folder: Path, *more: str) -> None:
    command = ["lab", "raufer", "--seats", "3", "--bots", "random,1", "--games", "6", "--out", str(folder), *more]
    result = RUNNER.invoke(app, command, catch_exceptions=False)
    assert result.exit_code == 0


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a small report of an uninterrupted run."""
    folder = tmp_path_factory.mktemp("lab")
    lab(folder)
    return folder


@pytest.fixture(scope="module")
def summary(made: Path) -> Summary:
    return read_json(made / "raufer.json")


def test_every_question_has_its_series() -> None:
    keys = [series.key for series in small().all_series()]
    assert keys == [
        "equals 3 1",
        "step 3 1:random",
        "step 3 1:1",
        "switch 3 1 open_discards=on",
        "switch 3 1 lot=off",
        "weakest 3 1:random",
    ]
    assert [series.key for series in small(options="none", weakest=False, bots=["2"]).all_series()] == [
        "equals 3 2",
        "step 3 2:2",
    ]


def test_an_option_that_needs_another_is_compared_with_that_one() -> None:
    study = small("misd", seats=[2], options="others_go_on")
    (switch,) = study.switches
    assert switch.options == {"mode": "hard", "others_go_on": True}
    assert study.usual(switch).options == {"mode": "hard"}


def test_an_option_for_some_seats_only_is_tried_with_those() -> None:
    found = small("carat", seats=[2, 3], options="two_colours").switches
    assert [(each.seats, each.value) for each in found] == [(2, True)]
    assert small("carat", seats=[3], options="two_colours").switches == []


def test_files_of_this_machine_are_no_rulings() -> None:
    assert {switch.option for switch in small("plan").switches} == {"open_discards", "play_limit"}


def test_wrong_studies_are_refused() -> None:
    with pytest.raises(SeatsError, match="raufer is for 3, 4, 5 players, not 2"):
        small(seats=[2])
    with pytest.raises(CarreauError, match="unknown level 9"):
        small(bots=["9"])
    with pytest.raises(CarreauError, match="--rulings open: unknown option open"):
        small(options="open")
    for words, message in (([], "name a game"), (["raufer", "--seats", "x"], "takes numbers"), (["x"], "isn't a game")):
        result = RUNNER.invoke(app, ["lab", *words])
        assert isinstance(result.exception, CarreauError)
        assert message in str(result.exception)


def test_the_report_holds_what_was_played(summary: Summary) -> None:
    assert (summary.game, summary.bots, summary.self_play[0].seats) == ("raufer", ["random", "1"], 3)
    assert [series.games for series in summary.series] == [6, 6, 6, 6, 6, 6]
    assert "36 games in 6 series" in summary.integrity
    assert sum(win.value for win in summary.self_play[0].wins.wins) == pytest.approx(1)
    assert summary.switches[0].option == "open_discards"
    assert summary.made.command.startswith("carreau")


def test_several_processes_find_the_same(made: Path, tmp_path: Path) -> None:
    lab(tmp_path, "--jobs", "2")
    assert figures(tmp_path / "raufer.json") == figures(made / "raufer.json")


def test_a_run_that_was_stopped_goes_on(made: Path, tmp_path: Path) -> None:
    """The run stops after any eleven games, in the middle of a line."""
    lines = (made / "raufer.games.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "raufer.games.jsonl").write_text("".join([lines[0], *reversed(lines[10:21])]) + lines[3][:40])
    lab(tmp_path)
    assert figures(tmp_path / "raufer.json") == figures(made / "raufer.json")


def test_a_stop_says_how_to_go_on(tmp_path: Path) -> None:
    def stopped(play: Any, tasks: Any) -> Any:
        yield from ([play(task)] for task in tasks[:4])
        raise KeyboardInterrupt

    with pytest.raises(CarreauError, match="stopped after 4 games; repeat the command to resume"):
        run_lab(Console(), small(), stopped, tmp_path)
    assert len(ResultFile(tmp_path / "raufer.games.jsonl", small().settings()).earlier()) == 4


def test_the_order_of_results_does_not_matter() -> None:
    study = small(options="none", weakest=False)
    rows = [row for played in here(1)(play_one, study.missing([])) for row in played]
    assert summarised(study, rows, MADE) == summarised(study, rows[::-1], MADE)
    with pytest.raises(CarreauError, match="incomplete: 1 games are missing"):
        summarised(study, rows[1:], MADE)


class Page(HTMLParser):
    """A parser that checks that tags are closed in order, except void elements."""

    EMPTY = ("meta",)

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.seen.add(tag)
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check_page(text: str) -> None:
    page = Page()
    page.feed(text)
    page.close()
    assert page.open == []
    assert not page.seen & {"script", "link", "img", "iframe"}
    assert "http" not in text
    assert "url(" not in text
    pictures = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert len(pictures) >= 4
    for picture in pictures:
        words = ElementTree.fromstring(picture).get("aria-label")  # noqa: S314 (written by the lab itself)
        assert words
        assert "nan" not in picture


def test_the_page_stands_by_itself(made: Path) -> None:
    text = (made / "raufer.html").read_text()
    check_page(text)
    assert "Is it good to sit after the weakest player?" in text
    assert "36 games in 6 series" in text


def compared(folder: Path, bots: list[str]) -> str:
    """Return the page that compares two small reports."""
    for game in ("raufer", "plan"):
        study = small(game, options="none", weakest=False, games=2, bots=bots)
        rows = [row for played in here(1)(play_one, study.missing([])) for row in played]
        write_json(summarised(study, rows, MADE), folder / f"{game}.json")
    assert RUNNER.invoke(app, ["lab", "--compare", str(folder)], catch_exceptions=False).exit_code == 0
    return (folder / "index.html").read_text()


def test_games_are_compared(tmp_path: Path) -> None:
    text = compared(tmp_path, ["random", "1"])
    check_page(text)
    assert 'href="plan.html"' in text
    assert "is the longest" in text
    assert "</b>rewards skill most" in text


def test_where_no_two_levels_met_no_game_rewards_skill_most(tmp_path: Path) -> None:
    text = compared(tmp_path, ["random"])
    assert "No two levels played each other in all games" in text
    assert "</b>rewards skill most" not in text


def test_the_stored_pages_are_those_of_the_stored_figures() -> None:
    old = [path.name for path, content in pages() if path.read_text(encoding="utf-8") != content]
    assert old == [], "python -m tests.lab.pages rewrites them"


def test_a_comparison_needs_reports(tmp_path: Path) -> None:
    for content, message in ((None, "has no reports"), ("{}", "isn't a lab report")):
        if content:
            (tmp_path / "x.json").write_text(content)
        result = RUNNER.invoke(app, ["lab", "--compare", str(tmp_path)])
        assert isinstance(result.exception, CarreauError)
        assert message in str(result.exception)
