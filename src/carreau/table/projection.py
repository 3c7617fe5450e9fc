"""Projections of a table for its viewers. Nothing else leaves a table, and everything hidden goes through a View.

`pov` is the seat whose point of view is taken, or SPECTATOR.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, cast

import msgspec
from msgspec import UNSET

from carreau.core.actions import Actions
from carreau.core.effects import Effect
from carreau.core.game import SPECTATOR, State
from carreau.core.native import mypyc_attr
from carreau.core.perfect_info import PerfectInfoGame, PerfectInfoView
from carreau.core.result import Result
from carreau.games.about import Ties, about
from carreau.games.catalogue import AnyGame
from carreau.table.action_json import action_json
from carreau.table.fairness import NO_SHARE
from carreau.table.messages import (
    ClockShown,
    EffectShown,
    Ending,
    Fields,
    HostingShown,
    Offered,
    Position,
    PublicMove,
    SeatShown,
    TableShown,
    TableUpdate,
    ViewJson,
)
from carreau.table.table import Table
from carreau.table.types import Move

NOTHING: Final[Sequence[Offered]] = ()

encode = msgspec.json.Encoder().encode


def project_table(table: Table, now: float) -> TableShown:
    """Project what everybody may know about a table."""
    created = table.created
    return TableShown(
        id=table.id,
        game=created.game,
        rules=created.rules,
        options=created.options,
        host=table.host,
        hosting=project_hosting(table),
        private=created.private,
        absent=created.absent,
        time_control=created.clock,
        status=table.status,
        seats=project_seats(table),
        waiting=table.waiting(),
        race=table.racing,
        clock=project_clock(table, now),
        commitment=table.commitment,
        attempt=table.attempt,
        seal=table.seal,
        missed=list(table.missed),
        secret=project_secret(table),
        asking=project_asking(table),
        agreed=sorted(table.agreed),
        outcome=project_outcome(table),
        rematch=table.next_table,
        hints=table.hints,
    )


def project_change(before: Table, after: Table, now: float) -> TableUpdate:
    """Project what everybody may know about a change: who decides now, and those other facts that are new."""
    unchanged = UNSET  # a local name: compiled code looks up others each time
    is_new = after.status != before.status
    asks = after.asking != before.asking or after.agreed != before.agreed
    return TableUpdate(
        waiting=after.waiting(),
        status=after.status if is_new else unchanged,
        race=after.racing if after.racing != before.racing else unchanged,
        clock=project_clock(after, now) if after.clock.on else unchanged,
        asking=project_asking(after) if asks else unchanged,
        agreed=sorted(after.agreed) if asks else unchanged,
        outcome=project_outcome(after) if is_new else unchanged,
        seats=unchanged if after.seats is before.seats and after.seal == before.seal else project_seats(after),
        attempt=unchanged if after.attempt == before.attempt else after.attempt,
        seal=unchanged if after.seal == before.seal else after.seal,
        missed=unchanged if after.missed == before.missed else list(after.missed),
        secret=project_secret(after) if is_new else unchanged,
        rematch=after.next_table if after.next_table != before.next_table else unchanged,
        hints=unchanged if after.hints == before.hints else after.hints,
        host=unchanged if after.host == before.host else after.host,
        hosting=unchanged if after.hosting is before.hosting else project_hosting(after),
    )


def project_secret(table: Table) -> str:
    """Project the secret of the dice, once the game is over."""
    return table.created.secret if table.status == "over" else ""


def project_asking(table: Table) -> int:
    return -1 if table.asking is None else table.asking


def project_hosting(table: Table) -> HostingShown:
    found = table.hosting
    return HostingShown(sorted(found.ready), sorted(found.muted), sorted(found.locked), found.spectators)


def project_seats(table: Table) -> list[SeatShown]:
    fixed = table.starting or table.match is not None
    return [
        SeatShown(
            seat.name,
            seat.guest,
            seat.level,
            seat.stand_in,
            seat.pledge,
            seat.share if fixed else NO_SHARE,
            seat.flagged,
            seat.reserved,
            seat.hints,
        )
        for seat in table.seats
    ]


def project_clock(table: Table, now: float) -> ClockShown:
    """Project the remaining times."""
    clock = table.clock
    if not clock.on:
        return ClockShown([0.0] * len(clock.left), [])
    left = [round(clock.left_at(seat, now), 1) for seat in range(len(clock.left))]
    return ClockShown(left, [seat for seat, since in enumerate(clock.since) if since is not None])


def project_outcome(table: Table) -> Ending | None:
    """Project the outcome; None while the game is not over."""
    if table.ended:
        return broken_off(table.game.seats, table.ended.why, table.ended.seat)
    if table.match is None or not table.match.over:
        return None
    return ending(table.game, table.match.state.result())


def ending(game: AnyGame, result: Result) -> Ending:
    """Describe a game that ended by its rules."""
    points = result.points if result.counted else []
    return Ending(points, result.ranks, result.clause, "", -1, tie_clause(about(game.NAME).ties, result))


def tie_clause(ties: Ties, result: Result) -> str:
    """Return the clause for equal points if it decided who won; "" if points did, or the end itself."""
    winners, points = result.winners, result.points
    if not result.counted or points.count(points[winners[0]]) < 2:
        return ""
    clause = ties.shared if len(winners) > 1 else ties.broken
    return clause if clause != result.clause else ""


def broken_off(seats: int, why: str, loser: int) -> Ending:
    """Describe a game that somebody gave up or lost on time: all others win it."""
    return Ending([], [1 + (seat == loser) for seat in range(seats)], "", why, loser)


def project_position(table: Table, pov: int) -> Position | None:
    """Project the position for a seat or a spectator; None before the game starts."""
    return PositionProjector(table).project(pov)


@mypyc_attr(acyclic=True)
class PositionProjector:
    """The position of a table for several points of view; the common part is encoded once."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.waiting = table.waiting()
        self.open = b""  # the JSON of a View in a game of perfect information, after its seat

    def project(self, pov: int) -> Position | None:
        match = self.table.match
        if match is None:
            return None
        return Position(pov, self.table.decision, self.view(match.state, pov), self.legal(match.state, pov))

    def legal(self, state: State, pov: int) -> Sequence[Offered]:
        return action_json(self.table.game.ACTIONS).offer(state, pov) if pov in self.waiting else NOTHING

    def view(self, state: State, pov: int) -> ViewJson:
        """Return a View as JSON; if nothing is hidden, it is a spectator's with another seat."""
        if not isinstance(self.table.game, PerfectInfoGame):
            return state.view(pov).to_json()
        if not self.open:
            view = cast("PerfectInfoView[State]", state.view(SPECTATOR))
            self.open = encode(view.known.dump())[1:]
        return cast("ViewJson", msgspec.Raw(b'{"seat":%d,%s' % (pov, self.open)))


# The same actions are sent again and again, so they are cached; callers must not change them.


@lru_cache(maxsize=100_000)
def numbered_fields(actions: Actions, action: int) -> Fields:
    """Return the fields of an action, with its id."""
    return {"id": action, **actions.fields(action)}


@lru_cache(maxsize=100_000)
def action_fields(actions: Actions, action: int) -> Fields:
    """Return the fields of an action."""
    return actions.fields(action)


def project_move(game: AnyGame, move: Move, pov: int) -> PublicMove:
    """Redact a move for a seat or a spectator."""
    fields = action_fields(game.ACTIONS, move.action)
    if pov in move.unseen:
        return PublicMove(move.actor, {"do": fields["do"]}, True)
    return PublicMove(move.actor, fields, False, project_effects(move.effects))


def project_effects(effects: Iterable[Effect]) -> list[EffectShown]:
    return [EffectShown(kind, seat, amount, dict(fields)) for kind, seat, amount, fields in effects]


def project_previews(table: Table, seat: int) -> dict[str, list[EffectShown]]:
    """Project the effects of a seat's legal actions, by id, from the seat's View alone."""
    if table.match is None:
        return {}
    state = table.match.state
    legal = state.legal(seat)
    previews = table.game.previews(state.view(seat), legal)
    return {str(action): project_effects(found) for action, found in zip(legal, previews, strict=True) if found}


def project_moves(table: Table, pov: int, first: int = 0) -> list[PublicMove]:
    """Redact all moves from `first` on."""
    return [project_move(table.game, move, pov) for move in table.match.moves[first:]] if table.match else []


def may_view(table: Table, guest: str, pov: int) -> bool:
    """Tell whether a guest may take a point of view: that of their own seats, or of a spectator."""
    return pov == SPECTATOR or (0 <= pov < len(table.seats) and bool(guest) and table.seats[pov].guest == guest)


def first_pov(table: Table, guest: str) -> int:
    """Choose a guest's initial point of view: one of their seats, preferably one that has to act."""
    own = table.seats_of(guest)
    due = [seat for seat in table.waiting() if seat in own]
    return (due or own or [SPECTATOR])[0]
