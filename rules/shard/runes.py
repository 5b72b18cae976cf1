"""The d8 and its runes: three runes, two blanks, two successes, a triumph."""

from collections.abc import Iterable

SIDES = 8
RUNES = ("soul", "mind", "body", "blank", "blank", "success", "success", "triumph")
KINDS = ("soul", "mind", "body", "blank", "success", "triumph")
TRIUMPH = 8
BLANKS = (4, 5)


def rune(face: int) -> str:
    """What a face (1 to 8) shows.

    Source: SHARD, "Game Dice".
    """
    return RUNES[face - 1]


def face_of(rune: str) -> int:
    """The lowest face that shows a rune, one of KINDS."""
    return RUNES.index(rune) + 1


def is_success(face: int) -> bool:
    """Whether a face counts as a success; a triumph does."""
    return rune(face) in ("success", "triumph")


def successes(faces: Iterable[int], *, unseen: bool = False) -> int:
    """How many successes faces hold; of an unseen target only triumphs count.

    Source: SHARD, "Rolling the Dice", "Unseen targets".
    """
    return sum(face == TRIUMPH if unseen else is_success(face) for face in faces)


def blanks(faces: Iterable[int]) -> int:
    """How many faces are blank: only 4 and 5, the runes are not."""
    return sum(face in BLANKS for face in faces)
