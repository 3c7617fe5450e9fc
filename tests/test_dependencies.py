"""Other packages are used through their public APIs: names with an underscore may change any day."""

import ast
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions, requires
from pathlib import Path

from packaging.requirements import Requirement

from tests.sources import MODULES, nodes

SUSPENDED = {"gi_frame", "gi_code", "gi_yieldfrom", "cr_frame", "cr_code", "cr_await"}  # internals of a coroutine
DOCUMENTED = {
    *("_accumulate_rewards", "_was_dead_step"),  # of PettingZoo environments
    *("_asdict", "_fields", "_make", "_replace"),  # of NamedTuples
}
REPLACED = {"h11", "starlette", "uvicorn", "websockets"}  # the server's former foundation


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def foreign_imports(path: Path) -> Iterator[str]:
    """List the full names of everything a module imports from other packages."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name for name in names if name.split(".")[0] != "carreau")


def uses(path: Path) -> Iterator[str]:
    """List every attribute that is read, also by name in a string."""
    for node in nodes(path):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            yield node.attr
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("getattr", "setattr"):
            yield from (
                each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)
            )


def own_names(path: Path) -> set[str]:
    """List every name that a module defines."""
    found = set()
    for node in nodes(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return found


def private_names(path: Path) -> list[str]:
    """List the names that a module uses although they are internals of another package."""
    imported = [name for name in foreign_imports(path) if any(map(is_private, name.split(".")))]
    used = [name for name in uses(path) if is_private(name) or name in SUSPENDED]
    return imported + (sorted(set(used) - own_names(path) - DOCUMENTED) if used else [])


def test_nothing_private_of_another_package_is_used() -> None:
    found = {path: private_names(path) for path in MODULES}
    assert {path: names for path, names in found.items() if names} == {}


def declared() -> set[str]:
    """List all packages that this one depends on, with all extras."""
    return {normal(Requirement(each).name) for each in requires("carreau") or []}


def normal(name: str) -> str:
    return name.lower().replace("_", "-")


def test_every_package_that_is_used_is_declared() -> None:
    sources, needed = packages_distributions(), declared()
    for path in MODULES:
        for top in {name.split(".")[0] for name in foreign_imports(path)} - sys.stdlib_module_names:
            assert needed & {normal(each) for each in sources.get(top, [])}, f"{path} imports {top}"


def test_the_server_has_one_foundation() -> None:
    assert not REPLACED & {name.split(".")[0] for path in MODULES for name in foreign_imports(path)}
    assert not REPLACED & declared()
