"""Connect four compiled together with our core, like a game of the package."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from tools.compile import compiled_modules

ROOT: Final = Path(__file__).resolve().parent.parent


def run_compiled(module: str, arguments: list[str], *parts: str) -> None:
    """Run a benchmark module with connect four, the core and further modules compiled."""
    with tempfile.TemporaryDirectory() as name:
        built = Path(name) / "built"
        compile_with(built, parts)
        path = {**os.environ, "PYTHONPATH": f"{built}{os.pathsep}{ROOT}"}
        subprocess.run([sys.executable, "-P", "-m", module, *arguments], check=True, env=path)


def compile_with(folder: Path, parts: tuple[str, ...]) -> None:
    shutil.copytree(ROOT / "src/carreau", folder / "carreau")
    wanted = ("carreau/core/", *(f"carreau/{part}.py" for part in parts))
    modules = [module for module in compiled_modules() if module.startswith(wanted)]
    game = str(ROOT / "bench/connect_four.py")
    subprocess.run([sys.executable, "-m", "tools.compile", str(folder), *modules, game], cwd=ROOT, check=True)
