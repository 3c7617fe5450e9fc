"""`carreau games` and `carreau rules`: the list of games, and their rules in words."""

import json
from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Line

from carreau.cli.words import Words
from carreau.core.errors import CarreauError
from carreau.core.options import Flag, Number, Option, spelled
from carreau.games.about import about
from carreau.games.catalogue import GAMES, game_class
from carreau.games.texts import Text, is_ruling, languages, text

LABEL_WIDTH: Final = 12


def games_as_json() -> str:
    """List the games for programs, in ASCII so it survives any terminal encoding."""
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
    """Print the rules in order of play, then clause by clause; or one clause."""
    words, said = text(game_class(name).NAME, language), Words(language)
    if clause:
        print_one(console, words, clause)
        return
    console.print(Line(words.title, style="bold"))
    console.print(Line(words.tagline, style="italic"))
    console.print(Line(", ".join(facts(name, said)), style="dim"))
    for section, told in words.rules.items():
        print_heading(console, said(f"section_{section}"))
        console.print(Padding(Markdown(told), (0, 0, 0, 2)))
    print_clauses(console, words, said)
    print_options(console, words, said)
    print_credits(console, name, said)


def facts(name: str, said: Words) -> Iterator[str]:
    """Say how many can play a game, how long it takes, and the minimum age."""
    told = about(name)
    yield said("for_players", seats=span(game_class(name).SEATS))
    yield said("estimated_minutes" if told.estimated else "about_minutes", minutes=span(told.minutes))
    if told.age:
        yield said("from_age", age=told.age)


def span(numbers: Sequence[int]) -> str:
    return f"{min(numbers)}–{max(numbers)}" if len(numbers) > 1 else str(numbers[0])


def print_one(console: Console, words: Text, clause: str) -> None:
    key = clause if clause in words.clauses else f"{clause_prefix(words)}.{clause}"
    if key not in words.clauses:
        raise CarreauError(f"{words.game} has no clause {clause}; there are {', '.join(words.clauses)}")
    print_clause(console, key, *words.clauses[key])


def print_heading(console: Console, heading: str) -> None:
    console.print(Line(f"\n{heading}", style="bold"))


def print_clauses(console: Console, words: Text, said: Words) -> None:
    """Print the clauses of the rulebook, then the rulings."""
    for kind in ("clauses", "rulings"):
        found = {key: clause for key, clause in words.clauses.items() if is_ruling(key) == (kind == "rulings")}
        if found:
            print_heading(console, said(f"section_{kind}"))
        if found and kind == "rulings":
            console.print(Line(said("about_rulings"), style="italic"))
        for key, (title, sentence) in found.items():
            print_clause(console, key, title, sentence)


def print_options(console: Console, words: Text, said: Words) -> None:
    options = game_class(words.game).OPTIONS.options.values()
    if options:
        print_heading(console, said("section_options"))
    for option in options:
        print_clause(console, option.name, words.options[option.name]["title"], explained(option, words))


def print_credits(console: Console, name: str, said: Words) -> None:
    print_heading(console, said("section_credits"))
    for field, line in about(name).credits.lines().items():
        print_beside(console, Line(said(f"credits_{field}"), style="dim"), Line(line))
    if not about(name).credits.lines():
        console.print(said("credits_none"))


def explained(option: Option, words: Text) -> str:
    """Describe an option: its effect, its allowed values and its default."""
    said = Words(words.language)
    if isinstance(option, Flag):
        allowed = said("flag")
    elif isinstance(option, Number):
        allowed = said("number", low=option.low, high=option.high)
    else:
        allowed = words.named_values(option.name)
    effect = words.options[option.name]["text"]
    return said("option", effect=effect, allowed=allowed, default=spelled(option.default))


def clause_prefix(words: Text) -> str:
    """Return what stands before the dot in a game's clause ids."""
    return next(iter(words.clauses)).rpartition(".")[0]


def print_clause(console: Console, key: str, title: str, sentence: str) -> None:
    print_beside(console, Line(key, style="cyan"), Line.assemble((f"{title}. ", "bold"), sentence))


def print_beside(console: Console, label: Line, told: Line) -> None:
    """Print a label, and what belongs to it in a column of its own."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(min_width=LABEL_WIDTH, no_wrap=True)
    grid.add_column()
    grid.add_row(label, told)
    console.print(grid)
