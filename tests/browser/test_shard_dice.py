"""SHARD in Chromium: real dice in every procedure, on the screen and on a phone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import NewPage, listens
from tests.browser.test_shard import Fight, fight

__all__ = ["fight"]


def attack(fight: Fight, faces: str) -> None:
    """The first character's blow at the first foe with dice that were typed."""
    gm = fight.gm
    with gm.expect_response(lambda answer: "/drawers/dice" in answer.url):
        gm.locator(f"#atk-{fight.id(0)}").click()
    gm.locator("#aim-target").click()
    with gm.expect_response(lambda answer: "/drawers/dice" in answer.url):
        gm.locator(f"#aim-targets label:has(#aim-{fight.id(3)})").click()
    expect(gm.locator("#aim-target")).to_have_attribute("aria-pressed", "true")
    gm.locator("#roll-faces").fill(faces)
    gm.locator("#roll-go").click()


def test_the_dice_that_a_roll_still_asks_for_are_typed_in_one_row_and_enter_goes_on(fight: Fight) -> None:
    gm = fight.gm
    fight.do({"type": "act", "creature": fight.id(3), "action": "defend", "ability": "strength"})
    attack(fight, "6 6 6 6 6")
    rest = gm.locator("#d-needs-across input[name='dice/defence_faces[]']")
    rest.press("Enter")  # nothing was typed, so nothing is rolled
    expect(rest).to_be_visible()
    dice = fight.of(3)["numbers"]["strength"]
    rest.fill(" ".join(["6", *["1"] * (dice - 1)]))
    rest.press("Enter")
    expect(rest).to_have_count(0)
    expect(gm.locator("#roll-steps")).to_contain_text("5")
    rolled = fight.view()["rolls"][-1]
    assert rolled["dice"]["defence_faces"] == [6, *[1] * (dice - 1)]


def test_a_march_in_armour_is_chosen_seen_and_walked(fight: Fight) -> None:
    gm, row = fight.gm, fight.row(0)
    gm.locator(".p-board button[data-drawer=rest]").click()
    gm.locator("#d-rest label:has(#rest-march)").click()
    hours = gm.locator("#d-rest input[name=hours]")
    expect(hours).to_have_value("1")
    hours.fill("4")
    gm.locator("#d-rest input[name=rests]").fill("1")
    walked = gm.locator("#d-rest li").first.locator(".ht i.s")
    expect(walked).to_have_count(1)  # medium armour: a rest every two hours, one of the two was taken
    gm.locator("#d-rest input[name=rough]").check()
    expect(walked).to_have_count(3)  # half as long in rough terrain
    gm.locator("#d-rest .btn.pri").click()
    expect(gm.locator("#d-rest")).to_have_count(0)
    expect(row.locator(".ht i.s")).to_have_count(3)
    gm.locator(".p-board button[data-drawer=rest]").click()
    gm.locator("#d-rest label:has(#rest-long)").click()
    expect(gm.locator("#d-rest input[name=_without]")).to_be_visible()


def test_a_plan_that_is_typed_on_the_phone_stands_on_the_board(fight: Fight, new_page: NewPage) -> None:
    gm = fight.gm
    gm.locator("#order-start").click()
    plan = gm.locator(f"#plan-{fight.id(0)}-1-1")
    expect(plan).to_have_value("")
    phone = fight.seat(new_page, 0)
    phone.goto(phone.url.replace("/roll", "/me"))
    listens(phone)
    phone.locator("#own-plan-1").fill("zq404")
    phone.locator("#own-plan-1").press("Enter")
    expect(plan).to_have_value("zq404")
    expect(phone.locator("#own-plan-1")).to_have_value("zq404")


def test_a_phone_attacks_a_target_that_is_not_seen(fight: Fight, new_page: NewPage) -> None:
    phone = fight.seat(new_page, 0)
    expect(phone.locator("#picks label", has=phone.locator("input[value=strength]"))).not_to_contain_text("+")
    phone.locator("#picks label", has=phone.locator(f"input[value='{fight.id(3)}']")).tap()
    phone.locator("#strike input[name='parameters/unseen']").check()
    phone.locator("input[name='dice/faces']").fill("6 6 8 6 6 1")
    phone.locator("#strike-sabre").tap()
    expect(phone.locator("#result .runes button")).to_have_count(6)
    assert fight.view()["rolls"][-1]["facts"]["more"]["successes"] == 1  # of the unseen only triumphs count


def test_sustained_spells_are_kept_with_real_dice_on_the_phone_and_on_the_screen(
    fight: Fight, new_page: NewPage
) -> None:
    quen = fight.id(2)
    fight.do({"type": "sustain", "creature": quen, "spell": "Veil"})
    fight.do({"type": "take_damage", "creature": quen, "amount": 2})
    phone = fight.seat(new_page, 2)
    asked = phone.locator(".asked")
    expect(asked).to_contain_text("3")  # to match the damage is no net success
    asked.locator(".in").fill("6 6 6")
    expect(asked).to_contain_text("Veil: ")
    asked.locator(".btn.pri").tap()
    expect(phone.locator(".asked")).to_have_count(0)
    expect(fight.row(2)).to_contain_text("Veil")
    assert fight.view()["rolls"][-1]["dice"]["faces"][:3] == [6, 6, 6]
    fight.do({"type": "take_damage", "creature": quen, "amount": 1})
    due = fight.row(2).locator("form.hot")
    (item,) = fight.view()["due"]
    due.locator(".in").fill(" ".join(["1"] * item["needs"][0]["count"]))
    due.locator(".btn.pri").click()
    expect(due).to_have_count(0)
    expect(fight.row(2)).not_to_contain_text("Veil")


def test_one_who_bleeds_out_is_stabilised_with_real_dice(fight: Fight, new_page: NewPage) -> None:
    gm, irsa = fight.gm, fight.id(0)
    boxes = len(fight.boxes(0))
    fight.do({"type": "take_damage", "creature": irsa, "amount": boxes * 3 // 4 + 1})
    gm.locator(f"#drop-{irsa}").click()
    dice = gm.locator(f"#stabilise-{irsa}-dice")
    dice.fill("1")
    dice.press("Enter")  # is nobody's button
    wits = fight.of(1)["numbers"]["wits"]
    dice.fill(" ".join(["1"] * wits))
    gm.locator(f"#stabilise-{irsa}-{fight.id(1)}").click()
    expect(gm.locator(f"#stabilise-{irsa}")).to_have_count(0)
    assert fight.view()["rolls"][-1]["dice"]["faces"] == [1] * wits
    phone = fight.seat(new_page, 2)
    phone.goto(phone.url.replace("/roll", "/me"))
    listens(phone)
    helps = phone.locator(f"form:has(#stabilise-{irsa})")
    helps.locator(".in").fill("6 6")
    helps.locator("button").tap()
    expect(phone.locator(f"#stabilise-{irsa}")).to_have_count(0)
    assert "stabilised" in [one["key"] for one in fight.of(0)["conditions"]]


def test_what_a_phone_hit_defends_itself_and_bears_a_penalty_before_the_damage_is_taken(
    fight: Fight, new_page: NewPage
) -> None:
    gm, foe = fight.gm, fight.id(3)
    phone = fight.seat(new_page, 0)
    phone.locator("#picks label", has=phone.locator(f"input[value='{foe}']")).tap()
    phone.locator("#strike input[name='announced/successes']").fill("8")
    phone.locator("#strike-sabre").tap()
    gm.locator("#then-open-1").click()
    expect(gm.locator(f"#defend-{foe} input[name='dice/defence_faces']")).to_have_count(0)  # it was called out
    gm.locator(f"#defend-{foe}-1").click()
    asked = gm.locator(f"#d-needs-slot-{foe} input[name='parameters/defended']").last
    asked.fill("1")
    asked.press("Enter")
    expect(gm.locator("#roll-steps")).to_contain_text("8")
    expect(gm.locator(f"#defend-{foe}")).to_contain_text("8 − 1")
    assert fight.of(3)["trackers"]["prowess"]["exhausted"] == 1


def test_a_parley_under_another_turn_order_draws_no_phases_and_lets_the_disposition_change(fight: Fight) -> None:
    gm = fight.gm
    fight.do({"type": "start_encounter", "policy": "numeric"})
    expect(gm.locator("#order-turns")).to_be_visible()
    gm.locator("#order-parley").click()
    gm.locator("#d-parley input[name=goal]").fill("the lamp")
    gm.locator("#d-parley .btn.pri").click()
    expect(gm.locator("#parley")).to_be_visible()
    expect(gm.locator(".phases")).to_have_count(0)
    expect(gm.locator("#order-turns")).to_be_hidden()
    target = gm.locator("#social-target")
    target.fill("3")
    target.press("Enter")
    expect(target).to_have_value("3")
    gm.locator("#social-disposition").select_option("amicable")
    expect(target).to_have_value("")
    gm.locator("#social-disposition").select_option("neutral")
    expect(target).to_have_value("3")
    gm.locator("label:has(#h-fight)").click()
    expect(gm.locator("#order-turns")).to_be_visible()


def test_the_surprised_roll_for_the_second_phase_and_do_not_react_in_the_first(fight: Fight) -> None:
    gm = fight.gm
    gm.locator("#order-surprised-foes").click()
    ini = gm.locator("#ini-foes")
    ini.fill("9")
    ini.press("Enter")
    expect(gm.locator(".phases .ph").nth(1).locator("h4").first.locator("#ini-foes")).to_have_value("9")
    expect(gm.locator(f"#order-react-{fight.id(0)}")).to_be_visible()
    expect(gm.locator(f"#order-react-{fight.id(3)}")).to_have_count(0)
    expect(gm.locator(".phases .side.turn")).to_have_count(1)


def test_the_chance_stays_in_sight_under_a_long_result(fight: Fight) -> None:
    gm = fight.gm
    attack(fight, "8 8 8 8 8 6 7 6 7 6")
    expect(gm.locator("#result .runes button")).to_have_count(10)
    with gm.expect_response(lambda answer: "/drawers/dice" in answer.url):
        gm.locator(f"#atk-{fight.id(0)}").click()
    gm.locator("#aim-target").click()
    with gm.expect_response(lambda answer: "/drawers/dice" in answer.url):
        gm.locator(f"#aim-targets label:has(#aim-{fight.id(3)})").click()
    expect(gm.locator("#roll .mods .verdict")).to_be_in_viewport(ratio=1)
    expect(gm.locator("#roll-go")).to_be_in_viewport(ratio=1)


def test_a_link_to_an_action_of_a_parley_chooses_it_for_the_roll(fight: Fight, new_page: NewPage) -> None:
    fight.do({"type": "begin_social", "goal": "the lamp"})
    phone = fight.seat(new_page, 0)
    phone.goto(phone.url.replace("/roll", "/me"))
    listens(phone)
    phone.locator("#own-parley a").nth(1).tap()
    expect(phone.locator("#social-inquire")).to_be_checked()


def test_a_longer_rest_still_asks_the_phones_that_had_nothing_to_roll_for_a_shorter_one(
    fight: Fight, new_page: NewPage
) -> None:
    gm, irsa = fight.gm, fight.id(0)
    fight.do({"type": "take_damage", "creature": irsa, "amount": 2})
    phone = fight.seat(new_page, 0)
    gm.locator(".p-board button[data-drawer=rest]").click()
    ask = gm.locator(f"#d-rest input[type=checkbox][name='asked[]'][value='{irsa}']")
    expect(ask).to_have_count(0)  # lethal boxes are nothing for a short rest
    gm.locator("#d-rest label:has(#rest-long)").click()
    expect(ask).to_be_checked()
    gm.locator("#d-rest .btn.pri").click()
    expect(phone.locator(".asked")).to_be_visible()


def test_a_die_that_was_forgotten_is_added_on_the_page(fight: Fight) -> None:
    gm = fight.gm
    attack(fight, "6 6 1 1 1")
    expect(gm.locator("#result .runes button")).to_have_count(5)
    gm.locator("#amend summary").click()
    gm.locator("#amend input[name='add/0/amount']").fill("-1")
    gm.locator("#amend input[name='add/0/reason']").fill("zq505")
    gm.locator("#amend .btn").click()
    expect(gm.locator("#result .runes button")).to_have_count(4)
    expect(gm.locator("#result")).to_contain_text("zq505")


def test_on_a_narrow_board_names_boxes_and_dice_do_not_cover_each_other(fight: Fight) -> None:
    gm = fight.gm
    gm.set_viewport_size({"width": 1024, "height": 768})
    for place in (0, 2):
        row = fight.row(place)
        top, boxes = row.locator(".who").bounding_box(), row.locator(".ht").bounding_box()
        dice = row.locator(".resources").bounding_box()
        assert top is not None
        assert boxes is not None
        assert dice is not None
        assert top["y"] + top["height"] <= boxes["y"] + 1
        assert dice["y"] + dice["height"] <= boxes["y"] + 1
