"""The gate is the same each time; `make soak` tries more, and other things each time."""

import os

from hypothesis import settings

from carreau._build import MANIFEST
from carreau.cli.bench import build
from tests.effort import EFFORT

settings.register_profile("gate", derandomize=True, deadline=None, database=None, max_examples=120)
settings.register_profile("soak", deadline=None, max_examples=120 * EFFORT)
settings.load_profile("gate" if EFFORT == 1 else "soak")


def pytest_report_header() -> str:
    stale = MANIFEST.exists() and build() == "pure" and not os.environ.get("CARREAU_PURE")
    return f"carreau: {build()}{', because the rules changed since they were compiled (make setup)' if stale else ''}"
