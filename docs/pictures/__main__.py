"""Draw the pictures of the documentation: `make pictures`, or `python -m docs.pictures film` for one kind.

The film and the stills show real games in a real browser against a real server. Dice and cards are fair, so each run
shows different games.
"""

import argparse
from collections.abc import Callable
from typing import Final

from docs.pictures import film, stills, terminal

KINDS: Final[dict[str, Callable[[], None]]] = {"film": film.draw, "stills": stills.draw, "terminal": terminal.draw}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", nargs="*", choices=[*KINDS, []], default=list(KINDS))
    for kind in parser.parse_args().kind:
        KINDS[kind]()


if __name__ == "__main__":
    main()
