"""The pages of the environments match the declarations, and so do their versions."""

from pathlib import Path

import pytest

from carreau.envs.pages import page, pages
from carreau.envs.versions import environment_id, history, shape_of
from carreau.games.catalogue import GAMES, game_class

FOLDER = Path(__file__).parents[2] / "docs" / "envs"
AGAIN = "make env-pages"


@pytest.mark.parametrize("name", pages())
def test_a_page_is_as_it_would_be_made_now(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == pages()[name], AGAIN


@pytest.mark.parametrize("name", GAMES)
def test_a_page_tells_every_field_and_verb(name: str) -> None:
    cls, content = game_class(name), page(name)
    assert cls.OBSERVATION.fields
    for field in cls.OBSERVATION.fields:
        assert f"| `{field.name}` |" in content
        assert field.text in content
    for verb in cls.ACTIONS.verbs:
        assert f"| `{verb.notation}` |" in content
    assert f"| {cls.ACTIONS.size} | wait |" in content


@pytest.mark.parametrize("name", GAMES)
def test_other_declarations_are_another_version(name: str) -> None:
    newest, cls = history(name)[-1], game_class(name)
    now = (cls.VERSION, shape_of(cls))
    assert (newest.rules, newest.shape) == now, f"{name} is now {now}: add a version to envs/versions.toml"
    assert environment_id(name) == f"carreau/{name}-v{newest.number}"
