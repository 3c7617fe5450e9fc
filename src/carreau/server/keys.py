"""The keys that sign cookies, in a file beside the database."""

import os
import secrets
import stat
import tempfile
from pathlib import Path

from carreau.server.settings import KEY_BYTES, Key, Settings, SettingsError, key


def prepare(settings: Settings) -> tuple[Key, ...]:
    """Create the folder of the database if necessary, and return the keys; create one if none are given."""
    path = settings.database_file.with_suffix(".key")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if settings.keys:
            return settings.keys
        if not path.exists():
            write_key(path)
        return read_keys(path)
    except OSError as error:
        raise SettingsError(f"{error.filename}: {error.strerror}; fix this or choose another --database") from None


def write_key(path: Path) -> None:
    """Write a new key atomically, even if another server does so at the same moment."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name) as file:  # nobody else may read it
        file.write(f"{secrets.token_hex(KEY_BYTES)}\n".encode())
        file.flush()
        os.fsync(file.fileno())
        try:
            os.link(file.name, path)
        except FileExistsError:
            return  # the other server was first, so use its key


def read_keys(path: Path) -> tuple[Key, ...]:
    """Read the keys of a file, one per line."""
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise SettingsError(f"{path} is readable by other users: chmod 600 {path}")
    try:
        keys = tuple(key(text) for text in path.read_text(encoding="ascii").split())
    except ValueError:
        keys = ()
    if not keys:
        raise SettingsError(f"{path} must contain a key with at least {KEY_BYTES} characters on each line")
    return keys
