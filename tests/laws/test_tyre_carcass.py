"""What carries a wheel: load, radii and relaxation lengths of every tyre, beside the published formulas."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from tyre_cases import CASES, MF52, MF61, every_case

from jounce.graph import Graph, interpret, jacobian
from jounce.parts.tyres import magic_formula_52, magic_formula_61_carcass
from jounce.parts.tyres.tyre_law import Contact

CARRYING = ("deflection", "rate", "spin", "inclination")


def carried(tyre):
    """Load, radii and relaxation lengths as formulas of deflection, its rate, spin and inclination."""
    graph = Graph()
    deflection, rate, spin, inclination = symbols = [graph.symbol(name) for name in CARRYING]
    load = tyre.load(deflection, rate, spin)
    radii = [tyre.free_radius(spin) + 0.0 * spin, tyre.effective_radius(load, spin)]
    return symbols, [load, *radii, *tyre.relaxation(load, inclination)]


def motions(count: int, seed: int = 5) -> dict[str, np.ndarray]:
    """Up to 60 mm of deflection and as much above the road, 5 m/s either way, 300 rad/s."""
    random = np.random.default_rng(seed)
    return {
        "deflection": random.uniform(-0.06, 0.06, count),
        "rate": random.uniform(-5, 5, count),
        "spin": random.uniform(-300, 300, count),
        "inclination": random.uniform(-0.2, 0.2, count),
    }


@every_case(CASES)
def test_a_tyre_pushes_and_never_pulls(case):
    """Out of contact there is no load, however fast the wheel falls; radii stay positive, lengths not negative."""
    at = motions(100_000)
    load, free, effective, along, across = interpret(carried(case.tyre)[1], at)
    assert (load >= 0).all() and (load[at["deflection"] <= 0] == 0).all()
    assert (load[(at["deflection"] > 0) & (at["rate"] > 0)] > 0).all()
    assert (free > 0).all() and (effective[load < 4 * case.nominal] > 0).all()
    assert (along >= 0).all() and (across >= 0).all()
    assert np.isfinite([load, free, effective, along, across]).all()


@every_case(CASES)
def test_the_load_is_continuous_through_lift_off(case):
    """A micrometre of deflection changes the load by its stiffness, damper included: by 2 k d at most, with k grown
    by spin and deflection to no more than ten times its value."""
    at = motions(100_000)
    _, outputs = carried(case.tyre)
    near = at | {"deflection": at["deflection"] + 1e-6}
    here, there = (interpret(outputs, where)[0] for where in (at, near))
    stiffness = getattr(case.tyre, "stiffness", None) or case.tyre.VERTICAL_STIFFNESS
    assert np.abs(there - here).max() < 10 * 2 * stiffness * 1e-6


@every_case(CASES)
def test_slopes_of_the_carcass_are_those_of_finite_differences(case):
    """Central differences, as in the test of the forces; kinks (lift-off, the damper's limit) in a few of 2000."""
    symbols, outputs = carried(case.tyre)
    at = motions(2000)
    entries = jacobian(outputs, symbols)
    slopes = dict(zip(entries, interpret(list(entries.values()), at), strict=True))
    for column, (name, size) in enumerate(zip(CARRYING, (0.01, 1.0, 10.0, 0.1), strict=True)):
        step = 1e-5 * size
        above, below = (interpret(outputs, at | {name: at[name] + h}) for h in (step, -step))
        for row, (a, b) in enumerate(zip(above, below, strict=True)):
            measured = (a - b) / (2 * step)
            found = slopes.get((row, column), np.zeros(2000))
            scale = np.abs(found) + 1e-4 * np.abs(found).max() + 1e-6 * np.abs(a).max() / size
            assert (np.abs(measured - found) > 1e-3 * scale).sum() <= 10


def test_radii_shrink_under_load_and_carry_it():
    """5.2: a linear spring. 6.1: the deflection put back into its own equation gives the load (Besselink 2010, 4)."""
    assert magic_formula_52.loaded_radius(MF52, 4630.0) == pytest.approx(0.4 - 0.01)
    p, spin, Fx, Fy = MF61, 40.0, 2000.0, -3000.0
    for load in (0.0, 3000.0, 9000.0):
        free = p.free_radius(spin)
        r = (free - magic_formula_61_carcass.loaded_radius(p, load, spin, Fx, Fy)) / p.UNLOADED_RADIUS
        k = (
            1
            + p.Q_V2 * spin * p.UNLOADED_RADIUS / p.LONGVL
            - (p.Q_FCX * Fx / p.FNOMIN) ** 2
            - (p.Q_FCY * Fy / p.FNOMIN) ** 2
        )
        Q_FZ1 = np.sqrt((p.VERTICAL_STIFFNESS * p.UNLOADED_RADIUS / p.FNOMIN) ** 2 - 4 * p.Q_FZ2)
        assert p.FNOMIN * k * (Q_FZ1 * r + p.Q_FZ2 * r**2) == pytest.approx(load, abs=1e-6)
    for tyre in (MF52, MF61):
        radii = [tyre.effective_radius(1000.0 * k, 0.0) for k in range(12)]
        assert (np.diff(radii) < 0).all()
    # at the nominal load the deflection that the wheel rolls with is D atan B + F of the static one
    static = MF52.FNOMIN / MF52.VERTICAL_STIFFNESS
    rolled = (MF52.UNLOADED_RADIUS - MF52.effective_radius(MF52.FNOMIN, 0.0)) / static
    assert rolled == pytest.approx(0.27 * np.arctan(8.4) + 0.07)


@pytest.mark.parametrize("pressure", [2.0e5, 2.6e5])
def test_load_and_loaded_radius_are_inverse(pressure):
    """Two functions written apart: one solves a quadratic, the other is that quadratic."""
    soft = replace(MF61, INFLPRES=pressure)
    for load in (0.0, 500.0, 5000.0, 15000.0):
        deflection = MF52.free_radius(30.0) - magic_formula_52.loaded_radius(MF52, load)
        assert MF52.load(deflection, 0.0, 30.0) == pytest.approx(load, abs=1e-6)
        deflection = soft.free_radius(30.0) - magic_formula_61_carcass.loaded_radius(soft, load, 30.0, 0.0, 0.0)
        assert soft.load(deflection, 0.0, 30.0) == pytest.approx(load, abs=1e-6)


def test_the_nominal_stiffness_of_6_1_is_that_of_the_file():
    """Besselink 2010, equation (4): Q_FZ1 is such that the slope at the nominal load is VERTICAL_STIFFNESS."""
    p = replace(MF61, Q_V2=0.0)
    nominal = p.free_radius(0.0) - magic_formula_61_carcass.loaded_radius(p, p.FNOMIN, 0.0, 0.0, 0.0)
    slope = (p.load(nominal + 1e-6, 0.0, 0.0) - p.load(nominal - 1e-6, 0.0, 0.0)) / 2e-6
    assert slope == pytest.approx(p.VERTICAL_STIFFNESS, rel=1e-6)


@pytest.mark.parametrize("load", [500.0, 4000.0, 9416.6, 18000.0])
@pytest.mark.parametrize("gamma", [0.0, -0.1])
def test_relaxation_lengths_of_5_2_are_those_of_its_manual(load, gamma):
    """MF-Tyre 5.2 manual, with the numbers of the sample file as they stand there."""
    Fz0, R0 = 9416.6, 0.4
    dfz = load / Fz0 - 1
    along = load * (1.1898 - 0.0006148 * dfz) * math.exp(0.3717 * dfz) * R0 / Fz0
    across = 1.6245 * math.sin(2 * math.atan(load / (2.8506 * Fz0))) * (1 - 0.944 * abs(gamma)) * R0
    assert MF52.relaxation(load, gamma) == pytest.approx((along, across), rel=1e-12)
    scaled = replace(MF52, LSGKP=1.5, LSGAL=0.5).relaxation(load, gamma)
    assert scaled == pytest.approx((1.5 * along, 0.5 * across), rel=1e-12)


def test_the_longitudinal_relaxation_length_follows_the_slip_stiffness():
    """Why the sign of PTX3 is the manual's and not PAC2002's: a relaxation length is a slip stiffness over a carcass
    stiffness, and from 0.5 to 1.5 times the nominal load the latter changes little in any measured tyre."""
    stiffness = []
    for load in (0.5 * MF52.FNOMIN, 1.5 * MF52.FNOMIN):
        dfz = load / MF52.FNOMIN - 1
        slip_stiffness = load * (16.675 - 0.04552 * dfz) * math.exp(0.4205 * dfz)
        stiffness.append(slip_stiffness / MF52.relaxation(load, 0.0)[0])
    assert stiffness[1] == pytest.approx(stiffness[0], rel=0.1)


@pytest.mark.parametrize("load", [500.0, 6752.0, 12000.0])
@pytest.mark.parametrize("pressure", [2.0e5, 2.6e5])
def test_relaxation_lengths_of_6_1_are_slip_stiffness_over_carcass_stiffness(load, pressure):
    """Besselink 2010, equations (17) to (19); slip stiffnesses are measured as slopes of the forces."""
    tyre = replace(CASES["6.1"].even, INFLPRES=pressure)
    dfz, dpi, h = load / 6752.0 - 1, pressure / 2.6e5 - 1, 1e-6
    rolling = {"inclination": 0.0, "load": load, "speed": 20.0}
    K_x = tyre.forces(Contact(slip=h, slip_angle=0.0, **rolling)).Fx / h
    K_y = -tyre.forces(Contact(slip=0.0, slip_angle=h, **rolling)).Fy / h
    C_x = 391219.8116 * (1 + 0.14171 * dfz - 0.16104 * dfz**2) * (1 + 0.21776 * dpi)
    C_y = 189871.776 * (1 - 0.2334 * dfz + 0.068881 * dfz**2) * (1 + 0.69715 * dpi)
    assert tyre.relaxation(load, 0.0) == pytest.approx((K_x / C_x, K_y / C_y), rel=1e-4)  # slopes at 1e-6 of slip


def test_a_file_without_carcass_stiffness_or_coefficients_has_no_relaxation_length():
    assert replace(MF61, LONGITUDINAL_STIFFNESS=0.0, LATERAL_STIFFNESS=0.0).relaxation(5000.0, 0.0) == (0.0, 0.0)
    assert replace(MF52, PTX1=0.0, PTX2=0.0, PTY1=0.0, PTY2=0.0).relaxation(5000.0, 0.0) == (0.0, 0.0)


@every_case({name: case for name, case in CASES.items() if hasattr(case.tyre, "slip_relaxation")})
def test_simple_tyres_have_the_lengths_and_the_stiffness_they_are_given(case):
    tyre = replace(case.tyre, slip_relaxation=0.1, side_relaxation=0.4)
    assert tyre.relaxation(3000.0, 0.1) == (0.1, 0.4)
    assert tyre.load(0.02, 0.0, 10.0) == pytest.approx(4000.0)
    assert tyre.load(0.02, 0.5, 10.0) == pytest.approx(4000.0 + 0.5 * 300.0)
    assert tyre.load(0.0001, 0.5, 10.0) == pytest.approx(2 * 20.0)  # the damper no more than the spring
    assert tyre.effective_radius(4000.0, 10.0) == pytest.approx(0.33 - 0.02 / 3)
