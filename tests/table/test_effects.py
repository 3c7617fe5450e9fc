"""Effects of moves in the log and in previews: points, captures, correct calls."""

import json

from carreau.core.effects import Effect
from carreau.core.game import NOBODY, SPECTATOR, State
from carreau.core.rng import Rng
from carreau.games.catalogue import AnyGame, game
from carreau.games.lessons import script
from carreau.table.match import Match, drawn_by
from carreau.table.messages import EffectShown
from carreau.table.projection import project_move
from carreau.table.snapshots import restored, saved
from tests.table.play import caro

WON = Effect("points", 0, 20, {"x": 2, "y": 2, "colour": "red"})


def position(name: str, key: str) -> tuple[AnyGame, State]:
    """Load a position of a game's lesson."""
    lesson = script(name)
    made = game(name, lesson.seats, lesson.options)
    return made, made.load(json.loads(lesson.positions[key]))


def effects(made: AnyGame, state: State, seat: int, text: str) -> list[Effect]:
    after, action = state.clone(), made.parse(text)
    made.act(after, seat, action)
    return made.effects(state, seat, action, after)


def previews(made: AnyGame, state: State, seat: int, text: str) -> list[Effect]:
    [found] = made.previews(state.view(seat), [made.parse(text)])
    return found


def test_chips_of_carat_name_winner_points_and_place() -> None:
    made, state = position("carat", "notches")
    assert effects(made, state, 0, "5 ygrb 1,1") == [WON]
    assert previews(made, state, 0, "5 ygrb 1,1") == [WON]


def test_a_capture_of_bauab_names_chip_and_plot() -> None:
    made, state = position("bauab", "late")
    found = effects(made, state, 0, "park p")
    assert found[0] == Effect("capture", 1, fields={"chip": "3", "plot": "l"})
    assert {effect.kind for effect in found[1:]} == {"points"}


def test_a_call_of_nussknacker_is_right_or_wrong_but_not_before_it_is_made() -> None:
    made, state = position("nussknacker", "bell")
    assert effects(made, state, 0, "announce 1") == [Effect("right", 0, fields={"value": 1}), Effect("points", 0, 1)]
    wrong = effects(made, state, 0, "announce 2")
    assert wrong == [Effect("wrong", 0, fields={"value": 1}), Effect("points", 1, 1), Effect("points", 2, 1)]
    assert previews(made, state, 0, "announce 1") == previews(made, state, 0, "announce 2") == []


def test_a_move_that_does_nothing_else_has_no_effects() -> None:
    made, state = position("nussknacker", "bell")
    assert effects(made, state, 0, "ask 2 1") == []


def test_the_log_shows_effects_to_those_who_saw_the_move() -> None:
    made, state = position("carat", "notches")
    match = Match(made, ["Ada", "Bo"], drawn_by(Rng(1)), state)
    move = match.act(0, made.parse("5 ygrb 1,1"))
    assert project_move(made, move, SPECTATOR).effects == [EffectShown("points", 0, 20, dict(WON.fields))]
    hidden = match.act(-1, int(match.state.sample(Rng(1))))
    assert project_move(made, hidden, SPECTATOR).effects == []


def test_a_chip_that_nobody_wins_counts_for_nobody() -> None:
    made, state = position("carat", "late")
    found = effects(made, state, 0, "2 yrgb 0,5")
    assert any(effect.seat == NOBODY and effect.amount == 0 for effect in found)


def test_effects_are_kept_in_a_snapshot() -> None:
    play = caro()
    play.until(lambda: any(move.effects for move in play.match.moves))
    again = restored(saved(play.table)).match
    assert again is not None
    assert again.moves == play.match.moves
