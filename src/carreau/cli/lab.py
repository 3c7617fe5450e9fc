"""`carreau lab`: play a game thousands of times and write a report for its author."""

import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

from rich.console import Console

from carreau.bots.playing import Players
from carreau.bots.results import ResultFile, Rows
from carreau.cli.arena import games_bar
from carreau.cli.bench import build
from carreau.core.errors import CarreauError
from carreau.core.record import is_number, shortened
from carreau.lab.compare import comparison, summaries
from carreau.lab.report import report
from carreau.lab.study import Study, play_one
from carreau.lab.summary import Provenance, summarised, write_json


def run_lab(console: Console, study: Study, players: Players, folder: Path) -> None:
    """Play the missing games, then write the report; a stopped run resumes where it was."""
    began = perf_counter()
    results = ResultFile(folder / f"{study.game}.games.jsonl", study.settings())
    rows = results.earlier()
    try:
        play_missing(study, players, rows, results)
    except KeyboardInterrupt:
        raise CarreauError(
            f"stopped after {len(rows)} games; repeat the command to resume from {results.path}"
        ) from None
    made = Provenance(command(), round(perf_counter() - began, 1), build(), datetime.now(UTC).date().isoformat())
    summary = summarised(study, rows, made)
    write_json(summary, folder / f"{study.game}.json")
    (folder / f"{study.game}.html").write_text(report(summary), encoding="utf-8")
    console.print(f"{summary.games:,} games: {folder / study.game}.html and .json", highlight=False, markup=False)


def command() -> str:
    """Return the command line without the path of the program."""
    return shlex.join(["carreau", *sys.argv[1:]])


def play_missing(study: Study, players: Players, rows: Rows, results: ResultFile) -> None:
    missing = study.missing(rows)
    with games_bar() as progress:
        task = progress.add_task(study.game, total=len(missing))
        for played in players(play_one, missing):
            rows += played
            results.add(played)
            progress.advance(task, len(played))


def run_comparison(console: Console, folder: Path) -> None:
    """Write the page that compares all reports in a folder."""
    found = summaries(folder)
    (folder / "index.html").write_text(comparison(found), encoding="utf-8")
    console.print(f"{len(found)} games: {folder / 'index.html'}", highlight=False, markup=False)


def numbers(option: str, written: str) -> list[int]:
    """Read numbers from the command line: "2,3,4"."""
    parts = written.split(",") if written else []
    for part in parts:
        if not is_number(part.strip()):
            raise CarreauError(f"{option} takes numbers separated by commas, not {shortened(written)}")
    return [int(part) for part in parts]
