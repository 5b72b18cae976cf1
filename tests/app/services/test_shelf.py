"""The search keeps up with the library."""

from __future__ import annotations

from typing import Any

import pytest

from app.services import accounts, library
from app.services.entries import Kept
from app.services.shelf import ID, Shelf
from app.storage.database import Database


@pytest.fixture
def account(database: Database) -> str:
    return database.write(lambda db: accounts.ensure_owner(db).id)


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


def write(database: Database, account: str, name: str, **more: Any) -> Kept:
    spec = {"name": name, **more}
    return database.write(lambda db: library.create(db, account, "daggerheart", spec, [], "", "en"))


def found(shelf: Shelf, database: Database, account: str, q: str) -> list[str]:
    return [hit.card.title for hit in shelf.find(database, account, q).items]


def test_what_another_process_wrote_is_found_at_once(database: Database, account: str, shelf: Shelf) -> None:
    assert found(shelf, database, account, "moth") == []
    write(database, account, "Lantern Moth")
    assert found(shelf, database, account, "moth") == ["Lantern Moth"]


def test_after_a_restart_everything_is_found_in_the_same_order(database: Database, account: str, shelf: Shelf) -> None:
    for name in ("Moth of Ash", "Moth of Brass", "Moth of Clay"):
        write(database, account, name)
    before = found(shelf, database, account, "moth")
    assert sorted(before) == ["Moth of Ash", "Moth of Brass", "Moth of Clay"]
    assert found(Shelf(), database, account, "moth") == before


def test_a_changed_entry_is_found_by_its_new_name_only(database: Database, account: str, shelf: Shelf) -> None:
    moth = write(database, account, "Moth")
    assert found(shelf, database, account, "moth") == ["Moth"]
    database.write(lambda db: library.change(db, account, moth.id, "en", creature={"name": "Beetle"}))
    assert found(shelf, database, account, "beetle") == ["Beetle"]
    assert found(shelf, database, account, "moth") == []


ODD = ["don't", '"', "AND", "OR", "NOT", "NEAR(", "50%", "@gm", "*", "(prone)", "zq:prone", "", " ", "x" * 4000]


@pytest.mark.case("GM-006")
@pytest.mark.parametrize("q", ODD)
def test_no_text_is_a_language_of_queries(database: Database, account: str, shelf: Shelf, q: str) -> None:
    write(database, account, "Prone Moth")
    names = found(shelf, database, account, q)
    everything = found(shelf, database, account, "")
    assert names == everything if not q.strip() else set(names) <= {"Prone Moth", *everything}
    if "prone" in q:
        assert "Prone Moth" in names


@pytest.mark.case("GM-006")
@pytest.mark.parametrize("q", ["two-weapon", "Two-Weapon", "two weapon"])
def test_a_word_with_a_hyphen_finds_what_is_called_so(database: Database, account: str, shelf: Shelf, q: str) -> None:
    write(database, account, "Moth")
    write(database, account, "Two-Weapon Moth")
    assert found(shelf, database, account, q)[0] == "Two-Weapon Moth"


def test_a_removed_entry_is_not_found(database: Database, account: str, shelf: Shelf) -> None:
    moth = write(database, account, "Moth")
    write(database, account, "Mothling")
    assert len(found(shelf, database, account, "moth")) == 2
    database.write(lambda db: library.remove(db, account, moth.id))
    assert found(shelf, database, account, "moth") == ["Mothling"]


def test_one_account_s_entries_are_found_by_nobody_else(database: Database, account: str, shelf: Shelf) -> None:
    write(database, account, "Moth")
    assert found(shelf, database, "a_other", "moth") == []
    assert not [hit for hit in shelf.index(database).find("moth", owners=()).items if hit.card.owner]


def test_one_search_finds_the_rules_and_the_creatures(database: Database, account: str, shelf: Shelf) -> None:
    moth = write(database, account, "Vulnerable Moth")
    hits = shelf.index(database).find("vulnerable", system="daggerheart", owners=(account,)).items
    assert {"Vulnerable", "Vulnerable Moth"} <= {hit.card.title for hit in hits}
    assert [hit.card.facts[ID] for hit in hits if hit.card.owner == account] == [moth.id]


@pytest.mark.case("GM-122")
def test_split_and_joined_letters_do_not_hide_a_word(database: Database, account: str, shelf: Shelf) -> None:
    feature = {"kind": "feature", "name": "Flare", "facts": {"text": "It bene\ufb01ts from the bene\u00adfits."}}
    write(database, account, "Moth", features={"flare": feature})
    assert found(shelf, database, account, "benefits") == ["Moth"]


@pytest.mark.case("GM-122")
@pytest.mark.parametrize("q", ["benefits", "flail", "A & B", "salt sand"])
def test_words_that_a_book_split_are_found_whole(database: Database, account: str, shelf: Shelf, q: str) -> None:
    """The text itself stays as it came."""
    text = "The bene\ufb01 ts of a fl ail: A & B, salt\u00a0sand."
    moth = write(
        database, account, "Moth", features={"flare": {"kind": "feature", "name": "F", "facts": {"text": text}}}
    )
    assert found(shelf, database, account, q) == ["Moth"]
    assert moth.spec["features"]["flare"]["facts"]["text"] == text


def test_facts_of_any_form_are_searched_without_a_fault(database: Database, account: str, shelf: Shelf) -> None:
    features = {
        "about": {"kind": "about", "name": "", "facts": {"tier": "high", "type": ["x"], "description": 7}},
        "attack": {"kind": "attack", "name": "Bite", "facts": {"dice": 7, "modifier": "many", "text": None}},
        "bare": {"kind": "feature", "name": "Bare"},
    }
    write(database, account, "Odd Moth", features=features)
    assert found(shelf, database, account, "odd moth") == ["Odd Moth"]
