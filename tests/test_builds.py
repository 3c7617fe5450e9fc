"""The compiled and the pure build play the same games, and the compiler's traps are avoided."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from carreau.cli.bench import build
from tests.hashes import hashes
from tests.sources import nodes
from tools.compile import compiled_modules

ROOT = Path(__file__).parent.parent
COMPILED = [ROOT / "src" / path for path in compiled_modules()]


@pytest.mark.skipif(build() == "pure", reason="compared when the compiled build is tested")
def test_both_builds_play_the_same_games() -> None:
    environment = {**os.environ, "CARREAU_PURE": "1"}
    command = [sys.executable, "-m", "tests.hashes"]
    pure = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert pure.stdout == f"pure\n{hashes()}"


CHAIN = """
from carreau.envs.sequential import SequentialState
from carreau.games.catalogue import GAMES, game

class Link:
    def __init__(self, held, before):
        self.held, self.before = held, before

for name in GAMES:
    made, last = game(name), None
    for _ in range(500):
        last = Link(SequentialState(made, made.start()), Link(made.start(), last))
    del last
"""


def test_a_long_chain_of_positions_is_freed_without_damage() -> None:
    """As in a search tree: Python delays freeing deeply nested objects, and notes that next to them."""
    environment = {**os.environ, "PYTHONMALLOC": "debug"}
    done = subprocess.run([sys.executable, "-c", CHAIN], env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:].decode(errors="replace")


@pytest.mark.skipif(bool(os.environ.get("CARREAU_PURE")), reason="the pure build was asked for")
@pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler here")
def test_the_installed_build_is_compiled() -> None:
    assert build() == "compiled"


ONLY_COMPILED = pytest.mark.skipif(build() == "pure", reason="tried when the compiled build is tested")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a copy of everything that a build needs, with this checkout's compiled groups."""
    for part in ("src", "tools"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("client", "__pycache__"))
    shutil.copytree(ROOT / ".compiled", tmp_path / ".compiled", copy_function=os.link)
    return tmp_path


def compile_again(checkout: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tools.compile"]
    return subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)


def build_in(checkout: Path) -> str:
    """Return which build a new process uses there."""
    code = "from carreau.cli.bench import build; print(build())"
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


@ONLY_COMPILED
def test_edited_texts_and_bodies_of_uncompiled_modules_leave_the_build_as_it_is(checkout: Path) -> None:
    edit(checkout / "src/carreau/games/caro/text.fr.toml", ",", ";")
    edit(checkout / "src/carreau/core/options.py", "return", "assert True; return")
    assert build_in(checkout) == "compiled"
    assert "Compiled" not in compile_again(checkout).stderr


@ONLY_COMPILED
def test_an_edited_rule_runs_from_source_until_its_game_alone_is_compiled_again(checkout: Path) -> None:
    before = set((checkout / ".compiled/objects").iterdir())
    edit(
        checkout / "src/carreau/games/bauab/rules.py",
        "        self.vacated = 0",
        "        self.vacated = 1\n        self.vacated = 0",
    )
    assert build_in(checkout) == "pure"
    done = compile_again(checkout)
    assert done.returncode == 0, done.stderr
    assert build_in(checkout) == "compiled"
    assert len(set((checkout / ".compiled/objects").iterdir()) - before) == 1


@ONLY_COMPILED
def test_a_game_that_cannot_be_compiled_is_named_and_nothing_is_half_built(checkout: Path) -> None:
    manifest = next((checkout / ".compiled").glob("manifest*")).read_text(encoding="utf-8")
    edit(checkout / "src/carreau/games/bauab/rules.py", "def ", "wrong: int = 'text'\n\n\ndef ")
    done = compile_again(checkout)
    assert done.returncode == 1
    assert "carreau/games/bauab/rules.py" in done.stderr
    assert next((checkout / ".compiled").glob("manifest*")).read_text(encoding="utf-8") == manifest
    assert build_in(checkout) == "pure"


@ONLY_COMPILED
def test_a_group_that_the_c_compiler_refuses_is_named(tmp_path: Path) -> None:
    """The compiler fails on mypyc's output, although it can compile other C."""
    broken = tmp_path / "cc"
    broken.write_text(f'#!/bin/sh\ncase "$*" in *_core.c*) exit 1;; esac\nexec {shutil.which("cc")} "$@"\n')
    broken.chmod(0o755)
    command = [sys.executable, "-m", "tools.compile", str(tmp_path / "out"), "carreau/core/bits.py"]
    environment = {**os.environ, "CC": str(broken)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "core can't be compiled" in done.stderr
    assert "Traceback" not in done.stderr


@ONLY_COMPILED
def test_without_a_compiler_nothing_is_compiled_and_it_says_so(checkout: Path) -> None:
    environment = {**os.environ, "CC": "no-such-compiler"}
    command = [sys.executable, "-m", "tools.compile"]
    done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=True)
    assert "no C compiler (no-such-compiler)" in done.stderr


def test_no_literal_is_shifted_left() -> None:
    """The compiler computes 1 << n in 32 bits; BIT[n] is correct."""
    for path in COMPILED:
        for node in nodes(path):
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift):
                assert not is_literal(node.left), f"{path}:{node.lineno}"


def is_literal(node: ast.expr) -> bool:
    """Tell whether an expression is a number literal, or i64() of one."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "i64":
        return is_literal(node.args[0])
    return isinstance(node, ast.Constant)


def test_no_class_is_told_anything_in_its_first_line() -> None:
    """The compiler ignores class keywords: a Struct that should be frozen isn't."""
    for path in COMPILED:
        for node in nodes(path):
            assert not (isinstance(node, ast.ClassDef) and node.keywords), f"{path}:{node.lineno}"
