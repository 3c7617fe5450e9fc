"""The terminal's own words, by language."""

import tomllib
from pathlib import Path

from carreau.games.texts import UnknownLanguage, filled

HERE = Path(__file__).parent


def languages() -> list[str]:
    return sorted(path.name.split(".")[1] for path in HERE.glob("words.*.toml"))


class Words:
    """The sentences of one language: words("saved", file=...) returns one of them."""

    def __init__(self, language: str) -> None:
        path = HERE / f"words.{language}.toml"
        if not path.exists():
            raise UnknownLanguage(f"unknown language {language!r}; the languages are {', '.join(languages())}")
        self.language = language
        self.entries: dict[str, str] = tomllib.loads(path.read_text(encoding="utf-8"))

    def __call__(self, key: str, **values: object) -> str:
        return filled(self.entries[key], self.language, **values)
