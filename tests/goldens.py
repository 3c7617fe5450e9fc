"""Write missing golden records: `python -m tests.goldens [GAME ...]`. Existing ones are never changed."""

import sys
from pathlib import Path
from typing import Any

from carreau.core.game import OVER
from carreau.core.laws import Walk
from carreau.core.record import Record
from carreau.games.catalogue import GAMES, AnyGame, game_class, variants

RECORDS = Path(__file__).parent / "records"
NAMES = ["Ada", "Bertrand", "Chloé", "Dmitri", "Edda", "Femke", "Giulia", "Hans"]


def random_record(made: AnyGame, seed: int) -> Record:
    """Play a whole random game."""
    walk = Walk(made, seed)
    while walk.state.current != OVER:
        seat, action = walk.choose()
        walk.state.apply(seat, action)
        walk.moves.append((seat, action))
    return Record(made, NAMES[: made.seats], walk.moves)


def wanted() -> dict[str, AnyGame]:
    """List one record of the default game and one with the most unusual options, for every number of seats."""
    found: dict[str, Any] = {}
    for name in GAMES:
        for seats in game_class(name).SEATS:
            found[f"{name}-{seats}"] = game_class(name)(seats)
            if game_class(name).OPTIONS.options:
                found[f"{name}-{seats}-options"] = [made for made in variants(name) if made.seats == seats][-1]
    return found


def main() -> None:
    RECORDS.mkdir(exist_ok=True)
    chosen = sys.argv[1:] or GAMES
    for number, (stem, made) in enumerate(wanted().items()):
        path = RECORDS / f"{stem}.carreau"
        if made.NAME in chosen and not path.exists():
            path.write_text(random_record(made, number).write(), encoding="utf-8")


if __name__ == "__main__":
    main()
