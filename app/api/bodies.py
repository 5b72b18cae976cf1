"""What all bodies of the API have in common."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints
from pydantic_core import PydanticCustomError


class Body(BaseModel):
    """A JSON object: types are taken as they are, and a field that is not known is refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


def storable(text: str) -> str:
    """``text``, if every database can keep it."""
    if "\0" in text:
        raise PydanticCustomError("string_unicode", "a character that cannot be stored")
    return text


Name = Annotated[str, StringConstraints(min_length=1, max_length=120), AfterValidator(storable)]
Json = dict[str, Any]
