"""Equal subsystems with every force, law and signal, as many as one likes, on one floating body."""

from __future__ import annotations

import numpy as np

from jounce.model import Model
from jounce.parts import GROUND, Body, Input, Prescribed, Sensor, WheelAttitude
from jounce.parts.axle_drives import ElectricMotor, LimitedSlip, ViscousCoupling
from jounce.parts.brakes import AbsBrake, DelayedBrake, OverrunBrake, PressureBrake
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
from jounce.parts.guides import CamContact, SlotContact, SurfaceContact
from jounce.parts.joints import Constraint, Coupling, Distance, Free, Prismatic, Revolute, Spherical, Universal
from jounce.parts.laws import Bilinear, Grid, Linear, Points, Stop, Tanh
from jounce.parts.linear_cars import HeldSpeed, LaggingAxle, LinearAxle, ShownSignal
from jounce.parts.powertrain import AutomaticGearbox, Converter, Engine, ManualGearbox
from jounce.parts.signals import Constant, External, HalfSine, Harmonic, History, SmoothStep
from jounce.parts.tyres.rigid_ring.ring_tyre import RingTyre
from jounce.parts.tyres.rigid_ring.sidewall import Sidewall
from jounce.parts.tyres.rolling_disc import RollingDisc
from jounce.parts.tyres.simple_laws.dugoff import DugoffTyre
from jounce.parts.tyres.twin_tyre import TwinTyre
from jounce.parts.tyres.tyre import Tyre
from jounce.parts.tyres.vertical import VerticalTyre
from jounce.spatial.vector import X, Y, Z

PADS = Points(x=(0.0, 2e5, 1e6), y=(0.0, 8.0, 90.0))
DUGOFF = DugoffTyre(radius=0.6, stiffness=1e5, slip_stiffness=4e4, cornering_stiffness=3e4, friction=0.9)


def many_corners(count: int, seed: int = 0) -> Model:
    """`count` corners of equal structure and different numbers; neighbours are tied by springs."""
    rng = np.random.default_rng(seed)
    model = Model(f"{count} corners").add(
        Body(name="car", mass=800.0, centre=(0.1, 0.02, 0.5), inertia=(300.0, 900.0, 1000.0), interface=True),
        Free(name="car_motion", parent=GROUND, child="car"),
    )
    for number in range(count):
        _add_corner(model, f"_{number}", rng)
    for number in range(count if count > 1 else 0):
        ends = {"parent": f"knuckle_{number}", "child": f"knuckle_{(number + 1) % count}"}
        a, b = _point(rng), _point(rng)
        model.add(Spring(name=f"tie_{number}", **ends, point=a, child_point=b, free_length=0.3, law=Linear(slope=9e3)))
    return model


def _add_corner(model: Model, end: str, rng: np.random.Generator) -> None:
    arm, knuckle, wheel, rod = f"arm{end}", f"knuckle{end}", f"wheel{end}", f"rod{end}"
    slider = f"slider{end}"
    for name in (arm, knuckle, wheel, rod, slider):
        mass, inertia = float(rng.uniform(1.0, 20.0)), tuple(map(float, rng.uniform(0.4, 0.7, 3)))
        model.add(Body(name=name, mass=mass, centre=_point(rng), inertia=inertia))
    model.add(
        Revolute(name=f"pivot{end}", parent="car", child=arm, point=_point(rng), axis=_around(rng, X)),
        Spherical(name=f"ball{end}", parent=arm, child=knuckle, point=_point(rng)),
        Revolute(name=f"bearing{end}", parent=knuckle, child=wheel, point=_point(rng), axis=_around(rng, Y)),
        Universal(name=f"hooke{end}", parent="car", child=rod, point=_point(rng), axis=X, child_axis=Z),
        Prismatic(name=f"way{end}", parent=arm, child=slider, point=_point(rng), axis=_around(rng, Y)),
        Spherical(name=f"rod_end{end}", parent=rod, child=knuckle, point=_point(rng), cut=True),
        Distance(name=f"strap{end}", parent="car", child=knuckle, point=_point(rng), child_point=_point(rng)),
        Constraint(name=f"key{end}", parent="car", child=knuckle, point=_point(rng), locked=("rz",)),
        Coupling(
            name=f"gear{end}",
            coordinates=(f"way{end}.displacement", f"bearing{end}.angle"),
            factors=(1.0, float(rng.uniform(0.1, 0.2))),
        ),
        Prescribed(name=f"motion{end}", coordinate=f"bearing{end}.angle", signal=_history(rng)),
        Input(name=f"road{end}", unit="m"),
    )
    _add_forces(model, end, rng)
    model.add(
        Sensor(name=f"shake{end}", body=knuckle, point=_point(rng), direction=Z, quantity="acceleration"),
        Sensor(name=f"seen{end}", body=wheel, point=_point(rng), direction=Y, quantity="acceleration", relative_to=arm),
        WheelAttitude(name=f"angles{end}", body=knuckle, point=_point(rng), axis=_around(rng, Y), relative_to="car"),
        Sensor(name=f"feel{end}", body=wheel, point=_point(rng), direction=X, quantity="specific force", axes="body"),
    )


def _add_forces(model: Model, end: str, rng: np.random.Generator) -> None:
    arm, knuckle, wheel = f"arm{end}", f"knuckle{end}", f"wheel{end}"
    turning = (f"bearing{end}.angle", f"pivot{end}.angle")

    def strut() -> dict:
        return {"parent": "car", "child": arm, "point": _point(rng), "child_point": _point(rng)}

    model.add(
        Spring(name=f"coil{end}", **strut(), free_length=0.4, law=_curve(rng, "spline")),
        Damper(name=f"damper{end}", **strut(), law=Bilinear(compression=1e3, extension=3e3)),
        SpringDamper(name=f"strut{end}", **strut(), free_length=0.4, law=_grid(rng)),
        Actuator(name=f"jack{end}", **strut(), signal=Harmonic(amplitude=100.0, frequency=1.5, phase=0.3)),
        Bushing(
            name=f"mount{end}",
            parent="car",
            child=arm,
            point=_point(rng),
            stiffness=tuple(map(float, rng.uniform(1e3, 1e4, 6))),
            damping=tuple(map(float, rng.uniform(10.0, 100.0, 6))),
        ),
        TorsionSpring(name=f"clip{end}", coordinate=f"way{end}.displacement", law=_curve(rng, "monotone"), free=0.1),
        TorsionDamper(name=f"drag{end}", coordinate=f"bearing{end}.angle", law=Tanh(k1=5.0, k2=2.0)),
        Motor(
            name=f"motor{end}",
            coordinate=f"bearing{end}.angle",
            signal=SmoothStep(height=50.0, start=0.1, duration=0.8),
        ),
        AppliedForce(
            name=f"kick{end}",
            body=knuckle,
            point=_point(rng),
            direction=_around(rng, X),
            signal=HalfSine(height=200.0, start=0.2, duration=0.5),
        ),
        AppliedTorque(name=f"twist{end}", body=knuckle, direction=X, signal=Constant(value=3.0), axes="body"),
        VerticalTyre(
            name=f"tyre{end}",
            body=knuckle,
            point=_point(rng),
            radius=0.3,
            stiffness=1e5,
            damping=50.0,
            road=External(input=f"road{end}"),
        ),
        RollingDisc(
            name=f"disc{end}",
            body=wheel,
            point=_point(rng),
            axis=Y,
            radius=0.5,
            stiffness=1e5,
            damping=100.0,
            friction=0.9,
            zone=0.5,
        ),
        Tyre(
            name=f"rubber{end}", body=wheel, point=_point(rng), axis=_around(rng, Y), law=DUGOFF, contact="enveloping"
        ),
        TorsionBar(
            name=f"bar{end}",
            coordinates=turning,
            factors=(1.0, -0.5),
            stiffness=40.0,
            damping=0.2,
            law=Linear(slope=5.0),
        ),
        Brake(name=f"brake{end}", coordinate=turning[0], torque=80.0, signal=Constant(value=0.7)),
        PressureBrake(
            name=f"pressed{end}", coordinate=turning[0], line=Linear(slope=1e6), torque=PADS, signal=Constant(value=0.7)
        ),
        AbsBrake(
            name=f"modulated{end}",
            coordinate=turning[0],
            watched=turning,
            body="car",
            point=_point(rng),
            radius=0.3,
            line=Linear(slope=1e6),
            torque=PADS,
            signal=Constant(value=0.4),
        ),
        DryFriction(name=f"rub{end}", coordinates=turning, factors=(1.0, 2.0), limit=5.0, slip=0.01),
        Clutch(name=f"clutch{end}", coordinates=turning, torque=6.0, signal=Constant(value=0.7)),
        LimitedSlip(name=f"bias{end}", coordinates=turning, bias=3.0, preload=2.0, signal=Constant(value=9.0)),
        ViscousCoupling(name=f"viscous{end}", coordinates=turning, viscosity=0.7),
        ElectricMotor(
            name=f"electric{end}",
            coordinates=turning,
            factors=(2.0, 3.0),
            signal=SmoothStep(height=50.0, start=0.1, duration=0.8),
            peak_torque=8.0,
            peak_power=60.0,
            efficiency=0.8,
        ),
        Engine(
            name=f"engine{end}",
            coordinate=turning[0],
            throttle=Constant(value=0.3),
            reduction=Constant(value=0.0),
            full_load=Points(x=(-60.0, 0.0, 60.0), y=(8.0, 12.0, 9.0)),
            drag=Linear(slope=-0.01),
            idle_speed=25.0,
            idle_band=5.0,
            limit_speed=95.0,
            limit_band=3.0,
            efficiency=0.9,
        ),
        Converter(
            name=f"converter{end}",
            coordinates=turning,
            torque_ratio=Points(x=(0.0, 0.8, 1.0), y=(2.0, 1.0, 1.0)),
            capacity=Points(x=(0.0, 1.0), y=(2.0, 5.0)),
            lock_torque=2.0,
            lock_speed=0.5,
            unlock_speed=0.2,
        ),
        ManualGearbox(
            name=f"manual{end}",
            coordinates=turning,
            shares=(2.0,),
            ratios=(3.0, 1.5),
            torque=2.0,
            gear=Constant(value=2.0),
            pedal=Constant(value=0.1),
        ),
        AutomaticGearbox(
            name=f"automatic{end}",
            coordinates=turning,
            engine=turning[0],
            shares=(2.0,),
            ratios=(3.0, 1.5),
            torque=2.0,
            throttle=Constant(value=0.5),
            throttles=(0.0, 1.0),
            up=(1.0, 2.0),
            down=(0.2, 0.4),
        ),
        LineFriction(
            name=f"seals{end}", parent="car", child=arm, point=(0.1, 0.2, 0.4), child_point=(0.3, -0.1, 0.1), limit=9.0
        ),
        Aerodynamics(
            name=f"wind{end}",
            body=arm,
            point=_point(rng),
            density=1.2,
            area=0.5,
            length=1.0,
            drag=(0.3,),
            side=(0.0, 2.0),
            lift=(0.1, 0.0, 0.3),
            roll=(0.0, 0.4),
            pitch=(0.1,),
            yaw=(0.0, 0.6),
        ),
        BodyContact(name=f"edge{end}", body=arm, point=_point(rng), stiffness=3e3, damping=0.4, friction=0.6),
        Spring(
            name=f"bump{end}",
            **strut(),
            free_length=0.4,
            law=Stop(x=(-0.4, -0.1, 0.0, 0.1), y=(-900.0, -100.0, 0.0, 0.0)),
        ),
        Gyroscope(name=f"rotor{end}", body=arm, point=_point(rng), axis=_around(rng, Y), momentum=1.5),
        HeldSpeed(name=f"held{end}", body=arm, point=_point(rng), mass=2.0),
        ShownSignal(name=f"shown{end}", signal=Harmonic(amplitude=1.0, frequency=2.0)),
        LinearAxle(
            name=f"axle{end}",
            body=arm,
            point=_point(rng),
            cornering_stiffness=300.0,
            signal=Constant(value=0.1),
            load=20.0,
        ),
        LaggingAxle(name=f"lagging{end}", body=arm, point=_point(rng), cornering_stiffness=300.0, relaxation=0.3),
    )
    _add_guides_and_belts(model, end, rng)


def _add_guides_and_belts(model: Model, end: str, rng: np.random.Generator) -> None:
    arm, knuckle, wheel = f"arm{end}", f"knuckle{end}", f"wheel{end}"
    turning = (f"bearing{end}.angle", f"pivot{end}.angle")
    sidewall = {"axis": Y, "radial": 9e5, "lateral": 3e5, "tilt": 2e4}

    def guided() -> dict:
        return {"parent": "car", "child": arm, "point": _point(rng), "child_point": _point(rng), "stiffness": 50.0}

    model.add(
        SlotContact(name=f"slot{end}", **guided(), rise=_curve(rng, "spline"), friction=0.3),
        SurfaceContact(name=f"surface{end}", **guided(), height=_grid(rng), friction=0.3),
        CamContact(name=f"cam{end}", **guided(), radius=Points(x=(-4.0, 4.0), y=(8.0, 9.0)), friction=0.3),
        TorsionStop(name=f"stop{end}", coordinate=turning[1], least=-1e-3, most=1e-3, stiffness=40.0),
        DelayedBrake(
            name=f"late{end}", coordinate=turning[0], torque=8.0, signal=Constant(value=0.6), response_time=0.4
        ),
        OverrunBrake(
            name=f"overrun{end}", coordinate=turning[0], push=f"way{end}.displacement", torque=Linear(slope=20.0)
        ),
        TwinTyre(name=f"twins{end}", body=wheel, point=_point(rng), axis=_around(rng, Y), distance=0.3, law=DUGOFF),
        RingTyre(name=f"ring{end}", body=knuckle, rim=wheel, point=_point(rng), law=DUGOFF, wind_up=3e4, **sidewall),
        Sidewall(name=f"sidewall{end}", rim=wheel, belt=knuckle, point=_point(rng), radial_damping=30.0, **sidewall),
        ModalStress(
            name=f"stress{end}",
            coordinates=turning,
            **{word: tuple(map(float, rng.uniform(-1e6, 1e6, 2))) for word in ("xx", "yy", "zz", "xy", "yz", "zx")},
        ),
    )


def _grid(rng: np.random.Generator) -> Grid:
    x, v = np.sort(rng.uniform(-0.4, 0.4, 3)), np.sort(rng.uniform(-2.0, 2.0, 4))
    return Grid(x=tuple(x.tolist()), v=tuple(v.tolist()), y=tuple(rng.uniform(-500.0, 500.0, 12).tolist()))


def _point(rng: np.random.Generator) -> tuple[float, float, float]:
    x, y, z = rng.uniform(-0.5, 0.5, 3)
    return (float(x), float(y), float(z))


def _around(rng: np.random.Generator, axis) -> tuple[float, float, float]:
    x, y, z = np.array(axis) + rng.uniform(-0.3, 0.3, 3)
    return (float(x), float(y), float(z))


def _curve(rng: np.random.Generator, interpolation: str) -> Points:
    x, y = np.linspace(-0.5, 0.5, 5), np.sort(rng.uniform(-1e3, 1e3, 5))
    return Points(x=tuple(map(float, x)), y=tuple(map(float, y)), interpolation=interpolation)


def _history(rng: np.random.Generator) -> History:
    return History(time=(0.0, 0.3, 0.5, 1.0), value=tuple(map(float, rng.normal(size=4))))
