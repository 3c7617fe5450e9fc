"""The browser of the tests: the one unpacked by the set-up, or the one CHROMIUM names."""

import os
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserType, Error

FOLDER: Final = Path(sys.prefix) / "browser"  # see tests/web/browser
FLAGS: Final = "no-sandbox disable-background-networking disable-component-update disable-sync no-first-run"
NETWORK: Final = "carreau.test"  # this machine as others in its network see it: not a secure context
WAYS_OUT: Final = "CHROMIUM=/path/to/chromium takes another browser, BROWSER=none leaves these tests out"


def launch(chromium: BrowserType) -> Browser:
    """Launch the browser; tests fail without one, unless that was requested."""
    if os.environ.get("BROWSER") == "none":
        pytest.skip("BROWSER=none")
    try:
        return chromium.launch(**found(), args=flags())
    except Error as error:
        pytest.fail(f"the browser does not start; {WAYS_OUT}\n{error.message}", pytrace=False)


def flags() -> list[str]:
    return [*(f"--{flag}" for flag in FLAGS.split()), f"--host-resolver-rules=MAP {NETWORK} 127.0.0.1"]


def found() -> dict[str, Any]:
    """Return the browser and its environment."""
    named = os.environ.get("CHROMIUM")
    if named:
        return {"executable_path": named}
    if not (FOLDER / "chromium").exists():
        pytest.fail(f"there is no browser in {FOLDER}: `make browser` puts it there; {WAYS_OUT}", pytrace=False)
    # It comes with its own libraries and a font, so it runs on a bare machine.
    own = {"LD_LIBRARY_PATH": str(FOLDER / "al2023" / "lib"), "FONTCONFIG_PATH": str(FOLDER)}
    return {"executable_path": FOLDER / "chromium", "env": {**os.environ, **own}}
