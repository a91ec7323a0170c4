"""Derivatives of formulas against differences of their values."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import jounce.graph as g
from jounce.graph import (
    Graph,
    Table,
    derivative,
    interpret,
    jacobian,
    lookup,
    order_reachable_nodes,
    road,
    substitute,
    tangent,
)
from jounce.graph.vertex_elimination import eliminate_vertices

# formula of (x, y), and the range of x; y runs over [0.3, 0.9]
FORMULAS = {
    "add": (lambda x, y: x + y, -2, 2),
    "sub": (lambda x, y: y - x, -2, 2),
    "mul": (lambda x, y: x * y * x, -2, 2),
    "constants": (lambda x, y: 3.0 * (2.0 * x) - x / 7.0, -2, 2),
    "div": (lambda x, y: y / x + 2.0 / x, 0.5, 2),
    "node div": (lambda x, y: x.graph.node("div", y * x, x + y), 0.5, 2),
    "neg": (lambda x, y: -x * y, -2, 2),
    "sqrt": (lambda x, y: g.sqrt(x + y), 0.1, 3),
    "abs below": (lambda x, y: abs(x), -2, -0.1),
    "abs above": (lambda x, y: abs(x), 0.1, 2),
    "min x": (lambda x, y: g.minimum(x * y, y), -2, 0.9),
    "min y": (lambda x, y: g.minimum(x * y, y), 1.1, 2),
    "max x": (lambda x, y: g.maximum(x * y, y), 1.1, 2),
    "max y": (lambda x, y: g.maximum(x * y, y), -2, 0.9),
    "select": (lambda x, y: g.select(g.less(x, y), x * x, x * y + 1.0), 1.0, 2),
    "less": (lambda x, y: g.less(x, y) + x, 1.0, 2),
    "sin": (lambda x, y: g.sin(x * y), -4, 4),
    "cos": (lambda x, y: g.cos(x * y), -4, 4),
    "sin half turn": (lambda x, y: g.sin_half_turn(x * y), -3, 3),
    "cos half turn": (lambda x, y: g.cos_half_turn(x * y), -3, 3),
    "tan": (lambda x, y: g.tan(x * y), -1, 1),
    "atan": (lambda x, y: g.atan(x * y), -3, 3),
    "atan2 right": (lambda x, y: g.atan2(y, x), -3, 3),
    "atan2 left": (lambda x, y: g.atan2(-y, x * y), -3, 3),
    "asin": (lambda x, y: g.asin(x * y), -0.9, 0.9),
    "acos": (lambda x, y: g.acos(x * y), -0.9, 0.9),
    "exp": (lambda x, y: g.exp(x * y), -3, 3),
    "log": (lambda x, y: g.log(x * y), 0.2, 3),
    "tanh": (lambda x, y: g.tanh(x * y), -3, 3),
    "round": (lambda x, y: x.graph.node("round", x) * y, -0.4, 0.4),
    "power of two": (lambda x, y: x.graph.node("power_of_two", x.graph.node("round", x)) * y, -0.4, 0.4),
    "split": (lambda x, y: x.graph.node("mantissa", x) * x.graph.node("exponent", x), 2.1, 3.9),
}


def difference(formula, symbols, name, h=1e-3):
    """Central difference of sixth order: error h^6 f^(7) / 140, and rounding 1e-16 f / h."""
    weights = {1: 45 / 60, 2: -9 / 60, 3: 1 / 60}
    total = 0.0
    for k, weight in weights.items():
        for sign in (1, -1):
            moved = symbols | {name: symbols[name] + sign * k * h}
            total = total + sign * weight * interpret([formula], moved)[0]
    return total / h


@pytest.mark.parametrize("name", FORMULAS)
def test_every_operation_has_the_derivative_of_its_differences(name):
    """Tolerance: seventh derivatives below 1e7 (sqrt, asin, log near their ends) make 1e-13, rounding 1e-12."""
    formula, low, high = FORMULAS[name]
    graph = Graph()
    x, y = graph.symbol("x"), graph.symbol("y")
    rng = np.random.default_rng(7)
    symbols = {"x": rng.uniform(low, high, 200), "y": rng.uniform(0.3, 0.9, 200)}
    output = formula(x, y)
    for wrt in (x, y):
        exact = interpret(derivative([output], wrt), symbols)[0]
        np.testing.assert_allclose(exact, difference(output, symbols, wrt.data), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("name", FORMULAS)
def test_vertices_are_eliminated_to_the_derivative_of_differences(name):
    """As above, with three outputs that use each other and one number, so that vertices go in another order."""
    formula, low, high = FORMULAS[name]
    graph = Graph()
    x, y = graph.symbol("x"), graph.symbol("y")
    rng = np.random.default_rng(8)
    symbols = {"x": rng.uniform(low, high, 50), "y": rng.uniform(0.3, 0.9, 50)}
    one = formula(x, y)
    outputs = [one, g.sin(one * y) + one, x, one * g.cos(one) * x]
    found = eliminate_vertices(outputs, {x: {0: 1.0}, y: {1: 1.0}})
    assert (2, 1) not in found
    for column, wrt in enumerate((x, y)):
        for row, output in enumerate(outputs):
            exact = interpret([found.get((row, column), 0.0)], symbols)[0]
            np.testing.assert_allclose(exact, difference(output, symbols, wrt.data), rtol=1e-7, atol=1e-7)


def test_a_law_between_many_columns_and_many_rows_is_differentiated_once():
    """Twenty columns and twenty rows meet in one number, behind a chain of fifty sums with a sine. Forward mode takes
    an operation at least for each sum and column, 1000; done once it is one for each sum, beside the 400 entries."""
    graph = Graph()
    xs = [graph.symbol(k) for k in range(20)]
    total = sum(g.sin(x) for x in xs)
    for _ in range(50):
        total = total + g.sin(total)
    outputs = [total * x for x in xs]
    expected = jacobian(outputs, xs)
    new = eliminate_vertices(outputs, {x: {column: 1.0} for column, x in enumerate(xs)})
    saved = len(order_reachable_nodes(expected.values())) - len(order_reachable_nodes(new.values()))
    assert saved > 900
    assert set(new) == set(expected)
    at = dict(enumerate(np.random.default_rng(9).uniform(0.0, 0.1, 20)))
    np.testing.assert_allclose(
        interpret([new[key] for key in expected], at), interpret(list(expected.values()), at), rtol=1e-12
    )


def test_a_branch_that_is_not_taken_may_be_infinite():
    """sqrt(x) at 0 has no finite derivative, but is not chosen there."""
    graph = Graph()
    x = graph.symbol("x")
    entries = eliminate_vertices([g.select(g.less(x, 1.0), 2.0 * x, g.sqrt(x))], {x: {0: 1.0}})
    assert interpret([entries[0, 0]], {"x": 0.0}) == [2.0]


def test_a_table_is_differentiated_by_raising_its_order_until_nothing_is_left():
    graph = Graph()
    x, table = graph.symbol("x"), Table(0, 5, 3)
    assert derivative([lookup(table, x, 2)], x) == [lookup(table, x, 3)]
    assert jacobian([lookup(table, x, 3)], [x]) == {}
    surface = g.Surface(0, 4, 4, 3)
    y = graph.symbol("y")
    entries = jacobian([g.lookup2(surface, x, y, (3, 1))], [x, y])
    assert entries == {(0, 1): g.lookup2(surface, x, y, (3, 2))}


def test_a_table_has_the_derivative_of_its_differences():
    graph = Graph()
    x = graph.symbol("x")
    knots = np.linspace(-2.0, 2.0, 5)
    data = g.table_data(knots, np.sin(knots), "spline")
    output = lookup(Table(0, 5, 3), x * x)
    at = np.array([-1.2, -0.3, 0.4, 0.9, 1.3, 1.7])  # no knot within the difference
    h = 1e-4
    values = [interpret([output], {"x": at + s}, tables=data)[0] for s in (-2 * h, -h, h, 2 * h)]
    measured = (values[0] - 8 * values[1] + 8 * values[2] - values[3]) / (12 * h)
    exact = interpret(derivative([output], x), {"x": at}, tables=data)[0]
    np.testing.assert_allclose(exact, measured, rtol=1e-9, atol=1e-10)


def test_a_surface_has_the_derivatives_of_its_differences():
    graph = Graph()
    x, y = graph.symbol("x"), graph.symbol("y")
    rng = np.random.default_rng(3)
    grid = np.linspace(0.0, 3.0, 4)
    data = g.surface_table_data(grid, grid, *rng.normal(size=(4, 4, 4)))
    output = g.lookup2(g.Surface(0, 4, 4, 3), x, y)
    at = {"x": rng.uniform(0.1, 0.9, 50) + rng.integers(-1, 4, 50), "y": rng.uniform(0.1, 0.9, 50)}
    for wrt in (x, y):
        h = 1e-4
        high, low = (interpret([output], at | {wrt.data: at[wrt.data] + s}, tables=data)[0] for s in (h, -h))
        exact = interpret(derivative([output], wrt), at, tables=data)[0]
        np.testing.assert_allclose(exact, (high - low) / (2 * h), atol=1e-6)  # h^2 f''' / 6


def test_only_structural_entries_are_in_a_jacobian():
    graph = Graph()
    x, y, z = (graph.symbol(name) for name in "xyz")
    entries = jacobian([x * y, y + 2.0, 5.0, g.less(x, y), x - x + z], [x, y, z])
    assert entries == {(0, 0): y, (0, 1): x, (1, 1): 1.0, (4, 2): 1.0}


def test_an_inner_expression_as_column_is_varied_while_what_it_depends_on_is_held():
    graph = Graph()
    x = graph.symbol("x")
    acceleration = g.sin(x)
    residual = x * acceleration + acceleration * acceleration
    entries = jacobian([residual], [x, acceleration])
    symbols = {"x": 0.7}
    by_x, by_a = interpret([entries[0, 0], entries[0, 1]], symbols)
    assert by_x == np.sin(0.7)
    assert by_a == pytest.approx(0.7 + 2 * np.sin(0.7), rel=1e-15)


def test_derivatives_reuse_the_function_they_belong_to():
    """No second exp, tanh, sqrt or tan appears."""
    graph = Graph()
    x = graph.symbol("x")
    for function in (g.exp, g.tanh, g.sqrt, g.tan):
        output = function(x)
        nodes = order_reachable_nodes([output, *derivative([output], x)])
        assert sum(node.op == output.op for node in nodes) == 1
        assert len(nodes) <= 6
    reciprocal = 1.0 / x
    assert derivative([reciprocal], x) == [-(reciprocal * reciprocal)]


def test_a_guard_at_the_argument_keeps_the_untaken_side_finite():
    graph = Graph()
    x = graph.symbol("x")
    guarded = g.select(g.less(0.0, x), g.sqrt(g.maximum(x, 1e-30)), 0.0)
    values = interpret(derivative([guarded], x), {"x": np.array([-1.0, 0.0, 4.0])})[0]
    np.testing.assert_array_equal(values, [0.0, 0.0, 0.25])


NUMBERS = st.floats(min_value=-2, max_value=2)


@given(a=NUMBERS, b=NUMBERS, x0=NUMBERS, y0=NUMBERS)
def test_the_derivative_is_linear_and_mixed_second_derivatives_agree(a, b, x0, y0):
    graph = Graph()
    x, y = graph.symbol("x"), graph.symbol("y")
    f, h = g.sin(x * y) * g.exp(x), g.tanh(x + y * y) / (2.0 + g.cos(y))
    both = a * f + b * h
    of_f, of_h, of_both = (derivative([u], x)[0] for u in (f, h, both))
    fxy = derivative(derivative([f], x), y)[0]
    fyx = derivative(derivative([f], y), x)[0]
    values = interpret([a * of_f + b * of_h, of_both, fxy, fyx], {"x": x0, "y": y0})
    assert values[0] == pytest.approx(values[1], rel=1e-12, abs=1e-12)
    assert values[2] == pytest.approx(values[3], rel=1e-12, abs=1e-12)


def test_a_road_s_height_changes_by_its_slopes_and_these_by_how_it_bends():
    """z = x^2 y + 3 y has z_x = 2 x y and z_y = x^2 + 3; z_xx = 2 y and z_xy = 2 x by central differences, exact for
    parabolas but for rounding, 1e-16 divided by 1e-5; friction counts as constant."""
    graph = Graph()
    x, y, t = (graph.symbol(name) for name in "xyt")
    heights = road(x, y, t, 0.0, 0.0, 1.0)
    found = jacobian(heights, [x, y, t])
    assert set(found) == {(row, column) for row in range(3) for column in range(2)}
    at = {"x": 0.4, "y": -1.5, "t": 2.0}
    ground = lambda x, y, *_: (x * x * y + 3.0 * y, 2.0 * x * y, x * x + 3.0, 0.8)  # noqa: E731
    by_x, by_y = interpret([found[0, 0], found[0, 1]], at, road=ground)
    assert (float(by_x), float(by_y)) == pytest.approx((2 * 0.4 * -1.5, 0.4**2 + 3.0), rel=1e-15)
    bends = interpret([found[1, 0], found[1, 1], found[2, 0], found[2, 1]], at, road=ground)
    assert [float(bend) for bend in bends] == pytest.approx([2 * -1.5, 2 * 0.4, 2 * 0.4, 0.0], abs=1e-9)


def test_a_tangent_is_the_sum_of_the_derivatives_times_the_changes():
    graph = Graph()
    x, y, dx = (graph.symbol(name) for name in ("x", "y", "dx"))
    formulas = [g.sin(x) * y, x * x, y, 3.0]
    slopes = jacobian(formulas, [x, y])
    found = tangent(formulas, {x: dx, y: 2.0})
    numbers = {"x": 0.7, "y": -1.3, "dx": 0.4}
    expected = [slopes.get((k, 0), 0.0) * dx + 2.0 * slopes.get((k, 1), 0.0) for k in range(len(formulas))]
    assert [float(v) for v in interpret(found, numbers)] == pytest.approx(
        [float(v) for v in interpret(expected, numbers)]
    )


def test_a_tangent_does_not_look_into_what_is_given():
    """A solved unknown is a formula of x; its change is known from elsewhere, or it is held."""
    graph = Graph()
    x = graph.symbol("x")
    solved = g.exp(x)
    (held,) = tangent([solved * x], {x: 1.0, solved: 0.0})
    assert held is solved
    (known,) = tangent([solved + x], {x: 1.0, solved: 5.0})
    assert known == 6.0


def test_substituted_formulas_fold_and_move_to_another_graph():
    graph, other = Graph(), Graph()
    x, y = graph.symbol("x"), graph.symbol("y")
    folded, chosen = substitute([x * y + g.cos(x), g.select(x, y, 2.0)], {x: 0.0}, None)
    assert folded == 1.0 and chosen == 2.0
    u = other.symbol("u")
    (moved,) = substitute([g.atan2(x, y) / (x + y)], {x: u, y: 2.0 * u}, other)
    assert moved.graph is other
    assert float(interpret([moved], {"u": 0.5})[0]) == pytest.approx(np.arctan2(0.5, 1.0) / 1.5, rel=1e-15)
    with pytest.raises(ValueError, match="nothing stands in the place of y"):
        substitute([x + y], {x: u}, other)


def test_a_division_by_what_becomes_zero_waits_until_it_is_worked_out():
    graph = Graph()
    x, y = graph.symbol("x"), graph.symbol("y")
    (infinite,) = substitute([1.0 / (x - y)], {y: x})
    assert np.isinf(interpret([infinite], {"x": 1.0})[0])
