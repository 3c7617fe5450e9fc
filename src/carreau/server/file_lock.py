"""Exclusive use of a database: a lock file beside it, which names the process that holds it.

The operating system releases the lock when the process ends, however it ends: after kill -9 the file still exists, but
isn't locked. Containers that share a folder share its locks. If a network file system has no locks, the database isn't
opened; SQLite's log needs a local disk anyway.
"""

import fcntl
import os
import socket
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from carreau.server.store import StoreError

LONGEST_HOLDER: Final = 200  # bytes


class FileLock:
    """A locked file, until it is released or the process ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.handle = locked(path)
        os.truncate(self.handle, 0)
        os.pwrite(self.handle, holder().encode()[:LONGEST_HOLDER], 0)

    def release(self) -> None:
        """Remove the file while it is locked, so that no other process's is removed; then unlock it."""
        if is_at(self.handle, self.path):
            self.path.unlink()
        os.close(self.handle)


def locked(path: Path) -> int:
    """Open a file and lock it; start again if its holder has removed it in the meantime."""
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            lock(handle)
        except BaseException:
            os.close(handle)
            raise
        if is_at(handle, path):
            return handle
        os.close(handle)


def lock(handle: int) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        by = os.pread(handle, LONGEST_HOLDER, 0).decode(errors="replace").strip() or "another process"
        raise StoreError(
            f"another server uses this database ({by}): stop it first, or choose another file with --database", "locked"
        ) from None
    except OSError as error:
        raise StoreError(
            f"this folder has no file locks ({error.strerror}): choose one on a local disk", "locked"
        ) from error


def is_at(handle: int, path: Path) -> bool:
    """Tell whether an open file is still the one at a path."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


def holder() -> str:
    """Describe this process for others; in a container, the host name identifies it."""
    now = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    return f"process {os.getpid()} on host {socket.gethostname()} since {now}"
