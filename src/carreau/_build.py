"""Choose the build that runs: modules compiled from exactly these sources, or the sources themselves.

A wheel carries its compiled modules beside the sources, where Python finds them. A checkout keeps them in
.compiled, with a manifest of the sources they were compiled from (tools/compile.py writes both); as soon as one
of those is edited, the sources run until the next build. CARREAU_PURE=1 runs the sources in any case.
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
    """Finds this package's modules as .py files, never as compiled ones."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: object = None) -> ModuleSpec | None:
        if not path or not fullname.startswith("carreau."):
            return None
        return FileFinder(path[0], (SourceFileLoader, [".py"])).find_spec(fullname)


class CompiledFirst:
    """Finds compiled modules in the folder of a build; what isn't there is left to Python."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: object = None) -> ModuleSpec | None:
        if not fullname.startswith("carreau"):
            return None
        parent = self.folder.joinpath(*fullname.split(".")[:-1])
        found = FileFinder(str(parent), (ExtensionFileLoader, EXTENSION_SUFFIXES)).find_spec(fullname)
        return found if found and found.loader else None  # a folder alone is no module


def choose_build() -> None:
    if os.environ.get("CARREAU_PURE"):
        sys.meta_path.insert(0, SourcesOnly())
    elif folder := fresh_build():
        sys.meta_path.insert(0, CompiledFirst(folder))


def fresh_build() -> Path | None:
    """Find the folder of the build that was compiled from the sources as they are now."""
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
    """Hash a file below src/; "" if it is gone."""
    file = SOURCE / path
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else ""


def interface_of(path: str) -> str:
    """Hash what compiled modules can see of one that they import: all but the bodies of its functions."""
    file = SOURCE / path
    if not file.exists():
        return ""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = []
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest()


def build_stamp() -> float:
    """When this checkout was last compiled; 0 if never, or where there is no checkout.

    A process that runs longer than a build takes can tell by it that new processes will run another build.
    """
    try:
        return MANIFEST.stat().st_mtime
    except FileNotFoundError:
        return 0.0
