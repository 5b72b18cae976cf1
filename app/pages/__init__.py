"""The pages, as HTML."""

from __future__ import annotations

from fastapi import APIRouter

from app.pages import signin

ROUTERS: tuple[APIRouter, ...] = (signin.router,)
