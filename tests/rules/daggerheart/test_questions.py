"""Does the first card found answer what people at the table ask?"""

import pytest

from tests.rules.content import found
from tests.rules.daggerheart.questions import QUESTIONS


@pytest.mark.parametrize(("lang", "q", "key"), QUESTIONS)
def test_the_first_card_found_answers(lang: str, q: str, key: str) -> None:
    assert found("daggerheart", lang, q, 3)[:1] == [key]
