"""The JSON API, version 1: one module for each kind of thing."""

from __future__ import annotations

from fastapi import APIRouter

from app.api import operations, tokens

# Everything under /api/v1, in the order in which the documentation shows it.
ROUTERS: tuple[APIRouter, ...] = (tokens.router,)
# At the root.
OPERATIONS: APIRouter = operations.router
