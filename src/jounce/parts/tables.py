"""Parts that carry tables: numbers that lie in an array of their own and are read by LOOKUP."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Protocol, Self

import numpy as np


class Tabular(Protocol):
    """A law, a signal or a linkage given by points."""

    def flat(self) -> np.ndarray:
        """Its numbers as LOOKUP reads them."""

    @property
    def size(self) -> int:
        """Tells how many these are."""

    def placed(self, offset: int, shared: bool = False) -> Self:
        """Returns the same with its numbers in the tables array from `offset`, lane after lane; `shared`: one for all
        lanes.
        """


def tables_of_part(part: Any) -> dict[str, Tabular]:
    """The tables that a part carries, by the name of the field."""
    found = {f.name: getattr(part, f.name) for f in fields(part)}
    return {name: value for name, value in found.items() if is_table_of_part(value)}


def is_table_of_part(thing: object) -> bool:
    """Whether a law or signal is given by points."""
    return hasattr(thing, "placed")
