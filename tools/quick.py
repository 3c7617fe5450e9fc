"""Run the checks that a change can break: `make quick` for uncommitted changes, `make quick SINCE=main~3` for more.

This selects checks from the gate (`make test`) by the files that changed: a game's tests and its part of the tests of
all games, a package's tests, the client's checks.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Final

BIN: Final = Path(sys.executable).parent
PYTEST: Final = [str(BIN / "pytest"), "--numprocesses=3", "--dist=worksteal", "--ignore=tests/web"]
ONE_GAME: Final = re.compile(r"src/carreau/(?:games|bots/games|bots/exact|boards)/([a-z]+)|tests/reference/([a-z]+)")
# Paths that may have changed, and the tests that cover them.
TESTS: Final = (
    (r"src/carreau/core/|src/carreau/games/\w+\.py", ["tests/games", "tests/test_*.py"]),
    (r"src/carreau/bots/(?!games/)", ["tests/bots"]),
    (r"src/carreau/table/", ["tests/table", "tests/server"]),
    (r"src/carreau/server/", ["tests/server"]),
    (r"src/carreau/envs/", ["tests/envs"]),
    (r"src/carreau/lab/", ["tests/lab"]),
    (
        r"src/carreau/(cli|boards)/|src/carreau/verify",
        ["tests/test_cli.py", "tests/test_boards.py", "tests/test_verify.py"],
    ),
    (r"src/.*\.toml$", ["tests/test_texts.py"]),
    (r"src/.*\.py$", ["tests/test_layers.py", "tests/test_codegen.py"]),
    (r"tools/|hatch_build|pyproject|Makefile|requirements/", ["tests/test_builds.py"]),
    (r"docs/|README|.*\.md$", ["tests/test_docs.py"]),
)


def changed() -> list[str]:
    """List the files that differ from a commit, by default the last one, and untracked files."""
    since = os.environ.get("SINCE") or "HEAD"
    differ = git("diff", "--name-only", "--diff-filter=d", since)
    return sorted({*differ, *git("ls-files", "--others", "--exclude-standard")})


def git(*arguments: str) -> list[str]:
    return subprocess.run(["git", *arguments], capture_output=True, text=True, check=True).stdout.splitlines()


def games_in(files: list[str]) -> list[str]:
    """List the games that files belong to."""
    named = {name for file in files if (found := ONE_GAME.match(file)) for name in found.groups() if name}
    return sorted(name for name in named if Path("src/carreau/games", name).is_dir())


def checks_for(files: list[str]) -> list[list[str]]:
    """List the commands to run."""
    python = [file for file in files if file.endswith(".py")]
    commands = (
        [[str(BIN / "ruff"), "format", "--check", *python], [str(BIN / "ruff"), "check", *python]] if python else []
    )
    commands += [[str(BIN / "mypy")]] if python else []
    if games := games_in(files):
        commands.append([*PYTEST, "tests", "-k", " or ".join(games)])
    tests = {test for pattern, each in TESTS if any(re.match(pattern, file) for file in files) for test in each}
    tests |= {file for file in files if re.match(r"tests/(?!web/).*test_\w+\.py$", file)}
    if tests:
        commands.append([*PYTEST, *sorted(str(path) for test in tests for path in sorted(Path().glob(test)))])
    if any(file.startswith("web/") for file in files):
        npm = ["npm", "--prefix", "web", "run", "--silent"]
        commands += [[*npm, "check"], [*npm, "lint"], [*npm, "test"]]
    return commands


def main() -> None:
    files = changed()
    if not files:
        sys.stderr.write("Nothing has changed since the last commit; SINCE=main~3 looks further back.\n")
    environment = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    for command in checks_for(files):
        sys.stderr.write(f"{shlex.join(command)}\n")
        done = subprocess.run(command, env=environment, check=False)
        if done.returncode not in (0, 5):  # 5: pytest found no test of that name
            sys.exit(done.returncode)


if __name__ == "__main__":
    main()
