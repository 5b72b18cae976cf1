"""Fragments without what the page has already."""

from __future__ import annotations

from app.services.lean import lean, placeholder_of

SAID = "a word that is as long as it takes to be worth a placeholder in its stead, and then some"
BUTTON = f'<button id="b" title="5 > 4">{SAID}</button>'


def row(inside: str, cls: str = "row") -> str:
    return f'<article id="row" class="{cls}">{inside}</article>'


def test_what_stayed_the_same_is_a_placeholder() -> None:
    assert lean(row(BUTTON), row(BUTTON, "row now")) == row('<button id="b" data-same></button>', "row now")


def test_what_changed_is_sent_with_the_rest_of_it_as_placeholders() -> None:
    old = row(f'<div id="d"><i>1</i>{BUTTON}</div>')
    new = row(f'<div id="d"><i>2</i>{BUTTON}</div>')
    assert lean(old, new) == row('<div id="d"><i>2</i><button id="b" data-same></button></div>')


def test_what_is_new_or_short_or_without_an_id_is_sent() -> None:
    for new in (BUTTON.replace('"b"', '"c"'), '<b id="s">1</b>', BUTTON.replace(' id="b"', ""), f"<p>{SAID}</p>"):
        assert lean(row(BUTTON), row(new)) == row(new)
        assert lean(row(new), row(new + "!")) == row(new + "!") or 'id="c"' in new


def test_the_fragment_itself_is_never_a_placeholder() -> None:
    html = row(SAID)
    assert lean(html, html) == html


def test_elements_that_close_themselves_open_nothing() -> None:
    inside = f'<input id="f" value="1"><svg><use href="#x"/></svg><br>{BUTTON}'
    new = inside.replace('value="1"', 'value="2"')
    assert lean(row(inside), row(new)) == row(new.replace(BUTTON, '<button id="b" data-same></button>'))


def test_nothing_inside_a_placeholder_is_sent() -> None:
    outer = '<div id="d">' + BUTTON + BUTTON.replace('"b"', '"c"') + "</div>"
    assert lean(row(outer), row(outer, "x")) == row('<div id="d" data-same></div>', "x")


def test_a_whole_fragment_has_a_placeholder_of_its_own_tag() -> None:
    assert placeholder_of("step-1", '<li id="step-1">x</li>') == '<li id="step-1" data-same></li>'
