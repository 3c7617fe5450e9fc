"""Who sits where, before a game in the terminal begins."""

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
USUAL: Final = "3"  # the level of bots where none is asked for
BOT_NAME: Final = re.compile(r"Bot \d+ \(([1-5])\)")
RANDOM_NAME: Final = re.compile(r"Random \d+")


def choose_game(console: Console, language: str) -> str:
    """Ask for a game by name until there is one."""
    print_games(console, language)
    while True:
        try:
            name = console.input(f"\n{Words(language)('choose_game')} › ").strip()
        except EOFError:
            raise CarreauError("no game was named; try `carreau play caro`") from None
        try:
            game_class(name)
        except CarreauError as error:
            console.print(str(error), style="yellow", markup=False)
        else:
            return name


def players_and_names(seats: list[str], count: int) -> tuple[list[str], list[str]]:
    """Who sits on each seat, a person or the level of a bot, and their names; by default one person and bots."""
    given = seats or [HUMAN] + [f"{BOT}:{USUAL}"] * (count - 1)
    if len(given) != count:
        raise CarreauError(f"--seat is given {len(given)} times, but the game has {count} seats")
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
    """What a person is called, "" if nothing is said; a record must be able to hold it, and to tell it from a bot's."""
    name = " ".join(written.split())
    if not name.isprintable():
        raise CarreauError(
            f"--seat {HUMAN}:{written!r} can't be shown; a name is text in UTF-8 without control characters"
        )
    if seat_of(name) != HUMAN:
        raise CarreauError(f"--seat {entry}: {name} is what a bot is called; give another name")
    return name


def level_of(entry: str, kind: str, rest: str) -> str:
    wanted = RANDOM if kind == RANDOM else rest or USUAL
    if kind == RANDOM and rest:
        raise CarreauError(f"--seat {entry}: random players have no names and no levels")
    level(wanted)
    return wanted


def new_table(
    console: Console, name: str, seats: list[str], options: dict[str, str], seed: int, language: str
) -> TerminalTable:
    game = make(name, len(seats) or None, options)
    players, names = players_and_names(seats, game.seats)
    return TerminalTable(Match(game, names, drawn_by(Rng(seed))), players, language, console, seed)


def seat_of(name: str) -> str:
    """Who a player in a record was, by the name that players_and_names() gave."""
    bot = BOT_NAME.fullmatch(name)
    if bot:
        return f"{BOT}:{bot[1]}"
    return RANDOM if RANDOM_NAME.fullmatch(name) else HUMAN


def resumed_table(console: Console, file: Path, seats: list[str], seed: int, language: str) -> TerminalTable:
    record = open_record(file)
    players, _ = players_and_names(seats or [seat_of(name) for name in record.names], record.game.seats)
    return TerminalTable(Match.resumed(record, drawn_by(Rng(seed))), players, language, console, seed)
