"""`carreau clauses`: the tests that prove each clause, read from the tests' markers."""

import ast
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.text import Text as Line

from carreau.core.errors import CarreauError
from carreau.games.catalogue import GAMES
from carreau.games.texts import text

MARKER = "clause"


def tests_by_clause(folder: Path) -> dict[str, list[str]]:
    """Return the tests of each clause id that a marker names."""
    if not folder.is_dir():
        raise CarreauError(f"folder {folder} not found: run this in a checkout of the project, or use --tests FOLDER")
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for test, clause in marked(ast.parse(path.read_text(encoding="utf-8"))):
            found.setdefault(clause, []).append(f"{path.name}::{test}")
    return found


def marked(module: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield each test function with each clause that its decorator @clause("…") names."""
    for function in ast.walk(module):
        if not isinstance(function, ast.FunctionDef) or not function.name.startswith("test_"):
            continue
        for decorator in function.decorator_list:
            if isinstance(decorator, ast.Call) and getattr(decorator.func, "id", "") == MARKER:
                for argument in decorator.args:
                    if isinstance(argument, ast.Constant):
                        yield function.name, str(argument.value)


def known_clauses() -> list[str]:
    return [clause for name in GAMES for clause in text(name).clauses]


def problems(found: dict[str, list[str]]) -> list[str]:
    known = known_clauses()
    unproved = [f"no test proves {clause}" for clause in known if clause not in found]
    unknown = [
        f"{tests[0]} names {clause}, which doesn't exist" for clause, tests in found.items() if clause not in known
    ]
    return unproved + unknown


def print_clauses(console: Console, found: dict[str, list[str]]) -> None:
    for clause in known_clauses():
        tests = found.get(clause, [])
        console.print(
            Line.assemble((f"{clause:<14}", "cyan" if tests else "bold red"), tests[0] if tests else "no test")
        )
        for test in tests[1:]:
            console.print(Line(" " * 14 + test))
