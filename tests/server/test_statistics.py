"""Statistics of finished games, in both kinds of stores: counted once, without names, and kept."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from carreau.core.record import Record
from carreau.server.counting import count_finished
from carreau.server.store import About
from carreau.study.openings import opening, position_name
from tests.server.in_process import visited
from tests.server.storing import OPEN_SHARES, Database, finished_game, stored

pytestmark = pytest.mark.anyio


async def test_the_moves_of_a_position_are_counted_with_their_results(database: Database) -> None:
    record = finished_game()
    first, begun = opening(record)[0], Record(record.game, record.names, record.moves[:5])
    async with stored(database) as store:
        for table in ("a", "b"):
            await store.statistics.count(table, record)
            await store.statistics.count(table, record)  # another server does the same
        await store.statistics.count("c", begun)
        [played] = await store.statistics.played(position_name(record.game, []))
        assert (played.actor, played.action, played.games) == (first.actor, first.action, 2)
        assert played.share == pytest.approx(first.share)
        assert await store.statistics.played("elsewhere") == []
        found = await store.statistics.results("caro")
        points = record.final().result().points
        assert [(each.seats, each.seat, each.games, each.points) for each in found] == [
            (2, seat, 2, points[seat]) for seat in (0, 1)
        ]
        assert sum(each.share for each in found) == pytest.approx(1.0)
        assert await store.statistics.results("carat") == []


async def test_a_table_that_can_not_be_opened_is_looked_at_once(database: Database) -> None:
    async with stored(database) as store:
        await store.append("bad", 0, [b"damaged"], About("over", ("ada",), b"{}"))
        await store.append("open", 0, [b"damaged"], About("open", ("ada",), b"{}"))
        assert await store.statistics.uncounted() == ["bad"]
        await count_finished(store)
        assert await store.statistics.uncounted() == []


async def test_finished_games_of_an_earlier_version_are_counted_and_outlive_their_table(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "old.db")) as old:
        old.executescript(OPEN_SHARES.read_text(encoding="utf-8"))
    async with stored(tmp_path / "old.db") as store:
        tables = await store.statistics.uncounted()
        assert tables
        await count_finished(store)
        assert await store.statistics.uncounted() == []
        for table in tables:
            await store.delete(table, float("inf"))
        [(rows,)] = await store.rows("SELECT count(*) FROM results")
        assert rows >= len(tables)


async def test_an_analysis_board_hears_what_others_played(tmp_path: Path) -> None:
    record = finished_game()
    path = {"game": "caro", "seats": 2, "options": record.game.options}
    async with visited(tmp_path) as (server, guest):
        await guest.get("/api/me")
        await server.store.statistics.count("a", record)
        [first] = (await guest.post("/api/studies/played", json=path)).json()
        actor, action = record.moves[0]
        assert (first["actor"], first["games"]) == (actor, 1)
        assert first["action"] == {"id": action, **record.game.fields(action)}
        then = await guest.post("/api/studies/played", json={**path, "moves": record.moves[:1]})
        assert [each["action"]["id"] for each in then.json()] == [record.moves[1][1]]
        late = await guest.post("/api/studies/played", json={**path, "moves": record.moves[:20]})
        wrong = await guest.post("/api/studies/played", json={**path, "moves": [[1, action]]})
        assert (late.json(), wrong.status_code) == ([], 409)
        results = (await guest.get("/api/games/caro/statistics")).json()
        assert [(each["seat"], each["games"]) for each in results] == [(0, 1), (1, 1)]
        assert (await guest.get("/api/games/chess/statistics")).json() == []
