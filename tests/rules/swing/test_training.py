"""What a character adds to hit by itself."""

from rules.swing.training import modifier, training


def test_a_modifier_is_half_of_what_is_above_ten_rounded_down() -> None:
    assert [modifier(score) for score in (1, 7, 9, 10, 11, 18, 19, 20)] == [-5, -2, -1, 0, 0, 4, 4, 5]


def test_training_is_a_tenth_and_none_takes_five_off() -> None:
    assert [training(efficacy) for efficacy in (0, 19, 100, None)] == [0, 1, 10, -5]
