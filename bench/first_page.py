"""Measure how long a developer waits: for the first page, the compiled build, a second start, an edited text or rule.

    python -m bench.first_page [--json bench/results/first_page.json]

Everything happens in a fresh clone of the last commit, with empty caches of pip, uv and npm.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Final

from bench.report import report

ROOT: Final = Path(__file__).resolve().parent.parent
PORT: Final = 8765
PATIENCE: Final = 900.0  # seconds until giving up
TEXT: Final = "src/carreau/games/caro/text.fr.toml"
RULE: Final = "src/carreau/games/caro/rules.py"


def shows_a_page() -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/", timeout=5) as page:
            return bool(page.status == 200)
    except OSError:
        return False


def seconds_until(happened: Callable[[], bool], began: float) -> float:
    while not happened():
        if time.monotonic() > began + PATIENCE:
            sys.exit("this takes too long")
        time.sleep(0.05)
    return round(time.monotonic() - began, 1)


def seconds_for(clone: Path, environment: dict[str, str], *command: str) -> float:
    began = time.monotonic()
    subprocess.run(command, cwd=clone, env=environment, check=True, capture_output=True)
    return round(time.monotonic() - began, 1)


def play(clone: Path, environment: dict[str, str], wait_for_build: bool) -> dict[str, float]:
    began = time.monotonic()
    make = subprocess.Popen(["make", "play"], cwd=clone, env=environment, start_new_session=True, stdout=-3, stderr=-3)
    found = {"first page": seconds_until(shows_a_page, began)}
    if wait_for_build:
        manifest = clone / ".compiled"
        found["compiled build"] = seconds_until(lambda: bool(list(manifest.glob("manifest*.json"))), began)
    os.killpg(make.pid, signal.SIGINT)
    make.wait()
    seconds_until(lambda: not shows_a_page(), time.monotonic())
    return found


def measure(folder: Path) -> dict[str, float]:
    clone, caches = folder / "clone", folder / "caches"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    environment = {
        **os.environ,
        "UV_CACHE_DIR": str(caches / "uv"),
        "npm_config_cache": str(caches / "npm"),
        "PIP_NO_CACHE_DIR": "1",
        "CARREAU_PORT": str(PORT),
        "CARREAU_HOST": "127.0.0.1",
        "CARREAU_DATABASE": str(folder / "carreau.db"),
    }
    found = play(clone, environment, wait_for_build=True)
    found["second make play"] = play(clone, environment, wait_for_build=False)["first page"]
    for what, file, old, new in (("text", TEXT, ",", ";"), ("rule", RULE, "length += 1", "length = length + 1")):
        text = (clone / file).read_text(encoding="utf-8")
        assert old in text
        (clone / file).write_text(text.replace(old, new, 1), encoding="utf-8")
        found[f"build after an edited {what}"] = seconds_for(clone, environment, "make", "compiled")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = measure(Path(folder))
    text = report("python -m bench.first_page", {"seconds": found})
    sys.stdout.write(text)
    if given.json:
        given.json.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
