"""Check a command without running it: its program, target or module exists, and so do its options."""

import re
import shlex
import subprocess
import tomllib
from collections.abc import Callable
from itertools import pairwise
from typing import Final

from typer.testing import CliRunner

import carreau.cli.main  # noqa: F401 (it registers the commands)
from carreau.cli.help import app
from tests.documents import ROOT


def dry_run(line: str) -> None:
    program, *words = shlex.split(line)
    CHECKS.get(program, anything)(words)


def anything(words: list[str]) -> None:
    """Accept any other program."""


def target(words: list[str]) -> None:
    subprocess.run(["make", "--dry-run", *words], cwd=ROOT, capture_output=True, check=True)


def command(words: list[str]) -> None:
    """Check the options of one of our commands with --help."""
    found = CliRunner().invoke(app, [*words, "--help"])
    assert found.exit_code == 0, found.output


def module(words: list[str]) -> None:
    """Check `python -m MODULE --option …`; ignore other uses of Python."""
    if words[0] != "-m":
        return
    path = ROOT / words[1].replace(".", "/")
    source = (path / "__main__.py" if path.is_dir() else path.with_suffix(".py")).read_text(encoding="utf-8")
    missing = [word for word in words[2:] if word.startswith("--") and f'"{word}"' not in source]
    assert not missing, f"{words[1]} has no {', '.join(missing)}"


def package(words: list[str]) -> None:
    """Check `pip install`: requirement files and extras exist."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for option, file in pairwise(words):
        assert option != "-r" or (ROOT / file).exists()
    for word in words:
        assert set(re.findall(r"carreau\[(\w+)\]", word)) <= set(extras)


CHECKS: Final[dict[str, Callable[[list[str]], None]]] = {
    "make": target,
    "carreau": command,
    "python": module,
    "pip": package,
}
