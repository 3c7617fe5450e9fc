"""A game's first lesson, and its rules in pictures."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from carreau.core.errors import UnknownGame
from carreau.games.catalogue import game_class
from carreau.games.lessons import LessonError, Script, script
from carreau.server.api.endpoint import ApiRequest
from carreau.server.problems import HttpError
from carreau.table.lesson import PictureShown, Scene, pictures, scene

LONGEST_LESSON: Final = 40  # steps


class Learner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A learner's progress: the action of each step so far (null for a step without one), and the one to try now.

    `action` is the `id` of a legal action, or the fields of any action, to learn which rule forbids it.
    """

    done: Annotated[list[int | None], Meta(max_length=LONGEST_LESSON)] = []
    action: int | dict[str, str | int] | None = None


async def lesson(request: ApiRequest) -> Scene:
    """Show the next step of a game's first lesson, or the result of trying an action. Nothing is stored."""
    learner: Learner = request.body
    return await request.services.in_thread(scene, lesson_of(request), learner.done, learner.action)


async def pictured(request: ApiRequest) -> list[PictureShown]:
    """Return positions that illustrate the rules of a game; their captions are in its texts."""
    return await request.services.in_thread(pictures, lesson_of(request))


def lesson_of(request: ApiRequest) -> Script:
    try:
        return script(game_class(request.path("game")).NAME)
    except (UnknownGame, LessonError) as error:
        raise HttpError(404, "no_lesson", str(error)) from None
