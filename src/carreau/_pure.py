"""CARREAU_PURE=1 in the environment runs the Python sources even where the package is compiled."""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader


class SourcesOnly:
    """Finds this package's modules as .py files and never as extension modules."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: object = None) -> ModuleSpec | None:
        if not path or not fullname.startswith("carreau."):
            return None
        return FileFinder(path[0], (SourceFileLoader, [".py"])).find_spec(fullname)


def choose_build() -> None:
    if os.environ.get("CARREAU_PURE"):
        sys.meta_path.insert(0, SourcesOnly())
