"""The load and the friction of a rolling disc on prescribed motions, where both are known in closed form."""

from __future__ import annotations

import math

import numpy as np
import pytest

import jounce
from jounce.parts.signals import Harmonic

RADIUS, STIFFNESS, DAMPING, FRICTION, ZONE = 0.3, 1e4, 200.0, 0.8, 0.05
DEPTH = 0.01  # m under the plane in the design position: 100 N
AMPLITUDE, FREQUENCY = 0.6, 1.5  # of the prescribed motion: rad or m, Hz


def disc_on(*joints, height: float = RADIUS - DEPTH) -> jounce.Model:
    """A disc upright at x = y = 0, its centre at this height, on joints whose first coordinate swings."""
    swing = Harmonic(amplitude=AMPLITUDE, frequency=FREQUENCY)
    return jounce.Model("disc").add(
        jounce.parts.Body(name="carrier", mass=1.0, inertia=(0.1, 0.1, 0.1)),
        jounce.parts.Body(name="wheel", mass=1.0, inertia=(0.1, 0.1, 0.1), centre=(0.0, 0.0, height)),
        *joints,
        jounce.parts.Prescribed(
            name="drive", coordinate=f"{joints[0].name}.{joints[0].motions()[0].name}", signal=swing
        ),
        jounce.parts.RollingDisc(
            name="disc",
            body="wheel",
            point=(0.0, 0.0, height),
            axis=(0.0, 1.0, 0.0),
            radius=RADIUS,
            stiffness=STIFFNESS,
            damping=DAMPING,
            friction=FRICTION,
            zone=ZONE,
        ),
    )


def lean_about(z: float) -> jounce.parts.Revolute:
    """The carrier leans about a line along x at this height."""
    return jounce.parts.Revolute(
        name="lean", parent="ground", child="carrier", point=(0.0, 0.0, z), axis=(1.0, 0.0, 0.0)
    )


def axle(height: float = RADIUS - DEPTH) -> jounce.parts.Revolute:
    return jounce.parts.Revolute(
        name="axle", parent="carrier", child="wheel", point=(0.0, 0.0, height), axis=(0.0, 1.0, 0.0)
    )


def motion(run: jounce.Result) -> tuple[np.ndarray, np.ndarray]:
    """The prescribed coordinate and its rate."""
    w = 2 * math.pi * FREQUENCY
    return AMPLITUDE * np.sin(w * run.time), AMPLITUDE * w * np.cos(w * run.time)


@pytest.mark.parametrize("spin", [0.0, 40.0])
def test_a_disc_that_leans_about_its_lowest_point_keeps_its_load(spin):
    """Its penetration is constant, whatever its centre does and however fast it spins."""
    run = jounce.simulate(disc_on(lean_about(-DEPTH), axle()), 1.0, start_rates={"axle.angle_rate": spin}, step=1e-3)
    np.testing.assert_allclose(run["disc.Fz"], STIFFNESS * DEPTH, rtol=1e-9)


def test_a_disc_that_leans_about_its_centre_is_damped_by_the_rate_of_its_penetration():
    """e = R cos(lean) - h, e' = -R sin(lean) lean'."""
    height = 0.2  # so deep that it never lifts
    run = jounce.simulate(disc_on(lean_about(height), axle(height), height=height), 1.0, step=1e-3)
    lean, rate = motion(run)
    load = STIFFNESS * (RADIUS * np.cos(lean) - height) - DAMPING * RADIUS * np.sin(lean) * rate
    assert load.min() > 0.0
    np.testing.assert_allclose(run["disc.Fz"], load, rtol=1e-9)


def test_a_disc_that_lies_flat_touches_with_its_centre():
    """Its axle is upright, so that no point of the rim is the lowest: finite, and e = -z of the centre."""
    flat = jounce.Model("flat disc").add(
        jounce.parts.Body(name="wheel", mass=1.0, inertia=(0.1, 0.1, 0.1)),
        jounce.parts.Prismatic(
            name="fall", parent="ground", child="wheel", point=(0.0, 0.0, 0.0), axis=(0.0, 0.0, 1.0)
        ),
        jounce.parts.Prescribed(
            name="drive", coordinate="fall.displacement", signal=jounce.parts.signals.Constant(value=-DEPTH)
        ),
        jounce.parts.RollingDisc(
            name="disc",
            body="wheel",
            point=(0.0, 0.0, 0.0),
            axis=(0.0, 0.0, 1.0),
            radius=RADIUS,
            stiffness=STIFFNESS,
            damping=DAMPING,
            friction=FRICTION,
            zone=ZONE,
        ),
    )
    assert jounce.simulate(flat, 0.01, step=1e-3)["disc.Fz"] == pytest.approx(STIFFNESS * DEPTH, rel=1e-9)


def test_friction_is_smooth_coulomb_in_the_sliding_velocity():
    """A locked disc that slides along y: F = -friction Fz v / sqrt(v^2 + zone^2); its work is the integral of F v."""
    slide = jounce.parts.Prismatic(
        name="slide", parent="ground", child="carrier", axis=(0.0, 1.0, 0.0), point=(0.0, 0.0, 0.0)
    )
    lock = jounce.parts.Fixed(name="lock", parent="carrier", child="wheel")
    run = jounce.simulate(disc_on(slide, lock), 1.0, step=1e-4)
    _, v = motion(run)
    force = -FRICTION * STIFFNESS * DEPTH * v / np.hypot(v, ZONE)
    np.testing.assert_allclose(run["disc.power"], force * v, rtol=0, atol=1e-6)
