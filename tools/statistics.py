"""Measure the code: `python -m tools.statistics [FOLDER]`, by default this checkout.

It counts the lines of files and functions, the share of rules in games, the places that mention a field of a position,
import cycles inside games, and functions of the same shape; generated files don't count. To compare with an earlier
state:

    git worktree add /tmp/before COMMIT && python -m tools.statistics /tmp/before
"""

import ast
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
SHORTEST: Final = 6  # shortest function to compare, in lines
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Module:
    """A hand-written source file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = path.read_text(encoding="utf-8")
        self.tree = ast.parse(self.text)
        self.lines = len(self.text.splitlines())

    def functions(self) -> Iterator[Function]:
        return (node for node in ast.walk(self.tree) if isinstance(node, Function))

    def imported(self) -> Iterator[str]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                yield node.module
                yield from (f"{node.module}.{each.name}" for each in node.names)  # of a package: its modules


def modules(folder: Path) -> list[Module]:
    found = [Module(path) for path in sorted(folder.rglob("*.py"))]
    return [module for module in found if not module.text.startswith('"""Generated')]


def length(function: Function) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


def spread(values: list[int]) -> dict[str, float]:
    return {
        "count": len(values),
        "median": median(values),
        "p95": round(quantiles(values, n=20)[-1]),
        "most": max(values),
    }


# Games


def games(source: Path) -> dict[str, list[Module]]:
    folders = [path for path in sorted((source / "games").iterdir()) if (path / "rules.py").exists()]
    return {folder.name: modules(folder) for folder in folders}


def rules_of(game: list[Module]) -> int:
    return next(module.lines for module in game if module.path.name == "rules.py")


def fields(game: list[Module]) -> set[str]:
    """List the parts of a position: the attributes that its constructor sets, or the declarations in spec.py."""
    found: set[str] = set()
    for module in game:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef) and node.name.endswith("State"):
                found |= {name for each in node.body if is_constructor(each) for name in assigned(each)}
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and called_on_spec(node.func):
                found |= {str(each.value) for each in node.args[:1] if isinstance(each, ast.Constant)}
    return found


def is_constructor(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef) and node.name == "__init__"


def called_on_spec(function: ast.Attribute) -> bool:
    kinds = {"number", "set", "seat", "choice"}
    return isinstance(function.value, ast.Name) and function.value.id == "SPEC" and function.attr in kinds


def assigned(node: ast.AST) -> Iterator[str]:
    """Return the attributes that are assigned within a node."""
    for each in ast.walk(node):
        if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store):
            yield each.attr


PLUMBING: Final = (
    "__init__",
    "clone",
    "copy",
    "dump",
    "table",
    "load",
    "read",
    "observe",
    "put",
    "audit",
    "to_json",
    "hide",
)


def places(game: list[Module], name: str) -> int:
    """Count the functions besides rules that mention a field: construction, copying, dumping, loading, observing."""
    found = 0
    for module in game:
        found += "SPEC." in module.text and f'"{name}"' in module.text
        for function in module.functions():
            text = ast.get_source_segment(module.text, function) or ""
            found += function.name.startswith(PLUMBING) and (f".{name}" in text or f'"{name}"' in text)
    return found


def cycles(game: list[Module]) -> int:
    """Count the pairs of modules of a game that import each other, directly or indirectly."""
    names = {f"{module.path.parent.name}.{module.path.stem}": module for module in game}
    graph = {
        name: {other for other in names if any(each.endswith(f"games.{other}") for each in module.imported())}
        for name, module in names.items()
    }
    return sum(reaches(graph, other, name) for name, others in graph.items() for other in others)


def reaches(graph: dict[str, set[str]], start: str, goal: str) -> bool:
    seen, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        if here == goal:
            return True
        waiting += graph[here] - seen
        seen |= graph[here]
    return False


# Shapes


def shape(function: Function) -> str:
    """Return the shape of a function, independent of names and constants."""
    return " ".join(type(node).__name__ for node in ast.walk(function))


def repeated_shapes(found: list[Module]) -> int:
    shapes = Counter(shape(each) for module in found for each in module.functions() if length(each) >= SHORTEST)
    return sum(count - 1 for count in shapes.values() if count > 1)


def measure(source: Path) -> dict[str, Any]:
    everything, by_game = modules(source), games(source)
    rules = [rules_of(game) for game in by_game.values()]
    lines = sum(module.lines for game in by_game.values() for module in game)
    written = [places(game, name) for game in by_game.values() for name in sorted(fields(game))]
    return {
        "files": spread([module.lines for module in everything]),
        "functions": spread([length(each) for module in everything for each in module.functions()]),
        "games": {"lines": lines, "rules": spread(rules), "share of rules": round(sum(rules) / lines, 2)},
        "places per field besides rules": spread(written),
        "import cycles in games": sum(cycles(game) for game in by_game.values()),
        "repeated shapes": repeated_shapes(everything),
    }


if __name__ == "__main__":
    checkout = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT
    sys.stdout.write(json.dumps(measure(checkout / "src" / "carreau"), indent=1) + "\n")
