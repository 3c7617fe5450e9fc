"""Rematches: who sits where at the next table, and who starts."""

import pytest

from carreau.games.catalogue import game
from carreau.table import commands, rematch
from carreau.table.apply import after
from carreau.table.events import Rematched
from carreau.table.table import Table
from tests.clauses import clause
from tests.table.play import BOT, NOON, SECRET, SHARE, Play, caro, guest


def over(name: str, seats: int, seed: int = 1, **options: object) -> Play:
    guests = [guest(seat) for seat in range(seats - 1)] + [""]
    return Play(game(name, seats, options), seed, guests=guests).started().finished()


def seating(table: Table) -> list[tuple[str, str]]:
    """Return the guest or the bot's level for each seat of the rematch."""
    return [(seat.guest, seat.level) for seat in rematch.turned(table)]


def test_a_rematch_is_the_same_again_with_new_dice() -> None:
    play = over("caro", 3)
    new = rematch.create(play.table, guest(1), "next", SECRET, play.later())
    old = play.created
    assert (new.game, new.seats, new.options, new.clock) == (old.game, old.seats, old.options, old.clock)
    assert (new.table, new.host, new.secret, new.rematch_of) == ("next", guest(1), SECRET.hex(), old.table)
    assert play.do(rematch.link(play.table, guest(1), "next", play.now)) == [Rematched(play.now, "next")]
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
    assert seating(play.table) == in_turn[loser:] + in_turn[:loser]


@clause("caro.2", "caro.r8")
def test_after_a_draw_the_start_passes_on() -> None:
    play = over("caro", 2, 25)
    assert play.match.state.result().points == [128, 128]
    assert seating(play.table) == [("", BOT), (guest(0), "")]


def test_where_the_rules_say_nothing_the_first_loser_after_seat_0_begins() -> None:
    firsts = set()
    for seed in range(1, 9):
        play = over("plan", 3, seed)
        winners = play.match.state.result().winners
        first = rematch.first_seat(play.table)
        assert first == (2 if winners == [1] else 1)
        firsts.add(first)
    assert firsts == {1, 2}


@pytest.mark.parametrize("seat", [0, 1])
def test_who_gave_up_has_lost_and_begins(seat: int) -> None:  # caro.2
    play = caro()
    play.do(commands.resign(play.table, guest(seat), seat, play.later()))
    assert seating(play.table)[0] == (guest(seat), "")


@pytest.mark.parametrize(
    ("name", "seats"), [("schlauraff", 2), ("nussknacker", 3), ("qarre", 2), ("schollenschubser", 4), ("bauab", 2)]
)
def test_where_a_lot_decides_all_move_up_a_seat(name: str, seats: int) -> None:
    play = over(name, seats)
    in_turn = [*((guest(seat), "") for seat in range(seats - 1)), ("", BOT)]
    assert seating(play.table) == in_turn[1:] + in_turn[:1]
    assert rematch.create(play.table, guest(0), "next", SECRET, play.now).options == play.created.options


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
    new = rematch.create(last.table, guest(0), "next", SECRET, last.later())
    seats = seating(last.table)
    play = Play(game(new.game, new.seats, new.options), seed, guests=[who for who, _ in seats])
    return play.started()


# One click for each


def kept(play: Play) -> Table:
    """Return the rematch that seat 0 asked for, with its bots."""
    created = rematch.create(play.table, guest(0), "next", SECRET, play.later())
    added = [commands.add_bot(Table.new(created), guest(0), *bot, play.now) for bot in rematch.bots(play.table).items()]
    return after(Table.new(created), [event for events in added for event in events]).table


def sitting(table: Table, who: str) -> Table:
    """Return the table after a guest takes the seats that are kept for them."""
    for seat, each in enumerate(table.seats):
        if each.reserved == who:
            table = after(table, commands.sit_openly(table, who, each.name, seat, SHARE, NOON)).table
    return table


def test_seats_are_kept_for_those_who_had_them_under_the_names_they_had() -> None:
    play = over("caro", 3)
    names = {seat.guest: seat.name for seat in play.table.seats}
    seats = kept(play).seats
    assert [(seat.reserved, seat.level) for seat in seats] == seating(play.table)
    assert all(seat.name == names[seat.reserved] for seat in seats if seat.reserved)
    assert not any(seat.guest for seat in seats)


def test_a_rematch_begins_with_the_last_who_sits_down() -> None:
    table = sitting(kept(over("caro", 3)), guest(1))
    assert table.status == "open"
    table = sitting(table, guest(0))
    assert table.status == "playing"
    assert table.waiting()


def test_where_only_bots_are_missing_it_begins_at_once() -> None:
    table = sitting(kept(over("caro", 2)), guest(0))
    assert (table.status, [bool(seat.bot) for seat in table.seats].count(True)) == ("playing", 1)


def test_a_bot_in_the_place_of_somebody_who_does_not_come_lets_it_begin() -> None:
    table = sitting(kept(over("caro", 3)), guest(0))
    [missing] = [index for index, seat in enumerate(table.seats) if seat.reserved]
    table = after(table, commands.add_bot(table, guest(0), missing, BOT, NOON)).table
    assert table.status == "playing"


def test_a_seat_that_is_left_before_the_rematch_begins_is_still_kept() -> None:
    table = sitting(kept(over("caro", 3)), guest(0))
    [own] = table.seats_of(guest(0))
    table = after(table, commands.stand(table, guest(0), own, NOON)).table
    assert table.seats[own].reserved == guest(0)


def test_other_tables_wait_for_the_host() -> None:
    play = Play(game("caro", 2)).seated()
    assert play.table.status == "open"
