"""Buttons that stand in a form and do something else: no field of the form goes with what they send."""

import re
from pathlib import Path

import pytest

from app.settings import ROOT

FOLDER = ROOT / "templates"
TEMPLATES = sorted(FOLDER.rglob("*.html"))
PIECES = re.compile(r"<form\b|</form>|<button\b.*?</button>", re.DOTALL)
# A roll goes with what its panel says: a degree that is called out, a face, a whole round at once.
WITH_THE_FORM = ("said-", "roll-", "face-", "'announced'")
ELSEWHERE = ("/park",)  # another address, which reads no field


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_a_button_in_a_form_sends_its_command_alone(path: Path) -> None:
    depth, found = 0, []
    for piece in PIECES.findall(path.read_text("utf-8")):
        depth += piece.startswith("<form") - piece.startswith("</form")
        sends = 'type="button"' in piece and ("m.post(" in piece or "hx-post=" in piece)
        if depth and sends and 'form="alone"' not in piece:
            found += [] if any(known in piece for known in (*WITH_THE_FORM, *ELSEWHERE)) else [piece[:90]]
    assert found == []
