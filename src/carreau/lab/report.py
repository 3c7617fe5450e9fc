"""The report of a study: one page that a game's author would print."""

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
    "A dot on its 95 % interval is full where the difference stays clear when all intervals of the picture must hold"
    " together, and hollow where it might be nothing."
)
QUESTIONS: Final = {
    SELF_PLAY: "equals",
    STEP: "luck and skill",
    SWITCH: "another ruling",
    WEAKEST: "behind the weakest",
}


def report(summary: Summary) -> str:
    head = heading(summary.title, summary.tagline, list(facts(summary)))
    return page(f"{summary.title} in the lab", head, list(sections(summary)), footer(summary))


def facts(summary: Summary) -> Iterator[tuple[str, str]]:
    first = summary.self_play[0]
    yield f"{summary.games:,}", f"games played by bots, {named_level(summary.best)} the strongest"
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
    note = f"All players are bots of {named_level(summary.best)}. A win shared by several counts as a part for each."
    note += " In brackets, here and below: 95 % intervals. "
    return Section("Is every seat as good?", finding, plots.dots(finding, groups, "of games won"), note + HOLLOW)


def length(summary: Summary) -> Section:
    finding = findings.on_length(summary.self_play)
    picture = plots.bars(finding, [(title_of(each), each.length.histogram) for each in summary.self_play], "decisions")
    note = "A decision is one action of a player; what somebody does without another in between is one turn."
    return Section("How long is it?", finding, picture, note)


def course(summary: Summary) -> Section:
    finding = findings.on_course(summary.self_play)
    named = [(players(each.seats), each.course.average) for each in summary.self_play]
    picture = plots.lines(finding, named, "of the game; how many actions there are to choose from")
    return Section("How much is there to choose?", finding, picture)


def decided(summary: Summary) -> Section:
    finding = findings.on_decided(summary.self_play)
    groups = [
        plots.Curve(players(each.seats), each.lead.average, each.lead.low, each.lead.high, each.lead.decided.median)
        for each in summary.self_play
    ]
    first = summary.self_play[0].lead
    note = (
        f"The chance to win of the one who won in the end, as an onlooker sees it who knows everything: at {MOMENTS}"
        f" moments of each game the position is played on {CONTINUED} times by the quick play of the game's bots and"
        f" judged by their experience where they stop before the end. The line is the average, the band holds eight of"
        f" ten winners. A winner is safe from the moment on from which this chance stays at {percent(SAFE)} or more"
        f" (dashed). How good is the onlooker? At half time it gave the one in front {percent(first.said)} on average"
        f" with {players(summary.self_play[0].seats)}, and {findings.between(first.right)} of them won."
    )
    return Section("When is it decided?", finding, plots.curves(finding, groups, 1.0, plots.as_percent, SAFE), note)


def changes(summary: Summary) -> Section:
    finding = findings.on_changes(summary.self_play)
    groups = [(players(each.seats), each.lead.changes_histogram) for each in summary.self_play]
    note = (
        f"The lead has changed when, in the eyes of the same onlooker, another's chance is {100 * AHEAD:.0f} points"
        f" above that of the one who led before; smaller steps may be noise."
    )
    return Section("How often does the lead change?", finding, plots.bars(finding, groups, "changes in a game"), note)


def points(summary: Summary) -> Section:
    finding = findings.on_points(summary.self_play)
    groups = [
        (title_of(each), each.points.winners, each.points.others)
        for each in summary.self_play
        if each.points is not None
    ]
    return Section("Who wins with how much?", finding, plots.two_bars(finding, groups, ("winners", "all others")))


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
        "Each level against the one below and the best against itself, in all seats on the same chance; of the"
        " meetings that were decided, the part that the first has won. The interval counts every game once. A full dot"
        " is off one half."
    )
    picture = plots.dots(finding, groups, "of decided meetings won by the first", margin=150)
    return Section("What is skill worth?", finding, picture, note)


def step_name(step: LevelMatch) -> str:
    if step.better == step.worse:
        return f"{named_level(step.better)} : itself"
    return f"{named_level(step.better)} : {named_level(step.worse)}"


def luck(summary: Summary) -> Section:
    finding = findings.on_luck(summary.steps)
    fair = summary.steps[0].by_chance
    rows = [(step_name(step), step.same_seat, step.same_seat.excludes(fair)) for step in summary.steps]
    title = f"{players(summary.steps[0].seats)}, pairs of games on the same chance"
    picture = plots.dots(finding, [plots.Dots(title, rows, fair)], "the same seat wins both", margin=150)
    note = (
        "Every pair has the same dice and cards, and on each seat where one of the two bots sat in the first game, the"
        " other sits in the second. If the same seat wins both times it was the chance or the seat, not the player; if"
        " skill alone decides, the same player wins both, and never the same seat."
    )
    return Section("What is luck worth?", finding, picture, note)


# Rulings and components


def rulings(summary: Summary) -> Section:
    finding = findings.on_switches(summary.switches, summary.fixed_rulings)
    named = [f"{each.title} is about {', '.join(each.rulings)}" for each in summary.switches if each.rulings]
    about = f" {'; '.join(dict.fromkeys(named))}." if named else ""
    note = (
        f"The same {summary.switches[0].pairs:,} seeds as usual and with one option changed,"
        f" {named_level(summary.best)} on all seats, compared pair by pair. {HOLLOW}{about}"
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
        f"Dark: decisions at which the action was taken; light: at which it could be; {title_of(summary.self_play[0])}."
    )
    return Section("Which actions are used?", finding, plots.parts(finding, rows), note)


def fields(summary: Summary) -> Section:
    finding = findings.on_fields(summary.usage)
    note = "How often each value was chosen; values stand in the order in which the game declares them."
    return Section("Which components are used?", finding, field_rows(finding, summary.usage.fields), note)


def behind(summary: Summary) -> Section:
    finding = findings.on_weakest(summary.seat_order)
    groups = []
    for each in summary.seat_order:
        rows = [("the weakest", each.weakest, each.weakest.excludes(1 / each.seats))]
        rows += [(f"{place} behind", won, place in each.clear) for place, won in enumerate(each.by_distance, 1)]
        groups.append(plots.Dots(f"{players(each.seats)}, {each.rounds:,} rounds", rows, each.fair))
    first = summary.seat_order[0]
    note = (
        f"One player is {named_level(first.weak)}, all others {named_level(first.strong)}; in every round the weakest"
        f" sits on each seat once on the same chance, so that no seat's own advantage is left. Dashed: what every"
        f" strong one would win if the place didn't matter. {HOLLOW}"
    )
    picture = plots.dots(finding, groups, "of games won", margin=86)
    return Section("Is it good to sit behind the weakest?", finding, picture, note)


# How it was made


def footer(summary: Summary) -> str:
    made = summary.made
    rows = [series_row(each) for each in summary.series]
    headings = ["question", "players", "bots", "options", "games", "seeds", "lineups on each", "different games"]
    strongest = f"no bot may think longer than {summary.simulations:,} simulations a move"
    return (
        "<footer><h2>How this was made</h2>"
        f"<p>carreau {escape(summary.version)} ({escape(made.build)}), rules of {escape(summary.title)} version"
        f" {summary.rules}, seed {summary.seed}; {strongest}, and none is limited by a clock, so that the same command"
        f" gives the same figures. {escape(made.date)}.</p>"
        f"<p><code>{escape(made.command)}</code></p><p>{escape(summary.integrity)}</p>"
        f"{table(headings, rows, numbers=(1, 4, 5, 6, 7))}"
        "<p>Bots are not people. What holds between them shows what the rules allow; how it feels at a table is for"
        " people to say.</p></footer>\n"
    )


def series_row(each: PlayedSeries) -> list[str]:
    options = " ".join(f"{name}={value}" for name, value in each.options.items())
    bots = " : ".join(each.bots)
    counts = [f"{count:,}" for count in (each.games, each.seeds, each.lineups, each.different)]
    return [QUESTIONS[each.kind], str(each.seats), escape(bots), escape(options) or "as usual", *counts]
