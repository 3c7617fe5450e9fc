"""Complete games with fair dice, of the present scheme and of the first."""

from carreau.core.game import CHANCE, OVER
from carreau.core.laws import Walk
from carreau.core.record import Record
from carreau.games.catalogue import AnyGame
from carreau.table.fairness import BOT, NO_SHARE, Dice, Sealing, bot_share, commitment, pledge
from tests.goldens import NAMES

SECRET_BYTES = 32


def share_for(seat: int, seed: int = 1) -> str:
    return f"{seed:08x}{seat:024x}"


def dice_for(seats: int, seed: int = 1) -> Dice:
    """Return dice with shares from all seats but the last, which is a bot."""
    match, secret, bot = f"match-{seed}", seed.to_bytes(SECRET_BYTES, "big"), seats - 1
    promised = commitment(match, secret)
    shares = [share_for(seat, seed) for seat in range(bot)]
    pledges = [pledge(match, 1, promised, seat, share) for seat, share in enumerate(shares)]
    return Dice(match, secret, (*shares, bot_share(match, 1, promised, bot)), Sealing(1, (*pledges, BOT)))


def open_dice_for(seats: int, seed: int = 1) -> Dice:
    """Return the same in scheme 1."""
    dice = dice_for(seats, seed)
    return Dice(dice.match, dice.secret, (*dice.shares[:-1], NO_SHARE))


def fair_record(game: AnyGame, seed: int = 1, limit: int = 400, dice: Dice | None = None) -> Record:
    """Play a random game with fair dice, to its end or not; return its record with the secret."""
    walk, number = Walk(game, seed), 0
    dice = dice or dice_for(game.seats, seed)
    while walk.state.current != OVER and len(walk.moves) < limit:
        if walk.state.current == CHANCE:
            number += 1
            seat, action = CHANCE, dice.outcome(walk.state, number)
        else:
            seat, action = walk.choose()
        walk.state.apply(seat, action)
        walk.moves.append((seat, action))
    bots = [game.seats - 1] if dice.sealing else []
    return Record(game, NAMES[: game.seats], walk.moves, dice.published(over=True), bots)
