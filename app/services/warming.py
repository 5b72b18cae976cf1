"""What is made before anybody needs it, but after the first answers: it would only make the start longer."""

from __future__ import annotations

import threading

from rules import content

AFTER_S = 1.0


def warm_up_soon() -> None:
    """Build the search index in a moment, in a thread that ends with the process."""
    timer = threading.Timer(AFTER_S, content.index)
    timer.daemon = True
    timer.start()
