"""Results as data: the measurements, with the command, the date and the machine."""

import json
import os
import platform
import time
from pathlib import Path
from typing import Any


def report(command: str, found: dict[str, Any]) -> str:
    """Write results in the format of bench/results."""
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    told = {"command": command, "date": time.strftime("%Y-%m-%d"), "machine": machine, **found}
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def write(file: Path, command: str, found: dict[str, Any]) -> None:
    file.write_text(report(command, found), encoding="utf-8")
