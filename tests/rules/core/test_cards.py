"""Are cards read whole and in order, and is every fault of their files named?"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from rules.core.cards import Cards, ContentError, cards_of, load_cards
from rules.core.system import load_system

LATE = 'kind = "rule"\nrelated = ["early"]\n[late.source]\nheading = "Late"\nlines = [[30, 32]]\n'
EARLY = 'kind = "action"\ntags = ["dice"]\n[early.source]\nheading = "Early"\nlines = [[9, 9], [40, 41]]\n'
FOREIGN = 'kind = "table"\n[foreign.source]\nheading = "Far"\ndocument = "srd-1.0"\nlines = [[1, 1]]\n'
WITHOUT_LINES = 'kind = "rule"\n[unlined.source]\nheading = "None"\nlines = []\n'
FACTS = f"[late]\n{LATE}[unlined]\n{WITHOUT_LINES}[foreign]\n{FOREIGN}[early]\n{EARLY}[early.facts]\ndice = 2\n"


def words(key: str, **changed: str) -> str:
    lines = {"title": f"The {key} card", "summary": "Answers at a glance.", "body": "It is **so**."} | changed
    return f"[{key}]\n" + "".join(f'{name} = "{text}"\n' for name, text in lines.items())


def write(folder: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def content(folder: Path, **changed: str) -> Path:
    """Four cards in two languages, some files changed: ``facts_topic``, ``en_topic``, ``ru_topic``."""
    texts = "".join(words(key) for key in ("early", "late", "foreign", "unlined"))
    files = {"facts_topic": FACTS, "en_topic": texts, "ru_topic": texts} | changed
    return write(folder, {f"{name.replace('_', '/')}.toml": text for name, text in files.items()})


def load(folder: Path, **effects: list[Mapping[str, Any]]) -> Mapping[str, Cards]:
    return load_cards(folder, "shard", ("en", "ru"), effects, "shard-codex")


def faults(folder: Path) -> list[tuple[str, str, str]]:
    with pytest.raises(ContentError) as caught:
        load(folder)
    return [(fault.file.relative_to(folder).as_posix(), fault.key, fault.what) for fault in caught.value.faults]


def test_cards_stand_in_the_order_of_the_source_and_foreign_ones_after_them(tmp_path: Path) -> None:
    assert [list(cards) for cards in load(content(tmp_path)).values()] == [["early", "late", "unlined", "foreign"]] * 2


def test_a_card_has_its_facts_in_every_language_and_its_words_in_one(tmp_path: Path) -> None:
    russian = "".join(words(key, title=f"Карта {key}") for key in ("early", "late", "foreign", "unlined"))
    cards = load(content(tmp_path, ru_topic=russian))
    early = cards["ru"]["early"]
    assert (early.system, early.lang, early.kind, early.tags) == ("shard", "ru", "action", ("dice",))
    assert (early.title, cards["en"]["early"].title) == ("Карта early", "The early card")
    assert early.facts == cards["en"]["early"].facts == {"dice": 2}
    assert early.source.lines == ((9, 9), (40, 41))


def test_a_card_that_names_no_document_comes_from_the_systems_own(tmp_path: Path) -> None:
    cards = load(content(tmp_path))["en"]
    assert {card.source.document for card in cards.values()} == {"shard-codex", "srd-1.0"}
    assert cards["foreign"].source.document == "srd-1.0"


def test_a_card_carries_the_effects_of_its_condition(tmp_path: Path) -> None:
    cards = load(content(tmp_path), early=[{"axis": "advantage"}])
    assert cards["ru"]["early"].effects == ({"axis": "advantage"},)
    assert cards["ru"]["late"].effects == ()


def test_the_cards_of_a_system_have_what_its_data_says(tmp_path: Path) -> None:
    data = 'key = "shard"\nname = "S"\ndocument = "shard-codex"\norder = { policy = "none" }\n'
    effect = '[[conditions.early.effects]]\non = ["attack"]\naxis = "level"\namount = "-value"\n'
    write(tmp_path, {"system.toml": data + effect})
    content(tmp_path / "content")
    cards = cards_of(load_system(tmp_path))
    assert list(cards) == ["en", "ru"]
    assert cards["ru"]["early"].source.document == "shard-codex"
    assert cards["ru"]["early"].effects == (
        {"to": "self", "on": ("attack",), "axis": "level", "op": "add", "amount": "-value"},
    )


def test_a_folder_without_cards_has_none(tmp_path: Path) -> None:
    assert load(tmp_path) == {"en": {}, "ru": {}}


def test_an_unknown_field_is_a_fault(tmp_path: Path) -> None:
    found = faults(content(tmp_path, en_more="[extra]\ntitle = 'x'\nsummary = 'y'\nbody = 'z'\ncolour = 'red'\n"))
    assert found == [("en/more.toml", "extra", "Object contains unknown field `colour`")]


def test_an_unknown_kind_is_a_fault(tmp_path: Path) -> None:
    found = faults(content(tmp_path, facts_topic=FACTS.replace('"action"', '"verb"')))
    assert ("facts/topic.toml", "early", "Invalid enum value 'verb' - at `$.kind`") in found


def test_a_card_without_words_in_one_language_is_a_fault(tmp_path: Path) -> None:
    found = faults(content(tmp_path, ru_topic="".join(words(key) for key in ("early", "foreign", "unlined"))))
    assert found == [("ru/topic.toml", "late", "has no words in this language")]


def test_words_without_facts_are_a_fault(tmp_path: Path) -> None:
    assert faults(content(tmp_path, en_more=words("ghost"))) == [("en/more.toml", "ghost", "has words but no facts")]


def test_a_key_in_two_topics_is_a_fault(tmp_path: Path) -> None:
    found = faults(content(tmp_path, facts_again=f"[late]\n{LATE}"))
    assert found == [("facts/topic.toml", "late", "stands in again.toml too")]


@pytest.mark.parametrize("other", ["nowhere", "late"])
def test_a_related_card_that_is_missing_or_the_card_itself_is_a_fault(tmp_path: Path, other: str) -> None:
    found = faults(content(tmp_path, facts_topic=FACTS.replace('["early"]', f'["{other}"]')))
    assert found == [("facts/topic.toml", "late", f"related to no other card: {other}")]


@pytest.mark.parametrize(("length", "is_fault"), [(11, True), (12, False), (90, False), (91, True)])
def test_a_summary_has_12_to_90_characters(tmp_path: Path, length: int, is_fault: bool) -> None:
    texts = "".join(words(key) for key in ("early", "foreign", "unlined")) + words("late", summary="s" * length)
    folder = content(tmp_path, ru_topic=texts)
    if is_fault:
        assert faults(folder) == [
            ("ru/topic.toml", "late", f"a summary has 12 to 90 characters, this one {length}"),
        ]
    else:
        assert load(folder)["ru"]["late"].summary == "s" * length


@pytest.mark.parametrize("lines", ["[[0, 3]]", "[[32, 30]]"])
def test_a_range_that_is_none_is_a_fault(tmp_path: Path, lines: str) -> None:
    found = faults(content(tmp_path, facts_topic=FACTS.replace("[[30, 32]]", lines)))
    assert [(file, key) for file, key, _ in found] == [("facts/topic.toml", "late")]


def test_a_file_that_is_no_toml_is_a_fault(tmp_path: Path) -> None:
    found = faults(content(tmp_path, en_more="[broken"))
    assert [(file, key) for file, key, _ in found] == [("en/more.toml", "*")]


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    folder = content(tmp_path, en_more=words("ghost"), ru_topic="")
    with pytest.raises(ContentError, match=r"en.more.toml \[ghost\]: has words but no facts") as caught:
        load(folder)
    assert len(str(caught.value).splitlines()) == 5
