"""Ganz nach Plan!?: the board, options, and given positions."""

from pathlib import Path
from typing import Any

import pytest

from carreau.core.action_buffer import ActionBuffer
from carreau.core.errors import CarreauError, OptionError, PositionError, SeatsError
from carreau.core.game import CHANCE, OVER, SPECTATOR
from carreau.core.rng import Rng
from carreau.games.plan._spec import PlanHappening as Happening
from carreau.games.plan.fast import how_many, nth_card
from carreau.games.plan.game import Plan
from carreau.games.plan.spec import MOST_PLAYS
from tests.clauses import clause
from tests.play import play
from tests.positions.plan import FOUR, Hands, dealt, own, position, set_up, shown

# Display


@clause("plan.r6")
@pytest.mark.parametrize("open_discards", [False, True])
def test_the_board_shows_only_the_top_card_unless_discards_are_open(open_discards: bool) -> None:
    _, state = dealt(FOUR, "0: play 4", "1: play 2", "2: play 16", open_discards=open_discards)
    board = shown(state, 3)
    assert "16 About turn" in board
    assert (" 2 4 " in board) == open_discards


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("seats", [3, 4])
def test_the_board_can_be_drawn_at_any_time(language: str, seats: int) -> None:
    for seed in range(3):
        state, rng = Plan(seats).start(), Rng(seed)
        while state.current != OVER:
            lines = shown(state, int(rng.below(seats + 1)) - 1, language).splitlines()
            assert len(lines) <= 30
            seat = state.waiting()[0] if state.waiting() else CHANCE
            state.apply(seat, state.random_action(seat, rng, ActionBuffer()))
        assert "♛" in shown(state, SPECTATOR, language)


def test_the_board_has_room_for_the_largest_hand() -> None:
    state = set_up(Plan(4), [[16], [2], [1], [n for n in range(3, 21) if n != 16]], top=0)
    assert len(shown(state, 3).splitlines()) <= 30


@clause("plan.3")
def test_the_board_shows_who_sits_where() -> None:
    _, state = dealt(FOUR, "0: play 1")
    board = shown(state, 2)
    for chair in ("A · Bertrand", "▶ B · Ada", "C · Chloé (you)", "D · Dmitri"):
        assert chair in board


# Options and positions


def test_options_and_seats_are_checked() -> None:
    assert Plan(3).options == {"deck": "standard", "open_discards": False, "play_limit": 200}
    for seats in (2, 5):
        with pytest.raises(SeatsError, match="3, 4"):
            Plan(seats)
    with pytest.raises(OptionError, match=r"play_limit=0 is not in 1\.\.1000"):
        Plan(3, {"play_limit": 0})
    with pytest.raises(OptionError, match="did you mean open_discards"):
        Plan(3, {"open_discard": True})
    with pytest.raises(OptionError, match=r"deck='my deck\.toml' is not standard or the path of a TOML file"):
        Plan(3, {"deck": "my deck.toml"})
    with pytest.raises(OptionError, match=r"deck=nowhere\.toml: there is no such file"):
        Plan(3, {"deck": "nowhere.toml"})
    with pytest.raises(OptionError, match="the file can't be read"):
        Plan(3, {"deck": str(Path(__file__).parent)})


def test_a_set_of_cards_is_counted_and_numbered() -> None:
    rng = Rng(9)
    for _ in range(200):
        cards = int(rng.below(2**20)) * 2
        listed = [card for card in range(1, 21) if cards >> card & 1]
        assert how_many(cards) == len(listed)
        assert [nth_card(cards, n) for n in range(len(listed))] == listed


def test_a_long_game_finds_room_for_its_events() -> None:
    game = own(
        3, {n: ["take_pile self", "draw_card left", "give_card left"] for n in range(1, 16)}, play_limit=MOST_PLAYS
    )
    state, rng = game.start(), Rng(1)
    while state.events < 240:
        seat = int(state.current)
        state.apply(seat, state.random_action(seat, rng, ActionBuffer()))
    state.audit()
    assert game.load(state.dump()).fingerprint() == state.fingerprint()
    assert state.clone().fingerprint() == state.fingerprint()


def test_a_long_game_with_the_cards_of_the_box_fits_in_a_kilobyte() -> None:
    """Everything but the events takes less than 256 bytes; with about 1.9 events per play this is over 200 plays."""
    state = Plan(4).start()
    for _ in range(400):
        state.note_event(Happening.PLAYED, 0, 0, 1)
    assert 256 + 8 * len(state.event_cells) <= 1024


def long_position() -> dict[str, Any]:
    """Return a position in which seat 1 has a card to give to its left, and all have moved on by a place."""
    moves = ["0: play 4", "1: play 2", "2: play 20", "2: play 18", "3: play 9"]
    _, state = dealt(FOUR, *moves)
    return state.dump()


def test_a_position_is_loaded_as_it_was_dumped() -> None:
    data = long_position()
    assert (data["stage"], data["places"]) == ("giving", [3, 1, 0, 2])
    assert Plan(4).load(data).dump() == data


IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"hands": [[1]]}, "hands must have 4 rows, not 1"),
    ({"dealt": 7}, "dealt must be a list"),
    ({"pile": [18, 18]}, "pile names 18 twice"),
    ({"pile": [18, 21]}, r"pile\[1\]=21 is not in 1..20"),
    ({"pile": []}, "card 18 is on top, but the pile has"),
    ({"pile": [18, 1]}, "card 1 is in 2 places instead of 1"),
    ({"top": 1}, "card 1 is on top"),
    ({"in_play": 0}, r"cards \[9\] have not been dealt"),
    ({"places": [0, 0, 1, 2]}, "must have every seat once"),
    ({"place": "E"}, "place='E' is not one of A, B, C, D"),
    ({"turn": 2}, "current=3 should be 2"),
    ({"direction": 0}, "direction=0 is neither 1 nor -1"),
    ({"direction": 2}, "direction=2 is not in -1..1"),
    ({"parts": ["fly away"]}, "isn't part of an instruction"),
    ({"parts": ["give_card left"]}, "is not what is left of"),
    ({"parts": []}, "is not what is left of"),
    ({"stage": "drawing", "current": -1}, "does not fit card 9"),
    ({"stage": "playing"}, "does not fit card 9"),
    ({"stage": "dealing", "current": -1}, "while cards are dealt"),
    ({"stage": "waiting"}, "stage='waiting' is not one of"),
    ({"current": 1}, "current=1 should be 3"),
    ({"current": -4}, "current=-4 should be 3"),
    ({"winner": 1}, "winner=1 is not who has won"),
    ({"plays": 201}, "plays=201 is not in 0..200"),
    ({"plays": 3}, "plays=3, but there are events of 5"),
    ({"chosen": [1, 0, 0, 0]}, "seat 0 can't be about to pass card 1"),
    ({"events": []}, "the events do not lead"),
    ({"events": [["played", 0, 0, 2]]}, "seat 0 does not hold card 2"),
    ({"events": [["flew", 0, 0, 2]]}, "what='flew' is not one of"),
    ({"events": [["moved", 1, 1, 2]]}, "no card can go from 1 to 1"),
    ({"events": [["took", 1, 1, 2]]}, "took can't have card=2"),
    ({"events": [["played", 0, 0]]}, r"events\[0\] must be \[what, giver, receiver, card\]"),
    ({"luck": 1}, "luck is not part of a position"),
]


@pytest.mark.parametrize(("change", "reason"), IMPOSSIBLE, ids=[str(change)[:50] for change, _ in IMPOSSIBLE])
def test_impossible_positions_are_refused(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        Plan(4).load(long_position() | change)


IMPOSSIBLE_TOO: list[tuple[Hands, dict[str, Any], str]] = [
    ([[], [2], [4], [5]], {}, "seat 0 has no cards, so the game must be over"),
    ([[1], [2], [4], [5]], {"current": -4}, "can't be over while everybody has cards"),
    ([[1], [], [4], [5]], {"current": -4, "winner": 0}, "winner=0 is not who has won"),
    ([[1], [2], [4], [5]], {"plays": 200}, "200 plays are more than 199"),
    ([[1], [2], [4], [5]], {"place": "B"}, "it is the turn of place B, but seat 0 sits on A"),
    ([[1], [2], [4], [5]], {"parts": ["give_card left"]}, "nothing is in play"),
    ([[1], [2], [4], [5]], {"dealt": [[1], [1], [4], [5]]}, "card 1 was dealt twice"),
    ([[1], [2], [4], [5]], {"pile": [], "top": 0}, "have not been dealt"),
]


@pytest.mark.parametrize(("hands", "change", "reason"), IMPOSSIBLE_TOO)
def test_impossible_set_ups_are_refused(hands: Hands, change: dict[str, Any], reason: str) -> None:
    game = Plan(4)
    with pytest.raises(PositionError, match=reason):
        game.load(position(game, hands, **change))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"chosen": [1, 2, 16, 3]}, "all have chosen, so the cards must have been passed"),
        ({"chosen": [2, 0, 0, 3]}, "seat 0 can't be about to pass card 2"),
        ({"current": 0}, "current=0 should be -2"),
    ],
)
def test_impossible_passes_are_refused(change: dict[str, Any], reason: str) -> None:
    game = Plan(4)
    whole = set_up(game, [[19, 1], [2, 5], [16, 17], [3]], "0: play 19", "3: pass 3").dump()
    assert game.load(whole).waiting() == [0, 1, 2]
    with pytest.raises(PositionError, match=reason):
        game.load(whole | change)


def test_nobody_gives_or_loses_a_card_without_having_one() -> None:
    game = Plan(4)
    giving = position(game, [[], [2], [4], [5]], in_play=7, parts=["give_card left"], stage="giving", plays=1)
    drawing = position(game, [[1], [], [4], [5]], in_play=10, parts=["draw_card left"], stage="drawing", plays=1)
    for whole, card, current, seat in ((giving, 7, 0, 0), (drawing, 10, -1, 1)):
        whole["pile"].remove(card)
        with pytest.raises(PositionError, match=f"seat {seat} has no card to lose"):
            game.load(whole | {"current": current})


def test_a_position_while_cards_are_dealt_is_checked() -> None:
    game = Plan(3)
    data = play(game, "chance: deal 7", "chance: deal 8").dump()
    assert game.load(data).dump() == data
    for change, reason in (
        ({"hands": [[7, 8], [], []], "dealt": [[7, 8], [], []]}, "seat 0 must have 1 of 2 cards dealt"),
        ({"place": "A"}, "the next card can't be for seat 0"),
        ({"hands": [[3], [8], []], "dealt": [[3], [8], []]}, "plan.1: card 3 is in 1 places instead of 0"),
    ):
        with pytest.raises(CarreauError, match=reason):
            game.load(data | change)
