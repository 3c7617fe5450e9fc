"""A reader of a document in a checkout, who follows its instructions and compares the results."""

import io
import json
import os
import re
import subprocess
import sys
import tomllib
from contextlib import redirect_stdout
from pathlib import Path
from textwrap import indent
from typing import Any, Final

from tests.documents import ROOT, Block, Command, blocks, commands
from tests.dry_run import dry_run
from tools.newgame import copied, environment

# Commands that aren't run here, with the reason; tests/dry_run.py checks that they exist.
NOT_RUN: Final = {
    r"make ": "takes minutes, installs, or serves; the gate itself runs most of them",
    r"carreau serve": "serves until it is interrupted; tests/server and tests/test_packages.py start it",
    r"carreau backup": "needs the database of a server; tests/server/test_store.py copies one",
    r"carreau migrate-store": "needs two databases; tests/server/test_store_copy.py copies between them",
    r"carreau admin": "needs a running server; tests/server/test_operators.py operates one",
    r"carreau bench": "measures for minutes",
    r"python -m bench\.(?!tables)": "measures for minutes",
    r"pip install": "tests/test_packages.py installs the wheel; the other packages are installed here already",
    r"python3\.11 -m venv|/opt/carreau/": "installs; tests/test_packages.py does",
    r"(createdb|pg_dump|pg_restore) ": "needs a PostgreSQL of your own; tests/server/test_store_copy.py has one",
    r"(systemctl|journalctl) ": "needs systemd",
    r"(dask scheduler|carreau bots-worker) ": "needs a cluster; tests/server/test_bot_cluster.py starts one",
    r"podman ": "needs a container engine; tests/test_packages.py runs the steps of the Containerfile",
}
# Smaller versions of commands, because documents show meaningful numbers.
SHORTER: Final = {r"--games \d+": "--games 2", r"--updates \d+": "--updates 2"}
TYPED: Final = {r"carreau play": "?\n1\nquit\n"}  # list the moves, make the first, save and leave
CHECKOUTS: Final = {"CONTRIBUTING.md", "docs/add-a-game.md", "docs/contribute/README.md"}  # their readers edit files
PARTS: Final = ("src", "tests", "tools", "docs", "bench", "web/src/games")
PATIENCE: Final = 120.0  # seconds for a command


class Reader:
    """A reader with a folder, who meets one block after the other."""

    def __init__(self, folder: Path, document: str) -> None:
        self.folder = folder
        self.document = document
        self.names: dict[str, Any] = {}  # names defined by the Python typed so far
        self.said = ""  # the output of the last block
        self.shortened = False
        self.environment = {**os.environ, "COLUMNS": "200", "NO_COLOR": "1", "XDG_DATA_HOME": str(folder / "data")}
        self.environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        if document in CHECKOUTS:
            self.environment |= environment(copied(folder, PARTS))
        for entry in ROOT.iterdir():
            if not (folder / entry.name).exists():
                (folder / entry.name).symlink_to(entry)

    def read(self) -> None:
        for block in blocks(self.document):
            if block.title:
                self.keep(block)
            else:
                getattr(self, f"meet_{block.language}")(block)

    def keep(self, block: Block) -> None:
        """Write the file that a block is; if it exists, the block must be a part of it."""
        file = self.folder / block.title
        if file.exists():
            text = file.read_text(encoding="utf-8")
            assert block.code in text or indent(block.code, "    ") in text, f"{block}: not in {block.title}"
        else:
            file.write_text(block.code, encoding="utf-8")

    def meet_python(self, block: Block) -> None:
        code = compile("\n" * block.line + block.code, block.file, "exec")
        out = io.StringIO()
        with redirect_stdout(out):
            exec(code, self.names)  # noqa: S102
        self.said, self.shortened = out.getvalue(), False

    def meet_sh(self, block: Block) -> None:
        self.said, self.shortened = "", False
        for command in commands(block):
            if any(re.match(pattern, command.line) for pattern in NOT_RUN):
                dry_run(command.line)
                self.shortened = True
            else:
                self.said += self.run(command)

    def run(self, command: Command) -> str:
        line = command.line
        for pattern, less in SHORTER.items():
            line = re.sub(pattern, less, line)
        self.shortened |= line != command.line
        done = subprocess.run(
            ["/bin/sh", "-c", line],
            input=next((typed for pattern, typed in TYPED.items() if re.match(pattern, line)), ""),
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        expected = command.comment.startswith("fails")
        assert bool(done.returncode) == expected, f"{self.document}: {line}\n{done.stdout}{done.stderr}"
        return done.stdout

    def meet_text(self, block: Block) -> None:
        """Compare a block with the output of the one before; "…" stands for anything."""
        if block.follows and not self.shortened:
            assert shows(block.code, self.said), f"{block}: it says\n{self.said}"

    def meet_diff(self, block: Block) -> None:
        command = ["git", "apply", "--unidiff-zero"]  # a hunk need not end with an unchanged line
        subprocess.run(command, input=block.code, text=True, cwd=self.folder, check=True)

    def meet_toml(self, block: Block) -> None:
        tomllib.loads(block.code)

    def meet_json(self, block: Block) -> None:
        json.loads(block.code)

    def meet_nginx(self, block: Block) -> None:
        """Skip the configuration of another program."""

    meet_ini = meet_nginx


def shows(shown: str, said: str) -> bool:
    parts = (" ".join(part.split()) for part in shown.split("…"))
    return re.fullmatch(".*".join(map(re.escape, parts)), " ".join(said.split())) is not None
