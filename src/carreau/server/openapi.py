"""The HTTP API as an OpenAPI document, generated from the declared endpoints."""

import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from carreau import __version__
from carreau.server.api.endpoint import Endpoint, Query
from carreau.server.api.responses import JSON
from carreau.server.problems import Problem

WHERE: Final = "#/components/schemas/{name}"
REFUSALS: Final = {
    400: "a value is missing or not allowed",
    401: "the guest has no identity",
    403: "the request comes from another site, or this guest may not do it",
    404: "it doesn't exist",
    408: "the body didn't arrive in time",
    409: "the current state doesn't allow it",
    413: "the body is too long",
    415: "the body isn't JSON",
    429: "too many requests; the Retry-After header says when to try again",
    503: "the database or the bots aren't available",
}


def document(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """Return the document, for tools and tests; it is the same for every server of a version."""
    kinds = [each for one in endpoints for each in (one.gives, one.body) if is_type(each)] + [Problem]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=WHERE)
    found = iter(schemas)
    paths: dict[str, dict[str, Any]] = {}
    for one in endpoints:
        gives = next(found) if is_type(one.gives) else None
        body = next(found) if is_type(one.body) else None
        paths.setdefault(one.path, {})[one.method.lower()] = operation(one, gives, body)
    return {
        "openapi": "3.1.0",
        "info": {"title": "carreau", "version": __version__},
        "paths": paths,
        "components": {"schemas": components},
    }


def is_type(kind: Any) -> bool:
    return kind is not None and not isinstance(kind, str)


def operation(one: Endpoint, gives: Any, body: Any) -> dict[str, Any]:
    answer = {JSON: {"schema": gives}} if gives is not None else {one.gives: {"schema": {"type": "string"}}}
    found: dict[str, Any] = {
        "summary": one.summary,
        "operationId": one.handler.__name__,
        "parameters": [*map(in_path, re.findall(r"\{(\w+)\}", one.path)), *map(in_query, one.query)],
        "responses": {
            "200": {"description": "as asked for", "content": answer},
            **{str(status): refused(REFUSALS[status]) for status in refusals(one)},
        },
    }
    if body is not None:
        found["requestBody"] = {"required": True, "content": {JSON: {"schema": body}}}
    return found


def in_path(name: str) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


def in_query(one: Query) -> dict[str, Any]:
    return {"name": one.name, "in": "query", "schema": {**msgspec.json.schema(one.kind), "default": one.default}}


def refusals(one: Endpoint) -> list[int]:
    """Describe the refusals of an endpoint."""
    possible = {
        400: one.body is not None or bool(one.query) or "{" in one.path,
        401: not one.anyone,
        403: one.method != "GET" or not one.anyone,
        404: "{" in one.path or one.body is not None,
        408: one.body is not None,
        409: one.conflicts,
        413: True,
        415: one.body is not None,
        429: True,
        503: True,
    }
    return [status for status, is_possible in possible.items() if is_possible]


def refused(why: str) -> dict[str, Any]:
    problem = {"schema": {"$ref": WHERE.format(name=Problem.__name__)}}
    return {"description": f"{why}; nothing has changed", "content": {JSON: problem}}
