"""What all bodies of the API have in common."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

HALF_LETTER = re.compile("[\ud800-\udfff]")


class Body(BaseModel):
    """A JSON object: types are taken as they are, and a field that is not known is refused."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _of_whole_letters(cls, sent: Any) -> Any:
        """What was sent, if all its texts can be written: JSON can name half a letter, which no answer may repeat."""
        if not _is_writable(sent):
            raise PydanticCustomError("string_unicode", "a character that cannot be stored")
        return sent


def _is_writable(sent: Any) -> bool:
    """Whether every name and text of a value, however deep, can be written down in UTF-8."""
    left = [sent]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            left += [*value.keys(), *value.values()]
        elif isinstance(value, list):
            left += value
        elif isinstance(value, str) and HALF_LETTER.search(value):
            return False
    return True


def storable(text: str) -> str:
    """``text``, if every database can keep it."""
    if "\0" in text:
        raise PydanticCustomError("string_unicode", "a character that cannot be stored")
    return text


def in_utc(moment: datetime) -> datetime:
    """The same moment as it is stored; raises ValueError at the ends of the calendar, where it has no date there."""
    try:
        return moment.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("a moment beyond the calendar") from error


Moment = Annotated[AwareDatetime, Field(strict=False), AfterValidator(in_utc)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=120), AfterValidator(storable)]
Json = dict[str, Any]
