"""Comments of bots on their own games: what they planned, what they feared, and when they knew.

They follow from the judgements of a bot's own decisions, which are based on its view at the time: on the chances it
could see and the moves it expected. A comment names a move of somebody else only if the bot expected it.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, Literal, NamedTuple, Protocol

from carreau.bots.continuation import Move
from carreau.core.game import CHANCE

SURE: Final = 0.9  # the chance to win, or to lose, from which on a bot is sure
NOTABLE: Final = 0.05  # a change of a chance that deserves a comment

CommentKind = Literal[
    "plan_worked",
    "plan_failed",
    "fear_true",
    "fear_false",
    "sure_win",
    "sure_loss",
    "proved_win",
    "proved_loss",
    "knew",
]


class Commented(Protocol):
    """A judged decision, as far as comments need it."""

    @property
    def index(self) -> int: ...
    @property
    def seat(self) -> int: ...
    @property
    def action(self) -> int: ...
    @property
    def chances(self) -> tuple[float, ...]: ...
    @property
    def margins(self) -> tuple[float, ...]: ...
    @property
    def proof(self) -> str: ...
    @property
    def reply(self) -> Move | None: ...
    @property
    def plan(self) -> Move | None: ...
    @property
    def certain(self) -> bool: ...


class Comment(NamedTuple):
    """A comment of the bot in a seat on one of its decisions."""

    seat: int
    number: int  # of the decision, among the moves
    kind: CommentKind
    before: float  # the bot's chance to win at this decision
    after: float  # and at its next one
    move: Move | None = None  # that was planned or feared


class SeenMove(NamedTuple):
    """A move of a game, and the seats that didn't see it."""

    move: Move
    unseen: Sequence[int]


def comments(judged: Sequence[Commented], bots: Sequence[int], moves: Sequence[SeenMove]) -> list[Comment]:
    """Let bots comment on their decisions, in the order of the game; each at most once in the same way."""
    found = [comment for seat in bots for comment in of_one([each for each in judged if each.seat == seat], moves)]
    return sorted(found, key=lambda comment: (comment.number, comment.seat))


def of_one(own: Sequence[Commented], moves: Sequence[SeenMove]) -> Iterator[Comment]:
    """Yield the comments of one bot on its decisions: the most telling ones of their kinds."""
    told = [*plans(own), *fears(own, moves)]
    for kind in dict.fromkeys(comment.kind for comment in told):
        yield max((each for each in told if each.kind == kind), key=lambda each: abs(each.after - each.before))
    yield from certainty(own)
    yield from knowledge(own)


def plans(own: Sequence[Commented]) -> Iterator[Comment]:
    """Yield the plans that were carried out with profit, and those that came to nothing."""
    for now, then in pairwise(own):
        change = chance(then) - chance(now)
        worked = now.plan is not None and now.plan[1] == then.action
        if now.plan is not None and abs(change) >= NOTABLE and worked == (change > 0.0):
            kind: CommentKind = "plan_worked" if worked else "plan_failed"
            yield Comment(now.seat, now.index, kind, chance(now), chance(then), now.plan)


def fears(own: Sequence[Commented], moves: Sequence[SeenMove]) -> Iterator[Comment]:
    """Yield the replies that did harm as expected, and those whose absence helped."""
    for now, then in pairwise(own):
        change = chance(then) - chance(now)
        reply = first_reply(now, moves[now.index + 1 : then.index])
        if (
            reply is not None
            and now.reply is not None
            and abs(change) >= NOTABLE
            and (reply == now.reply) == (change < 0.0)
        ):
            kind: CommentKind = "fear_true" if change < 0.0 else "fear_false"
            yield Comment(now.seat, now.index, kind, chance(now), chance(then), now.reply)


def first_reply(now: Commented, moves: Sequence[SeenMove]) -> Move | None:
    """Return the first move of somebody else; None if there is none, or if the bot didn't see it."""
    replies = (each for each in moves if each.move[0] not in (CHANCE, now.seat))
    found = next(replies, None)
    return None if found is None or now.seat in found.unseen else found.move


def certainty(own: Sequence[Commented]) -> Iterator[Comment]:
    """Yield the decision from which on the bot was sure to win, or to lose."""
    for wins in (True, False):
        sure = beginning([is_sure(each, wins) for each in own])
        if sure is not None:
            proved = own[sure].proof == "game"
            kind: CommentKind = (
                ("proved_win" if wins else "proved_loss") if proved else ("sure_win" if wins else "sure_loss")
            )
            yield remark(own[sure], kind)


def is_sure(decision: Commented, wins: bool) -> bool:
    """Return whether a bot was sure, margin of error included."""
    margin = decision.margins[decision.seat]
    return chance(decision) - margin >= SURE if wins else chance(decision) + margin <= 1.0 - SURE


def knowledge(own: Sequence[Commented]) -> Iterator[Comment]:
    """Yield the decision from which on the bot knew the hidden card, the last time that it did."""
    known = [each.certain for each in own]
    last = max((number for number, each in enumerate(known) if each), default=-1)
    first = beginning(known[: last + 1])
    if first is not None:
        yield remark(own[first], "knew")


def beginning(holds: Sequence[bool]) -> int | None:
    """Return since when something holds without a break until the end; None if it doesn't."""
    last = max((number for number, each in enumerate(holds) if not each), default=-1)
    return last + 1 if last + 1 < len(holds) else None


def remark(decision: Commented, kind: CommentKind) -> Comment:
    return Comment(decision.seat, decision.index, kind, chance(decision), chance(decision))


def chance(decision: Commented) -> float:
    return decision.chances[decision.seat]
