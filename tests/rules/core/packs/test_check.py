"""Every fault of a pack is named, with its file and its line."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.core.packs.check import check_pack
from tests.rules.packs.small import CARDS, FACTS, FILES, SYSTEM, WORDS, write_pack


def faults(folder: Path, **changes: tuple[str, str]) -> list[str]:
    """The faults of the small pack with these changes: file:line: what."""
    write_pack(folder, **changes)
    return [f"{fault.file.relative_to(folder)}:{fault.line}: {fault.what}" for fault in check_pack(folder).faults]


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


def test_a_good_pack_has_no_faults(tmp_path: Path) -> None:
    assert faults(tmp_path) == []
    assert check_pack(tmp_path).cards == 2


# What stands in system.toml, what takes its place, what the fault says; and how far from there, if it is elsewhere.
IN_SYSTEM: list[tuple[str, str, str] | tuple[str, str, str, int]] = [
    ('counts = "left"', 'count = "left"', "trackers.grit.count: there is no such field; did you mean counts?"),
    ('counts = "left"', 'counts = "gone"', "'gone' is none of these: marked, left, held"),
    ('start = "max"', 'start = "top"', "a tracker starts at a number or at 'max'"),
    ("max = 3", 'max = "3"', "trackers.nerve.max: expected a whole number, null, got a text"),
    ("max = 3", "max = -3", "a maximum is 0 to 9999"),
    ('{ short_rest = "full" }', '{ nap = "full" }', "'nap' is none of these: scene, session"),
    ('{ short_rest = "full" }', '{ short_rest = "half" }', "'half' is none of these: full, zero"),
    ("brawn = { start = 2", "brawn = { start = 20", "the start is not from 0 to 9"),
    ('"6 + brawn"', '"6 + brawm"', "nothing is called 'brawm'"),
    ('"6 + brawn"', '"6 + brawn", needs = ["hide"]', "'hide' is none of these: brawn, grit_max"),
    ('"6 + brawn"', '"6 / brawn"', "this is not part of a formula"),
    ('"6 + brawn"', '"6 + grit_max"', "this formula hangs on itself"),
    ('pools = ["grit"]', 'pools = ["grid"]', "'grid' is none of these: grit, nerve"),
    ("[damage]", '[seen.foe]\nhealth = "vague"\n[damage]', "seen.foe.health: this is none of the options", 1),
    ("[damage]", '[report]\ncurrencies = ["coin"]\n[damage]', "'coin' is none of these: grit, nerve", 1),
    ('pools = ["grit"]', 'pools = ["grit"]\narmor = "hide"', "'hide' is none of these: brawn, grit_max", 1),
    ('number = "brawn"', 'number = "brain"', "'brain' is none of these: brawn, grit_max"),
    ('stack = "highest"', 'stack = "most"', "'most' is none of these: reasons, highest, merge, add"),
    ("has_value = true\n", "", "'highest' compares values"),
    ('edge = "turn_end"', 'edge = "turn_over"', "'turn_over' is none of these"),
    ("turns = 1", "rounds = 200", "from 1 to 100"),
    ('edge = "turn_end", turns = 1', "turns = 1", "a duration has either an edge or minutes"),
    ('on = ["swing"]', 'on = ["swig"]', "'swig' is none of these: swing, damage, move"),
    ('axis = "total"', 'axis = "level"', "'level' of 'swing' is none of these: total, advantage, disadvantage, can"),
    ('axis = "total"', 'axis = "total"\nop = "mul"', "'mul' is none of these: add, set", 1),
    ('axis = "total"', 'axis = "can"', "'can' is set", -2),
    ('axis = "total"', 'axis = "total"\nneeds = ["far"]', "'far' is none of these: close", 1),
    ('amount = "-value"', 'amount = "-valu"', "nothing is called 'valu'"),
    ('amount = "-value"', 'amount = "value.real"', "this is not part of a formula"),
    ('"min(1, grit_max) - grit"', '"grit < 1"', "this is not part of a formula"),
    ('stack = "highest"', 'recovery = { roll = "swig" }', "'swig' is none of these: swing"),
    ('stack = "highest"', 'recovery = { roll = "swing", dc = "vale" }', "nothing is called 'vale'"),
    ('stack = "highest"', 'recovery = { roll = "swing", at = "noon" }', "recovery.at: this is none of the options"),
    ('stack = "highest"', 'persists = { dice = "1d" }', "'1d' is no dice expression"),
    ('contains = ["dizzy"]', "persists = {}", "without dice the condition's value is the damage"),
    ('contains = ["dizzy"]', 'recovery = { roll = "swing", by = 1 }', "it takes 1 or more from the value"),
    ('contains = ["dizzy"]', 'contains = ["giddy"]', "'giddy' is none of these: dizzy, floored"),
    ('contains = ["dizzy"]', 'contains = ["floored"]', "this condition contains itself"),
    ('contains = ["dizzy"]', 'ends = ["lunch"]', "'lunch' is none of these"),
    ('policy = "popcorn"', 'policy = "peanut"', "'peanut' is none of these: numeric"),
    ('policy = "popcorn"', 'policy = "bump"', "None is none of these: grit, nerve"),
    ('health = "grit"', 'health = "brawn"', "'brawn' is none of these: grit, nerve"),
    ('languages = ["en"]', 'languages = ["english"]', "'english' is no language code"),
    ('licence = "own work"', "", "a source has a licence", -3),
    ('document = "house"\nlang', 'document = "hous"\nlang', "'hous' is the document of none"),
    ('key = "tavern"', 'key = "Tavern"', "a key is small letters"),
]


@pytest.mark.parametrize("case", IN_SYSTEM, ids=lambda case: case[1] or case[0])
def test_a_fault_in_the_system_is_named_with_its_line(
    tmp_path: Path, case: tuple[str, str, str] | tuple[str, str, str, int]
) -> None:
    old, new, what, *elsewhere = case
    found = faults(tmp_path, system=(old, new))
    line = line_of(SYSTEM, old) + sum(elsewhere)
    assert [fault for fault in found if fault.startswith(f"system.toml:{line}: ") and what in fault], found


def test_every_fault_is_named_at_once(tmp_path: Path) -> None:
    text = SYSTEM.replace("max = 3", 'max = "3"\ncolour = "red"').replace('axis = "total"', 'axis = "level"\nofs = 1')
    write_pack(tmp_path, system=(SYSTEM, text))
    whats = [fault.what.split(":")[0] for fault in check_pack(tmp_path).faults]
    assert whats == [
        "trackers.nerve.max",
        "trackers.nerve.colour",
        "conditions.dizzy.effects[0].axis",
        "conditions.dizzy.effects[0].ofs",
    ]


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ('health = "grit"', 'health = "grit', 5, "is no TOML"),
        ("[trackers.nerve]", "[trackers.grit]", 21, "trackers.grit stands twice, first on line 17"),
        ('start = "max"', 'counts = "held"', 19, "trackers.grit.counts stands twice, first on line 18"),
        ('key = "tavern"\n', "", 1, "key: this field is needed"),
        ('order = { policy = "popcorn" }', 'order = { rounds = "no" }', 6, "order.policy: this field is needed"),
    ],
)
def test_what_cannot_be_read_is_named_too(tmp_path: Path, old: str, new: str, line: int, what: str) -> None:
    found = faults(tmp_path, system=(old, new))
    assert any(fault.startswith(f"system.toml:{line}: {what}") for fault in found), found


IN_CARDS: list[tuple[str, str, str, str]] = [
    ("facts", 'kind = "condition"', 'kind = "state"', "dizzy.kind: this is none of the options"),
    ("facts", 'tags = ["conditions"]\nrelated', 'tgas = ["a"]\nrelated', "dizzy.tgas: there is no such field"),
    ("facts", 'related = ["floored"]', 'related = ["flored"]', "[dizzy] related to no other card: flored"),
    ("facts", "lines = []", "lines = [[9, 3]]", "[dizzy] no range of lines: 9 to 3"),
    ("facts", 'heading = "Conditions"', 'heading = "C"\ndocument = "srd"', "'srd' is none of the [[sources]]"),
    ("facts", '["conditions"]', '["Conditions"]', "'Conditions' is no tag"),
    ("facts", "[dizzy]", "[dizzie]", "[dizzie] has no words in this language"),
    ("cards", "[dizzy]", "[dizzie]", "[dizzie] has words but no facts"),
    ("cards", 'title = "Dizzy"', 'titel = "Dizzy"', "dizzy.titel: there is no such field; did you mean title?"),
    ("cards", 'title = "Dizzy"', 'title = ""', "[dizzy] the title or the body is empty"),
    ("cards", 'title = "Dizzy"', 'title = "Floored"', "[floored] 'Floored' is the title of [dizzy] too"),
    ("cards", '["giddy"]', '["giddy", "Giddy"]', "[dizzy] 'Giddy' stands twice on this card"),
    ("cards", '["giddy"]', '["floored"]', "[dizzy] 'floored' leads to [floored] already"),
    ("cards", '["giddy"]', '[" giddy"]', "' giddy' is no alias"),
    ("cards", "Swings are worse by its value.", "Worse.", "[dizzy] a summary has 12 to 90 characters, this one 6"),
    ("cards", "(#floored)", "(#flored)", "[dizzy] the link leads to no card: '#flored'"),
]


@pytest.mark.parametrize(("file", "old", "new", "what"), IN_CARDS, ids=lambda part: part.split(" ")[0])
def test_a_fault_in_the_cards_is_named(tmp_path: Path, file: str, old: str, new: str, what: str) -> None:
    found = faults(tmp_path, **{file: (old, new)})
    assert any(what.casefold() in fault.casefold() for fault in found), found


@pytest.mark.parametrize(
    ("file", "text", "old", "new"),
    [
        ("facts", FACTS, 'related = ["floored"]', 'related = ["flored"]'),
        ("cards", CARDS, 'summary = "Swings are worse by its value."', 'summary = "Worse."'),
        ("cards", CARDS, "See [Floored](#floored).", "See [Floored](#flored)."),
        ("cards", CARDS, 'aliases = ["giddy"]', 'aliases = ["floored"]'),
    ],
)
def test_a_fault_in_the_cards_has_its_line(tmp_path: Path, file: str, text: str, old: str, new: str) -> None:
    (found,) = faults(tmp_path, **{file: (old, new)})
    assert f".toml:{line_of(text, old)}: [dizzy]" in found


def test_a_condition_and_its_card_need_each_other(tmp_path: Path) -> None:
    write_pack(tmp_path, system=("[conditions.floored]", "[conditions.flored]"))
    whats = [fault.what for fault in check_pack(tmp_path).faults]
    assert "conditions.flored: no card of kind 'condition' has this key" in whats
    assert "[floored] system.toml has no [conditions.floored]" in whats


def test_one_key_in_two_topics_is_a_fault(tmp_path: Path) -> None:
    write_pack(tmp_path)
    (tmp_path / "content/facts/more.toml").write_text(FACTS, "utf-8")
    whats = [fault.what for fault in check_pack(tmp_path).faults]
    assert "[dizzy] stands in conditions.toml too" in whats


def test_a_link_to_the_web_is_no_dead_link(tmp_path: Path) -> None:
    assert faults(tmp_path, cards=("(#floored)", "(https://example.org/brawl)")) == []


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('nerve = "Nerve"\n', "", "words/en.toml:1: has no words for trackers.nerve"),
        ('swing = "Swing"', 'swing = " "', "words/en.toml:1: has no words for roll_names.swing"),
        ('close = "close by"', "close = 3", "words/en.toml:13: tags.close: expected a text"),
        ("[tags]", '[nouns.grit]\none = "{n} grit"\n[tags]', "a counted noun has these forms here: one, other"),
    ],
)
def test_a_fault_in_the_words_is_named(tmp_path: Path, old: str, new: str, what: str) -> None:
    found = faults(tmp_path, words=(old, new))
    assert any(what in fault for fault in found), found


def test_two_languages_say_the_same_things_with_the_same_facts(tmp_path: Path) -> None:
    write_pack(tmp_path, system=('languages = ["en"]', 'languages = ["en", "de"]'))
    (tmp_path / "content/de").mkdir()
    (tmp_path / "content/de/conditions.toml").write_text(CARDS, "utf-8")
    (tmp_path / "words/en.toml").write_text(WORDS + '[log]\nbrawl = "{target} swings {n}"\n', "utf-8")
    (tmp_path / "words/de.toml").write_text(WORDS + '[log]\nbrawl = "{target} schlägt"\n', "utf-8")
    assert [fault.what for fault in check_pack(tmp_path).faults] == ["log.brawl: fills in other facts than en.toml"]
    (tmp_path / "words/de.toml").write_text(WORDS, "utf-8")
    assert [fault.what for fault in check_pack(tmp_path).faults] == ["log.brawl: another language has words for this"]


def test_a_language_that_is_not_listed_is_a_fault(tmp_path: Path) -> None:
    write_pack(tmp_path)
    (tmp_path / "words/ru.toml").write_text(WORDS, "utf-8")
    assert [fault.what for fault in check_pack(tmp_path).faults] == ["system.toml does not list the language 'ru'"]


def test_a_folder_without_a_system_is_no_pack(tmp_path: Path) -> None:
    (fault,) = check_pack(tmp_path).faults
    assert fault.what == "is missing: every pack has one"


def test_a_file_that_is_no_text_is_a_fault(tmp_path: Path) -> None:
    write_pack(tmp_path)
    (tmp_path / "words/en.toml").write_bytes(b"\xff\xfe")
    assert "is not UTF-8" in [fault.what for fault in check_pack(tmp_path).faults]


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.sampled_from(sorted(FILES)), data=st.data())
def test_a_pack_that_lost_lines_is_checked_to_the_end(tmp_path: Path, name: str, data: st.DataObject) -> None:
    write_pack(tmp_path)
    lines = FILES[name].splitlines(keepends=True)
    kept = [line for line in lines if data.draw(st.integers(0, 5), label=line)]
    (tmp_path / name).write_text("".join(kept), "utf-8")
    for fault in check_pack(tmp_path).faults:
        assert fault.line >= 1
        assert fault.what
