"""C2 surfaces read on the graph against SciPy's polynomials, one variable at a time."""

import numpy as np
import pytest
from scipy.interpolate import BPoly

from jounce.graph import Graph, Surface, hermite_table_data, interpret, lookup2
from jounce.graph.tables import hermite_surface_table_data

X, Y = np.array([-1.0, -0.3, 0.2, 1.1, 2.0]), np.array([-1.0, 0.0, 0.7])
NODES = np.random.default_rng(4).normal(size=(3, 3, len(X), len(Y)))  # [order by x, order by y, knot, knot]


def read(at_x, at_y, order=(0, 0)):
    graph = Graph()
    node = lookup2(Surface(0, len(X), len(Y), 5), graph.symbol("x"), graph.symbol("y"), order)
    return interpret([node], {"x": at_x, "y": at_y}, tables=hermite_surface_table_data(X, Y, NODES))[0]


@pytest.mark.parametrize("order", [(0, 0), (1, 0), (0, 1), (2, 1), (2, 2), (5, 5)])
def test_a_c2_surface_is_the_tensor_product_of_scipys_quintics(order):
    """First along x on every line of knots, for each order in y, then along y."""
    rng = np.random.default_rng(5)
    at_x, at_y = rng.uniform(X[0], X[-1], 40), rng.uniform(Y[0], Y[-1], 40)
    along_x = BPoly.from_derivatives(X, np.transpose(NODES, (2, 0, 1, 3)))
    wanted = []
    for x, y in zip(at_x, at_y, strict=True):
        across = along_x.derivative(order[0])(x) if order[0] else along_x(x)  # [order by y, knot of y]
        along_y = BPoly.from_derivatives(Y, across.T)
        wanted.append(along_y.derivative(order[1])(y) if order[1] else along_y(y))
    wanted = np.array(wanted)
    # powers up to the fifth of 1/h = 2: SciPy's own coefficients carry that much rounding
    np.testing.assert_allclose(read(at_x, at_y, order), wanted, rtol=1e-9, atol=1e-11 * np.abs(wanted).max())


def test_its_size_is_what_the_graph_expects():
    assert len(hermite_surface_table_data(X, Y, NODES)) == Surface(0, len(X), len(Y), 5).size


@pytest.mark.parametrize("order", [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (0, 2), (2, 2)])
def test_at_its_knots_it_has_the_given_derivatives(order):
    x, y = np.meshgrid(X[1:-1], Y[1:-1], indexing="ij")  # at the last knot the straight outer piece begins
    np.testing.assert_allclose(read(x, y, order), NODES[order][1:-1, 1:-1], rtol=1e-12)


def test_a_c1_table_of_value_and_slope_has_cubic_pieces():
    y, d = NODES[0, 0, :, 0], NODES[1, 0, :, 0]
    fit = BPoly.from_derivatives(X, np.stack([y, d], axis=1))
    coefficients = hermite_table_data(X, y, d)[2 * len(X) + 1 :].reshape(len(X) + 1, 4)
    for k in range(len(X) - 1):
        at = 0.3 * (X[k + 1] - X[k])
        assert np.polynomial.polynomial.polyval(at, coefficients[k + 1]) == pytest.approx(
            float(fit(X[k] + at)), abs=1e-13
        )
