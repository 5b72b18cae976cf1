"""Buttons of Bump d20 that stand in a form and do something else: no field of the form goes with what they send."""

import re
from pathlib import Path

import pytest

from app.settings import ROOT

TEMPLATES = sorted((ROOT / "templates" / "bump").glob("*.html"))
POSTS = re.compile(r"<form\b|</form>|<button\b.*?</button>", re.DOTALL)
OWN_FIELDS = ("said-",)  # a degree that is called out goes with what the dice panel says


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_button_in_a_form_sends_its_command_alone(path: Path) -> None:
    depth, found = 0, []
    for piece in POSTS.findall(path.read_text("utf-8")):
        depth += piece.startswith("<form") - piece.startswith("</form")
        if depth and 'type="button"' in piece and ("m.post(" in piece or "hx-post=" in piece):
            found += [] if any(own in piece for own in OWN_FIELDS) else [piece[:90]]
    assert found == []
