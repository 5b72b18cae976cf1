"""Everything that is wrong in a pack. It takes its time: only who asks for it imports this."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from rules.core.packs.cards import faults_of_cards
from rules.core.packs.faults import Fault
from rules.core.packs.system import read_system
from rules.core.packs.words import faults_of_words
from rules.core.system import SystemData


class Checked(NamedTuple):
    """A pack that was looked through: its data, None where it cannot be read, how many cards it has, its faults."""

    folder: Path
    data: SystemData | None
    cards: int
    faults: Sequence[Fault]


def check_pack(folder: Path) -> Checked:
    """The pack in ``folder`` with every fault, by file and line."""
    data, faults = read_system(folder)
    cards, of_cards = faults_of_cards(folder, data)
    faults = [*faults, *of_cards, *(faults_of_words(folder, data) if data else ())]
    return Checked(folder, data, cards, sorted(set(faults)))
