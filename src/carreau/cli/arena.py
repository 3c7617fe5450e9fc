"""`carreau arena`: bots play each other, and a report gives their strength with confidence intervals."""

import json
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from carreau.bots.contest import Contest
from carreau.bots.playing import Players
from carreau.bots.ratings import average_points, elo, scores
from carreau.bots.results import ResultFile, Rows
from carreau.core.errors import CarreauError


def run_arena(
    console: Console, contest: Contest, games: int, players: Players, file: Path | None, as_json: bool
) -> None:
    results = ResultFile(file, contest.settings()) if file else None
    rows = results.earlier() if results else []
    rounds = -(-games // len(contest.lineups()))
    missing = [index for index in range(rounds * len(contest.lineups())) if index not in {row["index"] for row in rows}]
    try:
        play_missing(contest, missing, players, rows, results)
    except KeyboardInterrupt:
        how = f"repeat the command to resume from {file}" if file else "use --file FILE to be able to resume"
        Console(stderr=True).print(f"stopped after {len(rows)} games; {how}", style="yellow", markup=False)
    report(console, contest, sorted(rows, key=lambda row: int(row["index"])), as_json)


def games_bar() -> Progress:
    """Return a progress bar with the number of games and the time left."""
    columns = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()]
    return Progress(*columns, console=Console(stderr=True), transient=True)


def play_missing(
    contest: Contest, missing: list[int], players: Players, rows: Rows, results: ResultFile | None
) -> None:
    with games_bar() as progress:
        task = progress.add_task(contest.game, total=len(rows) + len(missing), completed=len(rows))
        for played in players(contest.play, missing):
            rows += played
            if results:
                results.add(played)
            progress.advance(task, len(played))


def report(console: Console, contest: Contest, rows: Rows, as_json: bool) -> None:
    if not rows:
        raise CarreauError("nothing to report: no game has finished")
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
        console.print(f"{row['bot']:>8}: Elo {row['elo']:+.0f}, {row['points']:.1f} points per game", highlight=False)
    console.print(summary["seeds"], style="dim", highlight=False)


def summarised(contest: Contest, rows: Rows) -> dict[str, Any]:
    """Return the results as plain values."""
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
    """Check that all rounds had different seeds, and say how many games were different."""
    seeds = {row["seed"] for row in rows}
    rounds = {row["index"] // len(contest.lineups()) for row in rows}
    if len(seeds) != len(rounds):
        raise CarreauError(f"{len(rounds)} rounds had only {len(seeds)} different seeds; each needs its own")
    different = len({row["moves"] for row in rows})
    return (
        f"{len(rows)} games on {len(seeds)} different chance seeds, each played by all {len(contest.lineups())}"
        f" lineups; {different} different games"
    )
