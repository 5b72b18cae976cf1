"""What is stored and read again: a log may come from another release, or have been written by hand."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from rules.core.errors import RuleError

MISFITS = (KeyError, IndexError, TypeError, ValueError, AttributeError, msgspec.ValidationError)


@contextmanager
def readable(code: str, **facts: Any) -> Iterator[None]:
    """Within it, what does not have the shape that this release stores is refused as RuleError ``code``."""
    try:
        yield
    except MISFITS as error:
        raise RuleError(code, **facts) from error
