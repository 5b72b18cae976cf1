"""A raised hand reaches the GM with its name, an X card without any."""

import pytest

from rules.core import log
from rules.core.draft import MOST_OF_A_SEAT
from rules.core.errors import RuleError
from rules.core.project import PUBLIC_VIEWER, seat_viewer
from tests.rules.table import Table


@pytest.fixture
def table() -> Table:
    return Table()


def asked(table: Table) -> list[tuple[str, str | None]]:
    return [(ask["kind"], ask["data"].get("creature")) for ask in table.see()["asks"]]


def test_a_hand_goes_up_once_and_down_again(table: Table) -> None:
    oro = table.pc("Oro")
    for _ in range(2):
        table.do("raise_hand", by=f"seat:{oro}")
    assert asked(table) == [("hand", oro)]
    assert [one["kind"] for one in table.see(seat_viewer(oro))["waits"]] == ["hand"]
    table.send({"type": "raise_hand", "on": False}, by=f"seat:{oro}")
    assert asked(table) == []


def test_nobody_raises_the_hand_of_another(table: Table) -> None:
    oro, mira = table.pc("Oro"), table.pc("Mira")
    with pytest.raises(RuleError, match="unknown-creature"):
        table.do("raise_hand", by=f"seat:{oro}", creature=mira)


def test_an_x_card_names_nobody_to_anybody(table: Table) -> None:
    oro, mira = table.pc("Oro"), table.pc("Mira")
    before = table.public(), table.see(seat_viewer(mira)), table.see(seat_viewer(oro))
    table.do("x_card", by=f"seat:{oro}")
    assert asked(table) == [("x_card", None)]
    assert (table.public(), table.see(seat_viewer(mira)), table.see(seat_viewer(oro))) == before
    entry = table.game.entries[-1]
    assert entry.by == "seat"
    assert oro not in str(entry.event)
    assert "x_card" in table.codes()
    assert not any(line.code == "x_card" for line in log.lines(table.game, PUBLIC_VIEWER))


def test_one_x_card_lies_there_until_the_gm_has_seen_it(table: Table) -> None:
    oro = table.pc("Oro")
    for _ in range(3):
        table.do("x_card", by=f"seat:{oro}")
    ((id, _),) = [(ask["id"], ask["kind"]) for ask in table.see()["asks"]]
    table.do("drop", id=id)
    assert asked(table) == []
    table.do("x_card", by=f"seat:{oro}")
    assert asked(table) == [("x_card", None)]


def test_no_number_of_open_questions_keeps_an_x_card_from_the_gm(table: Table) -> None:
    oro = table.pc("Oro")
    suggestion = {"type": "suggest", "commands": [{"type": "note", "text": "x"}]}
    for _ in range(MOST_OF_A_SEAT):
        table.send(suggestion, by=f"seat:{oro}")
    with pytest.raises(RuleError, match="too-many-questions"):
        table.send(suggestion, by=f"seat:{oro}")
    table.do("x_card", by=f"seat:{oro}")
    assert ("x_card", None) in asked(table)
