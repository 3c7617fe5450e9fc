"""Nussknacker: options, views, and given positions."""

from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from carreau.boards.nussknacker import draw
from carreau.core.action_buffer import ActionBuffer
from carreau.core.errors import OptionError, PositionError, SeatsError
from carreau.core.game import OVER, RACE, SPECTATOR
from carreau.core.playout import playout
from carreau.core.rng import Rng
from carreau.games.nussknacker._state import NussknackerState
from carreau.games.nussknacker.game import Nussknacker
from carreau.games.nussknacker.rules import MOST_REVEALED
from carreau.games.nussknacker.tables import NAMES
from carreau.games.texts import text
from tests.play import play
from tests.positions.nussknacker import THREE, announce, deal_moves, quiet_deal, seen, small, three, turns


def test_options_and_seats_are_checked() -> None:
    assert Nussknacker(3).options == {"deck": "12", "target": 5, "question_limit": 60, "tempo": "race"}
    wrong: list[tuple[dict[str, object], str]] = [
        ({"deck": 13}, "deck=13 is not one of 12, 16"),
        ({"target": 0}, r"target=0 is not in 1\.\.20"),
        ({"question_limit": 0}, r"question_limit=0 is not in 1\.\.120"),
        ({"tempo": "slow"}, "tempo=slow is not one of race, turns"),
        ({"temp": "race"}, "did you mean tempo"),
    ]
    for bad, message in wrong:
        with pytest.raises(OptionError, match=message):
            Nussknacker(3, bad)
    for seats in (1, 5):
        with pytest.raises(SeatsError, match="2, 3, 4"):
            Nussknacker(seats)
    for highest in (1, 9):
        with pytest.raises(PositionError, match=r"nuss\.2"):
            small(4, highest)


def test_random_games_end() -> None:
    for seats in (2, 3, 4):
        for tempo in ("race", "turns"):
            rng = Rng(seats)
            for _ in range(50):
                state = Nussknacker(seats, {"tempo": tempo}).start()
                assert playout(state, rng, ActionBuffer()) < 500
                assert state.result().clause == "nuss.10"


def test_the_oldest_announcements_are_forgotten_in_a_very_long_game() -> None:
    game = Nussknacker(3)
    state = game.start()
    for number in range(MOST_REVEALED + 3):
        state = announce(game, state, 0, right=number == MOST_REVEALED)
        state.audit()
    rows = state.dump()["revealed"]
    assert len(rows) == MOST_REVEALED
    assert [row[1] == row[2] for row in rows] == [False] * (MOST_REVEALED - 3) + [True, False, False]
    assert game.load(state.dump()).fingerprint() == state.fingerprint()


def position() -> dict[str, Any]:
    """Return deal 2: seat 1 started with a question to 2; seat 2 has asked seat 0 for 6 and waits for the exchange."""
    game = turns(3, target=2)
    deal = deal_moves([THREE[2], THREE[0], THREE[1]], 5, starter=1, lot=False)
    before = play(game, *deal_moves(THREE, 5), "0: ask 2 4", "2: no", "1: announce 4")
    state = play(game, *deal, "1: ask 2 6", "2: push 2", "2: choose 3+3", "1: push 1", "1: choose 6", state=before)
    state = play(
        game, "2: pass", "0: pass", "1: pass", "2: ask 0 6", "0: push 1", "0: choose 6", "2: push 1", state=state
    )
    return state.dump()


def test_a_position_is_loaded_as_it_was_dumped() -> None:
    assert turns(3, target=2).load(position()).dump() == position()


ROW = [2, 6, 2, 1, "3+3", "6"]
IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"stage": "sleeping"}, "stage='sleeping' is not one of lot"),
    ({"stage": "asking"}, "stage='asking' contradicts the rest, which says stage='exchanging'"),
    ({"stage": "returning"}, "stage='returning' contradicts the rest"),
    ({"stage": "calling"}, "nuss.r4: pending: 'ask 0 6' can't have been played by seat 2"),
    ({"stage": "dealing", "current": -1}, "stage='dealing' contradicts the rest"),
    ({"stage": "lot", "current": -1}, "nuss.3: the lot is drawn once"),
    ({"current": 0}, "current=0 contradicts the rest, which says current=2"),
    ({"current": -3}, "current=-3 contradicts the rest"),
    ({"current": -4}, "nuss.10: current=-4, but the game is not over"),
    ({"deal": 1}, "nuss.r1: 1 announcements and 0 void deals don't fit into 0 deals"),
    ({"deal": 0}, "deal=0 is not in 1"),
    ({"voids": 2}, "nuss.r1"),
    ({"voids": 11}, r"voids=11 is not in 0\.\.10"),
    ({"starter": 2}, "nuss.2: hands of .* can't have been dealt"),
    ({"starter": 3}, r"starter=3 is not in 0\.\.2"),
    ({"asker": 0}, "asker=0 contradicts the rest, which says asker=2"),
    ({"turn": 1, "current": 1}, "turn=1 contradicts the rest, which says turn=2"),
    ({"chips": [1, 1, 0]}, r"nuss.9: chips=\[1, 1, 0\], but the announcements brought \[1, 0, 1\]"),
    ({"chips": [1, 0]}, "chips must have 3 entries"),
    ({"revealed": [[1, 4, 4]]}, "nuss.9: chips="),
    ({"revealed": [[1, 4, 9]]}, r"card=9 is not in 1\.\.6"),
    ({"revealed": [[1, 4]]}, r"must be \[seat, value, card\]"),
    (
        {"revealed": [[1, 4, 4], [1, 4, 4], [1, 4, 4]], "chips": [0, 3, 0], "deal": 4},
        "nuss.10: the game was won before",
    ),
    ({"revealed": [[1, 4, 4], [1, 4, 4]], "chips": [0, 2, 0], "deal": 3}, "nuss.10: current=2, but the game is over"),
    ({"hands": [[2, 5, 6], [1, 2, 3, 3, 4]]}, "hands must have 3 rows"),
    ({"hands": [[2, 5, 6], [1, 2, 3, 3, 4], [1, 4, 7]]}, r"is not in 1\.\.6"),
    ({"hands": [[2, 5, 6], [1, 2, 3, 3, 4], [1, 4, 4]]}, "nuss.1: there are 3 cards of value 4"),
    ({"hands": [[6, 6, 6], [1, 2, 3, 3, 4], [1, 4, 6]]}, "has value 6 more than 2 times"),
    ({"hands": [[2, 5, 6, 4], [1, 2, 3, 3, 4], [1, 6]]}, "nuss.2: hands of .* can't have been dealt"),
    ({"hands": [[2, 5, 6], [1, 2, 6, 3, 4], [1, 4, 3]]}, "nuss.6|nuss.5"),
    ({"aside": 0}, "nuss.1: there are 1 cards of value 5"),
    ({"aside": 7}, r"aside=7 is not in 0\.\.6"),
    ({"deck": [5], "aside": 0}, "nuss.2: hands: 'deal 6' can't have been played"),
    ({"deck": 5}, "deck must be a list"),
    ({"questions": [[1, 6, 2, 1, "3+3", "6"]]}, "nuss.2: hands of"),
    ({"questions": [[2, 6, 1, 1, "3+3", "6"]]}, "nuss.6: .*1 and 1 cards are not '3.3' and '6'"),
    ({"questions": [[2, 5, 2, 1, "3+3", "6"]]}, "nuss.6: .*'choose 3.3' can't have been played by seat 2"),
    ({"questions": [[2, 6, 2, 1, "3+3", "7"]]}, "nuss.6: somebody no longer holds what they got"),
    ({"questions": [[2, 6, 2, 1, "3+3", "ace"]]}, "returned_cards='ace' is not one of"),
    ({"questions": [[2, 6, 2, 1, "3+3", ""]]}, "nuss.6"),
    ({"questions": [[2, 6, 2, 2, "2+4", "1+5"]]}, "no longer holds"),
    ({"questions": [[2, 6, 0, 1, "", ""]]}, "nuss.6: .*0 and 1 cards are not"),
    ({"questions": [[2, 6, 0, 0, "", ""]]}, "nuss.2: hands of"),
    ({"questions": [[0, 3, 0, 0, "", ""]]}, "nuss.2"),
    ({"questions": []}, "nuss.2: hands of"),
    ({"questions": [ROW] * 61}, "no longer holds"),
    ({"questions": [ROW, [0, 1]]}, r"must be \[asked, value"),
    ({"pending": None}, "stage='exchanging' contradicts the rest, which says stage='asking'"),
    ({"pending": [2, 6, 1, 1, "6"]}, "nuss.4: pending: 'ask 2 6' can't have been played by seat 2"),
    ({"pending": [0, 3, 1, 1, "6"]}, "nuss.5: pending: 'ask 0 3'"),
    ({"pending": [0, 6, 3, 1, "6"]}, "nuss.6: pending: 'push 3' can't have been played by seat 0"),
    ({"pending": [0, 6, 1, 2, "6"]}, "nuss.6: pending: 'push 2' can't have been played by seat 2"),
    ({"pending": [0, 6, 0, 1, "6"]}, "nuss.r2: pending: 'choose 6'"),
    ({"pending": [0, 6, 1, 1, ""]}, "nuss.r2: pending: 'push 1'"),
    ({"pending": [0, 6, 1, 1, "3+3"]}, "nuss.6: pending: 'choose 3.3'"),
    ({"weather": "fine"}, "weather is not part of a position"),
]


@pytest.mark.parametrize(("change", "message"), IMPOSSIBLE)
def test_impossible_positions_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        turns(3, target=2).load({**position(), **change})


def test_impossible_questions_are_refused() -> None:
    game, state = three("0: ask 2 4", "2: no", question_limit=2)
    for rows, message in [
        ([[1, 4, 0, 0, "", ""]], r"nuss.6: questions\[0\]: 'no' can't have been played by seat 1"),
        ([[2, 7, 0, 0, "", ""]], "value=7 is not in"),
        ([[0, 4, 0, 0, "", ""]], r"nuss.4: questions\[0\]: 'ask 0 4'"),
        ([[2, 4, 0, 0, "", ""], [2, 4, 0, 0, "", ""]], "contradicts the rest"),
        ([[2, 4, 0, 0, "", ""]] * 3, "nuss.2: questions"),
    ]:
        with pytest.raises(PositionError, match=message):
            game.load({**state.dump(), "questions": rows})


def test_impossible_endings_are_refused() -> None:
    game = Nussknacker(2, {"question_limit": 1})
    state = game.start()
    for _ in range(10):
        state = quiet_deal(game, state)
    over = state.dump()
    assert game.load(over).fingerprint() == state.fingerprint()
    for change, message in [
        ({"voids": 9}, "the game is not over"),
        ({"turn": 1 - over["turn"]}, "contradicts the rest"),
        ({"stage": "asking"}, "stage='asking' contradicts the rest"),
    ]:
        with pytest.raises(PositionError, match=message):
            game.load({**over, **change})
    won = game.start()
    for _ in range(5):
        won = announce(game, won, 0, right=True)
    dump = won.dump()
    dump["revealed"][-1] = [0, dump["aside"] % 6 + 1, dump["aside"] % 6 + 1]
    with pytest.raises(PositionError, match=r"nuss\.9: the card aside is not the one turned up last"):
        game.load(dump)


def test_a_position_must_be_complete() -> None:
    for key in position():
        with pytest.raises(PositionError, match=f"{key} is missing"):
            turns(3, target=2).load({name: value for name, value in position().items() if name != key})


def test_notations() -> None:
    game = Nussknacker(4)
    for notation in (
        "start 3",
        "aside 8",
        "deal 1",
        "ask 2 6",
        "no",
        "push 4",
        "choose 1+1+2+2",
        "announce 6",
        "pass",
    ):
        assert game.text(game.parse(notation)) == notation
    assert {game.text(game.parse(f"choose {name}")) for name in NAMES} == {f"choose {name}" for name in NAMES}


# A player's view


def test_a_view_has_what_a_player_may_know() -> None:
    _, state = three("0: ask 2 4", "2: no", "1: ask 0 1")
    view = seen(state, 1)
    assert next(iter(view)) == "seat"
    assert (view["hand"], view["held"], view["chips"], view["starter"]) == ([1, 3, 3, 4], [4, 4, 3], [0, 0, 0], 0)
    assert (view["aside"], view["deck"]) == (None, 0)
    assert view["questions"][0]["value"] == 4
    assert view["pending"]["value"] == 1
    assert seen(state, SPECTATOR)["hand"] == []


def shown(state: NussknackerState, seat: int, language: str = "en") -> str:
    console = Console(width=100, no_color=True, record=True, file=StringIO())
    console.print(
        draw(state.view(seat).to_json(), text("nussknacker", language), ["Ada", "Bertrand", "Chloé", "Dmitri"])
    )
    return console.export_text()


def test_the_board_shows_cards_only_to_those_who_saw_them() -> None:
    _, state = three("0: ask 1 6", "1: push 2", "1: choose 3+3", "0: push 2", "0: choose 2+4")
    assert "3+3 / 2+4" in shown(state, 0)
    assert "3+3 / 2+4" in shown(state, 1)
    assert "▮▮ / ▮▮" in shown(state, 2)
    assert "3+3" not in shown(state, 2)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_board_can_be_drawn_at_any_time(language: str) -> None:
    for seats, tempo in ((2, "turns"), (4, "race")):
        state, rng = Nussknacker(seats, {"deck": 16, "tempo": tempo, "target": 2}).start(), Rng(seats)
        while state.current != OVER:
            assert len(shown(state, int(rng.below(seats + 1)) - 1, language).splitlines()) <= 30
            seat = int(state.current) if state.current != RACE else int(state.turn)
            state.apply(seat, state.random_action(seat, rng, ActionBuffer()))
        assert "♛" in shown(state, SPECTATOR, language)
