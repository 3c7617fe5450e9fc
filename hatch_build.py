"""Builds the wheel: rules, bots, tables and what serves them compiled by mypyc, and the web client bundled by Vite.

Without a C compiler it stays pure Python, without Node there are no pages; both are said. `python hatch_build.py
FOLDER [MODULE ...]` compiles all or some modules into a folder by itself, and fails loudly.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
CLIENT = ROOT / "src" / "carreau" / "server" / "client"
CORE = ["bits", "game", "moves", "open", "playout", "result", "rng", "row"]
BOTS = ["knowledge", "tree", "search", "exact/*", "games/*"]
ENVS = ["turns", "batch"]
SERVER = ["commits", "limits", "live", "mailbox", "race", "sockets"]
TABLE = ["alarms", "clock", "commands", "match", "seen", "table"]
DEALLOC = re.compile(r"^( *)static void\n\1\w+_dealloc\(.*?^\1\}$", re.MULTILINE | re.DOTALL)
TRASHCAN = re.compile(r"^ *CPy_TRASHCAN_(BEGIN|END)\(.*\)\n", re.MULTILINE)
FLAGS = "-fno-semantic-interposition -fvisibility=hidden"


def compiled_modules() -> list[str]:
    """The modules of the compiled group, as paths below src/."""
    patterns = [f"core/{name}.py" for name in CORE] + ["games/*/*.py"]
    patterns += [f"bots/{name}.py" for name in BOTS] + [f"envs/{name}.py" for name in ENVS]
    patterns += [f"table/{name}.py" for name in TABLE] + [f"server/{name}.py" for name in SERVER]
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
        spare_the_trashcan(Path(scratch))
        commands = ["-q", "build_ext", f"--build-lib={folder}", f"--build-temp={scratch}/objects"]
        setup(name="carreau", ext_modules=extensions, script_args=commands)


def spare_the_trashcan(folder: Path) -> None:
    """Take Python's trashcan out of the classes that the collector doesn't know (acyclic ones).

    It puts off the end of deeply nested objects by a note in the collector's head of each, which these don't have. So
    a long chain of objects that hold positions, as a search tree is, damaged memory when it was freed: a mistake of
    mypyc 2.4.1. Positions hold nothing that is nested, and don't need it.
    """
    for source in folder.rglob("*.c"):
        text = source.read_text(encoding="utf-8")
        source.write_text(DEALLOC.sub(lambda found: without_trashcan(found[0]), text), encoding="utf-8")


def without_trashcan(dealloc: str) -> str:
    return dealloc if "PyObject_GC_UnTrack" in dealloc else TRASHCAN.sub("", dealloc)


def client_sources() -> list[Path]:
    """What the client is made of; not what is installed to make it."""
    found = [path for path in WEB.rglob("*") if path.is_file() and "node_modules" not in path.parts]
    return sorted(path for path in found if not path.name.endswith(".test.ts"))


def build_client() -> str:
    """Bundle the client, unless it is made of the same sources already; returns what stood in the way, or ""."""
    digest = hashlib.sha256()
    for path in client_sources():
        digest.update(f"{path.relative_to(WEB).as_posix()}\n".encode() + path.read_bytes())
    made_of = CLIENT / "made-of.txt"
    if made_of.exists() and made_of.read_text() == digest.hexdigest():
        return ""
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"  # Node may be a Python package
    npm = shutil.which("npm", path=tools)
    if npm is None:
        return "there is no npm"
    for command in (["ci", "--no-audit", "--no-fund", "--loglevel=error"], ["run", "--silent", "build"]):
        environment = {**os.environ, "PATH": tools}
        done = subprocess.run([npm, *command], cwd=WEB, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            return f"npm {command[0]} failed:\n{done.stderr[-800:]}"
    made_of.write_text(digest.hexdigest())
    return ""


class CompiledBuild(BuildHookInterface[Any]):
    """Adds the compiled modules to the wheel, beside their sources, and the client."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        trouble = build_client() if WEB.exists() else ""
        if trouble:
            self.app.display_warning(f"carreau has no web client, because {trouble}")
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
