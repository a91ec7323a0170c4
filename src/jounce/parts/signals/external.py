"""A signal from outside."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.graph import Scalar
from jounce.parts.citation import BY_DEFINITION


@dataclass(frozen=True, slots=True, kw_only=True)
class External:
    """The model's input of that name; declared by an `Input`, given to `simulate`."""

    input: str

    source = BY_DEFINITION

    def at(self, time: Scalar) -> Scalar:
        raise TypeError("an external signal has no law of its own; the equations read the input instead")

    def corners(self) -> tuple[float, ...]:
        return ()
