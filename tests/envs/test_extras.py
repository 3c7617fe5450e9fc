"""Whoever lacks what environments need is told what to install."""

from importlib import import_module

import pytest

from carreau.envs.extras import extra


def test_a_missing_package_is_named_with_what_brings_it() -> None:
    with (
        pytest.raises(ModuleNotFoundError, match=r"no nothing_of_the_kind; .* pip install 'carreau\[envs\]'"),
        extra("envs"),
    ):
        import_module("nothing_of_the_kind")
