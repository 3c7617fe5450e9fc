"""`carreau arena`: bots play each other, and the report says how sure one can be of the result."""

import json
import multiprocessing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from carreau.bots.contest import Contest
from carreau.bots.ratings import average_points, elo, scores
from carreau.core.errors import CarreauError

Rows = list[dict[str, Any]]


def run_arena(console: Console, contest: Contest, games: int, jobs: int, file: Path | None, as_json: bool) -> None:
    rows = earlier_rows(file, contest) if file else []
    rounds = -(-games // len(contest.lineups()))
    missing = [index for index in range(rounds * len(contest.lineups())) if index not in {row["index"] for row in rows}]
    try:
        play_missing(contest, missing, jobs, rows, file)
    except KeyboardInterrupt:
        how = f"the same command goes on from {file}" if file else "with --file FILE it could be resumed"
        console.print(f"stopped after {len(rows)} games; {how}", style="yellow", markup=False)
    report(console, contest, sorted(rows, key=lambda row: int(row["index"])), as_json)


def earlier_rows(file: Path, contest: Contest) -> Rows:
    """The games of an earlier run in a file; a run with other settings is not gone on with."""
    if not file.exists():
        file.write_text(json.dumps(contest.settings()) + "\n", encoding="utf-8")
        return []
    try:
        settings, *rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line]
    except ValueError as error:
        raise CarreauError(f"{file} is not a file of arena results: {error}") from error
    if settings != contest.settings():
        raise CarreauError(f"{file} has the results of another contest: {json.dumps(settings)}")
    return rows


def play_missing(contest: Contest, missing: list[int], jobs: int, rows: Rows, file: Path | None) -> None:
    columns = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()]
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(contest.game, total=len(rows) + len(missing), completed=len(rows))
        for row in played(contest, missing, jobs):
            rows.append(row)
            if file:
                with file.open("a", encoding="utf-8") as results:
                    results.write(json.dumps(row) + "\n")
            progress.advance(task)


def played(contest: Contest, missing: list[int], jobs: int) -> Iterator[dict[str, Any]]:
    if jobs == 1:
        yield from map(contest.play, missing)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap_unordered(contest.play, missing)


def report(console: Console, contest: Contest, rows: Rows, as_json: bool) -> None:
    if not rows:
        raise CarreauError("no game was finished, so there is nothing to report")
    summary = summarised(contest, rows)
    if as_json:
        console.print_json(json.dumps({**summary, "games": rows}))
        return
    table = Table(title=f"{contest.game}, {contest.seats} seats", box=None, padding=(0, 2, 0, 0))
    for heading in ("bot", "against", "won", "drawn", "lost", "of decided", "95 %"):
        table.add_column(heading, justify="left" if heading in ("bot", "against") else "right")
    for pair in summary["pairs"]:
        low, high = pair["interval"]
        cells = [pair["bot"], pair["against"], pair["won"], pair["drawn"], pair["lost"]]
        table.add_row(*map(str, cells), f"{pair['share']:.0%}", f"{low:.0%} – {high:.0%}")
    console.print(table)
    for row in summary["ratings"]:
        console.print(f"{row['bot']:>8}: Elo {row['elo']:+.0f}, {row['points']:.1f} points a game", highlight=False)
    console.print(summary["seeds"], style="dim", highlight=False)


def summarised(contest: Contest, rows: Rows) -> dict[str, Any]:
    """The results as plain values."""
    table = scores(rows, len(contest.bots))
    ratings = elo(table, len(contest.bots))
    pairs = [
        {
            "bot": contest.bots[one],
            "against": contest.bots[other],
            "won": score.won,
            "drawn": score.drawn,
            "lost": score.lost,
            "share": score.share,
            "interval": score.interval(),
        }
        for (one, other), score in table.items()
        if one < other
    ]
    rated = [
        {"bot": bot, "elo": ratings[index], "points": average_points(rows, index)}
        for index, bot in enumerate(contest.bots)
    ]
    return {"contest": contest.settings(), "pairs": pairs, "ratings": rated, "seeds": proof_of_seeds(contest, rows)}


def proof_of_seeds(contest: Contest, rows: Rows) -> str:
    """That no two rounds had the same chance, and how many games were different."""
    seeds = {row["seed"] for row in rows}
    rounds = {row["index"] // len(contest.lineups()) for row in rows}
    if len(seeds) != len(rounds):
        raise CarreauError(f"{len(rounds)} rounds were played on {len(seeds)} seeds: some were the same")
    different = len({row["moves"] for row in rows})
    return (
        f"{len(rows)} games on {len(seeds)} chance seeds, all different, each played by every lineup of the"
        f" {len(contest.lineups())}; {different} different games"
    )
