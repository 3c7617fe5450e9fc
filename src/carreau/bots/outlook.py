"""The outlook after an action: the likely reply, and the own move planned after it.

Both are played in worlds guessed from the player's view, and count only if enough of them agree. So an outlook knows no
more than the player did.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from carreau.bots.continuation import Move, expected
from carreau.bots.hints import LIKELY, WORLDS, Hint
from carreau.bots.search import Search
from carreau.core.game import CHANCE, Game, View
from carreau.core.rng import Rng

STEPS: Final = 12  # moves in which a reply and a plan are looked for
KNOWN: Final = "certain"  # the reason for a call that can't be wrong
MISSED: Final = "call"  # the oversight of not making it


class Outlook(NamedTuple):
    """The expectations of a player who chose an action."""

    reply: Move | None = None  # the next move of somebody else
    plan: Move | None = None  # the player's own next move
    certain: bool = False  # whether the player knew the hidden card


def outlook(
    game: Game[Any, Any], view: View, action: int, search: Search | None, found: Sequence[Hint], missed: str
) -> Outlook:
    """Look ahead along the line that a search expects; without a search, nothing is expected."""
    certain = missed == MISSED or any(reason.kind == KNOWN for hint in found for reason in hint.reasons)
    if search is None:
        return Outlook(certain=certain)
    looks = [looked_ahead(game, view, action, search, seed) for seed in range(WORLDS)]
    return Outlook(agreed([reply for reply, _ in looks]), agreed([plan for _, plan in looks]), certain)


def looked_ahead(
    game: Game[Any, Any], view: View, action: int, search: Search, seed: int
) -> tuple[Move | None, Move | None]:
    """Return the first moves of somebody else and of the player that the search expects in one world."""
    world, rng = game.guess(view, Rng(seed)), Rng(seed)
    reply: Move | None = None
    for actor, choice in islice(expected(world, view.seat, action, search, rng), STEPS):
        if actor == view.seat:
            return reply, (actor, choice)
        if actor != CHANCE and reply is None:
            reply = actor, choice
    return reply, None


def agreed(moves: Sequence[Move | None]) -> Move | None:
    """Return the move that most worlds agree on, if these are enough."""
    for move, count in Counter(move for move in moves if move is not None).most_common(1):
        return move if count >= LIKELY else None
    return None
