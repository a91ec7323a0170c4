"""Force elements."""

from jounce.parts.forces.actuator import Actuator
from jounce.parts.forces.aerodynamics import Aerodynamics
from jounce.parts.forces.applied import AppliedForce, AppliedTorque
from jounce.parts.forces.body_contact import BodyContact
from jounce.parts.forces.bushing import Bushing
from jounce.parts.forces.damper import Damper
from jounce.parts.forces.friction import Brake, Clutch, DryFriction, LineFriction
from jounce.parts.forces.gyroscope import Gyroscope
from jounce.parts.forces.led import LedBar, LedDamper, LedSpring
from jounce.parts.forces.modal_stress import ModalStress
from jounce.parts.forces.spring import Spring
from jounce.parts.forces.spring_damper import SpringDamper
from jounce.parts.forces.torsion import Motor, TorsionDamper, TorsionSpring, TorsionStop
from jounce.parts.forces.torsion_bar import TorsionBar

__all__ = [
    "Actuator",
    "Aerodynamics",
    "AppliedForce",
    "AppliedTorque",
    "BodyContact",
    "Brake",
    "Bushing",
    "Clutch",
    "Damper",
    "DryFriction",
    "Gyroscope",
    "LedBar",
    "LedDamper",
    "LedSpring",
    "LineFriction",
    "ModalStress",
    "Motor",
    "Spring",
    "SpringDamper",
    "TorsionBar",
    "TorsionDamper",
    "TorsionSpring",
    "TorsionStop",
]
