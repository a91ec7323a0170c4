"""Tables read on the graph against SciPy's interpolants."""

import numpy as np
import pytest
from scipy.interpolate import BPoly, CubicHermiteSpline, CubicSpline, PchipInterpolator

from jounce.graph import (
    Graph,
    Surface,
    Table,
    hermite_table_data,
    interpret,
    lookup,
    lookup2,
    surface_table_data,
    table_data,
    table_size,
)
from jounce.graph.tables import monotone_table_slopes, spline_table_slopes, table_columns_side_by_side

X = np.array([-1.0, -0.3, 0.2, 1.1, 2.0, 4.0])
Y = np.array([0.5, -0.2, 0.1, 1.4, 1.5, 0.3])
INSIDE = np.linspace(-1.0, 4.0, 777)


def read(table, data, at, order=0, **options):
    graph = Graph()
    return interpret([lookup(table, graph.symbol("x"), order)], {"x": at}, tables=data, **options)[0]


@pytest.mark.parametrize("interpolation", ["spline", "monotone"])
@pytest.mark.parametrize("order", [0, 1, 2, 3])
def test_cubic_tables_equal_scipy_inside_with_all_derivatives(interpolation, order):
    fit = CubicSpline(X, Y, bc_type="natural") if interpolation == "spline" else PchipInterpolator(X, Y)
    at = INSIDE[:-1]  # at the last knot our last piece begins, a line
    got = read(Table(0, len(X), 3), table_data(X, Y, interpolation), at, order)
    np.testing.assert_allclose(got, fit(at, order), rtol=1e-13, atol=1e-13)


def test_a_linear_table_equals_numpy_interp():
    got = read(Table(0, len(X), 3), table_data(X, Y, "linear"), INSIDE)
    np.testing.assert_allclose(got, np.interp(INSIDE, X, Y), rtol=1e-14, atol=1e-14)


@pytest.mark.parametrize("interpolation", ["spline", "monotone", "linear"])
def test_beyond_its_ends_a_table_goes_on_with_its_end_slope(interpolation):
    table, data = Table(0, len(X), 3), table_data(X, Y, interpolation)
    for end, distance in ((X[0], -5.0), (X[-1], 5.0)):
        inner = end - 1e-9 * np.sign(distance)
        slope = read(table, data, inner, 1)
        assert read(table, data, end + distance, 1) == pytest.approx(slope, rel=1e-7)  # 1e-9 times curvature
        value = read(table, data, end) + distance * read(table, data, end + distance, 1)
        assert read(table, data, end + distance) == pytest.approx(value, rel=1e-14)


def test_a_quintic_table_equals_scipy_and_is_twice_continuous():
    d, dd = np.cos(X), -np.sin(2 * X)
    fit = BPoly.from_derivatives(X, np.stack([Y, d, dd], axis=1))
    table, data = Table(0, len(X), 5), hermite_table_data(X, Y, d, dd)
    for order in range(6):
        scale = np.abs(fit.derivative(order)(INSIDE)).max() if order else 1.0
        got = read(table, data, INSIDE[:-1], order)
        np.testing.assert_allclose(got, fit(INSIDE[:-1], order), rtol=1e-11, atol=1e-12 * scale)
    for order, wanted in ((0, Y), (1, d), (2, dd)):
        np.testing.assert_allclose(read(table, data, X[1:-1], order), wanted[1:-1], rtol=1e-12)
    assert read(table, data, 6.0) == pytest.approx(Y[-1] + 2.0 * d[-1], rel=1e-14)


def test_a_derivative_beyond_the_degree_is_zero_and_nan_stays_nan():
    table, data = Table(0, len(X), 3), table_data(X, Y, "spline")
    assert not read(table, data, INSIDE, 4).any()
    assert np.isnan(read(table, data, np.array([np.nan])))


def test_each_lane_reads_its_own_table():
    """The last axis is the lane axis; the array may start anywhere."""
    size = table_size(len(X), 3)
    own = [table_data(X, Y * factor, "spline") for factor in (1.0, 10.0)]
    data = np.concatenate([np.full(5, np.nan), *own])
    table = Table(5, len(X), 3, lane_stride=size)
    assert table.size == size == len(own[0])
    at = np.array([[0.0, 0.0], [1.0, 1.0], [3.0, 3.0]])
    got = read(table, data, at)
    np.testing.assert_allclose(got[:, 1], 10.0 * got[:, 0], rtol=1e-13)
    np.testing.assert_array_equal(read(table, data, at[:, 1], lane=1), got[:, 1])
    # a lookup of a number common to all lanes still reads one table a lane
    graph = Graph()
    output = lookup(table, graph.symbol("x")) + 0.0 * graph.symbol("other")
    common = interpret([output], {"x": 1.0, "other": np.zeros(2)}, tables=data)[0]
    np.testing.assert_array_equal(common, got[1])


def test_columns_side_by_side_read_as_scipys_splines():
    """Three columns over the same knots in one layout: each is the spline through its own points."""
    columns = [Y, Y**2, 1.0 - Y]
    head = Table(0, len(X), 3).head
    data = table_columns_side_by_side([table_data(X, y, "spline") for y in columns], head)
    for column, y in enumerate(columns):
        table = Table(0, len(X), 3, column=column, columns=3)
        assert table.size == len(data)
        for order in (0, 1, 2):
            expected = CubicSpline(X, y, bc_type="natural")(INSIDE, order)
            np.testing.assert_allclose(read(table, data, INSIDE, order), expected, rtol=1e-10, atol=1e-10)


def surface_values(order, x, y):
    """f = sin(x) (y^3 - y) + x y^2 and its derivatives up to the first in each variable."""
    sine = np.cos(x) if order[0] else np.sin(x)
    factor = np.ones_like(x) if order[0] else x
    return sine * (3 * y**2 - 1 if order[1] else y**3 - y) + factor * (2 * y if order[1] else y**2)


def test_a_surface_is_the_tensor_product_of_scipys_cubic_hermite_splines():
    """Two passes of SciPy's one-dimensional interpolant: first along x on every grid line, then along y."""
    x, y = X, np.array([-1.0, 0.0, 0.7, 2.0])
    grid = np.meshgrid(x, y, indexing="ij")
    f, fx, fy, fxy = (surface_values(order, *grid) for order in ((0, 0), (1, 0), (0, 1), (1, 1)))
    surface, data = Surface(0, len(x), len(y), 3), surface_table_data(x, y, f, fx, fy, fxy)
    assert len(data) == surface.size
    rng = np.random.default_rng(5)
    at_x, at_y = rng.uniform(x[0], x[-1], 60), rng.uniform(y[0], y[-1], 60)
    graph = Graph()
    along_x = CubicHermiteSpline(x, f, fx), CubicHermiteSpline(x, fy, fxy)
    for order in ((0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (3, 3)):
        node = lookup2(surface, graph.symbol("x"), graph.symbol("y"), order)
        got = interpret([node], {"x": at_x, "y": at_y}, tables=data)[0]
        expected = [
            CubicHermiteSpline(y, along_x[0](p, order[0]), along_x[1](p, order[0]))(q, order[1])
            for p, q in zip(at_x, at_y, strict=True)
        ]
        np.testing.assert_allclose(got, expected, rtol=1e-10, atol=1e-10)


def test_beyond_the_grid_a_surface_goes_on_straight_in_that_variable():
    """At a corner knot: f + fx dx + fy dy + fxy dx dy; beside an edge the edge's cubic stays."""
    x = y = np.array([0.0, 1.0, 2.0])
    f, fx, fy, fxy = np.random.default_rng(6).normal(size=(4, 3, 3))
    data, graph = surface_table_data(x, y, f, fx, fy, fxy), Graph()
    node = lookup2(Surface(0, 3, 3, 3), graph.symbol("x"), graph.symbol("y"))

    def value(p, q):
        return float(interpret([node], {"x": p, "y": q}, tables=data)[0])

    corner = f[0, 2] + fx[0, 2] * -3.0 + fy[0, 2] * 5.0 + fxy[0, 2] * -15.0
    assert value(-3.0, 7.0) == pytest.approx(corner, rel=1e-13)
    edge = CubicHermiteSpline(y, f[2], fy[2])(0.4) + 1.5 * CubicHermiteSpline(y, fx[2], fxy[2])(0.4)
    assert value(3.5, 0.4) == pytest.approx(float(edge), rel=1e-13)


@pytest.mark.parametrize("shape", ["rising", "up and down", "level in parts", "three points"])
def test_slopes_are_those_of_scipy(shape):
    """Natural splines and monotone cubics, written here to spare half a second of imports."""
    rng = np.random.default_rng(3)
    x = np.cumsum(rng.uniform(0.2, 2.0, 3 if shape == "three points" else 12))
    y = rng.normal(size=len(x))
    if shape == "rising":
        y = np.cumsum(np.abs(y))
    if shape == "level in parts":
        y[3:6] = y[3]
    ours, theirs = spline_table_slopes(x, y), CubicSpline(x, y, bc_type="natural")(x, 1)
    np.testing.assert_allclose(ours, theirs, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(monotone_table_slopes(x, y), PchipInterpolator(x, y)(x, 1), rtol=1e-12, atol=1e-14)
