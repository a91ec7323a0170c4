"""What each stage of writing the equations leaves for the next."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.equations.recursive.elimination import Unknown
from jounce.graph import Scalar
from jounce.spatial.motion import Wrench


@dataclass(frozen=True, slots=True)
class ClosureRow:
    """A row of the subsystem: its equation, its entries by speed, and what prescribes it."""

    twins: tuple[str, ...]  # its name in every lane
    unit: str
    g: Scalar
    gd: Scalar
    gamma: Scalar
    J: dict[tuple[int, int], Scalar]  # (link, column) -> entry
    s: Scalar  # mode: 1 = on, 0 = switched off
    shared: bool = False  # whether speeds of the interface are in it
    wrench: Wrench | None = None  # on the child, for joints
    drive_rate: Scalar = 0.0  # of a prescribed motion

    @property
    def name(self) -> str:
        """In the first lane."""
        return self.twins[0]

    @property
    def unknown(self) -> Unknown:
        """Its multiplier."""
        return ("row", self.name)
