"""A formula is held once, and only numbers of the structure are folded."""

import gc

import numpy as np
import pytest

from jounce.graph import Graph, cos, interpret, less, maximum, minimum, order_reachable_nodes, select, sin
from jounce.graph.collection import collect_garbage_later


@pytest.fixture
def graph():
    return Graph()


def test_equal_operations_on_equal_arguments_are_the_same_node(graph):
    x, y = graph.symbol("x"), graph.symbol("y")
    assert sin(x * y) + 2.0 is sin(x * y) + 2.0
    assert graph.symbol("x") is x
    assert x / y is x * (1.0 / y)  # one reciprocal for all divisions by y


@pytest.mark.parametrize("operation", [lambda a, b: a + b, lambda a, b: a * b, minimum, maximum])
def test_the_order_of_arguments_does_not_matter_where_the_operation_commutes(graph, operation):
    x, y = graph.symbol("x"), graph.symbol("y")
    assert operation(x, y) is operation(y, x)


@pytest.mark.parametrize("operation", [lambda a, b: a - b, lambda a, b: a / b, less])
def test_the_order_of_arguments_matters_elsewhere(graph, operation):
    x, y = graph.symbol("x"), graph.symbol("y")
    assert operation(x, y) is not operation(y, x)


def test_zeros_and_ones_of_the_structure_vanish(graph):
    x = graph.symbol("x")
    assert x + 0 is x and 0 + x is x and x - 0 is x
    assert x * 1 is x and 1 * x is x and x / 1 is x
    assert x * 0 == 0.0 and 0.0 * x == 0.0
    assert x - x == 0.0


def test_signs_are_taken_out_of_sums_and_products(graph):
    x, y = graph.symbol("x"), graph.symbol("y")
    negative = -x
    assert -negative is x
    assert 0 - x is negative and x * -1 is -x
    assert x + -y is x - y and -y + x is x - y and x - -y is x + y
    assert -x * y is -(x * y) and x * -y is -(x * y) and -x * -y is x * y


def test_a_symbol_is_never_folded_whatever_its_value(graph):
    """A user's zero must stay changeable: the product exists and follows the value."""
    x, stiffness = graph.symbol("x"), graph.symbol("stiffness")
    force = x * stiffness
    assert force.op == "mul"
    assert interpret([force], {"x": 2.0, "stiffness": 0.0})[0] == 0.0
    assert interpret([force], {"x": 2.0, "stiffness": 3.0})[0] == 6.0


def test_zero_and_minus_zero_are_different_constants(graph):
    assert graph.constant(0.0) is not graph.constant(-0.0)
    assert graph.constant(1) is graph.constant(1.0)


def test_a_formula_has_no_truth_value_and_graphs_do_not_mix(graph):
    x = graph.symbol("x")
    with pytest.raises(TypeError, match="select"):
        bool(x)
    with pytest.raises(TypeError, match="whole powers"):
        x**0.5
    with pytest.raises(ValueError, match="different graphs"):
        x + Graph().symbol("y")


def test_reachable_nodes_come_after_their_arguments_and_leave_out_the_rest(graph):
    x, y = graph.symbol("x"), graph.symbol("y")
    unused = sin(y)
    nodes = order_reachable_nodes([cos(x) * x + 1.0, 3.0])
    assert unused not in nodes and y not in nodes
    assert all(nodes.index(arg) < k for k, node in enumerate(nodes) for arg in node.args)


def test_primitive_operations_follow_ieee_754_to_the_bit(graph):
    """Expected values by definition; the signs of zeros and NaN tell min and max of the tape from NumPy's."""
    a, b = graph.symbol("a"), graph.symbol("b")
    left = np.array([1.0, -0.0, 0.0, np.nan, 2.0, np.nan])
    right = np.array([2.0, 0.0, -0.0, 1.0, np.nan, np.nan])
    node = graph.node
    got = interpret([node("min", a, b), node("max", a, b), less(a, b)], {"a": left, "b": right})
    expected = [
        [1.0, 0.0, -0.0, 1.0, np.nan, np.nan],
        [2.0, 0.0, -0.0, 1.0, np.nan, np.nan],
        [1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    ]
    for value, wanted in zip(got, expected, strict=True):
        np.testing.assert_array_equal(value, wanted)
        np.testing.assert_array_equal(np.signbit(value), np.signbit(wanted))


def test_numbers_are_split_and_joined_by_powers_of_two(graph):
    x = graph.symbol("x")
    parts = [graph.node(op, x) for op in ("round", "exponent", "mantissa")]
    round_, exponent, mantissa = interpret(parts, {"x": np.array([0.5, 1.5, 2.5, 10.0])})
    np.testing.assert_array_equal(round_, [0.0, 2.0, 2.0, 10.0])  # ties to even
    np.testing.assert_array_equal(exponent, [0.0, 1.0, 2.0, 4.0])
    np.testing.assert_array_equal(mantissa, [0.5, 0.75, 0.625, 0.625])
    k = np.array([-1022.0, -1.0, 0.0, 1023.0])
    np.testing.assert_array_equal(interpret([graph.node("power_of_two", x)], {"x": k})[0], 2.0**k)


def test_outputs_take_the_common_shape_of_the_symbols(graph):
    x, y = graph.symbol("x"), graph.symbol("y")
    values = interpret([x + y, y, 7.0], {"x": np.arange(3.0), "y": 1.0})
    assert [v.tolist() for v in values] == [[1.0, 2.0, 3.0], [1.0] * 3, [7.0] * 3]


def test_select_takes_its_first_branch_where_the_condition_is_not_zero(graph):
    x = graph.symbol("x")
    value = interpret([select(x, 1.0, 2.0)], {"x": np.array([0.0, -0.0, -3.0, np.nan])})[0]
    assert value.tolist() == [2.0, 2.0, 1.0, 1.0]


@pytest.mark.parametrize("was_on", [True, False])
def test_the_search_for_garbage_is_as_it_was_after_a_build_even_one_that_fails(was_on):
    before = gc.isenabled()
    try:
        (gc.enable if was_on else gc.disable)()
        with pytest.raises(ZeroDivisionError), collect_garbage_later():
            assert not gc.isenabled()
            1 / 0  # noqa: B018
        assert gc.isenabled() == was_on
    finally:
        (gc.enable if before else gc.disable)()
