"""Bots of all levels in all games: they see a view, answer with a legal action, and can't peek."""

from collections.abc import Callable
from typing import Any

import pytest

from carreau.bots.bot import Bot, Decision, Races
from carreau.bots.hints import hints, reason, words
from carreau.bots.levels import LEVELS, level
from carreau.bots.parallel import added_up
from carreau.bots.search import WAIT
from carreau.core.errors import CarreauError
from carreau.core.game import ALL, CHANCE, OVER, RACE, State
from carreau.core.rng import Rng
from carreau.games.catalogue import GAMES, AnyGame, game, game_class
from carreau.games.texts import GAP, keys, languages, text
from tests.bots.positions import position
from tests.effort import EFFORT
from tests.hidden import HIDING

FEW = 12  # simulations


def next_seat(state: State, rng: Rng) -> int:
    return int(state.random_actor(rng)) if state.current in (ALL, RACE) else int(state.current)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("number", LEVELS)
def test_every_level_plays_every_game(name: str, number: int) -> None:
    for seats in game_class(name).SEATS:
        made, rng = game(name, seats), Rng(seats)
        state, bot = made.start(), Bot(made, LEVELS[number], seed=1)
        for _step in range(14):
            if state.current == OVER:
                break
            if state.current == CHANCE:
                state.apply(CHANCE, state.sample(rng))
                continue
            seat = next_seat(state, rng)
            choice = bot.choose(state.view(seat), simulations=min(FEW, LEVELS[number].simulations))
            if choice.action != WAIT:
                made.act(state, seat, choice.action)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_makes_the_same_choice(name: str) -> None:
    made = game(name, game_class(name).SEATS[0])
    state = position(made, 3, 3)
    view = state.view(state.waiting()[0])
    choices = [Bot(made, level(5), seed=4).choose(view, simulations=FEW) for _ in range(2)]
    assert rows(choices[0]) == rows(choices[1])


def rows(choice: Decision) -> tuple[int, float, list[tuple[int, int, float]]]:
    return choice.action, choice.seconds, [(row.action, row.visits, row.value) for row in choice.considered]


# Honest beliefs


def differing(made: AnyGame, choose: Callable[[State, State, int], tuple[Any, Any]], games: int) -> int:
    """Count the decisions in which a bot chooses differently when other hidden cards look the same to it."""
    found = 0
    for seed in range(games):
        state, rng = made.start(), Rng(seed)
        for _step in range(60):
            if state.current == OVER:
                break
            if state.current == CHANCE:
                state.apply(CHANCE, state.sample(rng))
                continue
            seat = next_seat(state, rng)
            swapped = made.guess(state.view(seat), rng)
            assert swapped.view(seat) == state.view(seat)
            true, other = choose(state, swapped, seat)
            found += true != other
            legal = state.legal(seat)
            state.apply(seat, legal[int(rng.below(len(legal)))])
    return found


@pytest.mark.parametrize("name", HIDING)
def test_a_bot_cannot_peek(name: str) -> None:
    """The strongest level plays itself: hidden information doesn't affect its choices."""
    made = game(name, game_class(name).SEATS[-1])

    def choose(state: State, swapped: State, seat: int) -> tuple[Any, Any]:
        choices = [Bot(made, level(5), 7).choose(one.view(seat), simulations=FEW) for one in (state, swapped)]
        return rows(choices[0]), rows(choices[1])

    assert differing(made, choose, games=1 * EFFORT) == 0


@pytest.mark.parametrize("name", HIDING)
def test_a_bot_that_peeks_is_found_out(name: str) -> None:
    made = game(name, game_class(name).SEATS[-1])

    def peek(state: State, swapped: State, _seat: int) -> tuple[Any, Any]:
        return state.fingerprint(), swapped.fingerprint()

    assert differing(made, peek, games=1) > 0


# Levels, budgets, races


def test_levels_are_named_by_number() -> None:
    assert [level(number).number for number in (1, "5", "random")] == [1, 5, 0]
    for wrong in ("0", "6", "best", ""):
        with pytest.raises(CarreauError, match="levels are 1"):
            level(wrong)


def test_a_level_takes_as_many_simulations_as_the_game_needs_of_it() -> None:
    """Games in which a single simulation says little multiply a level's simulations."""
    made = game("carat", 2)
    state = position(made, 1, 2)
    bot = Bot(made, level(3), 1)
    bot.choose(state.view(int(state.current)), simulations=None, seconds=60.0)
    assert bot.last_search is not None
    assert (
        bot.last_search.simulations
        == round(LEVELS[3].simulations * bot.knowledge.simulation_factor)
        > LEVELS[3].simulations
    )


def test_a_bot_stops_when_it_is_told_to() -> None:
    made = game("schollenschubser", 2)
    asked: list[int] = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 2

    state = position(made, 1, 2)
    choice = Bot(made, level(5), 1).choose(state.view(int(state.current)), simulations=10**9, stop=stop)
    assert choice.action in state.legal(int(state.current))
    assert len(asked) == 3


def test_a_bot_out_of_time_still_answers() -> None:
    for name in GAMES:
        made = game(name, game_class(name).SEATS[0])
        state = position(made, 2, 2)
        seat = state.waiting()[0]
        choice = Bot(made, level(5), 1).choose(state.view(seat), seconds=0.0)
        assert choice.action == WAIT or state.objection(seat, choice.action) == ""


def test_a_bot_does_not_think_about_a_single_action() -> None:
    made = game("plan", 3)
    state = position(made, 1, 0)
    view = state.view(int(state.current))
    assert Bot(made, level(5), 1).choose(view, simulations=3).considered[0].visits <= 3


def test_the_quickest_acts_at_a_race_or_the_clock() -> None:
    state = position(game("misd", 3), 1, 0)
    early, late, never = (Decision(1, 2.0, []), Decision(2, 5.0, []), Decision(WAIT, 0.0, []))
    races = Races(game("misd", 3), seed=1)
    assert races.first_to_act(state, {0: late, 1: early, 2: never}) == (1, 1)
    assert races.first_to_act(state, {0: never}) == (CHANCE, state.legal(CHANCE)[0])
    no_clock = position(game("nussknacker", 3), 1, 0)
    races = Races(game("nussknacker", 3), seed=1)
    assert races.first_to_act(no_clock, {0: never}) is None
    assert races.first_to_act(no_clock, {0: never, 1: Decision(1, 4000.0, [])}) == (1, 1)


def test_searches_of_several_processes_are_added_up() -> None:
    assert added_up([[(1, 10, 0.5), (2, 5, 0.2)], [(2, 15, 0.4)], []]) == [(2, 20, 0.35), (1, 10, 0.5)]
    made = game("bauab", 2)
    state = position(made, 1, 2)
    view = state.view(int(state.current))
    alone = Bot(made, level(3), 1).choose(view, simulations=40)
    together = Bot(made, level(3), 1, jobs=2).choose(view, simulations=40)
    assert sum(row.visits for row in alone.considered) <= 40
    assert sum(row.visits for row in together.considered) > sum(row.visits for row in alone.considered)


# Hints


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_hints_have_reasons_in_words(name: str, language: str) -> None:
    made = game(name, game_class(name).SEATS[0])
    state = position(made, 6, 3)
    seat = state.waiting()[0]
    bot = Bot(made, level(5), 1)
    found = hints(bot, state.view(seat), simulations=30)
    names = ["Ada", "Bertrand", "Chloé", "Dmitri"]
    for hint in found:
        assert 0.0 <= hint.value <= 1.0
        said = reason(hint, found, bot, text(name, language), names)
        assert said
        assert "{" not in said


def test_a_hint_tells_what_a_move_scores_and_what_the_answer_does() -> None:
    """Caro: doubling the last pair scores points, and so does the reply that it allows."""
    made = game("caro", 2)
    state = position(made, 4, 6)
    seat = int(state.current)
    bot = Bot(made, level(5), 1)
    best = hints(bot, state.view(seat), simulations=300)[0]
    before = state.dump()["scores"][seat]
    state.apply(seat, best.action)
    assert best.gain == state.dump()["scores"][seat] - before
    assert best.reply is not None
    assert state.objection(*best.reply) == ""


@pytest.mark.parametrize("language", languages("caro"))
def test_reasons_are_there_in_every_language(language: str) -> None:
    first, other = words("en"), words(language)
    assert keys(first) == keys(other)
    for key in first:
        assert set(GAP.findall(first[key])) == set(GAP.findall(other[key])), f"words.{language}.toml: {key}"
