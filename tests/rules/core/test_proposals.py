"""What the words of a feature propose, in both languages: limited uses and prices, and nothing where there is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.proposals import Proposal, cost, moment_of, proposed

PAID = {
    "fear": ("Fear", "Страх"),
    "stress": ("Stress", "Стресс"),
    "hope": ("Hope", "Надежда"),
    "hp": ("Hit Point", "Хиты"),
}


def uses(times: int, moment: str | None = None) -> Proposal:
    return Proposal(times=times, moment=moment)


@pytest.mark.parametrize(
    "name, text, expected",
    [
        ("Rally (3)", "All allies stand up.", uses(3)),
        ("Rally (3) - Action", "All allies stand up.", uses(3)),
        ("Gulp (2/Day)", "", uses(2, "long_rest")),
        ("Gulp 2/day", "", uses(2, "long_rest")),
        ("Web (1/Short Rest)", "", uses(1, "short_rest")),
        ("Web (3/long rest)", "", uses(3, "long_rest")),
        ("Dim the Lamps", "Once per scene, the lamps go out.", uses(1, "scene")),
        ("Dim the Lamps", "Twice per rest the lamps go out.", uses(2, "short_rest")),
        ("Dim the Lamps", "The lamps go out, three times per session.", uses(3, "session")),
        ("Dim the Lamps", "This can be used once each round.", uses(1, "round_start")),
        ("Dim the Lamps", "Once a turn, move.", uses(1, "turn_start")),
        ("Dim the Lamps", "It has 4 uses per long rest.", uses(4, "long_rest")),
        ("Dim the Lamps", "Once per encounter it howls.", uses(1, "scene")),
        ("Погасить лампы (3)", "Лампы гаснут.", uses(3)),
        ("Погасить лампы (2/день)", "Лампы гаснут.", uses(2, "long_rest")),
        ("Погасить лампы", "Раз за сцену лампы гаснут.", uses(1, "scene")),
        ("Погасить лампы", "Один раз за отдых лампы гаснут.", uses(1, "short_rest")),
        ("Погасить лампы", "Дважды за продолжительный отдых лампы гаснут.", uses(2, "long_rest")),
        ("Погасить лампы", "Лампы гаснут, 3 раза за встречу.", uses(3, "session")),
        ("Погасить лампы", "Два раза в день лампы гаснут.", uses(2, "long_rest")),
        ("Погасить лампы", "Раз в раунд лампы мигают.", uses(1, "round_start")),
    ],
)
def test_a_limit_is_read_from_name_and_text(name: str, text: str, expected: Proposal) -> None:
    assert proposed(name, text, PAID) == [expected]


@pytest.mark.parametrize(
    "text, price",
    [
        ("Spend 2 Fear to summon three Reed Wolves.", {"fear": 2}),
        ("Spend a Fear and mark a Stress to vanish.", {"fear": 1, "stress": 1}),
        ("When a PC comes close, you can spend a Fear to pull them under.", {"fear": 1}),
        ("Strike. On a success, mark 2 Stress to throw the target.", {"stress": 2}),
        ("While the target sleeps, you can mark a Stress so that it dreams.", {"stress": 1}),
        ("Mark three Hit Points to stand again.", {"hp": 3}),
        ("Spend Fear to shout.", {"fear": 1}),
        ("Spend a Fear.", {"fear": 1}),
        ("Потратьте 2 Страха, чтобы призвать трёх волков.", {"fear": 2}),
        ("Потратьте Страх и отметьте Стресс, чтобы исчезнуть.", {"fear": 1, "stress": 1}),
        ("Когда ИП подходит, вы можете потратить один Страх и утащить его.", {"fear": 1}),
        ("При успехе отметьте 2 Стресса.", {}),
        ("При успехе, отметьте 2 Стресса, чтобы бросить цель.", {"stress": 2}),
        ("Можно потратить три Надежды, чтобы встать.", {"hope": 3}),
    ],
)
def test_a_price_is_what_the_user_pays_at_the_beginning_of_a_clause(text: str, price: dict[str, int]) -> None:
    assert cost(text, PAID) == price


@pytest.mark.parametrize(
    "name, text",
    [
        ("Slow", "It moves slowly."),
        ("Swipe", "The target must mark a Stress or fall."),
        ("Swipe", "Targets who fail mark 2 Stress."),
        ("Swipe", "The target must make an Agility Reaction Roll (14) or take 2d6 damage."),
        ("Swipe", "Mark a Stress for each target."),
        ("Storm", "Progress Countdown (6). It ticks each round."),
        ("Omen", "Refresh what is limited by uses (such as once per rest, twice per scene)."),
        ("Restless", "It can act up to three times per turn. Spend Fear as usual to spotlight it."),
        ("Swipe", "Цель должна отметить Стресс."),
        ("Swipe", "Отметьте Стресс за каждую цель."),
        ("Fearless", "Spend Fearlessness."),
        ("Empty", ""),
        ("(0)", "0/day"),
    ],
)
def test_what_others_suffer_and_what_is_no_limit_proposes_nothing(name: str, text: str) -> None:
    assert proposed(name, text, PAID) == []


def test_a_bare_number_of_what_works_by_itself_is_a_value() -> None:
    assert proposed("Minion (6)", "It falls at any damage.", PAID, passive=True) == []
    assert proposed("Guard (1/day)", "", PAID, passive=True) == [uses(1, "long_rest")]


def test_both_are_proposed_where_both_are_said() -> None:
    found = proposed("Call", "Once per scene, spend 2 Fear to call a wolf.", PAID)
    assert found == [uses(1, "scene"), Proposal(cost={"fear": 2})]


def test_without_currencies_there_is_no_price() -> None:
    assert proposed("Call", "Spend 2 Fear to call a wolf.", {}) == []


@pytest.mark.parametrize("word", ["restaurant", "daybreak", "roundabout", "", "луна", "target"])
def test_only_a_stretch_of_time_is_a_moment(word: str) -> None:
    assert moment_of(word) is None


@given(st.text(max_size=60), st.text(max_size=200))
def test_whatever_is_written_is_read_without_failing(name: str, text: str) -> None:
    for found in proposed(name, text, PAID):
        assert found.times or found.cost
