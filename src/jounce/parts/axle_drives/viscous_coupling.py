"""A viscous coupling between shafts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from jounce.errors import Problem
from jounce.graph import Scalar
from jounce.parts.citation import BY_DEFINITION
from jounce.parts.drawing import Unseen
from jounce.parts.ends import ALONG_COORDINATES
from jounce.parts.forces.loads import Channel, Loads, View
from jounce.parts.forces.torsion_bar import torsion_bar_sum
from jounce.parts.limits import factor_limit
from jounce.units import Quantity, Ratio


@dataclass(frozen=True, slots=True, kw_only=True)
class ViscousCoupling:
    """A torque in proportion to a difference of speeds: the sum of factor times rate of joint coordinates.

    Each coordinate feels -factor viscosity rate. Between the outputs of a differential (factors 1 and -1) the faster
    one gives that much torque to the slower one.
    """

    name: str
    coordinates: tuple[str, ...]  # "joint.coordinate"
    factors: tuple[Ratio, ...] = (1.0, -1.0)
    viscosity: Annotated[Scalar, Quantity("N m s/rad or N s/m", "not negative")]

    source = BY_DEFINITION
    ends = ALONG_COORDINATES
    drawing = Unseen("it acts between joints, which are drawn")

    def limits(self) -> Iterator[Problem]:
        return factor_limit(self)

    def loads(self, view: View) -> Loads:
        _, rate = torsion_bar_sum(self.coordinates, self.factors, view)
        torque = self.viscosity * rate
        return Loads(
            efforts=tuple(
                (name, -(factor * torque)) for name, factor in zip(self.coordinates, self.factors, strict=True)
            ),
            channels={"torque": Channel(torque, "N m", "against a positive difference of speeds (N between sliders)")},
        )
