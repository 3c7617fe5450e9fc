"""All endpoints. Routes, the OpenAPI document and the client's types are generated from this list."""

from typing import Final

from carreau.games.texts import Texts
from carreau.server.analysis_jobs import Analysis
from carreau.server.api.endpoint import Endpoint
from carreau.server.api.games import LANGUAGE, GameShown, games, one_game, texts
from carreau.server.api.guests import Code, GivenCode, Me, NewName, make_code, me, rename, use_code
from carreau.server.api.lessons import Learner, lesson, pictured
from carreau.server.api.records import (
    COUNT,
    FIRST,
    POV,
    GivenRecord,
    Uploaded,
    analyse,
    analyse_upload,
    figures_of_luck,
    record,
    replayed,
    upload,
)
from carreau.server.api.tables import Made, Tables, create, qr, shown, tables
from carreau.server.creation import NewTable
from carreau.table.lesson import PictureShown, Scene
from carreau.table.luck import Luck
from carreau.table.messages import TableShown
from carreau.table.replay import Replay

ENDPOINTS: Final = [
    Endpoint("GET", "/api/me", me, Me, anyone=True),
    Endpoint("PUT", "/api/me", rename, Me, NewName),
    Endpoint("POST", "/api/me/code", make_code, Code),
    Endpoint("POST", "/api/me/move", use_code, Me, GivenCode, anyone=True),
    Endpoint("GET", "/api/games", games, list[GameShown], anyone=True, query=(LANGUAGE,)),
    Endpoint("GET", "/api/games/{game}", one_game, GameShown, anyone=True, query=(LANGUAGE,)),
    Endpoint("GET", "/api/games/{game}/texts/{language}", texts, Texts, anyone=True),
    Endpoint("POST", "/api/games/{game}/lesson", lesson, Scene, Learner, anyone=True),
    Endpoint("GET", "/api/games/{game}/pictures", pictured, list[PictureShown], anyone=True),
    Endpoint("GET", "/api/tables", tables, Tables),
    Endpoint("POST", "/api/tables", create, Made, NewTable, conflicts=True),
    Endpoint("GET", "/api/tables/{table}", shown, TableShown),
    Endpoint("GET", "/api/tables/{table}/qr.svg", qr, "image/svg+xml", anyone=True),
    Endpoint("GET", "/api/tables/{table}/record", record, "text/plain", conflicts=True),
    Endpoint("GET", "/api/tables/{table}/replay", replayed, Replay, query=(POV, FIRST, COUNT), conflicts=True),
    Endpoint("GET", "/api/tables/{table}/luck", figures_of_luck, list[Luck]),
    Endpoint("POST", "/api/tables/{table}/analysis", analyse, Analysis, conflicts=True),
    Endpoint("POST", "/api/records", upload, Replay, Uploaded),
    Endpoint("POST", "/api/records/analysis", analyse_upload, Analysis, GivenRecord, conflicts=True),
]
