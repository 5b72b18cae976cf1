"""What the log says of what happened, in words of either language."""

import pytest

from rules import content
from rules.core import log, telling
from rules.core.project import GM_VIEWER, PUBLIC_VIEWER, Viewer
from tests.rules.table import Table


def told(table: Table, language: str = "en", viewer: Viewer = GM_VIEWER) -> list[str]:
    words = content.words("daggerheart", language)
    return [telling.text(line, words) for line in log.lines(table.game, viewer)]


def sword(name: str = "Sword") -> dict[str, object]:
    return {"kind": "weapon", "name": name, "facts": {"dice": "d8"}}


@pytest.mark.parametrize(
    ("changes", "english", "russian"),
    [
        ({"features": {"attack-1": sword()}}, "Oro: sheet changed (Sword)", "Oro: лист изменён (Sword)"),
        ({"features": {"attack-1": sword("")}}, "Oro: sheet changed (a feature without a name)", None),
        ({"name": "Oro"}, "Oro: sheet changed (name)", "Oro: лист изменён (имя)"),
        ({"score": 14}, "Oro: 14 in the order", "Oro: в очереди с числом 14"),
        ({"card": "x", "features": {"attack-1": sword()}}, None, "Oro: лист изменён (карточка, Sword)"),
    ],
)
def test_a_changed_sheet_is_told_in_words(changes: dict[str, object], english: str | None, russian: str | None) -> None:
    table = Table()
    oro = table.pc("Ore")
    table.do("change_creature", creature=oro, changes={"name": "Oro", **changes} if "name" in changes else changes)
    table.do("change_creature", creature=oro, changes={"name": "Oro"})
    for language, text in (("en", english), ("ru", russian)):
        assert text is None or text in told(table, language)


def test_a_feature_that_goes_is_told_without_its_key() -> None:
    table = Table()
    oro = table.pc("Oro", features={"attack-1": sword()})
    table.do("change_creature", creature=oro, changes={"features": {"attack-1": None}})
    assert told(table)[-1] == "Oro: sheet changed (a feature taken away)"


def test_the_gm_reads_that_somebody_came_hidden_and_players_do_not() -> None:
    table = Table()
    lurker = table.add("Lurker", hidden=True)
    assert told(table)[-1] == "Lurker is on the board, hidden"
    assert told(table, "ru")[-1] == "Lurker: на поле, скрыто"
    table.do("reveal", creature=lurker)
    assert all("hidden" not in line for line in told(table, viewer=PUBLIC_VIEWER))


def test_the_first_evening_is_session_one_even_if_nobody_began_it() -> None:
    table = Table()
    table.do("end_session", note="")
    assert told(table)[-1] == "Session 1 ends"
    table.do("begin_session")
    assert table.game.state.time.session == 2
    table.do("end_session", note="")
    assert told(table)[-1] == "Session 2 ends"
    assert not any("ession 0" in line for line in told(table))


def test_players_read_that_a_session_ends_and_not_the_note_of_the_gm() -> None:
    table = Table()
    table.do("begin_session")
    table.do("end_session", note="Ask the moth")
    assert told(table)[-1] == "Session 1 ends. For next time: Ask the moth"
    assert told(table, viewer=PUBLIC_VIEWER)[-1] == "Session 1 ends"


def test_the_count_of_the_first_evening_goes_back_with_its_end() -> None:
    table = Table()
    table.do("end_session", note="")
    table.undo()
    table.do("begin_session")
    assert table.game.state.time.session == 1
