"""Create a game in a copy of this checkout and run the gate's checks on it.

    python -m tools.newgame                       # make newgame
    python -m tools.newgame --seats 3-5 quintet   # another one

The copy is deleted; to create a game that you want to keep, use `carreau new`.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
LEFT_OUT: Final = (".git", ".venv", ".boot", ".compiled", ".*_cache", "__pycache__", "node_modules", "build", "dist")
PYTHON: Final = ("src", "tests", "tools", "docs", "web/src/games")
LIBRARIES: Final = ".compiled/objects"  # named by content hash, so the libraries of the other games are reused
GATE: Final = (
    ("ruff", "format", "--check", "."),
    ("ruff", "check", "."),
    ("mypy", "--config-file", "pyproject.toml"),
    ("tools.compile",),
    ("pytest", "--numprocesses=2", "--ignore=tests/web", "tests", "-k", "NAME or test_layers or test_codegen"),
    ("carreau", "clauses", "--check"),
)
CLIENT: Final = ("check", "lint", "test")


def copied(folder: Path, parts: tuple[str, ...] = (".",)) -> Path:
    """Copy parts of the checkout, without built or installed files."""
    for part in parts:
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns(*LEFT_OUT), dirs_exist_ok=True)
    return folder


def environment(folder: Path) -> dict[str, str]:
    """Return the environment in which Python imports the copy instead of this checkout."""
    return {**os.environ, "PYTHONPATH": f"{folder / 'src'}{os.pathsep}{folder}", "PATH": path_with_node()}


def path_with_node() -> str:
    return f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"


def run(folder: Path, *command: str) -> None:
    sys.stderr.write(f"{' '.join(command)}\n")
    subprocess.run(command, cwd=folder, env=environment(folder), check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="?", default="quodlibetquartet")
    parser.add_argument("--seats", default="2-4")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = copied(Path(name))
        (folder / ".compiled").mkdir()
        (folder / LIBRARIES).symlink_to(ROOT / LIBRARIES)
        (folder / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
        run(folder, sys.executable, "-m", "carreau", "new", given.name, "--seats", given.seats)
        for module, *arguments in GATE:
            told = [each.replace("NAME", given.name) for each in arguments]
            run(folder, sys.executable, "-m", module, *told)
        for script in CLIENT:
            run(folder, "npm", "--prefix", "web", "run", "--silent", script)


if __name__ == "__main__":
    main()
