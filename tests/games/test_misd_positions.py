"""Misd: options, and given positions, possible and impossible."""

import pytest

from carreau.core.errors import OptionError, PositionError
from carreau.core.game import CHANCE, OVER
from carreau.games.misd.game import Misd
from tests.positions.misd import EVERY_CARD, SHAPES, Position, both_games, hard, lose, pass_by, show, simple, win


def test_options_of_the_hard_game_need_it() -> None:
    cases: list[Position] = [{"cards": 7}, {"others_go_on": True}, {"mixed_sides": "on"}]
    for options in cases:
        with pytest.raises(OptionError, match=r"(cards=7|others_go_on=on|mixed_sides=on) needs mode=hard"):
            Misd(2, options)
        Misd(2, {"mode": "hard", **options})
    assert Misd(2, {"mode": "simple", "cards": 5, "mixed_sides": False}).start().dump()["places"] == 1


def test_bad_options_are_explained() -> None:
    with pytest.raises(OptionError, match="mode=easy is not one of simple, hard"):
        Misd(2, {"mode": "easy"})
    with pytest.raises(OptionError, match=r"limit=0 is not in 1\.\.1000"):
        Misd(2, {"limit": 0})
    with pytest.raises(OptionError, match="did you mean chips"):
        Misd(2, {"chip": 5})


def changed(position: Position, **changes: object) -> Position:
    return {**{key: value for key, value in position.items() if key != "faces"}, **changes}


def test_what_follows_from_the_rest_may_be_left_out() -> None:
    for game in both_games():
        state = show(lose(game, win(game, game.start(), 2, times=3), 0))
        short = {key: value for key, value in state.dump().items() if key not in state.derived()}
        assert game.load(short).fingerprint() == state.fingerprint()


SIMPLE: list[tuple[Position, str]] = [
    ({"chips": [0, 0]}, "chips must have 3 entries"),
    ({"chips": [0, 0, -1]}, r"chips\[2\]=-1 is not in 0..20"),
    ({"chips": [3, 0, 0]}, "3 chips are owned after 2"),
    ({"number": 0}, "number=0 is not in 1..200"),
    ({"number": 4}, "the stack must have 6 cards, not 7"),
    ({"number": "3"}, "number='3' is not in"),
    ({"layout": [[3, "back"]]}, "the front sides must be up"),
    ({"layout": [[3, "top"]]}, "side='top' is not one of front, back"),
    ({"layout": [[11, "front"]]}, "card=11 is not in 1..10"),
    ({"layout": [[3, "front"], [4, "front"]]}, "at most 1 entries"),
    ({"layout": [3]}, r"layout\[0\] must be \[card, side\]"),
    ({"layout": [[4, "front"]]}, "in the layout or the stack twice"),
    ({"layout": []}, "the stack must have 8 cards"),
    ({"stack": [4, 4]}, "stack names 4 twice"),
    ({"stack": [0]}, "=0 is not in 1..10"),
    ({"stack": "all"}, "stack must be a list"),
    ({"shape": "star"}, "can't be in shapes_left"),
    ({"shape": "star", "shapes_left": [s for s in SHAPES if s != "star"]}, "layout of the hard game"),
    ({"shape": "egg"}, "shape='egg' is not one of triangle"),
    ({"colours_left": []}, "colours_left must have 10 entries"),
    ({"wrong": [1]}, "a search with a wrong answer is over"),
    ({"wrong": [3]}, "=3 is not in 0..2"),
    ({"current": CHANCE}, "current=-1 is not -3 or -4"),
    ({"current": 0}, "current=0 is not -3 or -4"),
    ({"current": OVER}, "can't be over with 19 chips left"),
    ({"last": None}, "last must be an answer"),
    ({"last": [0, "yellow", True, None]}, "last: 'yellow' is not a move in misd"),
    ({"last": [0, "card 1", False, "red star"]}, "card 1 is no answer in this game"),
    ({"last": [0, "red star", True, "red heart"]}, "right exactly if it is the solution"),
    ({"last": [0, "red star", False, None]}, "the solution exactly when the search is over"),
    ({"last": [-1, "red star", False, "red heart"]}, "the time-out is an action of the clock"),
    ({"last": [0, "red star", False]}, r"last must be \[seat, answer, right, solution\]"),
    ({"mode": "hard"}, "mode='hard' contradicts the rest, which says mode='simple'"),
    ({"supply": 3}, "supply=3 contradicts the rest, which says supply=19"),
    ({"faces": []}, "faces=.. contradicts the rest"),
    ({"colour_of_the_table": "green"}, "colour_of_the_table is not part of a position"),
]


@pytest.mark.parametrize(("changes", "message"), SIMPLE)
def test_impossible_positions_of_the_simple_game_are_refused(changes: Position, message: str) -> None:
    game = simple()
    state = show(lose(game, win(game, game.start(), 0), 1))
    assert state.all_points() == [1, 0, 0]
    with pytest.raises(PositionError, match=message):
        game.load(changed(state.dump(), **changes))


HARD: list[tuple[Position, str]] = [
    ({"layout": [[1, "front"]], "stack": EVERY_CARD[1:], "current": CHANCE}, "5 cards must lie in the layout"),
    ({"shape": None}, "shapes_left must have 9 entries, not 8"),
    ({"shape": None, "shapes_left": SHAPES[1:]}, "the shape is turned up before the colour"),
    ({"wrong": []}, "the solution exactly when the search is over"),
    ({"wrong": [1]}, "must be that of a seat that was wrong"),
    ({"wrong": [0, 1, 2]}, "when all were wrong the search is over"),
    ({"stack": EVERY_CARD}, "in the layout or the stack twice"),
    ({"layout": [[1, "front"]] * 5}, "in the layout or the stack twice"),
    ({"last": [0, "card 1", False, "card 2"]}, "the solution exactly when the search is over"),
    ({"last": [0, "card 9", False, None]}, "card 9 is no answer in this game"),
    ({"number": 7}, "the back sides must be up"),
]


@pytest.mark.parametrize(("changes", "message"), HARD)
def test_impossible_positions_of_the_hard_game_are_refused(changes: Position, message: str) -> None:
    game = hard(others_go_on=True)
    state = lose(game, show(win(game, game.start(), 0)), 0)
    assert state.dump()["wrong"] == [0]
    with pytest.raises(PositionError, match=message):
        game.load(changed(state.dump(), **changes))


def test_other_impossible_positions() -> None:
    game = hard()
    between = pass_by(game, game.start(), 1).dump()
    with pytest.raises(PositionError, match="5 cards must lie in the layout, not 4"):
        game.load(changed(between, layout=between["layout"][:4], stack=EVERY_CARD[4:]))
    with pytest.raises(PositionError, match="null, nobody answered"):
        game.load(changed(game.start().dump(), last=[0, "card 1", True, "card 1"]))
    small = simple(chips=1)
    with pytest.raises(PositionError, match="the last chip has found an owner"):
        small.load(changed(pass_by(small, small.start(), 1).dump(), chips=[1, 0, 0]))
    with pytest.raises(PositionError, match="2 chips are owned, but there are only 1"):
        small.load(changed(pass_by(small, small.start(), 2).dump(), chips=[1, 1, 0]))
