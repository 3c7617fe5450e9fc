"""Findings in words: one sentence per plot, claiming no more than the figures support."""

from collections.abc import Sequence
from math import inf

from carreau.lab.estimates import Estimate
from carreau.lab.rulings import SHARES, RulingEffect, SwitchEffects
from carreau.lab.seat_order import SeatOrder
from carreau.lab.self_play import EndingShare, SelfPlay
from carreau.lab.skill import LevelMatch
from carreau.lab.usage import Usage

ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"]


def percent(part: float) -> str:
    return f"{100 * part:.0f}\u00a0%"


def between(estimate: Estimate) -> str:
    return f"{percent(estimate.value)} ({100 * estimate.low:.0f}–{100 * estimate.high:.0f})"


def players(seats: int) -> str:
    return f"{NUMBERS[seats]} players"


def listed(parts: Sequence[str]) -> str:
    """Join parts as "a, b and c"."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def number(value: float) -> str:
    """Format a number with as many digits as are worth reading."""
    return f"{value:,.0f}" if abs(value) >= 20 or value == int(value) else f"{value:.1f}"


def signed(value: float) -> str:
    return f"{value:+.1f}".replace("-", "−")


def in_points(difference: Estimate) -> str:
    """Format a difference between shares in percentage points."""
    value, low, high = (signed(100 * each) for each in (difference.value, difference.low, difference.high))
    return f"{value} percentage points ({low} to {high})"


def named_level(bot: str) -> str:
    return bot if bot == "random" else f"level {bot}"


# Between equals


def on_seats(found: Sequence[SelfPlay]) -> str:
    unfair = [on_unfair_seats(each) for each in found if each.wins.unfair]
    return " ".join([*unfair, *on_fair_seats([each for each in found if not each.wins.unfair])])


def on_unfair_seats(found: SelfPlay) -> str:
    parts = [
        f"the {ORDINALS[seat]} wins {between(found.wins.wins[seat])}"
        for seat in sorted(found.wins.unfair, key=lambda seat: -found.wins.wins[seat].value)
    ]
    fair = percent(1 / found.seats)
    return f"With {players(found.seats)} the seats aren't equal: {listed(parts)}; {fair} would be fair."


def on_fair_seats(found: Sequence[SelfPlay]) -> list[str]:
    """Say that no advantage was measured, and how large one could be within the intervals."""
    if not found:
        return []
    room = [
        100 * max(max(1 / each.seats - win.low, win.high - 1 / each.seats) for win in each.wins.wins) for each in found
    ]
    who = f"With {listed([NUMBERS[each.seats] for each in found])} players"
    return [
        (
            f"{who} the seats show no measurable difference in {found[0].games:,} games; the intervals allow at most"
            f" {listed([f'{points:.0f}' for points in room])} percentage points."
        )
    ]


def on_length(found: Sequence[SelfPlay]) -> str:
    return " ".join(on_length_of(each) for each in found)


def on_length_of(found: SelfPlay) -> str:
    decisions, turns = found.length.decisions, found.length.turns
    middle = f"{number(decisions.lower)} to {number(decisions.upper)}"
    if decisions.low == decisions.high:
        return f"With {players(found.seats)} nearly every game has {number(decisions.median)} decisions."
    if decisions.lower == decisions.upper:
        middle = number(decisions.median)
    each = turns.median / found.seats
    return (
        f"With {players(found.seats)} half of all games take {middle} decisions, about {number(each)} turns per player."
    )


def on_course(found: Sequence[SelfPlay]) -> str:
    first = found[0]
    peak = max(range(len(first.course.average)), key=lambda moment: first.course.average[moment])
    where = "at the start" if peak < 3 else "near the end" if peak > len(first.course.average) - 4 else "in the middle"
    forced = first.course.forced.value
    free = (
        "no decision" if forced == 0 else "hardly any decision" if forced < 0.005 else percent(forced) + " of decisions"
    )
    return (
        f"With {players(first.seats)} a player can choose from {number(first.course.overall)} actions on average:"
        f" most {where} ({number(first.course.average[peak])}), never more than {first.course.most:,};"
        f" {free} {'leaves' if forced < 0.005 else 'leave'} no choice."
    )


def on_decided(found: Sequence[SelfPlay]) -> str:
    parts = [
        f"after {percent(each.lead.decided.median)} of a game with {players(each.seats)}"
        for each in found
        if each.lead.games
    ]
    if not parts:
        return "No game had a sole winner, so none was ever decided."
    late = found[0].lead.decided_late
    return (
        f"Half of all winners are safe {listed(parts)}; with {players(found[0].seats)}"
        f" {between(late)} of them are safe only in the last tenth."
    )


def on_changes(found: Sequence[SelfPlay]) -> str:
    parts = [
        f"{each.lead.changes.value:.1f} times ({each.lead.changes.low:.1f}–{each.lead.changes.high:.1f})"
        f" with {players(each.seats)}"
        for each in found
    ]
    return f"The lead changes {listed(parts)}."


def on_points(found: Sequence[SelfPlay]) -> str:
    parts = []
    for each in found:
        if each.points:
            won, margin = each.points.won_with, each.points.margin
            parts.append(
                f"With {players(each.seats)} half of all wins take {number(won.lower)} to {number(won.upper)} points,"
                f" and half of all games are won by {number(margin.median)} or less."
            )
    return " ".join(parts)


def on_endings(endings: Sequence[EndingShare]) -> str:
    parts = [f"{percent(each.part)} “{each.title}” ({each.clause})" for each in endings[:3]]
    return f"Most frequent endings: {listed(parts)}."


# Luck and skill


def on_skill(steps: Sequence[LevelMatch]) -> str:
    between_levels = [each for each in steps if each.better != each.worse]
    if not between_levels:
        return "Only one level played, so these games say nothing about skill."
    parts = [on_step(each) for each in between_levels]
    return f"{'. '.join(part[0].upper() + part[1:] for part in parts)}."


def on_step(step: LevelMatch) -> str:
    who = f"{named_level(step.better)} wins {between(step.won)} of decided games against {named_level(step.worse)}"
    if step.won.excludes(0.5):
        return who if step.won.value > 0.5 else f"{who}, less than half"
    return f"{who}: no measurable difference"


def on_luck(steps: Sequence[LevelMatch]) -> str:
    alike = next(each for each in steps if each.better == each.worse)
    again, fair = alike.same_seat, alike.by_chance
    what = (
        f"If equal players play twice with the same dice and cards, the same seat wins both games in {between(again)}"
    )
    if not again.excludes(fair):
        return f"{what} of pairs: dice, cards and seats make no measurable difference ({percent(fair)} would be none)."
    return f"{what} of pairs; {percent(fair)} would mean that dice, cards and seats decide nothing."


# Rulings


def on_switches(found: Sequence[SwitchEffects], fixed: int) -> str:
    rest = f" Another {fixed} rulings are part of the rules and have no option." if fixed else ""
    pairs = min((each.pairs for each in found), default=0)
    clear = [(each, strongest) for each in found if (strongest := clearest(each))]
    if not clear:
        return f"No option makes a measurable difference in {pairs:,} pairs of games.{rest}"
    clear.sort(key=lambda item: -strength(item[0].effects[item[1]]))
    told = "; ".join(f"{switch_name(each)}: {on_effect(name, each.effects[name])}" for each, name in clear[:2])
    quiet = [switch_name(each) for each in found if not clearest(each)]
    unseen = f" No measurable difference in {pairs:,} pairs of games: {listed(quiet)}." if quiet else ""
    return f"The largest effects: {told}.{unseen}{rest}"


def clearest(switch: SwitchEffects) -> str | None:
    """Return the measure that a switch changes most, if it clearly changes any."""
    clear = [name for name, effect in switch.effects.items() if effect.clear]
    return max(clear, key=lambda name: strength(switch.effects[name]), default=None)


def strength(effect: RulingEffect) -> float:
    return inf if effect.size is None else abs(effect.size)


def switch_name(switch: SwitchEffects) -> str:
    return f"“{switch.title}: {switch.value}”"


def on_effect(name: str, effect: RulingEffect) -> str:
    """Describe an effect: "decisions +3.5 (+3.1 to +3.9) from 24.0, 1.2 standard deviations"."""
    difference = effect.difference
    if name in SHARES:
        change = f"{name} {in_points(difference)} from {percent(effect.usual)}"
    elif difference.low == difference.high:
        return f"{name} {signed(difference.value)} in every game, from {number(effect.usual)}"
    else:
        ends = f"({signed(difference.low)} to {signed(difference.high)})"
        change = f"{name} {signed(difference.value)} {ends} from {number(effect.usual)}"
    return change if effect.size is None else f"{change}, {abs(effect.size):.1f} standard deviations"


# Usage


def on_usage(usage: Usage) -> str:
    most = max(usage.verbs, key=lambda verb: verb.taken)
    never = [verb.verb for verb in usage.verbs if not verb.taken]
    unused = f" Never chosen: {listed(never)}." if never else " Every available action was used."
    return f"“{most.verb}” is {percent(most.taken / usage.decisions)} of all decisions.{unused}"


def on_fields(usage: Usage) -> str:
    """Describe how evenly the values of fields are used, and which ones never are."""
    unused = [f"{use.verb} {use.field}" for use in usage.fields if 0 in use.counts]
    even = [use for use in usage.fields if len(use.counts) > 1 and 2 * min(use.counts) >= max(use.counts)]
    words = f"Of {len(usage.fields)} kinds of values, {len(even)} {'is' if len(even) == 1 else 'are'} used evenly"
    words += " (no value more than twice as often as another)"
    if not unused:
        return f"{words}, and all values were used."
    return f"{words}; some values were never used: {listed(unused[:4])}{' and others' if len(unused) > 4 else ''}."


def on_weakest(found: Sequence[SeatOrder]) -> str:
    return " ".join(on_weakest_of(each) for each in found)


def on_weakest_of(found: SeatOrder) -> str:
    who, first = players(found.seats), found.by_distance[0]
    behind = in_points(found.behind)
    if 1 in found.clear:
        word = "more" if found.behind.value > 0 else "less"
        return (
            f"With {who} the seat after the weakest player wins {word} than the other strong ones: {between(first)}"
            f" instead of {percent(found.fair)}, {behind}."
        )
    return (
        f"With {who} the seat after the weakest player has no measurable advantage over the other strong ones in"
        f" {found.rounds:,} rounds: {between(first)}, compared with {percent(found.fair)} if equal, {behind}."
    )
