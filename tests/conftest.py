"""Settings of all tests: the gate is deterministic; `make soak` tests more, with different seeds each time."""

import os
from typing import Final

import pytest
from hypothesis import settings

from carreau._build import MANIFEST
from carreau.cli.bench import build
from tests.effort import EFFORT

settings.register_profile("gate", derandomize=True, deadline=None, database=None, max_examples=120)
settings.register_profile("soak", deadline=None, max_examples=120 * EFFORT)
settings.load_profile("gate" if EFFORT == 1 else "soak")

# Compilers and installers take half a minute each, and some tests in a browser ten seconds.
LONG: Final = {"test_builds", "test_packages", "test_tables", "test_keyboard", "test_hosts", "test_without_network"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start with the slowest tests, so that no worker is left alone with one at the end."""
    items.sort(key=lambda item: item.path.stem not in LONG)


def pytest_report_header() -> str:
    stale = MANIFEST.exists() and build() == "pure" and not os.environ.get("CARREAU_PURE")
    return f"carreau: {build()}{', because the rules changed since they were compiled (make setup)' if stale else ''}"
