"""Rematches: who sits where at the next table, and who starts."""

import pytest

from carreau.games.catalogue import game
from carreau.table import commands
from carreau.table.events import Rematched
from carreau.table.table import Table
from tests.clauses import clause
from tests.table.play import BOT, SECRET, Play, caro, guest


def over(name: str, seats: int, seed: int = 1, **options: object) -> Play:
    guests = [guest(seat) for seat in range(seats - 1)] + [""]
    return Play(game(name, seats, options), seed, guests=guests).started().finished()


def test_a_rematch_is_the_same_again_with_new_dice() -> None:
    play = over("caro", 3)
    new = commands.rematch(play.table, guest(1), "next", SECRET, play.later())
    old = play.created
    assert (new.game, new.seats, new.options, new.clock) == (old.game, old.seats, old.options, old.clock)
    assert (new.table, new.host, new.secret, new.rematch_of) == ("next", guest(1), SECRET.hex(), old.table)
    assert play.do(commands.link_rematch(play.table, guest(1), "next", play.now)) == [Rematched(play.now, "next")]
    assert play.table.next_table == "next"
    assert Table.new(new).status == "open"


# The points of each seat in the last game alone, who started it, and who lost it: of several losers,
# the first one after the starter.
LOSERS: list[tuple[int, int, list[int], int, int]] = [
    (1, 1, [133, 104, 109], 0, 1),
    (1, 10, [113, 118, 113], 0, 2),
    (1, 23, [102, 102, 126], 0, 1),
    (3, 1, [112, 114, 114], 2, 0),
    (3, 3, [111, 122, 70], 1, 2),
    (3, 13, [110, 107, 134], 2, 1),
]


@clause("caro.2", "caro.r8")
@pytest.mark.parametrize(("rounds", "seed", "points", "starter", "loser"), LOSERS)
def test_the_loser_begins(rounds: int, seed: int, points: list[int], starter: int, loser: int) -> None:
    play = over("caro", 3, seed, rounds=rounds)
    last = play.match.state.dump()
    assert (last["round_scores"], last["starter"]) == (points, starter)
    in_turn = [(guest(0), ""), (guest(1), ""), ("", BOT)]
    assert commands.rematch_seats(play.table) == in_turn[loser:] + in_turn[:loser]


@clause("caro.2", "caro.r8")
def test_after_a_draw_the_start_passes_on() -> None:
    play = over("caro", 2, 25)
    assert play.match.state.result().points == [128, 128]
    assert commands.rematch_seats(play.table) == [("", BOT), (guest(0), "")]


def test_where_the_rules_say_nothing_the_first_loser_after_seat_0_begins() -> None:
    firsts = set()
    for seed in range(1, 9):
        play = over("plan", 3, seed)
        winners = play.match.state.result().winners
        first = commands.first_in_rematch(play.table)
        assert first == (2 if winners == [1] else 1)
        firsts.add(first)
    assert firsts == {1, 2}


@pytest.mark.parametrize("seat", [0, 1])
def test_who_gave_up_has_lost_and_begins(seat: int) -> None:  # caro.2
    play = caro()
    play.do(commands.resign(play.table, guest(seat), seat, play.later()))
    assert commands.rematch_seats(play.table)[0] == (guest(seat), "")


@pytest.mark.parametrize(
    ("name", "seats"), [("schlauraff", 2), ("nussknacker", 3), ("qarre", 2), ("schollenschubser", 4), ("bauab", 2)]
)
def test_where_a_lot_decides_all_move_up_a_seat(name: str, seats: int) -> None:
    play = over(name, seats)
    in_turn = [*((guest(seat), "") for seat in range(seats - 1)), ("", BOT)]
    assert commands.rematch_seats(play.table) == in_turn[1:] + in_turn[:1]
    assert commands.rematch(play.table, guest(0), "next", SECRET, play.now).options == play.created.options


@clause("raufer.r9")
@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("seed", range(1, 5))
def test_in_a_rematch_the_start_passes_to_the_left_of_who_began(seats: int, seed: int) -> None:
    play = Play(game("raufer", seats), seed).started()
    began = beginner(play)
    for number in range(3):
        play = again(play.finished(), seed + number)
        assert beginner(play) == guest((int(began.removeprefix("guest-")) + 1) % seats)
        began = beginner(play)


def beginner(play: Play) -> str:
    """Return the first player that the game asks for a decision."""
    (seat,) = play.table.waiting()
    return play.guests[seat]


def again(last: Play, seed: int) -> Play:
    """Return the rematch, with everybody in the right seat and no moves yet."""
    new = commands.rematch(last.table, guest(0), "next", SECRET, last.later())
    seats = commands.rematch_seats(last.table)
    play = Play(game(new.game, new.seats, new.options), seed, guests=[who for who, _ in seats])
    return play.started()
