"""A self-contained HTML page: no scripts, and no external fonts or pictures."""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

STYLE = Path(__file__).with_name("report.css")


class Section(NamedTuple):
    """A finding, its picture, and a note on how it was measured."""

    title: str
    finding: str
    picture: str
    note: str = ""

    def html(self) -> str:
        note = f'<p class="note">{escape(self.note)}</p>' if self.note else ""
        return (
            f'<section><h2>{escape(self.title)}</h2><p class="finding">{escape(self.finding)}</p>'
            f"{self.picture}{note}</section>\n"
        )


def page(title: str, head: str, sections: Sequence[Section], foot: str) -> str:
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title>\n<style>\n{STYLE.read_text(encoding='utf-8')}</style></head>\n<body><main>\n"
        f"{head}{''.join(section.html() for section in sections)}{foot}</main></body>\n</html>\n"
    )


def heading(title: str, below: str, facts: Sequence[tuple[str, str]]) -> str:
    """Write the title, a line below it, and the key figures."""
    cells = "".join(f"<li><b>{escape(figure)}</b>{escape(words)}</li>" for figure, words in facts)
    return f'<header><h1>{escape(title)}</h1><p>{escape(below)}</p></header>\n<ul class="facts">{cells}</ul>\n'


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = ()) -> str:
    """Write a table; align columns of numbers to the right. Cells are HTML."""

    def cell(tag: str, column: int, words: str) -> str:
        side = ' class="n"' if column in numbers else ""
        return f"<{tag}{side}>{words}</{tag}>"

    head = "".join(cell("th", column, escape(words)) for column, words in enumerate(headings))
    body = "".join(f"<tr>{''.join(cell('td', column, words) for column, words in enumerate(row))}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
