"""TMeasy against its definition: what it is given at two loads is what comes out, and a second formulation between.

Numbers are those of the HMMWV of Project Chrono, see data/tyre_tmeasy_37x12.5.json. The second formulation follows
G. Rill, Road Vehicle Dynamics (2012), chapter 3, in polar form: direction first, then one curve.
"""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest
from scipy.interpolate import CubicHermiteSpline, lagrange

from jounce.model.tyre_files.lone_tyre import LoneTyre, wrong_numbers_of_lone_tyre
from jounce.parts.tyres.simple_laws.tmeasy import TMeasyTyre

GIVEN = json.loads((Path(__file__).parent / "data" / "tyre_tmeasy_37x12.5.json").read_text("utf-8"))["parameters"]
LAW = TMeasyTyre(**{**GIVEN, "rolling_resistance": 0.0, "stiffness_2": 440_000.0})
TYRE, FN = LoneTyre(tyre=LAW), GIVEN["FNOMIN"]


@pytest.mark.parametrize(("load", "end"), [(FN, ""), (2 * FN, "_2")])
def test_slope_peak_and_sliding_are_those_that_are_given_at_both_loads(load, end, measured):
    """s_x = kappa / (1 + kappa) where the wheel drives; s_y = -tan(alpha) where it rolls."""
    for slip_of, force, k in (
        (lambda s: {"slip": s / (1 - s)}, "Fx", "x"),
        (lambda s: {"slip_angle": -math.atan(s)}, "Fy", "y"),
    ):
        at = {name: GIVEN[f"{name}{end}"] for name in (f"dF{k}0", f"F{k}M", f"s{k}M", f"F{k}S", f"s{k}S")}

        def value(s: float, slip_of=slip_of, force=force) -> float:
            return getattr(TYRE.forces(**slip_of(s), load=load), force)

        peak, sliding = value(at[f"s{k}M"]), value(min(at[f"s{k}S"], 0.999))
        measured("tyres.tmeasy", [peak - at[f"F{k}M"]], 1e-6)
        assert value(1e-6) / 1e-6 == pytest.approx(at[f"dF{k}0"], rel=1e-4)  # the slope falls by s / s_M
        assert peak == pytest.approx(at[f"F{k}M"], rel=1e-9)
        assert value(at[f"s{k}M"] * 0.99) < peak > value(at[f"s{k}M"] * 1.01)
        assert sliding == pytest.approx(at[f"F{k}S"], rel=1e-3 if k == "y" else 1e-9)  # s_yS lies beyond 0.999
    assert TYRE.forces(slip=-1.0, load=load).Fx == pytest.approx(-GIVEN[f"FxS{end}"], rel=1e-9)  # a locked wheel


def through(name: str, load: float, forces: bool) -> float:
    """A parabola through zero and both given forces, by Lagrange; a line through both slips."""
    one, two = GIVEN[name], GIVEN[f"{name}_2"]
    points = ([0.0, FN, 2 * FN], [0.0, one, two]) if forces else ([FN, 2 * FN], [one, two])
    return float(lagrange(*points)(load))


def rill(s_x: float, s_y: float, load: float, mu: float) -> tuple[float, float]:
    """Both forces, by angle and amount of the measured slip."""
    x, y = (
        [through(f"dF{k}0", load, True)]
        + [mu * through(f"F{k}{end}", load, True) for end in "MS"]
        + [mu * through(f"s{k}{end}", load, False) for end in "MS"]
        for k in "xy"
    )
    h = [a[3] / (x[3] + y[3]) + (a[1] / a[0]) / (x[1] / x[0] + y[1] / y[0]) for a in (x, y)]
    s = math.hypot(s_x / h[0], s_y / h[1])
    phi = math.atan2(s_y / h[1], s_x / h[0])
    c, d = math.cos(phi), math.sin(phi)
    dF0 = math.hypot(x[0] * h[0] * c, y[0] * h[1] * d)
    FM, FS = (math.hypot(x[i] * c, y[i] * d) for i in (1, 2))
    sM, sS = (math.hypot(x[i] / h[0] * c, y[i] / h[1] * d) for i in (3, 4))
    if s <= sM:
        F = dF0 * s / (1 + (s / sM) ** 2 + (dF0 * sM / FM - 2) * s / sM)
    else:
        F = FS if s >= sS else float(CubicHermiteSpline([sM, sS], [FM, FS], [0.0, 0.0])(s))
    return F * c, F * d


@pytest.mark.parametrize("load", [4e3, 12e3, 20e3])
@pytest.mark.parametrize("mu", [1.0, 0.4])
def test_combined_forces_are_those_of_the_second_formulation(load, mu, measured):
    for kappa in (-0.9, -0.3, -0.02, 0.0, 0.05, 0.5):
        for alpha in (-0.4, -0.03, 0.0, 0.1, 0.8):
            found = TYRE.forces(slip=kappa, slip_angle=alpha, load=load, friction=mu)
            expected = rill(kappa / (1 + kappa), -math.tan(alpha) / (1 + kappa), load, mu)
            measured("tyres.tmeasy", [found.Fx - expected[0], found.Fy - expected[1]], 1e-3)
            assert (found.Fx, found.Fy) == pytest.approx(expected, rel=1e-9, abs=1e-3)


def test_the_aligning_moment_is_side_force_times_a_trail_that_changes_its_sign():
    """n/L at s -> 0, zero at s_0, below zero beyond it and zero from s_E; the patch is 2 sqrt(r_0 d) long, where d is
    the root of a_1 d + a_2 d^2 = F_N; slope at no slip -(1 - w)(n/L)_0 / s_0, w = s_0 / s_E."""
    a_1 = math.sqrt(2 * GIVEN["stiffness"] ** 2 - 440_000.0**2)
    a_2 = (440_000.0**2 - GIVEN["stiffness"] ** 2) / (4 * FN)
    d = (-a_1 + math.sqrt(a_1**2 + 4 * a_2 * FN)) / (2 * a_2)
    assert LAW.load(d, 0.0, 0.0) == pytest.approx(FN, rel=1e-12)
    assert (LAW.load(d + 1e-6, 0, 0) - LAW.load(d - 1e-6, 0, 0)) / 2e-6 == pytest.approx(GIVEN["stiffness"], rel=1e-6)

    def trail(s: float) -> float:
        found = TYRE.forces(slip_angle=-math.atan(s))
        return -found.Mz / found.Fy / (2 * math.sqrt(GIVEN["radius"] * d))

    s_0, s_E = GIVEN["sy0"], GIVEN["syE"]
    assert trail(1e-6) == pytest.approx(GIVEN["trail"], rel=1e-5)
    slope = (trail(2e-5) - trail(1e-5)) / 1e-5
    assert slope == pytest.approx(-(1 - s_0 / s_E) * GIVEN["trail"] / s_0, rel=1e-3)
    assert trail(s_0) == pytest.approx(0.0, abs=1e-9) and trail(0.5 * (s_0 + s_E)) < -1e-3 and trail(s_E) == 0.0


def test_inclination_is_a_slip_of_the_patch_of_which_a_third_acts():
    """At no slip Fy = -dFy0 / 3 L sin(gamma) / (2 r_D), with slip Fy / s_y in place of dFy0.

    The load shifts by c B^2 gamma / 12, at most by B / 6.
    """
    gamma, r_D = 0.03, LAW.effective_radius(FN, 0.0)
    flat = 2 * FN / (GIVEN["stiffness"] + math.sqrt(2 * GIVEN["stiffness"] ** 2 - 440_000.0**2))
    assert r_D == pytest.approx(GIVEN["radius"] - (1 - 0.375) * flat, rel=1e-9)
    found, length = TYRE.forces(inclination=gamma), 2 * math.sqrt(GIVEN["radius"] * flat)
    third = length * math.sin(gamma) / (6 * r_D)
    assert found.Fy == pytest.approx(-GIVEN["dFy0"] * third, rel=1e-8)  # the least slip is 1e-9
    turned = {"slip_angle": -math.atan(0.2)}
    more = TYRE.forces(**turned, inclination=gamma).Fy - (held := TYRE.forces(**turned).Fy)
    assert more == pytest.approx(-held / 0.2 * third, rel=1e-9)
    assert found.Mx == pytest.approx(-GIVEN["stiffness"] * GIVEN["width"] ** 2 / 12 * gamma, rel=1e-9)
    assert TYRE.forces(inclination=0.5).Mx == pytest.approx(-FN * GIVEN["width"] / 6)


def test_curves_that_cannot_be_are_refused_each_with_its_number():
    found = {problem.where for problem in wrong_numbers_of_lone_tyre(LAW)}
    assert not found
    broken = replace(LAW, dFx0=1e4, FyS_2=2e4, sxM_2=0.7, syE=0.1, sy0_2=0.8)
    found = {problem.where for problem in wrong_numbers_of_lone_tyre(broken)}
    assert found == {"dFx0", "FyS_2", "sxM_2", "sxS_2", "syE", "syE_2", "sy0_2"}
