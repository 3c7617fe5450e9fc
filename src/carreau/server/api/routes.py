"""All endpoints. Routes, the OpenAPI document and the client's types are generated from this list."""

from typing import Final

from carreau.games.texts import Texts
from carreau.server.analysis_jobs import Analysis
from carreau.server.api.endpoint import Endpoint
from carreau.server.api.games import LANGUAGE, GameShown, game_statistics, games, one_game, texts
from carreau.server.api.guests import Code, GivenCode, Me, NewName, make_code, me, rename, sign_out, use_code
from carreau.server.api.lessons import Learner, lesson, pictured
from carreau.server.api.operators import (
    SEARCH,
    AddressFound,
    Done,
    NewReport,
    PersonFound,
    SiteShown,
    TableFound,
    act,
    audit,
    bans,
    found_addresses,
    found_people,
    found_tables,
    operator_record,
    report,
    reports,
    site,
)
from carreau.server.api.records import (
    COUNT,
    FIRST,
    POV,
    VARIATION,
    GivenRecord,
    Uploaded,
    analyse,
    analyse_upload,
    figures_of_luck,
    record,
    replayed,
    upload,
)
from carreau.server.api.studies import (
    BotReplyShown,
    CandidatesFound,
    CandidatesWanted,
    PlayedShown,
    PositionWanted,
    ReplyWanted,
    Setup,
    SetupWanted,
    StudyFile,
    StudyPath,
    StudyText,
    bot_reply,
    candidates,
    open_study,
    played_by_others,
    save_study,
    set_up,
    study_position,
)
from carreau.server.api.tables import Made, Tables, create, qr, shown, tables
from carreau.server.creation import NewTable
from carreau.server.operations import AnyAction
from carreau.server.operator_records import AuditEntry, Ban, Report
from carreau.server.statistics import SeatStatistics
from carreau.study.shown import StudyPosition, StudyShown
from carreau.table.lesson import PictureShown, Scene
from carreau.table.luck import Luck
from carreau.table.messages import TableShown
from carreau.table.replay import Replay

ENDPOINTS: Final = [
    Endpoint("GET", "/api/me", me, Me, anyone=True),
    Endpoint("PUT", "/api/me", rename, Me, NewName),
    Endpoint("POST", "/api/me/code", make_code, Code),
    Endpoint("POST", "/api/me/move", use_code, Me, GivenCode, anyone=True),
    Endpoint("POST", "/api/me/sign-out", sign_out, Me),
    Endpoint("GET", "/api/site", site, SiteShown, anyone=True),
    Endpoint("GET", "/api/games", games, list[GameShown], anyone=True, query=(LANGUAGE,)),
    Endpoint("GET", "/api/games/{game}", one_game, GameShown, anyone=True, query=(LANGUAGE,)),
    Endpoint("GET", "/api/games/{game}/texts/{language}", texts, Texts, anyone=True),
    Endpoint("GET", "/api/games/{game}/statistics", game_statistics, list[SeatStatistics], anyone=True),
    Endpoint("POST", "/api/games/{game}/lesson", lesson, Scene, Learner, anyone=True),
    Endpoint("GET", "/api/games/{game}/pictures", pictured, list[PictureShown], anyone=True),
    Endpoint("GET", "/api/tables", tables, Tables),
    Endpoint("POST", "/api/tables", create, Made, NewTable, conflicts=True),
    Endpoint("GET", "/api/tables/{table}", shown, TableShown),
    Endpoint("GET", "/api/tables/{table}/qr.svg", qr, "image/svg+xml", anyone=True),
    Endpoint("GET", "/api/tables/{table}/record", record, "text/plain", conflicts=True),
    Endpoint(
        "GET", "/api/tables/{table}/replay", replayed, Replay, query=(POV, FIRST, COUNT, VARIATION), conflicts=True
    ),
    Endpoint("GET", "/api/tables/{table}/luck", figures_of_luck, list[Luck]),
    Endpoint("POST", "/api/tables/{table}/analysis", analyse, Analysis, conflicts=True),
    Endpoint("POST", "/api/tables/{table}/reports", report, Done, NewReport),
    Endpoint("GET", "/api/admin/tables", found_tables, list[TableFound], query=(SEARCH,), operator=True),
    Endpoint("GET", "/api/admin/people", found_people, list[PersonFound], query=(SEARCH,), operator=True),
    Endpoint("GET", "/api/admin/addresses", found_addresses, list[AddressFound], query=(SEARCH,), operator=True),
    Endpoint("GET", "/api/admin/reports", reports, list[Report], operator=True),
    Endpoint("GET", "/api/admin/bans", bans, list[Ban], operator=True),
    Endpoint("GET", "/api/admin/log", audit, list[AuditEntry], operator=True),
    Endpoint("GET", "/api/admin/tables/{table}/record", operator_record, "text/plain", operator=True, conflicts=True),
    Endpoint("POST", "/api/admin/actions", act, Done, AnyAction, operator=True),
    Endpoint("POST", "/api/records", upload, Replay, Uploaded),
    Endpoint("POST", "/api/records/analysis", analyse_upload, Analysis, GivenRecord, conflicts=True),
    Endpoint("POST", "/api/studies", open_study, StudyShown, StudyText),
    Endpoint("POST", "/api/studies/file", save_study, StudyFile, StudyText),
    Endpoint("POST", "/api/studies/position", study_position, StudyPosition, PositionWanted, conflicts=True),
    Endpoint("POST", "/api/studies/setup", set_up, Setup, SetupWanted, conflicts=True),
    Endpoint("POST", "/api/studies/played", played_by_others, list[PlayedShown], StudyPath, conflicts=True),
    Endpoint("POST", "/api/studies/candidates", candidates, CandidatesFound, CandidatesWanted, conflicts=True),
    Endpoint("POST", "/api/studies/reply", bot_reply, BotReplyShown, ReplyWanted, conflicts=True),
]
