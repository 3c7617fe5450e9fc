"""The message about a missing optional dependency."""

from importlib import import_module

import pytest

from carreau.envs.optional import requires_extra


def test_a_missing_package_is_named_with_what_brings_it() -> None:
    with (
        pytest.raises(ModuleNotFoundError, match=r"need nothing_of_the_kind: pip install 'carreau\[envs\]'"),
        requires_extra("envs"),
    ):
        import_module("nothing_of_the_kind")
