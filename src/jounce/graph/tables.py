"""Tables as piecewise polynomials: splines, Hermite pieces and surfaces that the tape reads at run time.

A table of n knots has n + 1 pieces: one below the first knot, one above each knot. A piece is a
polynomial in the distance from its origin, so that evaluation does not lose digits far from zero.
The outer pieces are straight lines: the table goes on with its end slope.

Layout in the tables array, from `offset`:
    n knots | n + 1 origins | (n + 1) x (degree + 1) coefficients, constant first
A surface has knots and origins for x, then for y, then (nx + 1) x (ny + 1) patches of
(degree + 1) x (degree + 1) coefficients, the piece and the power of y running fastest.
Several columns over the same knots may share a layout: then each coefficient is a row with one number of each column,
so that machine code reads many columns at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np


@dataclass(frozen=True, slots=True)
class Table:
    """Where a table lies and how large it is; which numbers it holds is known only at run time."""

    offset: int  # first number in the tables array
    knots: int
    degree: int
    lane_stride: int = 0  # distance from one lane's table to the next
    guide: int | None = None  # offset of a table with the same knots, so that one search serves many tables
    column: int = 0  # of the columns that stand side by side
    columns: int = 1

    @property
    def head(self) -> int:
        """Tells how many numbers stand before the coefficients."""
        return 2 * self.knots + 1

    @property
    def size(self) -> int:
        return self.head + (self.knots + 1) * (self.degree + 1) * self.columns


@dataclass(frozen=True, slots=True)
class Surface:
    """Where a surface lies and how large it is, like `Table`."""

    offset: int
    knots_x: int
    knots_y: int
    degree: int  # in x and in y
    lane_stride: int = 0
    guide: int | None = None
    column: int = 0
    columns: int = 1

    @property
    def head(self) -> int:
        return 2 * self.knots_x + 1 + 2 * self.knots_y + 1

    @property
    def size(self) -> int:
        patches = (self.knots_x + 1) * (self.knots_y + 1)
        return self.head + patches * (self.degree + 1) ** 2 * self.columns


@dataclass(frozen=True, slots=True, eq=False)
class KnownTable:
    """A table or surface together with its numbers, for formulas that are called with floats."""

    table: Table | Surface
    data: np.ndarray  # the tables array


def table_size(knots: int, degree: int) -> int:
    return Table(0, knots, degree).size


def table_columns_side_by_side(columns: Sequence[np.ndarray], head: int) -> np.ndarray:
    """The numbers of one layout of several columns, each given in a layout of its own with the same knots."""
    return np.concatenate([columns[0][:head], np.column_stack([column[head:] for column in columns]).ravel()])


def table_data(x: np.ndarray, y: np.ndarray, interpolation: str) -> np.ndarray:
    """The numbers of a table through the points (x, y), in the layout above, degree 3.

    "linear" joins the points by lines; "monotone" is a C1 cubic that does not overshoot
    [Fritsch, Butland 1984]; "spline" is the C2 cubic with natural ends.
    """
    return _table_data(np.asarray(x, float).tobytes(), np.asarray(y, float).tobytes(), interpolation)


@lru_cache(maxsize=256)
def _table_data(x_bytes: bytes, y_bytes: bytes, interpolation: str) -> np.ndarray:
    """The same from raw numbers; splines take time, and most tables stay as they are when other values change."""
    x, y = np.frombuffer(x_bytes), np.frombuffer(y_bytes)
    if interpolation == "linear" or len(x) == 2:
        slope = np.diff(y) / np.diff(x)
        inner = np.stack([y[:-1], slope, 0 * slope, 0 * slope], axis=1)
        coefficients = np.vstack([[y[0], slope[0], 0.0, 0.0], inner, [y[-1], slope[-1], 0.0, 0.0]])
        data = np.concatenate([_knots_and_origins(x), coefficients.ravel()])
    else:
        data = hermite_table_data(
            x, y, monotone_table_slopes(x, y) if interpolation == "monotone" else spline_table_slopes(x, y)
        )
    data.flags.writeable = False
    return data


def spline_table_slopes(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Slopes at the points of the C2 cubic spline with natural ends: no bend at the first and the last.

    Its equations are tridiagonal and need no pivots. [De Boor 1978, chapter IV]
    """
    h, s = np.diff(x), np.diff(y) / np.diff(x)
    parts, middle, above = _spline_elimination(np.asarray(x, float).tobytes())
    inner = (3.0 * (h[1:] * s[:-1] + h[:-1] * s[1:])).tolist()
    d = [3.0 * float(s[0]), *inner, 3.0 * float(s[-1])]  # plain floats: numbers of NumPy are slow one by one
    for k, part in enumerate(parts, 1):
        d[k] -= part * d[k - 1]
    d[-1] /= middle[-1]
    for k in range(len(d) - 2, -1, -1):
        d[k] = (d[k] - above[k] * d[k + 1]) / middle[k]
    return np.array(d)


@lru_cache(maxsize=16)
def _spline_elimination(x_bytes: bytes) -> tuple[list[float], list[float], list[float]]:
    """Tells what the points alone decide: variants of a car are steered at the same times."""
    h = np.diff(np.frombuffer(x_bytes))
    below = [*h[1:].tolist(), 1.0]
    middle = [2.0, *(2.0 * (h[:-1] + h[1:])).tolist(), 2.0]
    above = [1.0, *h[:-1].tolist()]
    parts = []
    for k in range(1, len(middle)):
        parts.append(below[k - 1] / middle[k - 1])
        middle[k] -= parts[-1] * above[k - 1]
    return parts, middle, above


def monotone_table_slopes(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Slopes at three points or more of a C1 cubic that does not overshoot.

    Inside the harmonic mean of both secants, weighted by their lengths [Fritsch, Butland 1984]; at the ends the slope
    of a parabola, kept from turning round [Moler 2004, section 3.6].
    """
    h, s = np.diff(x), np.diff(y) / np.diff(x)
    d = np.zeros(len(x))
    same = s[:-1] * s[1:] > 0.0
    before, behind = 2.0 * h[1:] + h[:-1], h[1:] + 2.0 * h[:-1]
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = (before + behind) / (before / s[:-1] + behind / s[1:])
    d[1:-1] = np.where(same, mean, 0.0)
    for end, (h0, h1, s0, s1) in ((0, (h[0], h[1], s[0], s[1])), (-1, (h[-1], h[-2], s[-1], s[-2]))):
        slope = ((2.0 * h0 + h1) * s0 - h0 * s1) / (h0 + h1)
        if slope * s0 <= 0.0:
            slope = 0.0
        elif s0 * s1 <= 0.0 and abs(slope) > 3.0 * abs(s0):
            slope = 3.0 * s0
        d[end] = slope
    return d


def hermite_table_data(x: np.ndarray, y: np.ndarray, d: np.ndarray, dd: np.ndarray | None = None) -> np.ndarray:
    """The numbers of a table with value y and slope d at each x: C1, degree 3; with dd as well C2, degree 5."""
    derivatives = [y, d] if dd is None else [y, d, dd]
    pieces = hermite_table_pieces(np.asarray(x, float), np.asarray(derivatives, float))
    return np.concatenate([_knots_and_origins(np.asarray(x, float)), pieces.ravel()])


def surface_table_data(
    x: np.ndarray, y: np.ndarray, f: np.ndarray, fx: np.ndarray, fy: np.ndarray, fxy: np.ndarray
) -> np.ndarray:
    """The numbers of a C1 surface with the given value and derivatives on the grid, f[i, j] at (x[i], y[j])."""
    return hermite_surface_table_data(x, y, np.array([[f, fy], [fx, fxy]], float))


def hermite_surface_table_data(x: np.ndarray, y: np.ndarray, f: np.ndarray) -> np.ndarray:
    """The numbers of a surface that is given by its derivatives on the grid.

    f[i, j] is differentiated i times by x and j times by y, and has a value for each knot of x and of y.
    Two by two make a C1 surface of degree 3, three by three a C2 surface of degree 5. Beyond the grid the
    surface goes on straight in that variable.
    """
    x, y = np.asarray(x, float), np.asarray(y, float)
    patches = hermite_table_patches(x, y, np.asarray(f, float))
    return np.concatenate([_knots_and_origins(x), _knots_and_origins(y), patches.transpose(0, 2, 1, 3).ravel()])


def grid_table_data(x: np.ndarray, y: np.ndarray, f: np.ndarray, interpolation: str, beyond: str) -> np.ndarray:
    """The numbers of a surface through f[i, j] at (x[i], y[j]), degree 3.

    "linear" is linear in x and in y; the others are Hermite patches whose slopes are those of `table_data` along each
    line of the grid. Beyond the grid it goes on straight, or where it is "clamped" with the value of the edge.
    """
    if interpolation == "linear":
        along_x = linear_table_pieces(x, f)  # piece of x, power of x, knot of y
        patches = np.moveaxis(linear_table_pieces(y, np.moveaxis(along_x, 2, 0)), (0, 1), (2, 3))
    else:
        fx, fy = table_knot_slopes(x, f, interpolation), table_knot_slopes(y, f.T, interpolation).T
        # both orders agree for splines; slopes that must not overshoot are no linear function of the values
        fxy = 0.5 * (table_knot_slopes(y, fx.T, interpolation).T + table_knot_slopes(x, fy, interpolation))
        patches = hermite_table_patches(x, y, np.array([[f, fy], [fx, fxy]]))
    if beyond == "clamped":
        for end in (0, -1):
            patches[end, 1:] = 0.0
            patches[:, :, end, 1:] = 0.0
    return np.concatenate([_knots_and_origins(x), _knots_and_origins(y), patches.transpose(0, 2, 1, 3).ravel()])


def table_knot_slopes(x: np.ndarray, y: np.ndarray, interpolation: str) -> np.ndarray:
    """Slopes at the knots, along the first axis of y, of the curves that `table_data` draws."""
    from scipy.interpolate import CubicSpline, PchipInterpolator  # slow to import

    if len(x) == 2:
        return np.broadcast_to(np.diff(y, axis=0) / np.diff(x)[:, None], y.shape)
    monotone = interpolation == "monotone"
    curve = PchipInterpolator(x, y, axis=0) if monotone else CubicSpline(x, y, axis=0, bc_type="natural")
    slopes: np.ndarray = curve(x, 1)
    return slopes


def linear_table_pieces(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Coefficients [piece, power, ...] of straight lines between the knots, along the first axis of y, as cubics."""
    slope = np.diff(y, axis=0) / np.diff(x).reshape((-1,) + (1,) * (y.ndim - 1))
    values, slopes = np.concatenate([y[:1], y]), np.concatenate([slope[:1], slope, slope[-1:]])
    return np.stack([values, slopes, 0 * slopes, 0 * slopes], axis=1)


def hermite_table_patches(x: np.ndarray, y: np.ndarray, f: np.ndarray) -> np.ndarray:
    """Coefficients [piece of x, power of x, piece of y, power of y, ...] of `hermite_surface_table_data`."""
    along_x = hermite_table_pieces(x, np.moveaxis(f, 1, -1))  # piece of x, power of x, knot of y, ..., order in y
    patches = hermite_table_pieces(y, np.moveaxis(along_x, (-1, 2), (0, 1)))
    return np.moveaxis(patches, (0, 1), (2, 3))


def hermite_table_pieces(x: np.ndarray, derivatives: np.ndarray) -> np.ndarray:
    """Coefficients [piece, power, ...] from [order, knot, ...]: cubics from two orders, quintics from three.

    Each inner piece meets the conditions at both its ends; the outer pieces are lines with the end's slope.
    """
    h = np.diff(x).reshape((-1,) + (1,) * (derivatives.ndim - 2))
    y, d = derivatives[:2]
    if len(derivatives) == 2:
        slope = np.diff(y, axis=0) / h
        inner = [y[:-1], d[:-1], (3 * slope - 2 * d[:-1] - d[1:]) / h, (d[:-1] + d[1:] - 2 * slope) / h**2]
    else:
        dd = derivatives[2]
        # what is left for the powers 3 to 5, in units of y, after the Taylor parabola of the left end
        rise = np.diff(y, axis=0) - d[:-1] * h - dd[:-1] * h**2 / 2
        turn = (np.diff(d, axis=0) - dd[:-1] * h) * h
        bend = np.diff(dd, axis=0) * h**2
        c3 = (10 * rise - 4 * turn + bend / 2) / h**3
        c4 = (-15 * rise + 7 * turn - bend) / h**4
        c5 = (6 * rise - 3 * turn + bend / 2) / h**5
        inner = [y[:-1], d[:-1], dd[:-1] / 2, c3, c4, c5]
    zeros = [np.zeros_like(y[0])] * (len(inner) - 2)
    first, last = ([[y[end], d[end], *zeros]] for end in (0, -1))
    return np.concatenate([first, np.stack(inner, axis=1), last])


def _knots_and_origins(x: np.ndarray) -> np.ndarray:
    return np.concatenate([x, x[:1], x])
