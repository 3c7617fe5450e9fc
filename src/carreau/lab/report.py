"""The report of a study: one page for the author of a game."""

from collections.abc import Iterator
from html import escape
from typing import Final

from carreau.lab import findings, plots
from carreau.lab.findings import named_level, number, percent, players
from carreau.lab.integrity import PlayedSeries
from carreau.lab.matrix import field_rows, switch_matrix
from carreau.lab.page import Section, heading, page, table
from carreau.lab.self_play import AHEAD, SAFE, SelfPlay
from carreau.lab.series import SELF_PLAY, STEP, SWITCH, WEAKEST
from carreau.lab.skill import LevelMatch
from carreau.lab.summary import Summary
from carreau.lab.trace import CONTINUED, MOMENTS

HOLLOW: Final = (
    "Lines are 95 % intervals. A full dot is a significant difference even when all intervals of the picture have to"
    " hold together; a hollow dot may be chance."
)
QUESTIONS: Final = {
    SELF_PLAY: "equals",
    STEP: "luck and skill",
    SWITCH: "another ruling",
    WEAKEST: "after the weakest",
}


def report(summary: Summary) -> str:
    head = heading(summary.title, summary.tagline, list(facts(summary)))
    return page(f"{summary.title} in the lab", head, list(sections(summary)), footer(summary))


def facts(summary: Summary) -> Iterator[tuple[str, str]]:
    first = summary.self_play[0]
    yield f"{summary.games:,}", f"games between bots, up to {named_level(summary.best)}"
    yield number(first.length.decisions.median), f"decisions in a game of {players(first.seats)}"
    yield number(first.course.overall), "actions to choose from on average"
    best = max(range(first.seats), key=lambda seat: first.wins.wins[seat].value)
    yield percent(first.wins.wins[best].value), f"of wins for the best seat of {first.seats}"


def sections(summary: Summary) -> Iterator[Section]:
    yield seats(summary)
    yield length(summary)
    yield course(summary)
    yield decided(summary)
    yield changes(summary)
    yield skill(summary)
    yield luck(summary)
    if any(each.points for each in summary.self_play):
        yield points(summary)
    if len(summary.self_play[0].endings) > 1:
        yield endings(summary)
    if summary.switches:
        yield rulings(summary)
    yield verbs(summary)
    if summary.usage.fields:
        yield fields(summary)
    if summary.seat_order:
        yield behind(summary)


def title_of(found: SelfPlay) -> str:
    return f"{players(found.seats)}, {found.games:,} games"


# Between equals


def seats(summary: Summary) -> Section:
    groups = [
        plots.Dots(
            title_of(each),
            [(f"seat {seat + 1}", win, seat in each.wins.unfair) for seat, win in enumerate(each.wins.wins)],
            1 / each.seats,
        )
        for each in summary.self_play
    ]
    finding = findings.on_seats(summary.self_play)
    note = f"All players are bots of {named_level(summary.best)}. A shared win counts as a fraction for each winner."
    note += " Figures in brackets are 95 % intervals, here and below. "
    return Section("Are all seats equal?", finding, plots.dots(finding, groups, "of games won"), note + HOLLOW)


def length(summary: Summary) -> Section:
    finding = findings.on_length(summary.self_play)
    picture = plots.bars(finding, [(title_of(each), each.length.histogram) for each in summary.self_play], "decisions")
    note = "A decision is one action of a player; consecutive decisions of the same player are one turn."
    return Section("How long is a game?", finding, picture, note)


def course(summary: Summary) -> Section:
    finding = findings.on_course(summary.self_play)
    named = [(players(each.seats), each.course.average) for each in summary.self_play]
    picture = plots.lines(finding, named, "of the game; number of available actions")
    return Section("How much choice is there?", finding, picture)


def decided(summary: Summary) -> Section:
    finding = findings.on_decided(summary.self_play)
    groups = [
        plots.Curve(players(each.seats), each.lead.average, each.lead.low, each.lead.high, each.lead.decided.median)
        for each in summary.self_play
    ]
    first = summary.self_play[0].lead
    note = (
        f"The winner's chance to win during the game, estimated with full knowledge: at {MOMENTS} moments of each game"
        f" the bots play the position out {CONTINUED} times, quickly, and evaluate it where they stop before the end."
        f" The line is the average; the band covers 80 % of winners. A winner is safe once this chance stays at"
        f" {percent(SAFE)} or more (dashed). How good are the estimates? At half time the favourite had"
        f" {percent(first.said)} on average with {players(summary.self_play[0].seats)}, and"
        f" {findings.between(first.right)} of favourites won."
    )
    return Section("When is it decided?", finding, plots.curves(finding, groups, 1.0, plots.as_percent, SAFE), note)


def changes(summary: Summary) -> Section:
    finding = findings.on_changes(summary.self_play)
    groups = [(players(each.seats), each.lead.changes_histogram) for each in summary.self_play]
    note = (
        f"The lead changes when another player's estimated chance is {100 * AHEAD:.0f} percentage points above the"
        f" leader's; smaller differences may be noise."
    )
    return Section("How often does the lead change?", finding, plots.bars(finding, groups, "changes per game"), note)


def points(summary: Summary) -> Section:
    finding = findings.on_points(summary.self_play)
    groups = [
        (title_of(each), each.points.winners, each.points.others)
        for each in summary.self_play
        if each.points is not None
    ]
    return Section("What are the scores?", finding, plots.two_bars(finding, groups, ("winners", "all others")))


def endings(summary: Summary) -> Section:
    first = summary.self_play[0]
    rows = [(each.clause, each.part, 1.0, f"{percent(each.part)}  {each.title}") for each in first.endings]
    finding = findings.on_endings(first.endings)
    note = f"The clause of the rules that ended the game, with {players(first.seats)}."
    return Section("How does it end?", finding, plots.parts(finding, rows), note)


# Luck and skill


def skill(summary: Summary) -> Section:
    finding = findings.on_skill(summary.steps)
    rows = [(step_name(step), step.won, step.won.excludes(0.5)) for step in summary.steps]
    first = summary.steps[0]
    groups = [plots.Dots(f"{players(first.seats)}, {first.games:,} games each", rows, 0.5)]
    note = (
        "Each level against the one below, and the best against itself, in all seats with the same dice and cards:"
        " the share of decided games that the first one won. The interval counts every game once. A full dot differs"
        " significantly from one half."
    )
    picture = plots.dots(finding, groups, "of decided games won by the first", margin=150)
    return Section("What is skill worth?", finding, picture, note)


def step_name(step: LevelMatch) -> str:
    if step.better == step.worse:
        return f"{named_level(step.better)} : itself"
    return f"{named_level(step.better)} : {named_level(step.worse)}"


def luck(summary: Summary) -> Section:
    finding = findings.on_luck(summary.steps)
    fair = summary.steps[0].by_chance
    rows = [(step_name(step), step.same_seat, step.same_seat.excludes(fair)) for step in summary.steps]
    title = f"{players(summary.steps[0].seats)}, pairs of games with the same dice and cards"
    picture = plots.dots(finding, [plots.Dots(title, rows, fair)], "the same seat wins both", margin=150)
    note = (
        "Both games of a pair have the same dice and cards, but the two bots swap seats. If the same seat wins both"
        " games, luck or the seat decided, not the player; if only skill decides, the same player wins both games,"
        " never the same seat."
    )
    return Section("What is luck worth?", finding, picture, note)


# Rulings and components


def rulings(summary: Summary) -> Section:
    finding = findings.on_switches(summary.switches, summary.fixed_rulings)
    named = [f"{each.title} is about {', '.join(each.rulings)}" for each in summary.switches if each.rulings]
    about = f" {'; '.join(dict.fromkeys(named))}." if named else ""
    note = (
        f"The same {summary.switches[0].pairs:,} seeds with the default options and with one option changed,"
        f" {named_level(summary.best)} in all seats, compared pair by pair. {HOLLOW}{about}"
    )
    return Section("What does each ruling change?", finding, switch_matrix(finding, summary.switches), note)


def verbs(summary: Summary) -> Section:
    usage = summary.usage
    rows = [
        (
            verb.verb,
            float(verb.taken),
            float(verb.offered),
            f"taken {verb.taken:,} times of {verb.offered:,} ({percent(verb.taken / verb.offered)})",
        )
        for verb in usage.verbs
    ]
    finding = findings.on_usage(usage)
    note = (
        f"Dark: decisions in which the action was chosen; light: in which it was available;"
        f" {title_of(summary.self_play[0])}."
    )
    return Section("Which actions are used?", finding, plots.parts(finding, rows), note)


def fields(summary: Summary) -> Section:
    finding = findings.on_fields(summary.usage)
    note = "How often each value was chosen, in the order in which the game declares the values."
    return Section("Which components are used?", finding, field_rows(finding, summary.usage.fields), note)


def behind(summary: Summary) -> Section:
    finding = findings.on_weakest(summary.seat_order)
    groups = []
    for each in summary.seat_order:
        rows = [("the weakest", each.weakest, each.weakest.excludes(1 / each.seats))]
        rows += [(f"{place} after", won, place in each.clear) for place, won in enumerate(each.by_distance, 1)]
        groups.append(plots.Dots(f"{players(each.seats)}, {each.rounds:,} rounds", rows, each.fair))
    first = summary.seat_order[0]
    note = (
        f"One player is {named_level(first.weak)}, all others {named_level(first.strong)}. In every round the weakest"
        f" player sits in each seat once with the same dice and cards, which cancels the advantage of a seat. Dashed:"
        f" the share of each strong player if the place made no difference. {HOLLOW}"
    )
    picture = plots.dots(finding, groups, "of games won", margin=86)
    return Section("Is it good to sit after the weakest player?", finding, picture, note)


# Provenance


def footer(summary: Summary) -> str:
    made = summary.made
    rows = [series_row(each) for each in summary.series]
    headings = ["question", "players", "bots", "options", "games", "seeds", "lineups per seed", "different games"]
    strongest = f"bots run at most {summary.simulations:,} simulations per move"
    return (
        "<footer><h2>How this was made</h2>"
        f"<p>carreau {escape(summary.version)} ({escape(made.build)}), rules of {escape(summary.title)} version"
        f" {summary.rules}, seed {summary.seed}; {strongest} without a time limit, so the same command leads to the"
        f" same figures. {escape(made.date)}.</p>"
        f"<p><code>{escape(made.command)}</code></p><p>{escape(summary.integrity)}</p>"
        f"{table(headings, rows, numbers=(1, 4, 5, 6, 7))}"
        "<p>Bots aren't people. Their games show what the rules allow; only people can say how a game feels.</p>"
        "</footer>\n"
    )


def series_row(each: PlayedSeries) -> list[str]:
    options = " ".join(f"{name}={value}" for name, value in each.options.items())
    bots = " : ".join(each.bots)
    counts = [f"{count:,}" for count in (each.games, each.seeds, each.lineups, each.different)]
    return [QUESTIONS[each.kind], str(each.seats), escape(bots), escape(options) or "default", *counts]
