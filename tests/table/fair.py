"""Complete games with fair dice."""

from carreau.core.game import CHANCE, OVER
from carreau.core.laws import Walk
from carreau.core.record import Record
from carreau.games.catalogue import AnyGame
from carreau.table.fairness import NO_SHARE, Dice
from tests.goldens import NAMES


def dice_for(seats: int, seed: int = 1) -> Dice:
    """Return dice with shares from all seats but the last, which is a bot."""
    shares = [f"{seed:08x}{seat:024x}" for seat in range(seats - 1)]
    return Dice(f"match-{seed}", seed.to_bytes(32, "big"), (*shares, NO_SHARE))


def fair_record(game: AnyGame, seed: int = 1, limit: int = 400) -> Record:
    """Play a random game with fair dice, to its end or not; return its record with the secret."""
    walk, dice, number = Walk(game, seed), dice_for(game.seats, seed), 0
    while walk.state.current != OVER and len(walk.moves) < limit:
        if walk.state.current == CHANCE:
            number += 1
            seat, action = CHANCE, dice.outcome(walk.state, number)
        else:
            seat, action = walk.choose()
        walk.state.apply(seat, action)
        walk.moves.append((seat, action))
    return Record(game, NAMES[: game.seats], walk.moves, dice.published(over=True))
