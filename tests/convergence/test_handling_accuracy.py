"""Figures of handling studies at default accuracy, beside those of RK4 with steps of 0.1 ms.

An engineer reads three digits: every figure is within 0.5 %, instants and lags within 1 ms or 0.5 %, and figures that
are small differences of large ones within 1e-4 of what they are differences of. A figure on which RK4 with 0.1 and
0.05 ms do not agree to 0.1 % is ill-conditioned: no method gives it better, and docs/theory/integrators.md lists it.
"""

from __future__ import annotations

from itertools import product

import pytest

import jounce
from campaigns import with_campaign

CARS = ("golf1", "large_sedan", "small_car", "sedan", "hmmwv")
STUDIES = (
    *("step-steer", "sine-steer", "weave", "crosswind", "brake-in-turn", "lift-off-in-turn", "lane-change"),
    *("obstacle-avoidance", "j-turn", "fishhook", "swept-steer", "random-steer", "sine-with-dwell"),
)
NO_GUST = {("crosswind", "large_sedan"), ("crosswind", "hmmwv")}  # their air forces do not change with its angle
CASES = [case for case in product(STUDIES, CARS) if case not in NO_GUST]
SAMPLE = {*product(("step-steer", "sine-steer"), ("golf1", "large_sedan")), ("brake-in-turn", "golf1")}
OF_THE_RUN = ("energy_error", "largest_gap")  # how good it is, not what the car does
SHARE, INSTANT, SHARE_OF_WHOLE = 5e-3, 1e-3, 1e-4
ILL = 1e-3
# small differences, and what they are differences of, in SI: steady values, peaks, torques of a weave, lanes
DIFFERENCES = {
    "overshoot": 1.0,
    "yaw_ratio": 2.0,  # a yaw rate that has died away, of a peak that a filter has drawn from both sides
    "clearance": 2.0,  # m
    "steering_friction": 5.0,  # N m
    "angle_at_no_torque": 0.5,  # rad
}
# Anti-lock brakes switch a hundred times, each as exactly as an instant is known: a phase of
# each wheel more or less before the end, and what is read at an instant while the pedal goes down, 10 m/s^2 in 0.1 s
SWITCHED = {"abs.releases": 4.0, "deceleration_at_lock": 10.0 / 0.1 * INSTANT}
# a largest difference over all frequencies, of responses from spectra: an error of 0.1 % of a response counts whole
LARGEST_DIFFERENCES = {"linear_difference": 1e-3, "yaw_fit_residual": 1e-3}


def allowed(name: str, unit: str, value: float) -> float:
    """The difference that a figure may have."""
    found = [SHARE_OF_WHOLE * whole for word, whole in DIFFERENCES.items() if word in name]
    found += [bound for word, bound in LARGEST_DIFFERENCES.items() if name.endswith(word)]
    found += [SWITCHED.get(name, 0.0), INSTANT if unit == "s" else 0.0]
    return max(SHARE * abs(value), *found, 1e-9)


def figures(car: str, study: str, **how: str) -> dict[str, tuple[float, str]]:
    run = jounce.run(jounce.load(car), study, **how)
    return {name: (m.value, m.unit) for name, m in run.metrics.items() if not name.endswith(OF_THE_RUN)}


@pytest.mark.parametrize(("study", "car"), with_campaign(CASES, lambda case: case in SAMPLE))
def test_figures_of_handling_are_those_of_short_steps(study, car, measured):
    """With the longer of the two short steps as reference where both agree, as they do to 1e-6 nearly everywhere."""
    usual, short = figures(car, study), figures(car, study, integrator="rk4", step="0.1 ms")
    assert usual.keys() == short.keys()
    shares = {name: abs(usual[name][0] - value) / allowed(name, unit, value) for name, (value, unit) in short.items()}
    if beyond := [name for name, share in shares.items() if not share <= 1.0]:
        shorter = figures(car, study, integrator="rk4", step="0.05 ms")
        ill = [name for name in beyond if abs(short[name][0] - shorter[name][0]) > ILL * abs(shorter[name][0])]
        shares = {name: share for name, share in shares.items() if name not in ill}
    furthest = max(shares, key=lambda name: shares[name])
    assert shares[furthest] <= 1.0, f"{furthest}: {usual[furthest][0]:.6g}, by short steps {short[furthest][0]:.6g}"
    measured("handling.figures", shares[furthest], 1.0)
