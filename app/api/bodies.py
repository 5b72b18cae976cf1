"""What all bodies of the API have in common."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, StringConstraints
from pydantic_core import PydanticCustomError


class Body(BaseModel):
    """A JSON object: types are taken as they are, and a field that is not known is refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


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
