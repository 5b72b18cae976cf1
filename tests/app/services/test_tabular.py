"""What people wrote stays text in a table."""

from __future__ import annotations

import csv
import io

import pytest

from app.services.files.detect import read_file
from app.services.tabular import csv_line


@pytest.mark.case("GM-051")
@pytest.mark.parametrize("text", ['=HYPERLINK("http://x","y")', "@SUM(1)", "+1", "-1+2", "\t=1", "\r=1", "\n=1", " =1"])
def test_a_text_is_no_formula_and_all_of_it_is_there(text: str) -> None:
    (cell,) = next(csv.reader(io.StringIO(csv_line([text]), newline="")))
    assert cell == "'" + text


@pytest.mark.case("GM-051")
def test_a_number_below_nought_stays_a_number_and_a_plain_name_is_left_alone() -> None:
    assert csv_line([-3, 0, None, "Lantern Moth", "2-Headed Ogre"]) == "-3,0,,Lantern Moth,2-Headed Ogre\r\n"


@pytest.mark.case("GM-051")
@pytest.mark.parametrize("name", ['=HYPERLINK("http://x","y")', "@sum of moths", "Moth"])
def test_a_name_that_was_made_harmless_for_a_spreadsheet_comes_in_as_it_was(name: str) -> None:
    raw = csv_line(["Name", "Tier", "Type", "HP"]) + csv_line([name, 1, "Solo", 3])
    assert [entry.name for entry in read_file(raw.encode()).entries] == [name]
