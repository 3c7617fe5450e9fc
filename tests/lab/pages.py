"""Regenerate the pages of the stored reports from their figures, without playing: `python -m tests.lab.pages`.

`carreau lab` computes the figures; this doesn't change them.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from carreau.lab.compare import comparison, summaries
from carreau.lab.report import report

STORED: Final = Path(__file__).parents[2] / "docs/lab"


def pages() -> Iterator[tuple[Path, str]]:
    """Return every page with its expected contents."""
    found = summaries(STORED)
    for summary in found:
        yield STORED / f"{summary.game}.html", report(summary)
    yield STORED / "index.html", comparison(found)


def main() -> None:
    for path, content in pages():
        path.write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
