"""Choose the build that runs: modules compiled from exactly these sources, or the sources themselves.

A wheel contains its compiled modules beside the sources, where Python finds them. A checkout keeps them in
.compiled, with a manifest of their sources (tools/compile.py writes both). After an edit to one of these, the
sources run until the next build. CARREAU_PURE=1 always runs the sources.
"""

import ast
import hashlib
import json
import os
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from typing import Final

SOURCE: Final = Path(__file__).parent.parent
CACHE: Final = SOURCE.parent / ".compiled"
MANIFEST: Final = CACHE / f"manifest{EXTENSION_SUFFIXES[0]}.json"


class SourcesOnly:
    """A finder that loads this package's modules from .py files only."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: object = None) -> ModuleSpec | None:
        if not path or not fullname.startswith("carreau."):
            return None
        return FileFinder(path[0], (SourceFileLoader, [".py"])).find_spec(fullname)


class CompiledFirst:
    """A finder that loads compiled modules from a build folder and leaves the rest to Python."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: object = None) -> ModuleSpec | None:
        if not fullname.startswith("carreau"):
            return None
        parent = self.folder.joinpath(*fullname.split(".")[:-1])
        found = FileFinder(str(parent), (ExtensionFileLoader, EXTENSION_SUFFIXES)).find_spec(fullname)
        return found if found and found.loader else None  # a bare folder isn't a module


def choose_build() -> None:
    if os.environ.get("CARREAU_PURE"):
        sys.meta_path.insert(0, SourcesOnly())
    elif folder := fresh_build():
        sys.meta_path.insert(0, CompiledFirst(folder))


def fresh_build() -> Path | None:
    """Find the folder of the build compiled from the current sources."""
    try:
        manifest = json.loads(MANIFEST.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    compiled: dict[str, str] = manifest["compiled"]
    imported: dict[str, list[str]] = manifest["imported"]
    fresh = all(hash_of(path) == digest for path, digest in compiled.items()) and all(
        hash_of(path) == digest or interface_of(path) == interface for path, (digest, interface) in imported.items()
    )
    return CACHE / str(manifest["folder"]) if fresh else None


def hash_of(path: str) -> str:
    """Hash a file below src/; return "" if it doesn't exist."""
    file = SOURCE / path
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else ""


def interface_of(path: str) -> str:
    """Hash what compiled modules see of a module they import: everything but the bodies of functions."""
    file = SOURCE / path
    if not file.exists():
        return ""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = []
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest()


def build_stamp() -> float:
    """Return when this checkout was last compiled; 0 if never, or if this isn't a checkout.

    A long-running process can tell from it that new processes would run a different build.
    """
    try:
        return MANIFEST.stat().st_mtime
    except FileNotFoundError:
        return 0.0
