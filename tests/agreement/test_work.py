"""Power of every force element, and the balance of energy that it enters."""

from __future__ import annotations

import numpy as np
import pytest
from many_corners import many_corners
from timed import Timed

from jounce.model import Model
from jounce.parts import FORCES, GROUND, Body, Input
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
from jounce.parts.joints import Free, Prismatic, Revolute
from jounce.parts.laws import Bilinear, Grid, Linear, Points, Tanh
from jounce.parts.linear_cars import HeldSpeed, LaggingAxle, LinearAxle, ShownSignal
from jounce.parts.powertrain import AutomaticGearbox, Converter, Engine, ManualGearbox
from jounce.parts.signals import Constant, External, HalfSine, Harmonic
from jounce.parts.tyres.rigid_ring.ring_tyre import RingTyre
from jounce.parts.tyres.rigid_ring.sidewall import Sidewall
from jounce.parts.tyres.rolling_disc import RollingDisc
from jounce.parts.tyres.simple_laws.dugoff import DugoffTyre
from jounce.parts.tyres.twin_tyre import TwinTyre
from jounce.parts.tyres.tyre import Tyre
from jounce.parts.tyres.vertical import VerticalTyre
from jounce.spatial.vector import Y

STATES, TIME = 5, 0.4
A, B = (0.1, 0.2, 0.3), (0.7, -0.4, 0.2)
CURVE = Points(x=(-1.0, 0.0, 0.5, 2.0), y=(-300.0, 0.0, 400.0, 900.0))


def two_cars() -> Model:
    """A floating body with an arm and a slider on it, and another floating body."""
    model = Model("two cars").add(Input(name="road", unit="m"))
    for name, mass in (("car", 40.0), ("arm", 5.0), ("slider", 3.0), ("other", 30.0)):
        model.add(Body(name=name, mass=mass, centre=A, inertia=(0.05 * mass, 0.06 * mass, 0.07 * mass)))
    return model.add(
        Free(name="car_motion", parent=GROUND, child="car"),
        Free(name="other_motion", parent=GROUND, child="other"),
        Revolute(name="pivot", parent="car", child="arm", point=(0.0, 0.0, 0.1), axis=(1.0, 0.3, 0.2)),
        Prismatic(name="way", parent="arm", child="slider", point=B, axis=(0.2, 1.0, 0.1)),
    )


def between(parent, child):
    return {"name": "element", "parent": parent, "child": child, "point": A, "child_point": B}


GRID = Grid(x=(0.0, 0.5, 1.5), v=(-1.0, 1.0), y=(-40.0, 10.0, 90.0, 160.0, 200.0, 420.0))
BOTH = ("pivot.angle", "way.displacement")
BAR, PADS = Linear(slope=1e6), Points(x=(0.0, 2e5, 1e6), y=(0.0, 8.0, 90.0))
DUGOFF = DugoffTyre(radius=3.0, stiffness=500.0, slip_stiffness=400.0, cornering_stiffness=300.0, friction=0.8)
SIDEWALL = {"radial": 900.0, "lateral": 400.0, "tilt": 50.0}
PAIRS = (("car", "arm"), ("slider", GROUND), (GROUND, "car"), ("slider", "other"), ("other", "car"))
ELEMENTS = [
    *(Spring(**between(*pair), free_length=0.5, law=CURVE) for pair in PAIRS),
    *(Damper(**between(*pair), law=Bilinear(compression=20.0, extension=50.0)) for pair in PAIRS),
    *(SpringDamper(**between(*pair), free_length=0.5, law=GRID) for pair in PAIRS),
    *(Bushing(**between(*pair), stiffness=(300.0,) * 6, damping=(20.0,) * 6) for pair in PAIRS),
    Bushing(**between("arm", "other"), stiffness=tuple(map(float, range(36)))),
    Actuator(**between("arm", "slider"), signal=Harmonic(amplitude=30.0, frequency=0.3)),
    TorsionSpring(name="element", coordinate="way.displacement", law=CURVE, free=0.2),
    TorsionStop(name="element", coordinate="pivot.angle", least=-1e-3, most=1e-3, stiffness=300.0),
    TorsionDamper(name="element", coordinate="pivot.angle", law=Tanh(k1=5.0, k2=2.0)),
    Motor(name="element", coordinate="pivot.angle", signal=HalfSine(height=30.0, start=0.0, duration=1.0)),
    *(
        AppliedForce(name="element", body="slider", point=B, direction=A, signal=Constant(value=20.0), axes=axes)
        for axes in ("ground", "body")
    ),
    *(
        AppliedTorque(name="element", body="slider", direction=A, signal=Constant(value=20.0), axes=axes)
        for axes in ("ground", "body")
    ),
    VerticalTyre(
        name="element", body="arm", point=B, radius=3.0, stiffness=500.0, damping=30.0, road=External(input="road")
    ),
    Tyre(name="element", body="arm", point=B, axis=Y, law=DUGOFF, contact="enveloping"),
    TwinTyre(name="element", body="arm", point=B, axis=Y, distance=0.3, law=DUGOFF),
    RingTyre(name="element", body="arm", rim="car", point=B, axis=Y, law=DUGOFF, wind_up=3e4, **SIDEWALL),
    Sidewall(name="element", rim="car", belt="other", point=B, axis=Y, radial_damping=30.0, **SIDEWALL),
    TorsionBar(name="element", coordinates=BOTH, factors=(1.0, -2.0), stiffness=300.0, damping=20.0),
    Brake(name="element", coordinate="pivot.angle", torque=50.0, signal=Constant(value=0.6)),
    LimitedSlip(name="element", coordinates=BOTH, bias=3.0, preload=10.0, signal=Constant(value=50.0)),
    ViscousCoupling(name="element", coordinates=BOTH, viscosity=4.0),
    ElectricMotor(
        name="element",
        coordinates=BOTH,
        factors=(2.0, 1.0),
        signal=Constant(value=9.0),
        peak_torque=8.0,
        peak_power=30.0,
    ),
    PressureBrake(name="element", coordinate="pivot.angle", line=BAR, torque=PADS, signal=Constant(value=0.6)),
    AbsBrake(
        name="element",
        coordinate="pivot.angle",
        watched=("pivot.angle", "way.displacement"),
        body="car",
        point=B,
        radius=0.3,
        line=BAR,
        torque=Linear(slope=100.0),
        signal=Constant(value=0.6),
    ),
    Engine(
        name="element",
        coordinate="pivot.angle",
        throttle=Constant(value=0.3),
        reduction=Constant(value=0.0),
        full_load=Points(x=(-60.0, 0.0, 60.0), y=(80.0, 120.0, 90.0)),
        drag=Linear(slope=-0.5),
        idle_speed=0.5,
        idle_band=0.3,
        limit_speed=95.0,
        limit_band=3.0,
    ),
    Converter(
        name="element",
        coordinates=BOTH,
        torque_ratio=Points(x=(0.0, 0.8, 1.0), y=(2.0, 1.0, 1.0)),
        capacity=Points(x=(0.0, 1.0), y=(0.3, 0.7)),
        lock_torque=20.0,
        lock_speed=0.5,
        unlock_speed=0.2,
    ),
    ManualGearbox(
        name="element",
        coordinates=BOTH,
        shares=(2.0,),
        ratios=(3.0, 1.5),
        torque=20.0,
        gear=Constant(value=2.0),
        pedal=Constant(value=0.1),
    ),
    AutomaticGearbox(
        name="element",
        coordinates=BOTH,
        engine="pivot.angle",
        shares=(2.0,),
        ratios=(3.0, 1.5),
        torque=20.0,
        throttle=Constant(value=0.5),
        throttles=(0.0, 1.0),
        up=(1.0, 2.0),
        down=(0.2, 0.4),
    ),
    Clutch(name="element", coordinates=BOTH, torque=50.0, signal=Constant(value=0.6)),
    DryFriction(name="element", coordinates=BOTH, factors=(1.0, -2.0), limit=20.0),
    *(LineFriction(**between(*pair), limit=20.0) for pair in (("car", "arm"), ("slider", "car"))),
    Aerodynamics(
        name="element",
        body="arm",
        point=B,
        density=1.2,
        area=5.0,
        length=2.0,
        drag=(0.3,),
        side=(0.0, 2.0),
        lift=(0.1,),
        roll=(0.0, 0.4),
        pitch=(0.1,),
        yaw=(0.0, 0.6),
    ),
    BodyContact(name="element", body="arm", point=B, stiffness=2e3, damping=0.3),
    RollingDisc(
        name="element", body="arm", point=B, axis=Y, radius=3.0, stiffness=500.0, damping=9.0, friction=0.8, zone=0.2
    ),
    LinearAxle(name="element", body="arm", point=B, cornering_stiffness=300.0, signal=Constant(value=0.3), load=50.0),
    LaggingAxle(name="element", body="arm", point=B, cornering_stiffness=300.0, relaxation=2.0),
    DelayedBrake(name="element", coordinate="pivot.angle", torque=50.0, signal=Constant(value=0.6), response_time=0.4),
    OverrunBrake(
        name="element", coordinate="pivot.angle", push="way.displacement", torque=Points(x=(-9.0, 9.0), y=(20.0, 90.0))
    ),
    SlotContact(**between("car", "slider"), rise=Linear(slope=0.2), stiffness=300.0, friction=0.3),
    SurfaceContact(**between("car", "slider"), height=GRID, stiffness=1.0, friction=0.3),
    CamContact(**between("car", "slider"), radius=Points(x=(-4.0, 4.0), y=(8.0, 9.0)), stiffness=30.0, friction=0.3),
    HeldSpeed(name="element", body="arm", point=B, mass=20.0),
]
WITHOUT_POWER = {Gyroscope, ShownSignal, ModalStress}  # a moment at right angles to the spin, and nothing at all


def test_every_kind_of_force_is_among_the_elements():
    assert {type(element) for element in ELEMENTS} | WITHOUT_POWER == set(FORCES.values())


@pytest.fixture(scope="module")
def without():
    written = Timed(two_cars())
    y = written.random_states(STATES, seed=1)
    return y, written.matrices(y, TIME)["rhs"]


@pytest.mark.parametrize("element", ELEMENTS, ids=lambda e: f"{type(e).__name__} {getattr(e, 'parent', '')}")
def test_the_power_of_an_element_is_its_generalised_force_times_the_speeds(element, without):
    """What the element adds to the right-hand side, along the speeds; an element that is silent proves nothing."""
    y, bare = without
    written = Timed(two_cars().add(element))
    wide = np.zeros((STATES, written.layout.sizes["state"]))
    wide[:, : y.shape[1]] = y
    wide[:, list(written.layout.elements.values())] = 0.3
    force = written.matrices(wide, TIME)["rhs"] - bare
    expected = np.einsum("ki,ki->k", force, wide[:, written.speeds])
    power = written.channels(wide, TIME)["element.power"]
    work_rate = written.at("rhs", wide, TIME)[:, written.layout.works["element"]]
    # the right-hand side is that much larger than the element's share in it
    size = np.abs(bare).max() + np.abs(force).max()
    assert np.abs(power).max() > 1e-3
    np.testing.assert_allclose(power, expected, rtol=0, atol=1e-13 * size)
    np.testing.assert_array_equal(work_rate, power)


def test_energy_changes_by_the_work_of_elements_and_prescribed_motions_alone():
    """d/dt (kinetic + potential - work) = 0 along the motion, with every element, loops, gear and drive at work.

    A difference of fourth order over 0.1 ms: truncation and rounding stay below 1e-8 of the power that flows.
    """
    written = Timed(many_corners(2))
    y = written.consistent(written.random_states(STATES, seed=3, spread=0.1), TIME)
    flow, h = written.at("rhs", y, TIME), 1e-4
    balance = {k: written.channels(y + k * h * flow, TIME + k * h)["energy.balance"] for k in (-2, -1, 1, 2)}
    rate = (8 * (balance[1] - balance[-1]) - (balance[2] - balance[-2])) / (12 * h)
    works = list(written.layout.works.values())
    assert np.abs(flow[:, [written.layout.works[f"motion_{k}"] for k in range(2)]]).min() > 1e-3
    assert np.abs(rate).max() <= 1e-8 * np.abs(flow[:, works]).sum(axis=1).min()
