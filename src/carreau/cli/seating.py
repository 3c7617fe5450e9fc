"""Who sits where, before a game in the terminal begins."""

from pathlib import Path

from rich.console import Console

from carreau.cli.play import HUMAN, RANDOM, TerminalTable
from carreau.cli.replay import open_record
from carreau.cli.rules import print_games
from carreau.cli.words import Words
from carreau.core.errors import CarreauError
from carreau.core.rng import Rng
from carreau.games.catalogue import game as make
from carreau.games.catalogue import game_class
from carreau.table.match import Match

TITLES = {HUMAN: "Player", RANDOM: "Random"}


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
    """What sits on each seat and what it is called; seats not named are one person and random players."""
    given = seats or [HUMAN] + [RANDOM] * (count - 1)
    if len(given) != count:
        raise CarreauError(f"--seat is given {len(given)} times, but the game has {count} seats")
    players, names = [], []
    for number, entry in enumerate(given):
        kind, _, name = entry.partition(":")
        if kind not in (HUMAN, RANDOM):
            raise CarreauError(f"--seat {entry} is not human, human:NAME or random")
        players.append(kind)
        names.append(name or f"{TITLES[kind]} {number}")
    return players, names


def new_table(
    console: Console, name: str, seats: list[str], options: dict[str, str], seed: int, language: str
) -> TerminalTable:
    game = make(name, len(seats) or None, options)
    players, names = players_and_names(seats, game.seats)
    return TerminalTable(Match(game, names, Rng(seed)), players, language, console, seed)


def resumed_table(console: Console, file: Path, seats: list[str], seed: int, language: str) -> TerminalTable:
    record = open_record(file)
    said = [name.split()[0].casefold() for name in record.names]
    players, _ = players_and_names(seats or [HUMAN if word != RANDOM else RANDOM for word in said], record.game.seats)
    return TerminalTable(Match.resumed(record, Rng(seed)), players, language, console, seed)
