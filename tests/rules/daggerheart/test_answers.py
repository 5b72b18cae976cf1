"""Does every question say what its answer is, and in words?"""

import pytest

from rules.registry import get_system
from tests.rules.daggerheart.evening import WORDS

SYSTEM = get_system("daggerheart")
KINDS = sorted({*SYSTEM.answers, *SYSTEM.due_answers})


def test_every_question_that_can_be_answered_has_a_schema() -> None:
    assert sorted(SYSTEM.questions) == KINDS


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_question_is_asked_in_words(kind: str, language: str) -> None:
    assert WORDS[language].word("questions", kind)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_choice_has_words(language: str) -> None:
    for schema in SYSTEM.questions.values():
        for form in schema["properties"].values():
            assert all(WORDS[language].word("answers", choice) for choice in form.get("enum", ()))
