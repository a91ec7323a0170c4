"""Terms of bodies that bend: coefficients of a polynomial in the amplitudes, each by its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from jounce.errors import Problem
from jounce.graph import Scalar

Known = Mapping[str, Scalar]  # numbers by term
Sizes = Mapping[str, tuple[int, tuple[int, ...]]]  # by word: how many components, how many amplitudes may be named


def polynomial(known: Known, head: str, q: Sequence[Scalar], by: tuple[int, ...] = ()) -> Scalar:
    """Returns the terms that begin with `head` as a polynomial of second order in q, differentiated by `by`."""
    n = len(q)
    if not by:
        total = known.get(head, 0.0)
        for i in range(n):
            total = total + q[i] * (known.get(f"{head}.{i}", 0.0) + linear(known, head, q[: i + 1], i))
        return total
    (i, *more) = by
    if more:
        j = more[0]
        pair = known.get(f"{head}.{max(i, j)}.{min(i, j)}", 0.0)
        return 2.0 * pair if i == j else pair
    slope = known.get(f"{head}.{i}", 0.0)
    for j in range(n):
        slope = slope + polynomial(known, head, q, (i, j)) * q[j]
    return slope


def linear(known: Known, head: str, q: Sequence[Scalar], i: int) -> Scalar:
    """Returns the sum of coefficients "head.i.j" times q_j."""
    total: Scalar = 0.0
    for j, amplitude in enumerate(q):
        total = total + known.get(f"{head}.{i}.{j}", 0.0) * amplitude
    return total


def known_terms(part: Any) -> Known:
    """Returns the numbers of a part by term."""
    return dict(zip(part.terms or (), part.numbers or (), strict=True))


def broken_terms(part: Any, sizes: Sizes, amplitudes: int | None) -> Iterator[Problem]:
    """Each term is known and has a number."""
    terms, numbers = part.terms or (), part.numbers or ()
    if len(terms) != len(numbers):
        yield Problem("numbers", f"{len(numbers)} numbers for {len(terms)} terms", "one number for each term")
    wrong = [term for term in terms if not _is_known(term, sizes, amplitudes)]
    if wrong:
        words = ", ".join(sorted(sizes))
        yield Problem("terms", f"'{wrong[0]}' is not known", f"{words} with components and amplitudes, from 0")


def _is_known(term: str, sizes: Sizes, amplitudes: int | None) -> bool:
    word, *rest = term.split(".")
    if word not in sizes or not all(place.isdecimal() for place in rest):
        return False
    components, orders = sizes[word]
    numbers = [int(place) for place in rest]
    own, named = (numbers[:1], numbers[1:]) if components else ([], numbers)
    fits = all(c < components for c in own) and len(own) == (components > 0) and len(named) in orders
    paired = len(named) < 2 or named[0] >= named[1] or word == "F"
    return fits and paired and all(amplitudes is None or i < amplitudes for i in named)
