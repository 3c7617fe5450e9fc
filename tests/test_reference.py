"""The rules compared with their reference implementation, in lockstep."""

import random
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from carreau.core.game import OVER
from carreau.core.playout import actors, perft
from carreau.games.catalogue import GAMES, AnyGame, game
from carreau.games.texts import text
from tests.count import COUNTS
from tests.effort import EFFORT
from tests.reference import reference
from tests.variants import every_variant

MOST_STEPS = 400
COLUMNS = ["lay yellow", *["lay red"] * 4, *["lay green"] * 5, *["lay blue"] * 5, *["lay yellow"] * 5]
# Sequences that random games hardly ever reach.
RARE = [
    (
        "schlauraff",
        {"columns": 4, "yellow": "choice"},
        ["start 0", *COLUMNS, "roll 1+6+6+6+6+6", "1 to 1", "reroll", "roll 6+6+6+6+6", "take", "6 to 2"],
    ),
]
FOLDER = Path(__file__).parent / "reference"
CLAUSE = re.compile(r"\b[a-z]+\.r?\d+\b")


def fast_legal(made: AnyGame, state: Any) -> set[tuple[int, str]]:
    return {(seat, made.text(action)) for seat in actors(state) for action in state.legal(seat)}


@every_variant
def test_whole_games_agree_at_every_step(name: str, number: int, made: AnyGame) -> None:
    rng = random.Random(f"{name} {number}")
    for _ in range(EFFORT):
        state, other = made.start(), reference(made)
        for step in range(MOST_STEPS):
            expected = other.legal()
            assert fast_legal(made, state) == expected, f"{name} {made.seats} {made.options} step {step}"
            assert (state.current == OVER) == other.over()
            if other.over():
                assert (state.result().scores, state.result().ranks) == (other.scores(), other.ranks())
                break
            seat, notation = rng.choice(sorted(expected))
            state.apply(seat, made.parse(notation))
            other.play(seat, notation)


@pytest.mark.parametrize(("name", "options", "moves"), RARE)
def test_rare_sequences_agree_at_every_step(name: str, options: dict[str, object], moves: list[str]) -> None:
    made = game(name, 2, options)
    state, other = made.start(), reference(made)
    for notation in moves:
        seat = next(seat for seat, legal in other.legal() if legal == notation)
        state.apply(seat, made.parse(notation))
        other.play(seat, notation)
        assert fast_legal(made, state) == other.legal(), f"after {notation}"


def counts() -> list[dict[str, Any]]:
    files = [tomllib.loads((COUNTS / f"{name}.toml").read_text(encoding="utf-8")) for name in GAMES]
    return [entry for file in files for entry in file["count"]]


@pytest.mark.parametrize("entry", counts(), ids=lambda entry: f"{entry['game']}-{entry['seats']}")
def test_exact_counts(entry: dict[str, Any]) -> None:
    """The numbers of positions at depth 1, 2, 3 equal those of the reference rules."""
    made = game(entry["game"], entry["seats"], entry["options"])
    state = made.start()
    for move in entry["after"]:
        seat, notation = move.split(": ", 1)
        made.act(state, int(seat), made.parse(notation))
    assert [perft(state, depth + 1) for depth in range(len(entry["counts"]))] == entry["counts"]


def test_every_game_and_number_of_seats_is_counted() -> None:
    counted = {(entry["game"], entry["seats"]) for entry in counts()}
    assert counted == {(name, seats) for name in GAMES for seats in type(game(name)).SEATS}


@pytest.mark.parametrize("name", GAMES)
def test_a_reference_names_clauses_of_its_game(name: str) -> None:
    named = CLAUSE.findall((FOLDER / f"{name}.py").read_text(encoding="utf-8"))
    assert set(named) <= set(text(name).clauses)
