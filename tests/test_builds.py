"""The compiled and the pure build play the same games, and traps of the compiler are kept out."""

import ast
import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from carreau.cli.bench import build
from carreau.core.game import OVER
from carreau.core.laws import Walk
from carreau.core.rng import Rng
from carreau.envs.batch import NONE, Batch
from carreau.games.catalogue import GAMES, game, variants
from hatch_build import compiled_modules

ROOT = Path(__file__).parent.parent
COMPILED = [ROOT / "src" / path for path in compiled_modules()]
STEPS = 150


def playout_hash(name: str) -> str:
    """A hash over whole random games of every variant: each move and each last position."""
    found = hashlib.sha256()
    for seed, made in enumerate(variants(name)):
        walk = Walk(made, seed)
        while walk.state.current != OVER and len(walk.moves) < STEPS:
            seat, action = walk.choose()
            walk.state.apply(seat, action)
            walk.moves.append((seat, action))
        found.update(f"{walk.moves} {walk.state.fingerprint()}".encode())
    return found.hexdigest()


def batch_hash(name: str) -> str:
    """A hash over random games that are stepped together: what is shown, allowed and paid at each step."""
    found, rng = hashlib.sha256(), Rng(1)
    batch = Batch(game(name), 3, 1)
    for _step in range(STEPS):
        batch.draw(rng)
        assert batch.step([int(action) for action in batch.drawn]) == NONE
        seen, paid = (list(batch.rows.cells), list(batch.asked)), (list(batch.rewards), list(batch.terminated))
        legal = [moves.as_list() for moves in batch.legal]
        found.update(f"{seen} {legal} {paid}".encode())
    found.update(bytes(batch.masks))
    return found.hexdigest()


def hashes() -> str:
    return "".join(f"{name} {playout_hash(name)} {batch_hash(name)}\n" for name in GAMES)


@pytest.mark.skipif(build() == "pure", reason="compared when the compiled build is tested")
def test_both_builds_play_the_same_games() -> None:
    code = "from tests.test_builds import *; assert build() == 'pure'; sys.stdout.write(hashes())"
    environment = {**os.environ, "CARREAU_PURE": "1"}
    pure = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert pure.stdout == hashes()


CHAIN = """
from carreau.envs.turns import Turns
from carreau.games.catalogue import GAMES, game

class Link:
    def __init__(self, held, before):
        self.held, self.before = held, before

for name in GAMES:
    made, last = game(name), None
    for _ in range(500):
        last = Link(Turns(made, made.start()), Link(made.start(), last))
    del last
"""


def test_a_long_chain_of_positions_is_freed_without_damage() -> None:
    """As a search tree is: Python puts the end of deeply nested objects off, and writes that down beside them."""
    environment = {**os.environ, "PYTHONMALLOC": "debug"}
    done = subprocess.run([sys.executable, "-c", CHAIN], env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:].decode(errors="replace")


@pytest.mark.skipif(bool(os.environ.get("CARREAU_PURE")), reason="the pure build was asked for")
@pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler here")
def test_the_installed_build_is_compiled() -> None:
    assert build() == "compiled"


@pytest.mark.skipif(build() == "pure", reason="tried when the compiled build is tested")
def test_without_a_compiler_the_wheel_is_pure(tmp_path: Path) -> None:
    """A missing C compiler leaves a warning and a wheel of Python files."""
    environment = {**os.environ, "CC": "no-such-compiler"}
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert "stays pure Python" in done.stdout + done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "carreau/games/caro/rules.py" in names
    assert "carreau/games/caro/text.de.toml" in names
    assert not [name for name in names if name.endswith(".so")]


@pytest.mark.parametrize("path", COMPILED, ids=lambda path: "/".join(path.parts[-2:]))
def test_no_literal_is_shifted_left(path: Path) -> None:
    """The compiler computes 1 << n in 32 bits; BIT[n] is right."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift):
            shifted = node.left.args[0] if isinstance(node.left, ast.Call) and node.left.args else node.left
            assert not isinstance(shifted, ast.Constant), f"{path}:{node.lineno}"


@pytest.mark.parametrize("path", COMPILED, ids=lambda path: "/".join(path.parts[-2:]))
def test_no_class_is_told_anything_in_its_first_line(path: Path) -> None:
    """The compiler forgets it: a Struct that should be frozen is not."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        assert not (isinstance(node, ast.ClassDef) and node.keywords), f"{path}:{node.lineno}"
