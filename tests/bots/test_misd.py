"""Misd: how fast and how reliably each level finds the answer."""

from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from carreau.bots.bot import Bot, Decision, Races
from carreau.bots.contest import Contest, PlayedGame
from carreau.bots.games.misd import MisdKnowledge
from carreau.bots.games.misd_reaction import react
from carreau.bots.levels import LEVELS
from carreau.bots.search import WAIT
from carreau.cli.play import HUMAN, TerminalTable
from carreau.core.game import CHANCE, OVER, RACE, SPECTATOR, State, View
from carreau.core.rng import Rng
from carreau.games.misd._spec import MISSING, NAME, POINT, TIMEOUT
from carreau.games.misd._state import MisdState
from carreau.games.misd.game import Misd
from carreau.table.match import Match, drawn_by
from tests.clauses import clause

SIMPLE: dict[str, Any] = {}
HARD: dict[str, Any] = {"mode": "hard"}
ALL_KINDS: list[dict[str, Any]] = [
    SIMPLE,
    HARD,
    {"mode": "hard", "cards": 10, "mixed_sides": True},
    {"mode": "hard", "cards": 7, "others_go_on": True},
]
NUMBERS = range(1, 6)


def shown(made: Misd, seed: int) -> MisdState:
    """Return a position in which everybody looks for the answer."""
    state, rng = made.start(), Rng(seed)
    while state.current == CHANCE:
        state.apply(CHANCE, state.sample(rng))
    return state


def race(made: Misd, levels: list[int], seed: int) -> list[int]:
    """Play a whole game in which the fastest answer counts; return the chips."""
    state, chance = made.start(), Rng(seed)
    eyes = [Rng(1000 * seed + seat) for seat in range(len(levels))]
    while state.current != OVER:
        if state.current == CHANCE:
            state.apply(CHANCE, state.sample(chance))
            continue
        reactions = {seat: react(state.view(seat), levels[seat], eyes[seat]) for seat in state.waiting()}
        seat = min(reactions, key=lambda one: reactions[one].seconds)
        made.act(state, seat, reactions[seat].action)
    return state.all_points()


def times(made: Misd, level: int, count: int) -> list[float]:
    rng = Rng(level)
    return sorted(react(shown(made, seed).view(0), level, rng).seconds for seed in range(count))


@pytest.mark.parametrize("options", ALL_KINDS, ids=str)
@pytest.mark.parametrize("level", [2, 3, 4, 5])
def test_each_level_beats_the_one_below(options: dict[str, Any], level: int) -> None:
    made = Misd(2, options)
    lineups = [[level, level - 1], [level - 1, level]]
    chips = [race(made, lineup, seed) for seed in range(4) for lineup in lineups]
    won = [scores[lineups[index % 2].index(level)] > max(scores) // 2 + 1 for index, scores in enumerate(chips)]
    better = sum(scores[lineups[index % 2].index(level)] for index, scores in enumerate(chips))
    assert sum(won) >= 6
    assert better > 0.6 * sum(map(sum, chips))


@pytest.mark.parametrize("seats", Misd.SEATS)
@pytest.mark.parametrize("options", ALL_KINDS, ids=str)
def test_everybody_may_play_and_all_they_do_is_legal(seats: int, options: dict[str, Any]) -> None:
    made = Misd(seats, {**options, "limit": 12})
    levels = [1 + seat % 5 for seat in range(seats)]
    assert len(race(made, levels, seed=seats)) == seats


@pytest.mark.parametrize("options", ALL_KINDS, ids=str)
def test_it_takes_as_long_as_people_need(options: dict[str, Any]) -> None:
    made = Misd(2, options)
    middle = [times(made, level, 41)[20] for level in NUMBERS]
    assert middle == sorted(middle, reverse=True)
    assert 4.0 < middle[2] < 9.0  # average players
    assert times(made, 5, 200)[0] > 0.4  # never instantly


def test_more_cards_take_longer() -> None:
    few, many = (times(Misd(2, {"mode": "hard", "cards": cards}), 3, 41) for cards in (5, 10))
    assert sum(many) > 1.3 * sum(few)


@pytest.mark.parametrize("options", ALL_KINDS, ids=str)
def test_stronger_players_are_wrong_less_often(options: dict[str, Any]) -> None:
    made, wrong = Misd(2, options), []
    for level in NUMBERS:
        rng = Rng(1000 + level)
        states = [shown(made, seed) for seed in range(600)]
        wrong.append(sum(not state.is_right(react(state.view(0), level, rng).action) for state in states))
    assert wrong == sorted(wrong, reverse=True)
    assert 60 <= wrong[0] <= 180
    assert wrong[4] <= 16


def test_wrong_answers_are_near_the_right_one() -> None:
    """The shape or the colour is wrong, not both; in the hard game a card was mistaken or overlooked."""
    rng, named, pointed = Rng(1), [], []
    for seed in range(200):
        state = shown(Misd(2), seed)
        answer = react(state.view(0), 1, rng).action - int(NAME)
        right = int(state.solution()) - 1  # answers count from 1
        named.append((answer // 10 != right // 10) + (answer % 10 != right % 10))
        state = shown(Misd(2, HARD), seed)
        action = react(state.view(0), 1, rng).action
        if not state.is_right(action):
            pointed.append(action)
    assert set(named) == {0, 1}
    assert int(MISSING) in pointed
    assert min(pointed) >= POINT


def test_who_was_wrong_waits_and_nobody_repeats_it() -> None:
    """misd.r2: the others continue."""
    made = Misd(3, {"mode": "hard", "others_go_on": True})
    for seed in range(40):
        state = shown(made, seed)
        mistake = next(action for action in state.legal(1) if not state.is_right(action))
        state.apply(1, mistake)
        assert react(state.view(1), 1, Rng(seed)).action == WAIT
        for again in range(20):
            assert react(state.view(0), 1, Rng(100 * seed + again)).action != mistake


def test_there_is_nothing_to_do_before_and_after_a_race() -> None:
    made = Misd(2)
    state = made.start()
    assert react(state.view(0), 3, Rng(1)).action == WAIT
    state = shown(made, 1)
    assert react(state.view(SPECTATOR), 3, Rng(1)).action == WAIT


def test_the_same_generator_gives_the_same_reaction() -> None:
    view = shown(Misd(2, HARD), 5).view(1)
    assert react(view, 2, Rng(8)) == react(view, 2, Rng(8))
    assert len({react(view, 2, Rng(seed)).seconds for seed in range(20)}) == 20


def test_a_bot_of_misd_reacts() -> None:
    made = Misd(4, HARD)
    state = shown(made, 2)
    choices = [Bot(made, LEVELS[number], 7).choose(state.view(0)) for number in NUMBERS]
    assert all(state.objection(0, choice.action) == "" for choice in choices)
    assert all(choice.seconds > 0.0 for choice in choices)


# Races between bots


def after(seconds: float, action: int = int(NAME)) -> Decision:
    return Decision(action, seconds, [])


def acts(options: dict[str, Any], *choices: Decision) -> int:
    """Return who acts first in a race."""
    made = Misd(len(choices), options)
    first = Races(made, seed=1).first_to_act(shown(made, 1), dict(enumerate(choices)))
    assert first is not None
    return first[0]


@clause("misd.r3")
def test_the_clock_acts_when_the_games_own_time_is_up() -> None:
    assert acts({}, after(59.9), after(70.0)) == 0
    assert acts({}, after(60.0), after(70.0)) == CHANCE
    assert acts({"timeout": 1}, after(1.5), after(2.0)) == CHANCE
    assert acts({"timeout": 3600}, after(3700.0), after(3500.0)) == 1


@clause("misd.r3")
@pytest.mark.parametrize(("timeout", "answered"), [("1", False), ("60", True)])
def test_a_contest_is_played_with_its_time_out(timeout: str, answered: bool) -> None:
    options = {"mode": "hard", "cards": "10", "limit": "20", "timeout": timeout}
    played = Contest("misd", 2, options, ["1", "1"], seed=7).played(0)
    assert ((CHANCE, TIMEOUT) not in played.moves) == answered
    assert (played.decisions > 0) == answered


@clause("misd.r7")
def test_equal_times_are_decided_by_lot() -> None:
    made = Misd(3)
    state, races = shown(made, 1), Races(made, seed=1)
    choices = {0: after(5.0, 1), 1: after(5.0, 2), 2: after(5.1, 3)}
    firsts = []
    for _time in range(400):
        races.begin()
        firsts.append(races.first_to_act(state, choices))
    assert set(firsts) == {(0, 1), (1, 2)}
    assert 160 <= firsts.count((0, 1)) <= 240


@clause("misd.r7")
def test_no_lots_are_drawn_where_one_is_quicker() -> None:
    made = Misd(3)
    races, untouched = Races(made, seed=1), Rng(1)
    races.first_to_act(shown(made, 1), {0: after(5.0), 1: after(4.0), 2: Decision(WAIT, 0.0, [])})
    assert races.lots.word() == untouched.word()


class Slow(Bot):
    """A model that answers wrongly after 40 seconds, or after 41 in the next seat."""

    def choose(self, view: View, *_limits: object) -> Decision:
        return after(40.0 + view.seat, wrong(self.game.guess(view, self.rng), view.seat))


def wrong(state: State, seat: int) -> int:
    assert isinstance(state, MisdState)
    return next(action for action in state.legal(seat) if not state.is_right(action))


def two_searches(timeout: str) -> dict[str, str]:
    return {"mode": "hard", "others_go_on": "on", "limit": "2", "timeout": timeout}


def slow_contest(timeout: str) -> list[int]:
    contest = Contest("misd", 2, two_searches(timeout), ["1", "1"], seed=1)
    made = Misd(2, contest.options)
    played = PlayedGame(contest, made, [0, 1], seed=1, index=0)
    played.bots = [Slow(made, LEVELS[1], seat) for seat in range(2)]
    played.run()
    return racers(played.moves)


def slow_table(timeout: str, *people: str) -> TerminalTable:
    made = Misd(2 + len(people), two_searches(timeout))
    players = ["1", "1", *people]
    table = TerminalTable(Match(made, players, drawn_by(Rng(1))), players, "en", Console(file=StringIO()), seed=1)
    table.bots = {seat: Slow(made, LEVELS[1], seat) for seat in range(2)}
    return table


def racers(moves: list[tuple[int, int]]) -> list[int]:
    """List who acted in the races of a game."""
    return [seat for seat, action in moves if seat != CHANCE or action == TIMEOUT]


@clause("misd.r9")
def test_a_wrong_answer_does_not_start_the_clock_again() -> None:
    """The first is wrong after 40 seconds, the second would be after 81."""
    assert slow_contest("60") == [0, CHANCE, 0, CHANCE]
    assert slow_contest("82") == [0, 1, 0, 1]


@clause("misd.r9")
def test_at_the_terminal_it_does_not_either() -> None:
    for timeout, expected in (("60", [0, CHANCE, 0, CHANCE]), ("82", [0, 1, 0, 1])):
        table = slow_table(timeout)
        table.run()
        assert racers(table.match.record().moves) == expected


@clause("misd.r9")
def test_nor_does_a_wrong_answer_of_a_person(monkeypatch: pytest.MonkeyPatch) -> None:
    """The person waits for the first bot and then answers wrongly too, in both searches."""
    table = slow_table("60", HUMAN)

    def read(_prompt: str) -> str:
        state = table.match.state
        return table.match.game.text(wrong(state, 2)) if 0 not in state.waiting() else ""

    monkeypatch.setattr(table, "read", read)
    table.run()
    assert racers(table.match.record().moves) == [0, 2, CHANCE, 0, 2, CHANCE]


@pytest.mark.parametrize("options", ALL_KINDS, ids=str)
def test_the_prior_prefers_what_is_right(options: dict[str, Any]) -> None:
    state, knowledge = shown(Misd(2, options), 3), MisdKnowledge(2)
    assert state.current == RACE
    best = max(state.legal(0), key=lambda action: knowledge.prior(state, 0, action))
    assert state.is_right(best)
    assert knowledge.points(state, 0) == 0
