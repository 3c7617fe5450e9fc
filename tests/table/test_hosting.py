"""Hosts and their tables: who may start, whom they remove, and what happens without them."""

from carreau.games.catalogue import game
from carreau.table import commands, hosting, rematch, timers
from carreau.table.apply import apply
from carreau.table.events import AnyEvent, HostChanged, Released, Removed, Sealed, StartWanted
from carreau.table.projection import project_change, project_table
from carreau.table.snapshots import replayed, restored, saved
from carreau.table.table import Table
from carreau.table.timers import KEPT_SECONDS
from tests.table.play import SECRET, SHARE, Play, guest, resigned

STRANGER = "stranger"


def seated(*guests: str) -> Play:
    """Return a table of guest 0 at which others sit."""
    play = Play(game("caro", 3), guests=list(guests))
    for seat, who in enumerate(guests):
        if who:
            play.do(commands.sit_openly(play.table, who, who, seat, SHARE, play.now))
    return play


def kinds(events: list[AnyEvent]) -> list[type[AnyEvent]]:
    return [type(event) for event in events]


def test_a_host_starts_alone_with_a_seat_or_without() -> None:
    for play in (seated(guest(0), guest(1), guest(2)), seated(guest(1), guest(2), guest(3))):
        assert kinds(commands.start(play.table, guest(0), play.now))[0] is Sealed


def test_players_start_together_without_the_host() -> None:
    play = seated(guest(1), guest(2), guest(2))
    assert kinds(play.do(commands.start(play.table, guest(1), play.now))) == [StartWanted]
    assert commands.start(play.table, guest(1), play.now) == []
    assert project_table(play.table, play.now).hosting.ready == [guest(1)]
    assert kinds(play.do(commands.start(play.table, guest(2), play.now)))[:2] == [StartWanted, Sealed]
    assert play.playing


def test_a_host_who_has_a_seat_must_agree_as_well() -> None:
    play = seated(guest(0), guest(1), guest(2))
    for who in (guest(1), guest(2)):
        play.do(commands.start(play.table, who, play.now))
    assert not play.playing
    play.do(commands.start(play.table, guest(0), play.now))
    assert play.playing


def test_who_wants_to_start_wants_it_with_those_who_sit_there() -> None:
    play = seated(guest(1), guest(2), guest(3))
    for who in (guest(1), guest(2)):
        play.do(commands.start(play.table, who, play.now))
    play.do(commands.stand(play.table, guest(3), 2, play.now))
    play.do(commands.sit_openly(play.table, STRANGER, "Name", 2, SHARE, play.now))
    play.do(commands.start(play.table, STRANGER, play.now))
    assert not play.playing


def test_whoever_is_removed_loses_all_seats_and_does_not_come_back() -> None:
    play = seated(guest(1), guest(0), guest(1))
    assert play.do(hosting.remove(play.table, guest(0), 2, play.now)) == [Removed(play.now, guest(1))]
    assert [seat.guest for seat in play.table.seats] == ["", guest(0), ""]
    assert play.refused(commands.sit_openly, play.table, guest(1), "Name", 0, SHARE, play.now) == "removed"
    play.do(commands.sit_openly(play.table, STRANGER, "Name", 0, SHARE, play.now))


def test_a_locked_seat_is_the_hosts_until_it_is_unlocked() -> None:
    play = seated(guest(0))
    play.do(hosting.lock_seat(play.table, guest(0), 1, True, play.now))
    assert hosting.lock_seat(play.table, guest(0), 1, True, play.now) == []
    assert project_table(play.table, play.now).hosting.locked == [1]
    assert play.refused(commands.sit_openly, play.table, STRANGER, "Name", 1, SHARE, play.now) == "locked"
    play.do(commands.add_bot(play.table, guest(0), 1, "1", play.now))
    play.do(commands.stand(play.table, guest(0), 1, play.now))
    assert play.refused(commands.sit_openly, play.table, STRANGER, "Name", 1, SHARE, play.now) == "locked"
    play.do(hosting.lock_seat(play.table, guest(0), 1, False, play.now))
    play.do(commands.sit_openly(play.table, STRANGER, "Name", 1, SHARE, play.now))


def test_whoever_is_muted_says_nothing_until_they_may() -> None:
    play = seated(guest(0))
    play.do(commands.chat(play.table, STRANGER, "Name", "spam", play.now))
    play.do(hosting.mute(play.table, guest(0), STRANGER, True, play.now))
    assert play.refused(commands.chat, play.table, STRANGER, "Name", "spam", play.now) == "muted"
    assert hosting.mute(play.table, guest(0), STRANGER, True, play.now) == []
    play.do(hosting.mute(play.table, guest(0), STRANGER, False, play.now))
    play.do(commands.chat(play.table, STRANGER, "Name", "sorry", play.now))


def test_a_game_that_is_closed_is_seen_by_its_players_and_its_host() -> None:
    play = seated(guest(1), guest(2), guest(3))
    play.do(hosting.allow_spectators(play.table, guest(0), False, play.now))
    assert hosting.may_watch(play.table, STRANGER)  # who may take a seat
    play.do(commands.start(play.table, guest(0), play.now))
    seen = [who for who in (guest(0), guest(1), guest(3), STRANGER, "") if hosting.may_watch(play.table, who)]
    assert seen == [guest(0), guest(1), guest(3)]
    play.do(hosting.allow_spectators(play.table, guest(0), True, play.now))
    assert hosting.may_watch(play.table, STRANGER)


def test_a_player_takes_over_from_a_host_who_is_away() -> None:
    play = seated(guest(1))
    assert play.refused(hosting.claim, play.table, guest(1), False, play.now) == "host_here"
    before = play.table.clone()
    assert play.do(hosting.claim(play.table, guest(1), True, play.now)) == [HostChanged(play.now, guest(1))]
    assert (play.table.host, play.table.created.host) == (guest(1), guest(0))
    assert project_change(before, play.table, play.now).host == guest(1)
    assert play.refused(commands.add_bot, play.table, guest(0), 1, "1", play.now) == "not_host"
    play.do(commands.add_bot(play.table, guest(1), 1, "1", play.now))
    assert hosting.claim(play.table, guest(1), True, play.now) == []


def test_a_table_whose_host_never_came_belongs_to_whoever_claims_it() -> None:
    play = seated(guest(1), guest(2))
    play.do(hosting.abandon(play.table, play.now))
    assert play.table.host == ""
    assert hosting.abandon(play.table, play.now) == []
    assert play.refused(commands.add_bot, play.table, "", 2, "1", play.now) == "not_host"
    play.do(hosting.claim(play.table, guest(2), False, play.now))
    assert play.table.host == guest(2)


def test_what_the_host_has_decided_survives_a_restart() -> None:
    play = seated(guest(0), guest(1))
    play.do(hosting.mute(play.table, guest(0), guest(1), True, play.now))
    play.do(hosting.remove(play.table, guest(0), 1, play.now))
    play.do(hosting.lock_seat(play.table, guest(0), 2, True, play.now))
    play.do(hosting.allow_spectators(play.table, guest(0), False, play.now))
    for table in (replayed(play.journal), restored(saved(play.table))):
        assert table.hosting == play.table.hosting
        assert saved(table) == saved(play.table)


# The seats of a rematch


def kept() -> tuple[Table, float]:
    """Return a rematch of two guests at which nobody sits yet, and when it was created."""
    play = resigned()
    created = rematch.create(play.table, guest(0), "next", SECRET, play.now)
    return Table.new(created), play.now


def test_the_seats_of_a_rematch_are_kept_for_a_minute() -> None:
    table, now = kept()
    assert timers.next_expiry(table) == now + KEPT_SECONDS
    assert timers.expire(table, now + KEPT_SECONDS - 1) == []
    for event in timers.expire(table, now + KEPT_SECONDS):
        apply(table, event)
    assert timers.next_expiry(table) is None
    assert [seat.reserved for seat in table.seats] == ["", ""]
    apply(table, commands.sit_openly(table, STRANGER, "Name", 0, SHARE, now + KEPT_SECONDS)[0])


def test_after_an_outage_they_are_free_as_well() -> None:
    table, now = kept()
    later = now + 100 * KEPT_SECONDS
    assert timers.expire(table, later) == [Released(later, 0), Released(later, 1)]


def test_a_player_who_declines_frees_their_own_seat() -> None:
    table, now = kept()
    [event] = hosting.decline(table, guest(0), now)
    apply(table, event)
    assert [seat.reserved for seat in table.seats] == [guest(1), ""]
    assert hosting.decline(table, guest(0), now) == hosting.decline(table, STRANGER, now) == []
    apply(table, commands.sit_openly(table, STRANGER, "Name", 1, SHARE, now)[0])


def test_a_seat_that_its_player_has_taken_is_not_released() -> None:
    table, now = kept()
    apply(table, commands.sit_openly(table, guest(0), "Name", 1, SHARE, now)[0])
    assert timers.expire(table, now + KEPT_SECONDS) == [Released(now + KEPT_SECONDS, 0)]
    assert hosting.decline(table, guest(0), now) == []
