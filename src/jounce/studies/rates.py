"""Motion ratios and stiffness at the wheel."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from jounce.graph import Graph, Scalar, Table, derivative, interpret, table_data
from jounce.parts.laws import Law, Points
from jounce.studies.wheel_motion import Curve, row_dot, row_length


class WheelRate(NamedTuple):
    """dFz/dz of one spring: what its stiffness gives, and what its force on a changing lever gives."""

    elastic: np.ndarray  # k_s MR^2
    geometric: np.ndarray  # F_s dMR/dz, often forgotten
    load: np.ndarray  # F_s MR, the force at the wheel itself


def length_between(a: Curve, b: Curve) -> Curve:
    """Distance l of two moving points; its motion ratio, compression per wheel travel, is MR = -dl/dz."""
    r, r_d, r_dd = (q - p for p, q in zip(a, b, strict=True))
    length = row_length(r)
    rate = row_dot(r, r_d) / length
    return Curve(length, rate, (row_dot(r_d, r_d) + row_dot(r, r_dd) - rate**2) / length)


def wheel_rate(law: Law, free_length: float | np.ndarray, length: Curve) -> WheelRate:
    """k_w = k_s MR^2 + F_s dMR/dz, with the law's tangent stiffness k_s and its compression force F_s."""
    tension, stiffness = law_and_slope(law, length.at - free_length)
    return WheelRate(stiffness * length.d**2, tension * length.dd, tension * length.d)


def law_and_slope(law: Law, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A characteristic and its slope at x, by the derivative of its own formula."""
    formulas, tables = _formulas(law)
    value, slope = interpret(formulas, {"x": x}, tables=tables)
    return value, slope


@lru_cache(maxsize=64)  # a spline takes longer to make than to read, and a study reads the same ones each time
def _formulas(law: Law) -> tuple[list[Scalar], np.ndarray | None]:
    tables = None
    if isinstance(law, Points):
        tables = table_data(np.array(law.x), np.array(law.y), law.interpolation)
        law = replace(law, table=Table(0, len(law.x), 3))
    symbol = Graph().symbol("x")
    formula = law.value(symbol)
    return [formula, *derivative([formula], symbol)], tables


def ride_rate(wheel: np.ndarray, tyre: float) -> np.ndarray:
    """k_r = k_w k_t / (k_w + k_t): suspension and tyre in series."""
    return wheel * tyre / (wheel + tyre)


def ride_frequency(rate: np.ndarray, sprung_mass: float) -> np.ndarray:
    """f = sqrt(k_r / m_s) / (2 pi) of one corner, in Hz; nan where the rate is negative."""
    return np.sqrt(np.where(rate >= 0.0, rate, np.nan) / sprung_mass) / (2.0 * np.pi)
