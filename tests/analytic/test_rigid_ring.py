"""A tyre on its belt: frequencies of its own springs and masses, and the tyre of one point where all is slow."""

from __future__ import annotations

from cmath import sqrt as root
from dataclasses import replace
from math import pi

import numpy as np
import pytest

import jounce
from jounce.model.belt_data import completed_belt
from jounce.parts import Prescribed
from jounce.parts.roads import Plank, Road, Sinusoid
from jounce.parts.signals import Constant, History
from jounce.parts.tyres.tyre import SLOW_DAMPING
from jounce.simulation.linear.linearise import linearise
from jounce.simulation.prepare import prepare
from jounce.simulation.trim import trim
from ring_rig import BELT, LAW, LOAD, RADIUS, STIFFNESS, UNDAMPED, ring_rig

HELD = ("way.tx", "way.tz", "w.wheel_bearing.angle")


def held(model, coordinates=HELD):
    for k, name in enumerate(coordinates):
        model.add(Prescribed(name=f"held {k}", coordinate=name, signal=Constant(value=0.0)))
    return model


def moving(eigenvalues):
    """One of each pair that swings, by rising magnitude."""
    return sorted((v for v in eigenvalues if v.imag > 1.0), key=abs)


def swing(k, m, d=0.0):
    return root((0.5 * d / m) ** 2 - k / m) - 0.5 * d / m


@pytest.mark.parametrize("belt", [UNDAMPED, BELT], ids=["undamped", "damped"])
def test_a_belt_off_the_ground_swings_by_its_own_stiffness_and_inertia(belt, measured):
    """m x'' + d x' + c x = 0 in each of the six directions; up and along alike, camber and yaw alike."""
    ready = prepare(held(ring_rig(belt=belt, height=1.0)))
    found = moving(linearise(ready, ready.state).eigenvalues)
    one = {
        "lateral": (belt.lateral, belt.mass, belt.lateral_damping),
        "tilt": (belt.tilt, belt.inertia_across, belt.tilt_damping),
        "wind_up": (belt.wind_up, belt.inertia_about, belt.wind_up_damping),
        "radial": (belt.radial, belt.mass, belt.radial_damping),
    }
    expected = sorted(
        (swing(*one[word]) for word in ("radial", "radial", "lateral", "tilt", "tilt", "wind_up")), key=abs
    )
    measured(
        "rigid ring: belt off the ground", max(abs(a / b - 1.0) for a, b in zip(found, expected, strict=True)), 1e-6
    )
    assert found == pytest.approx(expected, rel=1e-6)


def test_belt_modes_are_named_by_how_the_belt_moves():
    ready = prepare(held(ring_rig(belt=UNDAMPED, height=1.0)))
    names = " ".join(mode.name for mode in linearise(ready, ready.state).modes)
    for word in ("belt.fore_aft", "belt.lateral", "belt.vertical", "belt.yaw", "belt.camber", "belt_bearing.angle"):
        assert f"w.{word}" in names


def test_the_sidewall_of_a_spinning_wheel_turns_with_it():
    """Complex in the plane, z = x + i y: m z'' + d (z' - i W z) + c z = 0; tilts have the gyroscopic moment besides,
    I p'' - i J W p' + d (p' - i W p) + t p = 0. Eigenvalues come with their conjugates, so both signs of W do."""
    spin = 90.0  # rad/s, 97 km/h
    ready = prepare(
        ring_rig(height=1.0, heavy=True), start_rates={"w.wheel_bearing.angle": spin, "w.belt_bearing.angle": spin}
    )
    values = linearise(ready, ready.state).eigenvalues
    c, d, m = BELT.radial, BELT.radial_damping, BELT.mass
    t, e, I, J = BELT.tilt, BELT.tilt_damping, BELT.inertia_across, BELT.inertia_about
    wanted = []
    for W in (spin, -spin):
        wanted += list(np.roots([m, d, c - 1j * W * d])) + list(np.roots([I, e - 1j * J * W, t - 1j * W * e]))
    for value in wanted:
        nearest = min(values, key=lambda v, value=value: abs(v - value))
        assert nearest == pytest.approx(value, rel=1e-6)


def patch_matrix(mass, inertia, spring, turning, d, e, slope, arm, grip_arm, into):
    """d/dt of (way, turn, their rates, u) of a belt on a patch at rest: F = C (u + T u'), u' = -(way' + into turn')."""
    lag = SLOW_DAMPING
    u = np.array([0.0, 0.0, -1.0, -into, 0.0])
    F = slope * (lag * u + np.array([0.0, 0.0, 0.0, 0.0, 1.0]))
    way = (F - np.array([spring, 0.0, d, 0.0, 0.0])) / mass
    turn = (arm * F - np.array([-grip_arm, turning, 0.0, e, 0.0])) / inertia
    return np.array([[0, 0, 1, 0, 0], [0, 0, 0, 1, 0], way, turn, u], float)


def test_a_belt_on_the_ground_swings_with_its_patch(measured):
    """Upright on sidewall and residual spring; along and across also on the patch, C = K / sigma of what is left to it.

    The load stays below the rim's middle, so a belt that has moved by x is turned by x Fz.
    """
    ready = prepare(held(ring_rig()))
    state = trim(ready, unknowns=["w.belt.vertical"], rest=["w.belt.vertical_rate"]).state
    found = linearise(ready, state).eigenvalues
    residual = STIFFNESS * BELT.radial / (BELT.radial - STIFFNESS)
    pressed = LOAD / residual
    h, rolling = RADIUS - pressed, LAW.effective_radius(LOAD, 0.0)
    slopes = LAW.slopes(LOAD)
    give = (
        1 / BELT.radial + rolling * (h - LOAD / BELT.radial) / BELT.wind_up,
        1 / BELT.lateral + h * (h - LOAD / BELT.lateral) / BELT.tilt,
    )
    lags = LAW.slip_relaxation - slopes[0] * give[0], LAW.side_relaxation - slopes[1] * give[1]
    assert min(lags) > 0.05  # more than half the patch: springs in series, and nothing else
    along = patch_matrix(
        BELT.mass, BELT.inertia_about, BELT.radial, BELT.wind_up, BELT.radial_damping, BELT.wind_up_damping,
        slopes[0] / lags[0], -h, LOAD, -rolling,
    )  # fmt: skip
    across = patch_matrix(
        BELT.mass, BELT.inertia_across, BELT.lateral, BELT.tilt, BELT.lateral_damping, BELT.tilt_damping,
        slopes[1] / lags[1], h, -LOAD, h,
    )  # fmt: skip
    upright = swing(BELT.radial + residual, BELT.mass, BELT.radial_damping)
    yaw = swing(BELT.tilt, BELT.inertia_across, BELT.tilt_damping)
    for value in [upright, yaw, *np.linalg.eigvals(along), *np.linalg.eigvals(across)]:
        nearest = min(found, key=lambda v, value=value: abs(v - value))
        measured("rigid ring: belt on the ground", abs(nearest - value) / max(abs(value), 1.0), 1e-6)
        assert nearest == pytest.approx(value, rel=1e-6, abs=1e-6)


SPEED, UNTIL, STEP = 20.0, 2.0, 5e-4  # m/s, s, s
AHEAD = {"way.tx": SPEED, "w.wheel_bearing.angle": SPEED / LAW.effective_radius(LOAD, 0.0)}


def led(model, ways, **run):
    """The wheel hauled ahead, rolling free, with its carrier's other ways as functions of time."""
    time = np.arange(0.0, UNTIL + 0.1, 1e-3)
    for name, value in {"way.tx": SPEED * time, **{word: of(time) for word, of in ways.items()}}.items():
        signal = History(time=tuple(time.tolist()), value=tuple(value.tolist()), interpolation="spline")
        model.add(Prescribed(name=f"lead {name}", coordinate=name, signal=signal))
    rates = dict(AHEAD)
    if any(joint.name == "w.belt" for joint in model.joints):
        rates["w.belt_bearing.angle"] = rates["w.wheel_bearing.angle"]
    return jounce.simulate(model, UNTIL, start_rates=rates, integrator="rk4", step=STEP, output_step=2e-3, **run)


def swept(run, channel, frequency):
    """Amplitude and phase of a channel in the last second, whole periods of it."""
    late = run.time >= UNTIL - 1.0 - 1e-9
    t, y = run.time[late][:-1], run[channel][late][:-1]
    return 2.0 * np.mean((y - y.mean()) * np.exp(-2j * pi * frequency * t))


def same_below_8_hertz(ring, point, channel, frequency, measured):
    ratio = swept(ring, channel, frequency) / swept(point, channel, frequency)
    measured(f"rigid ring: amplitude of {channel} to 8 Hz", abs(ratio) - 1.0, 0.02)
    measured(f"rigid ring: phase of {channel} to 8 Hz, deg", np.degrees(np.angle(ratio)), 2.0)


@pytest.mark.parametrize("frequency", [2.0, 7.5])
def test_the_load_over_waves_of_the_road_is_that_of_one_point_below_8_hertz(frequency, measured):
    """Sidewall and residual spring in series are the law's; the belt's mass adds some (f/f_belt)^2, below 0.8 %."""
    road = Road(elements={"waves": Sinusoid(amplitude=2e-3, wavelength=SPEED / frequency, start=0.0)})
    stays = {"way.tz": lambda t: 0.0 * t}
    ring, point = (led(ring_rig(belt=belt), stays, road=road) for belt in (BELT, None))
    same_below_8_hertz(ring, point, "tyre.Fz", frequency, measured)


@pytest.mark.parametrize("frequency", [2.0, 7.5])
def test_the_side_force_over_a_sine_of_slip_is_that_of_one_point_below_8_hertz(frequency, measured):
    """The patch keeps of the law's relaxation length what the belt does not give. What is left is the belt's own
    inertia as the rim shakes it, (f/f_belt)^2: a belt that swings at 40 Hz has 2 % of it at 7.7 Hz."""
    aside = {"way.tz": lambda t: 0.0 * t, "way.ty": lambda t: 2e-3 * np.sin(2.0 * pi * frequency * t)}
    ring, point = (led(ring_rig(belt=belt, order=("tx", "ty", "tz")), aside) for belt in (BELT, None))
    same_below_8_hertz(ring, point, "tyre.Fy", frequency, measured)


SLIP_ANGLE, PRESSED, DRIVEN = 0.03, 0.02, 1.01  # rad, m, of free rolling


def rolled(law, belt):
    """A wheel led straight ahead and spun, at a slip angle and a height."""
    radius = law.free_radius(0.0)
    axis = (-np.sin(SLIP_ANGLE), np.cos(SLIP_ANGLE), 0.0)
    spin = DRIVEN * SPEED / (radius - 0.3 * PRESSED)
    model = ring_rig(law, belt, height=radius - PRESSED, axis=axis)
    for name, rate in (("way.tx", SPEED), ("way.tz", 0.0), ("w.wheel_bearing.angle", spin)):
        signal = History(time=(0.0, UNTIL), value=(0.0, rate * UNTIL), interpolation="linear")
        model.add(Prescribed(name=f"lead {name}", coordinate=name, signal=signal))
    rates = {"way.tx": SPEED, "w.wheel_bearing.angle": spin} | ({"w.belt_bearing.angle": spin} if belt else {})
    return jounce.simulate(model, UNTIL, start_rates=rates, integrator="rk4", step=STEP, output_step=0.1)


@pytest.mark.parametrize("tyre", ["tyre_155_65_r13", "tyre_205_55_r16_mf61"])
def test_the_steady_state_of_a_rigid_ring_is_that_of_its_law_in_every_force_and_moment(tyre, measured):
    """Slip, inclination and place of the forces are the rim's, and the springs are in series: also where the law's
    spring is not linear, as that of 6.1. Without the damper in the wheel plane: it turns with the rim, and pushes."""
    law = jounce.load(tyre).tyre
    belt = replace(completed_belt(None, law, {}), radial_damping=0.0)
    ring, point = rolled(law, belt), rolled(law, None)
    assert np.hypot(ring["w.sidewall.x"][-1], ring["w.sidewall.y"][-1]) > 1e-3  # the belt has moved
    for channel in (*(f"tyre.{word}" for word in ("Fx", "Fy", "Fz", "Mx", "My", "Mz", "slip", "slip_angle")), "way.Mx"):
        ours, theirs = ring[channel][-1], point[channel][-1]
        measured("rigid ring: steady state", (ours - theirs) / theirs, 1e-6)
        assert ours == pytest.approx(theirs, rel=1e-6)


def test_a_belt_that_rolls_without_load_has_no_force():
    """In the air and without weight it turns with its rim: nothing bends, nothing pushes."""
    spin = {"w.wheel_bearing.angle": 60.0, "w.belt_bearing.angle": 60.0}
    run = jounce.simulate(ring_rig(height=1.0), 0.5, start_rates=spin, integrator="rk4", step=1e-3)
    for channel in (*(f"w.sidewall.{word}" for word in ("Fx", "Fy", "Fz", "Mx", "Mz")), "w.wind_up.torque", "tyre.Fz"):
        assert np.abs(run[channel]).max() < 1e-9


def test_what_falls_on_a_rigid_ring_keeps_its_energy_balance(measured):
    """Work of tyre, sidewall and wind-up beside kinetic and potential energy, while a wheel lands on a cleat, bounces
    off the road and lands again: RK4 at 0.1 ms loses less than 1e-8 of what it had."""
    road = Road(elements={"cleat": Plank(start=1.1, length=0.05, height=0.02)})
    spin = SPEED / 2 / LAW.effective_radius(LOAD, 0.0)
    run = jounce.simulate(
        ring_rig(height=RADIUS + 0.05, gravity=9.81, contact="enveloping"),
        0.8,
        start_rates={"way.tx": SPEED / 2, "w.wheel_bearing.angle": spin, "w.belt_bearing.angle": spin},
        integrator="rk4",
        step=1e-4,
        output_step=1e-3,
        road=road,
    )
    pressed = run["tyre.Fz"] > 0.0
    assert (pressed & (run["tyre.road"] > 0.0)).any() and not pressed[np.flatnonzero(pressed)[0] :].all()
    measured("rigid ring: energy balance", np.ptp(run["energy.balance"]) / run["energy.kinetic"][0], 1e-8)
