"""One physical kind per file, its data and its law."""

from jounce.parts.axle_drives import ElectricMotor, LimitedSlip, ViscousCoupling
from jounce.parts.beams import BEAMS, ElasticBeam, RigidElements
from jounce.parts.body import GROUND, Body
from jounce.parts.brakes import BRAKES, AbsBrake, DelayedBrake, OverrunBrake, PressureBrake
from jounce.parts.controls import CONTROLLERS
from jounce.parts.drivers import DRIVERS
from jounce.parts.elastic_body import ElasticBody
from jounce.parts.forces import (
    Actuator,
    Aerodynamics,
    AppliedForce,
    AppliedTorque,
    BodyContact,
    Brake,
    Bushing,
    Clutch,
    Damper,
    DryFriction,
    Gyroscope,
    LedBar,
    LedDamper,
    LedSpring,
    LineFriction,
    ModalStress,
    Motor,
    Spring,
    SpringDamper,
    TorsionBar,
    TorsionDamper,
    TorsionSpring,
    TorsionStop,
)
from jounce.parts.guides import (
    GUIDE_CONTACTS,
    GUIDES,
    CamContact,
    PointOnCam,
    PointOnCurve,
    PointOnSurface,
    SlotContact,
    SurfaceContact,
)
from jounce.parts.input import Input
from jounce.parts.joints import (
    JOINTS,
    Attached,
    Constraint,
    Coupling,
    Cylindrical,
    Distance,
    DrivenPoint,
    Elastic,
    Fixed,
    Free,
    Gimbal,
    Hitch,
    KnifeEdge,
    Planar,
    Prismatic,
    Revolute,
    RollingBall,
    RollingWheel,
    Sequence,
    ShaftJoint,
    Spherical,
    Universal,
)
from jounce.parts.joints.tabulated import Tabulated
from jounce.parts.laws import LAWS, RATE_LAWS
from jounce.parts.linear_cars import HeldSpeed, LaggingAxle, LinearAxle, ShownSignal
from jounce.parts.powertrain import AutomaticGearbox, Converter, Engine, ManualGearbox
from jounce.parts.prescribed import Prescribed
from jounce.parts.sensors import SENSORS, BodyMotion, Sensor, Trigger, VehicleMotion, WheelAttitude
from jounce.parts.signals import SIGNALS
from jounce.parts.tyres.rigid_ring.belt_mount import BeltMount
from jounce.parts.tyres.rigid_ring.ring_tyre import RingTyre
from jounce.parts.tyres.rigid_ring.sidewall import Sidewall
from jounce.parts.tyres.rolling_disc import RollingDisc
from jounce.parts.tyres.twin_tyre import TwinTyre
from jounce.parts.tyres.tyre import Tyre
from jounce.parts.tyres.vertical import VerticalTyre
from jounce.public_names import hand_on_names

FORCES = {
    "spring": Spring,
    "damper": Damper,
    "spring_damper": SpringDamper,
    "actuator": Actuator,
    "bushing": Bushing,
    "torsion_spring": TorsionSpring,
    "torsion_damper": TorsionDamper,
    "torsion_stop": TorsionStop,
    "torsion_bar": TorsionBar,
    "modal_stress": ModalStress,
    "dry_friction": DryFriction,
    "brake": Brake,
    **BRAKES,
    "clutch": Clutch,
    "line_friction": LineFriction,
    "motor": Motor,
    "electric_motor": ElectricMotor,
    "limited_slip": LimitedSlip,
    "viscous_coupling": ViscousCoupling,
    "force": AppliedForce,
    "torque": AppliedTorque,
    "aerodynamics": Aerodynamics,
    "body_contact": BodyContact,
    **GUIDE_CONTACTS,
    "vertical_tyre": VerticalTyre,
    "rolling_disc": RollingDisc,
    "tyre": Tyre,
    "ring_tyre": RingTyre,
    "sidewall": Sidewall,
    "twin_tyre": TwinTyre,
    "linear_axle": LinearAxle,
    "lagging_axle": LaggingAxle,
    "held_speed": HeldSpeed,
    "gyroscope": Gyroscope,
    "shown_signal": ShownSignal,
    "engine": Engine,
    "converter": Converter,
    "manual_gearbox": ManualGearbox,
    "automatic_gearbox": AutomaticGearbox,
}

# section of a model file -> `type` key -> part; None where the section has one kind
SECTIONS: dict[str, dict[str | None, type]] = {
    "bodies": {None: Body},
    "inputs": {None: Input},
    "joints": {**JOINTS, **GUIDES, "belt_mount": BeltMount, "prescribed": Prescribed},  # type: ignore[dict-item]
    "forces": FORCES,  # type: ignore[dict-item]
    "sensors": SENSORS,
    "controllers": CONTROLLERS | dict[str | None, type](DRIVERS.items()),
}

# parts that are made of other parts, which take their place in a model
COMPOUNDS: dict[str, dict[str | None, type]] = {
    "beams": BEAMS,  # type: ignore[dict-item]
    "elastic_bodies": {None: ElasticBody},
}

# parts that stand for a linkage: their tables are computed, so only Python makes them and no file can hold them
COMPUTED: dict[str, dict[str | None, type]] = {
    "joints": {"tabulated": Tabulated},
    "forces": {"led_spring": LedSpring, "led_damper": LedDamper, "led_bar": LedBar},
}

__all__ = [
    "COMPOUNDS",
    "COMPUTED",
    "CONTROLLERS",
    "FORCES",
    "GROUND",
    "GUIDES",
    "JOINTS",
    "LAWS",
    "RATE_LAWS",
    "SECTIONS",
    "SIGNALS",
    "AbsBrake",
    "Actuator",
    "Aerodynamics",
    "AppliedForce",
    "AppliedTorque",
    "Attached",
    "AutomaticGearbox",
    "BeltMount",
    "Body",
    "BodyContact",
    "BodyMotion",
    "Brake",
    "Bushing",
    "CamContact",
    "Clutch",
    "Constraint",
    "Converter",
    "Coupling",
    "Cylindrical",
    "Damper",
    "DelayedBrake",
    "Distance",
    "DrivenPoint",
    "DryFriction",
    "Elastic",
    "ElasticBeam",
    "ElasticBody",
    "ElectricMotor",
    "Engine",
    "Fixed",
    "Free",
    "Gimbal",
    "Gyroscope",
    "HeldSpeed",
    "Hitch",
    "Input",
    "KnifeEdge",
    "LaggingAxle",
    "LimitedSlip",
    "LineFriction",
    "LinearAxle",
    "ManualGearbox",
    "ModalStress",
    "Motor",
    "OverrunBrake",
    "Planar",
    "PointOnCam",
    "PointOnCurve",
    "PointOnSurface",
    "Prescribed",
    "PressureBrake",
    "Prismatic",
    "Revolute",
    "RigidElements",
    "RingTyre",
    "RollingBall",
    "RollingDisc",
    "RollingWheel",
    "Sensor",
    "Sequence",
    "ShaftJoint",
    "ShownSignal",
    "Sidewall",
    "SlotContact",
    "Spherical",
    "Spring",
    "SpringDamper",
    "SurfaceContact",
    "TorsionBar",
    "TorsionDamper",
    "TorsionSpring",
    "TorsionStop",
    "Trigger",
    "TwinTyre",
    "Tyre",
    "Universal",
    "VehicleMotion",
    "VerticalTyre",
    "ViscousCoupling",
    "WheelAttitude",
]

_FOLDERS = ("controls", "drivers", "laws", "paths", "roads", "signals", "tyres")
__getattr__, __dir__ = hand_on_names(__name__, __all__, {}, _FOLDERS)
