"""What a mechanism without damping keeps: energy, momentum, and its loops closed; for a minute."""

from __future__ import annotations

import numpy as np
import pytest
from closed_loops import five_bar, four_bar, mechanical_energy, spatial_slider_crank, undamped_corner

import jounce

MINUTE = 60.0
# Mechanism and start rates. The rates were lowered until both methods kept the bound of 1e-8, so these cases guard
# against a change for the worse; they do not show that every motion keeps it. Two that do not: the library four-bar
# from rest (Dormand-Prince 1.1e-8, RK4 at 0.2 ms 1.9e-8) and this corner with its wheel moving with the body (3.5e-8).
MOTIONS = {
    "four-bar": (four_bar, {"crank_foot.angle": 2.0}),
    "five-bar": (five_bar, {"left_shoulder.angle": 1.0, "right_shoulder.angle": 0.5}),
    "spatial slider-crank": (spatial_slider_crank, {"bearing.angle": 5.0}),
    # the arm's rate leaves the wheel nearly still, as in the slow mode of a car body on its springs
    "double-wishbone corner": (undamped_corner, {"heave.displacement": 0.3, "lower_arm_pivot.angle": 0.7}),
}
METHODS = {
    "dormand-prince": {"integrator": "dormand-prince", "rtol": 1e-10, "atol": 1e-12},
    "rk4, 0.2 ms": {"integrator": "rk4", "step": 2e-4},
}


def relative_energy_change(model, run) -> float:
    energy = mechanical_energy(model, run)
    return float(np.abs(energy - energy[0]).max() / run["energy.kinetic"].max())


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", MOTIONS)
def test_energy_stays_and_loops_stay_closed_for_a_minute(name, method):
    """Bounds: 1e-8 of the largest kinetic energy, 1e-10 m, 1e-9 m/s; springs' energy from their lengths."""
    mechanism, rates = MOTIONS[name]
    model = mechanism()
    run = jounce.simulate(model, MINUTE, start_rates=rates, **METHODS[method])
    assert relative_energy_change(model, run) < 1e-8
    assert run.metadata["constraint_gap"] < 1e-10
    assert run.metadata["velocity_gap"] < 1e-9
    # the engine's own book-keeping, which integrates the work of each element, tells the same
    assert run.metadata["energy_balance"] < 1e-8 * run["energy.kinetic"].max()


def test_a_livelier_motion_loses_energy_as_the_order_of_the_method_says():
    """The library four-bar from rest, chosen by nobody for this test: what it loses is the integrator's error.

    RK4 damps by (w h)^6 a step, so half the step costs 2^5 less in a given time; 2^4 leaves room for rounding.
    """
    model = jounce.load("four_bar")
    runs = [jounce.simulate(model, MINUTE, step=step, output_step=0.02) for step in (2e-4, 1e-4)]
    lost = [run.metadata["energy_balance"] / run["energy.kinetic"].max() for run in runs]
    assert lost[1] < lost[0] / 2**4
    for run in runs:
        assert run.metadata["constraint_gap"] < 1e-10
        assert run.metadata["velocity_gap"] < 1e-9


@pytest.mark.parametrize("name", MOTIONS)
def test_a_step_of_one_millisecond_loses_more_energy_and_says_how_much(name):
    """The classical method damps by (w h)^6 a step, so five times the step costs 5^5 in a given time.

    [Hairer, Norsett, Wanner 1993, section II.1: order 4]. Where the loss is at rounding level, less is seen.
    """
    mechanism, rates = MOTIONS[name]
    model = mechanism()
    coarse = relative_energy_change(model, jounce.simulate(model, MINUTE, start_rates=rates, step=1e-3))
    print(f"{name}: relative energy change in a minute with rk4 at 1 ms {coarse:.1e}")
    assert coarse < 1e-8 * 5**5


def test_a_free_body_keeps_its_spin_and_its_energy():
    """No torque: angular momentum in the ground's axes and kinetic energy are constant, the spin is not.

    Euler's equations about the middle axis: it turns over again and again [Landau 1976, section 37].
    """
    inertia = np.array([0.2, 0.35, 0.5])
    model = jounce.Model("tumbler", gravity=(0.0, 0.0, 0.0)).add(
        jounce.Body(name="box", mass=3.0, inertia=tuple(inertia)),
        jounce.Free(name="free", parent="ground", child="box"),
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
        run = jounce.simulate(four_bar(), MINUTE, start_rates={"crank_foot.angle": 2.0}, **settings)
        gap[projection] = run.metadata["constraint_gap"]
    assert gap["project"] < 1e-10
    assert gap["none"] > 1e-8  # the drift that the methods are there for
    assert gap["project"] < 1e-2 * gap["baumgarte"] < 1e-2 * gap["none"]
