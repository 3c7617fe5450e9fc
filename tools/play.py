"""Open the tables right away, and compile the rules meanwhile if that hasn't been done: `python -m tools.play`."""

import os
import subprocess
import sys
from pathlib import Path

from carreau._build import fresh_build


def main() -> None:
    if not fresh_build() and not os.environ.get("CARREAU_PURE"):
        subprocess.Popen([sys.executable, "-m", "tools.compile", "--background"])
    environment = {"CARREAU_LOG_LEVEL": "warning", **os.environ}  # what people should see is the address
    os.execve(Path(sys.executable).parent / "carreau", ["carreau", "serve", *sys.argv[1:]], environment)  # noqa: S606


if __name__ == "__main__":
    main()
