"""The core of all games: actions, options, results, and positions from outside."""

import copy
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carreau.core.actions import Actions
from carreau.core.errors import NotationError, OptionError, PositionError, SeatsError, UnknownGame
from carreau.core.game import OVER
from carreau.core.laws import Walk
from carreau.core.options import Choice, Flag, Number, Options
from carreau.core.result import Result, ranked, won_by
from carreau.games.catalogue import GAMES, AnyGame, game, game_class, variants


@pytest.mark.parametrize("name", GAMES)
def test_every_action_is_named_and_read_back(name: str) -> None:
    actions = game_class(name).ACTIONS
    step = max(1, actions.size // 3000)
    for action in range(0, actions.size, step):
        assert actions.parse(actions.text(action)) == action
        assert actions.parse(actions.text(action).upper()) == action
        assert actions.id(actions.fields(action)) == action


@pytest.mark.parametrize("digits", ["9" * 5000, "-" + "9" * 5000, "\u0669" * 5000])
def test_absurd_numbers_are_explained(digits: str) -> None:
    actions = game_class("caro").ACTIONS
    with pytest.raises(NotationError, match="x="):
        actions.parse(f"red {digits[:90]},0")
    with pytest.raises(NotationError, match="x="):
        actions.id({"do": "lay", "colour": "red", "x": digits, "y": 0})
    with pytest.raises(OptionError, match="rounds="):
        Options(Number("rounds", 1, 1, 20)).read({"rounds": digits})


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("text", ["-" * 200_000, "x " + " " * 200_000 + "x", "lay" * 70_000])
def test_a_text_that_is_much_too_long_for_a_move_is_refused_at_once(name: str, text: str) -> None:
    """A pattern would take quadratic time to reject it, and block the whole server."""
    with pytest.raises(NotationError, match="at most 100 characters"):
        game(name).parse(text)


@pytest.mark.parametrize("name", GAMES)
@given(text=st.text(max_size=40))
def test_any_text_is_an_action_or_explained(name: str, text: str) -> None:
    actions = game_class(name).ACTIONS
    try:
        assert 0 <= actions.parse(text) < actions.size
    except NotationError as error:
        assert len(str(error)) > 10  # noqa: PT017 (most texts aren't actions, some are)


def test_fields_that_name_nothing_are_explained() -> None:
    actions = Actions("toy")
    actions.add("lay", "{colour} {x}", colour=["red", "rose"], x=range(3))
    wrong: list[tuple[dict[str, object], str]] = [
        ({"do": "dance"}, "do=dance is not one of lay"),
        ({"do": "lay", "colour": "red"}, r"lay: x is missing; it is in 0\.\.2"),
        ({"do": "lay", "colour": "red", "x": 1, "y": 2}, "lay: unknown field y; the fields are colour, x"),
        ({"do": "lay", "colour": "r", "x": 1}, "lay: colour=r could be red, rose"),
        ({"do": "lay", "colour": None, "x": 1}, "lay: colour=None is not one of red, rose"),
        ({"do": "lay", "colour": "red", "x": True}, r"lay: x=True is not in 0\.\.2"),
    ]
    for fields, message in wrong:
        with pytest.raises(NotationError, match=message):
            actions.id(fields)
    assert actions.id({"do": "lay", "colour": "rose", "x": "2"}) == 5
    with pytest.raises(NotationError, match="must contain each of"):
        actions.add("pass", "pass {x}")


def test_options_are_validated() -> None:
    options = Options(Flag("quick", False), Number("limit", 5, 1, 9), Choice("mode", "easy", ["easy", "hard"]))
    assert options.read({}) == {"quick": False, "limit": 5, "mode": "easy"}
    assert options.read({"quick": "yes", "limit": "7", "mode": "HARD"}) == {"quick": True, "limit": 7, "mode": "hard"}
    wrong: list[tuple[str, object, str]] = [
        ("quick", "2", "quick=2 is not on or off"),
        ("limit", "ten", r"limit=ten is not in 1\.\.9"),
        ("limit", 10, r"limit=10 is not in 1\.\.9"),
        ("limit", 2.5, r"limit=2\.5 is not in 1\.\.9"),
        ("mode", "medium", "mode=medium is not one of easy, hard"),
        ("limits", 3, "unknown option limits; the options are quick, limit, mode; did you mean limit?"),
    ]
    for name, value, message in wrong:
        with pytest.raises(OptionError, match=message):
            options.read({name: value})
    with pytest.raises(OptionError, match="this game has no options"):
        Options().read({"quick": True})


def test_results_share_ranks_and_payoffs() -> None:
    assert ranked([3, 9, 3], "x.1").ranks == [2, 1, 2]
    assert ranked([3, 9, 3], "x.1").payoffs == [-0.5, 1.0, -0.5]
    assert ranked([5, 5], "x.1").payoffs == [0.0, 0.0]
    assert Result([1, 1, 0], [1, 1, 3], "x.1").payoffs == [0.25, 0.25, -0.5]
    assert ranked([1, 0], "x.1") == Result([1, 0], [1, 2], "x.1") != ranked([1, 0], "x.2")


def test_a_game_that_is_just_won_counts_no_points() -> None:
    just_won, won_with_points = won_by(1, 3, "x.1"), won_by(0, 2, "x.1", [7, 9])
    assert (just_won.ranks, just_won.counted) == ([2, 1, 2], False)
    assert (won_with_points.ranks, won_with_points.points, won_with_points.counted) == ([1, 2], [7, 9], True)
    assert won_by(-1, 3, "x.1").ranks == [1, 1, 1]
    assert ranked([1, 0], "x.1").counted


def test_unknown_games_and_seats_are_explained() -> None:
    with pytest.raises(UnknownGame, match="did you mean raufer"):
        game("Rauffer")
    with pytest.raises(SeatsError, match="raufer is for 3, 4, 5 players, not 2"):
        game("raufer", 2)


@cache
def dumps(name: str) -> list[tuple[AnyGame, dict[str, Any]]]:
    """Yield positions along random games of every variant."""
    found = []
    for seed, made in enumerate(variants(name)):
        walk = Walk(made, seed)
        for step in range(60):
            if walk.state.current == OVER:
                break
            if step % 7 == 6:
                found.append((made, walk.state.dump()))
            walk.state.apply(*walk.choose())
    return found


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every container in a dump with each of its keys."""
    if isinstance(data, dict | list):
        for key in list(data) if isinstance(data, dict) else range(len(data)):
            yield data, key
            yield from places(data[key])


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 30),
    st.integers(),
    st.floats(allow_nan=False),
    st.text(max_size=5),
    st.lists(st.integers(-2, 9), max_size=3),
    st.dictionaries(st.text(max_size=2), st.integers(), max_size=2),
)


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_a_spoilt_position_is_refused_or_sound(name: str, data: st.DataObject) -> None:
    """Whatever is put into a position: a PositionError, or a position that can be played on."""
    made, dump = data.draw(st.sampled_from(dumps(name)))
    spoilt = copy.deepcopy(dump)
    holder, key = data.draw(st.sampled_from(list(places(spoilt))))
    change = data.draw(st.sampled_from(["replace", "remove", "swap"]))
    if change == "remove":
        del holder[key]
    elif change == "replace":
        holder[key] = data.draw(JUNK)
    else:
        other, spot = data.draw(st.sampled_from(list(places(copy.deepcopy(dump)))))
        holder[key] = other[spot]
    try:
        state = made.load(spoilt)
    except PositionError:
        return
    walk = Walk(made, 1)
    walk.state = state
    for _ in range(5):
        state.audit()
        for seat in range(-1, made.seats):
            state.view(seat).to_json()
        if state.current == OVER:
            break
        state.apply(*walk.choose())


@pytest.mark.parametrize("name", GAMES)
def test_a_position_must_be_a_table(name: str) -> None:
    junk: list[Any] = [[], "caro", None, 3]
    for nonsense in junk:
        with pytest.raises(PositionError, match="a position must be a table of names and values"):
            game(name).load(nonsense)
