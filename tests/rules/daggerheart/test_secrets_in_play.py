"""What a hidden adversary does in Daggerheart changes nothing that a player gets."""

from typing import Any

import pytest

from rules.core import log
from rules.core.errors import InvalidInput, Need, RuleError
from rules.core.project import PUBLIC_VIEWER, Viewer, seat_viewer
from rules.core.view import version, view
from tests.rules.daggerheart.evening import CLAWS, Evening

KEY = b"k" * 32
LURK = {"kind": "feature", "name": "zq303", "facts": {"cost": {"stress": 1}}}
HIDDEN_PLAY: tuple[dict[str, Any], ...] = (
    {"type": "roll", "roll": "adversary_attack", "targets": ["oro"], "dice": {"d20": [15]}},
    {"type": "roll", "roll": "adversary_attack", "targets": ["oro"], "announced": {"success": True, "total": 17}},
    {"type": "roll", "roll": "damage", "targets": ["oro"], "dice": {"dice": [5]}},
    {"type": "take_damage", "sources": [{"amount": 6}]},
    {"type": "take_damage", "band": "severe"},
    {"type": "mark_stress", "amount": 2},
    {"type": "use_feature", "feature": "lurk"},
    {"type": "gm_move", "free": True},
    {"type": "clear_condition", "condition": "restrained"},
)


def seen(evening: Evening, viewer: Viewer) -> tuple[Any, ...]:
    shown = view(evening.game, viewer)
    lines = [line.id for line in log.lines(evening.game, viewer)]
    return shown, lines, version(evening.game, viewer, shown, KEY)


@pytest.fixture
def evening() -> Evening:
    evening = Evening(spotlight_tokens=True)
    evening.act(4, 9, targets=[evening.bear])
    return evening


@pytest.mark.parametrize("raw", HIDDEN_PLAY, ids=lambda raw: raw.get("roll", raw["type"]))
def test_nothing_of_it_reaches_players(evening: Evening, raw: dict[str, Any]) -> None:
    numbers = {"difficulty": 12, "major": 5, "severe": 9, "attack_modifier": 1}
    lurker = evening.add("Lurker", hidden=True, numbers=numbers, features={"attack": CLAWS, "lurk": LURK})
    evening.do("add_condition", creature=lurker, condition="restrained")
    viewers = (PUBLIC_VIEWER, seat_viewer(evening.oro), seat_viewer(evening.mira))
    before = [seen(evening, viewer) for viewer in viewers]
    targets = {"targets": [evening.oro]} if "targets" in raw else {}
    number = evening.game.number
    evening.send({**raw, **targets, "creature": lurker})
    assert evening.game.number > number
    assert [seen(evening, viewer) for viewer in viewers] == before


@pytest.mark.case("GM-038")
def test_a_player_cannot_tell_a_hidden_target_from_none(evening: Evening) -> None:
    lurker = evening.add("Lurker", hidden=True, numbers={"difficulty": 12})
    refusals = []
    for target in (lurker, "c_nobody"):
        with pytest.raises((RuleError, InvalidInput, Need)) as refused:
            evening.act(9, 4, by=f"seat:{evening.oro}", targets=[target])
        refusals.append(str(refused.value).replace(target, ""))
    assert refusals[0] == refusals[1]


def test_a_player_learns_no_number_of_an_adversary_from_its_roll(evening: Evening) -> None:
    evening.act(9, 4, by=f"seat:{evening.oro}", targets=[evening.bear], **{"with": "sword"})
    for viewer in (PUBLIC_VIEWER, seat_viewer(evening.oro)):
        (line,) = [line for line in log.lines(evening.game, viewer) if line.type == "rolled"][-1:]
        assert line.data["outcome"] == "success_hope"
        assert "difficulty" not in str(line)
        assert "difficulty" not in str(view(evening.game, viewer).rolls)


def test_where_players_do_not_see_the_fear_no_line_tells_its_amount() -> None:
    evening = Evening(fear_shown=False)
    roar = {"kind": "feature", "name": "Roar", "facts": {"cost": {"fear": 1}}}
    evening.do("change_creature", creature=evening.bear, changes={"features": {"roar": roar}})
    evening.fear(9)
    evening.do("gm_move", creature=evening.bear)
    evening.do("use_feature", creature=evening.bear, feature="roar")
    evening.do("spend_fear", amount=3, reason="the bridge breaks")
    evening.do("rest", kind="short")
    assert "fear" not in evening.public()["trackers"]
    shown = evening.said(viewer=PUBLIC_VIEWER)
    assert {"GM move: Bear", "Bear: Roar"} <= set(shown)
    assert not any("Fear" in line for line in shown)
    assert "GM move for 1 Fear: Bear" in evening.said()
