"""Turn orders under the hands of people: who acts next, whatever is removed, moved, renumbered or taken back."""

import pytest

from rules.core.errors import RuleError
from rules.core.history import Played
from tests.rules.table import Table


class Line(Table):
    """Creatures in an order by score, called by their names."""

    def __init__(self, **scores: int | None) -> None:
        super().__init__("generic")
        for name, score in scores.items():
            self.add(name, score=score)
        self.do("start_encounter", policy="numeric")

    def id(self, name: str) -> str:
        return next(id for id, one in self.game.state.creatures.items() if one.name == name and not one.gone)

    @property
    def acts(self) -> str | None:
        return self.game.state.creatures[self.active].name if self.active else None

    @property
    def round(self) -> int:
        return self.game.state.order.round

    def next(self, times: int = 1) -> str | None:
        for _ in range(times):
            self.do("end_turn")
        return self.acts

    def order(self) -> str:
        """The names in their order, as the screen shows it."""
        creatures = self.game.state.creatures
        return " ".join(creatures[entry["creature"]].name for entry in self.see()["order"]["entries"])

    def remove(self, name: str) -> Played:
        return self.do("remove_creature", creature=self.id(name))

    def score(self, name: str, score: int) -> Played:
        return self.do("change_creature", creature=self.id(name), changes={"score": score})

    def move(self, name: str, before: str) -> None:
        self.do("move_in_order", creature=self.id(name), before=self.id(before))


def edges(played: Played) -> list[str]:
    """Which turns and rounds began or ended in a step."""
    kinds = [type(entry.event).__name__ for entry in played.added]
    return [kind for kind in kinds if kind in ("TurnBegan", "TurnEnded", "RoundBegan")]


@pytest.mark.case("GM-003")
def test_removing_one_above_the_active_creature_moves_no_turn() -> None:
    line = Line(A=20, B=15, C=10, D=5)
    line.next(2)
    assert edges(line.remove("A")) == []
    assert (line.acts, line.round, line.next(), line.next()) == ("C", 1, "D", "B")


@pytest.mark.case("GM-005")
@pytest.mark.parametrize(("defeated", "following"), [("G1", "G3"), ("G3", "G4"), ("G2", "G3")])
def test_of_five_with_one_score_nobody_is_skipped_when_one_is_removed(defeated: str, following: str) -> None:
    line = Line(G1=12, G2=12, G3=12, G4=12, G5=12)
    line.next()
    line.remove(defeated)
    assert (line.acts if defeated == "G2" else line.next()) == following
    seen = [line.acts]
    while line.round == 1:
        seen.append(line.next())
    assert seen[:-1] == [name for name in ("G3", "G4", "G5") if name >= following]


@pytest.mark.case("GM-005")
def test_one_that_falls_changes_nobodys_turn() -> None:
    line = Line(G1=12, G2=12, G3=12)
    line.next()
    assert edges(line.do("take_damage", creature=line.id("G1"), amount=99)) == []
    assert (line.next(), line.next(), line.next()) == ("G3", "G1", "G2")


@pytest.mark.case("GM-020")
def test_a_step_back_gives_back_what_the_step_on_had_used_up() -> None:
    line = Line(A=9, B=5)
    line.do("add_condition", creature=line.id("A"), condition="slowed", until={
        "edge": "turn_end", "creature": line.id("A"), "turns": 3})  # fmt: skip
    line.do("add_clock", name="Storm", size=6, kind="countdown", ticks="round")
    states = [line.game.state]
    for _ in range(5):
        line.next()
        states.append(line.game.state)
    assert line.conditions(line.id("A")) == []
    for before in reversed(states[:-1]):
        line.undo()
        assert line.game.state == before


@pytest.mark.case("GM-030")
def test_places_made_by_hand_outlive_deaths_arrivals_and_rounds() -> None:
    line = Line(A=18, B=15, C=15, D=9)
    line.move("D", before="A")
    line.move("C", before="B")
    assert line.order() == "D A C B"
    line.remove("B")
    line.add("E", score=15)
    assert line.order() == "D A C E"  # behind A, the one unmoved creature that precedes it
    while line.round == 1:
        line.next()
    assert (line.acts, line.order()) == ("D", "D A C E")


@pytest.mark.case("GM-030")
def test_two_that_are_put_before_the_same_one_stand_as_they_were_put() -> None:
    line = Line(A=18, B=15, C=12, D=9)
    for name in ("C", "D"):
        line.move(name, before="A")
    assert line.order() == "C D A B"


@pytest.mark.case("GM-031")
def test_a_score_of_nought_is_a_score() -> None:
    line = Line(Zero=0, Below=-3, High=12, None_=None)
    assert line.order() == "High Zero Below None_"
    assert [line.creature(line.id(name)).score for name in ("Zero", "Below", "None_")] == [0, -3, None]


@pytest.mark.case("GM-032")
def test_new_scores_in_the_middle_of_a_round_begin_and_end_no_turn() -> None:
    line = Line(A=20, B=15, C=10, D=5)
    line.next(2)
    changes = [line.score("D", 18), line.score("A", 2), line.do("add_creature", creature={"name": "E", "score": 12})]
    assert [edges(change) for change in changes] == [[], [], []]
    assert (line.acts, line.round, line.order()) == ("C", 1, "D B E C A")
    # D has not acted this round and does; A has, so that it acts no second time; E came before the turn that runs.
    assert (line.next(), line.round) == ("D", 1)
    assert (line.next(), line.next(), line.round) == ("D", "B", 2)


@pytest.mark.case("GM-058")
def test_before_the_first_turn_there_is_nothing_to_go_back_to() -> None:
    line = Line(A=9, B=5)
    line.undo()
    assert (line.game.state.order.started, line.round, line.active) == (False, 0, None)
    while line.game.state.creatures:
        line.undo()
    for _ in range(3):
        state = line.game.state
        with pytest.raises(RuleError, match="nothing-to-undo"):
            line.undo()
        assert line.game.state is state


@pytest.mark.case("GM-062")
def test_an_emptied_fight_goes_on_with_who_comes_next() -> None:
    line = Line()
    assert (line.active, line.order()) == (None, "")
    line.add("A", score=3)
    line.remove("A")
    line.add("B", score=9)
    assert line.next() == "B"


@pytest.mark.case("GM-062")
def test_the_only_one_is_removed_while_it_acts() -> None:
    line = Line(A=9)
    line.remove("A")
    assert line.active is None
    line.add("C", score=4)
    assert line.next() == "C"


@pytest.mark.case("GM-108")
def test_those_with_one_score_act_one_by_one() -> None:
    line = Line(A=14, B=14, C=14, D=9)
    assert [line.acts, *(line.next() for _ in range(3))] == ["A", "B", "C", "D"]
    assert line.round == 1
    assert (line.next(), line.round) == ("A", 2)
    line.move("C", before="A")
    assert (line.order(), line.creature(line.id("C")).score) == ("C A B D", 14)
