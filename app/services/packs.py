"""Games that are only data, from a folder that whoever starts the server names."""

from __future__ import annotations

import logging

from app.settings import Settings
from rules.core.packs import find_packs
from rules.registry import install

log = logging.getLogger(__name__)


def install_packs(settings: Settings) -> None:
    """Add the games of the packs; one that has faults is left out and stops no other, and its faults are logged."""
    if settings.packs is None:
        return
    for fault in install(find_packs(settings.packs)):
        log.warning("%s", fault)
