"""One rounding of a * b + c, and which products go into sums."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from jounce.graph import Graph
from jounce.native.fusion import find_fusions, fused_multiply_add


def rounded_once(a, b, c):
    """Python turns a fraction into the nearest float."""
    return float(Fraction(a) * Fraction(b) + Fraction(c))


def test_a_product_and_a_sum_are_rounded_once():
    """Against exact fractions: random numbers, near cancellation, and ties that rounding twice would get wrong."""
    rng = np.random.default_rng(1)
    a, b = rng.normal(size=(2, 3000)) * 10.0 ** rng.integers(-6, 7, (2, 3000))
    c = np.where(np.arange(3000) % 3 == 0, -a * b, rng.normal(size=3000) * 10.0 ** rng.integers(-12, 13, 3000))
    c[1::3] = -(a * b)[1::3] * (1 + rng.integers(-3, 4, 1000) * 2.0**-52)
    exact = [rounded_once(*three) for three in zip(a.tolist(), b.tolist(), c.tolist(), strict=True)]
    np.testing.assert_array_equal(fused_multiply_add(a, b, c), exact)
    tie = fused_multiply_add(np.array([1 + 2.0**-52]), np.array([1 + 2.0**-52]), np.array([2.0**53]))
    assert tie[0] == rounded_once(1 + 2.0**-52, 1 + 2.0**-52, 2.0**53)


def test_what_is_not_finite_stays_so_and_zero_keeps_its_sign():
    inf, nan, zero = np.inf, np.nan, np.zeros(1)
    with np.errstate(invalid="ignore"):  # as the interpreter runs it
        assert fused_multiply_add(np.array([inf]), np.ones(1), zero)[0] == inf
        assert np.isnan(fused_multiply_add(np.array([inf]), np.ones(1), np.array([-inf]))[0])
        assert np.isnan(fused_multiply_add(np.array([nan]), np.ones(1), zero)[0])
        assert np.signbit(fused_multiply_add(-zero, np.ones(1), -zero)[0])


def test_a_product_with_one_use_goes_into_its_sum_and_no_other():
    graph = Graph()
    x, y, z, value = (graph.symbol(name) for name in ("x", "y", "z", "value"))
    alone, shared, fixed = x * y, x * z, value * value
    outputs = [z - alone, shared + y, shared - y, fixed + x]
    found = find_fusions(outputs, {}, lambda leaf: leaf is value)
    assert list(found) == [outputs[0]]  # shared has two uses, and what depends on values only is known beforehand
    assert found[outputs[0]] == (x, y, z, -1, 1)
