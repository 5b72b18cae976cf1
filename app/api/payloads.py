"""JSON in and out: bodies whose shape the rules know, and answers as bytes that are ready to be sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from fastapi import Depends, Response

from app.deps import SentDep
from app.errors import Fault, InvalidInput
from app.services.idempotency import Answer
from app.services.json_text import decoded

TYPE = "application/json"


def read_json(body: SentDep) -> Any:
    """The body. Raises Problem where it is no JSON, or holds what no command can: numbers past all bounds.

    Routes ask for it after the caller: what nobody may send is not read.
    """
    return decoded(body)


JsonDep = Annotated[Any, Depends(read_json)]


def an_object(body: Any) -> dict[str, Any]:
    if not isinstance(body, dict):
        raise InvalidInput(Fault("", "wrong-type", {"expected": "object"}))
    return body


def takes(schema: Mapping[str, Any]) -> dict[str, Any]:
    """What the OpenAPI document says of a body that the rules read."""
    return {"requestBody": {"required": True, "content": {TYPE: {"schema": schema}}}}


def sent(body: Any, status: int = 200, *, version: str = "", language: str = "") -> Response:
    """An answer; with its version as the ETag, where it has one."""
    headers = {"ETag": f'"{version}"'} if version else {}
    if language:
        headers["Content-Language"] = language
    return Response(msgspec.json.encode(body), status, headers, TYPE)


def kept(answer: Answer) -> Response:
    """An answer that may have been given before: the very same bytes."""
    return Response(answer.body, answer.status, dict(answer.headers), TYPE)
