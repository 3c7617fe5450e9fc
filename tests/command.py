"""The command line in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def carreau(
    *arguments: str, lines: str = "", folder: Path = ROOT, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """What the program says; "\\udcff" in the lines is the byte FF, which is no text."""
    return subprocess.run(
        [sys.executable, "-m", "carreau", *arguments],
        input=lines,
        env={**os.environ, "COLUMNS": "160", "NO_COLOR": "1", **(environment or {})},
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        errors="surrogateescape",
        timeout=120,
        check=False,
    )
