"""Hashes of the same random games, to compare builds: `python -m tests.hashes`."""

import hashlib
import sys
from typing import Final

from carreau.cli.bench import build
from carreau.core.game import OVER, State
from carreau.core.laws import Walk
from carreau.core.rng import Rng
from carreau.envs.batch import NONE, Batch
from carreau.games.catalogue import GAMES, AnyGame, game, variants

STEPS: Final = 150
GUESSED: Final = 25  # moves between guesses of hidden information, by each seat


def playout_hash(name: str) -> str:
    """Hash whole random games of every variant: each move, guesses on the way, and the last position."""
    found = hashlib.sha256()
    for seed, made in enumerate(variants(name)):
        walk = Walk(made, seed)
        while walk.state.current != OVER and len(walk.moves) < STEPS:
            seat, action = walk.choose()
            walk.state.apply(seat, action)
            walk.moves.append((seat, action))
            if len(walk.moves) % GUESSED == 0:
                found.update(guesses(made, walk.state, seed).encode())
        found.update(f"{walk.moves} {walk.state.fingerprint()}".encode())
    return found.hexdigest()


def guesses(made: AnyGame, state: State, seed: int) -> str:
    """List what each seat guesses, which proves that both builds hold the same beliefs."""
    return " ".join(made.guess(state.view(seat), Rng(seed)).fingerprint() for seat in range(made.seats))


def batch_hash(name: str) -> str:
    """Hash random games stepped together: observations, masks and rewards at each step."""
    found, rng = hashlib.sha256(), Rng(1)
    batch = Batch(game(name), 3, 1)
    for _step in range(STEPS):
        batch.draw(rng)
        assert batch.step([int(action) for action in batch.drawn]) == NONE
        seen, paid = (list(batch.rows.cells), list(batch.asked)), (list(batch.rewards), list(batch.terminated))
        legal = [moves.as_list() for moves in batch.legal]
        found.update(f"{seen} {legal} {paid}".encode())
    found.update(bytes(batch.masks))
    return found.hexdigest()


def hashes() -> str:
    """List a hash of each game's playouts and of its batch, a line for each game."""
    return "".join(f"{name} {playout_hash(name)} {batch_hash(name)}\n" for name in GAMES)


if __name__ == "__main__":
    sys.stdout.write(f"{build()}\n{hashes()}")
