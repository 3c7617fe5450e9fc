"""How long random games are, and by which clause they end: `python bench/lengths.py [GAME...]`."""

import sys
from collections import Counter

from carreau.cli.bench import extremes
from carreau.core.action_buffer import ActionBuffer
from carreau.core.playout import playout
from carreau.core.rng import Rng
from carreau.games.catalogue import GAMES, game, game_class

PLAYED = 400
BARS = "▁▂▃▄▅▆▇█"


def histogram(lengths: list[int], bins: int = 16) -> str:
    """The shape of a distribution in one line of text."""
    low, high = lengths[0], lengths[-1]
    if low == high:
        return BARS[-1]
    counts = Counter((length - low) * bins // (high - low + 1) for length in lengths)
    most = max(counts.values())
    return "".join(BARS[(len(BARS) - 1) * counts[bin_] // most] for bin_ in range(bins))


def row(name: str, seats: int) -> str:
    start, rng, out = game(name, seats).start(), Rng(seats), ActionBuffer()
    lengths, endings = [], Counter[str]()
    for _ in range(PLAYED):
        state = start.clone()
        lengths.append(int(playout(state, rng, out)))
        endings[state.result().clause] += 1
    lengths.sort()
    spots = [lengths[0], lengths[PLAYED // 20], lengths[PLAYED // 2], lengths[-PLAYED // 20], lengths[-1]]
    ends = ", ".join(f"{clause} {count * 100 // PLAYED} %" for clause, count in endings.most_common())
    return f"| {name} | {seats} | {' | '.join(map(str, spots))} | {histogram(lengths)} | {ends} |"


def main() -> None:
    print(f"Decisions in {PLAYED} random games each, default options\n")  # noqa: T201 (a script that prints a table)
    print("| game | seats | least | 5 % | median | 95 % | most | | ended by |\n|---|---|---|---|---|---|---|---|---|")  # noqa: T201
    for name in sys.argv[1:] or GAMES:
        for seats in extremes(game_class(name).SEATS):
            print(row(name, seats), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
