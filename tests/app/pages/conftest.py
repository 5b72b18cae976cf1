"""A game at hand for the tests of its pages."""

from __future__ import annotations

import pytest
from fastapi import FastAPI

from tests.app.pages.evenings import Evening, evening


@pytest.fixture
def game(app: FastAPI, account: str) -> Evening:
    return evening(app, account)
