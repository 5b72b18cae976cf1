"""The language of this device."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient


def test_the_language_is_kept_and_the_page_comes_back(client: TestClient) -> None:
    answer = client.post("/language", data={"to": "ru", "back": "/reference?q=fear"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/reference?q=fear")
    assert '<html lang="ru"' in client.get("/reference").text


def test_an_unknown_language_changes_nothing(client: TestClient) -> None:
    assert "set-cookie" not in client.post("/language", data={"to": "xx"}).headers


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:x", "/a\nb"])
def test_nobody_is_sent_to_another_place(client: TestClient, back: str) -> None:
    assert client.post("/language", data={"to": "ru", "back": back}).headers["location"] == "/"
