"""Serve the tables, and compile the rules in the background if necessary: `python -m tools.play`."""

import os
import subprocess
import sys
from pathlib import Path

from carreau._build import fresh_build
from tools.client import ClientError, build_client


def main() -> None:
    prepare()
    environment = {"CARREAU_LOG_LEVEL": "warning", **os.environ}  # so the address isn't lost among log lines
    os.execve(Path(sys.executable).parent / "carreau", ["carreau", "serve", *sys.argv[1:]], environment)  # noqa: S606


def prepare() -> None:
    """Build the client, and begin to compile the rules, which servers don't wait for."""
    if not fresh_build() and not os.environ.get("CARREAU_PURE"):
        subprocess.Popen([sys.executable, "-m", "tools.compile", "--background"])
    try:
        build_client()
    except ClientError as error:
        sys.exit(f"The web client could not be built: {error}")


if __name__ == "__main__":
    main()
