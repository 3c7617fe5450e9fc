"""`carreau games` and `carreau rules`: what there is, and the rules in words."""

import json

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Line

from carreau.cli.words import Words
from carreau.core.errors import CarreauError
from carreau.core.options import Flag, Number, Option, spelled
from carreau.games.catalogue import GAMES, game_class
from carreau.games.texts import Text, languages, text


def games_as_json() -> str:
    """For programs: in ASCII, so that nothing is lost whatever the terminal can show."""
    return json.dumps([game_facts(name) for name in GAMES], indent=2)


def game_facts(name: str) -> dict[str, object]:
    cls, words = game_class(name), text(name)
    options = {
        option.name: {
            "default": option.default,
            "allowed": option.allowed(),
            "text": words.options[option.name]["text"],
        }
        for option in cls.OPTIONS.options.values()
    }
    return {
        "name": name,
        "title": words.title,
        "tagline": words.tagline,
        "seats": list(cls.SEATS),
        "rules": cls.VERSION,
        "actions": cls.ACTIONS.size,
        "languages": languages(name),
        "options": options,
    }


def print_games(console: Console, language: str) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    said = Words(language)
    for heading in (said("name"), said("players"), said("title"), ""):
        table.add_column(heading)
    for name in GAMES:
        cls, words = game_class(name), text(name, language)
        table.add_row(Line(name, style="bold cyan"), f"{min(cls.SEATS)}–{max(cls.SEATS)}", words.title, words.tagline)
    console.print(table)


def print_rules(console: Console, name: str, clause: str | None, language: str) -> None:
    """The summary and all clauses, or one clause."""
    cls, words = game_class(name), text(name, language)
    if clause:
        key = clause if clause in words.clauses else f"{clause_prefix(name, language)}.{clause}"
        if key not in words.clauses:
            raise CarreauError(f"{name} has no clause {clause}; there are {', '.join(words.clauses)}")
        print_clause(console, key, *words.clauses[key])
        return
    console.print(Line(words.title, style="bold"))
    console.print(Line(words.tagline + "\n", style="italic"))
    console.print(Padding(words.summary, (0, 0, 1, 2)))
    for key, (title, sentence) in words.clauses.items():
        print_clause(console, key, title, sentence)
    for option in cls.OPTIONS.options.values():
        print_clause(console, option.name, words.options[option.name]["title"], explained(option, words))


def explained(option: Option, words: Text) -> str:
    """What an option does, what may be typed for it, and what it is if nothing is."""
    said = Words(words.language)
    if isinstance(option, Flag):
        allowed = said("flag")
    elif isinstance(option, Number):
        allowed = said("number", low=option.low, high=option.high)
    else:
        allowed = words.named_values(option.name)
    effect = words.options[option.name]["text"]
    return said("option", effect=effect, allowed=allowed, default=spelled(option.default))


def clause_prefix(name: str, language: str) -> str:
    """What stands before the dot in a game's clause ids."""
    return next(iter(text(name, language).clauses)).rpartition(".")[0]


def print_clause(console: Console, key: str, title: str, sentence: str) -> None:
    console.print(Line.assemble((f"{key:<11} ", "cyan"), (f"{title}. ", "bold"), sentence))
