"""Force elements."""

from jounce.parts.forces.actuator import Actuator
from jounce.parts.forces.applied import AppliedForce, AppliedTorque
from jounce.parts.forces.bushing import Bushing
from jounce.parts.forces.damper import Damper
from jounce.parts.forces.led import LedDamper, LedSpring
from jounce.parts.forces.spring import Spring
from jounce.parts.forces.torsion import Motor, TorsionDamper, TorsionSpring

__all__ = [
    "Actuator",
    "AppliedForce",
    "AppliedTorque",
    "Bushing",
    "Damper",
    "LedDamper",
    "LedSpring",
    "Motor",
    "Spring",
    "TorsionDamper",
    "TorsionSpring",
]
