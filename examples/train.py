"""Trains a small policy by playing against itself, until it beats random play; needs NumPy only.

    python examples/train.py [GAME] [--updates 300] [--seed 1]

All seats use the same policy, which sees the game from the seat that is asked. After a number of steps every decision
is judged by what its seat got at the end of the game (actor-critic without bootstrapping): the policy does more often
what went better than it had expected.
"""

import argparse
import time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from carreau.bots.ratings import wilson
from carreau.core.observation import Observation
from carreau.core.rng import Rng
from carreau.envs.vector import VectorEnv

Floats = NDArray[np.float32]
MOST_VALUES = 8  # a number with more possible values is scaled instead of being shown by one input for each value


class Encoder:
    """Turns observations into inputs between 0 and 1."""

    def __init__(self, observation: Observation) -> None:
        fields = observation.fields
        self.lows = np.repeat([field.low for field in fields], [field.size for field in fields])
        self.spans = np.repeat([field.high - field.low for field in fields], [field.size for field in fields])
        several = (self.spans > 1) & (self.spans < MOST_VALUES)
        self.few, self.others = np.flatnonzero(several), np.flatnonzero(~several)
        ends = np.cumsum(self.spans[self.few] + 1) + len(self.others)
        self.firsts = (
            ends - self.spans[self.few] - 1
        )  # where the inputs of each number begin that has one for each value
        self.size = int(ends[-1]) if len(ends) else len(self.others)

    def inputs(self, rows: NDArray[np.int16]) -> Floats:
        values = rows - self.lows
        inputs = np.zeros((len(rows), self.size), np.float32)
        inputs[:, : len(self.others)] = values[:, self.others] / self.spans[self.others]
        inputs[np.arange(len(rows))[:, None], self.firsts + values[:, self.few]] = 1
        return inputs


class Policy:
    """One hidden layer; out come a weight for every action and the reward that is expected."""

    def __init__(self, encoder: Encoder, actions: int, hidden: int, rng: np.random.Generator) -> None:
        self.encoder = encoder
        self.rng = rng
        self.weights = {
            "hidden": self.drawn(encoder.size, hidden, 1.0),
            "action": self.drawn(hidden, actions, 0.1),
            "value": self.drawn(hidden, 1, 0.1),
        }
        self.means = {name: np.zeros_like(weights) for name, weights in self.weights.items()}
        self.squares = {name: np.zeros_like(weights) for name, weights in self.weights.items()}
        self.updates = 0

    def drawn(self, inputs: int, outputs: int, size: float) -> Floats:
        weights: Floats = (self.rng.standard_normal((inputs, outputs)) * size / np.sqrt(inputs)).astype(np.float32)
        return weights

    def forward(self, inputs: Floats, masks: NDArray[np.bool_]) -> tuple[Floats, Floats, Floats]:
        """Return the hidden layer, the probability of each action, and the expected reward."""
        hidden = np.tanh(inputs @ self.weights["hidden"])
        logits = np.where(masks, hidden @ self.weights["action"], np.float32(-1e9))
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        value = np.tanh(hidden @ self.weights["value"])[:, 0]
        return hidden, odds / odds.sum(axis=1, keepdims=True), value

    def choose(self, rows: NDArray[np.int16], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Draw an action for each row by its probability."""
        _, odds, _ = self.forward(self.encoder.inputs(rows), masks)
        noise = self.rng.gumbel(size=odds.shape).astype(np.float32)
        scores = np.where(masks, np.log(odds + np.float32(1e-20)) + noise, np.float32(-np.inf))
        chosen: NDArray[np.int64] = np.argmax(scores, axis=1).astype(np.int64)
        return chosen

    def learn(self, batch: "Decisions", entropy: float, rate: float) -> None:
        """Take one step of Adam towards actions that went better than expected."""
        inputs = self.encoder.inputs(batch.rows)
        hidden, odds, value = self.forward(inputs, batch.masks)
        better = batch.returns - value
        size = np.float32(len(value))
        taken = np.zeros_like(odds)
        taken[np.arange(len(value)), batch.actions] = 1
        unsure = -np.log(odds + np.float32(1e-20))
        entropies = (odds * unsure).sum(axis=1, keepdims=True)
        logits = (odds - taken) * standard(better)[:, None] - entropy * odds * (unsure - entropies)
        expected = -(better * (1 - value**2))[:, None]
        back = (logits @ self.weights["action"].T + expected @ self.weights["value"].T) * (1 - hidden**2)
        slopes = {"hidden": inputs.T @ back, "action": hidden.T @ logits, "value": hidden.T @ expected}
        self.updates += 1
        for name, slope in slopes.items():
            self.adam(name, slope / size, rate)

    def adam(self, name: str, slope: Floats, rate: float) -> None:
        self.means[name] += np.float32(0.1) * (slope - self.means[name])
        self.squares[name] += np.float32(0.001) * (slope**2 - self.squares[name])
        mean = self.means[name] / np.float32(1 - 0.9**self.updates)
        square = self.squares[name] / np.float32(1 - 0.999**self.updates)
        self.weights[name] -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(1e-8))


class Decisions(NamedTuple):
    """Observations, actions and rewards of a batch."""

    rows: NDArray[np.int16]
    masks: NDArray[np.bool_]
    actions: NDArray[np.int64]
    returns: Floats


def standard(values: Floats) -> Floats:
    scaled: Floats = (values - values.mean()) / (values.std() + np.float32(1e-6))
    return scaled


def play(tables: VectorEnv, policy: Policy, steps: int) -> Decisions:
    """Collect the decisions of all seats in finished games."""
    seen: dict[str, list[NDArray[Any]]] = {
        name: [] for name in ("rows", "masks", "actions", "asked", "ends", "rewards")
    }
    for _step in range(steps):
        seen["rows"].append(tables.observations.copy())
        seen["masks"].append(tables.masks.copy())
        seen["asked"].append(tables.asked.copy())
        seen["actions"].append(policy.choose(tables.observations, tables.masks))
        tables.step(seen["actions"][-1])
        seen["ends"].append(tables.terminated.copy())
        seen["rewards"].append(tables.rewards.copy())
    known, returns = judged(seen["asked"], seen["ends"], seen["rewards"])
    rows, masks, actions = (np.stack(seen[name])[known] for name in ("rows", "masks", "actions"))
    return Decisions(rows, masks, actions, returns[known].astype(np.float32))


def judged(
    asked: list[NDArray[Any]], ends: list[NDArray[Any]], rewards: list[NDArray[Any]]
) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Return for each step and game whether it has ended, and the final reward of the seat that was asked."""
    games = np.arange(len(asked[0]))
    known, returns = np.zeros((len(asked), len(games)), bool), np.zeros((len(asked), len(games)))
    ended, paid = np.zeros(len(games), bool), np.zeros_like(rewards[0])
    for step in reversed(range(len(asked))):
        ended = ended | ends[step]
        paid = np.where(ends[step][:, None], rewards[step], paid)
        known[step] = ended
        returns[step] = paid[games, asked[step]]
    return known, returns


def against_random(policy: Policy, name: str, games: int, seed: int) -> float:
    """Count the games that the policy wins against random play in changing seats; a draw counts half."""
    tables, rng = VectorEnv(name, count=games, seed=seed), Rng(seed)
    own_seat = np.arange(games) % tables.seats
    playing, won = np.ones(games, bool), 0.0
    while playing.any():
        chosen = policy.choose(tables.observations, tables.masks)
        tables.step(np.where(tables.asked == own_seat, chosen, tables.sample_actions(rng)))
        rewards = tables.rewards[np.arange(games), own_seat][playing & tables.terminated]
        won += float((rewards > 0).sum() + (rewards == 0).sum() / 2)
        playing &= ~tables.terminated
    return won


def trained(name: str, updates: int, seed: int, count: int = 64, steps: int = 48, progress: bool = True) -> Policy:
    tables = VectorEnv(name, count=count, seed=seed)
    policy = Policy(Encoder(tables.game.OBSERVATION), tables.actions, 128, np.random.default_rng(seed))
    console = Console(stderr=True)
    for _update in track(range(updates), name, console=console, transient=True, disable=not progress):
        policy.learn(play(tables, policy, steps), entropy=0.01, rate=0.002)
    return policy


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="bauab")
    parser.add_argument("--updates", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=2000, help="against random play, to see what was learned")
    chosen = parser.parse_args()
    console = Console(highlight=False)
    for updates in (0, chosen.updates):
        began = time.monotonic()
        policy = trained(chosen.game, updates, chosen.seed)
        spent = time.monotonic() - began
        won = against_random(policy, chosen.game, chosen.games, chosen.seed + 1)
        low, high = wilson(won, chosen.games)
        console.print(
            f"{chosen.game} after {updates} updates ({spent:.0f} s): wins {won / chosen.games:.1%} of {chosen.games} "
            f"games against random play (95 % interval {low:.1%} to {high:.1%})"
        )


if __name__ == "__main__":
    main()
