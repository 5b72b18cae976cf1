"""The JSON API, version 1: one module for each kind of thing."""

from __future__ import annotations

from fastapi import APIRouter

from app.api import (
    cards,
    checkpoints,
    creatures,
    encounters,
    games,
    library,
    operations,
    pictures,
    play,
    reports,
    reveals,
    rolls,
    shared,
    shares,
    systems,
    tables,
    tokens,
)

# Everything under /api/v1, in the order in which the documentation shows it.
ROUTERS: tuple[APIRouter, ...] = (
    systems.router,
    cards.router,
    rolls.router,
    games.router,
    play.router,
    reveals.router,
    reports.router,
    checkpoints.router,
    library.router,
    creatures.router,
    encounters.router,
    tables.router,
    pictures.router,
    shares.router,
    shared.router,
    reports.shared_router,
    pictures.shared,
    tokens.router,
)
# At the root.
OPERATIONS: APIRouter = operations.router
