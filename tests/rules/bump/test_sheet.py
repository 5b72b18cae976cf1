"""What a weapon of the sheet brings to a hit."""

from typing import Any

import pytest

from rules.bump import sheet
from rules.core.state import Feature
from tests.rules.bump.table import fight, foe, hero


def blade(**facts: Any) -> dict[str, Any]:
    return {"blade": {"kind": "weapon", "name": "Blade", "facts": {"dice": "d6", "type": "slashing", **facts}}}


@pytest.mark.parametrize(
    ("facts", "rider"),
    [
        ({"persistent": "2 fire"}, "2 fire"),
        ({"persistent": "d4", "persistent_type": "acid"}, "d4 acid"),
        ({"persistent": "2 fire", "persistent_type": "acid"}, "2 acid"),
        ({"persistent": "2"}, "2 physical"),
        ({"persistent": "", "persistent_type": "acid"}, None),
        ({"persistent": 2}, None),
        ({"persistent_type": "acid"}, None),
        ({"persistent": "2", "persistent_type": ["acid"]}, "2 physical"),
    ],
)
def test_a_weapon_has_persistent_damage_of_a_type(facts: dict[str, Any], rider: str | None) -> None:
    found = sheet._arms("blade", Feature(kind="weapon", name="Blade", facts=facts))
    assert found.rider == rider


def test_a_hit_leaves_the_persistent_damage_of_its_weapon() -> None:
    table = fight()
    oro = hero(table, features=blade(persistent="d4", persistent_type="acid"))
    rat = foe(table, "Rat", 20, numbers={"defense": 12})
    table.do("roll", roll="attack", creature=oro, targets=[rat], **{"with": "blade"}, dice={"d20": 15})
    hit = table.game.state.rolls[oro].secret["targets"][0]["then"]
    table.send({**hit, "dice": {"dice": 4}})
    taken = table.game.state.rolls[oro].secret["targets"][0]["then"]
    table.send(taken)
    (held,) = table.creature(rat).conditions.values()
    assert (held.key, held.detail, held.data) == ("persistent-damage", "acid", {"dice": "d4"})
