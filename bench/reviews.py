"""Measure how many decisions reviews call mistakes when level 5 plays itself.

    python -m bench.reviews GAME [--games 200] [--simulations 2000]

Level 5 is limited by simulations, so the games are the same on every machine. Run it niced; it prints after each game.
"""

import argparse
from collections import Counter

from rich.console import Console

from carreau.bots.analysis import review
from carreau.bots.contest import Contest
from carreau.bots.ratings import wilson
from carreau.core.record import Record


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--simulations", type=int, default=2000)
    chosen = parser.parse_args()
    contest = Contest(chosen.game, None, {}, ["5", "5"], 1, simulations=chosen.simulations)
    verdicts: Counter[str] = Counter()
    for number in range(chosen.games):
        played = contest.played(number)
        record = Record(played.game, [str(seat) for seat in range(played.game.seats)], played.moves)
        verdicts.update(each.judgement.verdict for each in review(record) if each.judgement.proof != "forced")
        decisions, wrong = verdicts.total(), verdicts["mistake"] + verdicts["blunder"]
        low, high = wilson(wrong, decisions)
        Console().print(
            f"{chosen.game}: {number + 1} games, {decisions} decisions, {wrong} mistakes or blunders: "
            f"{wrong / max(1, decisions):.1%} ({low:.1%}–{high:.1%}), {verdicts['inaccuracy']} inaccuracies",
            highlight=False,
            soft_wrap=True,
        )


if __name__ == "__main__":
    main()
