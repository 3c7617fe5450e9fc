"""Matches as values: acting, letting chance act, and undo, depending on what was revealed."""

import pytest

from carreau.core.errors import IllegalMove, NotationError, UndoRefused
from carreau.core.game import CHANCE, RACE, State
from carreau.core.record import read
from carreau.core.rng import Rng
from carreau.games.catalogue import game
from carreau.table.match import Match, all_is_open, drawn_by


def started(name: str, seats: int | None = None) -> Match:
    made = game(name, seats)
    match = Match(made, [f"P{seat}" for seat in range(made.seats)], drawn_by(Rng(4)))
    match.settle()
    return match


def act(match: Match, seat: int, text: str) -> None:
    match.act(seat, match.game.parse(text))


def test_a_refused_action_changes_nothing() -> None:
    match = started("caro")
    act(match, 0, "red 0,0")
    before = match.state.fingerprint()
    with pytest.raises(IllegalMove) as refusal:
        act(match, 1, "red 1,0")
    assert refusal.value.clause == "caro.7"
    with pytest.raises(NotationError, match=r"action 99999 is not in 0\.\.902"):
        match.act(1, 99_999)
    assert match.state.fingerprint() == before
    assert len(match.moves) == 1


def test_clones_go_on_without_each_other() -> None:
    match = started("caro")
    act(match, 0, "red 0,0")
    one, other = match.clone(), match.clone()
    act(one, 1, "black 1,0")
    act(other, 1, "grey 1,0")
    act(one, 0, "grey 0,1")
    undone = one.clone()
    undone.undo_last(2)
    act(undone, 1, "white 1,0")
    assert [len(each.moves) for each in (match, one, other, undone)] == [1, 3, 2, 2]
    for each in (match, one, other, undone):
        assert each.record().final().fingerprint() == each.state.fingerprint()


def test_an_action_that_was_only_looked_at_changes_nothing() -> None:
    match = started("caro")
    for seat, text in enumerate(["red 0,0", "black 1,0", "white -1,0", "grey 2,0"]):
        act(match, seat % 2, text)
    looked_at = match.game.parse("grey 0,1")
    assert match.following(0, looked_at) == []
    other, undone = match.clone(), match.clone()
    act(other, 0, "white 0,1")
    undone.undo_last(2)
    undone.act(0, looked_at)  # in another position
    match.act(0, looked_at)
    assert [len(each.moves) for each in (match, other, undone)] == [5, 5, 3]
    for each in (match, other, undone):
        assert each.record().final().fingerprint() == each.state.fingerprint()


def test_undo_takes_back_the_own_move_and_the_answers_to_it() -> None:
    match = started("caro")
    act(match, 0, "red 0,0")
    before = match.state.fingerprint()
    act(match, 1, "black 1,0")
    act(match, 0, "grey 0,1")
    assert match.undo(1) == 2
    assert match.state.fingerprint() == before
    assert match.state.current == 1
    assert len(match.moves) == 1


def test_undo_needs_a_move() -> None:
    match = started("caro")
    with pytest.raises(UndoRefused, match="no move to undo"):
        match.undo(1)


def test_undo_ends_where_dice_have_spoken() -> None:
    match = started("carre")
    act(match, 0, "end")
    match.settle()
    with pytest.raises(UndoRefused, match="dice, cards or the clock"):
        match.undo(0)


def test_undo_ends_where_something_hidden_was_shown() -> None:
    match = started("raufer")
    seat = int(match.state.current)
    assert not all_is_open(match.state, match.game.seats)
    match.act(seat, match.state.legal(seat)[0])
    with pytest.raises(UndoRefused, match="others may have learnt something"):
        match.undo(seat)


def test_in_a_race_an_answer_counts_as_it_was_given() -> None:
    """A player who has answered knows whether the answer was right; free undo would mean free guesses."""
    made = game("misd", 3, {"mode": "hard", "others_go_on": True})
    match = Match(made, ["Ada", "Bo", "Cy"], drawn_by(Rng(1)))
    match.settle()
    wrong = next(action for action in match.state.legal(0) if still_racing(match.state, action))
    match.act(0, wrong)
    with pytest.raises(UndoRefused, match="in a race"):
        match.undo(0)


def still_racing(state: State, action: int) -> bool:
    after = state.clone()
    after.apply(0, action)
    return bool(after.current == RACE)


def test_a_match_resumes_from_its_record() -> None:
    match = started("carre")
    act(match, 0, "end")
    match.settle()
    again = Match.resumed(read(match.record().write(), game), drawn_by(Rng(9)))
    assert again.state.fingerprint() == match.state.fingerprint()
    assert [move.actor for move in again.moves] == [CHANCE, 0, CHANCE]
