"""The HTTP part as an OpenAPI document, made of the endpoints as they are declared."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from carreau import __version__
from carreau.server.api import Endpoint, Problem

WHERE = "#/components/schemas/{name}"


def document(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """For tools and tests; the same for every server of a version."""
    kinds = [each for one in endpoints for each in (one.gives, one.body) if each is not None] + [Problem]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=WHERE)
    found = iter(schemas)
    paths: dict[str, dict[str, Any]] = {}
    for one in endpoints:
        gives = next(found) if one.gives is not None else None
        body = next(found) if one.body is not None else None
        paths.setdefault(one.path, {})[one.method.lower()] = operation(one, gives, body)
    return {
        "openapi": "3.1.0",
        "info": {"title": "carreau", "version": __version__},
        "paths": paths,
        "components": {"schemas": components},
    }


def operation(one: Endpoint, gives: Any, body: Any) -> dict[str, Any]:
    problem = {"content": {"application/json": {"schema": {"$ref": WHERE.format(name="Problem")}}}}
    answer = {"content": {"application/json": {"schema": gives}}} if gives else {"content": {"*/*": {}}}
    found: dict[str, Any] = {
        "summary": one.summary,
        "operationId": one.handler.__name__,
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
            for name in re.findall(r"\{(\w+)\}", one.path)
        ],
        "responses": {
            "200": {"description": "as asked for", **answer},
            "4XX": {"description": "refused; nothing has changed", **problem},
        },
    }
    if body:
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return found
