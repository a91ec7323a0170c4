"""What a mechanism without damping keeps: energy, momentum, and its loops closed; for a minute."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest
from closed_loops import four_bar, mechanical_energy
from crank_angle import loss_in_one_coordinate
from free_motions import CORNERS, DORMAND_PRINCE, LINKAGES, MOTIONS, loss_by_theory, rk4_share, roughness

import jounce

MINUTE = 60.0
BOUND = 1e-8  # of the largest kinetic energy
METHODS = {
    "dormand-prince": {"integrator": "dormand-prince", "rtol": 1e-10},
    "rk4, 0.2 ms": {"step": 2e-4},
    "rk4, 1 ms": {"step": 1e-3},
}


@cache
def prepared(name: str) -> jounce.simulation.Prepared:
    return MOTIONS[name]()


@cache
def minute(name: str, method: str) -> jounce.Result:
    """Rows so dense that the fastest oscillation, 12 Hz, has 16 in a period."""
    return jounce.simulate(prepared(name), MINUTE, output_step=5e-3, **METHODS[method])


def exchanged(run) -> float:
    """The kinetic energy that comes and goes: its largest less what the wheel's spin always has."""
    return float(np.ptp(run["energy.kinetic"]))


def energy_change(name: str, method: str) -> float:
    """Largest change of kinetic and potential energy, springs' from their lengths, by the energy exchanged."""
    run = minute(name, method)
    energy = mechanical_energy(prepared(name).model, run)
    return float(np.abs(energy - energy[0]).max() / exchanged(run))


def energy_lost(name: str, method: str) -> float:
    """The same between the means of the first and the last two seconds: what swings within a period is no loss."""
    run = minute(name, method)
    energy = mechanical_energy(prepared(name).model, run)
    rows = round(2.0 / 5e-3)
    return float(energy[:rows].mean() - energy[-rows:].mean()) * MINUTE / (MINUTE - 2.0) / exchanged(run)


@pytest.mark.parametrize("method", ["dormand-prince", "rk4, 0.2 ms"])
@pytest.mark.parametrize("name", MOTIONS)
def test_loops_stay_closed_for_a_minute_and_energy_stays(name, method, measured):
    """The run says so itself: it integrates the work of each element, we take the springs' lengths."""
    run = minute(name, method)
    assert run.metadata["constraint_gap"] < 1e-10
    assert run.metadata["velocity_gap"] < 1e-9
    measured("minute.gap", run.metadata["constraint_gap"], 1e-10)
    measured("minute.energy", energy_change(name, method), BOUND)
    assert energy_change(name, method) < BOUND
    assert run.metadata["energy_change"] < BOUND


@pytest.mark.parametrize("method", ["rk4, 0.2 ms", "rk4, 1 ms"])
@pytest.mark.parametrize("name", CORNERS)
def test_a_corner_loses_with_rk4_what_linear_theory_says(name, method):
    """Neither loops nor projection add to it. 5 % for curved paths: (50 mm / 350 mm of arm)^2 = 2 %, twice.

    Rounding: each of 3e5 steps rounds speeds by up to 1.1e-16, energy by twice that; both add up like a random walk.
    """
    run, step = minute(name, method), METHODS[method]["step"]
    theory = loss_by_theory(roughness(prepared(name), run), rk4_share(prepared(name)), step) / exchanged(run)
    rounding = 2.2e-16 * math.sqrt(MINUTE / step) * run["energy.kinetic"].max() / exchanged(run)
    print(f"{name}, {method}: energy lost {energy_lost(name, method):.2e}, by theory {theory:.2e}")
    assert energy_lost(name, method) == pytest.approx(theory, rel=0.05, abs=rounding)


@pytest.mark.parametrize("name", CORNERS)
def test_a_corner_loses_with_dormand_prince_what_linear_theory_says(name):
    """At the mean step, within a factor of 3.

    Where the control follows one speed's error, h^5 goes like |tan| of the phase, up to a step beside the pole: at 30
    steps a radian its mean is (2/pi) ln 30 = 2.2, and that of h to the fifth power 0.78, 2.8 times less.
    """
    run = minute(name, "dormand-prince")
    step = MINUTE / run.metadata["steps"]
    theory = loss_by_theory(roughness(prepared(name), run), DORMAND_PRINCE, step) / exchanged(run)
    print(f"{name}, dormand-prince: energy change {energy_change(name, 'dormand-prince'):.2e}, by theory {theory:.2e}")
    assert theory / 3 < energy_change(name, "dormand-prince") < 3 * theory


@pytest.mark.parametrize("name", LINKAGES)
def test_a_linkage_loses_with_rk4_by_the_order_of_the_method(name):
    """A fifth of the step: 5^4 less at least, for a method of order 4. Rounding as above."""
    coarse, fine = (energy_change(name, method) for method in ("rk4, 1 ms", "rk4, 0.2 ms"))
    print(f"{name}: energy change with rk4 {coarse:.1e} at 1 ms, {fine:.1e} at 0.2 ms")
    assert fine < coarse / 5**4 + 2.2e-16 * math.sqrt(MINUTE / 2e-4)


def test_the_energy_change_of_a_run_is_its_imbalance_by_the_largest_kinetic_energy():
    """In its metadata, together with both gaps; where nothing moves, it is zero."""
    run = minute("library four-bar, let go", "rk4, 1 ms")
    balance = run["energy.balance"]
    assert run.metadata["energy_balance"] == np.abs(balance - balance[0]).max()
    assert run.metadata["energy_change"] == run.metadata["energy_balance"] / run["energy.kinetic"].max()
    assert {"constraint_gap", "velocity_gap"} <= set(run.metadata)
    still = jounce.simulate(jounce.load("pendulum").with_values({"gravity.z": 0.0}), 0.1, integrator="rk4")
    assert still.metadata["energy_change"] == 0.0


def test_a_drive_that_moves_nothing_changes_no_energy():
    """Rounding of the weight's energy by rounding of no motion would be anything."""
    block = jounce.Model("block").add(
        jounce.parts.Body(name="block", mass=3.0, centre=(0.0, 0.0, 0.7), inertia=(0.1, 0.1, 0.1)),
        jounce.parts.Prismatic(
            name="lift", parent="ground", child="block", point=(0.0, 0.0, 0.0), axis=(0.6, 0.0, 0.8)
        ),
        jounce.parts.Prescribed(
            name="drive",
            coordinate="lift.displacement",
            signal=jounce.parts.signals.Harmonic(amplitude=0.0, frequency=1.0),
        ),
    )
    assert jounce.simulate(block, 1.0, integrator="rk4").metadata["energy_change"] == 0.0


def test_the_loop_of_a_four_bar_costs_no_energy():
    """The library four-bar as one equation in the crank angle, without loop or projection, loses no less."""
    step, duration = 1e-3, 6.0
    run = jounce.simulate(jounce.load("four_bar"), duration, step=step)
    lost, largest = loss_in_one_coordinate(step, duration)
    assert run["energy.kinetic"].max() == pytest.approx(largest, rel=1e-3)  # rows every 10 ms miss the top by less
    assert run.metadata["energy_balance"] < lost


def test_a_free_body_keeps_its_spin_and_its_energy():
    """No torque: angular momentum in the ground's axes and kinetic energy are constant, the spin is not.

    Euler's equations about the middle axis: it turns over again and again [Landau 1976, section 37].
    """
    inertia = np.array([0.2, 0.35, 0.5])
    model = jounce.Model("tumbler", gravity=(0.0, 0.0, 0.0)).add(
        jounce.parts.Body(name="box", mass=3.0, inertia=tuple(inertia)),
        jounce.parts.Free(name="free", parent="ground", child="box"),
    )
    rates = {"free.wx": 0.01, "free.wy": 4.0, "free.wz": 0.02, "free.vx": 0.3}
    run = jounce.simulate(model, MINUTE, start_rates=rates, integrator="dormand-prince", rtol=1e-11, atol=1e-12)
    w = np.array([run[f"free.w{axis}"] for axis in "xyz"])
    assert w[1].min() < -3.9  # it does turn over
    L = np.einsum("ijn,jn->in", rotations(run, "free"), inertia[:, None] * w)
    assert np.abs(L - L[:, :1]).max() < 1e-7 * np.linalg.norm(L[:, 0])  # 1e-11 a step, 1e4 steps
    energy = run["energy.kinetic"]
    assert np.abs(energy - energy[0]).max() < 1e-8 * energy[0]
    assert run["free.x"][-1] == pytest.approx(0.3 * MINUTE, abs=1e-7)


def rotations(run, joint: str) -> np.ndarray:
    """R = 1 + 2 q0 [q] + 2 [q]^2 for each time, by vectors [Shoemake 1985]."""
    q0, x, y, z = (run[f"{joint}.q{k}"] for k in range(4))
    zero = np.zeros_like(x)
    Q = np.array([[zero, -z, y], [z, zero, -x], [-y, x, zero]])
    return np.eye(3)[:, :, None] + 2 * q0 * Q + 2 * np.einsum("ijn,jkn->ikn", Q, Q)


def test_without_projection_the_loops_drift_apart():
    """Multipliers at acceleration level keep the second derivative of the gap only; the gap grows like t^2.

    Stabilised [Baumgarte 1972] it stays bounded, projected it stays at rounding level.
    """
    gap = {}
    for projection in ("project", "baumgarte", "none"):
        settings = {"integrator": "rk4", "step": 5e-3, "projection": projection}
        run = jounce.simulate(
            four_bar(), MINUTE, start_rates={"crank_foot.angle": 2.0}, **{"integrator": "rk4", **settings}
        )
        gap[projection] = run.metadata["constraint_gap"]
    assert gap["project"] < 1e-10
    assert gap["none"] > 1e-8  # the drift that the methods are there for
    assert gap["project"] < 1e-2 * gap["baumgarte"] < 1e-2 * gap["none"]
