"""Build the wheel: the package, its compiled modules beside the sources, and the web client.

Without a C compiler the wheel is pure Python, and says so. A module that can't be compiled, or a client that can't be
bundled, fails the build.
"""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))  # hatchling loads this file by its path

from tools.client import build_client
from tools.compile import SUFFIX, Progress, Sources, compiler_trouble


class CompiledBuild(BuildHookInterface[Any]):
    """Adds the client and the compiled modules to the wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # a checkout finds its compiled modules by itself: carreau/_build.py
            return
        build_client()
        if trouble := compiler_trouble():
            self.app.display_warning(f"This wheel is pure Python, which makes bots slower: {trouble}")
            return
        folder = Sources().build(Progress())
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for path in folder.rglob(f"*{SUFFIX}"):
            build_data["force_include"][str(path)] = path.relative_to(folder).as_posix()
