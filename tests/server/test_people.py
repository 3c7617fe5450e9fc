"""Everything people do at a table besides moving: sharing a device, undo, resigning, leaving, chat, rematches."""

import asyncio
from functools import partial
from typing import Any

import pytest

from carreau.server import wire
from carreau.verify import proof_in
from tests.server.client import PATIENCE, Client, Guest, at_table, guests
from tests.server.playing import all_see, anything, begin, begin_again
from tests.server.running import GRACE, Running

pytestmark = pytest.mark.anyio


def of_kind(client: Client, kind: type[Any]) -> list[Any]:
    return [message for message in client.messages if isinstance(message, kind)]


def has_stand_in(client: Client, seat: int) -> bool:
    return bool(client.table.seats[seat].stand_in)


def advised(client: Client, ref: str) -> bool:
    return any(hints.ref == ref for hints in of_kind(client, wire.Hints))


def same_number(one: Client, other: Client) -> bool:
    return one.number == other.number


async def end_turn(client: Client) -> None:
    """End the turn in a game with dice, which are then rolled for the next player."""
    [end] = [int(action["id"]) for action in client.at.legal if action["do"] == "end"]
    answer = await client.act(end)
    assert answer.ok, answer


# Sharing a device


async def test_two_seats_on_one_device_are_seen_one_at_a_time(server: Running) -> None:
    async with guests(server.url, 2) as people, at_table(await people[0].create("raufer"), people) as (device, other):
        await device.sit(0)
        await device.sit(1)
        await other.sit(2)
        await device.start()
        for pov in (0, 1, 0):
            await device.pov(pov)
            shown = of_kind(device, wire.Snapshot)[-1]
            assert (shown.position.pov, shown.position.view["seat"], shown.seats) == (pov, pov, [0, 1])
            await other.do(wire.Chat(ref=other.ref(), text="and now?"))
            await device.until(lambda: device.number == other.number)
            assert device.at.pov == device.at.view["seat"] == pov
        assert await device.refused(wire.SetPov(ref=device.ref(), seat=2)) == "not_yours"
        assert device.at.pov == 0


async def test_whoever_has_left_a_seat_sees_nothing_through_it_any_more(server: Running) -> None:
    """Neither in the window in which they left, nor in another."""
    async with guests(server.url, 3) as people:
        host, friend, leaver = people
        windows = [host, friend, leaver, leaver]
        async with at_table(await host.create("raufer"), windows) as (first, second, window, other_window):
            for seat in (0, 1):
                await window.sit(seat)
                await other_window.pov(seat)
            await window.do(wire.Stand(ref=window.ref(), seat=1))
            await window.do(wire.Leave(ref=window.ref()))
            await first.sit(0)
            await second.sit(1)
            await first.do(wire.AddBot(ref=first.ref(), seat=2, level="random"))
            await first.start()
            await all_see([window, other_window], lambda client: client.position is not None)
            assert [window.at.pov, other_window.at.pov] == [-1, -1]


# Undo


async def test_what_nobody_has_learnt_from_is_taken_back_at_once(server: Running) -> None:
    async with guests(server.url, 2) as people, at_table(await people[0].create("caro"), people) as clients:
        await begin(clients)
        host, friend = clients
        before, old = host.at.view, host.acting(host.legal[-1])
        await anything(host)
        await host.do(wire.RequestUndo(ref=host.ref(), seat=0))
        await all_see(clients, lambda client: not client.events)
        assert of_kind(friend, wire.Update)[-1].undone == 1
        assert host.at.view == before
        assert await host.refused(old) == "stale"
        assert await friend.refused(wire.RequestUndo(ref=friend.ref(), seat=1)) == "undo"


async def test_what_a_person_has_answered_is_taken_back_if_they_agree(server: Running) -> None:
    async with guests(server.url, 2) as people, at_table(await people[0].create("caro"), people) as clients:
        await begin(clients)
        host, friend = clients
        await anything(host)
        await friend.until(lambda: bool(friend.legal))
        await anything(friend)
        for agrees, left in ((False, 2), (True, 0)):
            await host.do(wire.RequestUndo(ref=host.ref(), seat=0))
            await all_see(clients, lambda client: client.table.asking == 0)
            assert len(host.events) == 2
            await friend.do(wire.AnswerUndo(ref=friend.ref(), seat=1, agrees=agrees))
            await all_see(clients, lambda client: client.table.asking == -1)
            assert [len(client.events) for client in clients] == [left, left]


async def test_what_dice_have_answered_is_taken_back_if_the_others_agree(server: Running) -> None:
    async with guests(server.url, 2) as people, at_table(await people[0].create("carre"), people) as clients:
        await begin(clients)
        host, friend = clients
        before = host.at.view
        await end_turn(host)
        assert await friend.refused(wire.AnswerUndo(ref=friend.ref(), seat=1, agrees=True)) == "undo"
        for agrees in (False, True):
            await host.do(wire.RequestUndo(ref=host.ref(), seat=0))
            await friend.until(lambda: friend.table.asking == 0)
            assert await host.refused(wire.AnswerUndo(ref=host.ref(), seat=0, agrees=True)) == "undo"
            there = len(host.events)
            await friend.do(wire.AnswerUndo(ref=friend.ref(), seat=1, agrees=agrees))
            await all_see(clients, lambda client: client.table.asking == -1)
            assert (len(host.events) < there) == agrees
        assert host.events == friend.events
        assert host.at.view == before


async def test_a_bot_does_not_answer_what_was_taken_back(server: Running) -> None:
    async with (
        guests(server.url, 1) as people,
        at_table(await people[0].create("caro", bots={"1": "2"}), people) as (host,),
    ):
        await begin([host])
        await anything(host)
        await host.until(lambda: len(host.events) == 2)
        await host.do(wire.RequestUndo(ref=host.ref(), seat=0))
        await host.until(lambda: not host.events)
        await anything(host)
        await host.do(wire.RequestUndo(ref=host.ref(), seat=0))
        await asyncio.sleep(0.3)
        assert (host.events, host.table.waiting) == ([], [0])


# Resigning, leaving, coming back


async def test_who_gives_up_against_one_has_lost_and_the_dice_are_proved_all_the_same(server: Running) -> None:
    async with guests(server.url, 2) as people, at_table(await people[0].create("carre"), people) as clients:
        await begin(clients)
        await anything(clients[0])
        assert await clients[0].refused(wire.Resign(ref=clients[0].ref(), seat=1)) == "not_yours"
        await clients[1].do(wire.Resign(ref=clients[1].ref(), seat=1))
        await all_see(clients, lambda client: client.over)
        outcome = clients[0].table.outcome
        assert outcome is not None
        assert (outcome.why, outcome.seat, outcome.ranks) == ("resigned", 1, [1, 2])
        record = await people[0].record(clients[0].table_id)
        assert "result: broken off, seat 1: resigned" in record
        lines = [line.removeprefix("dice ").split(": ") for line in record.splitlines() if line.startswith("dice ")]
        assert proof_in(dict(lines), 2).secret.hex() == clients[0].table.secret
        assert await clients[0].refused(clients[0].acting(0)) == "over"


async def test_where_others_play_on_a_bot_does_so_for_whoever_gave_up_or_left(server: Running) -> None:
    async with (
        guests(server.url, 3) as people,
        at_table(await people[0].create("raufer", absent="bot"), people) as clients,
    ):
        await begin(clients)
        for seat, command in [(1, wire.Resign(ref="one", seat=1)), (2, wire.Leave(ref="two"))]:
            await clients[seat].do(command)
            await clients[0].until(partial(has_stand_in, clients[0], seat))
            answer = await clients[seat].ask(clients[seat].acting(0))  # while bots go on
            assert (answer.ok, answer.code) == (False, "stand_in")
        while not clients[0].over:
            await clients[0].until(lambda: bool(clients[0].legal) or clients[0].over)
            if clients[0].legal:
                await anything(clients[0])
        assert {told.actor for told in clients[0].events} >= {0, 1, 2}


async def test_a_seat_can_be_taken_back_from_the_bot(server: Running) -> None:
    async with (
        guests(server.url, 2) as people,
        at_table(await people[0].create("caro", absent="bot"), people) as clients,
    ):
        await begin(clients)
        host = clients[0]
        assert await host.refused(wire.ComeBack(ref=host.ref(), seat=0)) == "stand_in"
        await clients[1].do(wire.Leave(ref="leaving"))
        await anything(host)
        await host.until(lambda: bool(host.legal))
        await clients[1].do(wire.ComeBack(ref="back", seat=1))
        await all_see(clients, lambda client: not client.table.seats[1].stand_in)
        await anything(host)
        await clients[1].until(lambda: bool(clients[1].legal))
        await anything(clients[1])


async def test_a_lost_player_is_waited_for_and_then_a_bot_plays(server: Running) -> None:
    async with guests(server.url, 2) as people:
        host, lost = people
        async with at_table(await host.create("caro", absent="bot"), people) as (here, away):
            await begin([here, away])
            await away.drop()
            await here.until(lambda: lost.id in of_kind(here, wire.Present)[-1].grace)
            present = of_kind(here, wire.Present)[-1]
            assert present.guests == [host.id]
            assert 0 < present.grace[lost.id] <= GRACE
            await here.until(partial(has_stand_in, here, 1))
            await anything(here)
            await here.until(lambda: len(here.events) == 2)


async def test_nothing_that_concerns_a_lost_player_is_taken_back_without_them(server: Running) -> None:
    """Otherwise a player who stays could see what comes next and undo it."""
    async with (
        guests(server.url, 2) as people,
        at_table(await people[0].create("carre", absent="bot"), people) as (here, away),
    ):
        await begin([here, away])
        await away.drop()
        await here.until(partial(has_stand_in, here, 1))
        await end_turn(here)
        await here.until(lambda: bool(here.legal))
        there = len(here.events)
        answer = await here.ask(wire.RequestUndo(ref="alone", seat=0))
        assert (answer.code, people[1].name in answer.text, len(here.events)) == ("undo", True, there)
        again = await people[1].connect(here.table_id)
        await again.do(wire.ComeBack(ref="back", seat=1))
        await here.do(wire.RequestUndo(ref="together", seat=0))
        await again.until(lambda: again.table.asking == 0)
        await again.do(wire.AnswerUndo(ref="yes", seat=1, agrees=True))
        await here.until(lambda: len(here.events) < there)
        await again.close()


async def test_whoever_lets_their_time_run_out_wins_no_new_clock(server: Running) -> None:
    async with guests(server.url, 2) as people:
        clock = {"kind": "game", "seconds": 1, "at_flag": "bot"}
        async with at_table(await people[0].create("caro", clock=clock), people) as (slow, friend):
            await begin([slow, friend])
            await slow.until(partial(has_stand_in, slow, 0))
            assert [seat.flagged for seat in slow.table.seats] == [True, False]
            assert (await slow.ask(wire.ComeBack(ref="at once", seat=0))).code == "time_up"
            await slow.until(lambda: bool(slow.events))
            assert (await slow.ask(wire.ComeBack(ref="later", seat=0))).code == "time_up"


async def test_a_lost_player_who_comes_back_in_time_plays_on(server: Running) -> None:
    async with (
        guests(server.url, 2) as people,
        at_table(await people[0].create("caro", absent="bot"), people) as (here, away),
    ):
        await begin([here, away])
        await away.drop()
        await here.until(lambda: bool(of_kind(here, wire.Present)[-1].grace))
        again = await people[1].connect(here.table_id)
        await here.until(lambda: not of_kind(here, wire.Present)[-1].grace)
        await asyncio.sleep(GRACE + 0.3)
        assert not here.table.seats[1].stand_in
        await again.close()


async def test_where_the_table_waits_no_bot_plays_for_anybody(server: Running) -> None:
    async with guests(server.url, 2) as people, at_table(await people[0].create("caro"), people) as (here, away):
        await begin([here, away])
        await away.do(wire.Leave(ref="leaving"))
        await away.drop()
        await asyncio.sleep(GRACE + 0.3)
        await anything(here)
        assert not here.table.seats[1].stand_in


async def test_whoever_sits_down_has_the_name_that_they_have_then(server: Running) -> None:
    async with guests(server.url, 1) as people, at_table(await people[0].create("caro"), people) as (client,):
        await people[0].http.put("/api/me", json={"name": "Nova"})
        await client.sit(0)
        await client.until(lambda: client.table.seats[0].name == "Nova")


# Rematches


async def test_a_rematch_brings_everybody_to_a_new_table_with_new_dice(server: Running) -> None:
    async with guests(server.url, 3) as people:
        watcher = people[2]
        async with at_table(await people[0].create("caro"), people) as clients:
            *players, watching = clients
            await begin(players)
            assert await players[0].refused(wire.Rematch(ref="early")) == "playing"
            await players[1].do(wire.Resign(ref="enough", seat=1))
            assert await watching.refused(wire.Rematch(ref="foreign")) == "not_yours"
            await players[1].do(wire.Rematch(ref="again"))
            await all_see(clients, lambda client: bool(client.table.rematch))
            new = watching.table.rematch
            assert await players[0].refused(wire.Rematch(ref="once more")) == "rematch"
            async with at_table(new, [people[1], people[0], watcher]) as (loser, winner, seeing):
                assert seeing.table.commitment != watching.table.commitment
                assert (seeing.table.host, seeing.table.status) == (people[1].id, "open")
                assert [seat.reserved for seat in seeing.table.seats] == [people[1].id, people[0].id]
                assert await seeing.refused(seeing.sitting(0)) == "reserved"
                await begin_again([winner, loser])
                await anything(loser)
                await seeing.until(lambda: len(seeing.events) == 1)


async def test_bots_are_at_the_new_table_already(server: Running) -> None:
    async with (
        guests(server.url, 1) as people,
        at_table(await people[0].create("caro", bots={"1": "2"}), people) as (host,),
    ):
        await begin([host])
        await host.do(wire.Resign(ref="enough", seat=0))
        await host.do(wire.Rematch(ref="again"))
        async with at_table(host.table.rematch, people) as (client,):
            assert [seat.level for seat in client.table.seats] == ["", "2"]
            await begin_again([client])


async def test_a_rematch_is_among_the_games_of_its_players_only_while_somebody_is_there(server: Running) -> None:
    async with guests(server.url, 2) as people, at_table(await people[0].create("caro"), people) as (host, friend):
        await begin([host, friend])
        await host.do(wire.Resign(ref="enough", seat=0))
        await host.do(wire.Rematch(ref="again"))
        assert [table["id"] for table in await tables_of(people[0])] == [host.table_id]
        again = await people[0].connect(host.table.rematch)
        assert host.table.rematch in [table["id"] for table in await tables_of(people[0])]
        await again.sit(0)
        other = await people[1].connect(host.table.rematch)
        await again.close()
        await other.close()
        async with asyncio.timeout(PATIENCE):
            while len(await tables_of(people[0])) > 1:
                await asyncio.sleep(0.01)
        async with at_table(host.table.rematch, people) as (again, other):
            await other.sit(1)
            await all_see([again, other], lambda client: client.position is not None)
        assert host.table.rematch in [table["id"] for table in await tables_of(people[0])]


async def tables_of(person: Guest) -> list[dict[str, Any]]:
    """Return the names of their games on the front page."""
    answer = await person.http.get("/api/tables")
    found: list[dict[str, Any]] = answer.json()["yours"]
    return found


# Somebody is away


async def test_players_hand_the_seat_of_somebody_who_is_away_to_a_bot_and_they_take_it_back(server: Running) -> None:
    async with (
        guests(server.url, 3) as people,
        at_table(await people[0].create("caro"), people) as (here, away, watching),
    ):
        await begin([here, away])
        assert await here.refused(wire.HandOver(ref="here", seat=1)) == "present"
        await away.drop()
        await here.until(lambda: people[1].id in of_kind(here, wire.Present)[-1].grace)
        assert await here.refused(wire.HandOver(ref="early", seat=1)) == "present"
        await asyncio.sleep(GRACE + 0.1)
        assert await watching.refused(wire.HandOver(ref="foreign", seat=1)) == "not_yours"
        await here.do(wire.HandOver(ref="in time", seat=1))
        assert here.table.seats[1].stand_in
        await anything(here)
        await here.until(lambda: len(here.events) == 2)
        again = await people[1].connect(here.table_id)
        await again.do(wire.ComeBack(ref="back", seat=1))
        await here.until(lambda: not here.table.seats[1].stand_in)
        await again.close()


async def test_whoever_asked_to_take_back_hears_who_declined(server: Running) -> None:
    async with guests(server.url, 2) as people, at_table(await people[0].create("carre"), people) as (asker, other):
        await begin([asker, other])
        await end_turn(asker)
        await asker.do(wire.RequestUndo(ref="please", seat=0))
        await other.until(lambda: other.table.asking == 0)
        await other.do(wire.AnswerUndo(ref="no", seat=1, agrees=False))
        await asker.until(lambda: asker.table.asking == -1)
        assert [each.declined for each in of_kind(asker, wire.Update) if each.declined >= 0] == [1]


async def test_people_at_one_device_have_names_of_their_own(server: Running) -> None:
    async with (
        guests(server.url, 2) as people,
        at_table(await people[0].create("caro", seats=3), people) as (host, friend),
    ):
        await host.sit(0)
        await host.do(host.sitting(1, name="  Bo\u202e "))
        await friend.until(lambda: [seat.name for seat in friend.table.seats] == [people[0].name, "Bo", ""])
        await host.do(wire.RenameSeat(ref="three", seat=0, name="Cleo"))
        await friend.until(lambda: friend.table.seats[0].name == "Cleo")
        assert await friend.refused(wire.RenameSeat(ref="foreign", seat=0, name="X")) == "not_yours"


# Hints and chat


async def test_previews_tell_what_each_action_of_a_seat_would_do(server: Running) -> None:
    async with guests(server.url, 2) as people, at_table(await people[0].create("caro"), people) as clients:
        await begin(clients)
        host, friend = clients
        for _ in range(6):  # so that pairs are possible
            for client in clients:
                await client.act(int(client.at.legal[0]["id"]))
                await all_see(clients, partial(same_number, client))
        await host.do(wire.AskPreviews(ref="what if", seat=0))
        [shown] = of_kind(host, wire.Previews)
        assert shown.decision == host.at.decision
        assert shown.effects
        assert {int(action) for action in shown.effects} <= set(host.legal)
        best = max(shown.effects, key=lambda action: shown.effects[action][0].amount)
        had = host.at.view["scores"][0]
        await host.act(int(best))
        assert host.at.view["scores"][0] == had + shown.effects[best][0].amount
        assert await friend.refused(wire.AskPreviews(ref="foreign", seat=0)) == "not_yours"


async def test_hints_come_in_the_language_asked_for(server: Running) -> None:
    async with (
        guests(server.url, 2) as people,
        at_table(await people[0].create("caro", hints=True), people) as clients,
    ):
        await begin(clients)
        host, friend = clients
        reasons = set()
        for language in ("en", "de"):
            await host.do(wire.AskHint(ref=f"in {language}", seat=0, language=language))
            await host.until(partial(advised, host, f"in {language}"))
            hints = of_kind(host, wire.Hints)[-1].hints
            assert hints
            assert {hint.id for hint in hints} <= set(host.legal)
            reasons.add(hints[0].reason)
        assert len(reasons) == 2
        assert not of_kind(friend, wire.Hints)
        await friend.until(lambda: friend.table.seats[0].hints == 2)
        assert await friend.refused(wire.AskHint(ref="foreign", seat=0)) == "not_yours"
        assert await friend.refused(wire.AskHint(ref="later", seat=1)) == "not_your_turn"
        assert await host.refused(wire.AskHint(ref="klingon", seat=0, language="tlh"))
        await host.do(wire.Ping(ref="still there"))


async def test_between_people_hints_are_off_until_the_host_allows_them(server: Running) -> None:
    async with guests(server.url, 2) as people, at_table(await people[0].create("caro"), people) as (host, friend):
        await host.sit(0)
        await friend.sit(1)
        assert await friend.refused(wire.AllowHints(ref="please", on=True)) == "not_host"
        await host.do(wire.AllowHints(ref="allowed", on=True))
        await friend.until(lambda: friend.table.hints)
        await host.do(wire.AllowHints(ref="or not", on=False))
        await host.start()
        await host.until(lambda: bool(host.legal))
        assert await host.refused(wire.AskHint(ref="hint", seat=0)) == "no_hints"
        assert not of_kind(host, wire.Hints)


async def test_talk_is_text(server: Running) -> None:
    async with guests(server.url, 2) as people, at_table(await people[0].create("caro"), people) as clients:
        words = "<b>hi</b> & {{bye}} <script>alert(1)</script>"
        await clients[1].do(wire.Chat(ref="hello", text=f"  {words}\u202e\x00\n "))
        await all_see(clients, lambda client: len(client.chat) == 1)
        line = clients[0].chat[0]
        assert (line.guest, line.name, line.text) == (people[1].id, people[1].name, words)
        assert await clients[0].refused(wire.Chat(ref="silence", text=" \u200b\n")) == "chat"
        again = await people[0].connect(clients[0].table_id)
        assert again.chat == clients[0].chat
        await again.close()
