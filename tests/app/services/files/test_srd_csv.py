"""The SRD's shape of CSV."""

from __future__ import annotations

import pytest

from app.services.files import srd_csv
from app.services.files.detect import read_file
from app.services.files.entries import Unreadable
from tests.app.services.files.reading import SAMPLES, entry, facts, read

HEAD = "Name,Tier,HP,Feat 1 Name,Feat 1 Text"


@pytest.mark.case("GM-047")
def test_every_row_is_kept_whatever_its_length() -> None:
    assert [found.name for found in read("adversaries.csv").entries] == [
        "Lantern Moth of the Fen",
        "Pale Grub",
        "Alone",
    ]


@pytest.mark.case("GM-047")
def test_a_quoted_line_break_and_doubled_quotes_stay_in_their_cell() -> None:
    moth = entry(read("adversaries.csv"), "Lantern Moth of the Fen")
    assert facts(moth, "flare")["text"] == 'Mark a Stress to shine.\nThen it is "dark" again.'


@pytest.mark.case("GM-047")
def test_features_beyond_the_head_are_kept() -> None:
    moth = entry(read("adversaries.csv"), "Lantern Moth of the Fen")
    assert facts(moth, "third") == {"type": "reaction", "text": "It has one feature more than the head has columns."}


@pytest.mark.case("GM-046")
def test_no_carriage_return_is_left_in_a_last_cell() -> None:
    grub = entry(read("adversaries.csv"), "Pale Grub")
    assert facts(grub, "attack") == {
        "range": "melee",
        "dice": None,
        "modifier": 2,
        "types": ["physical"],
        "text": "2 phy",
    }


@pytest.mark.case("GM-046")
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_encoding_and_the_line_ends_do_not_matter(encoding: str, end: str) -> None:
    text = (SAMPLES / "adversaries.csv").read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    parsed = read_file(text.replace("\n", end).encode(encoding))
    assert [found.spec for found in parsed.entries] == [found.spec for found in read("adversaries.csv").entries]


@pytest.mark.case("GM-047")
def test_columns_are_known_in_any_order_and_case() -> None:
    parsed = srd_csv.read("hp;NAME;Feat 1 text;feat 1 name;tier\n6;Moth;It glows.;Glow - Passive;2\n")
    moth = entry(parsed, "Moth")
    assert moth.spec["trackers"]["hit_points"] == {"max": 6}
    assert moth.words["tier"] == 2
    assert facts(moth, "glow")["text"] == "It glows."


@pytest.mark.case("GM-047")
def test_an_unknown_column_is_named() -> None:
    parsed = srd_csv.read(f"{HEAD},Picture\nMoth,1,6,,,moth.png\n")
    assert [(lost.code, lost.facts) for lost in parsed.lost] == [("unknown-field", {"field": "picture"})]


def test_a_text_without_a_name_is_named_by_its_row() -> None:
    parsed = srd_csv.read(f"{HEAD}\nMoth,1,6,,It glows.\n")
    assert [(lost.place, lost.code) for lost in parsed.lost] == [("2", "text-without-name")]


@pytest.mark.case("GM-047")
def test_a_row_without_a_name_is_named_and_left_out() -> None:
    parsed = srd_csv.read(f"{HEAD}\n,1,6,,\nMoth,1,6,,\n")
    assert [found.name for found in parsed.entries] == ["Moth"]
    assert [(lost.place, lost.code) for lost in parsed.lost] == [("2/name", "no-name")]


def test_a_quote_that_never_closes_is_refused() -> None:
    with pytest.raises(Unreadable, match="csv-broken"):
        srd_csv.read(f'{HEAD}\n"Moth,1,6\n')
