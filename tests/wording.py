"""All texts that players read, by language and key."""

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from carreau.games.catalogue import GAMES
from carreau.games.texts import entries

ROOT = Path(__file__).parents[1]
CLIENT_WORDS = ROOT / "web/src/words"
VERIFIER = ROOT / "web/public/assets/verify.html"
LINE_BREAKS = re.compile(r" *\n+ *")
LANGUAGES = sorted(file.stem for file in CLIENT_WORDS.glob("*.json"))


@cache
def texts(language: str) -> dict[str, str]:
    """Collect the texts of a language: "web/undo", "cli/over", "verify/fair", "caro/clauses/caro.7/1"."""
    client = json.loads((CLIENT_WORDS / f"{language}.json").read_text(encoding="utf-8"))
    found = dict(leaves(client, "web"))
    found.update(leaves(verifier_texts()[language], "verify"))
    for package in ("bots", "cli"):
        file = ROOT / f"src/carreau/{package}/words.{language}.toml"
        found.update(leaves(tomllib.loads(file.read_text(encoding="utf-8")), package))
    for game in GAMES:
        found.update(leaves(entries(game, language), game))
    return found


@cache
def verifier_texts() -> dict[str, dict[str, str]]:
    """Return the texts of the page that verifies records, by language."""
    page = VERIFIER.read_text(encoding="utf-8")
    [block] = re.findall(r'<script type="application/json" id="texts">(.*?)</script>', page, re.DOTALL)
    found: dict[str, dict[str, str]] = json.loads(block)
    return found


def leaves(entry: object, path: str) -> Iterator[tuple[str, str]]:
    """Walk through nested tables and lists down to the strings, each on one line: no phrase is torn apart."""
    if isinstance(entry, str):
        yield path, LINE_BREAKS.sub(" ", entry).strip()
    elif isinstance(entry, dict):
        for key, inner in entry.items():
            yield from leaves(inner, f"{path}/{key}")
    elif isinstance(entry, list):
        for number, inner in enumerate(entry):
            yield from leaves(inner, f"{path}/{number}")
