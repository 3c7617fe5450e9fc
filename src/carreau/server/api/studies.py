"""Analysis boards: studies, their positions, and what bots make of them.

Nothing is stored, and no table is looked at: clients send everything a position follows from, so no answer can reveal
what is hidden in a running game.
"""

import secrets
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from carreau.core.errors import IllegalMove
from carreau.core.game import State
from carreau.core.options import OptionValue
from carreau.games.catalogue import AnyGame, game_from_outside
from carreau.server import wire
from carreau.server.api.endpoint import ApiRequest
from carreau.server.api.games import Language
from carreau.server.api.records import LONGEST_RECORD, Pov
from carreau.server.bot_protocol import CandidateShown, GameHistory
from carreau.study.file import position_from, write_study
from carreau.study.openings import position_name
from carreau.study.reading import opened
from carreau.study.setup import guessed, parts_of
from carreau.study.shown import StudyPosition, StudyShown, Wish, position_after, shown_study
from carreau.study.tree import MOST_MOVES, act
from carreau.table.commands import Refused
from carreau.table.messages import Offered
from carreau.table.projection import numbered_fields

LONGEST_POSITION: Final = 50_000  # characters of JSON

Actor = Annotated[int, Meta(ge=-1, le=15, description="a seat, or -1 for dice and cards")]
Action = Annotated[int, Meta(ge=0, le=2**31)]
Name = Annotated[str, Meta(max_length=100)]


class StudyText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A study: a record, a study file, or a link without the address before the `#`."""

    text: Annotated[str, Meta(max_length=LONGEST_RECORD)]


class StudyFile(msgspec.Struct, frozen=True):
    """A study as a file."""

    name: str
    text: str


class StudyPath(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The origin of a position: a game, perhaps a start set up by hand (as JSON), and the moves since."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=16)]
    options: dict[str, OptionValue] = {}
    position: Annotated[str, Meta(max_length=LONGEST_POSITION)] = ""
    moves: Annotated[list[tuple[Actor, Action]], Meta(max_length=MOST_MOVES)] = []

    def history(self) -> GameHistory:
        return GameHistory(self.game, self.seats, self.options, tuple(self.moves), self.position)


class StudyMoveWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move to make: the `id` of an action, the fields of one, or null to roll or draw."""

    actor: Actor
    action: Action | dict[str, str | int] | None = None


class PositionWanted(StudyPath, frozen=True):
    """A position to show to some seats (-1 for a spectator), after a move to make now.

    With `draw`, dice and cards go on until a player has to decide.
    """

    povs: Annotated[list[Pov], Meta(max_length=9)] = []
    play: StudyMoveWanted | None = None
    draw: bool = False


class SetupWanted(StudyPath, frozen=True):
    """A position to set up by hand; with `guess`, one that looks the same to a seat, or to a spectator (-1)."""

    guess: Pov | None = None


class Setup(msgspec.Struct, frozen=True):
    """The parts that determine a position, each as JSON, by name."""

    parts: dict[str, str]


class CandidatesWanted(StudyPath, frozen=True, kw_only=True):
    """A seat that may act; its best moves are searched with a number of simulations."""

    seat: wire.Seat
    simulations: Literal[200, 800, 3200, 12800]
    language: Language = "en"
    names: Annotated[list[Name], Meta(max_length=16)] = []


class CandidatesFound(msgspec.Struct, frozen=True):
    """The most promising moves, the best first."""

    candidates: list[CandidateShown]


class ReplyWanted(StudyPath, frozen=True, kw_only=True):
    """A seat for which a bot of a level decides."""

    seat: wire.Seat
    level: wire.Level


class BotReplyShown(msgspec.Struct, frozen=True):
    """The action of a bot; -1 to let others act, in a race."""

    action: int


async def open_study(request: ApiRequest) -> StudyShown:
    """Open a study, a record or a link, checked by the rules; a refusal names the line that is wrong."""
    return await request.services.in_thread(shown_from, request.body.text)


def shown_from(text: str) -> StudyShown:
    return shown_study(opened(text, game_from_outside))


async def save_study(request: ApiRequest) -> StudyFile:
    """Write a study as a file that people can read."""
    return await request.services.in_thread(written_from, request.body.text)


def written_from(text: str) -> StudyFile:
    tree = opened(text, game_from_outside)
    return StudyFile(f"{tree.game.NAME}-study.carreau.txt", write_study(tree))


async def study_position(request: ApiRequest) -> StudyPosition:
    """Show a position of a study, or what a move leads to; a refused move names the clause against it."""
    return await request.services.in_thread(answered, request.body)


def answered(body: PositionWanted) -> StudyPosition:
    game, state = reached(body)
    for pov in body.povs:
        require_seat(game, pov)
    wish = Wish(body.play.actor, body.play.action) if body.play else None
    try:
        return position_after(game, state, body.povs, wish, body.draw, secrets.randbits(62))
    except IllegalMove as error:
        raise Refused("illegal", str(error), error.clause) from None


def reached(path: StudyPath) -> tuple[AnyGame, State]:
    """Play a path from its start."""
    game = game_from_outside(path.game, path.seats, path.options)
    state: State = position_from(game, path.position) if path.position else game.start()
    try:
        for actor, action in path.moves:
            act(game, state, actor, action)
    except IllegalMove as error:
        raise Refused("illegal", str(error), error.clause) from None
    return game, state


def require_seat(game: AnyGame, seat: int) -> None:
    if seat >= game.seats:
        raise Refused("no_seat", f"there is no seat {seat}; seats are 0 to {game.seats - 1}")


async def set_up(request: ApiRequest) -> Setup:
    """Return the parts of a position, to be changed by hand, or those of a guess at what a seat can't see."""
    return await request.services.in_thread(parts_wanted, request.body)


def parts_wanted(body: SetupWanted) -> Setup:
    game, state = reached(body)
    if body.guess is not None:
        require_seat(game, body.guess)
        state = guessed(game, state, body.guess, secrets.randbits(62))
    return Setup(parts_of(game, state))


class PlayedShown(msgspec.Struct, frozen=True):
    """A move that others played in a position: how often, and its player's share of the wins."""

    actor: int
    action: Offered
    games: int
    share: float


async def played_by_others(request: ApiRequest) -> list[PlayedShown]:
    """List the moves of finished games in the same position, as far as all could see; none late in the game."""
    body: StudyPath = request.body
    game, name = await request.services.in_thread(named, body)
    found = await request.services.rooms.store.statistics.played(name) if name else []
    return [
        PlayedShown(each.actor, numbered_fields(game.ACTIONS, each.action), each.games, each.share) for each in found
    ]


def named(path: StudyPath) -> tuple[AnyGame, str]:
    """Name the position for the statistics; one that was set up by hand has no name."""
    game, _ = reached(path)
    return game, "" if path.position else position_name(game, path.moves)


async def require_decision(request: ApiRequest) -> None:
    """Refuse a seat that has nothing to decide."""
    body: CandidatesWanted | ReplyWanted = request.body
    _, state = await request.services.in_thread(reached, body)
    if body.seat not in state.waiting():
        raise Refused("not_your_turn", f"seat {body.seat} has nothing to decide; seats that have: {state.waiting()}")


async def candidates(request: ApiRequest) -> CandidatesFound:
    """Search for the five best moves of a seat, judged by what it knows. Closing the connection ends the search."""
    await require_decision(request)
    body: CandidatesWanted = request.body
    found = await request.services.study_engine.get(
        body.history(),
        body.seat,
        body.simulations,
        body.language,
        body.names,
        request.guest.id,
        request.address,
        lambda: request.http.transport is None or request.http.transport.is_closing(),
    )
    return CandidatesFound(found)


async def bot_reply(request: ApiRequest) -> BotReplyShown:
    """Let a bot decide for a seat."""
    await require_decision(request)
    body: ReplyWanted = request.body
    pool = request.services.rooms.bot_pool
    board = f"study of {request.guest.id}"  # under which a worker caches the game
    seed = secrets.randbits(62)
    move = await pool.choose(
        board, body.history(), body.seat, body.level, seed, host=request.guest.id, address=request.address
    )
    return BotReplyShown(move.action)
