"""A comparison of all games: which is the fairest, the longest, the most skilful."""

from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path

from carreau.core.errors import CarreauError
from carreau.lab import plots
from carreau.lab.estimates import Estimate
from carreau.lab.findings import between, listed, named_level, number, percent
from carreau.lab.page import Section, heading, page, table
from carreau.lab.skill import LevelMatch
from carreau.lab.summary import Summary, read_json


def summaries(folder: Path) -> list[Summary]:
    """Read the reports in a folder, sorted by title."""
    found = [read_json(path) for path in sorted(folder.glob("*.json"))]
    if not found:
        raise CarreauError(f"{folder} has no reports; `carreau lab GAME --out {folder}` writes one")
    return sorted(found, key=lambda summary: summary.title.casefold())


def comparison(found: Sequence[Summary]) -> str:
    games = sum(summary.games for summary in found)
    facts = [
        (str(len(found)), "games compared"),
        (f"{games:,}", "games between bots"),
        (longest(found).title, "is the longest"),
    ]
    if common_steps(found):
        facts.append((most_skilful(found)[0].title, "rewards skill most"))
    head = heading("Games in the lab", "What bots reveal about fairness, length, luck and skill", facts)
    sections = [fairness(found), length(found), skill(found), decided(found)]
    return page("Games in the lab", head, sections, overview(found))


def ranked(found: Sequence[Summary], measure: Callable[[Summary], float]) -> list[Summary]:
    """Sort by a measure, highest first."""
    return sorted(found, key=measure, reverse=True)


# Fairness: the seat with the largest deviation from its share


def departure(summary: Summary) -> Estimate:
    """Estimate the best seat's excess over its share, relative to that share, with the fewest players."""
    first = summary.self_play[0]
    best = max(first.wins.wins, key=lambda win: win.value)
    return Estimate(*(end * first.seats - 1 for end in (best.value, best.low, best.high)))


def is_unfair(summary: Summary) -> bool:
    return bool(summary.self_play[0].wins.unfair)


def fairness(found: Sequence[Summary]) -> Section:
    order = ranked(found, lambda summary: -departure(summary).value)
    fair = [summary.title for summary in order if not is_unfair(summary)]
    worst = order[-1]
    finding = f"In {listed(fair)} no seat has a measurable advantage." if fair else ""
    if is_unfair(worst):
        part = departure(worst)
        finding += f" {worst.title} is the least fair: its best seat wins {percent(part.value)} more than its share."
    else:
        finding += f" {order[0].title} has the smallest difference."
    rows = [(name(summary), departure(summary), is_unfair(summary)) for summary in order]
    picture = plots.dots(
        finding, [plots.Dots("", rows, 0.0)], "how much more than its share the best seat wins", margin=170, top=2.0
    )
    note = (
        "Games between equal players; the number of seats is in brackets. Even if all seats are equal, the best one"
        " wins slightly more than its share by chance. A full dot is a significant difference."
    )
    return Section("Which game is the fairest?", finding.strip(), picture, note)


def name(summary: Summary) -> str:
    return f"{summary.title} ({summary.self_play[0].seats})"


# Length


def longest(found: Sequence[Summary]) -> Summary:
    return ranked(found, lambda summary: summary.self_play[0].length.decisions.median)[0]


def length(found: Sequence[Summary]) -> Section:
    order = ranked(found, lambda summary: summary.self_play[0].length.decisions.median)
    first, last = order[0], order[-1]
    finding = (
        f"{first.title} is the longest game with a median of {number(first.self_play[0].length.decisions.median)}"
        f" decisions, {last.title} the shortest with {number(last.self_play[0].length.decisions.median)}."
    )
    most = max(summary.self_play[0].length.decisions.high for summary in order)
    rows = [(name(summary), spread_of(summary), True) for summary in order]
    picture = plots.dots(finding, [plots.Dots("", rows, 0.0)], "decisions", plots.plainly, margin=170, top=1.1 * most)
    return Section(
        "Which game is the longest?", finding, picture, "The dot is the median; the line covers 80 % of games."
    )


def spread_of(summary: Summary) -> Estimate:
    decisions = summary.self_play[0].length.decisions
    return Estimate(decisions.median, decisions.low, decisions.high)


# Skill


Pair = tuple[str, str]  # a level and the one below


def common_steps(found: Sequence[Summary]) -> list[Pair]:
    """List the steps between levels that all games have, lowest first: only these are comparable."""
    pairs = [[(step.better, step.worse) for step in summary.steps if step.better != step.worse] for summary in found]
    return [pair for pair in pairs[0] if all(pair in each for each in pairs)]


def steps_of(summary: Summary, pairs: Sequence[Pair]) -> list[LevelMatch]:
    return [step for step in summary.steps if (step.better, step.worse) in pairs]


def skilful(summary: Summary, pairs: Sequence[Pair]) -> float:
    """Return how often the better player wins, averaged over some steps."""
    won = [step.won.value for step in steps_of(summary, pairs)]
    return sum(won) / len(won) if won else 0.5


def most_skilful(found: Sequence[Summary]) -> list[Summary]:
    pairs = common_steps(found)
    return ranked(found, lambda summary: skilful(summary, pairs))


def skill(found: Sequence[Summary]) -> Section:
    pairs, order = common_steps(found), most_skilful(found)
    title = "Which game rewards skill most?"
    if not pairs:
        return Section(title, "No two levels played each other in all games, so there is nothing to compare.", "")
    first, last = order[0], order[-1]
    names = listed([f"{named_level(better)} against {named_level(worse)}" for better, worse in pairs])
    finding = (
        f"The better player wins most often in {first.title}: {percent(skilful(first, pairs))} on average from one"
        f" level to the next, compared with {percent(skilful(last, pairs))} in {last.title}."
    )
    groups = [plots.Dots(f"level {pair[0]} : level {pair[1]}", step_rows(order, pair), 0.5) for pair in pairs]
    picture = plots.dots(finding, groups, "won by the better player", margin=150)
    note = (
        f"Sorted by the average over the steps that all games have: {names}. Levels measure how much a bot thinks,"
        " not how much there is to learn."
    )
    return Section(title, finding, picture, note)


def step_rows(order: Sequence[Summary], pair: Pair) -> list[tuple[str, Estimate, bool]]:
    steps = [(summary, step) for summary in order for step in steps_of(summary, [pair])]
    return [(name(summary), step.won, step.won.excludes(0.5)) for summary, step in steps]


# When it is decided


def decided(found: Sequence[Summary]) -> Section:
    order = ranked(found, lambda summary: summary.self_play[0].lead.decided.median)
    first, last = order[0], order[-1]
    finding = (
        f"{first.title} stays open longest: half of its winners are safe only after"
        f" {percent(first.self_play[0].lead.decided.median)} of the game, compared with"
        f" {percent(last.self_play[0].lead.decided.median)} in {last.title}."
    )
    rows = [(name(summary), decided_of(summary), True) for summary in order]
    picture = plots.dots(finding, [plots.Dots("", rows, 1.0)], "of the game until the winner is safe", margin=170)
    note = "The dot is the median; the line covers 80 % of games. Each report explains what safe means."
    return Section("Which game stays open longest?", finding, picture, note)


def decided_of(summary: Summary) -> Estimate:
    part = summary.self_play[0].lead.decided
    return Estimate(part.median, part.low, part.high)


# The table at the end


def overview(found: Sequence[Summary]) -> str:
    headings = [
        "game",
        "players",
        "decisions",
        "choices",
        "best seat",
        "top step",
        "safe after",
        "lead changes",
        "games",
    ]
    rows = [overview_row(summary) for summary in found]
    return f"<footer><h2>All figures</h2>{table(headings, rows, numbers=range(1, len(headings)))}</footer>\n"


def best_step(summary: Summary) -> LevelMatch | None:
    """Return the match of the best level against the one below."""
    return next((step for step in reversed(summary.steps) if step.better != step.worse), None)


def overview_row(summary: Summary) -> list[str]:
    first, step = summary.self_play[0], best_step(summary)
    best = max(first.wins.wins, key=lambda win: win.value)
    return [
        f'<a href="{escape(summary.game)}.html">{escape(summary.title)}</a>',
        str(first.seats),
        number(first.length.decisions.median),
        number(first.course.overall),
        between(best),
        between(step.won) if step else "–",
        percent(first.lead.decided.median),
        f"{first.lead.changes.value:.1f}",
        f"{summary.games:,}",
    ]
