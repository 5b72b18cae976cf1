"""Toasts of pages."""

from __future__ import annotations

import json

from app.services.toasts import HEADER, refused, toast


def test_a_toast_tells_what_happened_and_how_to_take_it_back() -> None:
    said = json.loads(toast("Хиты 3 из 6", undo="undo")[HEADER])
    assert said == {"shirma:toast": {"target": "body", "text": "Хиты 3 из 6", "undo": "undo"}}


def test_any_text_fits_into_a_header() -> None:
    header = refused("Не хватает Страха:\r\nнужно 2")[HEADER]
    assert header.isascii()
    assert "\n" not in header
