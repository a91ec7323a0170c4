"""Piecewise polynomials that the tape reads at run time.

A table of n knots has n + 1 pieces: one below the first knot, one above each knot. A piece is a
polynomial in the distance from its origin, so that evaluation does not lose digits far from zero.
The outer pieces are straight lines: the table goes on with its end slope.

Layout in the tables array, from `offset`:
    n knots | n + 1 origins | (n + 1) x (degree + 1) coefficients, constant first
A surface has knots and origins for x, then for y, then (nx + 1) x (ny + 1) patches of
(degree + 1) x (degree + 1) coefficients, the power of y running fastest.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.interpolate import CubicSpline, PchipInterpolator


@dataclass(frozen=True, slots=True)
class Table:
    """Where a table lies and how large it is; which numbers it holds is known only at run time."""

    offset: int  # first number in the tables array
    knots: int
    degree: int
    lane_stride: int = 0  # distance from one lane's table to the next

    @property
    def size(self) -> int:
        return self.knots + (self.knots + 1) * (self.degree + 2)


def table_size(knots: int, degree: int) -> int:
    return Table(0, knots, degree).size


def table_data(x: np.ndarray, y: np.ndarray, interpolation: str) -> np.ndarray:
    """The numbers of a table through the points (x, y), in the layout above, degree 3.

    "linear" joins the points by lines; "monotone" is a C1 cubic that does not overshoot
    [Fritsch, Butland 1984]; "spline" is the C2 cubic with natural ends.
    """
    x, y = np.asarray(x, float), np.asarray(y, float)
    if interpolation == "linear" or len(x) == 2:
        slope = np.diff(y) / np.diff(x)
        inner = np.stack([y[:-1], slope, 0 * slope, 0 * slope], axis=1)
        first, last = slope[0], slope[-1]
    else:
        fit = PchipInterpolator(x, y) if interpolation == "monotone" else CubicSpline(x, y, bc_type="natural")
        inner = fit.c[::-1].T
        first, last = float(fit(x[0], 1)), float(fit(x[-1], 1))
    coefficients = np.vstack([[y[0], first, 0.0, 0.0], inner, [y[-1], last, 0.0, 0.0]])
    origins = np.concatenate([[x[0]], x])
    return np.concatenate([x, origins, coefficients.ravel()])
