"""Copying everything from one database to another: `carreau migrate-store`."""

import asyncio
import os
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from carreau.server.settings import Settings, read_settings
from carreau.server.store_copy import copy_store


def run_migrate_store(console: Console, source: str, target: str) -> None:
    """Copy, and print what was copied and verified."""
    original, copy = (read_settings({"database": place}, os.environ, Path.cwd()) for place in (source, target))
    out = Table("table", "rows", box=None)
    asyncio.run(copy_store(original.database, copy.database, lambda table, rows: out.add_row(table, f"{rows:,}")))
    console.print(out)
    told = f"copied and verified: {original.database} is unchanged; from now on, start the server with {copy.database}"
    console.print(Text(told), soft_wrap=True)
    tell_key(console, original, copy)


def tell_key(console: Console, original: Settings, copy: Settings) -> None:
    """Say how guests stay recognised if the key that signs their cookies lies elsewhere."""
    key, other = (each.database_file.with_suffix(".key") for each in (original, copy))
    if key != other and key.exists() and not original.keys:
        console.print(Text(f"to keep your guests signed in, copy {key} to {other} as well"), soft_wrap=True)
