"""The OpenAPI document, and the page that shows it without a script."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import HTMLResponse

from app import __version__
from app.deps import LanguageDep, PageDep
from app.services.templating import render

router = APIRouter(include_in_schema=False)
PROBLEM = {
    "title": "Problem",
    "description": "Problem details (RFC 9457). Nothing is changed when a call is refused.",
    "type": "object",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "code": {"type": "string", "examples": ["not-found"]},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["pointer", "code", "detail"],
                "properties": {name: {"type": "string"} for name in ("pointer", "code", "detail")},
            },
        },
    },
}
REFUSED = {
    "description": "Refused; `code` says why.",
    "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
}


def openapi_of(app: FastAPI) -> dict[str, Any]:
    """The document: FastAPI's own, with this API's way of refusing in place of the usual one."""
    if app.openapi_schema is None:
        made = get_openapi(title="Shirma", version=__version__, routes=app.routes, summary="A virtual GM screen")
        schemas = made.setdefault("components", {}).setdefault("schemas", {})
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        schemas["Problem"] = PROBLEM
        made["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        made["security"] = [{"token": []}, {}]  # what is reference is open to all
        for operation in _operations(made):
            operation["responses"].pop("422", None)
            operation["responses"]["4XX"] = REFUSED
        app.openapi_schema = made
    return app.openapi_schema


def _operations(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [operation for path in document["paths"].values() for operation in path.values()]


@router.get("/docs", response_class=HTMLResponse)
def show_docs(request: Request, language: LanguageDep, page: PageDep) -> str:
    document = openapi_of(request.app)
    schemas = document["components"]["schemas"]
    return render("api_docs.html", language, groups=_groups(document), schemas=schemas, **page)


def _groups(document: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The operations by tag, with every member that the page shows."""
    empty = {"description": "", "parameters": [], "requestBody": {}}
    groups: dict[str, list[dict[str, Any]]] = {}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            shown = empty | operation | {"method": method.upper(), "path": path}
            groups.setdefault(operation.get("tags", ["other"])[0], []).append(shown)
    return groups
