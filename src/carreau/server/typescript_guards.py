"""Guards for the server's messages: functions of `wire.ts` that check whether JSON has the declared type."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from carreau.codegen.guards import either, fields_of

PLAIN: Final = {"string": "isString", "integer": "isNumber", "number": "isNumber", "boolean": "isBoolean"}
Schema = dict[str, Any]


def guards(schemas: Sequence[Schema], components: dict[str, Schema]) -> Iterator[str]:
    """Write the guards of some types and their components, in order of dependency."""
    for name in dict.fromkeys(name for schema in schemas for name in names_in(schema, components)):
        yield f"export const is{name}: Guard<{name}> = {guard(components[name])};\n"


def names_in(schema: Schema, components: dict[str, Schema]) -> Iterator[str]:
    """List the components of a schema, the inner ones first."""
    if "$ref" in schema:
        name = name_in(schema)
        yield from names_in(components[name], components)
        yield name
    for inner in inside(schema):
        yield from names_in(inner, components)


def inside(schema: Schema) -> Iterator[Schema]:
    yield from schema.get("properties", {}).values()
    yield from schema.get("anyOf", ())
    yield from schema.get("prefixItems", ())
    yield from (each for key in ("items", "additionalProperties") if isinstance(each := schema.get(key), dict))


def name_in(reference: Schema) -> str:
    return str(reference["$ref"]).rpartition("/")[2]


def guard(schema: Schema) -> str:
    """Write the guard of a schema."""
    if "x-typescript" in schema:
        return f"is{schema['x-typescript']}"
    if "$ref" in schema:
        return f"is{name_in(schema)}"
    if "enum" in schema:
        return f"oneOf({json.dumps(schema['enum'])})"
    if "anyOf" in schema:
        return union(schema["anyOf"])
    if "properties" in schema:
        return f"objectOf({fields(schema)})"
    if "prefixItems" in schema:
        return f"tupleOf({', '.join(map(guard, schema['prefixItems']))})"
    if schema["type"] == "array":
        return f"listOf({guard(schema['items'])})"
    if schema["type"] == "object":
        return f"recordOf({guard(schema['additionalProperties'])})"
    return PLAIN[schema["type"]]


def union(members: Sequence[Schema]) -> str:
    items = [guard(each) for each in members if each.get("type") != "null"]
    return either(items, may_be_null=len(items) < len(members))


def fields(schema: Schema, without: str = "") -> str:
    """Write the guards of an object's fields."""
    required = schema.get("required", ())
    found = {name: guard(each) for name, each in schema["properties"].items() if name != without}
    return fields_of({name: each if name in required else f"optional({each})" for name, each in found.items()})


def tagged_union(tag: str, schemas: dict[str, Schema]) -> str:
    """Write the guard of objects whose tag names their type."""
    variants = "".join(f"  {name}: {fields(schema, without=tag)},\n" for name, schema in schemas.items())
    return f'taggedBy("{tag}", {{\n{variants}}})'
