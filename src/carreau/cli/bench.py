"""`carreau bench`: speed and memory of the rules, in this build and in the pure one."""

import json
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.table import Table

from carreau.core import game as compiled_or_not
from carreau.core.action_buffer import ActionBuffer
from carreau.core.game import CHANCE, OVER, State
from carreau.core.playout import clones, playouts
from carreau.core.rng import Rng
from carreau.games.catalogue import GAMES, AnyGame, game, game_class

SEED = 1
REPEATS = 5  # the best one counts: other processes disturbed the rest
MEASURED_STATES = 2000

Figures = dict[str, Any]


def build() -> str:
    """Return which build is running: "compiled" or "pure"."""
    return "pure" if str(compiled_or_not.__file__).endswith(".py") else "compiled"


def best_rate(work: Callable[[int], int], seconds: float) -> float:
    """Return units of work per second; work(n) does n rounds and returns the number of units."""
    rounds = 1
    while True:
        began = perf_counter()
        work(rounds)
        spent = perf_counter() - began
        if spent >= seconds / REPEATS / 4:
            break
        rounds *= 2
    rounds = max(1, int(rounds * seconds / REPEATS / spent))
    rates = []
    for _ in range(REPEATS):
        began = perf_counter()
        units = work(rounds)
        rates.append(units / (perf_counter() - began))
    return max(rates)


def calibration(rounds: int) -> int:
    """Run a plain interpreted loop, to compare machines."""
    total = 0
    for number in range(rounds * 1000):
        total += number & 7
    return rounds * 1000


def middle(made: AnyGame) -> State:
    """Return a position in the middle of a random game."""
    length = random_game(made, -1)[1]
    return random_game(made, length // 2)[0]


def random_game(made: AnyGame, stop: int) -> tuple[State, int]:
    """Play at most `stop` actions of a random game; return the position and the number of actions."""
    state, rng, out, length = made.start(), Rng(SEED), ActionBuffer(), 0
    while state.current != OVER and length != stop:
        seat = int(state.current)
        if seat == CHANCE:
            state.apply(CHANCE, state.sample(rng))
        else:
            seat = seat if seat >= 0 else int(state.random_actor(rng))
            state.apply(seat, state.random_action(seat, rng, out))
        length += 1
    return state, length


def bytes_per_state(state: State) -> int:
    """Return the size of one more clone, as the allocator counts it."""
    kept = [state.clone()]
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = [state.clone() for _ in range(MEASURED_STATES)]
    taken = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return taken // len(kept) - 8


def measure_game(name: str, seats: int, seconds: float) -> Figures:
    made = game(name, seats)
    start, mid = made.start(), middle(made)

    def clone_often(rounds: int) -> int:
        clones(mid, rounds * 100)
        return rounds * 100

    decisions = best_rate(lambda rounds: int(playouts(start, SEED, rounds)), seconds)
    length = int(playouts(start, SEED, 200)) / 200
    return {
        "decisions_per_second": round(decisions),
        "playouts_per_second": round(decisions / length),
        "decisions_per_game": round(length, 1),
        "clone_ns": round(1e9 / best_rate(clone_often, seconds / 4), 1),
        "state_bytes": bytes_per_state(mid),
    }


class ConnectFour:
    """A yardstick: OpenSpiel's random rollouts of connect four in C++; `there` is False if it isn't installed."""

    def __init__(self) -> None:
        try:
            import pyspiel
        except ImportError:
            self.there = False
            return
        self.there = True
        self.pyspiel = pyspiel
        self.game = pyspiel.load_game("connect_four")
        self.length = mean_length(self.game)

    def rollouts(self, rounds: int) -> int:
        evaluator = self.pyspiel.RandomRolloutEvaluator(rounds * 20, SEED)
        self.pyspiel.MCTSBot(self.game, evaluator, 2.0, 1, 100, False, SEED, False).step(self.game.new_initial_state())
        return int(rounds * 20 * self.length)

    def rate(self, seconds: float) -> float | None:
        """Measure decisions per second now, because the speed of a shared machine varies by the minute."""
        return best_rate(self.rollouts, seconds) if self.there else None


def mean_length(loaded: Any) -> float:
    """Return the mean length of OpenSpiel's random games."""
    rng, moves, games = Rng(SEED), 0, 2000
    for _ in range(games):
        state = loaded.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.below(len(legal)))])
            moves += 1
    return moves / games


def measure(names: list[str], seconds: float, yardstick: ConnectFour | None) -> Figures:
    """Measure all figures of the running build, each followed by the yardstick."""
    figures = {}
    for name in names:
        for seats in extremes(game_class(name).SEATS):
            found = measure_game(name, seats, seconds)
            found["loop_per_second"] = round(best_rate(calibration, seconds / 4))
            found["connect_four_per_second"] = yardstick.rate(seconds) if yardstick else None
            figures[f"{name} {seats}"] = found
    return {"build": build(), "games": figures}


def extremes(seats: tuple[int, ...]) -> list[int]:
    return sorted({min(seats), max(seats)})


def other_build(names: list[str], seconds: float) -> Figures:
    """Measure the figures of the pure build in a separate process."""
    command = [sys.executable, "-m", "carreau", "bench", *names, "--json", "--this-build", "--seconds", str(seconds)]
    environment = {**os.environ, "CARREAU_PURE": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found: Figures = json.loads(done.stdout)[0]
    return found


def run_bench(console: Console, names: list[str], as_json: bool, this_build: bool, seconds: float) -> None:
    for name in names:
        game_class(name)
    chosen = names or list(GAMES)
    with Console(stderr=True).status("Measuring …"):
        reports = [measure(chosen, seconds, None if this_build else ConnectFour())]
        if build() == "compiled" and not this_build:
            reports.append(other_build(chosen, seconds))
    if as_json:
        sys.stdout.write(json.dumps(reports, indent=2) + "\n")
    else:
        for report in reports:
            print_report(console, report)


HEADINGS = ("game", "decisions/s", "ns", "games/s", "length", "× loop", "× c4", "clone ns", "bytes")


def print_report(console: Console, report: Figures) -> None:
    table = Table(title=f"{report['build']} build, one core", title_justify="left", box=None, padding=(0, 1, 0, 0))
    for heading in HEADINGS:
        table.add_column(heading, justify="left" if heading == "game" else "right", header_style="dim", no_wrap=True)
    for name, figures in report["games"].items():
        rate, four = figures["decisions_per_second"], figures["connect_four_per_second"]
        table.add_row(
            name,
            f"{rate:,}",
            f"{1e9 / rate:,.0f}",
            f"{figures['playouts_per_second']:,}",
            f"{figures['decisions_per_game']}",
            f"{rate / figures['loop_per_second']:.3f}",
            f"{rate / four:.2f}" if four else "–",
            f"{figures['clone_ns']:,}",
            f"{figures['state_bytes']:,}",
        )
    console.print(table)
    console.print(NOTES, style="dim", highlight=False)


NOTES = """loop: relative to a plain interpreted loop
c4:   relative to OpenSpiel's connect_four (random rollouts in C++; `make bench` installs it)
Both are measured right after each game.
"""
