"""What somebody at a table is told. Nothing leaves a table but through here, and here it goes through a View.

`look` is the seat through whose eyes it is seen, SPECTATOR for somebody who only watches.
"""

from functools import lru_cache
from typing import Final, cast

import msgspec

from carreau.core.actions import Actions
from carreau.core.game import SPECTATOR
from carreau.core.result import Result
from carreau.games.catalogue import AnyGame
from carreau.table.shown import ClockShown, Ending, Fields, Position, SeatShown, TableShown, Told
from carreau.table.table import Table
from carreau.table.types import Move

OFFERED: Final[dict[Actions, dict[int, msgspec.Raw]]] = {}  # by game and number


def seen_table(table: Table, now: float) -> TableShown:
    created, status = table.created, table.status
    return TableShown(
        id=table.id,
        game=created.game,
        rules=created.rules,
        options=created.options,
        host=created.host,
        private=created.private,
        absent=created.absent,
        status=status,
        seats=[SeatShown(c.name, c.guest, c.level, c.stand_in, c.share, c.flagged) for c in table.seats],
        waiting=table.waiting(),
        race=table.racing,
        clock=seen_clock(table, now),
        commitment=table.commitment,
        secret=created.secret if status == "over" else "",
        asking=-1 if table.asking is None else table.asking,
        agreed=sorted(table.agreed),
        outcome=seen_outcome(table),
        rematch=table.next_table,
    )


def seen_clock(table: Table, now: float) -> ClockShown:
    clock = table.clock
    if not clock.on:
        return ClockShown(clock.setting, [0.0] * len(clock.left), [])
    left = [round(clock.left_at(seat, now), 1) for seat in range(len(clock.left))]
    return ClockShown(clock.setting, left, [seat for seat, since in enumerate(clock.since) if since is not None])


def seen_outcome(table: Table) -> Ending | None:
    if table.ended:
        return Ending([], [], "", table.ended.why, table.ended.seat)
    if table.match is None or not table.match.over:
        return None
    return ending(table.match.state.result())


def ending(result: Result) -> Ending:
    return Ending(result.points if result.counted else [], result.ranks, result.clause, "", -1)


def seen_position(table: Table, look: int) -> Position | None:
    """The position for a seat; None before the game begins."""
    if table.match is None:
        return None
    state = table.match.state
    legal = offered(table.game.ACTIONS, state.legal(look)) if look in table.waiting() else []
    return Position(look, table.decision, state.view(look).to_json(), cast("list[Fields]", legal))


# The same actions are offered and told again and again, so they are kept: not to be changed.


def offered(actions: Actions, legal: list[int]) -> list[msgspec.Raw]:
    """Actions with their numbers, each of them JSON already: they can only be encoded."""
    kept = OFFERED.setdefault(actions, {})
    for action in legal:
        if action not in kept:
            kept[action] = msgspec.Raw(msgspec.json.encode(listed(actions, action)))
    return [kept[action] for action in legal]


@lru_cache(maxsize=100_000)
def listed(actions: Actions, action: int) -> Fields:
    """An action with its number."""
    return {"id": action, **actions.fields(action)}


@lru_cache(maxsize=100_000)
def named(actions: Actions, action: int) -> Fields:
    return actions.fields(action)


def told(game: AnyGame, move: Move, look: int) -> Told:
    """An move as a seat is told of it."""
    fields = named(game.ACTIONS, move.action)
    if look in move.unseen:
        return Told(move.actor, {"do": fields["do"]}, True)
    return Told(move.actor, fields, False)


def told_since(table: Table, look: int, first: int = 0) -> list[Told]:
    """Everything that was done from an move on."""
    return [told(table.game, move, look) for move in table.match.moves[first:]] if table.match else []


def may_look(table: Table, guest: str, look: int) -> bool:
    """Through one's own eyes, or as a spectator, who knows no more than anybody at the table."""
    return look == SPECTATOR or look in table.seats_of(guest)


def first_look(table: Table, guest: str) -> int:
    """The seat through whose eyes somebody sees a table when they come: their only one, or their first to act."""
    own = table.seats_of(guest)
    due = [seat for seat in table.waiting() if seat in own]
    return (due or own or [SPECTATOR])[0]
