"""Trimmed states against statics and steady motions worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from jounce.errors import ModelError, NumericalError
from jounce.model import Model
from jounce.parts import GROUND, Body, Input
from jounce.parts.forces import AppliedForce, Motor, Spring, TorsionDamper
from jounce.parts.joints import Distance, Free, Prismatic, Revolute, Sequence, Spherical
from jounce.parts.laws import Linear
from jounce.parts.signals import External
from jounce.parts.tyres.rolling_disc import RollingDisc
from jounce.parts.tyres.vertical import VerticalTyre
from jounce.simulation.prepare import prepare
from jounce.simulation.trim import standing, trim
from jounce_benchmarks import wishbone_car_data
from jounce_benchmarks.wishbone_car import quarter_car as wishbone_quarter_car

G = 9.81  # m/s^2, the model's default
X_AXIS, Y_AXIS, Z_AXIS = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
ORIGIN = (0.0, 0.0, 0.0)


class Named:
    """A state by name; a coordinate's or speed's dot is written as two underscores when given."""

    def __init__(self, ready, state=None):
        self.places = ready.layout.coordinates | ready.layout.speeds
        self.state = ready.state.copy() if state is None else state

    def __getitem__(self, name: str) -> float:
        return self.state[self.places[name]]

    def given(self, **values: float) -> np.ndarray:
        for name, value in values.items():
            self.state[self.places[name.replace("__", ".")]] = value
        return self.state


# --- at rest ---------------------------------------------------------------------------------------------


def test_a_rod_that_starts_askew_comes_to_hang():
    model = Model("rod").add(
        Body(name="rod", mass=2.0, centre=(0.0, 0.0, -0.5), inertia=(0.2, 0.2, 0.0)),
        Revolute(name="pin", parent=GROUND, child="rod", point=ORIGIN, axis=Y_AXIS),
    )
    ready = prepare(model)
    start = Named(ready).given(pin__angle=0.7, pin__angle_rate=3.0)
    found = Named(ready, standing(ready, start).state)
    assert found["pin.angle"] == pytest.approx(0.0, abs=1e-9)
    assert found["pin.angle_rate"] == 0.0


def test_a_quarter_car_stands_as_deep_as_its_springs_say():
    """Tyre: (m + M) g / k_t; spring: M g / k on top of it."""
    sprung, unsprung, spring, tyre = 350.0, 40.0, 22e3, 190e3
    model = Model("quarter car").add(
        Body(name="car", mass=sprung),
        Body(name="wheel", mass=unsprung),
        Prismatic(name="heave", parent=GROUND, child="car", point=(0.0, 0.0, 0.8), axis=Z_AXIS),
        Prismatic(name="hop", parent=GROUND, child="wheel", point=(0.0, 0.0, 0.3), axis=Z_AXIS),
        Spring(
            name="spring",
            parent="wheel",
            child="car",
            point=(0.0, 0.0, 0.3),
            child_point=(0.0, 0.0, 0.8),
            free_length=0.5,
            law=Linear(slope=spring),
        ),
        VerticalTyre(name="tyre", body="wheel", point=(0.0, 0.0, 0.3), radius=0.3, stiffness=tyre),
    )
    ready = prepare(model)
    trimmed = standing(ready)
    found = Named(ready, trimmed.state)
    sunk = (sprung + unsprung) * G / tyre
    assert found["hop.displacement"] == pytest.approx(-sunk, rel=1e-10)
    assert found["heave.displacement"] == pytest.approx(-sunk - sprung * G / spring, rel=1e-10)
    assert trimmed.residual <= 1e-10


def test_a_wishbone_corner_stands_with_its_whole_weight_on_the_tyre():
    ready = prepare(wishbone_quarter_car())
    trimmed = standing(ready)
    channels = ready.workspace().observe(trimmed.state)
    bodies = [*wishbone_car_data.CORNER_BODIES.values(), wishbone_car_data.QUARTER_BODY]
    # accelerations are below 1e-10 of those at the start, so forces are true to about as much
    assert channels["tyre.Fz"] == pytest.approx(sum(body.mass for body in bodies) * G, rel=1e-9)
    assert channels["constraints.gap"] < 1e-10
    rates = ready.workspace().rhs(trimmed.state)
    assert np.abs(rates[: ready.layout.sizes["controlled"]]).max() < 1e-7


def test_a_rod_between_ball_joints_does_not_spin_while_its_load_settles():
    """The rod's spin is idle: the least step leaves it where it was, here a quarter turn about its axis.

    A mass on a vertical spring, with a rod from the ground to it: the spring alone carries mass and half the rod.
    """
    mass, rod, k = 5.0, 1.0, 800.0
    model = Model("idle rod").add(
        Body(name="load", mass=mass),
        Body(name="rod", mass=rod, centre=(0.5, 0.0, 0.0), inertia=(0.01, rod / 12, rod / 12)),
        Sequence(name="slides", parent=GROUND, child="load", point=X_AXIS, order=("tx", "tz")),
        Spherical(name="root", parent=GROUND, child="rod", point=ORIGIN),
        Spherical(name="tip", parent="rod", child="load", point=X_AXIS, cut=True),
        Spring(
            name="spring",
            parent=GROUND,
            child="load",
            point=(1.0, 0.0, 50.0),  # far up, so that it pulls straight up to second order in 1/50
            child_point=X_AXIS,
            free_length=50.0,
            law=Linear(slope=k),
        ),
    )
    ready = prepare(model)
    quarter = math.sqrt(0.5)
    start = Named(ready).given(root__q0=quarter, root__q1=quarter)
    found = Named(ready, standing(ready, start).state)
    angle = math.asin(-found["slides.tz"])
    # moments about the root: spring force across the rod against weight, with its line to the far end
    up, along = 50.0 - found["slides.tz"], -found["slides.tx"]
    tension = k * (math.hypot(up, along) - 50.0)
    moment = tension * (up * math.cos(angle) + along * math.sin(angle)) / math.hypot(up, along)
    assert moment == pytest.approx((mass + rod / 2) * G * math.cos(angle), rel=1e-8)
    spin = 2 * math.atan2(found["root.q1"], found["root.q0"])
    # slopes by differences over 1e-6 are noisy by 1e-10, and the least of several steps of 0.1 inherits that tenfold
    assert spin == pytest.approx(math.pi / 2, abs=1e-8)


# --- in steady motion ------------------------------------------------------------------------------------


@pytest.mark.parametrize("loop", [False, True], ids=["angles", "massless rod"])
def test_a_conical_pendulum_rises_to_the_angle_of_its_rate(loop):
    """cos a = g / (l W^2)."""
    l, W = 0.9, 4.5
    model = Model("conical pendulum").add(Body(name="bob", mass=1.7, centre=(0.0, 0.0, -l)))
    if loop:
        model.add(
            Sequence(name="turn", parent=GROUND, child="bob", point=(0.0, 0.0, -l), order=("rz", "tx", "tz")),
            Distance(name="rod", parent=GROUND, child="bob", point=ORIGIN, child_point=(0.0, 0.0, -l)),
        )
        unknowns, place = ["turn.tx", "turn.tz"], dict(turn__tx=0.5, turn__tz=0.2)
        rest = ["turn.rz_rate", "turn.tx_rate", "turn.tz_rate"]
    else:
        model.add(Sequence(name="turn", parent=GROUND, child="bob", point=ORIGIN, order=("rz", "ry")))
        unknowns, place, rest = ["turn.ry"], dict(turn__ry=-0.5), ["turn.rz_rate", "turn.ry_rate"]
    ready = prepare(model, start={"turn.tx": 0.5} if loop else {"turn.ry": -0.5})
    start = Named(ready).given(turn__rz_rate=W, **place)
    found = Named(ready, trim(ready, unknowns, rest, start).state)
    angle = math.asin(found["turn.tx"] / l) if loop else -found["turn.ry"]
    assert math.cos(angle) == pytest.approx(G / (l * W**2), rel=1e-9)
    assert found["turn.rz_rate"] == W


def test_a_driven_wheel_at_speed_slips_as_much_as_drag_asks():
    """Drag c v, torque c v R, sinking m g / k; friction F v / sqrt(v^2 + zone^2) solved for the slip."""
    mass, wheel, radius, stiffness, zone, drag, v = 30.0, 10.0, 0.3, 1e5, 0.2, 6.0, 15.0
    model = Model("driven wheel").add(
        Input(name="torque", unit="N m"),
        Body(name="carrier", mass=mass, centre=(0.0, 0.0, radius)),
        Body(name="wheel", mass=wheel, centre=(0.0, 0.0, radius), inertia=(0.2, 0.4, 0.2)),
        Sequence(name="run", parent=GROUND, child="carrier", point=(0.0, 0.0, radius), order=("tx", "tz")),
        Revolute(name="axle", parent="carrier", child="wheel", point=(0.0, 0.0, radius), axis=Y_AXIS),
        TorsionDamper(name="drag", coordinate="run.tx", law=Linear(slope=drag)),
        Motor(name="motor", coordinate="axle.angle", signal=External(input="torque")),
        RollingDisc(
            name="tyre",
            body="wheel",
            point=(0.0, 0.0, radius),
            axis=Y_AXIS,
            radius=radius,
            stiffness=stiffness,
            damping=100.0,
            friction=0.8,
            zone=zone,
        ),
    )
    ready = prepare(model)
    start = Named(ready).given(run__tx_rate=v, axle__angle_rate=v / radius, run__tz=-0.001)
    trimmed = trim(
        ready,
        unknowns=["run.tz", "axle.angle_rate", "torque"],
        rest=["run.tx_rate", "run.tz_rate", "axle.angle_rate"],
        start=start,
    )
    found = Named(ready, trimmed.state)
    load = (mass + wheel) * G
    use = drag * v / (0.8 * load)
    slip = zone * use / math.sqrt(1 - use**2)
    assert trimmed.inputs["torque"] == pytest.approx(drag * v * radius, rel=1e-9)
    assert found["run.tz"] == pytest.approx(-load / stiffness, rel=1e-9)
    assert found["axle.angle_rate"] == pytest.approx((v + slip) / radius, rel=1e-9)


def test_a_body_in_a_level_banked_circle_leans_and_turns_as_flight_mechanics_says():
    """Lift along the body's own z: m g / cos a, sin a = v r / g, and a rate about y of r tan a.

    A left turn (r > 0) leans to the left, which is a negative turn about x. Level means that height and
    attitude stay, so the place of the body is left free.
    """
    mass, v, r = 12.0, 20.0, 0.3
    model = Model("aeroplane").add(
        Input(name="lift", unit="N", default=mass * G),
        Body(name="body", mass=mass, inertia=(0.5, 0.5, 0.5)),
        Free(name="flight", parent=GROUND, child="body"),
        AppliedForce(
            name="wing", body="body", point=ORIGIN, direction=Z_AXIS, signal=External(input="lift"), axes="body"
        ),
    )
    ready = prepare(model)
    rates = [f"flight.{name}" for name in ("wx", "wy", "wz", "vx", "vy", "vz")]
    trimmed = trim(
        ready,
        unknowns=["lift", "flight.turn_x", "flight.turn_y", "flight.wx", "flight.wy", "flight.vy", "flight.vz"],
        rest=[*rates, "flight.z", "flight.turn_x", "flight.turn_y"],
        start=Named(ready).given(flight__vx=v, flight__wz=r),
    )
    found, lean = Named(ready, trimmed.state), -math.asin(v * r / G)
    assert 2 * math.atan2(found["flight.q1"], found["flight.q0"]) == pytest.approx(lean, rel=1e-9)
    assert found["flight.wy"] == pytest.approx(r * math.tan(lean), rel=1e-9)
    assert trimmed.inputs["lift"] == pytest.approx(mass * G / math.cos(lean), rel=1e-9)
    assert found["flight.vz"] == pytest.approx(0.0, abs=1e-8)


# --- failures --------------------------------------------------------------------------------------------


def test_a_stone_that_nothing_holds_has_no_equilibrium_and_the_message_says_why():
    ready = prepare(Model("stone").add(Body(name="stone", mass=1.0, inertia=(1.0, 1.0, 1.0))))
    with pytest.raises(NumericalError, match=r"stone: rate of 'stone.vz' stays at -9.81"):
        standing(ready)


def test_a_trim_without_unknowns_fails_by_name_unless_all_is_at_rest():
    model = Model("slider").add(
        Body(name="mass", mass=1.0), Prismatic(name="rail", parent=GROUND, child="mass", point=ORIGIN, axis=X_AXIS)
    )
    ready = prepare(model)
    assert trim(ready, unknowns=[], rest=["rail.displacement_rate"]).residual == 0.0
    moving = Named(ready).given(rail__displacement_rate=2.0)
    with pytest.raises(NumericalError, match=r"rate of 'rail.displacement' stays at 2"):
        trim(ready, unknowns=[], rest=["rail.displacement"], state=moving)


def test_names_that_do_not_exist_are_refused_together():
    ready = prepare(wishbone_quarter_car())
    with pytest.raises(ModelError, match=r"2 problems[\s\S]*heave.displacment[\s\S]*nowhere"):
        trim(ready, unknowns=["heave.displacment", "nowhere"], rest=[])
