"""Buttons of SHARD that stand in a form: what they send is their own command, and nothing that a field holds."""

from __future__ import annotations

from html.parser import HTMLParser

from starlette.testclient import TestClient

from tests.app.pages.evenings import Evening
from tests.app.pages.test_shard import Phone, client, drawer, game, language

__all__ = ["client", "game", "language"]


class Buttons(HTMLParser):
    """Collects buttons with a command of their own that stand in a form whose fields would go with it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.lost: list[str] = []
        self._forms: list[list[str]] = []
        self._fields: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name = given.get("name") or ""
        if tag == "form":
            self._forms.append([])
        elif (
            tag == "button"
            and self._forms
            and given.get("type") == "button"
            and "command" in (given.get("hx-vals") or "")
        ):
            if "hx-include" not in given and "form" not in given:
                self._forms[-1].append(str(given.get("id") or given.get("hx-vals")))
        elif tag in ("input", "select", "textarea") and self._forms and name and not name.startswith("_"):
            self._fields.append(name)

    @staticmethod
    def _sends(given: dict[str, str | None]) -> bool:
        is_own = given.get("type") == "button" and "command" in (given.get("hx-vals") or "")
        return is_own and "hx-include" not in given and "form" not in given

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self._forms:
            buttons = self._forms.pop()
            self.lost += buttons if self._fields else []
            self._fields = []


def test_no_button_takes_along_what_another_field_holds(
    browser: TestClient, client: TestClient, game: Evening, language: str
) -> None:
    irsa, quen = game.ids["Irsa"], game.ids["Quen"]
    game.do({"type": "start_encounter"}, {"type": "begin_turn", "creature": quen})
    game.do({"type": "sustain", "creature": quen, "spell": "Ward"})
    game.do({"type": "add_condition", "creature": quen, "condition": "ablaze"})
    game.do({"type": "take_damage", "creature": quen, "amount": 11, "penalty": "major_scar"})
    game.do({"type": "take_damage", "creature": irsa, "amount": 6})
    pages = [browser.get(game.base, headers={"Accept-Language": language}).text]
    for path in (f"cast?creature={quen}&with=lull", f"damage?creature={quen}&amount=1", "parley", "rest?kind=long"):
        pages.append(drawer(browser, game, path, language))
    for name in ("Irsa", "Quen"):
        phone = Phone(game, client, name)
        pages += [phone.page(tab) for tab in ("me", "roll", "drawers/damage", "drawers/damage?amount=2")]
    assert [lost for page in pages for lost in Buttons(page).lost] == []


def test_a_button_that_would_take_fields_along_is_found() -> None:
    button = """<button type="button" id="x" hx-vals='{"command": 1}'></button>"""
    assert Buttons(f"<form><input name='amount'>{button}</form>").lost == ["x"]
    assert Buttons(f"<form><input name='_close'></form>{button}").lost == []


def test_a_new_part_of_a_sheet_takes_the_place_of_no_other(browser: TestClient, game: Evening) -> None:
    irsa = game.ids["Irsa"]
    skill = {"kind": "skill", "name": "Ropes", "facts": {"rank": 1}}
    change = {"type": "change_creature", "creature": irsa}
    game.do({**change, "changes": {"features": {"skill-5": skill}}})
    game.do({**change, "changes": {"features": {"mail": None}}})
    page = browser.get(f"{game.base}/sheets/{irsa}").text
    assert "skill-6" in page
    assert "skill-4" not in page


def test_ranks_that_the_rules_count_with_stand_on_the_sheet_and_go_into_pools(
    browser: TestClient, client: TestClient, game: Evening, language: str
) -> None:
    taro = game.ids["Taro"]  # has one rank in Tactics, and none in Endurance
    assert 'value="tactics_rank"' in drawer(browser, game, f"dice?creature={taro}&_roll_kind=challenge", language)
    assert 'value="endurance"' not in drawer(browser, game, f"dice?creature={taro}&_roll_kind=challenge", language)
    roll = Phone(game, client, "Taro").page("roll")
    assert 'value="tactics_rank"' in roll
    assert 'value="endurance"' not in roll
    asks = {"type": "roll", "roll": "challenge", "creature": taro, "with": "wits,tactics_rank"}
    game.do({**asks, "parameters": {"target": 1}})
    (made,) = [one for one in game.view()["rolls"] if one["creature"] == taro]
    assert made["facts"]["filled"]["dice"] == 2 + 1
    assert made["facts"]["filled"]["rating"] == 1
