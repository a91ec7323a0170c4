"""Fiala's tyre and the Magic Formula of 1989 against their closed forms, written here a second time from the sources.

Fiala: E. Fiala, VDI-Z 96 (1954), in the form of the manual of Adams/Tire, which ChFialaTire of Project Chrono has too.
1989: Pacejka, Bakker, Lidner, SAE 890087, with the letters of Adams/Tire, which ChPac89Tire of Project Chrono has too.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from jounce.model.tyre_files.lone_tyre import LoneTyre
from jounce.parts.tyres.simple_laws.fiala import FialaTyre
from jounce.parts.tyres.simple_laws.magic_formula_1987 import Curve1987, MagicFormula1987
from jounce.parts.tyres.simple_laws.magic_formula_1989 import MagicFormula1989

SPRING = {"radius": 0.32, "stiffness": 2e5}
FIALA = FialaTyre(
    **SPRING, slip_stiffness=9e4, cornering_stiffness=6e4, friction=1.0, sliding_friction=0.8, width=0.19,
    rolling_resistance=0.004,
)  # fmt: skip
PAC89 = MagicFormula1989(
    **SPRING,
    **{"A0": 1.5, "A1": -25.0, "A2": 1050.0, "A3": 1200.0, "A4": 7.0, "A5": 0.01, "A6": -0.03, "A7": 0.1},
    **{"A8": 0.02, "A9": -0.03, "A10": 0.05, "A11": -8.0, "A12": 5.0, "A13": 20.0},
    **{"B0": 1.6, "B1": -18.0, "B2": 1100.0, "B3": 22.0, "B4": 210.0, "B5": 0.05, "B6": 0.0, "B7": -0.02, "B8": 0.2},
    **{"B9": -0.01, "B10": 0.1},
    **{"C0": 2.3, "C1": -3.4, "C2": -3.2, "C3": -0.9, "C4": -5.4, "C5": -0.07, "C6": 0.01, "C7": -0.05, "C8": 0.6},
    **{"C9": -3.2, "C10": 0.02, "C11": 0.015, "C12": 0.01, "C13": -0.05, "C14": 0.06, "C15": -0.8, "C16": 0.3},
    **{"C17": 1.1, "rolling_resistance": 0.012},
)  # fmt: skip


def test_fiala_is_the_brush_on_a_parabola_of_pressure(measured):
    """Side force and moment of bristles along a patch of the half length a, worked out by quadrature: each bristle is
    bent by the slip until the parabola 3/4 mu Fz / a (1 - x^2 / a^2) no longer holds it. So 2 c a^2 = C_a, and where
    friction does not fall Fy and Mz are Fiala's, with a patch twice as long as the tyre is wide (a = w)."""
    law, load = replace(FIALA, sliding_friction=1.0), 4000.0
    a = law.width
    c = law.cornering_stiffness / (2 * a * a)
    tyre = LoneTyre(tyre=law)
    for slope in (0.01, 0.05, 0.1, 0.15, 0.3):

        def shear(x: float, slope: float = slope) -> float:
            return min(c * slope * (a - x), 0.75 * load / a * (1 - (x / a) ** 2))

        places = np.linspace(-a, a, 20_001)
        shears = np.array([shear(x) for x in places])
        force, moment = np.trapezoid(shears, places), np.trapezoid(places * shears, places)
        found = tyre.forces(slip_angle=math.atan(slope), load=load)
        measured("tyres.fiala", [found.Fy + force, found.Mz + moment], 1e-3)
        assert found.Fy == pytest.approx(-force, rel=1e-6)  # a step of 1e-4 of the patch, squared, times its bend
        assert found.Mz == pytest.approx(-moment, rel=1e-5, abs=1e-5)


@pytest.mark.parametrize("load", [1500.0, 4000.0])
def test_fiala_has_the_forces_of_its_closed_form(load):
    tyre, C_s, C_a, w = LoneTyre(tyre=FIALA), 9e4, 6e4, 0.19
    for kappa in (-0.6, -0.03, 0.0, 0.004, 0.02, 0.2):
        for alpha in (-0.3, -0.05, 0.0, 0.01, 0.08):
            S = min(math.hypot(kappa, math.tan(alpha)), 1.0)
            U = (1.0 - 0.2 * S) * load
            if abs(kappa) < U / (2 * C_s):
                Fx = C_s * kappa
            else:
                Fx = math.copysign(U - U * U / (4 * abs(kappa) * C_s), kappa)
            H = max(1 - C_a * abs(math.tan(alpha)) / (3 * U), 0.0)
            Fy = -math.copysign(U * (1 - H**3), alpha)
            Mz = math.copysign(U * w * (1 - H) * H**3, alpha)
            found = tyre.forces(slip=kappa, slip_angle=alpha, load=load)
            assert (found.Fx, found.Fy, found.Mz) == pytest.approx((Fx, Fy, Mz), rel=1e-9, abs=1e-5)
            assert found.My == pytest.approx(-0.004 * load) and found.Mx == 0


def test_camber_of_fiala_is_a_side_force_of_its_stiffness_and_stays_within_friction():
    tyre = LoneTyre(tyre=replace(FIALA, camber_stiffness=2500.0))
    assert tyre.forces(inclination=1e-4, load=4000.0).Fy == pytest.approx(-0.25, rel=1e-4)
    hard = LoneTyre(tyre=replace(FIALA, camber_stiffness=1e6)).forces(inclination=0.1, load=4000.0)
    assert hard.Fy == pytest.approx(-4000.0)


def magic(x: float, B: float, C: float, D: float, E: float) -> float:
    return D * math.sin(C * math.atan(B * x - E * (B * x - math.atan(B * x))))


@pytest.mark.parametrize("Fz", [2.0, 5.0])
@pytest.mark.parametrize("gamma", [-3.0, 0.0, 2.0])
def test_the_formula_of_1989_is_that_of_its_letters(Fz, gamma, measured):
    """Pure slip, in the units of the paper: kN, degrees, percent; Fy and Mz change their sign on the way to ISO-W. The
    other slip is where its force is zero, so that the ellipse takes nothing."""
    p, tyre = PAC89, LoneTyre(tyre=PAC89)
    for alpha in (-8.0, -1.0, 0.5, 4.0):
        D = p.A1 * Fz**2 + p.A2 * Fz
        B = p.A3 * math.sin(2 * math.atan(Fz / p.A4)) * (1 - p.A5 * abs(gamma)) / (p.A0 * D)
        S_h, S_v = p.A9 * Fz + p.A10 + p.A8 * gamma, p.A11 * Fz * gamma + p.A12 * Fz + p.A13
        Fy = magic(alpha + S_h, B, p.A0, D, p.A6 * Fz + p.A7) + S_v
        D = p.C1 * Fz**2 + p.C2 * Fz
        B = (p.C3 * Fz**2 + p.C4 * Fz) * (1 - p.C6 * abs(gamma)) * math.exp(-p.C5 * Fz) / (p.C0 * D)
        E = (p.C7 * Fz**2 + p.C8 * Fz + p.C9) * (1 - p.C10 * abs(gamma))
        S_v = (p.C14 * Fz**2 + p.C15 * Fz) * gamma + p.C16 * Fz + p.C17
        Mz = magic(alpha + p.C11 * gamma + p.C12 * Fz + p.C13, B, p.C0, D, E) + S_v
        free = -(p.B9 * Fz + p.B10)
        found = tyre.forces(slip=free / 100, slip_angle=f"{alpha} deg", inclination=f"{gamma} deg", load=f"{Fz} kN")
        measured("tyres.1989", [found.Fy + Fy, found.Mz + Mz], 1e-3)
        assert (found.Fy, found.Mz) == pytest.approx((-Fy, -Mz), rel=1e-9)
        assert found.My == pytest.approx(-0.012 * 1e3 * Fz * (0.32 - 1e3 * Fz / 2e5))
    for kappa in (-30.0, -2.0, 1.0, 12.0):
        D = p.B1 * Fz**2 + p.B2 * Fz
        B = (p.B3 * Fz**2 + p.B4 * Fz) * math.exp(-p.B5 * Fz) / (p.B0 * D)
        Fx = magic(kappa + p.B9 * Fz + p.B10, B, p.B0, D, p.B6 * Fz**2 + p.B7 * Fz + p.B8)
        K_y = p.A3 * math.sin(2 * math.atan(Fz / p.A4)) * (1 - p.A5 * abs(gamma))
        free = -(p.A9 * Fz + p.A10 + p.A8 * gamma + (p.A11 * Fz * gamma + p.A12 * Fz + p.A13) / K_y)
        found = tyre.forces(slip=kappa / 100, slip_angle=f"{free} deg", inclination=f"{gamma} deg", load=f"{Fz} kN")
        measured("tyres.1989", found.Fx - Fx, 1e-3)
        assert found.Fx == pytest.approx(Fx, rel=1e-9)


def test_combined_slip_of_1989_is_the_ellipse_in_its_published_form():
    """By an angle and friction coefficients, as ChPac02Tire of Project Chrono writes the ellipse of Adams/Tire: slips
    from where the forces are zero, kappa_c = kappa + Shx and alpha_c = alpha + Shy + Svy / Ky,
    cos beta = |kappa_c| / hypot(kappa_c, sin alpha_c), mu_act = (F0 - Sv) / Fz, mu_max = D / Fz,
    mu_x = 1 / hypot(1 / mu_x_act, tan beta / mu_y_max), mu_y = tan beta / hypot(1 / mu_x_max, tan beta / mu_y_act),
    and each force is F0 mu / mu_act."""
    p, Fz, load = replace(PAC89, A12=40.0), 4.0, 4000.0
    peak_x, peak_y = p.B1 * Fz**2 + p.B2 * Fz, p.A1 * Fz**2 + p.A2 * Fz
    K_x, K_y = (p.B3 * Fz**2 + p.B4 * Fz) * math.exp(-p.B5 * Fz), p.A3 * math.sin(2 * math.atan(Fz / p.A4))
    S_hx, S_hy, S_vy = p.B9 * Fz + p.B10, p.A9 * Fz + p.A10, p.A12 * Fz + p.A13
    for kappa, alpha in ((-5.0, 2.0), (10.0, -5.0), (-30.0, 12.0), (2.0, 9.0), (-4.0, 0.0)):
        Fx0 = magic(kappa + S_hx, K_x / (p.B0 * peak_x), p.B0, peak_x, p.B7 * Fz + p.B8)
        Fy0 = magic(alpha + S_hy, K_y / (p.A0 * peak_y), p.A0, peak_y, p.A6 * Fz + p.A7) + S_vy
        kappa_c, sin_alpha_c = (kappa + S_hx) / 100, math.sin(math.radians(alpha + S_hy + S_vy / K_y))
        tan_beta = math.tan(math.acos(abs(kappa_c) / math.hypot(kappa_c, sin_alpha_c)))
        mu_x_act, mu_y_act = abs(Fx0 / load), abs((Fy0 - S_vy) / load)
        mu_x = 1 / math.hypot(1 / mu_x_act, tan_beta * load / peak_y)
        mu_y = tan_beta / math.hypot(load / peak_x, tan_beta / mu_y_act)
        both = LoneTyre(tyre=p).forces(slip=f"{kappa} %", slip_angle=f"{alpha} deg", load=load)
        assert both.Fx == pytest.approx(Fx0 * mu_x / mu_x_act, rel=1e-9)
        assert both.Fy == pytest.approx(-Fy0 * mu_y / mu_y_act, rel=1e-6)  # 1e-7 is what keeps it continuous


def test_shifts_of_1989_leave_no_jump_where_a_wheel_begins_to_brake():
    """Fy is the same from every side of the state without slip forces, kappa_c = alpha_c = 0: within its slope of 6e4
    N/rad and a thousandth of a newton. The published ellipse is 0 / 0 there."""
    p, tyre = replace(PAC89, A12=40.0), LoneTyre(tyre=replace(PAC89, A12=40.0))
    K_y = p.A3 * math.sin(2 * math.atan(4.0 / p.A4))
    alpha = -math.radians(p.A9 * 4 + p.A10 + (p.A12 * 4 + p.A13) / K_y)
    kappa = -(p.B9 * 4 + p.B10) / 100
    sides = ((0.0, 0.0), (1e-9, 0.0), (-1e-9, 0.0), (0.0, 1e-9), (1e-9, -1e-9))
    found = [tyre.forces(slip=kappa + k, slip_angle=alpha + a, load=4000.0).Fy for k, a in sides]
    assert max(found) - min(found) < 1e-3
    assert tyre.forces(slip=-0.03, load=4000.0).Fy < -100  # and straight braking keeps its part of the shift, 180 N


def test_a_soft_carcass_of_1989_moves_the_patch_under_the_wheel():
    """Moments of the same forces about the middle of the wheel, where the patch has moved by d = Fy / c."""
    plain, soft = LoneTyre(tyre=PAC89), LoneTyre(tyre=replace(PAC89, lateral_stiffness=1.5e5))
    state = {"slip": 0.05, "slip_angle": 0.06, "load": 4000.0}
    a, b = plain.forces(**state), soft.forces(**state)
    moved = np.cross([0.0, a.Fy / 1.5e5, 0.0], [a.Fx, a.Fy, 4000.0])
    assert (b.Fx, b.Fy) == (a.Fx, a.Fy)
    assert (b.Mx - a.Mx, b.My - a.My, b.Mz - a.Mz) == pytest.approx(tuple(moved), rel=1e-9)


def test_constant_shifts_of_1987_move_the_curve_and_fade_where_the_wheel_lifts():
    """y(x + Sh) + Sv: the shifted tyre at a slip angle is the plain one at the shifted angle, lifted by Sv; in ISO-W
    side force and moment have the other sign. Below 0.1 kN the constant part goes to zero with the load."""
    numbers = {
        "C": 1.3,
        "a1": -22.1,
        "a2": 1011.0,
        "a3": 1078.0,
        "a4": 1.82,
        "a5": 0.208,
        "a6": 0.0,
        "a7": -0.354,
        "a8": 0.7,
    }
    plain = Curve1987(**numbers)
    curves = {"Fx": plain, "Fy": plain, "Mz": plain}
    first = LoneTyre(tyre=MagicFormula1987(**SPRING, **curves))
    shifted = LoneTyre(tyre=MagicFormula1987(**SPRING, **curves | {"Fy": replace(plain, Sh=0.4, Sv=-90.0)}))
    there, here = first.forces(slip_angle="3.4 deg", load="4 kN"), shifted.forces(slip_angle="3 deg", load="4 kN")
    assert here.Fy == pytest.approx(there.Fy + 90.0, rel=1e-12)
    assert here.Fx == first.forces(load="4 kN").Fx
    there, here = first.forces(slip_angle="3.4 deg", load="50 N"), shifted.forces(slip_angle="3 deg", load="50 N")
    assert here.Fy - there.Fy == pytest.approx(45.0, rel=1e-9)
    assert shifted.forces(load=0.0).Fy == 0
