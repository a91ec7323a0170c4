"""What shares the torque of an engine among wheels, and electric motors."""

from jounce.parts.axle_drives.electric_motor import ElectricMotor
from jounce.parts.axle_drives.limited_slip import LimitedSlip
from jounce.parts.axle_drives.viscous_coupling import ViscousCoupling

__all__ = ["ElectricMotor", "LimitedSlip", "ViscousCoupling"]
