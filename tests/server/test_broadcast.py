"""Broadcasts: nothing about other seats, and the start of a race for everybody at the same time."""

import asyncio

import pytest

from carreau.core.game import SPECTATOR
from carreau.server import wire
from carreau.server.room import Room
from carreau.table import timers
from carreau.table.apply import after
from tests.server.client import decode
from tests.server.manual_time import settled
from tests.server.place import Place
from tests.table.play import guest

pytestmark = pytest.mark.anyio

HOUR = 3600.0


class Watching:
    """A viewer that records messages and their delays."""

    def __init__(self, who: str, pov: int, lag: float) -> None:
        self.guest = who
        self.address = ""
        self.pov = pov
        self.lag = lag
        self.sent: list[tuple[bytes, float]] = []
        self.proofs: list[float] = []

    def dismiss(self, code: int, reason: str) -> None: ...

    def answered(self, seconds: float) -> None:
        self.proofs.append(seconds)

    def send(self, message: bytes, delay: float = 0.0) -> None:
        self.sent.append((message, delay))

    def delays(self) -> list[float]:
        """List the delays of snapshots and updates."""
        return [delay for message, delay in self.sent if isinstance(decode(message), wire.Snapshot | wire.Update)]


async def tell(place: Place, name: str, *viewers: Watching) -> None:
    """Send an update to the viewers of a game."""
    room = await place.playing(name)
    room.audience.viewers.update(viewers)
    room.audience.update(after(room.table, []))


async def test_what_starts_a_race_arrives_everywhere_at_the_same_time(place: Place) -> None:
    viewers = [Watching(guest(0), 0, 0.01), Watching(guest(1), 1, 0.3), Watching("somebody", SPECTATOR, 0.1)]
    await tell(place, "misd", *viewers)
    arrivals = [viewer.lag + viewer.sent[0][1] for viewer in viewers]
    assert arrivals == [pytest.approx(0.3)] * 3


async def test_answers_in_a_race_prove_how_fast_a_line_is(place: Place) -> None:
    """The time counts from when the first viewer was sent the decision, not from later events."""
    viewer = Watching(guest(0), 0, 0.3)
    await tell(place, "misd", viewer)
    (room,) = place.rooms.in_memory.values()
    for decision in (room.table.decision, room.table.decision - 1, room.table.decision):
        await place.time.go_on(0.25)
        room.audience.update(after(room.table, []))
        room.audience.answered(viewer, decision)
    assert viewer.proofs == [pytest.approx(0.25), pytest.approx(0.75)]


async def test_what_is_no_race_is_told_at_once(place: Place) -> None:
    viewers = [Watching(guest(0), 0, 0.01), Watching(guest(1), 1, 0.3)]
    await tell(place, "caro", *viewers)
    assert [viewer.sent[0][1] for viewer in viewers] == [0.0, 0.0]


@pytest.mark.parametrize(("name", "delay"), [("misd", HOUR), ("caro", 0.0)])
async def test_whoever_connects_again_sees_a_race_no_sooner_than_the_others(
    place: Place, name: str, delay: float
) -> None:
    """Nor through another window of their own."""
    again = Watching(guest(0), SPECTATOR, 0.0)
    await tell(place, name, Watching(guest(1), 1, HOUR))
    (room,) = place.rooms.in_memory.values()
    await room.join(again)
    await room.set_pov(again, 0)
    assert again.delays() == [delay] * 2


async def test_whoever_connects_when_all_have_seen_a_race_sees_it_at_once(place: Place) -> None:
    again = Watching(guest(0), SPECTATOR, 0.0)
    await tell(place, "misd", Watching(guest(1), 1, 5.0))
    (room,) = place.rooms.in_memory.values()
    await place.time.go_on(5.0)
    await room.join(again)
    assert again.delays() == [0.0]


async def test_a_race_stays_held_back_and_seats_closed_when_its_table_is_loaded_again(place: Place) -> None:
    """A viewer whose point of view is a seat that isn't theirs on disk becomes a spectator."""
    slow, other = Watching(guest(1), 1, HOUR), Watching("somebody", 0, 0.0)
    room = await place.playing("misd")
    room.audience.viewers |= {slow, other}
    await place.fails(room)
    await room.recover()
    assert room.audience.viewers == {slow, other}
    assert (slow.pov, other.pov) == (1, SPECTATOR)
    assert (slow.delays(), other.delays()) == ([0.0], [HOUR])


async def test_a_seat_that_is_not_ones_own_is_not_seen_through(place: Place) -> None:
    """Whatever point of view a viewer had before."""
    viewers = [Watching(guest(0), 0, 0.0), Watching(guest(0), 1, 0.0), Watching("somebody", 1, 0.0)]
    await tell(place, "raufer", *viewers)
    povs = []
    for viewer in viewers:
        message = decode(viewer.sent[0][0])
        assert isinstance(message, wire.Update)
        assert message.position is not None
        povs.append((message.position.pov, message.position.view["seat"], viewer.pov))
    assert povs == [(0, 0, 0), (-1, -1, -1), (-1, -1, -1)]


async def test_an_update_answers_the_command_of_its_sender_and_of_nobody_else(place: Place) -> None:
    viewers = [Watching(guest(0), 0, 0.0), Watching(guest(0), 0, 0.0), Watching(guest(1), 1, 0.0)]
    room = await place.playing("caro")
    room.audience.viewers.update(viewers)
    (seat,) = room.table.waiting()
    sender = viewers[2 * seat]
    assert room.table.match is not None
    action = room.table.match.state.legal(seat)[0]
    command = wire.Act(ref="mine", seat=seat, decision=room.table.decision, action=action)
    assert await room.act(sender, command)
    told = {viewer: decode(viewer.sent[-1][0]) for viewer in viewers}
    assert all(isinstance(message, wire.Update) for message in told.values())
    assert [viewer for viewer in viewers if getattr(told[viewer], "ref", "") == "mine"] == [sender]
    assert not await room.act(sender, command)  # nothing happens twice, so there is no update


# Time


def race_seconds(room: Room) -> float:
    """Return the time after which a race is called off."""
    due = timers.race_deadline(room.table)
    assert due is not None
    return due - room.table.began


async def test_an_answer_that_is_held_back_is_heard_before_time_is_called(place: Place) -> None:
    """The time runs out while the answer is held back for one that may have been sent earlier."""
    quick = Watching(guest(0), 0, 0.0)
    room = await place.playing("misd")
    room.audience.viewers |= {quick, Watching(guest(1), 1, HOUR)}
    table = room.table
    assert table.match is not None
    drawn, answer = len(table.match.moves), table.match.state.legal(0)[0]
    acting = asyncio.ensure_future(room.act(quick, wire.Act(ref="a", seat=0, decision=table.decision, action=answer)))
    await place.time.go_on(race_seconds(room) + 1)
    calling = list(room.tasks.running)
    assert len(calling) == 1
    assert room.table is table
    await place.time.go_on(HOUR)
    await asyncio.gather(acting, *calling)
    assert room.table.match is not None
    assert room.table.match.moves[drawn].actor == 0


async def test_a_race_is_called_off_when_its_time_is_up(place: Place) -> None:
    room = await place.playing("misd")
    assert room.table.match is not None
    drawn = len(room.table.match.moves)
    await place.time.go_on(race_seconds(room) - 1)
    assert len(room.table.match.moves) == drawn
    await place.time.go_on(2)
    await asyncio.gather(*room.tasks.running)
    await settled()
    assert room.table.match is not None
    assert room.table.match.moves[drawn].actor == -1
