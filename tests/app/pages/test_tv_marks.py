"""The TV draws as many marks of a track as its column holds; more of them are a bar with its number."""

from __future__ import annotations

import re

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.services import games
from app.services.house import House
from tests.app.pages.evenings import Evening


def tv(browser: TestClient, admin: TestClient, app: FastAPI, account: str, system: str, pool: str, most: int) -> str:
    """The row on the TV of one character with so much of a pool."""
    house: House = app.state.house
    creature = {"name": "Oro", "kind": "pc", "trackers": {pool: {"max": most}}}
    add = {"type": "add_creature", "creature": creature}
    game = house.database.write(lambda db: games.create(db, account, "gm", "Mill", system, None, [add]))
    evening = Evening(app, games.as_gm(house, account, game), {})
    share = admin.post(f"/api/v1{evening.base}/shares", json={"role": "screen"}).json()
    page: str = browser.get("/" + str(share["url"]).split("/", 3)[3]).text
    return page[page.index('id="tv-turns"') : page.index('id="tv-side"')]


@pytest.mark.parametrize(("system", "pool"), [("bump", "hp"), ("daggerheart", "hit_points")])
@pytest.mark.parametrize(("most", "is_bar"), [(7, False), (8, True), (12, True)])
def test_more_marks_than_there_is_room_for_are_a_bar(
    browser: TestClient, admin: TestClient, app: FastAPI, account: str, system: str, pool: str, most: int, is_bar: bool
) -> None:
    row = tv(browser, admin, app, account, system, pool, most)
    assert bool(re.search(rf'role="meter"[^>]*aria-valuemax="{most}"', row)) is is_bar
    assert (f"/{most}</span>" in row) is is_bar
    assert (f'/{most}" data-t=' in row) is not is_bar
