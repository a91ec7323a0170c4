"""A model with every kind of part, law and signal: what holds for it holds for the kind added tomorrow."""

from __future__ import annotations

from typing import Any

from jounce.model import Model, Source
from jounce.parts import (
    LAWS,
    RATE_LAWS,
    SECTIONS,
    SIGNALS,
    Body,
    BodyMotion,
    Input,
    Prescribed,
    Sensor,
    Trigger,
    VehicleMotion,
    WheelAttitude,
)
from jounce.parts.axle_drives import ElectricMotor, LimitedSlip, ViscousCoupling
from jounce.parts.brakes import AbsBrake, DelayedBrake, OverrunBrake, PressureBrake
from jounce.parts.controls import GripFoot, Skyhook, SpeedControl, StabilityControl, TractionControl
from jounce.parts.drivers import DRIVERS
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
from jounce.parts.guides import CamContact, PointOnCam, PointOnCurve, PointOnSurface, SlotContact, SurfaceContact
from jounce.parts.joints import (
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
from jounce.parts.laws import Bilinear, Grid, Linear, Points, Stop, Tanh
from jounce.parts.linear_cars import HeldSpeed, LaggingAxle, LinearAxle, ShownSignal
from jounce.parts.powertrain import AutomaticGearbox, Converter, Engine, ManualGearbox
from jounce.parts.signals import Constant, External, HalfSine, Harmonic, History, SmoothStep
from jounce.parts.tyres.rigid_ring.belt_mount import BeltMount
from jounce.parts.tyres.rigid_ring.ring_tyre import RingTyre
from jounce.parts.tyres.rigid_ring.sidewall import Sidewall
from jounce.parts.tyres.rolling_disc import RollingDisc
from jounce.parts.tyres.simple_laws.linear import LinearTyre
from jounce.parts.tyres.twin_tyre import TwinTyre
from jounce.parts.tyres.tyre import Tyre
from jounce.parts.tyres.vertical import VerticalTyre

O, A, X, Y, Z = (0.0, 0.0, 0.0), (0.1, -0.2, 0.3), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
SYMMETRIC = tuple(float(1 + min(i, j)) for i in range(6) for j in range(6))  # and positive
TABLE = Points(x=(-0.1, 0.0, 0.1), y=(-5.0, 0.0, 9.0), interpolation="spline")
GRID = Grid(x=(-0.1, 0.0, 0.1), v=(-1.0, 1.0), y=(-5.0, -4.0, -1.0, 1.0, 4.0, 9.0), beyond="clamped")
HISTORY = History(time=(0.0, 0.1), value=(0.0, 1.0), interpolation="linear")


def between(number: int) -> dict[str, str]:
    return {"parent": "ground", "child": f"body {number}"}


def every_part() -> Model:
    model = Model("every part", gravity=(0.1, 0.2, -9.8))
    bodies = [Body(name=f"body {n}", mass=1.0 + n, inertia=(0.1, 0.2, 0.25)) for n in range(12)]
    model.add(*bodies, Body(name="Längslenker", mass=0.1 + 0.2, products=(0.0, -0.0, 0.0), interface=True))
    model.add(*(Body(name=name, mass=0.0, massless=True) for name in ("bow", "bow shapes", "bow tip")))
    model.add(
        Input(name="torque", unit="N m", default=2.0, definition='a "quoted" text\nin two lines'), Input(name="pedal")
    )
    model.add(
        Revolute(name="hinge", **between(0), point=A, axis=Y, child_point=O),
        Prismatic(name="slider", **between(1), point=O, axis=(1.0, 1.0, 0.0)),
        Cylindrical(name="sleeve", **between(2), point=O, axis=Z),
        Universal(name="hooke", **between(3), point=O, axis=X, child_axis=Y),
        Planar(name="plane", **between(4), point=O, normal=Z, axis=X),
        Spherical(name="ball", **between(5), point=O, angles="zyx"),
        Free(name="free", **between(6)),
        Fixed(name="weld", **between(7), cut=True),
        BeltMount(name="ring", **between(11), point=O, axis=Y),
        Sequence(name="way", **between(8), point=O, order=("tx", "rz")),
        Hitch(name="hitch", **between(10), point=O, turns=("yaw", "pitch")),
        Free(name="bow floats", parent="ground", child="bow"),
        Elastic(
            name="bends",
            parent="bow",
            child="bow shapes",
            amplitudes=("lift", "twist"),
            turns=("twist",),
            terms=("I.0", "F.4.0", "H.0.0", "H.1.1"),
            numbers=(2.0, 0.1, 1.5, 0.3),
            point=A,
            axis=X,
            across=Y,
        ),
        Attached(
            name="bow end",
            parent="bow shapes",
            child="bow tip",
            point=A,
            terms=("P.2.0", "P.0.0.0"),
            numbers=(1.0, -0.5),
        ),
        Gimbal(name="gimbal", **between(9), point=O, axis=X, child_axis=Y),
        ShaftJoint(name="cardan", **between(6), point=O, axis=Y, child_axis=(0.1, 1.0, 0.0), kind="universal"),
        Constraint(name="lock", **between(6), point=O, locked=("tx", "ry")),
        Distance(name="rod", **between(6), point=O, child_point=A),
        Distance(name="long rod", **between(6), point=O, child_point=A, length=1e-3 / 3),
        Coupling(name="rack", coordinates=("hinge.angle", "slider.displacement"), factors=(0.01, -1.0)),
        Coupling(name="cam", coordinates=("slider.displacement", "hinge.angle"), factors=(1.0, -1.0), law=TABLE),
        Prescribed(name="drive", coordinate="sleeve.displacement", signal=HISTORY),
        KnifeEdge(name="skate", **between(6), point=O, axis=X, touching=False),
        RollingWheel(name="rim", **between(6), child_point=A, axis=(0.0, 1.0, 0.1), radius=0.3, normal=(0.0, 0.1, 1.0)),
        RollingBall(name="marble", **between(6), child_point=A, radius=0.3, point=A, touching=False),
        PointOnCurve(name="wire", **between(6), point=O, rise=TABLE, side=Linear(slope=0.1), normal=(0.0, 1.0, 1.0)),
        PointOnSurface(name="bowl", **between(6), point=O, height=GRID, child_point=A),
        PointOnCam(name="groove", **between(6), point=O, child_point=A, radius=TABLE, axis=Z),
        DrivenPoint(name="pad", **between(6), point=O, axis=(0.0, 0.0, 2.0), signal=HISTORY),
    )
    ends: dict[str, Any] = {**between(0), "point": O, "child_point": A}
    model.add(
        Spring(name="spring", **ends, free_length=0.4, law=TABLE),
        Spring(name="stop", **ends, free_length=0.2, law=Stop(x=(-0.1, 0.0, 0.1), y=(-9.0, 0.0, 0.0))),
        Spring(name="soft spring", **ends, free_length=0.4, law=Tanh(k1=3.0, k2=1e-7)),
        Damper(name="damper", **ends, law=Bilinear(compression=1e3, extension=3e3)),
        SurfaceContact(name="plate", **ends, height=GRID, stiffness=1e5, friction=0.2),
        SlotContact(name="slot", **ends, rise=TABLE, stiffness=1e5, play=1e-4),
        CamContact(name="lobe", **ends, radius=TABLE, stiffness=1e6, damping=0.1),
        SpringDamper(name="spring damper", **ends, free_length=0.4, law=GRID),
        Actuator(name="actuator", **ends, signal=Harmonic(amplitude=1.0, frequency=2.0)),
        Bushing(name="bushing", **between(1), point=A, stiffness=(1e5,) * 6),
        Bushing(name="full bushing", **between(1), point=A, stiffness=SYMMETRIC),
        TorsionSpring(name="torsion spring", coordinate="hinge.angle", law=Linear(slope=1 / 3), free=0.1),
        TorsionStop(name="torsion stop", coordinate="hinge.angle", least=-0.3, most=1 / 3, stiffness=1e5),
        TorsionDamper(name="torsion damper", coordinate="ball.rz", law=Linear(slope=5e-324)),
        TorsionBar(
            name="bar",
            coordinates=("hinge.angle", "gimbal.spin"),
            factors=(1.0, -0.5),
            stiffness=3.0,
            damping=0.1,
            law=Linear(slope=2.0),
        ),
        ModalStress(
            name="stress",
            coordinates=("slider.displacement", "hinge.angle"),
            xx=(1e9, 2e8),
            yy=(0.0, 1e8),
            zz=(3e8, 0.0),
            xy=(0.0, 5e7),
            yz=(1e7, 0.0),
            zx=(0.0, 0.0),
        ),
        DryFriction(name="friction", coordinates=("slider.displacement",), limit=5.0, slip=1e-4),
        Clutch(
            name="clutch",
            coordinates=("hinge.angle", "gimbal.spin"),
            torque=9.0,
            signal=External(input="pedal"),
            static_ratio=1.2,
        ),
        LimitedSlip(
            name="limited slip",
            coordinates=("hinge.angle", "gimbal.spin"),
            bias=2.5,
            preload=3.0,
            signal=External(input="torque"),
            gain=4.0,
        ),
        LimitedSlip(
            name="slip by twist",
            coordinates=("hinge.angle", "gimbal.spin"),
            bias=2.5,
            twisted=("hinge.angle", "plane.angle"),
            stiffness=(50.0,),
            damping=(0.5,),
        ),
        ViscousCoupling(name="viscous", coordinates=("hinge.angle", "gimbal.spin"), viscosity=0.3),
        ElectricMotor(
            name="electric",
            coordinates=("hinge.angle",),
            factors=(3.0,),
            signal=External(input="torque"),
            peak_torque=5.0,
            peak_power=200.0,
            top_speed=90.0,
            regeneration=0.4,
            efficiency=0.9,
            lag=0.02,
        ),
        ElectricMotor(
            name="mapped electric",
            coordinates=("hinge.angle",),
            signal=External(input="torque"),
            limit=Points(x=(0.0, 10.0, 30.0), y=(5.0, 5.0, 1.0), interpolation="linear"),
            efficiency_map=Grid(x=(0.0, 10.0), v=(0.0, 5.0), y=(0.5, 0.6, 0.8, 0.9), beyond="clamped"),
        ),
        LineFriction(name="seals", **between(0), point=A, child_point=O, limit=12.0),
        Brake(name="brake", coordinate="hinge.angle", torque=9.0, signal=External(input="pedal")),
        *_brakes_by_pressure(),
        Aerodynamics(
            name="air",
            body="body 6",
            point=A,
            density=1.2,
            area=2.0,
            length=2.5,
            drag=(0.3, 0.0, 0.1),
            side=(0.0, 2.0),
            lift=(0.1,),
            roll=(0.0,),
            pitch=(0.0,),
            yaw=(0.0, 0.5),
        ),
        BodyContact(name="edge", body="body 6", point=A, stiffness=2e5, damping=0.5),
        Motor(name="motor", coordinate="plane.angle", signal=External(input="torque")),
        AppliedForce(name="push", body="body 0", point=A, direction=X, signal=HalfSine(height=1, start=0, duration=1)),
        AppliedTorque(name="twist", body="body 0", direction=X, signal=Constant(value=1.5), axes="body"),
        VerticalTyre(
            name="tyre",
            body="body 1",
            point=A,
            radius=0.3,
            stiffness=2e5,
            road=SmoothStep(height=0.1, start=1.0, duration=0.2),
            lift_off=False,
        ),
        Tyre(
            name="real tyre",
            body="body 1",
            point=A,
            axis=Y,
            law=LinearTyre(radius=0.3, stiffness=2e5, slip_coefficient=20.0, cornering_coefficient=15.0),
            side=-1.0,
            contact="enveloping",
        ),
        RingTyre(
            name="ring tyre",
            body="body 1",
            rim="body 2",
            point=A,
            axis=Y,
            law=LinearTyre(radius=0.3, stiffness=2e5, slip_coefficient=20.0, cornering_coefficient=15.0),
            radial=1.5e6,
            lateral=4e5,
            tilt=2e4,
            wind_up=6e4,
        ),
        Sidewall(name="sidewall", rim="body 2", belt="body 1", point=A, axis=Y, radial=1.5e6, lateral=4e5, tilt=2e4),
        TwinTyre(
            name="twin tyres",
            body="body 1",
            point=A,
            axis=Y,
            distance=0.3,
            outside=-1.0,
            law=LinearTyre(radius=0.3, stiffness=2e5, slip_coefficient=20.0, cornering_coefficient=15.0),
        ),
        RollingDisc(
            name="disc",
            body="body 1",
            point=A,
            axis=Y,
            radius=0.3,
            stiffness=2e5,
            damping=1e2,
            friction=0.9,
            zone=0.1,
        ),
    )
    model.add(Trigger(name="passes", body="body 0", point=A, direction=Z, level=0.2, crossing="rising", ends_run=True))
    model.add(Sensor(name="tip", body="body 0", point=A, direction=Z, quantity="specific force", axes="body"))
    model.add(BodyMotion(name="whole motion", body="body 6", point=A))
    model.add(VehicleMotion(name="motion", body="body 6", point=A))
    model.add(WheelAttitude(name="wheel", body="body 1", point=A, axis=Y, side=-1.0, relative_to="body 0"))
    model.add(*_of_linear_cars(), *_powertrain(), *_controllers())
    model.sources = {"bodies.body 0.mass": Source(source="weighed", estimated=True, spread="5 g")}
    return model


def _brakes_by_pressure() -> list[Any]:
    laws: dict[str, Any] = {"line": Linear(slope=1e7), "torque": Points(x=(0.0, 1e6, 1e7), y=(0.0, 20.0, 900.0))}
    laws |= {"signal": External(input="pedal"), "coordinate": "hinge.angle"}
    watched: dict[str, Any] = {"body": "body 0", "point": A, "radius": 0.3, "watched": ("hinge.angle",)}
    return [
        PressureBrake(name="pressure brake", **laws, share=Linear(slope=0.7), demand=Constant(value=1e5)),
        DelayedBrake(
            name="late brake", coordinate="hinge.angle", torque=1 / 3, signal=Constant(value=0.1), response_time=0.3
        ),
        OverrunBrake(name="overrun brake", coordinate="hinge.angle", push="ball.rz", torque=Linear(slope=7.0)),
        AbsBrake(name="anti-lock brake", **laws, **watched, traction=Constant(value=1e5), release_slip=0.15),
    ]


def _of_linear_cars() -> list[Any]:
    glides: dict[str, Any] = {"body": "body 4", "point": A}
    axle: dict[str, Any] = {**glides, "cornering_stiffness": 300.0, "signal": Constant(value=0.1)}
    return [
        Gyroscope(name="gyroscope", **glides, axis=Y, momentum=1.5),
        HeldSpeed(name="held speed", **glides, mass=2.0),
        ShownSignal(name="shown", signal=Harmonic(amplitude=1.0, frequency=2.0)),
        LinearAxle(name="axle", **axle, gain=0.5, load=20.0),
        LaggingAxle(name="lagging axle", **axle, relaxation=0.3),
    ]


def _powertrain() -> list[Any]:
    gears: dict[str, Any] = {"coordinates": ("hinge.angle", "gimbal.spin"), "shares": (3.5,), "ratios": (4.0, 2.0)}
    return [
        Engine(
            name="engine",
            coordinate="hinge.angle",
            throttle=External(input="pedal"),
            reduction=Constant(value=0.0),
            full_load=Points(x=(100.0, 300.0, 600.0), y=(150.0, 250.0, 180.0)),
            drag=Linear(slope=-0.05),
            idle_speed=80.0,
            idle_band=20.0,
            limit_speed=650.0,
            limit_band=10.0,
            efficiency=0.95,
            converter="converter",
            gearbox="automatic gearbox",
            shift_time=0.4,
        ),
        Converter(
            name="converter",
            coordinates=("hinge.angle", "gimbal.spin"),
            torque_ratio=Points(x=(0.0, 0.8, 1.0), y=(2.0, 1.0, 1.0)),
            capacity=Points(x=(0.0, 1.0), y=(15.0, 35.0)),
            lock_torque=400.0,
            lock_speed=150.0,
            unlock_speed=120.0,
        ),
        ManualGearbox(
            name="manual gearbox",
            **gears,
            torque=300.0,
            gear=Constant(value=1.0),
            pedal=External(input="pedal"),
        ),
        AutomaticGearbox(
            name="automatic gearbox",
            **gears,
            engine="hinge.angle",
            reverse=3.0,
            torque=600.0,
            throttle=External(input="pedal"),
            pedal=Constant(value=0.0),
            throttles=(0.0, 1.0),
            up=(200.0, 500.0),
            down=(80.0, 150.0),
            shift_by="output",
            shift_time=0.4,
            open_speed=100.0,
            closed_speed=180.0,
        ),
    ]


def _controllers() -> list[Any]:
    """Each sets an input of its own."""
    car = {"mass": 10.0, "yaw_inertia": 2.0, "front_length": 0.5, "rear_length": 0.6, "steering_ratio": 1.0}
    car |= {"front_stiffness": 200.0, "rear_stiffness": 300.0}
    line: dict[str, Any] = {"path_x": (-20.0, 0.0, 5.0, 60.0), "path_y": (0.0, 0.0, 0.4, 0.3)}
    drivers = [
        kind(name=f"driver {word}", vehicle="motion", wheel=f"wheel of {word}", **line, **car)
        for word, kind in DRIVERS.items()
    ]
    return [
        *(Input(name=f"wheel of {word}") for word in DRIVERS),
        *drivers,
        Input(name="force of skyhook", unit="N"),
        Skyhook(
            name="skyhook",
            sensors=("slider.displacement_rate",),
            actuators=("force of skyhook",),
            damping=30.0,
            most_force=5.0,
            rate=400.0,
        ),
        Input(name="throttle of foot"),
        GripFoot(
            name="foot", opening=HISTORY, slips=("hinge.angle_rate",), drives=("throttle of foot",), slip=0.2, first=0.5
        ),
        *(Input(name=f"pressure {k}", unit="Pa") for k in range(6)),
        StabilityControl(
            name="stability",
            wheelbase=2.5,
            vehicle="motion",
            steer=("hinge.angle",),
            demands=tuple(f"pressure {k}" for k in range(4)),
        ),
        TractionControl(
            name="traction",
            radius=0.3,
            channel="slider.displacement_rate",
            spins=("hinge.angle_rate", "plane.angle_rate"),
            demands=("pressure 4", "pressure 5"),
            reduction="",
        ),
        Input(name="torque of speed", unit="N m"),
        SpeedControl(
            name="speed",
            channel="hinge.angle_rate",
            drives=("torque of speed",),
            brake="",
            speed=HISTORY,
            proportional=2.0,
            integral=9.0,
            most_torque=50.0,
            rate=500.0,
        ),
    ]


def kinds(model: Model) -> set[type]:
    """Every kind of part, law and signal that a model uses."""
    found = set(map(type, model.parts))
    for part in model.parts:
        found |= {
            type(getattr(part, name)) for name in ("law", "signal", "road") if getattr(part, name, None) is not None
        }
    return found - {str}  # dry friction has its law by a word


KNOWN = {kind for section in (*SECTIONS.values(), LAWS, RATE_LAWS, SIGNALS) for kind in section.values()}
KNOWN |= {LinearTyre}  # tests/laws/tyre_cases.py has every law of a tyre
