"""Fragments: drawn once, and only what changed is sent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from app.services import render
from app.services.render import Frame, Memo, Part, changes, draw, message, partial_into, partials, with_parts
from app.services.templating import environment

FRAME = Frame("test", "g_1", "gm", "en", {"base": "/g"})
DRAWN: list[str] = []


@pytest.fixture(autouse=True)
def templates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two templates of our own; what is drawn is counted."""
    DRAWN.clear()
    real = environment("en")
    leaf = real.from_string("<p id='{{ id }}'>{{ base }} {{ counted(value) }}</p>\n")
    group = real.from_string("<div id='{{ id }}'>{{ title }}{% for part in parts %}{{ part }}{% endfor %}</div>")

    class Templates:
        def get_template(self, name: str) -> Any:
            return {"leaf": leaf, "group": group}[name]

    monkeypatch.setattr(render, "environment", lambda language: Templates())


def counted(value: str) -> str:
    DRAWN.append(value)
    return value


def leaf(id: str, value: str) -> Part:
    return Part(id, "leaf", {"value": value, "counted": counted})


def group(*parts: Part, title: str = "") -> Part:
    return Part("rows", "group", {"title": title}, parts)


def test_a_part_is_drawn_from_its_values_and_escaped() -> None:
    assert draw(FRAME, "v1", [leaf("a", "<b>")]).html("a") == "<p id='a'>/g &lt;b&gt;</p>"


def test_only_what_changed_is_drawn_and_sent() -> None:
    old = draw(FRAME, "v1", [leaf("a", "1"), leaf("b", "1")])
    DRAWN.clear()
    new = draw(FRAME, "v2", [leaf("a", "1"), leaf("b", "2")], old)
    assert DRAWN == ["2"]
    assert changes(old, new) == [("b", "<p id='b'>/g 2</p>")]
    assert changes(new, new) == []
    assert [id for id, _ in changes(None, new)] == ["a", "b"]


def test_a_group_sends_its_member_while_its_members_are_the_same() -> None:
    old = draw(FRAME, "v1", [group(leaf("a", "1"), leaf("b", "1"))])
    new = draw(FRAME, "v2", [group(leaf("a", "1"), leaf("b", "2"))], old)
    assert [id for id, _ in changes(old, new)] == ["b"]
    assert "/g 2" in new.html("rows")


@pytest.mark.parametrize(
    "after",
    [
        group(leaf("a", "1"), leaf("b", "1"), leaf("c", "1")),
        group(leaf("b", "1"), leaf("a", "1")),
        group(leaf("a", "1")),
        group(),
        group(leaf("a", "1"), leaf("b", "1"), title="other"),
    ],
)
def test_a_group_is_sent_when_members_come_go_or_move(after: Part) -> None:
    old = draw(FRAME, "v1", [group(leaf("a", "1"), leaf("b", "1"))])
    assert [id for id, _ in changes(old, draw(FRAME, "v2", [after], old))] == ["rows"]


def test_of_a_group_whose_members_come_or_go_those_that_stayed_are_placeholders() -> None:
    old = draw(FRAME, "v1", [group(leaf("a", "1"), leaf("b", "1"))])
    new = draw(FRAME, "v2", [group(leaf("b", "1"), leaf("a", "2"), leaf("c", "1"))], old)
    assert changes(old, new) == [
        ("rows", "<div id='rows'><p id=\"b\" data-same></p><p id='a'>/g 2</p><p id='c'>/g 1</p></div>")
    ]


def test_parts_that_hang_on_no_version_are_drawn_when_they_are_not_as_before() -> None:
    memo = Memo()
    for value in ("1", "1", "2"):
        drawn = memo.redraw(FRAME, [leaf("a", value)])
        assert drawn.html("a") == f"<p id='a'>/g {value}</p>"
    assert DRAWN == ["1", "2"]


def test_a_version_is_drawn_once_for_all_who_look() -> None:
    memo, asked = Memo(), []

    def parts() -> Sequence[Part]:
        asked.append(1)
        return [leaf("a", "1")]

    assert memo.draw(FRAME, "v1", parts) is memo.draw(FRAME, "v1", parts)
    assert len(asked) == 1
    assert memo.known(FRAME, "v1") is memo.draw(FRAME, "v1", parts)


def test_only_the_newest_versions_are_remembered_and_audiences_are_apart() -> None:
    memo = Memo()
    for n in range(render.KEPT_VERSIONS + 1):
        memo.draw(FRAME, f"v{n}", lambda: [leaf("a", "1")])
    assert memo.known(FRAME, "v0") is None
    assert memo.known(FRAME, "v1") is not None
    assert memo.known(Frame("test", "g_1", "public", "en", {}), "v1") is None


def test_a_page_that_nobody_looks_at_is_forgotten() -> None:
    memo = Memo(pages=1)
    memo.draw(FRAME, "v1", lambda: [leaf("a", "1")])
    memo.draw(Frame("test", "g_2", "gm", "en", FRAME.fixed), "v1", lambda: [leaf("a", "1")])
    assert memo.known(FRAME, "v1") is None


def test_parts_beside_the_game_are_added_without_changing_what_is_remembered() -> None:
    drawn = draw(FRAME, "v1", [leaf("a", "1")])
    more = with_parts(drawn, FRAME, [leaf("seats", "4")])
    assert [id for id, _ in changes(drawn, more)] == ["seats"]
    assert list(drawn.pieces) == ["a"]


def test_fragments_travel_as_partials_in_one_message() -> None:
    html = partials([("a", "<p id='a'>1\n2</p>")]) + partial_into("slot", "")
    assert message("v1", html).decode().splitlines() == [
        "id: v1",
        'data: <hx-partial hx-target="#a" hx-swap="outerMorph"><p id=\'a\'>1',
        'data: 2</p></hx-partial><hx-partial hx-target="#slot" hx-swap="innerHTML"></hx-partial>',
        "",
    ]
