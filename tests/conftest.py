"""The gate is the same each time; `make soak` tries more, and other things each time."""

from hypothesis import settings

from tests.effort import EFFORT

settings.register_profile("gate", derandomize=True, deadline=None, database=None, max_examples=120)
settings.register_profile("soak", deadline=None, max_examples=120 * EFFORT)
settings.load_profile("gate" if EFFORT == 1 else "soak")
