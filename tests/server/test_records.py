"""Records of games played here and elsewhere: uploads are replayed, analysed and not stored."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from carreau.core.record import Record, read
from carreau.games.catalogue import game
from carreau.server import wire
from carreau.server.analysis_jobs import LONGEST_NAME, PER_GUEST, AnalysisJobs
from carreau.server.bot_pool import BotPool
from carreau.server.bot_protocol import Judged
from carreau.table.commands import Refused
from tests.play import sent
from tests.server.client import PATIENCE, Guest, at_table, guests, new_share
from tests.server.running import Running, running

pytestmark = pytest.mark.anyio

RECORDS: Final = Path(__file__).parents[1] / "records"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("records"), bots=1) as started:
        yield started


def kept(name: str) -> str:
    return (RECORDS / f"{name}.carreau").read_text(encoding="utf-8")


def beginning(name: str, moves: int) -> str:
    """Return the record of an abandoned game."""
    whole = read(kept(name), game)
    return Record(whole.game, whole.names, whole.moves[:moves]).write()


async def posted(guest: Guest, path: str, **body: Any) -> Any:
    answer = await guest.http.post(path, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def judged(guest: Guest, path: str, **body: Any) -> Any:
    """Return the finished analysis of a game."""
    async with asyncio.timeout(5 * PATIENCE):  # on a busy machine, reviews give way to games
        while not (analysis := await posted(guest, path, **body))["done"]:
            await asyncio.sleep(0.1)
    assert analysis["trouble"] == ""
    return analysis


async def test_a_record_from_elsewhere_is_seen_through_any_eyes(server: Running) -> None:
    text = kept("qarre-2")
    played = read(text, game)
    positions = list(played.positions())
    async with guests(server.url, 1) as people:
        for pov in (-1, 0, 1):
            replay = await posted(people[0], "/api/records", record=text, pov=pov, first=20, count=3)
            assert replay["views"] == [sent(state.view(pov)) for state in positions[20:23]]
            assert len(replay["events"]) == len(played.moves)
        assert replay["names"] == played.names
        assert replay["outcome"]["ranks"] == positions[-1].result().ranks
        answer = await people[0].http.post("/api/records", json={"record": text, "pov": 2})
        assert (answer.status_code, answer.json()["code"]) == (400, "no_seat")


@pytest.mark.parametrize("why", ["resigned", "time"])
async def test_who_broke_a_game_off_is_known_from_its_table_and_from_its_record(server: Running, why: str) -> None:
    async with guests(server.url, 1) as people:
        clock = {"kind": "move", "seconds": 1.0 if why == "time" else 3600.0, "at_flag": "forfeit"}
        seats = [{"seat": seat, "share": new_share()} for seat in (0, 1)]
        table = await people[0].create("caro", sit=seats, clock=clock, start=True)
        async with at_table(table, people) as (client,):
            if why == "resigned":
                await client.do(wire.Resign(ref="end", seat=0))
            await client.until(lambda: client.over)
        here = (await people[0].http.get(f"/api/tables/{table}/replay")).json()
        there = await posted(people[0], "/api/records", record=await people[0].record(table))
        assert here == there
        assert here["outcome"] == {"points": [], "ranks": [2, 1], "clause": "", "why": why, "seat": 0, "tie": ""}


async def test_a_record_that_an_editor_marked_is_read(server: Running) -> None:
    text = kept("caro-2")
    async with guests(server.url, 1) as people:
        marked = await posted(people[0], "/api/records", record="\ufeff" + text)
        assert marked == await posted(people[0], "/api/records", record=text)


@pytest.mark.parametrize("path", ["/api/records", "/api/records/analysis"])
async def test_a_damaged_record_is_refused_with_the_line_and_the_reason(server: Running, path: str) -> None:
    lines = kept("caro-2").splitlines()
    number = next(number for number, line in enumerate(lines) if line == "moves:") + 1
    again = [*lines[: number + 2], lines[number], *lines[number + 3 :]]  # the third move repeats the first
    async with guests(server.url, 1) as people:
        for text, reason, clause, code, line in [
            ("\n".join(again), f"line {number + 3}: ", "caro.3", "record_illegal", number + 3),
            ("hello", "line 1: this isn't a game record", "", "record_foreign", 1),
        ]:
            answer = await people[0].http.post(path, json={"record": text})
            assert answer.status_code == 400
            problem = answer.json()
            assert problem["text"].startswith(reason)
            assert (problem["clause"], problem["code"], problem["line"]) == (clause, code, line)


async def test_bots_judge_every_decision_of_a_record_from_elsewhere(server: Running) -> None:
    text = beginning("caro-3", 8)
    decisions = [(index, actor) for index, (actor, _) in enumerate(read(text, game).moves) if actor >= 0]
    async with guests(server.url, 1) as people:
        analysis = await judged(people[0], "/api/records/analysis", record=text)
        assert [(each["index"], each["seat"]) for each in analysis["judged"]] == decisions
        assert analysis["decisions"] == len(decisions) > 0
        assert [better["reason"] for each in analysis["judged"] for better in each["better"]["de"]]
        assert [each["seat"] for each in analysis["players"]] == [0, 1, 2]
        better = next(each for each in analysis["judged"] if each["line"])
        line = ",".join(f"{step['actor']}.{step['action']}" for step in better["line"])
        asked = {"record": text, "first": better["index"], "variation": f"{better['index']}:{line}"}
        varied = (await people[0].http.post("/api/records", json=asked)).json()
        assert [event["action"] for event in varied["events"][better["index"] :]] == [
            s["fields"] for s in better["line"]
        ]
        assert len(varied["views"]) == len(better["line"]) + 1
        for wrong in ("1", "999999:0.1", "3:7.1", f"{better['index']}:1.9999999"):
            answer = await people[0].http.post("/api/records", json={"record": text, "variation": wrong})
            assert answer.status_code == 400


class Overheard(BotPool):
    """Bots without opinions, whose names are known."""

    async def analyse(self, *asked: Any) -> AsyncIterator[Judged]:
        self.names = asked[3]
        opinions: list[Judged] = []
        for each in opinions:
            yield each


async def test_a_long_name_is_not_repeated_in_every_reason() -> None:
    bots = Overheard(0)
    jobs = AnalysisJobs(bots)
    long = Record(game("caro"), ["Ada", "x" * 100_000], [])
    assert not jobs.get(long, "somebody").done
    await asyncio.wait([job.task for job in jobs.running.values()])
    assert jobs.get(long, "somebody").done
    assert bots.names == ["Ada", "x" * LONGEST_NAME]


class Slow(BotPool):
    """Bots that judge one decision and never finish the next."""

    def __init__(self) -> None:
        super().__init__(0)
        self.asked: list[int] = []  # the first moves they were asked to judge

    async def analyse(self, *asked: Any) -> AsyncIterator[Judged]:
        self.asked.append(asked[4])
        yield Judged(asked[4], 0, 0, "", (), (), 0.0, 0.0, 0.0, 0.0, 0.0, "", "", 0, "", (), {}, [], None, None, False)
        await asyncio.Event().wait()


async def test_bots_stop_when_nobody_asks_how_far_they_are_and_go_on_when_somebody_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So that unwanted analyses are in nobody's way."""
    games = [read(kept(f"schollenschubser-{seats}"), game) for seats in (2, 3, 4)][: PER_GUEST + 1]
    bots = Slow()
    jobs = AnalysisJobs(bots)
    begun = [jobs.get(record, "ada") for record in games[:PER_GUEST]]
    timers = [job.timer for job in jobs.running.values()]
    with pytest.raises(Refused, match="already analysing"):
        jobs.get(games[PER_GUEST], "ada")
    monkeypatch.setattr("carreau.server.analysis_jobs.ABANDONED", 0.0)
    for record in games[:PER_GUEST]:
        jobs.get(record, "bo")  # any guest may ask
    assert all(timer.cancelled() for timer in timers)
    async with asyncio.timeout(PATIENCE):
        while jobs.running:
            await asyncio.sleep(0)
    assert [(len(each.judged), each.done) for each in begun] == [(1, False)] * PER_GUEST
    monkeypatch.undo()
    jobs.get(games[PER_GUEST], "ada")
    assert jobs.get(games[0], "ada") is begun[0]
    await asyncio.sleep(0)
    assert bots.asked == [*[0] * PER_GUEST, 0, 1]
    await jobs.stop()
    assert not jobs.running


async def test_a_game_is_judged_once_whether_here_or_from_its_record(server: Running) -> None:
    async with guests(server.url, 2) as people:
        seats = [{"seat": seat, "share": new_share()} for seat in (0, 1)]
        table = await people[0].create("caro", sit=seats, start=True)
        async with at_table(table, people[:1]) as (client,):
            for _ in range(2):
                await client.pov(client.table.waiting[0])
                await client.act(client.legal[0])
            await client.do(wire.Resign(ref="end", seat=0))
        here = await judged(people[0], f"/api/tables/{table}/analysis")
        record = await people[0].record(table)
        assert await posted(people[1], "/api/records/analysis", record=record) == here


async def test_nobody_has_bots_look_at_too_many_games_at_a_time(server: Running) -> None:
    games = ["schollenschubser-2", "schollenschubser-3", "schollenschubser-4"][: PER_GUEST + 1]
    async with guests(server.url, 2) as people:
        for name in games[:PER_GUEST] * 2:  # asking again doesn't count as another game
            await posted(people[0], "/api/records/analysis", record=kept(name))
        answer = await people[0].http.post("/api/records/analysis", json={"record": kept(games[PER_GUEST])})
        assert (answer.status_code, answer.json()["code"]) == (409, "too_many")
        await posted(people[1], "/api/records/analysis", record=kept(games[PER_GUEST]))


async def kinds_of_luck(guest: Guest, table: str) -> list[str]:
    answer = await guest.http.get(f"/api/tables/{table}/luck")
    assert answer.status_code == 200, answer.text
    return [luck["kind"] for luck in answer.json()]


async def test_who_shares_a_device_is_not_told_what_the_others_drew_unseen(server: Running) -> None:
    """In Ganz nach Plan!? everybody is dealt a hand that nobody else sees."""
    async with guests(server.url, 2) as people:
        host, other = people
        for own in ([0], [0, 1], []):
            sits = [{"seat": seat, "share": new_share()} for seat in own]
            bots = {str(seat): "random" for seat in range(3) if seat not in own}
            table = await host.create("plan", seats=3, sit=sits, bots=bots, start=True)
            assert ("deal" in await kinds_of_luck(host, table)) == (own == [0])
            assert "deal" not in await kinds_of_luck(other, table)
