"""Analysis boards over HTTP: studies, positions, set-ups, the engine and bots; nothing is stored, nothing leaks."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from carreau.games.catalogue import game
from carreau.server.api.studies import LONGEST_POSITION
from carreau.server.bot_pool import BotPool
from carreau.server.bot_protocol import CandidateShown, GameHistory
from carreau.server.study_engine import PER_GUEST, StudyEngine
from carreau.study.file import read_study
from carreau.study.reading import opened
from carreau.study.tree import MOST_MOVES, StudyTree
from carreau.table.commands import Refused
from tests.play import sent
from tests.server.client import PATIENCE, Guest, guests, new_share
from tests.server.in_process import visited
from tests.server.running import Running, running

pytestmark = pytest.mark.anyio

RECORDS: Final = Path(__file__).parents[1] / "records"
CARO: Final = {"game": "caro", "seats": 2}
BAUAB: Final = {"game": "bauab", "seats": 2}
SIMULATIONS: Final = 200


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("studies"), bots=1) as started:
        yield started


@pytest.fixture
async def guest(server: Running) -> AsyncIterator[Guest]:
    async with guests(server.url, 1) as people:
        yield people[0]


async def posted(guest: Guest, path: str, **body: Any) -> Any:
    answer = await guest.http.post(f"/api/studies{path}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def refused(guest: Guest, path: str, **body: Any) -> tuple[int, str, str]:
    """Return the status, the code and the clause of a refusal."""
    answer = await guest.http.post(f"/api/studies{path}", json=body)
    problem = answer.json()
    assert problem["text"]
    return answer.status_code, problem["code"], problem["clause"]


async def test_a_record_opens_as_a_study_and_is_saved_with_its_variations(guest: Guest) -> None:
    record = (RECORDS / "raufer-3.carreau").read_text(encoding="utf-8")
    tree = opened(record, game)
    study = await posted(guest, "", text=record)
    assert (study["game"], study["names"]) == ("raufer", tree.names)
    moves = [(node["move"]["actor"], node["move"]["action"]["id"]) for node in study["nodes"][1:]]
    assert moves == tree.root.end().path()
    assert [node["parent"] for node in study["nodes"]] == list(range(-1, len(moves)))
    assert any(node["move"].get("unseen") for node in study["nodes"][1:]), "cards are dealt unseen"
    saved = await posted(guest, "/file", text="game=caro&seats=2&moves=0cg-0ch_&label=2.other")
    assert saved["name"] == "caro-study.carreau.txt"
    assert [node.name for node in read_study(saved["text"], game).nodes()] == ["", "", "other"]


async def test_positions_are_what_the_rules_say_from_every_point_of_view(guest: Guest) -> None:
    tree = opened((RECORDS / "qarre-2.carreau").read_text(encoding="utf-8"), game)
    node = next(each for each in tree.nodes() if len(each.path()) > 60 and tree.state(each).waiting())
    moves, state = node.path(), tree.state(node)
    shown = await posted(guest, "/position", game="qarre", seats=2, moves=moves, povs=[-1, 0, 1])
    assert [board["view"] for board in shown["boards"]] == [sent(state.view(pov)) for pov in (-1, 0, 1)]
    [seat] = state.waiting()
    effects = next(board["previews"] for board in shown["boards"] if board["pov"] == seat)
    found = zip(state.legal(seat), tree.game.previews(state.view(seat), state.legal(seat)), strict=True)
    assert set(effects) == {str(action) for action, each in found if each}
    legal = {board["pov"]: [action["id"] for action in board["legal"]] for board in shown["boards"]}
    assert legal == {pov: state.legal(pov) if pov in state.waiting() else [] for pov in (-1, 0, 1)}


async def test_dice_and_cards_are_chosen_or_drawn(guest: Guest) -> None:
    start = await posted(guest, "/position", game="schlauraff", seats=2)
    [chance] = start["choices"]
    assert chance["actor"] == -1
    assert len(chance["weights"]) == len(chance["actions"]) > 1
    wanted = chance["actions"][-1]
    chosen = await posted(guest, "/position", game="schlauraff", seats=2, play={"actor": -1, "action": wanted["id"]})
    assert chosen["moves"] == [{"actor": -1, "action": wanted}]
    drawn = await posted(guest, "/position", game="schlauraff", seats=2, play={"actor": -1, "action": None}, draw=True)
    assert drawn["moves"][0]["action"] in chance["actions"]
    assert all(choices["actor"] >= 0 for choices in drawn["choices"])


async def test_a_move_against_the_rules_is_refused_with_its_clause(guest: Guest) -> None:
    first = {"actor": 0, "action": {"do": "lay", "colour": "red", "x": 0, "y": 0}}
    await posted(guest, "/position", **CARO, play=first)
    laid = game("caro").parse("red 0,0")
    assert await refused(guest, "/position", **CARO, moves=[[0, laid]], play=first | {"actor": 1}) == (
        409,
        "illegal",
        "caro.3",
    )
    assert await refused(guest, "/position", **CARO, moves=[[0, laid], [0, laid]]) == (409, "illegal", "caro.3")


@pytest.mark.parametrize(
    ("path", "body", "refusal"),
    [
        ("/position", {"game": "chess", "seats": 2}, (400, "wrong", "")),
        ("/position", {"game": "caro", "seats": 9}, (400, "wrong", "")),
        ("/position", {"game": "caro"}, (400, "malformed", "")),
        ("/position", CARO | {"options": {"rounds": 99}}, (400, "wrong", "")),
        ("/position", {"game": "plan", "seats": 2, "options": {"deck": "/etc/passwd"}}, (400, "wrong", "")),
        ("/position", CARO | {"moves": [[0, 10**9]]}, (400, "wrong", "")),
        ("/position", CARO | {"moves": [[7, 0]]}, (400, "wrong", "")),
        ("/position", CARO | {"moves": [[0, -1]]}, (400, "malformed", "")),
        ("/position", CARO | {"moves": [[0, 0]] * (MOST_MOVES + 1)}, (400, "malformed", "")),
        ("/position", CARO | {"povs": [2]}, (409, "no_seat", "")),
        ("/position", CARO | {"povs": [0] * 10}, (400, "malformed", "")),
        ("/position", CARO | {"play": {"actor": 0}}, (400, "wrong", "")),
        ("/position", CARO | {"play": {"actor": 0, "action": {"do": "fly"}}}, (400, "wrong", "")),
        ("/position", CARO | {"position": "[" * LONGEST_POSITION}, (400, "position", "")),
        ("/position", CARO | {"position": "[" * (LONGEST_POSITION + 1)}, (400, "malformed", "")),
        ("/position", CARO | {"position": "null"}, (400, "position", "")),
        ("/setup", CARO | {"guess": 5}, (409, "no_seat", "")),
        ("/candidates", CARO | {"seat": 1, "simulations": SIMULATIONS}, (409, "not_your_turn", "")),
        ("/candidates", CARO | {"seat": 0, "simulations": 10**9}, (400, "malformed", "")),
        ("/candidates", CARO | {"seat": 0, "simulations": SIMULATIONS, "language": "xx"}, (400, "wrong", "")),
        ("/reply", CARO | {"seat": 0, "level": "9"}, (400, "wrong", "")),
        ("/reply", CARO | {"seat": 1, "level": "1"}, (409, "not_your_turn", "")),
        ("", {"text": "hello"}, (400, "record_foreign", "")),
        ("", {"text": "game=caro&seats=2&moves=0cg.0cg"}, (400, "record_illegal", "caro.3")),
        ("/file", {"text": "carreau study 1\n"}, (400, "record_cut", "")),
    ],
)
async def test_hostile_input_is_refused_in_words(
    guest: Guest, path: str, body: dict[str, Any], refusal: tuple[int, str, str]
) -> None:
    assert await refused(guest, path, **body) == refusal


async def test_a_position_is_set_up_by_hand_and_the_rules_check_it(guest: Guest) -> None:
    parts = (await posted(guest, "/setup", **BAUAB, moves=[[-1, 1]]))["parts"]
    assert list(parts) == ["board", "vacated", "hands", "current"]
    written = {name: json.loads(part) for name, part in parts.items()}
    same = await posted(guest, "/position", **BAUAB, position=json.dumps(written))
    assert [choices["actor"] for choices in same["choices"]] == [written["current"]]
    study = await posted(guest, "", text=f"game=bauab&seats=2&position={json.dumps(written)}")
    assert json.loads(study["position"]).items() >= written.items()
    wrong = written | {"current": -4}
    assert await refused(guest, "/position", **BAUAB, position=json.dumps(wrong)) == (400, "position", "bauab.13")


async def test_hidden_cards_are_guessed_from_what_a_seat_knows(guest: Guest) -> None:
    tree = opened((RECORDS / "raufer-3.carreau").read_text(encoding="utf-8"), game)
    moves = tree.root.end().path()
    dealt = next(number for number, (actor, _) in enumerate(moves) if actor >= 0)
    path = {"game": "raufer", "seats": 3, "moves": moves[:dealt]}
    before = (await posted(guest, "/position", **path, povs=[0, 1]))["boards"]
    others = set()
    for _ in range(8):
        parts = (await posted(guest, "/setup", **path, guess=0))["parts"]
        position = json.dumps({name: json.loads(part) for name, part in parts.items()})
        after = (await posted(guest, "/position", game="raufer", seats=3, position=position, povs=[0, 1]))["boards"]
        assert after[0]["view"] == before[0]["view"]
        others.add(json.dumps(after[1]["view"]))
    assert len(others) > 1, "the cards of others are drawn again"


async def test_the_engine_finds_the_best_moves_with_their_intervals(guest: Guest) -> None:
    asked = {"seat": 0, "simulations": SIMULATIONS, "language": "de", "names": ["Ada", "Bo"]}
    found = (await posted(guest, "/candidates", **CARO, **asked))["candidates"]
    assert len(found) == 4, "all places of the first tile are alike, its colours aren't"
    for each in found:
        assert 0 <= each["low"] <= each["chance"] <= each["high"] <= 1
        assert each["line"][0]["action"] == each["action"]
    assert any(each["reason"] for each in found)
    assert found == (await posted(guest, "/candidates", **CARO, **asked))["candidates"]


async def test_the_engine_searches_positions_that_were_set_up_by_hand(guest: Guest) -> None:
    parts = (await posted(guest, "/setup", **BAUAB, moves=[[-1, 1]]))["parts"]
    position = json.dumps({name: json.loads(part) for name, part in parts.items()})
    found = await posted(guest, "/candidates", **BAUAB, position=position, seat=1, simulations=SIMULATIONS)
    assert len(found["candidates"]) == 5


async def test_a_bot_plays_on(guest: Guest) -> None:
    reply = await posted(guest, "/reply", **CARO, seat=0, level="1")
    played = await posted(guest, "/position", **CARO, play={"actor": 0, "action": reply["action"]})
    assert [choices["actor"] for choices in played["choices"]] == [1]


async def test_a_search_ends_with_the_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = asyncio.Event()
    async with visited(tmp_path) as (server, guest):
        endless = partial(never_answers, ended)  # a real search ends by itself
        monkeypatch.setattr(server.rooms.bot_pool, "candidates", endless)
        await guest.get("/api/me")
        asked = CARO | {"seat": 0, "simulations": SIMULATIONS}
        with pytest.raises(httpx.TimeoutException):
            await guest.post("/api/studies/candidates", json=asked, timeout=0.5)
        await asyncio.wait_for(ended.wait(), PATIENCE)
        while server.services.study_engine.running:
            await asyncio.sleep(0.01)


async def never_answers(ended: asyncio.Event, *_: object) -> list[CandidateShown]:
    try:
        await asyncio.Event().wait()
    finally:
        ended.set()
    return []


async def test_a_running_game_tells_an_analysis_nothing(guest: Guest) -> None:
    """The board takes no table, and the record of a running game isn't given away."""
    seats = [{"seat": seat, "share": new_share()} for seat in range(3)]
    table = await guest.create("raufer", seats=3, sit=seats, start=True)
    answer = await guest.http.get(f"/api/tables/{table}/record")
    assert (answer.status_code, answer.json()["code"]) == (409, "playing")
    for path in ("", "/file", "/position", "/setup", "/candidates", "/reply"):
        assert (await guest.http.post(f"/api/studies{path}", json={"table": table})).status_code == 400


async def test_strangers_need_an_identity(server: Running) -> None:
    async with httpx.AsyncClient(base_url=server.url) as stranger:
        answer = await stranger.post("/api/studies/position", json=CARO)
        assert (answer.status_code, answer.json()["code"]) == (401, "who")


async def test_a_guest_s_third_search_ends_the_first() -> None:
    pool = BotPool(1)
    await pool.start()
    engine = StudyEngine(pool)
    try:
        searches = [asyncio.ensure_future(searched(engine)) for _ in range(PER_GUEST + 1)]
        assert await searches[0] == "stale"
        for search in searches[1:]:
            search.cancel()
        await asyncio.wait(searches)
        assert engine.running == {}
    finally:
        await pool.stop()


async def searched(engine: StudyEngine) -> str:
    history = GameHistory("caro", 2, game("caro").options, ())
    try:
        await engine.get(history, 0, 12_800, "en", [], "ada", "", lambda: False)
    except Refused as error:
        return str(error.code)
    return "found"


def test_players_have_names() -> None:
    assert StudyTree(game("caro", 3)).names == ["Ada", "Bo", "Cleo"]
