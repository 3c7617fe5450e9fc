"""The messages as TypeScript types: `python -m carreau.server.typescript > web/src/wire.ts`.

Made of the JSON schemas that msgspec gives for the structs in `wire` and `api`, so that client and server can't differ.
"""

import sys
from typing import Any, Final, get_args

import msgspec

from carreau.server import wire
from carreau.server.api.routes import ENDPOINTS
from carreau.server.close_codes import CLOSE_CODES
from carreau.server.openapi import is_type
from carreau.server.problems import Problem, ProblemCode

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
import type { AnyView, GameName, Offered } from "./games/board";
"""


def typescript() -> str:
    """All types that go over the wire, in the order of their names."""
    commands, messages = get_args(wire.AnyCommand), get_args(wire.AnyMessage)
    others = [each for one in ENDPOINTS for each in (one.gives, one.body) if is_type(each)]
    _, components = msgspec.json.schema_components([*commands, *messages, *others, Problem], ref_template=REFERENCE)
    if clashing := [name for name in components if not name.isidentifier()]:
        raise TypeError(f"two types have the same name: {', '.join(clashing)}")
    unions = {"AnyCommand": commands, "AnyMessage": messages}
    parts = [declared(name, schema) for name, schema in sorted(components.items())]
    parts += [
        f"export type {name} = {' | '.join(one.__name__ for one in members)};\n" for name, members in unions.items()
    ]
    parts.append(f"export type ProblemCode = {' | '.join(quoted(code) for code in get_args(ProblemCode))};\n")
    codes = ", ".join(f"{name}: {code}" for name, code in CLOSE_CODES.items())
    parts.append(
        f"/** The codes with which the server closes a socket. */\nexport const CLOSE_CODES = {{ {codes} }};\n"
    )
    return "\n".join([HEAD, *parts])


def quoted(value: object) -> str:
    return msgspec.json.encode(value).decode()


def declared(name: str, schema: dict[str, Any]) -> str:
    if "properties" not in schema:
        return f"{comment(schema)}export type {name} = {spelled(schema)};\n"
    required = set(schema.get("required", ()))
    lines = [
        f"  {field}{'' if field in required else '?'}: {spelled(kind)};" for field, kind in schema["properties"].items()
    ]
    return f"{comment(schema)}export interface {name} {{\n" + "\n".join(lines) + "\n}\n"


def comment(schema: dict[str, Any]) -> str:
    words = " ".join(str(schema.get("description", "")).split())
    return f"/** {words} */\n" if words else ""


def spelled(schema: dict[str, Any]) -> str:
    """A schema as a type."""
    if "x-typescript" in schema:
        return str(schema["x-typescript"])
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(quoted(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(spelled(each) for each in schema["anyOf"])
    if schema.get("type") == "array":
        return array(schema)
    if schema.get("type") == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"Record<string, {spelled(schema['additionalProperties'])}>"
    return PLAIN.get(str(schema.get("type")), "unknown")


def array(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(spelled(each) for each in schema['prefixItems'])}]"
    item = spelled(schema.get("items") or {})
    return f"({item})[]" if " | " in item else f"{item}[]"


if __name__ == "__main__":
    sys.stdout.write(typescript())
