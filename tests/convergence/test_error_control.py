"""What the error control of the adaptive method promises, and what both methods take from an oscillation."""

from __future__ import annotations

import math

import numpy as np
import pytest

import jounce

X = (1.0, 0.0, 0.0)
FREQUENCY = 2 * math.pi  # rad/s
PERIODS = 60


def oscillator(name: str = "mass", rests_at: float = 0.0) -> list:
    """A mass on a spring along x that rests at the displacement given."""
    spring = {"point": (-1.0, 0.0, 0.0), "child_point": (0.0, 0.0, 0.0), "free_length": 1.0 + rests_at}
    return [
        jounce.parts.Body(name=name, mass=1.0, inertia=(1.0, 1.0, 1.0)),
        jounce.parts.Prismatic(name=f"{name}_slide", parent="ground", child=name, point=(0.0, 0.0, 0.0), axis=X),
        jounce.parts.Spring(
            name=f"{name}_spring",
            parent="ground",
            child=name,
            law=jounce.parts.laws.Linear(slope=FREQUENCY**2),
            **spring,
        ),
    ]


def swing(*parts, rests_at: float = 0.0, **settings) -> jounce.Result:
    """Released 0.1 m beside its rest, for sixty periods."""
    model = jounce.Model("oscillator", gravity=(0.0, 0.0, 0.0)).add(*oscillator(rests_at=rests_at), *parts)
    return jounce.simulate(
        model,
        PERIODS,
        start={"mass_slide.displacement": rests_at + 0.1},
        output_step=0.05,
        **{"integrator": "rk4", **settings},
    )


def relative_loss(run, rests_at: float = 0.0) -> float:
    """Energy lost from first to last row, by the energy there was."""
    stretch = run["mass_slide.displacement"] - rests_at
    energy = run["energy.kinetic"] + FREQUENCY**2 * stretch**2 / 2
    return float(1 - energy[-1] / energy[0])


def test_bodies_at_rest_do_not_loosen_the_tolerance():
    """A mean over all coordinates would let the one that moves err sqrt(10) times as much beside nine at rest."""
    at_rest = [part for k in range(9) for part in oscillator(f"idle_{k}")]
    settings = {"integrator": "dormand-prince", "rtol": 1e-6}
    alone, among_others = swing(**settings), swing(*at_rest, **settings)
    assert among_others.metadata["steps"] == alone.metadata["steps"]
    np.testing.assert_array_equal(among_others["mass_slide.displacement"], alone["mass_slide.displacement"])


@pytest.mark.parametrize("step", [5e-3, 1e-2])
def test_rk4_takes_the_sixth_power_of_frequency_times_step_from_an_oscillation(step):
    """The tables of rk4.py on q'' = -w^2 q, as a matrix for q and u / w; its determinant is 1 - x^6/288 with x = w h.

    A swing of x^4/96 within a period comes to it. By Kutta's table alone the determinant is 1 - x^6/72 + x^8/576.
    """
    x = FREQUENCY * step
    same = 1 - x**2 / 2 + x**4 / 24
    matrix = np.array([[same, x - x**3 / 6 + x**5 / 96], [-(x - x**3 / 6), same]])
    assert np.linalg.det(matrix) == pytest.approx(1 - x**6 / 288, abs=1e-15)
    steps = round(PERIODS / step)
    end = np.linalg.matrix_power(matrix, steps) @ (1.0, 0.0)
    assert relative_loss(swing(step=step)) == pytest.approx(1 - end @ end, rel=1e-6, abs=1.1e-16 * steps)


@pytest.mark.parametrize("rests_at", [0.0, 10.0])
@pytest.mark.parametrize("rtol", [1e-8, 1e-10])
def test_dormand_prince_loses_about_a_tolerance_in_each_radian(rtol, rests_at):
    """From a twentieth to four fifths.

    The estimate on y' = i w y is 97/120000 (w h)^5, held at about 0.8^5 of the tolerance by the step control; the
    loss is (w h)^6/1800 a step, so 0.23 of the tolerance in a radian if error and tolerance were equal in all phases.
    They are as |tan| of the phase, for speed, or |cot|, for position; the smaller of both has the mean 0.44, and
    |tan| alone, up to a step beside its pole, 2.2. The speed alone counts where the position is far from zero.
    """
    run = swing(integrator="dormand-prince", rtol=rtol, rests_at=rests_at)
    assert 0.05 < relative_loss(run, rests_at) / (rtol * FREQUENCY * PERIODS) < 0.8


def test_rows_and_metrics_of_a_step_steer_by_auto_keep_its_accuracy():
    """Against RK4 with 0.1 ms, steps of up to 20 ms: rows inside them keep the accuracy of 1e-3 as well as their ends.

    An overshoot errs by as much of the steady value. A peak of the height 1 and the bend c is moved by an error whose
    slope is e' by e'/c; the lateral acceleration has c = 0.24 1/s^2, and an error of 1e-3 that swings in a second, as
    the car does, has the slope 2 pi 1e-3: 26 ms.
    """
    car, accuracy = jounce.load("small_car"), 1e-3
    fine = jounce.run(car, "step-steer", duration="3 s", integrator="rk4", step="0.1 ms")
    auto = jounce.run(car, "step-steer", duration="3 s", accuracy=accuracy)
    assert auto.metadata["integrator"] != "rk4"
    for name in ("vehicle.yaw_rate", "vehicle.ay", "vehicle.cg.ay", "vehicle.roll"):
        change = np.abs(fine[name] - fine[name][0]).max()
        assert np.sqrt(np.mean((auto[name] - fine[name]) ** 2)) <= accuracy * change
    for word in ("yaw_rate", "lateral_acceleration"):
        found, expected = (
            {k: run.metrics[f"{word}_{k}"].value for k in ("overshoot", "peak_time")} for run in (auto, fine)
        )
        assert found["overshoot"] == pytest.approx(expected["overshoot"], abs=accuracy)
        assert found["peak_time"] == pytest.approx(expected["peak_time"], abs=0.026)
