"""Piecewise polynomials that the tape reads at run time.

A table of n knots has n + 1 pieces: one below the first knot, one above each knot. A piece is a
polynomial in the distance from its origin, so that evaluation does not lose digits far from zero.
The outer pieces are straight lines: the table goes on with its end slope.

Layout in the tables array, from `offset`:
    n knots | n + 1 origins | (n + 1) x (degree + 1) coefficients, constant first
A surface has knots and origins for x, then for y, then (nx + 1) x (ny + 1) patches of
(degree + 1) x (degree + 1) coefficients, the piece and the power of y running fastest.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


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


@dataclass(frozen=True, slots=True)
class Surface:
    """Where a surface lies and how large it is, like `Table`."""

    offset: int
    knots_x: int
    knots_y: int
    degree: int  # in x and in y
    lane_stride: int = 0

    @property
    def size(self) -> int:
        patches = (self.knots_x + 1) * (self.knots_y + 1)
        return 2 * self.knots_x + 1 + 2 * self.knots_y + 1 + patches * (self.degree + 1) ** 2


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
        from scipy.interpolate import CubicSpline, PchipInterpolator  # slow to import

        fit = PchipInterpolator(x, y) if interpolation == "monotone" else CubicSpline(x, y, bc_type="natural")
        inner = fit.c[::-1].T
        first, last = float(fit(x[0], 1)), float(fit(x[-1], 1))
    coefficients = np.vstack([[y[0], first, 0.0, 0.0], inner, [y[-1], last, 0.0, 0.0]])
    return np.concatenate([_knots_and_origins(x), coefficients.ravel()])


def hermite_data(x: np.ndarray, y: np.ndarray, d: np.ndarray, dd: np.ndarray) -> np.ndarray:
    """The numbers of a C2 table with value y, slope d and second derivative dd at each x, degree 5.

    Each inner piece is the quintic that meets the six end conditions.
    """
    x, y, d, dd = (np.asarray(values, float) for values in (x, y, d, dd))
    h = np.diff(x)
    # what is left for the powers 3 to 5, in units of y, after the Taylor parabola of the left end
    rise = np.diff(y) - d[:-1] * h - dd[:-1] * h**2 / 2
    turn = (np.diff(d) - dd[:-1] * h) * h
    bend = np.diff(dd) * h**2
    c3 = (10 * rise - 4 * turn + bend / 2) / h**3
    c4 = (-15 * rise + 7 * turn - bend) / h**4
    c5 = (6 * rise - 3 * turn + bend / 2) / h**5
    inner = np.stack([y[:-1], d[:-1], dd[:-1] / 2, c3, c4, c5], axis=1)
    first, last = [y[0], d[0], 0, 0, 0, 0], [y[-1], d[-1], 0, 0, 0, 0]
    return np.concatenate([_knots_and_origins(x), np.vstack([first, inner, last]).ravel()])


def surface_data(
    x: np.ndarray, y: np.ndarray, f: np.ndarray, fx: np.ndarray, fy: np.ndarray, fxy: np.ndarray
) -> np.ndarray:
    """The numbers of a C1 surface with the given value and derivatives on the grid, f[i, j] at (x[i], y[j]).

    Bicubic Hermite patches, degree 3; beyond the grid the surface goes on straight in that variable.
    """
    x, y = np.asarray(x, float), np.asarray(y, float)
    f, fx, fy, fxy = (np.asarray(values, float) for values in (f, fx, fy, fxy))
    along_x = _cubic_pieces(x, f, fx)  # piece of x, power of x, knot of y
    slope_along_x = _cubic_pieces(x, fy, fxy)
    patches = _cubic_pieces(y, np.moveaxis(along_x, 2, 0), np.moveaxis(slope_along_x, 2, 0))
    ordered = patches.transpose(2, 0, 3, 1)  # from (piece of y, power of y, piece of x, power of x)
    return np.concatenate([_knots_and_origins(x), _knots_and_origins(y), ordered.ravel()])


def _cubic_pieces(x: np.ndarray, y: np.ndarray, d: np.ndarray) -> np.ndarray:
    """Coefficients [piece, power, ...] of the cubic Hermite interpolant; knots run along the first axis."""
    h = np.diff(x).reshape((-1,) + (1,) * (y.ndim - 1))
    slope = np.diff(y, axis=0) / h
    c2 = (3 * slope - 2 * d[:-1] - d[1:]) / h
    c3 = (d[:-1] + d[1:] - 2 * slope) / h**2
    inner = np.stack([y[:-1], d[:-1], c2, c3], axis=1)
    zero = np.zeros_like(y[0])
    return np.concatenate([[[y[0], d[0], zero, zero]], inner, [[y[-1], d[-1], zero, zero]]])


def _knots_and_origins(x: np.ndarray) -> np.ndarray:
    return np.concatenate([x, x[:1], x])
