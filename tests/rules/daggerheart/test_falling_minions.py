"""Do as many Minions fall as the damage fells, and only those whom the GM names?"""

from typing import Any

import pytest

from rules.core.errors import InvalidInput, Need
from rules.core.project import PUBLIC_VIEWER
from tests.rules.daggerheart.evening import Evening

MINION = {"kind": "passive", "name": "Minion (3)", "facts": {"minion": 3}}


class Nest(Evening):
    """Four rats, Minions (3), with one Hit Point each."""

    def __init__(self) -> None:
        super().__init__()
        self.rats = [
            self.add("Rat", features={"minion": MINION}, trackers={"hit_points": {"max": 1}}) for _ in range(4)
        ]

    def hit(self, amount: int, **fields: Any) -> None:
        self.hurt(amount, self.rats[0], **{"ask": True, **fields})

    @property
    def down(self) -> list[int]:
        return [n for n, rat in enumerate(self.rats) if self.value("hit_points", rat)]

    @property
    def asked(self) -> list[dict[str, Any]]:
        return [dict(p.data) for p in self.game.state.pending.values() if p.kind == "minions"]

    def answer(self, *rats: str) -> None:
        (pending,) = self.game.state.pending.values()
        self.do("answer", id=pending.id, minions=list(rats))


@pytest.fixture
def nest() -> Nest:
    return Nest()


def test_any_damage_fells_one_and_each_full_three_one_more_whom_the_gm_names(nest: Nest) -> None:
    nest.hit(7)
    assert (nest.down, nest.asked[0]["most"], nest.asked[0]["options"]) == ([0], 2, nest.rats[1:])
    nest.answer(nest.rats[1], nest.rats[3])
    assert nest.down == [0, 1, 3]
    assert [line for line in nest.said() if line.endswith("defeated")] == [
        "Rat: defeated",
        "Rat 2: defeated",
        "Rat 4: defeated",
    ]


def test_fewer_than_the_damage_fells_may_be_in_reach(nest: Nest) -> None:
    nest.hit(9)
    nest.answer()
    assert (nest.down, nest.asked) == ([0], [])


def test_they_can_be_named_with_the_damage(nest: Nest) -> None:
    nest.hit(7, minions=[nest.rats[2]])
    assert (nest.down, nest.asked) == ([0, 2], [])
    nest.undo()
    assert nest.down == []


def test_too_little_damage_asks_for_nobody(nest: Nest) -> None:
    nest.hit(2)
    assert (nest.down, nest.asked) == ([0], [])


def test_the_last_one_asks_for_nobody(nest: Nest) -> None:
    for rat in nest.rats[1:]:
        nest.fell(rat)
    nest.hit(9)
    assert nest.asked == []


def test_nobody_is_asked_where_the_request_says_so(nest: Nest) -> None:
    nest.hit(7, ask=False)
    assert (nest.down, nest.asked) == ([0], [])


@pytest.mark.parametrize("named", [[0], [1, 1], [1, 2, 3], ["bear"]])
def test_only_other_standing_minions_and_no_more_than_fall(nest: Nest, named: list[Any]) -> None:
    ids = [nest.bear if n == "bear" else nest.rats[n] for n in named]
    with pytest.raises(InvalidInput) as refused:
        nest.hit(7, minions=ids)
    assert refused.value.errors[0].pointer.startswith("/minions")
    nest.hit(7)
    with pytest.raises(InvalidInput):
        nest.answer(*ids)
    assert nest.down == [0]


def test_an_answer_names_somebody_or_nobody(nest: Nest) -> None:
    nest.hit(7)
    (pending,) = nest.game.state.pending.values()
    with pytest.raises(Need) as need:
        nest.do("answer", id=pending.id)
    assert need.value.asks[0]["options"] == nest.rats[1:]


def test_a_sturdier_target_fells_nobody_along(nest: Nest) -> None:
    nest.hurt(20, nest.bear, ask=True)
    assert nest.asked == []
    with pytest.raises(InvalidInput):
        nest.hurt(20, nest.bear, minions=[nest.rats[0]])


def test_players_are_not_told_who_else_could_fall(nest: Nest) -> None:
    nest.hit(7)
    assert nest.public()["asks"] == ()
    assert not any("more Minion" in line for line in nest.said(viewer=PUBLIC_VIEWER))
