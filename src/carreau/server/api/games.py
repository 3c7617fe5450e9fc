"""The list of games, and their texts."""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from carreau.core.errors import UnknownGame
from carreau.games.about import about
from carreau.games.catalogue import GAMES, game_class
from carreau.games.lessons import has_lesson
from carreau.games.texts import OptionText, Texts, UnknownLanguage, entries, text
from carreau.server.api.endpoint import ApiRequest, Query
from carreau.server.problems import HttpError
from carreau.server.statistics import SeatStatistics

Language = Annotated[str, Meta(max_length=8, description="a language of the rules: en, de, nl, fr or it")]
LANGUAGE: Final = Query("language", Language, "en")


class OptionShown(msgspec.Struct, frozen=True):
    """An option of a game, with its texts."""

    name: str
    default: bool | int | str
    allowed: str
    values: list[bool | int | str]
    text: OptionText


class GameShown(msgspec.Struct, frozen=True):
    """A game in the list of games."""

    name: str
    title: str
    tagline: str
    seats: list[int]
    options: list[OptionShown]
    lesson: bool  # whether it has one
    minutes: list[int]  # shortest and longest
    estimated: bool  # whether no rulebook prints the minutes (docs/study/lab.md)
    decides: Literal["skill", "both", "luck"]
    hidden: bool  # whether players have secrets from each other
    age: int | None  # of the youngest players, where the rulebook says it
    credits: dict[str, str]  # lines about its authors, illustrators, publishers and collection, as far as known


async def games(request: ApiRequest) -> list[GameShown]:
    """List all games with their seats and options, in a language."""
    return [shown_game(name, request.query(LANGUAGE)) for name in GAMES]


async def one_game(request: ApiRequest) -> GameShown:
    """Show one game as in the list of games."""
    try:
        return shown_game(game_class(request.path("game")).NAME, request.query(LANGUAGE))
    except (UnknownGame, UnknownLanguage) as error:
        raise HttpError(404, "no_text", str(error)) from None


async def game_statistics(request: ApiRequest) -> list[SeatStatistics]:
    """Return the results of this server's finished games by number of players and seat: length, points, wins."""
    return await request.services.rooms.store.statistics.results(request.path("game"))


def shown_game(name: str, language: str) -> GameShown:
    kind, words = game_class(name), text(name, language)
    options = [
        OptionShown(
            option.name,
            option.default,
            option.allowed(),
            list(option.names() or option.examples()),
            words.options[option.name],
        )
        for option in kind.OPTIONS.options.values()
        if not option.is_local
    ]
    said = about(name)
    return GameShown(
        name,
        words.title,
        words.tagline,
        list(kind.SEATS),
        options,
        has_lesson(name),
        said.minutes,
        said.estimated,
        said.decides,
        bool(words.hidden),
        said.age,
        said.credits.lines(),
    )


async def texts(request: ApiRequest) -> Texts:
    """Return all texts of a game in a language: rules by clause, names, sentences about actions."""
    try:
        return msgspec.convert(entries(game_class(request.path("game")).NAME, request.path("language")), Texts)
    except (UnknownGame, UnknownLanguage) as error:
        raise HttpError(404, "no_text", str(error)) from None
