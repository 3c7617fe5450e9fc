"""The messages: their TypeScript types and their documentation match the code."""

import ast
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

import carreau
from carreau.server import wire
from carreau.server.api.tables import Listing
from carreau.server.problems import Problem
from carreau.server.typescript import typescript
from carreau.server.typescript_guards import guards
from carreau.server.wire import Hints
from tests.documents import Block, blocks
from tests.server.in_process import visited

ROOT = Path(__file__).parents[2]
SOURCE = Path(carreau.__file__).parent
WIRE = (ROOT / "docs/wire.md").read_text(encoding="utf-8")
COMMANDS = get_args(wire.AnyCommand)


def test_the_clients_types_are_those_of_the_server() -> None:
    assert (ROOT / "web/src/wire.ts").read_text(encoding="utf-8") == typescript(), "make types-client"


def test_the_client_can_check_what_the_server_sends() -> None:
    def guard(kind: object) -> str:
        (schema,), components = msgspec.json.schema_components([kind], ref_template="#/{name}")
        return "".join(guards([schema], components))

    fields = "{ id: isString, status: isString, changed: isNumber, about: isTableSummary, waiting: optional("
    assert f"isListing: Guard<Listing> = objectOf({fields}" in guard(Listing)
    assert guard(Hints).index("isHintShown:") < guard(Hints).index("isHints:")
    assert "code: isProblemCode, text: isString, clause: optional(isString)" in guard(Problem)
    assert "view: isAnyView, legal: listOf(isOffered)" in guard(wire.Snapshot)
    assert "position: nullable(isPosition)" in guard(wire.Snapshot)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
def test_each_command_is_documented_with_its_fields(command: type[wire.Command]) -> None:
    fields = [field.name for field in msgspec.structs.fields(command) if field.name != "ref"]
    assert re.search(rf"\| {command.__name__} \| {', '.join(fields)}\s*\|", WIRE)


@pytest.mark.parametrize("message", get_args(wire.AnyMessage), ids=lambda message: message.__name__)
def test_each_message_is_documented(message: type[wire.Message]) -> None:
    assert f"| {message.__name__} |" in WIRE


def refusal_codes() -> set[str]:
    """List every refusal code in the sources."""
    found = set()
    for path in [*(SOURCE / "table").glob("*.py"), *(SOURCE / "server").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused":
                found.add(str(ast.literal_eval(node.args[0])))
    return found


def test_each_code_is_documented() -> None:
    listed = WIRE.rpartition("### Codes")[2]
    assert {code for code in refusal_codes() if f"`{code}`" not in listed} == set()


@pytest.mark.parametrize("text", ['{"type":"act"}', '{"type":"fly","ref":"1"}', "[]", "null", '{"type":"sit","ref":1}'])
def test_what_is_no_command_is_refused(text: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        wire.decode(text)


@pytest.mark.anyio
@pytest.mark.parametrize("shown", [block for block in blocks("docs/wire.md") if block.language == "json"], ids=str)
async def test_the_requests_shown_create_tables(shown: Block, tmp_path: Path) -> None:
    async with visited(tmp_path) as (_, guest):
        await guest.get("/api/me")
        answer = await guest.post("/api/tables", content=shown.code)
        assert answer.status_code == 200, answer.text
