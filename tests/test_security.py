"""The threat model names the test of each protection, and the test exists."""

import re
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent
TEST: Final = re.compile(r"`(test_\w+)`")
DEFINED: Final = re.compile(r"^(?:async )?def (test_\w+)\(", re.MULTILINE)


def rows() -> list[str]:
    lines = (ROOT / "docs" / "security.md").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.startswith("| ") and not line.startswith("| actor |")]


@pytest.fixture(scope="module")
def tests() -> set[str]:
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    return {name for source in sources for name in DEFINED.findall(source)}


def test_every_threat_names_a_test() -> None:
    assert [row for row in rows() if not TEST.search(row)] == []


def test_every_test_of_a_threat_exists(tests: set[str]) -> None:
    named = {name for row in rows() for name in TEST.findall(row)}
    assert len(named) > len(rows()) / 2
    assert named - tests == set()
