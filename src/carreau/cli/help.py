"""Coloured help without loading the drawing libraries, so `--help` appears instantly."""

import re
from functools import partial
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

HEADING = re.compile(r"^(\w[\w ]*:)", re.MULTILINE)
ENTRY = re.compile(r"^  ((?:\S+ )*\S+)(?=  |$)", re.MULTILINE)


def coloured(text: str) -> str:
    """Make headings bold and colour the names of commands and options; terminals without colour strip this."""
    listed, heading, entries = text.partition("Options:")
    entries = ENTRY.sub(lambda match: "  " + typer.style(match[1], fg="cyan"), entries)
    return HEADING.sub(lambda match: typer.style(match[1], bold=True), listed + heading + entries)


class ColouredCommand(TyperCommand):
    """A command with coloured help."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        super().format_help(ctx, formatter)
        formatter.buffer = [coloured("".join(formatter.buffer))]


class Group(TyperGroup):
    """The whole program with coloured help."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        super().format_help(ctx, formatter)
        formatter.buffer = [coloured("".join(formatter.buffer))]


app = typer.Typer(
    name="carreau",
    cls=Group,
    help="Small tabletop games to play, study and design.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

command = partial(app.command, cls=ColouredCommand)
