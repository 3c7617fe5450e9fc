"""Count positions with the reference rules and write tests/data/perft: `python -m tests.count [GAME ...]`.

For every game and number of seats: from the start, and from a position some moves into a random game with other
options, so that more than dealing is counted.
"""

import copy
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from carreau.core.options import OptionValue, spelled
from carreau.games.catalogue import GAMES, AnyGame, game_class, variants
from tests.reference import ReferenceGame, reference

COUNTS = Path(__file__).parent / "data" / "perft"
DEPTH = 3
DECISIONS = 9
MOST = 20_000  # positions; a depth that needs more is left out


def count(position: ReferenceGame, depth: int) -> int:
    if depth == 1:
        return len(position.legal())
    total = 0
    for seat, text in sorted(position.legal()):
        after = copy.deepcopy(position)
        after.play(seat, text)
        total += count(after, depth - 1)
    return total


def counts(position: ReferenceGame) -> list[int]:
    """Return the counts at depth 1, 2, 3, within the limit; at least two of them."""
    found = [count(position, 1), count(position, 2)]
    if found[1] <= MOST:
        found.append(count(position, DEPTH))
    return found


def some_way_into(made: AnyGame, decisions: int) -> tuple[ReferenceGame, list[str]]:
    """Return a random game after some decisions, and all moves up to there."""
    rng = random.Random(f"{made.NAME} {made.seats}")
    position, played = reference(made), []
    while decisions and not position.over():
        seat, text = rng.choice(sorted(position.legal()))
        decisions -= seat >= 0
        position.play(seat, text)
        played.append(f"{seat}: {text}")
    return position, played


def entries(name: str) -> Iterator[str]:
    for seats in game_class(name).SEATS:
        made = game_class(name)(seats)
        yield entry(made, made.options, [], counts(reference(made)))
        other = [variant for variant in variants(name) if variant.seats == seats][-1]
        for variant in (made, other):
            position, played = some_way_into(variant, DECISIONS)
            yield entry(variant, variant.options, played, counts(position))


def entry(made: AnyGame, options: dict[str, OptionValue], after: list[str], found: list[int]) -> str:
    settings = ", ".join(f'{name} = "{spelled(value)}"' for name, value in options.items())
    moves = "".join(f'\n    "{move}",' for move in after)
    return (
        f'[[count]]\ngame = "{made.NAME}"\nseats = {made.seats}\noptions = {{ {settings} }}\n'
        f"after = [{moves}{chr(10) if moves else ''}]\ncounts = {found}\n"
    )


def main() -> None:
    for name in sys.argv[1:] or GAMES:
        found = list(entries(name))
        sys.stderr.write("".join(f"{name} {each.splitlines()[-1]}\n" for each in found))
        head = "# Written by `python -m tests.count` with the reference rules.\n\n"
        (COUNTS / f"{name}.toml").write_text(head + "\n".join(found), encoding="utf-8")


if __name__ == "__main__":
    main()
