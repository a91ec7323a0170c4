"""Laws that a user writes in Python: any frozen record of numbers with a formula."""

from __future__ import annotations

from typing import Any, Protocol

from jounce.graph import Scalar


class OwnLaw(Protocol):
    """A frozen dataclass of numbers; `value` gives y over x by functions of `jounce.graph`, for floats and symbols."""

    def value(self, x: Scalar) -> Scalar: ...


class OwnRateLaw(Protocol):
    """The same with two arguments: y over a deflection x and its rate v."""

    def value(self, x: Scalar, v: Scalar) -> Scalar: ...


# own laws that a file may name by its `type`: OWN_LAWS["progressive"] = Progressive
OWN_LAWS: dict[str, Any] = {}
