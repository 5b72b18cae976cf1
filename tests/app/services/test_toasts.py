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


def test_a_long_text_is_cut_so_that_any_proxy_takes_the_header() -> None:
    assert len(toast("\N{CYRILLIC CAPITAL LETTER ZHE}" * 10_000, undo="undo")[HEADER]) < 2_000
