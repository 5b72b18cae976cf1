"""Tables that the sources left blank, over the API: a plain collection of what one game has filled in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.main import create_app
from app.services import accounts, tokens
from app.settings import Settings
from app.storage.database import Database
from tests.app.playing import API, Playing, code, problem_free

DIE = {"row": 1, "column": "die", "value": "1d10"}


@pytest.fixture
def play(admin: TestClient) -> Playing:
    return Playing(admin, system="swing")


def fill(play: Playing, *cells: dict[str, Any], card: str = "weapons") -> Any:
    return play.admin.post(f"{play.path}/tables", json={"card": card, "cells": list(cells)})


def test_a_table_is_filled_in_changed_and_emptied(play: Playing) -> None:
    answer = fill(play, DIE)
    made, one = answer.json(), answer.headers["location"]
    assert (answer.status_code, made["card"], made["title"], made["cells"]) == (201, "weapons", "Weapons", [DIE])
    assert made["columns"][0] == {"key": "weapon", "name": "weapon"}
    assert (made["rows"][0]["weapon"], made["rows"][1]["die"]) == ("broadsword", "")
    assert play.admin.get(one).json() == made
    assert play.admin.get(one).headers["etag"] == answer.headers["etag"]
    more = {"row": 2, "column": "weapon", "value": "flail"}
    changed = play.admin.patch(one, json={"cells": [more]}, headers={"If-Match": answer.headers["etag"]})
    assert changed.json()["cells"] == [DIE, more]
    for stale in (
        play.admin.patch(one, json={"cells": [DIE]}, headers={"If-Match": answer.headers["etag"]}),
        play.admin.delete(one, headers={"If-Match": answer.headers["etag"]}),
    ):
        assert code(stale) == (412, "stale-version")
    assert play.admin.delete(one, headers={"If-Match": changed.headers["etag"]}).status_code == 204
    for gone in (play.admin.get(one), play.admin.delete(one), play.admin.patch(one, json={"cells": [DIE]})):
        assert code(gone) == (404, "unknown-table")
    play.undo()
    assert play.admin.get(one).json()["cells"] == [DIE, more]


def test_the_list_has_what_is_filled_in_and_what_is_blank(play: Playing) -> None:
    before = problem_free(play.admin.get(f"{play.path}/tables"))
    assert (before["items"], before["next"]) == ([], None)
    assert {"weapons", "fumble-table"} <= {table["card"] for table in before["blank"]}
    made = fill(play, DIE).json()
    after = problem_free(play.admin.get(f"{play.path}/tables"))
    assert after["items"] == [made]
    assert "weapons" not in {table["card"] for table in after["blank"]}
    russian = play.admin.get(f"{play.path}/tables", headers={"Accept-Language": "ru"}).json()
    assert russian["items"][0]["title"] == "Оружие"


def test_a_table_that_is_begun_is_not_begun_again(play: Playing) -> None:
    fill(play, DIE)
    assert code(fill(play, DIE)) == (409, "table-is-filled")


def test_a_retry_is_safe(play: Playing) -> None:
    body = {"card": "weapons", "cells": [DIE]}
    for _ in range(2):
        answer = play.admin.post(f"{play.path}/tables", json=body, headers={"Idempotency-Key": "one"})
        assert (answer.status_code, answer.json()["cells"]) == (201, [DIE])
    again = {"card": "weapons", "cells": [{**DIE, "value": "1d12"}]}
    assert code(play.admin.post(f"{play.path}/tables", json=again, headers={"Idempotency-Key": "two"}))[0] == 409


@pytest.mark.parametrize(
    ("body", "wanted", "pointer"),
    [
        ({"card": "nothing", "cells": [DIE]}, (404, "unknown-table"), None),
        ({"card": "critical-blow", "cells": [DIE]}, (404, "unknown-table"), None),
        ({"card": "weapons", "cells": []}, (422, "invalid-input"), "/cells"),
        ({"card": "weapons", "cells": [{**DIE, "row": 0}]}, (422, "invalid-input"), "/cells/0"),
        ({"card": "weapons", "cells": [DIE, {**DIE, "row": 60}]}, (422, "invalid-input"), "/cells/1/row"),
        ({"card": "critical-ranges", "cells": [{**DIE, "column": "weapons", "row": 30}]}, (422, "invalid-input"),
         "/cells/0/row"),
        ({"card": "weapons", "cells": [{**DIE, "column": "colour"}]}, (422, "invalid-input"), "/cells/0/column"),
        ({"card": "weapons", "cells": [{**DIE, "value": "x" * 501}]}, (422, "invalid-input"), "/cells/0/value"),
        ({"card": "weapons", "cells": [{**DIE, "value": "\0"}]}, (422, "invalid-input"), "/cells/0/value"),
        ({"card": "weapons", "cells": [{**DIE, "value": 5}]}, (422, "invalid-input"), "/cells/0/value"),
        ({"card": "weapons", "cells": [{**DIE, "wide": True}]}, (422, "unknown-field"), "/cells/0/wide"),
    ],
)  # fmt: skip
def test_what_cannot_be_written_is_said_with_its_place(
    play: Playing, body: Any, wanted: tuple[int, str], pointer: str | None
) -> None:
    answer = play.admin.post(f"{play.path}/tables", json=body)
    assert code(answer) == wanted
    if pointer is not None:
        assert answer.json()["errors"][0]["pointer"] == pointer
        assert answer.json()["errors"][0]["detail"]
    assert play.game()["number"] == 1


def test_it_stays_in_an_export(play: Playing) -> None:
    fill(play, DIE)
    fill(play, {"row": 5, "column": "happens", "value": "Into the river."}, card="fumble-table")
    document = play.admin.get(f"{play.path}/export").json()
    copied = problem_free(play.admin.post(f"{API}/games/import", json=document))
    kept = problem_free(play.admin.get(f"{API}/games/{copied['id']}/tables"))["items"]
    assert kept == problem_free(play.admin.get(f"{play.path}/tables"))["items"]
    assert len(kept) == 2


@pytest.mark.parametrize(
    ("key", "value"),
    [("weapons/1/die", "x" * 501), ("weapons/1/die", 5), ("weapons/60/die", "x"), ("weapons/x/die", "x"),
     ("weapons", "x"), ("weapons/1/die", "")],
)  # fmt: skip
def test_a_document_with_other_cells_is_refused(play: Playing, key: str, value: Any) -> None:
    fill(play, DIE)
    document = play.admin.get(f"{play.path}/export").json()
    document["events"][-1]["event"] |= {"key": f"game/cell/{key}", "value": value}
    assert play.admin.post(f"{API}/games/import", json=document).status_code == 422


def test_a_cell_of_a_card_that_this_release_does_not_have_does_no_harm(play: Playing) -> None:
    fill(play, DIE)
    document = play.admin.get(f"{play.path}/export").json()
    document["events"][-1]["event"]["key"] = "game/cell/nothing/1/die"
    copied = problem_free(play.admin.post(f"{API}/games/import", json=document))
    assert problem_free(play.admin.get(f"{API}/games/{copied['id']}/tables"))["items"] == []


def test_players_see_it_with_its_card_and_cannot_fill_it_in(play: Playing) -> None:
    link = play.admin.post(f"{play.path}/shares", json={"role": "watch"}).json()["token"]
    path = f"{API}/shared/{link}"
    before = play.admin.get(path).json()
    fill(play, DIE)
    assert play.admin.get(path).json() == before
    play.do({"type": "show", "card": "weapons"})
    assert play.admin.get(path).json()["view"]["shown"] == {"card": "weapons", "cells": {"1/die": "1d10"}}
    assert "1d10" not in play.admin.get(f"{path}/events").text
    command = {"type": "fill_table", "card": "weapons", "cells": [DIE]}
    assert play.admin.post(f"{path}/commands", json=command).status_code == 403


def test_on_both_databases(settings: Settings, database_url: str) -> None:
    app: FastAPI = create_app(replace(settings, database_url=database_url))
    database: Database = app.state.database
    token = database.write(lambda db: tokens.create(db, accounts.ensure_owner(db).id, "t", "admin")[1])
    client = TestClient(app, headers={"Authorization": f"Bearer {token}"})
    play = Playing(client, system="swing")
    fill(play, DIE, {"row": 2, "column": "weapon", "value": "кистень «Ёж»"})
    fill(play, {"row": 0, "column": "needs", "value": "12"}, card="extra-attack-numbers")
    items = problem_free(client.get(f"{play.path}/tables"))["items"]
    assert {table["card"]: len(table["cells"]) for table in items} == {"weapons": 2, "extra-attack-numbers": 1}
    document = client.get(f"{play.path}/export").json()
    copied = problem_free(client.post(f"{API}/games/import", json=document))
    assert problem_free(client.get(f"{API}/games/{copied['id']}/tables"))["items"] == items
    refused = client.patch(f"{play.path}/tables/weapons", json={"cells": [{**DIE, "value": "\0"}]})
    assert code(refused)[0] == 422
    database.close()


def test_what_is_filled_in_is_what_the_d6_reads(play: Playing) -> None:
    fill(play, {"row": 2, "column": "happens", "value": "Slips."}, card="fumble-table")
    rolled = play.do({"type": "roll", "roll": "fumble", "dice": {"d6": 3}})
    assert "Slips." in " ".join(rolled["text"])
