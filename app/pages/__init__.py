"""The pages, as HTML."""

from __future__ import annotations

from fastapi import APIRouter

from app.pages import home, menu, reference, setup, shared, signin

ROUTERS: tuple[APIRouter, ...] = (
    signin.router,
    menu.router,
    home.router,
    setup.router,
    reference.router,
    shared.router,
)
