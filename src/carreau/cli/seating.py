"""The seating before a game in the terminal."""

import re
from pathlib import Path
from typing import Final

from rich.console import Console

from carreau.bots.levels import RANDOM, level
from carreau.cli.play import HUMAN, TerminalTable
from carreau.cli.replay import open_record
from carreau.cli.rules import print_games
from carreau.cli.words import Words
from carreau.core.errors import CarreauError
from carreau.core.rng import Rng
from carreau.games.catalogue import game as make
from carreau.games.catalogue import game_class
from carreau.table.match import Match, drawn_by

BOT: Final = "bot"
USUAL: Final = "3"  # the default level of bots
BOT_NAME: Final = re.compile(r"Bot \d+ \(([1-5])\)")
RANDOM_NAME: Final = re.compile(r"Random \d+")


def choose_game(console: Console, language: str) -> str:
    """Ask for the name of a game until it is valid."""
    print_games(console, language)
    while True:
        try:
            name = console.input(f"\n{Words(language)('choose_game')} › ").strip()
        except EOFError:
            raise CarreauError("no game named; try `carreau play caro`") from None
        try:
            game_class(name)
        except CarreauError as error:
            console.print(str(error), style="yellow", markup=False)
        else:
            return name


def players_and_names(seats: list[str], count: int) -> tuple[list[str], list[str]]:
    """Return the player of each seat, human or the level of a bot, and their names; default: one person and bots."""
    given = seats or [HUMAN] + [f"{BOT}:{USUAL}"] * (count - 1)
    if len(given) != count:
        raise CarreauError(f"there are {len(given)} --seat options, but the game has {count} seats")
    players, names = [], []
    for number, entry in enumerate(given):
        kind, _, rest = entry.partition(":")
        if kind not in (HUMAN, BOT, RANDOM):
            raise CarreauError(f"--seat {entry} is not human, human:NAME, bot:LEVEL or random")
        if kind == HUMAN:
            players.append(HUMAN)
            names.append(name_of(entry, rest) or f"Player {number}")
        else:
            players.append(level_of(entry, kind, rest))
            names.append(f"{kind.title()} {number}" + (f" ({players[-1]})" if kind == BOT else ""))
    return players, names


def name_of(entry: str, written: str) -> str:
    """Return a person's name, "" if none is given; reject names that don't fit a record or look like a bot's."""
    name = " ".join(written.split())
    if not name.isprintable():
        raise CarreauError(
            f"--seat {HUMAN}:{written!r} is unprintable; a name must be UTF-8 text without control characters"
        )
    if seat_of(name) != HUMAN:
        raise CarreauError(f"--seat {entry}: {name} is a bot's name; choose another one")
    return name


def level_of(entry: str, kind: str, rest: str) -> str:
    wanted = RANDOM if kind == RANDOM else rest or USUAL
    if kind == RANDOM and rest:
        raise CarreauError(f"--seat {entry}: random players have neither names nor levels; use --seat random")
    level(wanted)
    return wanted


def new_table(
    console: Console, name: str, seats: list[str], options: dict[str, str], seed: int, language: str
) -> TerminalTable:
    game = make(name, len(seats) or None, options)
    players, names = players_and_names(seats, game.seats)
    return TerminalTable(Match(game, names, drawn_by(Rng(seed))), players, language, console, seed)


def seat_of(name: str) -> str:
    """Return the player behind a name that players_and_names() chose for a record."""
    bot = BOT_NAME.fullmatch(name)
    if bot:
        return f"{BOT}:{bot[1]}"
    return RANDOM if RANDOM_NAME.fullmatch(name) else HUMAN


def resumed_table(console: Console, file: Path, seats: list[str], seed: int, language: str) -> TerminalTable:
    record = open_record(file)
    players, _ = players_and_names(seats or [seat_of(name) for name in record.names], record.game.seats)
    return TerminalTable(Match.resumed(record, drawn_by(Rng(seed))), players, language, console, seed)
