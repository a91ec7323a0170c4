"""What every hitch says of itself: which units it joins, where, and what resists its turning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from jounce.graph import Scalar
from jounce.parts.forces import DryFriction, TorsionDamper
from jounce.parts.joints import Hitch
from jounce.parts.laws import Linear
from jounce.units import Point, Quantity


@dataclass(frozen=True, kw_only=True)
class HitchData:
    """Two units and the point at which the second hangs on the first; a kind says which ways it turns there."""

    parent: str  # unit that pulls
    child: str  # unit that is pulled
    point: Point  # in the axes of the first unit, design position
    yaw_friction: Annotated[Scalar, Quantity("N m", "not negative")] | None = None  # dry, of a stabiliser
    yaw_damping: Annotated[Scalar, Quantity("N m s/rad", "not negative")] | None = None

    kind: ClassVar[str] = ""  # its word in files
    turns: ClassVar[tuple[str, ...]] = ()  # of the child on the parent

    def parts(self, name: str, parent: str, child: str) -> tuple[Any, ...]:
        """Makes the joint between the floating bodies `parent` and `child`, and what resists yaw in it."""
        parts: list[Any] = [Hitch(name=name, parent=parent, child=child, point=self.point, turns=self.turns)]
        if self.yaw_friction is not None:
            yaw = (f"{name}.yaw",)
            parts.append(DryFriction(name=f"{name}.yaw_friction", coordinates=yaw, limit=self.yaw_friction))
        if self.yaw_damping is not None:
            law = Linear(slope=self.yaw_damping)
            parts.append(TorsionDamper(name=f"{name}.yaw_damper", coordinate=f"{name}.yaw", law=law))
        return tuple(parts)
