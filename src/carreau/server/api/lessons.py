"""A game's first lesson, and its rules in pictures."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from carreau.core.errors import UnknownGame
from carreau.games.catalogue import game_class
from carreau.games.lessons import LessonError, Script, script
from carreau.server.api.endpoint import Asked, HttpError
from carreau.table.lesson import PictureShown, Scene, pictures, scene

LONGEST_LESSON: Final = 40  # steps


class Learner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody in a lesson: what they did in each step so far (null where nothing was), and what they try now, if so.

    `action` is the `id` of one of the legal actions, or the fields of any, to be told which rule is against it.
    """

    done: Annotated[list[int | None], Meta(max_length=LONGEST_LESSON)] = []
    action: int | dict[str, str | int] | None = None


async def lesson(asked: Asked) -> Scene:
    """The next step of a game's first lesson, or what comes of something that is tried in it. Nothing is kept."""
    learner: Learner = asked.body
    return await asked.desk.beside(scene, lesson_of(asked), learner.done, learner.action)


async def pictured(asked: Asked) -> list[PictureShown]:
    """Real positions that show the rules of a game; their captions are in its texts."""
    return await asked.desk.beside(pictures, lesson_of(asked))


def lesson_of(asked: Asked) -> Script:
    try:
        return script(game_class(asked.path("game")).NAME)
    except (UnknownGame, LessonError) as error:
        raise HttpError(404, "no_lesson", str(error)) from None
