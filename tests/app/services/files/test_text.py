"""Texts as they were meant."""

from __future__ import annotations

import pytest

from app.services.files.text import cleaned, name_cased


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
