"""`shirma pack check`: what is wrong with a game that is only data, by file and line."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.core.packs.check import Checked


def arguments(parser: argparse.ArgumentParser) -> None:
    check = parser.add_subparsers(required=True, metavar="check").add_parser("check", help="name every fault in a pack")
    check.add_argument("folder", type=Path, metavar="DIR", help="a pack, or a folder of packs")


def run(given: argparse.Namespace) -> int:
    from rules.core.packs import find_packs
    from rules.core.packs.check import check_pack

    packs = find_packs(given.folder)
    if not packs:
        print(f"{given.folder}: no pack lies here; a pack is a folder with a system.toml")
        return 1
    found = [check_pack(folder) for folder in packs]
    for checked in found:
        _report(checked)
    return 1 if any(checked.faults for checked in found) else 0


def _report(checked: Checked) -> None:
    for fault in checked.faults:
        print(fault)
    if checked.faults:
        many = f"{len(checked.faults)} faults" if len(checked.faults) > 1 else "1 fault"
        print(f"{checked.folder}: {many}")
    elif checked.data is not None:
        print(f"{checked.folder}: {summary(checked)}")


def summary(checked: Checked) -> str:
    """What a pack without faults holds, in one line."""
    data = checked.data
    assert data is not None, "a pack without faults has data"
    held = {
        "card": checked.cards,
        "condition": len(data.conditions),
        "tracker": len(data.trackers) + len(data.table),
        "number": len(data.numbers),
        "roll": len(data.rolls),
    }
    counts = ", ".join(f"{count} {noun}{'s' if count != 1 else ''}" for noun, count in held.items())
    return f"{data.name} ({data.key}) has no faults: {counts}, in {' and '.join(data.languages)}"
