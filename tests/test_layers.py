"""Imports run one way: core ← games ← boards ← bots ← table ← server, envs, lab ← cli; and not between tests."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import carreau
from carreau.games.catalogue import GAMES, game_class
from tests.layers import LAYERS

SOURCE = Path(carreau.__file__).parent
MODULES = sorted(path for path in SOURCE.rglob("*.py") if path.parent != SOURCE)
TESTS = Path(__file__).parent
TEST_FILES = sorted(TESTS.rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            yield node.module or ""


def layer(part: str) -> int:
    return next(index for index, layer in enumerate(LAYERS) if part in layer)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_downwards(path: Path) -> None:
    parts = path.relative_to(SOURCE).parts
    for name in imports(path):
        if not name.startswith("carreau."):
            continue
        target = name.split(".")[1:]
        same_layer = target[0] == parts[0]
        assert same_layer or layer(target[0]) < layer(parts[0]), f"{path} imports {name}"
        if parts[0] == target[0] == "games" and len(parts) == 3 and len(target) == 3:
            assert parts[1] == target[1], f"{path} imports another game: {name}"


@pytest.mark.parametrize("path", [path for path in MODULES if "core" in path.parts], ids=lambda path: path.name)
def test_the_core_needs_nothing_else(path: Path) -> None:
    allowed = {"librt", "mypy_extensions"} if path.name == "native.py" else set()
    for name in imports(path):
        top = name.split(".")[0]
        assert top == "carreau" or top in sys.stdlib_module_names or top in allowed, f"{path} imports {name}"
        assert top not in {"random", "time", "os", "io", "socket", "pathlib"}, f"{path} does I/O with {name}"


@pytest.mark.parametrize("path", sorted((SOURCE / "games").glob("*/rules.py")), ids=lambda path: path.parent.name)
def test_rules_know_no_clock_and_no_generator(path: Path) -> None:
    assert not {"random", "time", "json"} & set(imports(path))


@pytest.mark.parametrize("path", TEST_FILES, ids=lambda path: str(path.relative_to(TESTS)))
def test_tests_share_no_test_files(path: Path) -> None:
    shared = [name for name in imports(path) if name.startswith("tests.") and ".test_" in name]
    assert not shared, f"{path} imports {', '.join(shared)}: move what they share into a module of its own"


@pytest.mark.parametrize("path", TEST_FILES, ids=lambda path: str(path.relative_to(TESTS)))
def test_asynchronous_tests_define_no_functions(path: Path) -> None:
    """Coroutines and the functions they call are defined beside the test, with parameters, not inside it."""
    for test in functions(ast.parse(path.read_text(encoding="utf-8"))):
        inside = [each for each in functions(test) if each is not test]
        concurrent = any(isinstance(each, ast.AsyncFunctionDef) for each in [test, *inside])
        assert not (test.name.startswith("test_") and inside and concurrent), f"{path}: {test.name}"


def functions(tree: ast.AST) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


OF_ONE_GAME = {"games", "boards"}  # each game has a folder or a file there, and in bots/games, bots/exact, bots/reasons
GENERAL = [path for path in MODULES if not OF_ONE_GAME & set(path.relative_to(SOURCE).parts)]
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


@pytest.mark.parametrize("path", GENERAL, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_game_is_known_by_name(path: Path) -> None:
    """A game declares its peculiarities itself: as properties of Game, of an option, or of its knowledge."""
    text = path.read_text(encoding="utf-8")
    words = {node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)}
    assert not words & set(GAMES), f"{path} names {words & set(GAMES)}"
    assert not named_options(text), f"{path} asks for the options {named_options(text)}"
    known = words & VERBS if '"do"' in text else set()
    assert not known, f"{path} knows the verbs {known}"
    if not {"exact", "reasons"} & set(path.parts):
        assert not [name for name in imports(path) if name.split(".")[2:3] and name.split(".")[2] in GAMES]


@pytest.mark.parametrize("path", GENERAL_CLIENT, ids=lambda path: str(path.relative_to(CLIENT)))
def test_the_client_knows_no_game_by_name(path: Path) -> None:
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
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found.setdefault(node.name, []).append(str(path.relative_to(SOURCE)))
    assert not {name: paths for name, paths in found.items() if len(paths) > 1}
