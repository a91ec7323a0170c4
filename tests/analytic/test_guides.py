"""Points on curves, surfaces and cams, held there or pushed back, against motions that are known in closed form."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import jounce
from jounce.graph import Scalar, cos, sqrt
from jounce.units import Number

G = 9.81  # m/s^2, the model's default
O, X, Y, Z = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
RTOL = 1e-11  # of the integrator; over some hundred steps its error stays below 1e-8


@dataclass(frozen=True, slots=True, kw_only=True)
class Parabola:
    """y = bend x^2 / 2."""

    bend: Number

    def value(self, x: Scalar) -> Scalar:
        return 0.5 * self.bend * x * x


@dataclass(frozen=True, slots=True, kw_only=True)
class Wave:
    """y = mean + size cos(k x - phase)."""

    mean: Number
    size: Number
    k: Number
    phase: Number = 0.0

    def value(self, x: Scalar) -> Scalar:
        return self.mean + self.size * cos(self.k * x - self.phase)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bowl:
    """A sphere of the given radius above its lowest point."""

    radius: Number

    def value(self, x: Scalar, v: Scalar) -> Scalar:
        return self.radius - sqrt(self.radius * self.radius - x * x - v * v)


def bead(**more) -> jounce.parts.Body:
    return jounce.parts.Body(name="bead", mass=0.3, inertia=(1e-4, 1e-4, 1e-4), **more)


def simulated(model, duration, start=None, start_rates=None, rtol=RTOL):
    settings = {"integrator": "dormand-prince", "rtol": rtol, "atol": rtol, "output_step": duration / 20}
    run = jounce.simulate(model, duration, start=start, start_rates=start_rates, **{"integrator": "rk4", **settings})
    assert run["constraints.gap"].max() < 1e-10
    assert np.ptp(run["energy.balance"]) < 1e-8 * max(run["energy.kinetic"].max(), 1.0)  # a guide does no work
    return run


def test_a_bead_on_a_parabola_swings_as_its_lagrangian_says():
    """z = c x^2 / 2: (1 + c^2 x^2) x'' + c^2 x x'^2 + g c x = 0, integrated by another program's method."""
    c = 1.6
    model = jounce.Model("bead on a parabola").add(
        bead(),
        jounce.parts.Sequence(name="way", parent="ground", child="bead", point=O, order=("tx", "tz")),
        jounce.parts.PointOnCurve(name="wire", parent="ground", child="bead", point=O, rise=Parabola(bend=c)),
    )
    start = 0.5
    run = simulated(model, 2.0, start={"way.tx": start, "way.tz": 0.5 * c * start**2})

    def lagrange(t, y):
        x, v = y
        return v, -(c * c * x * v * v + G * c * x) / (1 + c * c * x * x)

    known = solve_ivp(lagrange, (0, 2.0), (start, 0.0), "DOP853", run.time, rtol=1e-12, atol=1e-13).y
    np.testing.assert_allclose(run["way.tx"], known[0], atol=1e-8)


@pytest.mark.parametrize("turned", [False, True])
def test_a_bead_runs_down_a_helix_at_the_acceleration_of_its_slope(turned):
    """On a helix of radius R and lead 2 pi h a bead falls by z'' = -g h^2 / (R^2 + h^2), whatever the helix hangs on:
    the ground, or a plate that a hinge has turned by a right angle from where it was drawn.

    The wire carries m (g + z'') of its weight and m (v_across)^2 / R towards the axis, v_across = R z' / h; along its
    circle it pushes with m R z'' / h. Friction-free, so the three are normal to the wire.
    """
    R, h, mass = 0.2, 0.05, 0.3
    curve = {"rise": Wave(mean=0.0, size=R, k=1 / h), "side": Wave(mean=0.0, size=R, k=1 / h, phase=math.pi / 2)}
    where = {"parent": "ground", "axis": (0.0, 0.0, -1.0), "normal": X, "point": (-R, 0.0, 0.0)}
    held = []
    if turned:
        plate = jounce.parts.Body(name="plate", mass=1.0, inertia=(1.0, 1.0, 1.0))
        hinge = jounce.parts.Revolute(name="hinge", parent="ground", child="plate", point=(-R, 0.0, 0.0), axis=Y)
        lock = jounce.parts.Prescribed(
            name="lock", coordinate="hinge.angle", signal=jounce.parts.signals.Constant(value=math.pi / 2)
        )
        held, where = [plate, hinge, lock], where | {"parent": "plate", "axis": X, "normal": Z}
    guide = jounce.parts.PointOnCurve(name="wire", child="bead", child_point=O, **where, **curve)
    motion = jounce.parts.BodyMotion(name="seen", body="bead", point=O)
    model = jounce.Model("bead on a helix").add(*held, bead(), guide, motion)
    run = simulated(model, 0.5, start={"hinge.angle": math.pi / 2} if turned else None)
    falling = G * h * h / (R * R + h * h)
    np.testing.assert_allclose(run["seen.z"] - run["seen.z"][0], -0.5 * falling * run.time**2, atol=1e-9)
    np.testing.assert_allclose(run["seen.y"], R * np.sin(-run["seen.z"] / h), atol=1e-9)  # left of x and z
    across = (mass * R / h**2 * (falling * run.time) ** 2, mass * R / h * falling)
    pull = np.sqrt(across[0] ** 2 + across[1] ** 2 + (mass * (G - falling)) ** 2)
    np.testing.assert_allclose(np.linalg.norm([run[f"wire.F{k}"] for k in "xyz"], axis=0), pull, rtol=1e-8)


def test_a_bead_in_a_bowl_moves_as_a_spherical_pendulum():
    """The same motion and the same force as with a rod to the centre of the sphere, from a start on neither circle."""
    R, start = 0.5, {"way.tx": 0.2, "way.tz": 0.5 - math.sqrt(0.5**2 - 0.2**2)}
    runs = [
        simulated(
            jounce.Model("bowl").add(
                bead(),
                jounce.parts.Sequence(name="way", parent="ground", child="bead", point=O, order=("tx", "ty", "tz")),
                holding,
            ),
            1.0,
            start=start,
            start_rates={"way.ty": 1.1},
        )
        for holding in (
            jounce.parts.PointOnSurface(name="held", parent="ground", child="bead", point=O, height=Bowl(radius=R)),
            jounce.parts.Distance(name="held", parent="ground", child="bead", point=(0.0, 0.0, R), child_point=O),
        )
    ]
    for channel in ("way.tx", "way.ty", "way.tz"):
        np.testing.assert_allclose(*(run[channel] for run in runs), atol=1e-8)
    forces = [np.array([run[f"held.F{k}"] for k in "xyz"]) for run in runs]
    np.testing.assert_allclose(*forces, atol=1e-7)
    assert np.linalg.norm(forces[0], axis=0).min() > 1.0


LIFT, LOBES, BASE = 0.004, 3.0, 0.05  # m, per turn, m


def cam_drive(edge, phase: float = 0.0) -> jounce.Model:
    """A disc of three lobes on a heavy shaft that nothing brakes, and a follower straight above it."""
    at = (0.0, 0.0, BASE + LIFT)
    return jounce.Model("cam and follower").add(
        jounce.parts.Body(name="cam", mass=2e3, inertia=(1e5, 1e5, 1e5)),
        jounce.parts.Revolute(name="shaft", parent="ground", child="cam", point=O, axis=Y),
        bead(centre=at),
        jounce.parts.Prismatic(name="guide", parent="ground", child="bead", point=at, axis=Z),
        edge(
            name="edge",
            parent="cam",
            child="bead",
            point=O,
            child_point=at,
            start=Z,
            radius=Wave(mean=BASE, size=LIFT, k=LOBES, phase=phase),
        ),
    )


def test_a_follower_rises_by_the_lift_law_of_its_cam():
    """The follower is at -a in the turning cam: s = L (cos(3 a + phase) - 1), through more than two turns.

    The edge carries m (g + s'') upwards and, without friction, pushes along its normal: the shaft feels the moment
    -F ds/da. A shaft of 1e5 kg m^2 keeps its speed to 1e-6.
    """
    speed, phase = 8.0, 0.4
    run = simulated(cam_drive(jounce.parts.PointOnCam, phase), 2.0, start_rates={"shaft.angle": speed})
    turn = LOBES * run["shaft.angle"] + phase
    assert turn[-1] > 2 * LOBES * math.tau
    np.testing.assert_allclose(run["guide.displacement"], LIFT * (np.cos(turn) - 1.0), atol=1e-12)
    lift = 0.3 * (G - LIFT * (LOBES * speed) ** 2 * np.cos(turn))
    np.testing.assert_allclose(run["edge.Fz"], lift, rtol=1e-5)
    slope = -LIFT * LOBES * np.sin(turn) / (BASE + LIFT * np.cos(turn))
    np.testing.assert_allclose(np.abs(run["edge.Fx"]), np.abs(lift * slope), atol=1e-5)


def test_a_follower_lifts_off_where_its_cam_falls_faster_than_it_can():
    """The cam's s'' = -w^2 L cos 3 a, w = 3 a', passes -g at the top where cos 3 a = g / (w^2 L): there the load ends.

    A contact of k = 1e7 N/m gives way by m (g + s'') / k < 0.5 um: the place is off by 5e-7 / (w L) = 3 mrad at most.
    """
    speed = 22.0
    w = LOBES * speed
    assert w * w * LIFT > G
    edge = jounce.parts.CamContact
    model = cam_drive(lambda **more: edge(stiffness=1e7, damping=20.0, **more))
    low = math.pi / LOBES  # the follower begins at the bottom of the lobe, pressed in by its load there
    pressed = 0.3 * (G + w * w * LIFT) / 1e7
    run = jounce.simulate(
        model,
        1.2 * math.pi / w,
        start={"shaft.angle": low, "guide.displacement": -2 * LIFT - pressed},
        start_rates={"shaft.angle": speed},
        integrator="dormand-prince",
        rtol=1e-9,
        atol=1e-12,
        output_step=1e-5,
    )
    left = np.argmax(run["edge.load"] <= 0.0)
    assert run["edge.load"][0] == pytest.approx(0.3 * (G + w * w * LIFT), rel=1e-3)
    expected = math.tau - math.acos(G / (w * w * LIFT))
    assert LOBES * run["shaft.angle"][left] == pytest.approx(expected, abs=4e-3 + 1e-5 * w)
    assert run["edge.depth"][-1] < -1e-5 and not run["edge.load"][left:].any()


def test_a_pin_in_a_sloping_slot_falls_through_its_play_and_slides_down():
    """On a slope of 3 in 4 it rests m g cos / k inside the lower wall, at `play` from the middle, and slides at
    g (sin - friction cos); friction is less by (slip_speed / speed)^2 / 2 of it, 2e-5 at the speeds that are read.
    """
    k, play, friction = 1e5, 2e-3, 0.3
    slot = jounce.parts.SlotContact(
        name="slot",
        parent="ground",
        child="bead",
        point=O,
        rise=jounce.parts.laws.Linear(slope=-0.75),
        stiffness=k,
        play=play,
        damping=2.0,
        friction=friction,
        slip_speed=0.01,
    )
    way = jounce.parts.Sequence(name="way", parent="ground", child="bead", point=O, order=("tx", "tz"))
    run = jounce.simulate(jounce.Model("slot").add(bead(), way, slot), 1.5, step=1e-4, output_step=1e-2)
    across = 0.8 * (run["way.tz"] + 0.75 * run["way.tx"])
    assert across[0] == 0.0 and run["slot.depth"][0] == -play
    assert across[-1] == pytest.approx(-play - 0.3 * G * 0.8 / k, abs=1e-6)
    assert run["slot.load"][-1] == pytest.approx(0.3 * G * 0.8, rel=1e-3)
    speed = np.hypot(run["way.tx_rate"], run["way.tz_rate"])
    last = (speed[-1] - speed[-51]) / (run.time[-1] - run.time[-51])
    assert last == pytest.approx(G * (0.6 - friction * 0.8), rel=1e-3)
    assert run.metadata["energy_change"] < 1e-3


def test_a_ball_on_a_surface_is_pushed_along_its_normal():
    """At rest in the lowest point of a bowl the contact carries the weight; beside it, the pull back is g x / R."""
    R, k = 0.5, 1e5
    contact = jounce.parts.SurfaceContact(
        name="bowl", parent="ground", child="bead", point=O, height=Bowl(radius=R), stiffness=k
    )
    way = jounce.parts.Sequence(name="way", parent="ground", child="bead", point=O, order=("tx", "ty", "tz"))
    model = jounce.Model("bowl").add(bead(), way, contact)
    sunk = 0.3 * G / k
    run = jounce.simulate(model, math.pi * math.sqrt(R / G), start={"way.tx": 1e-3, "way.tz": -sunk + 1e-6}, step=1e-4)
    assert run["bowl.load"][-1] == pytest.approx(0.3 * G, rel=1e-3)
    assert run["way.tx"][-1] == pytest.approx(-1e-3, rel=1e-3)  # half a swing


def test_what_a_guide_cannot_be_is_refused_or_told():
    """A follower on the axis of its cam, axes that are not square, and a wire that holds what another one holds."""
    wire = {"parent": "ground", "child": "bead", "point": O, "rise": Parabola(bend=1.0)}
    way = jounce.parts.Sequence(name="way", parent="ground", child="bead", point=O, order=("tx", "tz"))
    cam = jounce.parts.PointOnCam(
        name="cam",
        parent="ground",
        child="bead",
        point=O,
        child_point=(0.0, 0.3, 0.0),
        radius=jounce.parts.laws.Linear(slope=1.0),
    )
    skew = jounce.parts.PointOnCurve(name="skew", **wire, axis=(1.0, 0.0, 0.5))
    with pytest.raises(jounce.ModelError) as refused:
        jounce.prepare(jounce.Model("no").add(bead(), way, cam, skew))
    assert "joints.cam.child_point" in str(refused.value) and "joints.skew.normal" in str(refused.value)
    twice = [jounce.parts.PointOnCurve(name=name, **wire) for name in ("one", "two")]
    run = jounce.simulate(jounce.Model("twice").add(bead(), way, *twice), 0.01, start={"way.tx": 0.2}, integrator="rk4")
    assert run.metadata["redundant_rows"] == ["two.rise"]
