"""The packages that users install: an sdist, a compiled wheel, a pure one, and the steps of a container."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import httpx
import pytest

from carreau.cli.bench import build
from tests.hashes import hashes
from tests.server.running import Running

ROOT = Path(__file__).parent.parent
UV = ROOT / ".boot" / "bin" / "uv"
NEVER = {"open-spiel", "playwright", "dask", "distributed", "pytest", "mypy", "hatchling"}  # of no use to the wheel
BELIEFS = ("belief", "worlds", "optimum")  # slow, and not about rules
RULES = [str(path) for path in sorted((ROOT / "tests/games").glob("test_*.py")) if not path.stem.endswith(BELIEFS)]
COMPILED_PYTHONS = "COMPILED_PYTHONS"
PLAY = """
import carreau
from carreau.bots.bot import Bot
from carreau.bots.levels import level
from carreau.cli.bench import build
from carreau.core.rng import Rng

game, rng = carreau.game("bauab"), Rng(seed=1)
state, bot = game.start(), Bot(game, level(4), seed=1)
while state.current >= -1:
    seat = int(state.current)
    if seat == -1:
        action = state.sample(rng)
    else:
        action = bot.choose(state.view(seat)).action if seat else state.legal(seat)[0]
    game.act(state, seat, action)
print(build(), state.result().ranks)
"""

pytestmark = pytest.mark.skipif(build() == "pure", reason="built when the compiled build is tested")


def run(*command: str | Path, **settings: str) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | settings
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def pure_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pure")
    said = run(
        sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder, CC="no-such-compiler"
    )
    assert "pure Python" in said
    return next(folder.glob("*.whl"))


def installed(folder: Path, wheel: Path, python: str = sys.executable, *more: str) -> Path:
    """Install a wheel with its locked dependencies in an empty environment; return the folder of its programs."""
    run(UV, "venv", "--quiet", "--python", python, folder)
    install: list[str | Path] = [UV, "pip", "install", "--quiet", "--python", folder / "bin" / "python"]
    run(*install, "--require-hashes", "--requirement", ROOT / "requirements" / "run.txt")
    run(*install, "--no-deps", wheel)
    if more:
        run(*install, "--constraint", ROOT / "requirements" / "dev.txt", *more)
    return folder / "bin"


def plays_against_a_bot(programs: Path) -> str:
    """Play a whole game between a bot and a player who makes the first legal move; return which build played it."""
    played, _, ranks = run(programs / "python", "-P", "-c", PLAY).partition(" ")
    assert ranks.strip() == "[2, 1]"  # the bot wins
    return played


class Installed(Running):
    """The server of an installed package."""

    def __init__(self, programs: Path, folder: Path) -> None:
        super().__init__(folder)
        self.programs = programs

    def command(self) -> list[str]:
        return [str(self.programs / "carreau")]

    def environment(self) -> dict[str, str]:
        return {name: value for name, value in super().environment().items() if name != "PYTHONPATH"}


def serves_the_pages(programs: Path, folder: Path) -> None:
    with Installed(programs, folder) as server:
        page = httpx.get(server.url).text
        script = re.search(r'src="(/assets/[^"]+\.js)"', page)
        assert script
        assert httpx.get(f"{server.url}{script[1]}").status_code == 200
        assert httpx.get(f"{server.url}/api/games").status_code == 200


def test_a_wheel_without_a_compiler_is_pure_and_complete(pure_wheel: Path) -> None:
    assert pure_wheel.name.endswith("py3-none-any.whl")
    names = zipfile.ZipFile(pure_wheel).namelist()
    assert "carreau/games/caro/rules.py" in names
    assert "carreau/games/caro/text.de.toml" in names
    assert "carreau/server/client/index.html" in names
    assert not [name for name in names if name.endswith(".so")]


def test_the_source_distribution_holds_what_a_build_needs(tmp_path: Path) -> None:
    run(sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", tmp_path)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {"pyproject.toml", "hatch_build.py", "tools/compile.py", "web/package-lock.json", "requirements/run.txt"}
    assert wanted <= names
    assert not [name for name in names if name.startswith(("tests/", "docs/", "src/carreau/server/client/"))]


def other_pythons() -> list[str]:
    """List the other supported interpreters on this machine: on the path, or installed by pyenv."""
    versions = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser() / "versions"
    found = []
    for minor in {11, 12, 13} - {sys.version_info.minor}:
        name = f"python3.{minor}"
        there = [shutil.which(name), *map(str, versions.glob(f"3.{minor}.*/bin/{name}"))]
        found += [path for path in there if path and works(path)][:1]
    return sorted(found)


def works(python: str) -> bool:
    """Return whether a program is a working interpreter, not a shim without a version."""
    return subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0


def compiled_wheel(python: str, folder: Path) -> Path:
    """Build a compiled wheel with another interpreter."""
    run(UV, "venv", "--quiet", "--python", python, folder / "build")
    builder = folder / "build" / "bin" / "python"
    lock = ROOT / "requirements" / "build.txt"
    run(UV, "pip", "install", "--quiet", "--python", builder, "--require-hashes", "--requirement", lock)
    run(builder, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder)
    return next(folder.glob("*.whl"))


@pytest.mark.parametrize("python", other_pythons(), ids=lambda path: re.findall(r"3\.\d+", path)[-1])
def test_the_rules_hold_on_every_python_of_this_machine(python: str, pure_wheel: Path, tmp_path: Path) -> None:
    """The gate tests a pure wheel; `make pythons` compiles one for each interpreter, which takes two minutes."""
    compiled = bool(os.environ.get(COMPILED_PYTHONS))
    wheel = compiled_wheel(python, tmp_path) if compiled else pure_wheel
    programs = installed(tmp_path / "env", wheel, python, "pytest", "hypothesis", "httpx")
    expected = "compiled" if compiled else "pure"
    assert run(programs / "python", "-m", "tests.hashes") == f"{expected}\n{hashes()}"
    assert plays_against_a_bot(programs) == expected
    assert "[100%]" in run(programs / "python", "-P", "-m", "pytest", "-q", *RULES)
    serves_the_pages(programs, tmp_path)


def container_steps() -> list[str]:
    """List the commands of the Containerfile."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    return re.findall(r"^RUN (.+)$", text, re.MULTILINE)


def test_a_container_and_its_compiled_wheel_play_and_serve(tmp_path: Path) -> None:
    """Both stages of the Containerfile run as a script, on the files in git, each in its own environment."""
    source, wheel, folder = tmp_path / "source", tmp_path / "wheel", tmp_path / "data"
    for file in run("git", "ls-files", "-z").rstrip("\0").split("\0"):
        (source / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, source / file)
    for made in (".compiled", "src/carreau/server/client"):  # reuse what the set-up made of the same sources
        (source / made).symlink_to(ROOT / made)
    folder.mkdir()
    for stage in ("build", "run"):
        run(UV, "venv", "--quiet", "--seed", "--python", sys.executable, tmp_path / stage)
    for step in container_steps():
        if step.startswith("useradd"):  # needs root
            continue
        stage = "run" if "/wheel/" in step else "build"
        script = step.replace("/wheel", str(wheel)).replace("python", str(tmp_path / stage / "bin" / "python"), 1)
        environment = {**os.environ, "PIP_COMPILE": "no"}  # little of what is installed runs
        done = subprocess.run(
            ["/bin/sh", "-ec", script], cwd=source, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{step}\n{done.stdout}{done.stderr}"
        if "hatchling build" in step:
            shutil.copy(source / "requirements" / "run.txt", wheel)
    programs = tmp_path / "run" / "bin"
    listed = run(UV, "pip", "freeze", "--python", programs / "python")
    assert not {re.split("[=@ ]", line)[0] for line in listed.splitlines()} & NEVER
    assert plays_against_a_bot(programs) == "compiled"
    serves_the_pages(programs, folder)


def test_the_container_starts_the_command_that_the_wheel_installs() -> None:
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    assert 'CMD ["carreau", "serve"]' in text
