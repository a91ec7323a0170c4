"""A small mechanism that runs for every kind of part, law and signal, each under a prefix of its own.

The contract (test_contract.py) runs over the registries: a kind added tomorrow fails until it has a mechanism here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import numpy as np
from tyre_cases import CASES

from jounce.graph.tables import hermite_table_data
from jounce.own_parts.trial import trial_of_own_kind
from jounce.parts import Body, BodyMotion, Input, Prescribed, Sensor, Trigger, VehicleMotion, roads
from jounce.parts import forces as f
from jounce.parts import guides as g
from jounce.parts import joints as j
from jounce.parts.axle_drives import ElectricMotor, LimitedSlip, ViscousCoupling
from jounce.parts.brakes import AbsBrake, DelayedBrake, OverrunBrake, PressureBrake
from jounce.parts.controls import GripFoot, Skyhook, SpeedControl, StabilityControl, TractionControl
from jounce.parts.drivers import DRIVERS
from jounce.parts.joints.tabulated import Tabulated, TabulatedLinkage
from jounce.parts.laws import Bilinear, Grid, Linear, Points, Stop, Tanh
from jounce.parts.linear_cars import HeldSpeed, LaggingAxle, LinearAxle, ShownSignal
from jounce.parts.powertrain import AutomaticGearbox, Converter, Engine, ManualGearbox
from jounce.parts.sensors.wheel_attitude import WheelAttitude
from jounce.parts.signals import Constant, External, HalfSine, Harmonic, History, SmoothStep
from jounce.parts.tyres.rigid_ring.belt_mount import BeltMount
from jounce.parts.tyres.rigid_ring.ring_tyre import RingTyre
from jounce.parts.tyres.rigid_ring.sidewall import Sidewall
from jounce.parts.tyres.rolling_disc import RollingDisc
from jounce.parts.tyres.twin_tyre import TwinTyre
from jounce.parts.tyres.tyre import Tyre
from jounce.parts.tyres.vertical import VerticalTyre

O, P, Q = (0.0, 0.0, 0.0), (0.2, 0.1, 0.3), (0.5, -0.1, 0.4)
X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
Parts = list[Any]
SINE = Harmonic(amplitude=0.05, frequency=3.0)


def body(name: str, **other: Any) -> Body:
    return Body(name=name, mass=2.0, centre=(0.4, 0.05, 0.35), inertia=(0.1, 0.12, 0.15), **other)


def on(name: str, **other: Any) -> dict[str, Any]:
    return {"parent": "ground", "child": f"{name} body", **other}


def hinged(n: str) -> Parts:
    return [body(f"{n} body"), j.Revolute(name=f"{n} hinge", **on(n, point=P, axis=Y))]


def bent(n: str, shapes: str, frame: str) -> Parts:
    """A body that bends on a hinge, with a lump on its frame."""
    amplitude = f"{n} {shapes}.lift"
    return [
        *(Body(name=f"{n} {word}", mass=0.0, massless=True) for word in ("frame", "body", "tip")),
        body(f"{n} lump"),
        j.Revolute(name=f"{n} hinge", parent="ground", child=f"{n} frame", point=P, axis=Y),
        j.Elastic(
            name=f"{n} {shapes}",
            parent=f"{n} frame",
            child=f"{n} body",
            amplitudes=("lift",),
            terms=("I.0", "F.5.0", "H.0.0"),
            numbers=(2.0, 0.4, 1.5),
            point=P,
        ),
        j.Attached(
            name=f"{n} {frame}", parent=f"{n} body", child=f"{n} tip", point=Q, terms=("P.2.0",), numbers=(1.0,)
        ),
        j.Fixed(name=f"{n} weld", parent=f"{n} tip", child=f"{n} lump", point=Q),
        f.TorsionBar(name=f"{n} spring", coordinates=(amplitude,), factors=(1.0,), stiffness=5e3, damping=5.0),
    ]


def geared(n: str) -> Parts:
    return [
        *hinged(n),
        body(f"{n} wheel"),
        j.Revolute(name=f"{n} axle", parent="ground", child=f"{n} wheel", point=Q, axis=Y),
    ]


def wheel(n: str) -> Parts:
    """A wheel that rolls and moves up and down."""
    return [
        Body(name=f"{n} carrier", mass=20.0, centre=(0.0, 0.0, 0.32), inertia=(1.0, 1.0, 1.0)),
        j.Sequence(name=f"{n} way", parent="ground", child=f"{n} carrier", point=(0.0, 0.0, 0.32), order=("tx", "tz")),
        Body(name=f"{n} body", mass=10.0, centre=(0.0, 0.0, 0.32), inertia=(0.5, 0.9, 0.5)),
        j.Revolute(name=f"{n} axle", parent=f"{n} carrier", child=f"{n} body", point=(0.0, 0.0, 0.32), axis=Y),
    ]  # fmt: skip


def carried(joint: Callable[..., Any], **fields: Any) -> Callable[[str], Parts]:
    return lambda n: [body(f"{n} body"), joint(name=f"{n} part", **on(n, **fields))]


def closing(joint: Callable[..., Any], **fields: Any) -> Callable[[str], Parts]:
    """On a body that floats."""
    return lambda n: [body(f"{n} body"), joint(name=f"{n} part", **on(n, **fields))]


def line(kind: Callable[..., Any], **fields: Any) -> Callable[[str], Parts]:
    return lambda n: [*hinged(n), kind(name=f"{n} part", **on(n, point=O, child_point=Q, **fields))]


def along(kind: Callable[..., Any], **fields: Any) -> Callable[[str], Parts]:
    return lambda n: [*hinged(n), kind(name=f"{n} part", coordinate=f"{n} hinge.angle", **fields)]


def both(kind: Callable[..., Any], **fields: Any) -> Callable[[str], Parts]:
    names = ("hinge.angle", "axle.angle")
    return lambda n: [*geared(n), kind(name=f"{n} part", coordinates=tuple(f"{n} {name}" for name in names), **fields)]


def at_guide(kind: Callable[..., Any], **fields: Any) -> Callable[[str], Parts]:
    return lambda n: [*hinged(n), kind(name=f"{n} part", **on(n, point=O, child_point=Q, stiffness=2e3, **fields))]


def at(kind: Callable[..., Any], **fields: Any) -> Callable[[str], Parts]:
    return lambda n: [*hinged(n), kind(name=f"{n} part", body=f"{n} body", **fields)]


def rolling(kind: Callable[..., Any], **fields: Any) -> Callable[[str], Parts]:
    return lambda n: [*wheel(n), kind(name=f"{n} part", body=f"{n} body", point=(0.0, 0.0, 0.32), **fields)]


def belted(kind: Callable[..., Any], belt: str, **fields: Any) -> Callable[[str], Parts]:
    """Between a rim that turns on a carrier and a belt that goes anywhere beside it."""
    centre = (0.0, 0.0, 0.32)

    def parts(n: str) -> Parts:
        carrier, *_ = found = wheel(n)
        on_carrier = {"parent": carrier.name, "child": f"{n} belt", "point": centre}
        springs = {"radial": 1.5e6, "lateral": 4e5, "tilt": 2e4, "point": centre, "axis": Y}
        return [
            *found,
            Body(name=f"{n} belt", mass=5.0, centre=centre, inertia=(0.2, 0.3, 0.2)),
            j.Sequence(name=f"{n} mount", **on_carrier, order=("tx", "ty", "tz", "rz", "rx", "ry")),
            kind(name=f"{n} part", rim=f"{n} body", **{belt: f"{n} belt"}, **springs, **fields),
        ]

    return parts


def gliding(kind: Callable[..., Any], **fields: Any) -> Callable[[str], Parts]:
    """On a body that glides over the ground, with a roll hinge beside it that may steer."""
    plane = {"point": O, "normal": Z, "axis": X, "speeds": "along own axes"}
    return lambda n: [
        body(f"{n} body"),
        j.Planar(name=f"{n} plane", **on(n, **plane)),
        kind(name=f"{n} part", body=f"{n} body", point=Q, **fields),
    ]


def linkage() -> TabulatedLinkage:
    """A carrier of 3 kg that rises along an arc of 1 m radius and tilts with it, and a length that follows it."""
    travel = np.linspace(-0.1, 0.1, 9)

    def column(*derivatives: np.ndarray) -> np.ndarray:
        return hermite_table_data(travel, *(np.broadcast_to(d, travel.shape) for d in derivatives))

    none, one = np.zeros(9), np.ones(9)
    root = np.sqrt(1 - travel**2)
    pose = [column(none, none, none)] * 6
    pose[1], pose[2] = column(root, -travel / root, -1 / root**3), column(travel, one, none)
    mass = [column(3.0 * one, none, none), *[column(none, none, none)] * 3]
    tensor = [column(0.2 * one, none, none)] * 3 + [column(none, none, none)] * 3
    momentum = [column(none, none, none)] * 5 + [column(3.0 * one, none, none)]
    kinetic = [column(3.0 * one, none, none)]
    length = {"length": column(0.5 + 0.3 * travel, 0.3 * one, none)}
    return TabulatedLinkage(
        knots=(9,), pose=tuple(pose), inertia=(*mass, *tensor, *momentum, *kinetic), lengths=length, inertia_degree=5
    )


def led(n: str, *others: Any) -> Parts:
    tables = linkage()
    joint = Tabulated(name=f"{n} linkage", **on(n, point=(0.0, 1.0, 0.0)), shape=tables.shape, tables=tables)
    return [Body(name=f"{n} body", mass=0.0), joint, *others]


def on_linkage(kind: Callable[..., Any], **fields: Any) -> Callable[[str], Parts]:
    return lambda n: led(n, kind(name=f"{n} part", coordinate=f"{n} linkage.travel", length="length", **fields))


def with_law(law: Any) -> Callable[[str], Parts]:
    return line(f.Spring, free_length=0.5, law=law)


def with_signal(signal: Any) -> Callable[[str], Parts]:
    return line(f.Actuator, signal=signal)


def with_tyre(law: Any) -> Callable[[str], Parts]:
    return rolling(Tyre, axis=Y, law=law)


def controlled(kind: Callable[..., Any], reads: str, sets: str, **fields: Any) -> Callable[[str], Parts]:
    """A hinged body with a motor; the controller's fields `reads` and `sets` name its speed and the motor's input."""

    def parts(n: str) -> Parts:
        motor = f.Motor(name=f"{n} motor", coordinate=f"{n} hinge.angle", signal=External(input=f"{n} input"))
        hints = kind.__annotations__  # as texts
        named = {reads: f"{n} hinge.angle_rate", sets: f"{n} input"}
        named = {word: (name,) if hints[word].startswith("tuple") else name for word, name in named.items()}
        return [*hinged(n), Input(name=f"{n} input", unit="N m"), motor, kind(name=f"{n} part", **named, **fields)]

    return parts


def steered(kind: Callable[..., Any]) -> Callable[[str], Parts]:
    """A body on its own, pushed sideways by what would turn a steering wheel: the driver sees it move."""
    car = {"mass": 10.0, "yaw_inertia": 2.0, "front_length": 0.5, "rear_length": 0.6, "steering_ratio": 1.0}
    car |= {"front_stiffness": 200.0, "rear_stiffness": 300.0}

    def parts(n: str) -> Parts:
        push = f.AppliedForce(
            name=f"{n} push", body=f"{n} body", point=Q, direction=Y, signal=External(input=f"{n} input")
        )
        line = {"path_x": (-20.0, 0.0, 5.0, 20.0, 60.0), "path_y": (0.0, 0.0, 0.4, 0.3, 0.3)}
        driver = kind(name=f"{n} part", vehicle=f"{n} motion", wheel=f"{n} input", **line, **car)
        motion = VehicleMotion(name=f"{n} motion", body=f"{n} body", point=P)
        return [*hinged(n), Input(name=f"{n} input", unit="N"), push, motion, driver]

    return parts


def stabilised(n: str) -> Parts:
    """A body that glides ever faster and swings about the vertical, while a hinge beside it steers at another rate."""
    corners = [f"{n} {word}" for word in ("front left", "front right", "rear left", "rear right")]
    steer = Prescribed(name=f"{n} hand", coordinate=f"{n} hinge.angle", signal=Harmonic(amplitude=0.4, frequency=3.0))
    glides = {"parent": "ground", "child": f"{n} car", "point": O, "normal": Z, "axis": X, "speeds": "along own axes"}
    swing = f.AppliedTorque(
        name=f"{n} swing", body=f"{n} car", direction=Z, signal=Harmonic(amplitude=1.0, frequency=5.0, phase=1.5)
    )
    push = f.AppliedForce(
        name=f"{n} push", body=f"{n} car", point=(0.4, 0.05, 0.35), direction=X, signal=Constant(value=9.0), axes="body"
    )
    control = StabilityControl(
        name=f"{n} part",
        wheelbase=1.1,
        least_speed=0.01,
        dead_band=0.01,
        band_steering=0.0,
        sideslip_gain=0.1,
        demands=tuple(corners),
        steer=(f"{n} hinge.angle",),
        vehicle=f"{n} motion",
    )
    motion = VehicleMotion(name=f"{n} motion", body=f"{n} car", point=Q)
    car = [body(f"{n} car"), j.Planar(name=f"{n} plane", **glides), swing, push, motion]
    return [*hinged(n), steer, *car, *(Input(name=one, unit="Pa") for one in corners), control]


def bending(elastic: str, attached: str) -> Callable[[str], Parts]:
    """A rod on a hinge that bends by one shape and carries a lump; which of its joints is the part."""

    def parts(n: str) -> Parts:
        terms = {"I.0": 2.0, "I.1": 0.6, "I.3": -0.2, "I.4": 0.2, "I.5": 0.4, "I.6": 0.3, "I.8": 0.02, "I.5.0": 0.1}
        terms |= {"I.5.0.0": 0.3, "F.1.0": -0.4, "F.5.0": 0.8, "F.3.0.0": -0.1, "H.0.0": 0.6}
        bodies = [Body(name=f"{n} {word}", mass=0.0, massless=True) for word in ("rod", "shapes", "tip")]
        tip = {"P.2.0": 1.0, "P.4.0": -1.5, "P.0.0.0": -0.6}
        return [
            *bodies,
            body(f"{n} body"),
            j.Revolute(name=f"{n} hinge", parent="ground", child=f"{n} rod", point=P, axis=Y),
            j.Elastic(name=f"{n} {elastic}", parent=f"{n} rod", child=f"{n} shapes", amplitudes=("bend",), point=P,
                      terms=tuple(terms), numbers=tuple(terms.values())),
            j.Attached(name=f"{n} {attached}", parent=f"{n} shapes", child=f"{n} tip", point=Q,
                       terms=tuple(tip), numbers=tuple(tip.values())),
            j.Fixed(name=f"{n} on", parent=f"{n} tip", child=f"{n} body", point=Q),
            f.TorsionBar(name=f"{n} spring", coordinates=(f"{n} {elastic}.bend",), factors=(1.0,), stiffness=900.0),
        ]  # fmt: skip

    return parts


GRID = Grid(x=(-0.2, 0.0, 0.3), v=(-1.0, 0.0, 1.0), y=(-400.0, -300.0, -250.0, -50.0, 0.0, 80.0, 800.0, 900.0, 999.0))
GROUND_FORM = Grid(x=(-0.3, 0.0, 0.4), v=(-0.4, 0.0, 0.3), y=(0.0, 0.1, 0.1, -0.1, 0.0, 0.2, 0.0, 0.1, 0.3))
WAVE = Points(x=(-0.5, 0.0, 0.4), y=(0.5, 0.4, 0.45), interpolation="spline")
BRAKE_TABLE = Points(x=(0.0, 2e5, 1e6), y=(0.0, 1.0, 6.0))
AIR = {"drag": (0.3,), "side": (0.0, 2.0), "lift": (0.1,), "roll": (0.0,), "pitch": (0.1,), "yaw": (0.0, 0.5)}
PARTS: dict[type, Callable[[str], Parts]] = {
    Body: lambda n: [body(f"{n} part")],
    Input: lambda n: [Input(name=f"{n} part", unit="N", default=2.0), *with_signal(External(input=f"{n} part"))(n)[:2]],
    j.Elastic: bending("part", "frame"),
    j.Attached: bending("bends", "part"),
    j.Revolute: carried(j.Revolute, point=P, axis=Y),
    j.Prismatic: carried(j.Prismatic, point=P, axis=Z),
    j.Cylindrical: lambda n: [
        body(f"{n} guide"),
        j.Spherical(name=f"{n} top", parent="ground", child=f"{n} guide", point=P),
        body(f"{n} body"),
        j.Cylindrical(name=f"{n} part", parent=f"{n} guide", child=f"{n} body", point=P, child_point=Q, axis=X),
    ],
    j.Universal: carried(j.Universal, point=P, axis=X, child_axis=Y),
    j.Planar: carried(j.Planar, point=P, normal=Y, axis=X),
    j.Spherical: carried(j.Spherical, point=P),
    j.Gimbal: carried(j.Gimbal, point=P, axis=X, child_axis=Y),
    j.Free: carried(j.Free, point=P),
    j.Elastic: lambda n: bent(n, "part", "end"),
    j.Attached: lambda n: bent(n, "shapes", "part"),
    j.Fixed: lambda n: [
        *hinged(n),
        body(f"{n} more"),
        j.Fixed(name=f"{n} part", parent=f"{n} body", child=f"{n} more", point=Q),
    ],
    j.Hitch: carried(j.Hitch, point=P, turns=("yaw", "roll")),
    BeltMount: carried(BeltMount, point=P, axis=Y),
    j.Sequence: carried(j.Sequence, point=P, order=("tx", "rz", "ry")),
    j.Constraint: closing(j.Constraint, point=P, locked=("tx", "ty", "tz")),
    j.Distance: closing(j.Distance, point=O, child_point=Q),
    j.DrivenPoint: closing(j.DrivenPoint, point=P, axis=Z, signal=SINE),
    j.Coupling: both(j.Coupling, factors=(1.0, -2.0)),
    j.ShaftJoint: lambda n: [
        *geared(n),
        j.ShaftJoint(name=f"{n} part", parent=f"{n} body", child=f"{n} wheel", point=P, axis=Y, child_axis=Y),
    ],
    j.KnifeEdge: closing(j.KnifeEdge, point=P, axis=X),
    j.RollingWheel: closing(j.RollingWheel, child_point=(0.4, 0.05, 0.35), axis=Y, radius=0.35),
    j.RollingBall: closing(j.RollingBall, child_point=(0.4, 0.05, 0.35), radius=0.35),
    g.PointOnCurve: closing(g.PointOnCurve, point=P, rise=WAVE, side=Linear(slope=0.2)),
    g.PointOnSurface: closing(g.PointOnSurface, point=P, height=GROUND_FORM),
    g.PointOnCam: closing(g.PointOnCam, point=P, child_point=Q, radius=WAVE),
    g.SurfaceContact: at_guide(g.SurfaceContact, height=GROUND_FORM, friction=0.3),
    g.SlotContact: at_guide(g.SlotContact, rise=WAVE, play=1e-3),
    g.CamContact: at_guide(g.CamContact, radius=WAVE),
    Prescribed: along(Prescribed, signal=SINE),
    Tabulated: led,
    f.Spring: with_law(Linear(slope=2e3)),
    f.Damper: line(f.Damper, law=Linear(slope=50.0)),
    f.Actuator: with_signal(SINE),
    f.SpringDamper: line(f.SpringDamper, free_length=0.5, law=GRID),
    f.Bushing: carried(f.Bushing, point=P, stiffness=(1e4, 2e4, 3e4, 50.0, 60.0, 70.0), damping=(9.0,) * 6),
    f.TorsionSpring: along(f.TorsionSpring, law=Linear(slope=5.0)),
    f.TorsionDamper: along(f.TorsionDamper, law=Linear(slope=0.5)),
    f.TorsionStop: along(f.TorsionStop, least=-0.1, most=0.1, stiffness=5.0),
    f.TorsionBar: both(f.TorsionBar, factors=(1.0, -1.0), stiffness=9.0, damping=0.1),
    f.ModalStress: both(
        f.ModalStress, xx=(1e9, 2e8), yy=(0.0, 1e8), zz=(3e8, 0.0), xy=(0.0, 5e7), yz=(1e7, 0.0), zx=(2e7, 1e7)
    ),
    f.DryFriction: both(f.DryFriction, factors=(1.0, 0.5), limit=2.0, slip=1e-3),
    f.Brake: along(f.Brake, torque=3.0, signal=Constant(value=0.5)),
    PressureBrake: along(PressureBrake, torque=BRAKE_TABLE, line=Linear(slope=1e6), signal=Constant(value=0.5)),
    DelayedBrake: along(DelayedBrake, torque=5.0, signal=Constant(value=0.5), response_time=0.4),
    OverrunBrake: lambda n: [
        *hinged(n),
        OverrunBrake(
            name=f"{n} part", coordinate=f"{n} hinge.angle", push=f"{n} hinge.angle", torque=Linear(slope=2.0)
        ),
    ],
    AbsBrake: lambda n: [
        *hinged(n),
        AbsBrake(
            name=f"{n} part",
            coordinate=f"{n} hinge.angle",
            watched=(f"{n} hinge.angle",),
            body=f"{n} body",
            point=Q,
            radius=0.3,
            torque=BRAKE_TABLE,
            line=Linear(slope=1e6),
            signal=Constant(value=0.5),
            build_rate=1e6,
            release_rate=2e6,
        ),
    ],
    f.Clutch: both(f.Clutch, torque=3.0, signal=Constant(value=0.5)),
    f.LineFriction: line(f.LineFriction, limit=3.0),
    f.Motor: along(f.Motor, signal=Constant(value=1.0)),
    LimitedSlip: both(LimitedSlip, bias=3.0, preload=1.0, signal=Constant(value=2.0)),
    ViscousCoupling: both(ViscousCoupling, viscosity=0.4),
    ElectricMotor: both(
        ElectricMotor, factors=(2.0, 1.0), signal=Constant(value=3.0), peak_torque=2.0, peak_power=9.0, lag=0.1
    ),
    f.AppliedForce: at(f.AppliedForce, point=Q, direction=X, signal=SINE),
    f.AppliedTorque: at(f.AppliedTorque, direction=Y, signal=SINE),
    f.Aerodynamics: at(f.Aerodynamics, point=Q, density=1.2, area=2.0, length=2.5, **AIR),
    f.BodyContact: at(f.BodyContact, point=Q, stiffness=2e3),
    f.LedSpring: on_linkage(f.LedSpring, free_length=0.55, law=Linear(slope=5e3)),
    f.LedDamper: on_linkage(f.LedDamper, law=Linear(slope=90.0)),
    f.LedBar: both(f.LedBar, left=Linear(slope=1.2), right=Linear(slope=-1.0), stiffness=40.0),
    HeldSpeed: gliding(HeldSpeed, mass=2.0),
    f.Gyroscope: gliding(f.Gyroscope, axis=Y, momentum=1.5),
    ShownSignal: lambda n: [*hinged(n), ShownSignal(name=f"{n} part", signal=SINE)],
    LinearAxle: gliding(LinearAxle, cornering_stiffness=300.0, signal=SINE, gain=0.5, load=20.0),
    LaggingAxle: gliding(LaggingAxle, cornering_stiffness=300.0, relaxation=0.3, signal=SINE),
    VerticalTyre: rolling(VerticalTyre, radius=0.33, stiffness=2e5, damping=1e2),
    RollingDisc: rolling(RollingDisc, axis=Y, radius=0.33, stiffness=2e5, damping=1e2, friction=0.9, zone=0.1),
    Tyre: with_tyre(CASES["linear"].tyre),
    RingTyre: belted(RingTyre, "body", law=CASES["linear"].tyre, wind_up=3e4),
    Sidewall: belted(Sidewall, "belt", radial_damping=90.0, lateral_damping=50.0, tilt_damping=2.0),
    TwinTyre: rolling(TwinTyre, axis=Y, distance=0.3, law=CASES["linear"].tyre),
    Sensor: at(Sensor, point=Q, direction=Z, quantity="specific force", axes="body"),
    Trigger: at(Trigger, point=Q, direction=Z, quantity="velocity", level=0.1, axes="ground"),
    BodyMotion: at(BodyMotion, point=Q),
    VehicleMotion: at(VehicleMotion, point=Q),
    WheelAttitude: at(WheelAttitude, point=Q, axis=Y),
    Engine: along(
        Engine,
        throttle=Constant(value=0.3),
        reduction=Constant(value=0.0),
        full_load=Points(x=(20.0, 60.0, 90.0), y=(8.0, 12.0, 9.0)),
        drag=Linear(slope=-0.01),
        idle_speed=25.0,
        idle_band=5.0,
        limit_speed=95.0,
        limit_band=3.0,
        efficiency=0.9,
    ),
    Converter: both(
        Converter,
        torque_ratio=Points(x=(0.0, 0.8, 1.0), y=(2.0, 1.0, 1.0)),
        capacity=Points(x=(0.0, 1.0), y=(2.0, 5.0)),
        efficiency=0.95,
        lock_torque=2.0,
        lock_speed=0.5,
        unlock_speed=0.2,
    ),
    ManualGearbox: both(
        ManualGearbox,
        shares=(2.0,),
        ratios=(3.0, 1.5),
        torque=2.0,
        gear=Constant(value=2.0),
        pedal=Constant(value=0.1),
    ),
    AutomaticGearbox: lambda n: both(
        AutomaticGearbox,
        engine=f"{n} hinge.angle",
        shares=(2.0,),
        ratios=(3.0, 1.5),
        torque=2.0,
        throttle=Constant(value=0.5),
        throttles=(0.0, 1.0),
        up=(1.0, 2.0),
        down=(0.2, 0.4),
    )(n),
    **{kind: steered(kind) for kind in DRIVERS.values()},
    Skyhook: controlled(Skyhook, "sensors", "actuators", damping=30.0, most_force=5.0, rate=400.0),
    GripFoot: controlled(GripFoot, "slips", "drives", opening=Constant(value=0.8), slip=0.5, rate=400.0),
    StabilityControl: stabilised,
    TractionControl: lambda n: [
        *hinged(n),
        Input(name=f"{n} input"),
        f.Motor(
            name=f"{n} motor",
            coordinate=f"{n} hinge.angle",
            signal=Constant(value=9.0),
            reduction=External(input=f"{n} input"),
        ),
        TractionControl(
            name=f"{n} part",
            channel=f"{n} hinge.angle",
            spins=(f"{n} hinge.angle_rate",),
            reduction=f"{n} input",
            radius=0.3,
            margin=0.05,
            reduction_rate=5.0,
            rate=400.0,
        ),
    ],
    SpeedControl: controlled(
        SpeedControl,
        "channel",
        "drives",
        brake="",
        speed=History(time=(0.0, 1.0, 2.0), value=(3.0, 30.0, 10.0), interpolation="linear"),
        proportional=2.0,
        integral=9.0,
        most_torque=50.0,
        rate=500.0,
    ),
}
LAWS: dict[type, Callable[[str], Parts]] = {
    Linear: with_law(Linear(slope=2e3)),
    Bilinear: with_law(Bilinear(compression=1e3, extension=2e3)),
    Stop: with_law(Stop(x=(-0.2, -0.1, 0.0, 0.1), y=(-50.0, -20.0, 0.0, 0.0))),
    Tanh: with_law(Tanh(k1=100.0, k2=10.0, k3=0.2)),
    Grid: line(f.SpringDamper, free_length=0.5, law=GRID),
    Points: with_law(Points(x=(-0.2, 0.0, 0.3), y=(-300.0, 0.0, 900.0))),
}
SIGNALS: dict[type, Callable[[str], Parts]] = {
    Constant: with_signal(Constant(value=3.0)),
    Harmonic: with_signal(SINE),
    HalfSine: with_signal(HalfSine(height=2.0, start=0.0, duration=0.1)),
    SmoothStep: with_signal(SmoothStep(height=2.0, start=0.0, duration=0.1)),
    History: with_signal(History(time=(0.0, 0.1, 0.2), value=(0.0, 1.0, 3.0))),
    External: lambda n: [
        Input(name=f"{n} input", unit="N", default=2.0),
        *with_signal(External(input=f"{n} input"))(n),
    ],
}
TYRES: dict[type, Callable[[str], Parts]] = {type(case.tyre): with_tyre(case.tyre) for case in CASES.values()}
ROADS: dict[type, Any] = {
    roads.Flat: roads.Flat(friction=0.7),
    roads.Slope: roads.Slope(grade=0.05, bank=0.02, start=2.0, transition=3.0),
    roads.Sinusoid: roads.Sinusoid(amplitude=0.01, wavelength=2.0),
    roads.Bump: roads.Bump(height=0.1, length=0.5, start=5.0),
    roads.Plank: roads.Plank(height=0.025, length=0.1, start=5.0, count=2),
    roads.Iso8608: roads.Iso8608(roughness="C", length=30.0),
    roads.SplineSurface: roads.SplineSurface(
        x=(0.0, 3.0, 6.0, 12.0), y=(-2.0, -1.0, 1.0, 2.0), heights=tuple(0.01 * k for k in range(16))
    ),
    roads.FrictionPatch: roads.FrictionPatch(friction=0.3, x_min=5.0, x_max=9.0),
}


def of_own(kind: type) -> Callable[[str], Parts]:
    """A mechanism for a kind from a user's file: numbers of no meaning, where its fields say that it acts."""
    trial = trial_of_own_kind(kind)
    if hasattr(kind, "value"):
        return with_law(trial)
    if hasattr(kind, "forces"):
        return with_tyre(replace(trial, radius=0.35, stiffness=2e5))
    places = {"name", "parent", "child", "point", "child_point", "body", "coordinate"}
    numbers = {field.name: getattr(trial, field.name) for field in fields(trial) if field.name not in places}
    if hasattr(trial, "coordinate"):
        return along(kind, **numbers)
    return line(kind, **numbers) if hasattr(trial, "child") else at(kind, point=Q, **numbers)
