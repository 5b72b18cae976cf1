"""A group action roll on the GM's screen while the phones answer it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from app.services import play
from app.services.access import Access
from app.services.play import Ask
from rules.core.project import seat_viewer
from tests.app.pages.evenings import Evening


def answered(game: Evening, who: str, hope: int, fear: int) -> None:
    """The reaction that this one's player was asked for, rolled on the phone."""
    ask = next(one for one in game.view()["asks"] if one["by"] == game.ids[who])
    seat = Access(game.access.game_id, "seat", seat_viewer(game.ids[who]), "", f"seat:{game.ids[who]}")
    command = {"type": "answer", "id": ask["id"], "with": "agility", "dice": {"hope": hope, "fear": fear}}
    play.play(game.house, Ask(seat, "en"), [command])


@pytest.mark.parametrize("hope, fear, said", [(11, 7, "true"), (2, 1, "false")])
def test_what_a_phone_rolled_stands_in_the_open_drawer_as_soon_as_it_comes(
    desk: Page, game: Evening, hope: int, fear: int, said: str
) -> None:
    desk.get_by_role("button", name="Group").first.click()
    drawer = desk.locator("#d-group")
    drawer.locator("#group-lead").select_option(game.ids["Oro"])
    drawer.locator("#group-target").select_option(game.ids["Revenant"])
    expect(drawer.locator("[name='parameters/difficulty']")).to_have_count(0)
    expect(drawer.locator(f"#group-in-{game.ids['Ilka']}")).to_be_checked()
    with desk.expect_response("**/commands") as asked:
        drawer.locator("#group-ask").click()
    assert asked.value.status == 200
    drawer.locator("#group-own-hope").focus()
    answered(game, "Ilka", hope, fear)
    expect(drawer).to_contain_text("as it was rolled")
    expect(drawer.locator("[name='members/0/announced/success']")).to_have_value(said)
