"""The source files of the package and of its tests, each parsed once in a process."""

import ast
from functools import cache
from pathlib import Path
from typing import Final

import carreau

SOURCE: Final = Path(carreau.__file__).parent
TESTS: Final = Path(__file__).parent
MODULES: Final = sorted(SOURCE.rglob("*.py"))
TEST_FILES: Final = sorted(TESTS.rglob("*.py"))


@cache
def nodes(path: Path) -> list[ast.AST]:
    """List all nodes of a file's syntax tree; the first one is the module."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def imports(path: Path) -> list[str]:
    """List the modules that a file imports, by their full names."""
    found = []
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            found.append(node.module or "")
    return found


def functions(path: Path) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [node for node in nodes(path) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
