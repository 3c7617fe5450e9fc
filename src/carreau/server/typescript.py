"""The messages as TypeScript types: `python -m carreau.server.typescript > web/src/wire.ts`.

They are generated from the JSON schemas of the structs in `wire` and `api`, so client and server can't disagree.
"""

import sys
from collections.abc import Iterator
from typing import Final, get_args

import msgspec

from carreau.codegen.guards import imports
from carreau.server import wire
from carreau.server.api.routes import ENDPOINTS
from carreau.server.close_codes import CLOSE_CODES
from carreau.server.openapi import is_type
from carreau.server.problems import Problem, ProblemCode
from carreau.server.typescript_guards import Schema, guards, inside, name_in, tagged_union
from carreau.table.clock import READY_SECONDS

REFERENCE: Final = "#/$defs/{name}"
PLAIN: Final = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
    "object": "Record<string, unknown>",
}
HEAD: Final = """// Made by `python -m carreau.server.typescript`; don't edit.
import { isOffered, type AnyAction, type AnyView, type GameName, type Offered } from "./games/board";
import { isAnyAction, isAnyView, isGameName } from "./games/clients.gen";
"""
COMMANDS: Final = get_args(wire.AnyCommand)
MESSAGES: Final = get_args(wire.AnyMessage)
RESPONSES: Final = [*(one.gives for one in ENDPOINTS if is_type(one.gives)), Problem]
BODIES: Final = [one.body for one in ENDPOINTS if is_type(one.body)]


def typescript() -> str:
    """Write all types of the wire in alphabetical order, and guards for the server's messages."""
    received, components = schemas()
    types = [declared(name, schema) for name, schema in sorted(components.items())]
    checks = [f"export const isProblemCode: Guard<ProblemCode> = oneOf({quoted(get_args(ProblemCode))});\n"]
    checks += guards(received, components)
    checks += [f"export const isAnyMessage: Guard<AnyMessage> = {message_guard(components)};\n"]
    return "\n".join(
        [
            HEAD + imports("".join(checks), "./lib/guards"),
            *types,
            *unions(),
            close_codes(),
            ready_seconds(),
            "".join(checks),
        ]
    )


def schemas() -> tuple[list[Schema], dict[str, Schema]]:
    """Return the schemas of the server's messages, and all components by name."""
    sent = [*MESSAGES, *RESPONSES]
    found, components = msgspec.json.schema_components([*sent, *COMMANDS, *BODIES], ref_template=REFERENCE)
    if clashing := [name for name in components if not name.isidentifier()]:
        raise TypeError(f"two types have the same name: {', '.join(clashing)}")
    parts = [part for schema in found[: len(MESSAGES)] for part in inside(components[name_in(schema)])]
    return [*parts, *found[len(MESSAGES) : len(sent)]], components


def unions() -> Iterator[str]:
    for name, members in (("AnyCommand", COMMANDS), ("AnyMessage", MESSAGES)):
        yield f"export type {name} = {' | '.join(one.__name__ for one in members)};\n"
    yield f"export type ProblemCode = {' | '.join(quoted(code) for code in get_args(ProblemCode))};\n"


def close_codes() -> str:
    codes = ", ".join(f"{name}: {code}" for name, code in CLOSE_CODES.items())
    return f"/** The codes with which the server closes a socket. */\nexport const CLOSE_CODES = {{ {codes} }};\n"


def ready_seconds() -> str:
    return f"/** How long players get ready before a race. */\nexport const READY_SECONDS = {READY_SECONDS:g};\n"


def message_guard(components: dict[str, Schema]) -> str:
    return tagged_union("type", {wire.snake_case(one.__name__): components[one.__name__] for one in MESSAGES})


def quoted(value: object) -> str:
    return msgspec.json.encode(value).decode()


def declared(name: str, schema: Schema) -> str:
    if "properties" not in schema:
        return f"{comment(schema)}export type {name} = {spelled(schema)};\n"
    required = set(schema.get("required", ()))
    lines = [
        f"  {field}{'' if field in required else '?'}: {spelled(kind)};" for field, kind in schema["properties"].items()
    ]
    return f"{comment(schema)}export interface {name} {{\n" + "\n".join(lines) + "\n}\n"


def comment(schema: Schema) -> str:
    words = " ".join(str(schema.get("description", "")).split())
    return f"/** {words} */\n" if words else ""


def spelled(schema: Schema) -> str:
    """Write a schema as a type."""
    if "x-typescript" in schema:
        return str(schema["x-typescript"])
    if "$ref" in schema:
        return name_in(schema)
    if "enum" in schema:
        return " | ".join(quoted(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(spelled(each) for each in schema["anyOf"])
    if schema.get("type") == "array":
        return array(schema)
    if schema.get("type") == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"Record<string, {spelled(schema['additionalProperties'])}>"
    return PLAIN.get(str(schema.get("type")), "unknown")


def array(schema: Schema) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(spelled(each) for each in schema['prefixItems'])}]"
    item = spelled(schema.get("items") or {})
    return f"({item})[]" if " | " in item else f"{item}[]"


if __name__ == "__main__":
    sys.stdout.write(typescript())
