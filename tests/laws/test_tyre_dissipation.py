"""Where a tyre with shifts, conicity and camber may gain power from sliding, and where it may not."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq
from test_tyre_checks import SHIPPED, sample
from tyre_cases import MANY, Case, on_graph, states

import jounce
from jounce.graph import interpret

MAGIC_FORMULAS = [name for name in SHIPPED if hasattr(jounce.load(name).tyre, "PVY1")]  # the others have no shifts
ENDS = {"slip": 1.0, "slip_angle": 1.5}  # the locked wheel; nearly sideways
HALVINGS = 60  # of the way from zero to the end: to the last bit


def file_of(name: str):
    return jounce.load(name) if name in SHIPPED else sample(name)


def driving(outputs, at, quantity: str) -> np.ndarray:
    """The force along a slip, positive where it pushes with the sliding, -kappa |V_x| and tan(alpha) |V_x|."""
    force = interpret([outputs[quantity == "slip_angle"]], at)[0]
    return np.sign(at[quantity]) * (-force if quantity == "slip" else force)


def shifts(outputs, at, quantity: str) -> np.ndarray:
    """The size of the slip at which the force crosses zero, all else held; infinite where it drives at the end too."""
    sign, end = np.sign(at[quantity]), ENDS[quantity]
    low, high = np.zeros(sign.size), np.full(sign.size, end)
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        drives = driving(outputs, at | {quantity: sign * middle}, quantity) > 0
        low, high = np.where(drives, middle, low), np.where(drives, high, middle)
    return np.where(driving(outputs, at | {quantity: sign * end}, quantity) > 0, np.inf, high)


def inside(file) -> dict[str, np.ndarray]:
    """10^5 states in the ranges of load and inclination of the file, half of them at slips of a percent."""
    at, random = states(Case(None, None, float(file.tyre.FNOMIN), None)), np.random.default_rng(8)
    small = random.random(MANY) < 0.5
    for quantity, end in ENDS.items():
        at[quantity] = np.where(small, random.normal(0, 0.01, MANY), np.clip(at[quantity], -end, end))
    at["load"], at["inclination"] = random.uniform(*file.limits("FZ"), MANY), random.uniform(*file.limits("CAM"), MANY)
    return at


@pytest.mark.parametrize("name", ["5.2", "6.1", *MAGIC_FORMULAS])
def test_power_is_positive_only_where_a_slip_is_below_its_shift(name):
    """The law: a force drives only between zero slip and the slip where it crosses zero. So sliding gains power only
    where one of the two slips is below its shift. No state is left out: where the vertical shift S_V is more than the
    curve keeps at large slip, D sin(pi C / 2), the force does not cross zero for good and the shift is infinite; of
    these files this happens to the published 5.2 tyre alone, in one corner of its ranges. C <= 2 in all of them.
    """
    file = file_of(name)
    p, at, outputs = file.tyre, inside(file), on_graph(Case(None, file.tyre, 0.0, None))[1][:2]
    gains, below = np.zeros(MANY), np.zeros(MANY, bool)
    for quantity in ENDS:
        gains += np.abs(np.tan(at[quantity]) if quantity == "slip_angle" else at[quantity]) * driving(
            outputs, at, quantity
        )
        found = np.flatnonzero(driving(outputs, at, quantity) > 0)
        some = {key: values[found] for key, values in at.items()}
        shift = shifts(outputs, some, quantity)
        assert (np.abs(some[quantity]) < shift).all()
        below[found] = True
        endless = np.isinf(shift)
        assert endless.any() == (name == "5.2" and quantity == "slip_angle")
        dfz, gamma = some["load"] / p.FNOMIN - 1, some["inclination"]
        S_V = np.abs(p.PVY1 + p.PVY2 * dfz + (p.PVY3 + p.PVY4 * dfz) * gamma)
        left = (p.PDY1 + p.PDY2 * dfz) * (1 - p.PDY3 * gamma**2) * np.sin(np.pi * p.PCY1 / 2)
        assert p.PCY1 <= 2 and (S_V > left)[endless].all()
    assert (gains > 0).sum() > 300  # or the promise would be empty
    assert below[gains > 0].all()


@pytest.mark.parametrize("load", [3000.0, 9416.6, 15000.0])
def test_the_shift_of_pure_slip_is_the_root_of_the_formula(load):
    """D sin(C atan(x - E (x - atan x))) = -S_V has x - E (x - atan x) = tan(asin(-S_V / D) / C) on the rising flank."""
    p, dfz = sample("5.2").tyre, load / 9416.6 - 1
    D, C = load * (p.PDX1 + p.PDX2 * dfz), p.PCX1
    K = load * (p.PKX1 + p.PKX2 * dfz) * np.exp(p.PKX3 * dfz)
    S_H, S_V = p.PHX1 + p.PHX2 * dfz, load * (p.PVX1 + p.PVX2 * dfz)
    at_root = np.tan(np.arcsin(-S_V / D) / C)

    def E(x: float) -> float:
        return min((p.PEX1 + p.PEX2 * dfz + p.PEX3 * dfz**2) * (1 - p.PEX4 * np.sign(x)), 1.0)

    x = brentq(lambda x: x - E(x) * (x - np.arctan(x)) - at_root, -1.0, 1.0, xtol=1e-15)
    root = x * C * D / K - S_H
    at = dict.fromkeys(("slip_angle", "inclination"), np.zeros(1))
    at |= {"slip": np.sign([root]), "load": np.array([load]), "speed": np.full(1, 20.0), "friction": np.ones(1)}
    outputs = on_graph(Case(None, p, 0.0, None))[1][:2]
    assert shifts(outputs, at, "slip")[0] == pytest.approx(abs(root), rel=1e-9)
