"""What every tyre obeys: it dissipates, mirrors, stays finite and continuous, and has the slopes it says."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tyre_cases import CASES, EVERY, MANY, MF61, OUTPUTS, STATE, every_case, on_graph, states

from jounce.graph import interpret, jacobian
from jounce.native.functions import expand_function
from jounce.parts.tyres import magic_formula_61
from jounce.parts.tyres.tyre_law import Contact
from jounce.studies.tyres.jumps import find_jumps
from jounce.studies.tyres.tyre_checks import random_tyre_check_paths


@every_case()
def test_forces_and_their_slopes_are_finite_everywhere(case):
    """Through lift-off, standstill and lock; slips beyond 1e12 are no states of a car."""
    symbols, outputs = on_graph(case)
    slopes = list(jacobian(outputs, symbols).values())
    for formulas, count in ((outputs, MANY), (slopes, 10_000)):
        at = states(case, count)
        at["slip"] = np.clip(at["slip"], -1e12, 1e12)
        for values in interpret(formulas, at):
            assert np.isfinite(values).all()


@every_case()
def test_a_wheel_in_the_air_feels_no_force(case):
    at = states(case, 1000) | {"load": np.zeros(1000)}
    for values in interpret(on_graph(case)[1], at):
        np.testing.assert_allclose(values, 0.0, atol=1e-9)


@every_case(CASES)
@pytest.mark.parametrize("form", ["mf_tyre", "book"])
def test_slopes_are_finite_where_every_slip_is_exactly_zero(case, form):
    """The tyre without shifts, standing or rolling straight, loaded or not: roots of zero lie in wait there."""
    tyre = replace(case.even, aligning=form) if hasattr(case.even, "aligning") else case.even
    symbols, outputs = on_graph(case, tyre)
    slopes = list(jacobian(outputs, symbols).values())
    rest = dict.fromkeys(STATE, np.zeros(4)) | {"friction": np.ones(4)}
    at = rest | {"load": case.nominal * np.array([0.0, 0, 1, 1]), "speed": np.array([0.0, 20, 0, 20])}
    for values in interpret(outputs + slopes, at):
        assert np.isfinite(values).all()
    in_floats = tyre.forces(Contact(**dict.fromkeys(STATE, 0.0)))  # would raise, not give NaN
    assert in_floats.Fx == in_floats.Fy == 0


def test_dugoff_stays_within_the_friction_of_the_road():
    case = CASES["dugoff"]
    at = states(case)
    Fx, Fy, *_ = interpret(on_graph(case)[1], at)
    limit = case.tyre.friction * at["friction"] * at["load"]
    assert (np.hypot(Fx, Fy) <= limit * (1 + 1e-12)).all()
    assert (np.hypot(Fx, Fy) > 0.5 * limit).any()


def largest_jumps(case, planted=None):
    """Of each output along random paths, by the nominal load; `planted` changes the outputs of a state."""
    _, outputs = on_graph(case)

    def values(points):
        found = np.array(np.broadcast_arrays(*interpret(outputs, dict(zip(STATE, points, strict=True)))))
        return found if planted is None else planted(found, *points)

    paths = random_tyre_check_paths(case.nominal, (-0.2, 0.2), 500, np.random.default_rng(2))
    return find_jumps(values, *paths)[0].max(axis=1) / case.nominal


@every_case()
def test_forces_are_continuous(case):
    """A slope leaves as little of a difference as halving leaves of the path: 1/32 of 2^-30 of it, 3e-11. The steepest
    are moments that turn round at standstill, 0.1 of the load within 1e-3 m/s of 60: 2e-7 of the load are left. A root
    of the load or slip would leave 5e-6. A jump is left as it is."""
    assert largest_jumps(case).max() < 1e-5


PLANTED = {
    "slip": lambda slip, angle, camber, load, speed, mu: 0.025 * load * np.sign(slip - 0.05),
    "slip angle": lambda slip, angle, camber, load, speed, mu: 0.01 * load * (np.abs(angle) > 0.4),
    "camber": lambda slip, angle, camber, load, speed, mu: 0.01 * load * np.sign(camber),
    "load": lambda slip, angle, camber, load, speed, mu: 20.0 * (load > 0.0),
    "standstill": lambda slip, angle, camber, load, speed, mu: 0.01 * load * np.sign(speed),
    "friction": lambda slip, angle, camber, load, speed, mu: 0.01 * load * (mu > 0.5),
}


@pytest.mark.parametrize("jump", PLANTED.values(), ids=PLANTED.keys())
@every_case({name: CASES[name] for name in ("dugoff", "6.1")})
def test_a_planted_jump_over_any_quantity_is_found_in_every_output(case, jump):
    assert (largest_jumps(case, lambda found, *points: found + jump(*points)) > 1e-3).all()


@every_case()
def test_slopes_are_those_of_finite_differences(case):
    """Central differences with 1e-6 of each quantity's size: rounding leaves 1e-9 of the force, curvature less
    than 1e-6. Where a kink (a limit, a sign) lies within the step, the difference is no slope: a few of 2000."""
    symbols, outputs = on_graph(case)
    at = states(case, 2000, seed=3)
    at |= {"slip": np.clip(at["slip"], -0.9, 0.9), "slip_angle": np.clip(at["slip_angle"], -1.2, 1.2)}
    at |= {"load": np.maximum(at["load"], 0.05 * case.nominal)}
    at |= {"speed": np.copysign(np.maximum(np.abs(at["speed"]), 1e-3), at["speed"])}  # |V_x| has a kink at zero
    entries = jacobian(outputs, symbols)
    slopes = dict(zip(entries, interpret(list(entries.values()), at), strict=True))
    for column, name in enumerate(STATE):
        step = 1e-6 * {"load": case.nominal, "speed": 1.0}.get(name, 0.1)
        above, below = (interpret(outputs, at | {name: at[name] + h}) for h in (step, -step))
        for row, (a, b) in enumerate(zip(above, below, strict=True)):
            measured = (a - b) / (2 * step)
            found = slopes.get((row, column), np.zeros(2000))
            scale = np.abs(found) + 1e-4 * np.abs(found).max() + 1e-6 * case.nominal
            wrong = np.abs(measured - found) > 1e-3 * scale
            assert wrong.sum() <= 10


@every_case(CASES)
def test_sliding_never_gains_energy(case):
    """Road on tyre: Fx V_sx + Fy V_sy with V_sx = -kappa |V_x|, V_sy = tan(alpha) |V_x|, upright and without shifts.

    Each product is not positive by itself, so nothing rounds to more than zero.
    """
    at = states(case) | {"inclination": np.zeros(MANY)}
    at["slip"] = np.clip(at["slip"], -1e100, 1e100)
    Fx, Fy, *_ = interpret(on_graph(case, case.even)[1], at)
    assert (Fx * -at["slip"] <= 0).all()
    assert (Fy * at["slip_angle"] <= 0).all()
    assert (np.hypot(Fx, Fy) > 0).mean() > 0.9


@every_case(CASES)
def test_rolling_resistance_resists(case):
    at = states(case) | {"inclination": np.zeros(MANY)}
    *_, My, _ = interpret(on_graph(case, case.even)[1], at)
    assert (My * (at["speed"] + at["slip"] * np.abs(at["speed"])) <= 0).all()


@every_case()
def test_a_mirrored_state_gives_the_mirrored_force_to_the_last_bit(case):
    """A tyre of the left side mounted right: in the arithmetic of the generated code."""
    _, outputs = on_graph(case, side=True)
    outputs = expand_function(outputs)
    count = 10_000
    left = states(case, count)
    left["slip"] = np.clip(left["slip"], -1e6, 1e6)
    right = left | {"slip_angle": -left["slip_angle"], "inclination": -left["inclination"]}
    on_the_left = interpret(outputs, left | {"side": np.ones(count)})
    on_the_right = interpret(outputs, right | {"side": -np.ones(count)})
    for name, a, b in zip(OUTPUTS, on_the_left, on_the_right, strict=True):
        assert (a == (b if name in ("Fx", "My") else -b)).all()


@every_case({name: case for name, case in EVERY.items() if "." in name})
def test_a_symmetric_tyre_is_its_own_mirror_image(case):
    """Without conicity, ply steer and the like: so none of their terms was overlooked, and no other counted."""
    even = case.tyre.symmetric()
    _, outputs = on_graph(case, even, side=True)
    at = states(case, 10_000)
    at["slip"] = np.clip(at["slip"], -1e6, 1e6)
    one, other = (interpret(outputs, at | {"side": np.full(10_000, side)}) for side in (1.0, -1.0))
    for a, b in zip(one, other, strict=True):
        np.testing.assert_allclose(a, b, atol=1e-9 * case.nominal)


@every_case({name: case for name, case in EVERY.items() if "." in name})
def test_every_asymmetric_coefficient_tells_left_from_right(case):
    odd = case.formula.ASYMMETRIC
    even = case.tyre.symmetric()
    at = {
        "slip": 0.05,
        "slip_angle": 0.06,
        "inclination": 0.03,
        "load": 0.8 * case.nominal,
        "speed": 20.0,
        "friction": 1,
    }
    # trail and residual moment must be there to be changed
    for name in odd:
        if name.startswith("QBZ4") and case.tyre.aligning == "book" and case.formula is magic_formula_61:
            continue  # the book has QBZ6 in its place
        _, outputs = on_graph(case, replace(even, **{name: 0.1}), side=True)
        one, other = (np.array(interpret(outputs, at | {"side": side})) for side in (1.0, -1.0))
        assert np.abs(one - other).max() > 1e-6 * case.nominal, name


@pytest.mark.parametrize("name", ["5.2", "6.1"])
def test_alpha_or_its_tangent_is_one_formula_in_two_measures(name):
    """Forces by the tangent at atan(x) are forces by the angle at x, upright."""
    case = CASES[name]
    x = np.linspace(-1.2, 1.2, 101)
    at = {"slip": 0.04, "inclination": 0.0, "load": case.nominal, "speed": 20.0, "friction": 1.0}
    by_angle = interpret(on_graph(case, replace(case.tyre, slip_measure="angle"))[1], at | {"slip_angle": x})
    by_tangent = interpret(
        on_graph(case, replace(case.tyre, slip_measure="tangent"))[1], at | {"slip_angle": np.arctan(x)}
    )
    for force in (0, 1):
        np.testing.assert_allclose(by_angle[force], by_tangent[force], atol=1e-9 * case.nominal)


def test_friction_scales_the_peaks_and_leaves_the_stiffness():
    """Peaks of the even tyre are proportional to the friction of the road; slopes at zero slip do not feel it."""
    for name in ("5.2", "6.1"):
        case = CASES[name]
        _, outputs = on_graph(case, case.even)
        at = {"slip": 0.0, "inclination": 0.0, "load": case.nominal, "speed": 20.0}
        sweep = np.linspace(-1.5, 1.5, 20_001)
        dry, wet = (interpret(outputs, at | {"slip_angle": sweep, "friction": mu})[1] for mu in (1.0, 0.5))
        assert wet.max() == pytest.approx(0.5 * dry.max(), rel=1e-5)
        small = {"slip_angle": np.array([1e-6])}
        dry, wet = (interpret(outputs, at | small | {"friction": mu})[1] for mu in (1.0, 0.5))
        assert wet == pytest.approx(dry, rel=1e-5)


@pytest.mark.parametrize("pressure", [2.0e5, 2.6e5, 5.2e5])
def test_pressure_acts_as_its_coefficients_say(pressure):
    """By the meaning of each factor: slip stiffness (4.E15), peaks (4.E13, 4.E23), camber stiffness (4.E30), and
    rolling resistance as a power of the pressure. Quotients of small slips are slopes within 1e-5."""
    case, p = CASES["6.1"], MF61
    dpi = pressure / 2.6e5 - 1
    graph = on_graph(case, replace(case.even, INFLPRES=pressure))[1]
    rest = {"slip": 0.0, "slip_angle": 0.0, "inclination": 0.0, "load": case.nominal, "speed": 20.0, "friction": 1.0}
    at_nominal = on_graph(case, case.even)[1]
    slip_stiffness = interpret(graph, rest | {"slip": 1e-7})[0] / 1e-7
    assert slip_stiffness == pytest.approx(case.nominal * p.PKX1 * (1 + p.PPX1 * dpi + p.PPX2 * dpi**2), rel=1e-5)
    camber_stiffness = interpret(graph, rest | {"inclination": 1e-7})[1] / 1e-7
    assert camber_stiffness == pytest.approx(case.nominal * p.PKY6 * (1 + p.PPY5 * dpi), rel=1e-5)
    sweep = np.linspace(0, 0.5, 100_001)
    peak_x = interpret(graph, rest | {"slip": sweep})[0].max()
    assert peak_x == pytest.approx(case.nominal * p.PDX1 * (1 + p.PPX3 * dpi + p.PPX4 * dpi**2), rel=1e-6)
    peak_y = -interpret(graph, rest | {"slip_angle": sweep})[1].min()
    assert peak_y == pytest.approx(case.nominal * p.PDY1 * (1 + p.PPY3 * dpi + p.PPY4 * dpi**2), rel=1e-6)
    resistance = interpret(graph, rest)[3] / interpret(at_nominal, rest)[3]
    assert resistance == pytest.approx((pressure / 2.6e5) ** p.QSY8)
