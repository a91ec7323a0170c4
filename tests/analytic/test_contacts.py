"""Blades, wheels and balls that hold speeds, against motions that are known in closed form."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import brentq

import jounce
from jounce.errors import ModelError
from jounce.parts.signals import History
from jounce.simulation.sweeps.sweep import sweep

G = 9.81  # m/s^2, the model's default
X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
RTOL = 1e-11  # of the integrator; over some hundred steps its error stays below 1e-8
CLOSE = {"rtol": 1e-8, "atol": 1e-8}
ROUNDING = 1e-9  # derivatives are exact: what remains is some hundred operations and the eigenvalue solver


def simulated(model, duration: float, start=None, start_rates=None) -> jounce.Result:
    settings = {"integrator": "dormand-prince", "rtol": RTOL, "atol": RTOL, "output_step": duration / 20}
    run = jounce.simulate(model, duration, start=start, start_rates=start_rates, **{"integrator": "rk4", **settings})
    assert run["constraints.velocity_gap"].max() < 1e-10
    energy = run["energy.balance"]
    assert np.ptp(energy) < 1e-8 * max(run["energy.kinetic"].max(), 1.0)  # no contact does work
    return run


# --- the knife edge --------------------------------------------------------------------------------------

MASS, MOMENT, AHEAD = 2.0, 0.3, 0.2  # kg, kg m^2 about the vertical, m of the centre of mass ahead of the blade


def sleigh(on_a_joint: bool) -> jounce.Model:
    """A body in the plane, by a joint of its own or, weightless, by the blade's row alone."""
    inertia = (MOMENT, MOMENT, MOMENT)
    model = jounce.Model("sleigh", gravity=(0.0, 0.0, 0.0)).add(
        jounce.parts.Body(name="sleigh", mass=MASS, centre=(AHEAD, 0.0, 0.0), inertia=inertia),
        jounce.parts.KnifeEdge(
            name="blade", parent="ground", child="sleigh", point=(0.0, 0.0, 0.0), axis=X, touching=not on_a_joint
        ),
    )
    plane = jounce.parts.Planar(name="ice", parent="ground", child="sleigh", point=(0.0, 0.0, 0.0), normal=Z, axis=X)
    return model.add(plane) if on_a_joint else model


@pytest.mark.parametrize("on_a_joint", [True, False])
def test_a_sleigh_turns_until_its_blade_trails(on_a_joint):
    """Chaplygin's sleigh: v' = a w^2, w' = -(m a / (I + m a^2)) v w [Neimark, Fufaev 1972].

    With k^2 = (I + m a^2) / m and c^2 = v^2 + k^2 w^2, which stays: v = c tanh x, w = (c / k) / cosh x,
    heading = (k / a) 2 atan(tanh(x / 2)), where x = a c t / k^2 + x0.
    """
    v0, w0, a = -0.8, 2.0, AHEAD  # it starts backwards
    k = math.sqrt(MOMENT / MASS + a * a)
    c = math.hypot(v0, k * w0)
    speeds = ("ice.angle_rate", "ice.x_rate") if on_a_joint else ("sleigh.wz", "sleigh.vx")
    run = simulated(sleigh(on_a_joint), 4.0, start_rates=dict(zip(speeds, (w0, v0), strict=True)))
    x = a * c / k**2 * run.time + math.atanh(v0 / c)
    v, w = c * np.tanh(x), c / k / np.cosh(x)
    angle = k / a * 2 * (np.arctan(np.tanh(x / 2)) - np.arctan(np.tanh(x[0] / 2)))
    np.testing.assert_allclose(run[speeds[0]], w, **CLOSE)
    if on_a_joint:
        np.testing.assert_allclose(run["ice.angle"], angle, **CLOSE)
        along = np.cos(angle) * run["ice.x_rate"] + np.sin(angle) * run["ice.y_rate"]
        np.testing.assert_allclose(along, v, **CLOSE)
    else:
        np.testing.assert_allclose(run["sleigh.vx"], v, **CLOSE)
        np.testing.assert_allclose(run["sleigh.z"], 0.0, atol=1e-12)
    push = np.hypot(run["blade.Fx"], run["blade.Fy"])  # m (v w + a w') across the blade
    np.testing.assert_allclose(push, np.abs(MASS * v * w * MOMENT / (MOMENT + MASS * a * a)), **CLOSE)


# --- the rolling disc ------------------------------------------------------------------------------------

DISC = {"mass": 3.0, "radius": 0.4}


def disc(axial: float, diametral: float) -> jounce.Model:
    """A wheel by its centre, yaw (rz), lean (rx) and spin (ry); moments in units of m r^2."""
    m, r = DISC["mass"], DISC["radius"]
    centre, unit = (0.0, 0.0, r), m * r * r
    inertia = (diametral * unit, axial * unit, diametral * unit)
    order = ("tx", "ty", "tz", "rz", "rx", "ry")
    return jounce.Model("disc").add(
        jounce.parts.Body(name="disc", mass=m, centre=centre, inertia=inertia),
        jounce.parts.Sequence(name="way", parent="ground", child="disc", point=centre, order=order),
        jounce.parts.RollingWheel(name="rim", parent="ground", child="disc", child_point=centre, axis=Y, radius=r),
    )


def without_way(model: jounce.Model) -> jounce.Model:
    """The same as a floating body."""
    return jounce.Model("floating").add(*(part for part in model.parts if part.name != "way"))


SHAPES = {"ring": (1.0, 0.5), "disc": (0.5, 0.25), "heavy hub": (0.3, 0.2)}  # axial, diametral


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("speed", [0.0, 0.5, 1.1, 4.0])
def test_an_upright_wheel_wobbles_or_falls_as_its_speed_says(shape, speed):
    """eigenvalue^2 = (m g r - A (A + m r^2) w^2 / D) / (D + m r^2), with the axial and diametral moments A and D.

    [Neimark, Fufaev 1972]
    """
    m, r = DISC["mass"], DISC["radius"]
    A, D = (moment * m * r * r for moment in SHAPES[shape])
    square = (m * G * r - A * (A + m * r * r) * (speed / r) ** 2 / D) / (D + m * r * r)
    linear = jounce.linearise(jounce.prepare(disc(*SHAPES[shape]), start_rates={"way.ry": speed / r}))
    assert len(linear.A) == 5 + 3  # more positions than speeds are free
    for value in np.emath.sqrt(square), -np.emath.sqrt(square):
        assert np.abs(linear.eigenvalues - value).min() < ROUNDING * abs(value)
    assert np.sum(np.abs(linear.eigenvalues) < 1e-3 * math.sqrt(abs(square))) == 6


def test_a_wheel_that_rolls_turns_because_it_is_meant_to():
    """None of its freedoms is idle, and it has as many by quaternions as by angles."""
    ranks = [jounce.prepare(model).rank for model in (disc(0.5, 0.25), without_way(disc(0.5, 0.25)))]
    assert [(rank.mobility, rank.mobility_of_positions, rank.idle) for rank in ranks] == [(3, 5, ())] * 2


@pytest.mark.parametrize(("shape", "share"), [("ring", 1 / 4), ("disc", 1 / 3)])
def test_a_wheel_stays_upright_above_the_known_speed(shape, share):
    """v^2 = g r / 3 of a disc, g r / 4 of a hoop, from D m g r / (A (A + m r^2)) = w^2."""
    r, model = DISC["radius"], disc(*SHAPES[shape])

    def wobble(speed: float) -> float:
        """Square of the eigenvalue, once for each of a pair; all others are zero."""
        A = jounce.linearise(jounce.prepare(model, start_rates={"way.ry": speed / r})).A
        return float(np.trace(A @ A)) / 2

    found = brentq(wobble, 0.5, 2.0, xtol=1e-13)
    assert found**2 == pytest.approx(share * G * r, rel=ROUNDING)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_leaning_wheel_rolls_round_a_circle(shape):
    """Steady motion: W^2 ((A + m r^2) R / r + D sin a) = m g r tan a.

    The centre goes round a circle of radius R with the rate W, leaning inwards by a: Newton and Euler about the
    centre with the forces m g and m W^2 R at the contact.
    """
    m, r, R, a = DISC["mass"], DISC["radius"], 1.5, 0.3
    A, D = (moment * m * r * r for moment in SHAPES[shape])
    W = math.sqrt(m * G * r * math.tan(a) / ((A + m * r * r) * R / r + D * math.sin(a)))
    rates = {"way.rz": W, "way.rx": 0.0, "way.ry": W * (R / r + math.sin(a))}
    run = simulated(disc(*SHAPES[shape]), 2 * math.pi / W, {"way.rx": -a}, rates)
    np.testing.assert_allclose(run["way.rx"], -a, **CLOSE)
    angle = W * run.time
    np.testing.assert_allclose(run["way.tx"] - run["way.tx"][0], R * np.sin(angle), **CLOSE)
    np.testing.assert_allclose(run["way.ty"] - run["way.ty"][0], R * (1 - np.cos(angle)), **CLOSE)
    np.testing.assert_allclose(run["rim.Fz"], m * G, rtol=1e-7)
    np.testing.assert_allclose(run["rim.Fx"], -m * W**2 * R * np.sin(angle), atol=1e-6)
    np.testing.assert_allclose(run["rim.Fy"], m * W**2 * R * np.cos(angle), atol=1e-6)


def test_small_motions_of_a_wheel_in_a_curve_follow_differences_of_the_compiled_equations():
    """A x against (rates ahead - rates behind) along curves on which the wheel rolls; their difference is O(h^2)."""
    ready = jounce.prepare(disc(*SHAPES["disc"]), {"way.rx": -0.3, "way.rz": 0.7}, {"way.rz": 1.0, "way.ry": 5.0})
    state = ready.state.copy()
    linear, names = jounce.linearise(ready, state), ready.layout.coordinates | ready.layout.speeds
    at, h = [names[name] for name in linear.states], 1e-4
    for name in linear.states:
        ends = []
        for sign in (1.0, -1.0):
            end = state.copy()
            end[names[name]] += sign * h
            end = projected(ready, end)
            ends.append((end[at], ready.workspace().rhs(end)[at]))
        moved, rates = ends[0][0] - ends[1][0], ends[0][1] - ends[1][1]
        error = np.abs(linear.A @ moved - rates).max() / (np.abs(linear.A).max() * np.abs(moved).max())
        assert error < 1e-6, (name, error)


def projected(ready, state: np.ndarray) -> np.ndarray:
    work, sizes = ready.workspace(), ready.layout.sizes
    for _ in range(6):
        work.rhs(state)
        work.call("gap", state, sizes["gap"] + sizes["rate gap"])
        state = work.call("correct", state, sizes["state"])
    assert np.abs(work.call("gap", state, sizes["gap"] + sizes["rate gap"])).max() < 1e-12
    return state


# --- the rolling ball ------------------------------------------------------------------------------------


def test_a_ball_on_a_turntable_goes_round_in_circles():
    """v' = W I / (I + m r^2) z x v: two sevenths of the table's rate for a solid ball [Neimark, Fufaev 1972].

    Circles in the ground's frame, about a point that the start decides, and however far from the table's axis.
    """
    m, r, W, at = 0.5, 0.05, 3.0, (0.4, 0.1, 0.05)
    moment = 0.4 * m * r * r
    turning = History(time=(0.0, 10.0), value=(0.0, 10.0 * W), interpolation="linear")
    model = jounce.Model("turntable").add(
        jounce.parts.Body(name="table", mass=5.0, inertia=(1.0, 1.0, 2.0)),
        jounce.parts.Revolute(name="axle", parent="ground", child="table", point=(0.0, 0.0, 0.0), axis=Z),
        jounce.parts.Prescribed(name="motor", coordinate="axle.angle", signal=turning),
        jounce.parts.Body(name="ball", mass=m, centre=at, inertia=(moment,) * 3),
        jounce.parts.RollingBall(name="contact", parent="table", child="ball", child_point=at, radius=r),
        jounce.parts.BodyMotion(name="seen", body="ball", point=at),
    )
    rates = {"ball.wx": 2.0, "ball.wy": 7.0, "ball.wz": 1.0}
    run = simulated(model, 5.0, start_rates=rates)
    start = np.array([-W * at[1] + r * 7.0, W * at[0] - r * 2.0])  # of the table there, and of rolling on it
    angle = W * moment / (moment + m * r * r) * run.time
    vx = start[0] * np.cos(angle) - start[1] * np.sin(angle)
    vy = start[0] * np.sin(angle) + start[1] * np.cos(angle)
    np.testing.assert_allclose(run["seen.vx"], vx, **CLOSE)
    np.testing.assert_allclose(run["seen.vy"], vy, **CLOSE)
    np.testing.assert_allclose(run["contact.Fz"], m * G, rtol=1e-9)


# --- rows that say the same ------------------------------------------------------------------------------


def cart(*more) -> jounce.Model:
    """A wheel on an axle that slides along x, driven by a spring: nothing but rolling ties the two."""
    centre = (0.0, 0.0, 0.3)
    return jounce.Model("cart", gravity=(2.0, 0.0, -G)).add(
        jounce.parts.Body(name="axle", mass=1.0, centre=centre),
        jounce.parts.Prismatic(name="guide", parent="ground", child="axle", point=centre, axis=X),
        jounce.parts.Body(name="wheel", mass=2.0, centre=centre, inertia=(0.05, 0.09, 0.05)),
        jounce.parts.Revolute(name="hub", parent="axle", child="wheel", point=centre, axis=Y),
        jounce.parts.RollingWheel(name="rim", parent="ground", child="wheel", child_point=centre, axis=Y, radius=0.3),
        *more,
    )


def test_a_wheel_on_a_guide_rolls_down_with_the_inertia_of_its_spin():
    """a = g_x (m + M) / (m + M + I / r^2); what the guide holds already is redundant, and said so."""
    ready = jounce.prepare(cart())
    assert (ready.rank.active, set(ready.rank.redundant)) == (("rim.along",), {"rim.contact", "rim.across"})
    assert (ready.rank.mobility, ready.rank.mobility_of_positions, ready.rank.mobility_by_count) == (1, 2, -1)
    run = jounce.simulate(cart(), 1.0, integrator="rk4")
    acceleration = 2.0 * 3.0 / (3.0 + 0.09 / 0.3**2)
    np.testing.assert_allclose(run["guide.displacement"], 0.5 * acceleration * run.time**2, **CLOSE)
    np.testing.assert_allclose(run["hub.angle"], run["guide.displacement"] / 0.3, **CLOSE)
    np.testing.assert_allclose(run["rim.Fx"], -0.09 / 0.3**2 * acceleration, **CLOSE)


def test_of_two_rows_that_say_the_same_that_of_positions_stays():
    """A rack without slip beside a wheel without slip: the rack keeps the angle, the wheel only its rate."""
    rack = jounce.parts.Coupling(name="rack", coordinates=("guide.displacement", "hub.angle"), factors=(1.0, -0.3))
    ready = jounce.prepare(cart(rack))
    assert ready.rank.active == ("rack",)
    assert (ready.rank.mobility, ready.rank.mobility_of_positions) == (1, 1)
    assert len(jounce.linearise(ready).A) == 2
    turned = jounce.prepare(cart(rack), start={"hub.angle": 1.0})
    assert turned.state[turned.layout.coordinates["guide.displacement"]] == pytest.approx(0.3, rel=1e-12)


def test_a_wheel_held_by_a_spring_stands_where_the_spring_carries_it():
    spring = jounce.parts.Spring(
        name="spring",
        parent="ground",
        child="axle",
        point=(-1.0, 0.0, 0.3),
        child_point=(0.0, 0.0, 0.3),
        free_length=1.0,
        law=jounce.parts.laws.Linear(slope=50.0),
    )
    found = jounce.standing(cart(spring))
    assert found.named["guide.displacement"] == pytest.approx(2.0 * 3.0 / 50.0, rel=1e-9)
    linear = jounce.linearise(jounce.prepare(cart(spring)), found.state, hold=["hub.angle"])
    frequency = math.sqrt(50.0 / (3.0 + 0.09 / 0.3**2))
    assert linear.modes[-1].eigenvalue == pytest.approx(1j * frequency, rel=ROUNDING)


def trolley(in_lanes: bool) -> jounce.Model:
    """A plate on two castors: in lanes of one kernel where the plate is an interface, else in one piece."""
    model = jounce.Model("trolley").add(
        jounce.parts.Body(name="plate", mass=8.0, centre=(0.1, 0.05, 0.5), inertia=(0.5, 0.6, 0.9), interface=in_lanes),
        jounce.parts.Planar(name="floor", parent="ground", child="plate", point=(0.0, 0.0, 0.5), normal=Z, axis=X),
    )
    for name, (x, y) in {"a": (0.5, 0.3), "b": (-0.4, -0.3)}.items():
        pin, hub = (x, y, 0.4), (x - 0.05, y, 0.1)
        ends = {"parent": f"fork {name}", "child": f"wheel {name}"}
        rolling = {"parent": "ground", "child": f"wheel {name}", "axis": Y, "radius": 0.1, "touching": False}
        model.add(
            jounce.parts.Body(name=f"fork {name}", mass=0.5, centre=(x - 0.02, y, 0.2), inertia=(0.01, 0.01, 0.01)),
            jounce.parts.Body(name=f"wheel {name}", mass=0.8, centre=hub, inertia=(0.01, 0.016, 0.01)),
            jounce.parts.Revolute(name=f"pin {name}", parent="plate", child=f"fork {name}", point=pin, axis=Z),
            jounce.parts.Revolute(name=f"hub {name}", **ends, point=hub, axis=Y),
            jounce.parts.RollingWheel(name=f"rim {name}", child_point=hub, **rolling),
        )
    return model


def test_castors_in_lanes_roll_as_in_one_piece():
    """Subsystem synthesis carries rows of speeds like any others: the same accelerations and reactions to rounding."""
    start = {"pin a.angle": 0.3, "pin b.angle": -0.8}
    rates = {"floor.angle": 0.7, "floor.x": 1.3, "floor.y": 0.2}
    found = []
    for in_lanes in (True, False):
        ready = jounce.prepare(trolley(in_lanes), start, rates, integrator=None)
        assert [len(group.members) for group in ready.mechanism.groups] == ([2] if in_lanes else [1])
        found.append(ready.workspace().observe(ready.state))
    assert abs(found[0]["rim a.Fx"]) > 0.1
    for name in found[0]:
        assert found[0][name] == pytest.approx(found[1][name], rel=1e-9, abs=1e-9), name


# --- mistakes --------------------------------------------------------------------------------------------


def test_a_wheel_that_lies_flat_is_refused():
    model = disc(*SHAPES["disc"])
    flat = [replace(part, axis=Z) if part.name == "rim" else part for part in model.parts]
    with pytest.raises(ModelError, match="the wheel lies flat"):
        jounce.prepare(jounce.Model("flat").add(*flat))
    floating, half = without_way(model), math.sqrt(0.5)
    with pytest.raises(ModelError, match="the wheel lies flat"):
        jounce.prepare(floating, start={"disc.q0": half, "disc.q1": half})


def test_start_rates_that_slip_are_refused():
    with pytest.raises(ModelError, match="tear the loop apart"):
        jounce.prepare(cart(), start_rates={"guide.displacement": 1.0, "hub.angle": 1.0})


def test_a_sweep_refuses_positions_that_depend_on_the_way():
    """The input decides every speed, but where the wheel has turned to follows from its path."""
    drive = jounce.parts.Prescribed(
        name="drive", coordinate="guide.displacement", signal=jounce.parts.signals.External(input="pull")
    )
    ready = jounce.prepare(cart(jounce.parts.Input(name="pull", unit="m"), drive))
    assert (ready.rank.mobility, ready.rank.mobility_of_positions) == (0, 1)
    with pytest.raises(ModelError, match="1 freedom is left"):
        sweep(ready, {"pull": [0.0, 0.1]}, [{"pull": 1.0}])


def test_a_blade_lies_in_its_plane():
    blade = jounce.parts.KnifeEdge(
        name="blade", parent="ground", child="sleigh", point=(0.0, 0.0, 0.0), axis=(1.0, 0.0, 1.0)
    )
    model = jounce.Model("sleigh").add(jounce.parts.Body(name="sleigh", mass=1.0, inertia=(1.0, 1.0, 1.0)), blade)
    with pytest.raises(ModelError, match="must be 90 deg"):
        jounce.prepare(model)
