"""Comments of bots on their games: each says what the numbers of its own decisions say."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from carreau.bots.analysis import Effort, review_move
from carreau.bots.comments import Comment, CommentKind, SeenMove, comments
from carreau.bots.continuation import Move
from carreau.core.rng import Rng
from carreau.games.catalogue import game, game_class
from tests.bots.positions import position
from tests.hidden import HIDING

ME, OTHER = 0, 1
MINE, THEIRS = (ME, 7), (OTHER, 8)


@dataclass
class Decision:
    """A judged decision, as far as comments need it."""

    index: int
    chance: float
    reply: Move | None = None
    plan: Move | None = None
    margin: float = 0.0
    proof: str = ""
    certain: bool = False
    seat: int = ME
    action: int = MINE[1]

    @property
    def chances(self) -> tuple[float, ...]:
        return self.chance, 1.0 - self.chance

    @property
    def margins(self) -> tuple[float, ...]:
        return self.margin, self.margin


def told(decisions: Sequence[Decision], *replies: SeenMove) -> list[Comment]:
    """Let the bot comment on a game in which the other player makes these moves in between."""
    moves = [each for reply in replies for each in (SeenMove(MINE, ()), reply)]
    return comments(decisions, [ME], [*moves, SeenMove(MINE, ())])


def kinds(found: Sequence[Comment]) -> list[CommentKind]:
    return [comment.kind for comment in found]


SEEN = SeenMove(THEIRS, ())
ELSE = SeenMove((OTHER, 9), ())


@pytest.mark.parametrize(
    ("plan", "after", "expected"),
    [
        (MINE, 0.6, ["plan_worked"]),
        (MINE, 0.4, []),
        ((ME, 9), 0.4, ["plan_failed"]),
        ((ME, 9), 0.6, []),
        (MINE, 0.52, []),
        (None, 0.8, []),
    ],
)
def test_a_plan_worked_if_it_was_carried_out_and_paid(plan: Move | None, after: float, expected: list[str]) -> None:
    assert kinds(told([Decision(0, 0.5, plan=plan), Decision(2, after)], ELSE)) == expected


@pytest.mark.parametrize(
    ("happened", "after", "expected"),
    [(SEEN, 0.4, ["fear_true"]), (SEEN, 0.6, []), (ELSE, 0.6, ["fear_false"]), (ELSE, 0.4, []), (SEEN, 0.48, [])],
)
def test_a_fear_was_right_if_it_happened_and_did_harm(happened: SeenMove, after: float, expected: list[str]) -> None:
    found = told([Decision(0, 0.5, reply=THEIRS), Decision(2, after)], happened)
    assert kinds(found) == expected
    assert [comment.move for comment in found] == [THEIRS] * len(expected)


@pytest.mark.parametrize("after", [0.2, 0.8])
def test_nothing_is_said_about_a_move_that_the_bot_did_not_see(after: float) -> None:
    decisions = [Decision(0, 0.5, reply=THEIRS), Decision(2, after)]
    assert told(decisions, SeenMove(THEIRS, (ME,))) == []


def test_the_greatest_of_several_fears_is_told() -> None:
    chances = [0.5, 0.4, 0.1, 0.05]
    found = told([Decision(2 * n, each, reply=THEIRS) for n, each in enumerate(chances)], SEEN, SEEN, SEEN)
    assert [(comment.number, comment.before, comment.after) for comment in found[:1]] == [(2, 0.4, 0.1)]
    assert kinds(found) == ["fear_true", "sure_loss"]


@pytest.mark.parametrize(
    ("chances", "margin", "proof", "expected"),
    [
        ([0.95, 0.5, 0.95, 0.99], 0.0, "", [(2, "sure_win")]),
        ([0.5, 0.06, 0.03], 0.02, "", [(1, "sure_loss")]),
        ([0.5, 1.0, 1.0], 0.0, "game", [(1, "proved_win")]),
        ([0.5, 0.0], 0.0, "game", [(1, "proved_loss")]),
        ([0.5, 0.92], 0.04, "", []),
        ([0.95, 0.5], 0.0, "", []),
    ],
)
def test_a_bot_was_sure_since_it_never_doubted_again(
    chances: list[float], margin: float, proof: str, expected: list[tuple[int, str]]
) -> None:
    decisions = [Decision(number, each, margin=margin, proof=proof) for number, each in enumerate(chances)]
    assert [(each.number, each.kind) for each in comments(decisions, [ME], [SeenMove(MINE, ())] * 9)] == expected


def test_a_bot_knew_the_card_since_the_last_time_it_found_out() -> None:
    known = [True, False, False, True, True, False]
    decisions = [Decision(number, 0.5, certain=each) for number, each in enumerate(known)]
    assert [(each.number, each.kind) for each in comments(decisions, [ME], [SeenMove(MINE, ())] * 9)] == [(3, "knew")]


def test_people_are_spared_comments() -> None:
    decisions = [Decision(0, 0.99), Decision(1, 0.99, seat=OTHER)]
    assert [comment.seat for comment in comments(decisions, [ME], [SeenMove(MINE, ())] * 9)] == [ME]


@pytest.mark.parametrize("name", HIDING)
def test_an_outlook_knows_no_more_than_the_player_did(name: str) -> None:
    made = game(name, game_class(name).SEATS[0])
    state = position(made, 3, 3)
    seat = state.waiting()[0]
    move = (seat, state.legal(seat)[0])
    worlds = [state, made.guess(state.view(seat), Rng(8))]
    looks = [review_move(made, [], world, move, Effort(400, 10, 4, 1)).outlook for world in worlds]
    assert looks[0] == looks[1]
