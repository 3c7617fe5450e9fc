"""The scaffold of a new game: a small complete one with hidden cards, made from the files in template/."""

import keyword
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Template
from typing import Final

from carreau.codegen.__main__ import ROOT
from carreau.core.errors import CarreauError
from carreau.games.catalogue import GAMES

TEMPLATE: Final = Path(__file__).parent / "template"
SUFFIX: Final = ".template"
NAME: Final = re.compile(r"[a-z]{2,16}")
SEATS: Final = re.compile(r"(\d)(?:-(\d))?")
FEWEST: Final = 2
MOST: Final = 8
CLASS: Final = re.compile(r"^class (\w+)", re.MULTILINE)
LIBRARIES: Final = {"core", "table"}  # compiled into one library that all games share
# The steps that complete a game once its rules exist.
STEPS: Final = (
    ("carreau.codegen",),
    ("tests.goldens", "NAME"),
    ("tests.count", "NAME"),
    ("carreau.envs.pages", "docs/envs"),
)


class ScaffoldError(CarreauError):
    """A game that can't be created; the message says why, and nothing was written."""


def create(name: str, seats: str, root: Path = ROOT) -> list[Path]:
    """Write a game's own files; return their paths."""
    fewest, most = seat_range(seats)
    check_checkout(root)
    check_name(name, root)
    files = {root / path: text for path, text in rendered(name, fewest, most)}
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return list(files)


def complete(name: str, root: Path = ROOT) -> None:
    """Generate the rest from a game's files: code, golden records, counts and the page of its environment."""
    for module, *arguments in STEPS:
        given = [name if each == "NAME" else each for each in arguments]
        done = subprocess.run(
            [sys.executable, "-m", module, *given], cwd=root, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise CarreauError(f"python -m {module} {' '.join(given)} failed:\n{done.stderr.strip()}")


# Arguments


def seat_range(written: str) -> tuple[int, int]:
    """Read "3" or "2-4"."""
    found = SEATS.fullmatch(written)
    fewest, most = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not FEWEST <= fewest <= most <= MOST:
        raise ScaffoldError(f"--seats {written!r} is not a number or a range within {FEWEST}-{MOST}, such as 2-4")
    return fewest, most


def check_checkout(root: Path) -> None:
    if not (root / "tests" / "reference").is_dir() or not (root / "web" / "src" / "games").is_dir():
        raise ScaffoldError("a game has rules, tests and a table in the browser: create it in a checkout of the source")


def check_name(name: str, root: Path) -> None:
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise ScaffoldError(f"{name!r} can't name a game; use 2 to 16 letters from a to z, and no word of Python")
    if name in GAMES:
        raise ScaffoldError(f"there is a game {name} already")
    if name in LIBRARIES:
        raise ScaffoldError(f"{name} is the name of a part of Carreau; choose another")
    for path in [root / path for path, _ in rendered(name, FEWEST, FEWEST)]:
        if path.exists():
            raise ScaffoldError(f"{path.relative_to(root)} is there already; remove it or choose another name")
    if taken := class_names(root) & {f"{name.capitalize()}{part}" for part in ("", "Rules", "State")}:
        raise ScaffoldError(f"there is a class {min(taken)} already; choose another name")


def class_names(root: Path) -> set[str]:
    paths = (root / "src" / "carreau").rglob("*.py")
    return {found for path in paths for found in CLASS.findall(path.read_text(encoding="utf-8"))}


# Files


def rendered(name: str, fewest: int, most: int) -> Iterator[tuple[Path, str]]:
    """Return each file of a new game: its path in the checkout, and its text."""
    values = words(name, fewest, most)
    for path in sorted(TEMPLATE.rglob(f"*{SUFFIX}")):
        target = str(path.relative_to(TEMPLATE)).removesuffix(SUFFIX).replace("NAME", name)
        yield Path(target), Template(path.read_text(encoding="utf-8")).substitute(values)


def words(name: str, fewest: int, most: int) -> dict[str, str]:
    """Return the values of the templates' placeholders; a fixed number of seats is a constant of the rules."""
    fixed = fewest == most
    count = "SEAT_COUNT" if fixed else "self.seats"
    title = name.capitalize()
    return {
        "name": name,
        "Name": title,
        "title": title,
        "hue": str(sum(name.encode()) * 47 % 360),
        "seats": str(list(range(fewest, most + 1))),
        "players": str(fewest) if fixed else f"{fewest} to {most}",
        "count": count,
        "whole": str(most) if fixed else f"int({count})",
        "counted": str(most) if fixed else "int(state.seats)",
        "start": "" if fixed else count,
        "imports": ", ".join(["LAY", *(["SEAT_COUNT"] if fixed else []), f"{title}Position"]),
        "cards": str(5 * most + 2),
        **example(fewest),
    }


def example(seats: int) -> dict[str, str]:
    """Return the hand of seat 0 in the tests, where cards are dealt in ascending order, beginning with the 1."""
    cards = {"second": seats + 1, "third": 2 * seats + 1, "fourth": 3 * seats + 1}
    return {"fewest": str(seats), **{name: str(card) for name, card in cards.items()}}
