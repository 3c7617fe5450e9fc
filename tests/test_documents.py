"""Every example in every document runs, in reading order."""

import re
from pathlib import Path
from subprocess import CalledProcessError
from typing import Final

import pytest

from tests.documents import Block, blocks, commands, documents, indented_code
from tests.dry_run import dry_run
from tests.reader import NOT_RUN, SHORTER, TYPED, Reader, shows

DOCUMENTS: Final = documents()
WITH_CODE: Final = [file for file in DOCUMENTS if any(blocks(file))]
LANGUAGES: Final = {name.removeprefix("meet_") for name in dir(Reader) if name.startswith("meet_")}


@pytest.mark.parametrize("file", WITH_CODE)
def test_the_examples_run_in_the_order_of_the_document(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Reader(tmp_path, file).read()


@pytest.mark.parametrize("file", DOCUMENTS)
def test_all_code_stands_in_a_fence_with_its_language(file: str) -> None:
    assert indented_code(file) == []
    assert {str(block): block.language for block in blocks(file) if block.language not in LANGUAGES} == {}


@pytest.mark.parametrize("pattern", [*NOT_RUN, *SHORTER, *TYPED])
def test_no_exception_is_left_over(pattern: str) -> None:
    typed = [
        command.line
        for file in WITH_CODE
        for block in blocks(file)
        for command in commands(block)
        if block.language == "sh"
    ]
    assert any(re.search(pattern, line) for line in typed)


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("make nothing", CalledProcessError),
        ("carreau serv", AssertionError),
        ("carreau serve --door 1", AssertionError),
        ("python -m bench.nothing", FileNotFoundError),
        ("python -m bench.search --round 1", AssertionError),
        ("pip install carreau[all]", AssertionError),
    ],
)
def test_a_command_that_does_not_exist_is_found(line: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        dry_run(line)


def in_a_document(folder: Path, code: str, language: str) -> Reader:
    block = Block("a.md", 1, language, "", code, follows=False)
    reader = Reader(folder, "a.md")
    getattr(reader, f"meet_{language}")(block)
    return reader


def test_a_command_that_fails_is_found(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="carreau rules chess"):
        in_a_document(tmp_path, "carreau rules chess\n", "sh")


def test_a_command_that_should_fail_and_does_not_is_found(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="true"):
        in_a_document(tmp_path, "true   # fails\n", "sh")


def test_other_output_than_shown_is_found(tmp_path: Path) -> None:
    reader = in_a_document(tmp_path, "print(1 + 1)\n", "python")
    reader.meet_text(Block("a.md", 2, "text", "", "2\n", follows=True))
    with pytest.raises(AssertionError, match="it says\n2"):
        reader.meet_text(Block("a.md", 2, "text", "", "3\n", follows=True))


def test_three_dots_stand_for_anything() -> None:
    assert shows("one …\nfour", "one two\n three  four\n")
    assert not shows("one … four", "one two three")
