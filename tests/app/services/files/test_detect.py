"""Which format a file has."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.services.files.detect import read_file
from app.services.files.entries import Unreadable


@pytest.mark.case("GM-088")
@pytest.mark.parametrize(
    ("raw", "code"),
    [
        pytest.param(b"", "empty-file", id="nothing"),
        pytest.param(b"\xef\xbb\xbf  \n", "empty-file", id="a mark and blanks"),
        pytest.param(b"{}", "unknown-format", id="an empty object"),
        pytest.param(b"[]", "nothing-to-import", id="an empty list"),
        pytest.param(b"[1, null]", "nothing-to-import", id="a list of no blocks"),
        pytest.param(b'{"adversaries": []}', "nothing-to-import", id="an empty list of a kind"),
        pytest.param(b"Name,Tier,HP\n\n", "nothing-to-import", id="a head alone"),
        pytest.param(b'[{"name": "Moth", "feats"', "malformed-json", id="cut off"),
        pytest.param(b"<!DOCTYPE html><html>", "web-page", id="a page of the web"),
        pytest.param(b"\x89PNG\r\n\x1a\n\x00\xff", "not-text", id="a picture"),
        pytest.param("Имя".encode("cp1251"), "not-text", id="an old encoding"),
        pytest.param(b"just words", "unknown-format", id="words"),
        pytest.param(b"[" * 100_000, "too-deep", id="brackets without end"),
        pytest.param(b'{"monster": [{"name": "Rat"}]}', "format-not-taken", id="5etools"),
        pytest.param(b'{"Creatures.abc": {"Name": "Rat"}}', "format-not-taken", id="Improved Initiative"),
        pytest.param(b'[{"Name": "Rat", "HP": {"Value": 3}}]', "format-not-taken", id="its players"),
        pytest.param(b'{"name": "x", "system": {}, "items": []}', "format-not-taken", id="Foundry"),
        pytest.param(b'{"format": "shirma/1", "events": []}', "format-not-taken", id="a whole game"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(raw: bytes, code: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_file(raw)
    assert caught.value.code == code


@pytest.mark.case("GM-088")
def test_broken_json_is_pointed_at() -> None:
    with pytest.raises(Unreadable) as caught:
        read_file('[\n {"name": "Мотылёк", feats: []}\n]'.encode())
    assert caught.value.facts == {"line": 2, "column": 22}


def test_a_single_block_is_a_file_too() -> None:
    raw = json.dumps({"name": "Moth", "feats": []}).encode("utf-16")
    assert [entry.name for entry in read_file(raw).entries] == ["Moth"]


def test_more_than_a_library_holds_is_refused_before_it_is_read() -> None:
    with pytest.raises(Unreadable, match="too-many-entries"):
        read_file(json.dumps([{"name": "Moth", "feats": []}] * 5001).encode())


JSON: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["name", "feats", "features", "text", "type", "hp", "weaponName", "x"]), inner
        )
    ),
    max_leaves=20,
)


@given(JSON)
def test_any_json_is_read_or_refused_with_a_reason(document: Any) -> None:
    with suppress(Unreadable):
        read_file(json.dumps(document, ensure_ascii=True).encode())


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused_with_a_reason(raw: bytes) -> None:
    with suppress(Unreadable):
        read_file(raw)
    with suppress(Unreadable):
        read_file(b"Name,Tier,HP\n" + raw)
