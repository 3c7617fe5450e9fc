"""`carreau admin`: operate a running server from its machine."""

from enum import StrEnum
from functools import partial
from typing import Annotated

import typer

from carreau.cli.help import ColouredCommand, Group

admin = typer.Typer(cls=Group, no_args_is_help=True, help="Operate a running server: list, close, ban, announce.")

Database = Annotated[str | None, typer.Option(metavar="FILE|URL", help="Database; default: the server's.")]
Search = Annotated[str, typer.Argument(help="Part of an id or a name.")]


def given_reason(reason: str) -> str:
    if not reason.strip():
        raise typer.BadParameter("say why: the audit log keeps a reason for every action")
    return reason


Reason = Annotated[str, typer.Option(help="Why; it is kept in the audit log.", callback=given_reason)]


class Power(StrEnum):
    on = "on"
    off = "off"


class Door(StrEnum):
    open = "open"
    closed = "closed"


def act(database: str | None, **action: object) -> None:
    from carreau.cli.admin_client import send_action

    send_action(database, **action)


def show(database: str | None, what: str, search: str = "") -> None:
    from carreau.cli.admin_client import print_list

    print_list(database, what, search)


command = partial(admin.command, cls=ColouredCommand)


@command()
def tables(search: Search = "", database: Database = None) -> None:
    """List tables, the latest first."""
    show(database, "tables", search)


@command()
def people(search: Search = "", database: Database = None) -> None:
    """List guests, with the addresses of their open windows."""
    show(database, "people", search)


@command()
def addresses(search: Search = "", database: Database = None) -> None:
    """List the addresses with open windows."""
    show(database, "addresses", search)


@command()
def reports(database: Database = None) -> None:
    """List the players' reports, open ones first."""
    show(database, "reports")


@command()
def bans(database: Database = None) -> None:
    """List the bans in force."""
    show(database, "bans")


@command()
def log(database: Database = None) -> None:
    """Show the audit log: who did what, when and why."""
    show(database, "log")


@command()
def delete(table: str, reason: Reason, database: Database = None) -> None:
    """Delete a table and its game permanently."""
    act(database, type="delete_table", table=table, reason=reason)


@command()
def close(table: str, reason: Reason, database: Database = None) -> None:
    """Disconnect everybody from a table and keep it closed."""
    act(database, type="close_table", table=table, reason=reason)


@command()
def reopen(table: str, reason: Reason, database: Database = None) -> None:
    """Open a closed table again."""
    act(database, type="reopen_table", table=table, reason=reason)


@command()
def ban(
    who: Annotated[str, typer.Argument(help="The id of a guest, or an address.")],
    reason: Reason,
    hours: Annotated[int, typer.Option(min=1, max=87_600, help="How long.")] = 24,
    database: Database = None,
) -> None:
    """Ban a guest or an address for some hours."""
    act(database, type="ban_somebody", who=who, hours=hours, reason=reason)


@command()
def unban(who: str, reason: Reason, database: Database = None) -> None:
    """End a ban."""
    act(database, type="unban", who=who, reason=reason)


@command("sign-out")
def sign_out(guest: str, reason: Reason, database: Database = None) -> None:
    """Revoke all cookies of a guest."""
    act(database, type="sign_out_guest", guest=guest, reason=reason)


@command()
def announce(
    text: Annotated[str, typer.Argument(help="A sentence; an empty one removes the last.")],
    reason: Reason,
    database: Database = None,
) -> None:
    """Show a sentence to everybody."""
    act(database, type="announce", text=text, reason=reason)


@command()
def maintenance(state: Power, reason: Reason, database: Database = None) -> None:
    """Stop new games, or allow them again. Games in progress continue."""
    act(database, type="set_maintenance", on=state is Power.on, reason=reason)


@command()
def lobby(state: Door, reason: Reason, database: Database = None) -> None:
    """Open or close the lobby. Without it, tables can only be found by their link."""
    act(database, type="set_lobby", open=state is Door.open, reason=reason)


@command()
def resolve(report: int, reason: Reason, database: Database = None) -> None:
    """Mark a report as dealt with."""
    act(database, type="resolve_report", report=report, reason=reason)
