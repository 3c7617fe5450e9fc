"""Commands of several players at the same moment."""

from carreau.core.game import ALL, RACE
from carreau.games.catalogue import game
from carreau.table import timers
from carreau.table.snapshots import restored, saved
from tests.clauses import clause
from tests.table.play import Play, at_all, racing


def test_where_all_commit_nobody_is_too_late() -> None:
    play = at_all()
    decision, asked = play.table.decision, play.now
    for count, seat in enumerate([2, 0, 3, 1], start=1):
        assert play.table.decision == decision
        action = play.match.state.legal(seat)[0]
        assert play.do(play.send(seat, decision, action, "pass"))
        assert play.send(seat, decision, action, "pass") == []
        if count < 4:
            assert seat not in play.table.waiting()
            second = play.refusal(play.deciding, seat, action)
            assert (second.code, second.clause) == ("illegal", "plan.r8")
            assert play.table.began == asked
    assert play.table.decision > decision
    assert play.match.state.current != ALL


def answers(play: Play) -> tuple[list[int], int]:
    """Return the wrong answers and a right one."""
    state, found = play.match.state, dict[int, bool]()
    for action in state.legal(0):
        after = state.clone()
        after.apply(0, action)
        found[action] = after.current != RACE
    (right,) = [action for action, is_right in found.items() if is_right]
    return [action for action in found if action != right], right


def test_two_wrong_answers_at_the_same_moment_both_count() -> None:
    play = racing()
    decision, (wrong, right) = play.table.decision, answers(play)
    for seat in (1, 0):
        assert play.do(play.send(seat, decision, wrong[0], "x"))
        second = play.refusal(play.send, seat, decision, right, "y")
        assert (second.code, second.clause) == ("illegal", "misd.r2")
    assert play.table.waiting() == [2]
    assert play.do(play.send(2, decision, right, "x"))
    assert play.table.decision > decision


def test_in_a_race_the_second_right_answer_is_too_late() -> None:
    play = racing()
    decision, (wrong, right) = play.table.decision, answers(play)
    ends = timers.race_deadline(play.table)
    assert ends is not None
    play.later()
    play.do(play.send(1, decision, right, "x"))
    for action in (right, *wrong):
        assert play.refused(play.send, 0, decision, action, "x") == "stale"
    assert timers.call_off(play.table, ends) == []


@clause("nuss.r4")
def test_a_call_is_not_too_late_because_somebody_has_asked_meanwhile() -> None:
    play = Play(game("nussknacker", 3)).started()
    asker, decision = play.match.state.on_clock()[0], play.table.decision
    question, call = play.match.state.legal(asker)[0], play.table.game.parse("announce 1")
    play.do(play.deciding(asker, question))
    assert play.table.decision > decision
    assert play.refused(play.send, asker, decision, question, "again") == "stale"
    play.table = restored(saved(play.table))
    play.do(play.send((asker + 2) % 3, decision, call, "call"))
    assert call in [move.action for move in play.match.moves]
    assert play.refused(play.send, asker, decision, call, "of the last deal") == "stale"


def test_whoever_announces_second_is_too_late() -> None:
    """In Nussknacker every action changes the decision of the others, so each one counts as a new decision."""
    play = Play(game("nussknacker", 3)).started()
    assert play.table.racing
    decision, action = play.table.decision, play.table.game.parse("announce 1")
    assert play.do(play.send(2, decision, action, "x"))
    assert play.refused(play.send, 1, decision, action, "x") == "stale"
    assert play.do(play.send(1, play.table.decision, action, "y"))


def test_a_question_in_a_race_is_a_new_decision() -> None:
    play = Play(game("nussknacker", 3)).started()
    decision = play.table.decision
    asker = next(seat for seat in range(3) if len(play.match.state.legal(seat)) > 12)
    play.do(play.deciding(asker, play.match.state.legal(asker)[0]))
    assert play.table.racing
    assert play.table.decision == decision + 1
