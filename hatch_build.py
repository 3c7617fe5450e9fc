"""Builds the wheel with the rules compiled by mypyc; without a C compiler it stays pure Python.

`python hatch_build.py FOLDER [MODULE ...]` compiles all or some into a folder by itself, and fails loudly.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
CORE = ["bits", "game", "moves", "open", "playout", "result", "rng"]
BOTS = ["knowledge", "tree", "search", "exact/*", "games/*"]
FLAGS = "-fno-semantic-interposition -fvisibility=hidden"


def compiled_modules() -> list[str]:
    """The modules of the compiled group, as paths below src/."""
    patterns = [f"core/{name}.py" for name in CORE] + ["games/*/*.py"] + [f"bots/{name}.py" for name in BOTS]
    source = ROOT / "src"
    found = [
        path.relative_to(source).as_posix() for each in patterns for path in sorted((source / "carreau").glob(each))
    ]
    return [path for path in found if not path.endswith("__init__.py")]


def compile_into(folder: Path, modules: list[str]) -> None:
    """Compile modules as one group; the extension modules appear in the folder under their package's path."""
    from mypyc.build import mypycify
    from setuptools import setup

    folder.mkdir(parents=True, exist_ok=True)
    os.chdir(ROOT / "src")
    os.environ["CFLAGS"] = f"{os.environ.get('CFLAGS', '')} {FLAGS}".strip()
    with tempfile.TemporaryDirectory() as scratch:
        cache = f"--cache-dir={scratch}/mypy"
        extensions = mypycify([cache, *modules], opt_level="3", target_dir=scratch, group_name="carreau")
        commands = ["-q", "build_ext", f"--build-lib={folder}", f"--build-temp={scratch}/objects"]
        setup(name="carreau", ext_modules=extensions, script_args=commands)


class CompiledBuild(BuildHookInterface[Any]):
    """Adds the compiled modules to the wheel, beside their sources."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        self.folder = Path(tempfile.mkdtemp(prefix="carreau-"))
        command = [sys.executable, __file__, str(self.folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            self.app.display_warning(
                f"carreau stays pure Python, because it could not be compiled:\n{done.stderr[-800:]}"
            )
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for path in self.folder.rglob("*.so"):
            build_data["force_include"][str(path)] = path.relative_to(self.folder).as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            shutil.rmtree(self.folder, ignore_errors=True)


if __name__ == "__main__":
    compile_into(Path(sys.argv[1]).resolve(), sys.argv[2:] or compiled_modules())
