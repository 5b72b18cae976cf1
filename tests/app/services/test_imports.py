"""Files brought into the library."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlmodel import Session

from app.errors import Problem
from app.services import accounts, imports, library
from app.services.files.entries import MOST_ENTRIES
from app.services.imports import Clash, Import
from app.storage import library as stored
from app.storage.database import Database
from app.storage.tables import Account
from tests.app.services.files.reading import SAMPLES

MOTH = {
    "name": "Moth",
    "tier": "1",
    "type": "Solo",
    "hp": "7",
    "feats": [{"name": "Glow - Passive", "text": "It glows."}],
}
GRUB = {"name": "Grub", "tier": "1", "type": "Minion", "hp": "1", "feats": []}


@pytest.fixture
def account(database: Database) -> str:
    return database.write(lambda db: accounts.ensure_owner(db).id)


def file_of(*blocks: dict[str, Any]) -> bytes:
    return json.dumps(blocks).encode()


def bring(database: Database, account: str, raw: bytes, clash: Clash = "replace", source: str = "") -> Import:
    parsed = imports.read(raw, "en")
    return database.write(lambda db: imports.bring(db, account, parsed, source, clash))


def compare(database: Database, account: str, raw: bytes, clash: Clash = "replace") -> Import:
    parsed = imports.read(raw, "en")
    return database.read(lambda db: imports.compare(db, account, parsed, clash))


def names(database: Database, account: str) -> list[str]:
    known = database.read(lambda db: stored.known(db, account, "daggerheart"))
    return sorted(row.name for row in known.values())


@pytest.mark.case("GM-049")
def test_a_file_brings_its_entries_once(database: Database, account: str) -> None:
    first = bring(database, account, file_of(MOTH, GRUB))
    again = bring(database, account, file_of(MOTH, GRUB))
    assert first.counts == {"new": 2, "same": 0, "changed": 0}
    assert again.counts == {"new": 0, "same": 2, "changed": 0}
    assert [one.id for one in again.entries] == [one.id for one in first.entries]
    assert names(database, account) == ["Grub", "Moth"]


@pytest.mark.case("GM-049")
def test_a_preview_says_the_same_and_writes_nothing(database: Database, account: str) -> None:
    seen = compare(database, account, file_of(MOTH, GRUB))
    assert seen.counts == {"new": 2, "same": 0, "changed": 0}
    assert names(database, account) == []


@pytest.mark.case("GM-049")
def test_a_changed_entry_replaces_the_one_with_its_name(database: Database, account: str) -> None:
    before = bring(database, account, file_of(MOTH))
    after = bring(database, account, file_of(MOTH | {"hp": "9"}), source="moths.json")
    assert after.counts["changed"] == 1
    assert after.entries[0].id == before.entries[0].id
    row = database.read(lambda db: stored.find(db, account, str(after.entries[0].id)))
    assert row is not None
    assert json.loads(row.body)["spec"]["trackers"]["hit_points"] == {"max": 9}
    assert row.source == "moths.json"


@pytest.mark.case("GM-049")
def test_a_changed_entry_may_be_skipped(database: Database, account: str) -> None:
    bring(database, account, file_of(MOTH))
    skipped = bring(database, account, file_of(MOTH | {"hp": "9"}, GRUB), clash="skip")
    assert skipped.counts == {"new": 1, "same": 0, "changed": 1}
    assert compare(database, account, file_of(MOTH)).counts["same"] == 1


@pytest.mark.case("GM-049")
def test_both_of_one_name_may_be_kept_and_a_second_time_adds_nothing(database: Database, account: str) -> None:
    bring(database, account, file_of(MOTH))
    kept = bring(database, account, file_of(MOTH | {"hp": "9"}), clash="keep")
    again = bring(database, account, file_of(MOTH | {"hp": "9"}), clash="keep")
    assert [(one.state, one.entry.key) for one in kept.entries] == [("new", "moth-2")]
    assert [(one.state, one.entry.key) for one in again.entries] == [("same", "moth-2")]
    assert names(database, account) == ["Moth", "Moth"]


@pytest.mark.case("GM-049")
def test_two_of_one_name_in_a_file_come_both_and_only_once(database: Database, account: str) -> None:
    twice = file_of(MOTH, MOTH | {"hp": "9"})
    assert bring(database, account, twice).counts["new"] == 2
    assert bring(database, account, twice).counts["same"] == 2
    assert bring(database, account, twice, clash="keep").counts["same"] == 2


def test_a_renamed_entry_is_not_overwritten_by_the_file_it_came_from(database: Database, account: str) -> None:
    id_ = str(bring(database, account, file_of(MOTH)).entries[0].id)
    database.write(lambda db: library.change(db, account, id_, "en", creature={"name": "Mother of Moths"}))
    assert bring(database, account, file_of(MOTH)).counts["new"] == 1
    assert names(database, account) == ["Moth", "Mother of Moths"]


@pytest.mark.case("GM-049")
def test_another_account_s_entries_are_not_touched(database: Database, account: str) -> None:
    def other(db: Session) -> None:
        db.add(Account(id="a_other", name="Other"))

    database.write(other)
    mine = bring(database, account, file_of(MOTH))
    theirs = bring(database, "a_other", file_of(MOTH | {"hp": "9"}))
    assert theirs.counts["new"] == 1
    assert theirs.entries[0].id != mine.entries[0].id
    assert compare(database, account, file_of(MOTH)).counts["same"] == 1


def test_a_number_out_of_bounds_is_left_out_and_named(database: Database, account: str) -> None:
    brought = imports.read(file_of(MOTH | {"difficulty": "400"}), "en")
    assert "numbers" not in brought.entries[0].spec or "difficulty" not in brought.entries[0].spec["numbers"]
    assert [imports.detail(lost, "en") for lost in brought.lost] == ["Moth: Difficulty: 400 is out of bounds; left out"]
    assert [imports.detail(lost, "ru") for lost in brought.lost] == [
        "Moth: Сложность: 400 — вне допустимого; пропущено"
    ]


def test_everything_that_was_read_can_be_put_on_a_board() -> None:
    for name in ("adversaries.json", "environments.json", "adversaries.csv", "daggerforge.json"):
        parsed = imports.read((SAMPLES / name).read_bytes(), "en")
        assert not [lost for lost in parsed.lost if lost.code in ("not-usable", "number-refused")]


def test_a_full_library_refuses_the_file_as_a_whole(
    database: Database, account: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(database, account, file_of(MOTH))
    monkeypatch.setattr("app.services.library.MOST_ENTRIES", 2)
    with pytest.raises(Problem, match="library-full"):
        bring(database, account, file_of(GRUB, GRUB | {"name": "Larva"}))
    assert names(database, account) == ["Moth"]
    assert MOST_ENTRIES > 2


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_refusal_says_in_words_what_is_wrong(language: str) -> None:
    with pytest.raises(Problem) as caught:
        imports.read(b'[{"name": "Moth"', language)
    detail = caught.value.errors[0].detail
    assert detail is not None
    assert "1" in detail
    assert "{" not in detail


def test_both_languages_say_the_same_things() -> None:
    shapes = [
        {
            section: {code: sorted(set(_places(words))) for code, words in said.items()}
            for section, said in found.items()
        }
        for found in (imports.words("en"), imports.words("ru"))
    ]
    assert shapes[0] == shapes[1]


def _places(sentence: str) -> list[str]:
    return [part.partition("}")[0] for part in sentence.split("{")[1:]]
