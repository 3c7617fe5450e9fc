"""`carreau new` creates a complete game. `make newgame` runs the whole gate on one."""

import subprocess
import sys
from pathlib import Path

import pytest

from carreau.codegen.scaffold import ScaffoldError, complete, create, rendered
from carreau.games.catalogue import GAMES
from tools.newgame import PYTHON, ROOT, copied, environment

NAME = "zwielicht"
TESTS = [f"tests/games/test_{NAME}.py", "tests/test_laws.py", "tests/test_texts.py", "tests/test_reference.py"]


def test_a_new_game_keeps_the_laws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = copied(tmp_path, PYTHON)
    for name, value in environment(folder).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("CARREAU_PURE", "1")
    written = create(NAME, "2-3", folder)
    complete(NAME, folder)
    assert folder / f"src/carreau/games/{NAME}/rules.py" in written
    assert (folder / f"docs/envs/{NAME}.md").exists()
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *TESTS, "tests/test_boards.py", "-k", NAME],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(("fewest", "most"), [(2, 2), (2, 4), (3, 8)])
def test_the_templates_leave_nothing_open(fewest: int, most: int) -> None:
    for path, text in rendered("quodlibetquartet", fewest, most):
        assert "$" not in text.replace("$props", ""), path
        assert max(map(len, text.splitlines()), default=0) <= 120 or path.suffix == ".toml", path


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Skat", "use 2 to 16 letters"),
        ("x", "use 2 to 16 letters"),
        ("sixty-six", "use 2 to 16 letters"),
        ("../skat", "use 2 to 16 letters"),
        ("while", "no word of Python"),
        (next(iter(GAMES)), "already"),
        ("core", "part of Carreau"),
        ("match", "there is a class Match already"),
    ],
)
def test_a_name_that_cannot_be_is_refused(name: str, reason: str) -> None:
    before = set(ROOT.glob("src/carreau/games/*"))
    with pytest.raises(ScaffoldError, match=reason):
        create(name, "2-4")
    assert set(ROOT.glob("src/carreau/games/*")) == before


@pytest.mark.parametrize("seats", ["", "1", "4-2", "2-9", "two", "2-"])
def test_numbers_of_seats_that_cannot_be_are_refused(seats: str) -> None:
    with pytest.raises(ScaffoldError, match="such as 2-4"):
        create(NAME, seats)


def test_a_file_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    folder = copied(tmp_path, ("tests/reference", "web/src/games"))
    mine = folder / "tests" / "reference" / f"{NAME}.py"
    mine.write_text("mine", encoding="utf-8")
    with pytest.raises(ScaffoldError, match=f"tests/reference/{NAME}.py is there already"):
        create(NAME, "2-4", folder)
    assert mine.read_text(encoding="utf-8") == "mine"


def test_an_installed_package_creates_no_games(tmp_path: Path) -> None:
    with pytest.raises(ScaffoldError, match="in a checkout of the source"):
        create(NAME, "2-4", tmp_path)
