"""Texts as they were meant."""

from __future__ import annotations

import pytest

from app.services.files.text import as_typed, cleaned, name_cased


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("ACID MOTH", "Acid Moth"),
        ("SWARM OF MOTHS", "Swarm of Moths"),
        ("THE FEN", "The Fen"),
        ("WARLORD: THE UNBROKEN", "Warlord: The Unbroken"),
        ("SECRET-KEEPER", "Secret-Keeper"),
        ("NECROMANCER’S VAULT", "Necromancer’s Vault"),
        ("УЛЕЙ", "Улей"),
        ("Secret of the deep", "Secret of the deep"),
        ("X", "X"),
        ("=2+3", "=2+3"),
    ],
)
def test_a_name_in_capitals_is_written_as_in_a_sentence(name: str, shown: str) -> None:
    assert name_cased(name) == shown


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("A &amp; B", "A & B"),
        ("A &amp;amp; B", "A &amp; B"),
        ("R&D; AT&T", "R&D; AT&T"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("a\x00b\x07", "ab"),
        ("  a\u00a0b \n", "a\u00a0b"),
        ("<b>bold</b>", "<b>bold</b>"),
    ],
)
def test_a_text_is_cleaned_once_and_otherwise_left_alone(text: str, meant: str) -> None:
    assert cleaned(text) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("bene\ufb01ts and \ufb02ails, o\ufb00 the cli\ufb00", "benefits and flails, off the cliff"),
        ("it benefi ts from a fl ail", "it benefits from a flail"),
        ("bene\u00adfits\u00a0now", "benefits now"),
        ("a sci-fi tale of wi-fi nets", "a sci-fi tale of wi-fi nets"),
        ("the cliff is off limits", "the cliff is off limits"),
        ("Salt &amp; Sand, &amp;amp;", "Salt & Sand, &amp;"),
    ],
)
def test_a_copied_text_has_whole_words(text: str, meant: str) -> None:
    assert as_typed(text) == meant
