"""Movement: what conditions leave of it, and what armour costs on the road."""


def speed(base: int, quarters: int) -> int:
    """What is left of a speed after ``quarters`` of it are taken, added up and applied once.

    Source: SHARD, "Conditions".
    """
    return max(0, base * max(0, 4 - quarters) // 4)


# Hours of marching after which each class of armour asks for a rest. Source: SHARD, "Medium armour", "Heavy Armour".
HOURS = {"medium": 2, "heavy": 1}


def march_strain(armour: str, hours: int, *, rough: bool = False) -> int:
    """The rests that a march asks for, each of them or 1 point of true strain; half as long in rough terrain."""
    every = HOURS.get(armour)
    return 0 if every is None else hours * (2 if rough else 1) // every
