"""How a temporary condition is cleared."""


def needs_roll(kind: str) -> bool:
    """Whether one of this kind has to roll to be rid of a temporary condition: characters do, adversaries act.

    Source: Daggerheart core mechanics, "The temporary tag and special conditions".
    """
    return kind == "pc"
