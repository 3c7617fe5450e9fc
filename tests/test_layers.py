"""Imports run one way: core ← games ← boards ← bots ← table ← server, envs, lab ← cli; and not between tests."""

import ast
import re
import sys
from pathlib import Path

import pytest

from carreau.games.catalogue import GAMES, game_class
from tests.layers import LAYERS
from tests.sources import MODULES, SOURCE, TEST_FILES, functions, imports, nodes

IN_PACKAGES = [path for path in MODULES if path.parent != SOURCE]


def layer(part: str) -> int:
    return next(index for index, layer in enumerate(LAYERS) if part in layer)


def points_downwards(path: Path, name: str) -> bool:
    """Tell whether a module may import another one of the package."""
    parts, target = path.relative_to(SOURCE).parts, name.split(".")[1:]
    if parts[0] == target[0] == "games" and len(parts) == 3 and len(target) == 3:
        return parts[1] == target[1]  # no game imports another one
    return parts[0] == target[0] or layer(target[0]) < layer(parts[0])


def test_imports_point_downwards() -> None:
    inside = [(path, name) for path in IN_PACKAGES for name in imports(path) if name.startswith("carreau.")]
    assert [f"{path} imports {name}" for path, name in inside if not points_downwards(path, name)] == []


@pytest.mark.parametrize(
    ("module", "imported"),
    [("core/rng.py", "carreau.games.catalogue"), ("games/caro/rules.py", "carreau.games.carat.rules")],
)
def test_an_import_upwards_or_of_another_game_is_found(module: str, imported: str) -> None:
    assert not points_downwards(SOURCE / module, imported)


def test_the_core_needs_nothing_else() -> None:
    for path in sorted((SOURCE / "core").rglob("*.py")):
        allowed = {"librt", "mypy_extensions"} if path.name == "native.py" else set()
        for name in imports(path):
            top = name.split(".")[0]
            assert top == "carreau" or top in sys.stdlib_module_names or top in allowed, f"{path} imports {name}"
            assert top not in {"random", "time", "os", "io", "socket", "pathlib"}, f"{path} does I/O with {name}"


def test_rules_know_no_clock_and_no_generator() -> None:
    rules = sorted((SOURCE / "games").glob("*/rules.py"))
    assert [path for path in rules if {"random", "time", "json"} & set(imports(path))] == []


def test_tests_share_no_test_files() -> None:
    """Move what they share into a module of its own."""
    shared = [(path, name) for path in TEST_FILES for name in imports(path) if name.startswith("tests.")]
    assert [f"{path} imports {name}" for path, name in shared if ".test_" in name] == []


def test_asynchronous_tests_define_no_functions() -> None:
    """Coroutines and the functions they call are defined beside the test, with parameters, not inside it."""
    tests = [(path, each) for path in TEST_FILES for each in functions(path) if each.name.startswith("test_")]
    assert [f"{path}: {test.name}" for path, test in tests if defines_coroutines(test)] == []


def defines_coroutines(test: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Tell whether functions stand inside a test, and it or one of them is a coroutine."""
    inside = [node for node in ast.walk(test) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return len(inside) > 1 and any(isinstance(each, ast.AsyncFunctionDef) for each in inside)


OF_ONE_GAME = {"games", "boards"}  # each game has a folder or a file there, and in bots/games, bots/exact, bots/reasons
GENERAL = [path for path in IN_PACKAGES if not OF_ONE_GAME & set(path.relative_to(SOURCE).parts)]
OPTION = re.compile(r"""options(?:\.get\(|\[|\.)["']?(\w+)""")
OPTIONS = {name for each in GAMES for name in game_class(each).OPTIONS.options}
VERBS = {verb.name for each in GAMES for verb in game_class(each).ACTIONS.verbs}
LITERAL = re.compile(r"""["'`](\w+)["'`]""")
CLIENT = Path(__file__).parents[1] / "web" / "src"
GENERAL_CLIENT = [
    path
    for path in sorted([*CLIENT.rglob("*.ts"), *CLIENT.rglob("*.svelte")])
    if not {"games", "testing"} & set(path.relative_to(CLIENT).parts) and not path.name.endswith(".test.ts")
]


def test_no_game_is_known_by_name() -> None:
    """A game declares its peculiarities itself: as properties of Game, of an option, or of its knowledge."""
    for path in GENERAL:
        text = path.read_text(encoding="utf-8")
        words = {node.value for node in nodes(path) if isinstance(node, ast.Constant)}
        assert not words & set(GAMES), f"{path} names {words & set(GAMES)}"
        assert not named_options(text), f"{path} asks for the options {named_options(text)}"
        known = words & VERBS if '"do"' in text else set()
        assert not known, f"{path} knows the verbs {known}"
        if not {"exact", "reasons"} & set(path.parts):
            assert not [name for name in imports(path) if set(name.split(".")[2:3]) & set(GAMES)], path


def test_the_client_knows_no_game_by_name() -> None:
    assert GENERAL_CLIENT
    for path in GENERAL_CLIENT:
        text = path.read_text(encoding="utf-8")
        words = set(LITERAL.findall(text))
        assert not words & set(GAMES), f"{path} names {words & set(GAMES)}"
        assert not named_options(text), f"{path} asks for the options {named_options(text)}"
        told_apart = [line for line in text.splitlines() if re.search(r"\.do\b", line)]
        known = set(LITERAL.findall("\n".join(told_apart))) & VERBS
        assert not known, f"{path} knows the verbs {known}"


def named_options(text: str) -> set[str]:
    return set(OPTION.findall(text)) & OPTIONS


def test_no_public_class_has_the_name_of_another() -> None:
    """A name in a log, a traceback or a search means one thing."""
    found: dict[str, list[str]] = {}
    for path in MODULES:
        for node in nodes(path):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found.setdefault(node.name, []).append(str(path.relative_to(SOURCE)))
    assert not {name: paths for name, paths in found.items() if len(paths) > 1}
