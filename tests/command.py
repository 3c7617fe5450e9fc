"""The command line, run in this process or, where it matters, in a separate one."""

import contextlib
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from unittest import mock

from typer.testing import CliRunner

from carreau.cli.main import run

ROOT: Final = Path(__file__).parent.parent
PLAIN: Final = {"COLUMNS": "160", "NO_COLOR": "1"}


@dataclass
class Answered:
    """The output of a command and its exit code."""

    returncode: int
    stdout: str
    stderr: str


def carreau(*arguments: str, lines: str = "", folder: Path = ROOT) -> Answered:
    """Run a command in this process; "\\udcff" in the lines is the byte FF, which isn't text."""
    given = lines.encode(errors="surrogateescape")
    with (
        CliRunner().isolation(given, PLAIN) as (out, errors, _),
        contextlib.chdir(folder),
        mock.patch.object(sys, "argv", ["carreau", *arguments]),
    ):
        code = exit_code()
        sys.stdout.flush()
        sys.stderr.flush()
        return Answered(code, decoded(out.getvalue()), decoded(errors.getvalue()))


def exit_code() -> int:
    try:
        run()
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def decoded(written: bytes) -> str:
    return written.decode(errors="surrogateescape")


def process(
    *arguments: str, lines: str = "", folder: Path = ROOT, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command as users do: with a real interpreter, its encodings and its exit."""
    return subprocess.run(
        [sys.executable, "-m", "carreau", *arguments],
        input=lines,
        env={**os.environ, **PLAIN, **(environment or {})},
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        errors="surrogateescape",
        timeout=120,
        check=False,
    )
