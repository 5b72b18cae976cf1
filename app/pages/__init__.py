"""The pages, as HTML."""

from __future__ import annotations

from fastapi import APIRouter

from app.pages import (
    actions,
    doors,
    drawers,
    encounters,
    home,
    library,
    menu,
    pasting,
    pictures,
    reference,
    reports,
    screen,
    settings,
    setup,
    shared,
    signin,
    stream,
)

ROUTERS: tuple[APIRouter, ...] = (
    signin.router,
    menu.router,
    home.router,
    setup.router,
    settings.router,
    reference.router,
    library.router,
    reports.router,
    shared.router,
    screen.router,
    drawers.router,
    actions.router,
    encounters.router,
    pasting.router,
    pictures.router,
    doors.router,
    stream.router,
)
