"""The code in the documents: blocks and commands, in reading order."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parent.parent
ELSEWHERE: Final = ("README.md", "CONTRIBUTING.md", "bench/README.md")
FENCE: Final = re.compile(r"^ *(?P<marks>```+)(?P<language>[\w-]*)(?: title=\"(?P<title>[^\"]+)\")?$")
LIST: Final = re.compile(r" *([*+-]|\d+\.) ")
COMMENT: Final = re.compile(r"(?:^|\s+)#\s+(?P<text>.*)$")


class Block(NamedTuple):
    """A block of code. Its title is the file that it is, or is a part of."""

    file: str
    line: int
    language: str
    title: str
    code: str
    follows: bool  # the next block, with only empty lines in between

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class Command(NamedTuple):
    """A shell command and its comment."""

    line: str
    comment: str


def documents() -> list[str]:
    """List all documents by their paths in the repository."""
    written = [file.relative_to(ROOT).as_posix() for file in sorted((ROOT / "docs").rglob("*.md"))]
    return [*ELSEWHERE, *written]


def numbered(file: str) -> Iterator[tuple[int, str]]:
    return enumerate((ROOT / file).read_text(encoding="utf-8").splitlines(), 1)


def blocks(file: str) -> Iterator[Block]:
    """Find the blocks of a document."""
    lines, follows = numbered(file), False
    for number, line in lines:
        if fence := FENCE.match(line):
            code = "".join(f"{inner}\n" for inner in inside(lines, fence["marks"]))
            yield Block(file, number, fence["language"], fence["title"] or "", code, follows)
        follows = bool(fence) or (follows and not line.strip())


def inside(lines: Iterator[tuple[int, str]], marks: str) -> Iterator[str]:
    for _, line in lines:
        if line.strip() == marks:
            return
        yield line


def indented_code(file: str) -> list[int]:
    """Find the lines at which unfenced code begins, which would not be run."""
    found, fenced, listed, blank = [], False, False, True
    for number, line in numbered(file):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced:
            listed = bool(LIST.match(line)) or (listed and (not line or line.startswith(" ")))
            if line.startswith("    ") and blank and not listed:
                found.append(number)
        blank = not line.strip()
    return found


def commands(block: Block) -> list[Command]:
    """List the commands of a block, one per line unless continued."""
    lines = block.code.replace("\\\n", "").splitlines()
    comments = [COMMENT.search(line) for line in lines]
    found = [
        Command(COMMENT.sub("", line).strip(), comment["text"] if comment else "")
        for line, comment in zip(lines, comments, strict=True)
    ]
    return [command for command in found if command.line]
