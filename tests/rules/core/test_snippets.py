"""Does a snippet show the words found, and nothing that a browser would take for markup?"""

import re

import pytest

from rules.core.snippets import plain, snippet
from rules.core.stems import stems


def shown(body: str, asked: str, summary: str = "") -> str:
    return snippet(body, summary, set(stems(asked)))


def test_words_are_marked_by_their_stem() -> None:
    assert shown("Rolls against it; each roll counts.", "rolling") == (
        "<mark>Rolls</mark> against it; each <mark>roll</mark> counts."
    )


def test_a_russian_word_is_marked_in_every_case() -> None:
    assert shown("Против уязвимого — преимущество.", "уязвимый") == "Против <mark>уязвимого</mark> — преимущество."


def test_everything_else_is_escaped() -> None:
    assert shown("A <b>roll</b> & 'so'", "roll") == "A &lt;b&gt;<mark>roll</mark>&lt;/b&gt; &amp; &#x27;so&#x27;"


def test_the_signs_of_markdown_are_gone() -> None:
    body = "## Head\n\n- **Bold** and _thin_ `code`\n1. See [the card](#card)\n\n| a_b | c |\n|---|:-:|\n| 1 | 2 |\n"
    assert plain(body) == "Head • Bold and thin code • See the card • a_b · c • 1 · 2"


def test_a_long_text_is_cut_to_the_passage_with_most_of_the_words() -> None:
    body = "A roll. " + "Nothing here is of use. " * 30 + "The roll has advantage now. " + "Nothing else. " * 30
    found = shown(body, "roll advantage")
    assert "The <mark>roll</mark> has <mark>advantage</mark> now." in found
    assert found.startswith("…")
    assert found.endswith("…")
    assert len(re.sub(r"</?mark>", "", found)) <= 162


def test_the_summary_is_shown_if_only_it_has_the_words() -> None:
    assert shown("Something else.", "stress", summary="Clears Stress.") == "Clears <mark>Stress</mark>."


def test_the_beginning_is_shown_if_nothing_was_asked() -> None:
    assert shown("It is so.", "") == "It is so."


@pytest.mark.parametrize("body", ["", "🎲" * 500, "a" * 5000, "<" * 5000, "\0"])
def test_any_body_gives_a_short_snippet(body: str) -> None:
    assert len(shown(body, "roll a")) <= 4 * 330
