"""Codes to scan."""

from __future__ import annotations

import re

import pytest
import segno

from app.services.codes import qr_code

pytestmark = pytest.mark.quick


def test_a_code_has_the_light_margin_of_four_dots_that_readers_need() -> None:
    url = "http://192.168.1.5:8000/s/SXYf97PyUiVgPmtiRI9FxQ"
    box = re.search(r'viewBox="0 0 (\d+) (\d+)"', qr_code(url, "Code to join"))
    dots = segno.make(url, error="m", micro=False).symbol_size(border=0)[0]
    assert box
    assert {int(side) for side in box.groups()} == {dots + 8}
