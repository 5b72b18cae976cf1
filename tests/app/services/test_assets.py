"""Static files and how long browsers keep them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.services.assets import IMMUTABLE, STATIC, cache_control, icon_of, mark_of, static_url


def test_an_address_names_the_content_of_its_file() -> None:
    assert re.fullmatch(r"/static/css/base\.css\?v=[0-9a-f]{10}", static_url("css/base.css"))


def test_a_module_has_the_address_by_which_others_import_it() -> None:
    """Under two addresses it would run twice, and each key would do everything twice."""
    assert static_url("js/desk.js") == "/static/js/desk.js"


def test_the_mark_changes_with_the_content(tmp_path: Path) -> None:
    file = tmp_path / "a.css"
    file.write_text("a {}")
    before = mark_of(file)
    file.write_text("b {}")
    assert mark_of(file) != before


def test_only_a_marked_address_is_kept_for_ever() -> None:
    assert cache_control("js/shell.js", marked=True) == IMMUTABLE
    assert cache_control("js/dom.js", marked=False) == "no-cache"
    assert "immutable" not in cache_control("fonts/a.woff2", marked=False)


@pytest.mark.parametrize("path", sorted(STATIC.glob("css/*.css")), ids=lambda path: path.name)
def test_style_files_hold_one_declaration_a_line_and_no_raw_colour(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    assert len(lines) <= 400
    assert not [line for line in lines if line.count(";") > 1 and "/*" not in line]
    if path.name != "tokens.css":
        assert not re.findall(r"#[0-9a-f]{6}\b|\brgb\(|\boklch\(", "\n".join(lines))


@pytest.mark.parametrize("path", sorted(STATIC.glob("js/*.js")), ids=lambda path: path.name)
def test_modules_import_only_what_is_there_and_evaluate_nothing(path: Path) -> None:
    text = path.read_text("utf-8")
    for name in re.findall(r"from '\./([^']+)'|import '\./([^']+)'", text):
        assert (path.parent / "".join(name)).exists()
    assert not re.search(r"\beval\(|new Function|randomUUID\(\)|\.innerHTML\b", text)


def test_icons_named_in_templates_are_in_the_sprite() -> None:
    known = set(re.findall(r'<symbol id="([^"]+)"', (STATIC / "icons.svg").read_text("utf-8")))
    named: set[str] = set()
    for template in (STATIC.parent / "templates").rglob("*.html"):
        named |= set(re.findall(r"m\.i[cb]\('([^']+)'(?! ~)", template.read_text("utf-8")))
    assert named | {f"r-{rune}" for rune in ("soul", "mind", "body", "success", "triumph")} <= known


def test_the_vendored_library_is_the_pinned_one() -> None:
    folder = STATIC / "vendor" / "htmx"
    assert "4.0.1" in (folder / "README.md").read_text("utf-8")
    assert 'this.version="4.0.1"' in (folder / "htmx.min.js").read_text("utf-8")


def test_a_game_without_an_icon_of_its_own_has_one_that_stands_for_any() -> None:
    assert icon_of("g-daggerheart") == "g-daggerheart"
    assert icon_of("g-tavern") == "d20"
