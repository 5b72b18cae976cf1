"""Pictures: kept by the GM, told by their content, and open to a link only while they are shown to it."""

from __future__ import annotations

import base64
import re
from typing import Any
from urllib.parse import urljoin

import pytest
from starlette.testclient import TestClient

from app.services import pictures
from app.settings import LARGEST_PICTURE
from tests.app.playing import API, ORO, Link, Playing, code, problem_free
from tests.app.services.test_picture_files import GIF, png

PNG = png()


@pytest.fixture
def play(admin: TestClient) -> Playing:
    return Playing(admin)


def send(play: Playing, data: bytes = PNG, type_: str = "image/png", **query: str) -> Any:
    return play.admin.post(f"{play.path}/pictures", content=data, headers={"Content-Type": type_}, params=query)


def kept(play: Playing, data: bytes = PNG, name: str = "zq303 the traitor.png") -> str:
    answer = send(play, data, name=name)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def show(play: Playing, id_: str) -> None:
    play.do({"type": "show", "picture": id_})


def picture(link: Link, id_: str) -> Any:
    return link.get(f"/pictures/{id_}")


def test_a_picture_comes_back_as_it_was_sent_with_the_type_of_its_content(play: Playing) -> None:
    made = send(play, GIF, "image/png", name="../maps\\the ford.gif").json()
    assert (made["type"], made["width"], made["height"], made["size"]) == ("image/gif", 7, 5, len(GIF))
    assert made["name"] == "the ford.gif"
    answer = play.admin.get(f"{play.path}/pictures/{made['id']}")
    assert answer.content == GIF
    assert answer.headers["content-type"] == "image/gif"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in answer.headers["content-security-policy"]
    assert [one["id"] for one in play.admin.get(f"{play.path}/pictures").json()["items"]] == [made["id"]]
    again = play.admin.get(f"{play.path}/pictures/{made['id']}", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("data", [b"", b"<svg onload='alert(1)'/>", b"<!doctype html>", b"{}"])
def test_what_is_no_picture_is_refused_whatever_it_calls_itself(play: Playing, data: bytes) -> None:
    assert code(send(play, data)) == (415, "unsupported-picture")
    assert play.admin.get(f"{play.path}/pictures").json()["items"] == []


def test_a_picture_that_is_too_large_is_refused(play: Playing) -> None:
    assert send(play, PNG + b"\0" * (LARGEST_PICTURE - len(PNG))).status_code == 201
    assert code(send(play, PNG + b"\0" * LARGEST_PICTURE)) == (413, "body-too-large")


def test_a_game_holds_only_so_many_pictures(play: Playing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "LARGEST_TOGETHER", 2 * len(PNG))
    kept(play)
    kept(play)
    assert code(send(play)) == (409, "pictures-full")
    monkeypatch.setattr(pictures, "MOST_PICTURES", 2)
    assert code(send(play)) == (409, "too-many-pictures")


def test_the_same_picture_sent_again_with_its_key_is_kept_once(play: Playing) -> None:
    headers = {"Idempotency-Key": "one", "Content-Type": "image/png"}
    answers = [play.admin.post(f"{play.path}/pictures", content=PNG, headers=headers) for _ in range(2)]
    assert answers[0].json() == answers[1].json()
    assert len(play.admin.get(f"{play.path}/pictures").json()["items"]) == 1


def test_a_link_gets_a_picture_while_it_is_shown_and_no_other(play: Playing) -> None:
    oro = play.add(ORO)
    first, second = kept(play), kept(play)
    links = [play.link("seat", oro), play.link("watch"), play.link("screen")]
    for link in links:
        assert code(picture(link, first)) == (404, "not-found")
    show(play, first)
    for link in links:
        assert picture(link, first).content == PNG
        assert link.get().json()["view"]["shown"] == {"picture": first}
        assert code(picture(link, second)) == (404, "not-found")
    play.do({"type": "take_away"})
    for link in links:
        assert code(picture(link, first)) == (404, "not-found")


def test_every_page_draws_the_picture_from_an_address_that_answers(play: Playing) -> None:
    oro, first = play.add(ORO), kept(play)
    show(play, first)
    for role, creature, tab in (
        ("seat", oro, "/me"),
        ("seat", None, "/table"),
        ("watch", None, ""),
        ("screen", None, ""),
    ):
        link = play.link(role, creature or (oro if role == "seat" else None))
        page = f"/s/{link.path.rpartition('/')[2]}{tab}"
        (source,) = re.findall(r'<img src="([^"]+)"', link.client.get(page).text)
        assert link.client.get(urljoin(page, source)).content == PNG


def test_a_link_to_join_and_one_that_was_taken_back_get_none(play: Playing) -> None:
    first = kept(play)
    show(play, first)
    assert code(picture(play.link("join"), first)) == (404, "not-found")
    share = play.share("watch")
    play.admin.delete(f"{play.path}/shares/{share['id']}")
    assert code(picture(Link(play.admin, share["token"]), first)) == (404, "not-found")


def test_players_never_read_a_pictures_name(play: Playing) -> None:
    watch, first = play.link("watch"), kept(play)
    show(play, first)
    for answer in (watch.get(), watch.get("/events"), picture(watch, first)):
        assert "zq303" not in answer.text + str(answer.headers)


def test_a_held_view_shows_the_picture_from_before_and_not_the_new_one(play: Playing) -> None:
    watch, first, second = play.link("watch"), kept(play), kept(play)
    show(play, first)
    play.do({"type": "hold_view", "on": True})
    show(play, second)
    assert picture(watch, first).content == PNG
    assert code(picture(watch, second)) == (404, "not-found")
    play.do({"type": "hold_view", "on": False})
    assert picture(watch, second).content == PNG
    assert code(picture(watch, first)) == (404, "not-found")


def test_another_games_picture_is_not_there(play: Playing) -> None:
    first, other = kept(play), Playing(play.admin, "Another")
    assert code(play.admin.get(f"{other.path}/pictures/{first}")) == (404, "unknown-picture")
    assert code(other.send({"type": "show", "picture": first})) == (404, "unknown-picture")
    assert code(other.send({"type": "show", "picture": "https://example.org/x.png"})) == (404, "unknown-picture")
    assert other.view()["shown"] is None


def test_a_picture_that_is_thrown_away_while_it_is_shown_is_put_away(play: Playing) -> None:
    first = kept(play)
    show(play, first)
    assert play.admin.delete(f"{play.path}/pictures/{first}").status_code == 204
    assert play.view()["shown"] is None
    assert code(play.admin.delete(f"{play.path}/pictures/{first}")) == (404, "unknown-picture")


def test_pictures_go_along_with_their_game(play: Playing) -> None:
    first = kept(play)
    kept(play, GIF, "a map")
    show(play, first)
    document = problem_free(play.admin.get(f"{play.path}/export"))
    assert [base64.b64decode(one["data"]) for one in document["pictures"]] == [PNG, GIF]
    made = problem_free(play.admin.post(f"{API}/games/import", json=document))
    path = f"{API}/games/{made['id']}"
    assert problem_free(play.admin.get(f"{path}/export"))["pictures"] == document["pictures"]
    assert made["view"]["shown"] == {"picture": first}
    assert play.admin.get(f"{path}/pictures/{first}").content == PNG


@pytest.mark.parametrize(
    "picture, place",
    [
        ({"id": "i_1", "name": "x", "data": base64.b64encode(b"<svg/>").decode()}, "/pictures/0/data"),
        ({"id": "i_1", "name": "x", "data": "not base64!"}, "/pictures/0/data"),
        ({"id": "../i", "name": "x", "data": base64.b64encode(PNG).decode()}, "/pictures/0/id"),
        ({"id": "i_1", "name": "x" * 121, "data": base64.b64encode(PNG).decode()}, "/pictures/0/name"),
    ],
)
def test_a_document_with_what_is_no_picture_is_refused(play: Playing, picture: Any, place: str) -> None:
    document = problem_free(play.admin.get(f"{play.path}/export"))
    refused = play.admin.post(f"{API}/games/import", json=document | {"pictures": [picture]})
    assert refused.status_code == 422
    assert [error["pointer"] for error in refused.json()["errors"]] == [place]


def test_a_document_with_one_picture_twice_is_refused(play: Playing) -> None:
    document = problem_free(play.admin.get(f"{play.path}/export"))
    one = {"id": "i_1", "name": "x", "data": base64.b64encode(PNG).decode()}
    refused = play.admin.post(f"{API}/games/import", json=document | {"pictures": [one, one]})
    assert code(refused) == (422, "invalid-input")


def test_the_documentation_of_the_calls_names_the_codes_that_pictures_have_of_their_own(play: Playing) -> None:
    paths = play.admin.get("/api/v1/openapi.json").json()["paths"]
    of_all, of_one = paths["/api/v1/games/{game_id}/pictures"], paths["/api/v1/games/{game_id}/pictures/{picture}"]
    for named in ("unsupported-picture", "body-too-large", "too-many-pictures", "pictures-full"):
        assert named in of_all["post"]["description"]
    assert all("unknown-picture" in of_one[method]["description"] for method in ("get", "delete"))
