"""The rules of all games as pages, from the games' own texts. Every clause has an anchor: caro.7 is #caro-7."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from carreau.cli.rules import facts, span
from carreau.cli.words import Words
from carreau.core.game import Game
from carreau.core.options import spelled
from carreau.envs.pages import table
from carreau.games.about import about
from carreau.games.catalogue import GAMES, game_class
from carreau.games.texts import FIRST_LANGUAGE, Text, is_ruling, text

AnyGame = type[Game[Any, Any]]

IMAGES: Final = Path(__file__).with_name("images")
WORDS: Final = {
    "en": {
        "language": "English",
        "title": "Rules and rulings",
        "about": "The rules of the eleven games in our own words. Every clause has a number, which the table names"
        " when you try something illegal. Where a rulebook is silent, a ruling, with an r in its"
        " number, says how it is played here.",
        "moves": "How moves are written",
        "games_heads": "game|players|in a sentence",
        "options_heads": "option|name|what it changes|may be|usual",
        "moves_heads": "in the terminal and in records|what is said of it",
    },
    "de": {
        "language": "Deutsch",
        "title": "Regeln und Festlegungen",
        "about": "Die Regeln der elf Spiele in eigenen Worten. Jede Regel hat eine Nummer: Wer etwas versucht, das"
        " nicht erlaubt ist, erfährt, welche dagegen spricht. Wo eine Spielregel schweigt, sagt eine Festlegung, mit"
        " einem r in der Nummer, wie hier gespielt wird.",
        "moves": "Wie Züge geschrieben werden",
        "games_heads": "Spiel|Spieler|in einem Satz",
        "options_heads": "Option|Name|was sie ändert|möglich|üblich",
        "moves_heads": "im Terminal und in Aufzeichnungen|was dazu gesagt wird",
    },
}


def pages() -> dict[str, str]:
    """Return all pages by path: rules/caro.md in the first language, rules/de/caro.md in German."""
    found = {}
    for language in WORDS:
        folder = "rules" if language == FIRST_LANGUAGE else f"rules/{language}"
        found[f"{folder}/README.md"] = index(language)
        for name in GAMES:
            found[f"{folder}/{name}.md"] = page(name, language)
    return found


def index(language: str) -> str:
    words = WORDS[language]
    rows = []
    for name in GAMES:
        said = text(name, language)
        rows.append([f"[{said.title}]({name}.md)", span(game_class(name).SEATS), said.tagline])
    return page_of(
        language,
        f"# {words['title']}",
        words["about"],
        other_languages("README", language),
        table(words["games_heads"].split("|"), rows),
    )


def page(name: str, language: str) -> str:
    """Write the rules of a game in a language, in order of play."""
    cls, said, words, shared = game_class(name), text(name, language), WORDS[language], Words(language)
    parts = [
        f"# {said.title}",
        f"*{said.tagline}* {', '.join(facts(name, shared))}. {other_languages(name, language)}",
        picture(name, said, language),
    ]
    for section, told in said.rules.items():
        parts += [heading(section, shared), told]
    parts += [heading("clauses", shared), *anchored(said.clauses, rulings=False)]
    parts += [heading("rulings", shared), shared("about_rulings"), *anchored(said.clauses, rulings=True)]
    if cls.OPTIONS.options:
        rows = list(option_rows(cls, said))
        parts += [heading("options", shared), table(words["options_heads"].split("|"), rows)]
    parts += [f"## {words['moves']}", table(words["moves_heads"].split("|"), list(move_rows(cls, said)))]
    return page_of(language, *parts, heading("credits", shared), credited(name, shared))


def heading(section: str, shared: Words) -> str:
    """Write a heading with the same anchor in every language."""
    return f"## {shared(f'section_{section}')} {{ #{section} }}"


def credited(name: str, shared: Words) -> str:
    lines = [f"- {shared(f'credits_{field}')}: {line}" for field, line in about(name).credits.lines().items()]
    return "\n".join(lines) or shared("credits_none")


def page_of(language: str, *parts: str) -> str:
    """Write a page; the search finds the first language only, so every game appears once."""
    head = "" if language == FIRST_LANGUAGE else "---\nsearch:\n  exclude: true\n---\n\n"
    return head + "\n\n".join(part for part in parts if part) + "\n"


def other_languages(page_name: str, language: str) -> str:
    links = []
    for other, words in WORDS.items():
        folder = {language: "", FIRST_LANGUAGE: "../"}.get(other, f"{other}/")
        if other != language:
            links.append(f"[{words['language']}]({folder}{page_name}.md)")
    return " · ".join(links)


def picture(name: str, said: Text, language: str) -> str:
    up = "../" if language == FIRST_LANGUAGE else "../../"
    return f"![{said.title}]({up}images/{name}.png)" if (IMAGES / f"{name}.png").exists() else ""


def anchored(clauses: Mapping[str, tuple[str, str]], rulings: bool) -> Iterator[str]:
    """Write each clause under a heading with an anchor."""
    for key, (title, sentence) in clauses.items():
        if is_ruling(key) == rulings:
            yield f"### <span class='clause'>{key}</span> {title} {{ #{key.replace('.', '-')} }}\n\n{sentence}"


def option_rows(cls: AnyGame, said: Text) -> Iterator[list[str]]:
    for option in cls.OPTIONS.options.values():
        words, allowed = said.options[option.name], said.named_values(option.name) or option.allowed()
        yield [words["title"], f"`{option.name}`", words["text"], allowed, spelled(option.default)]


def move_rows(cls: AnyGame, said: Text) -> Iterator[list[str]]:
    for verb in cls.ACTIONS.verbs:
        yield [f"`{verb.notation}`", said.actions[verb.name].replace("{who}", "…")]
