"""A method is data: its table, what it is called, and where it comes from.

A family says which compiled loop takes its steps and how its numbers lie in the array that the loop reads. A method is
a file of `methods/` that fills one of these. All families answer alike:

    name, title, source   what it is called, one sentence and the works for a report
    order                 of the steps; `controlled_order` that of the error which controls them
    loop                  package.module:function of the compiled loop
    fixed                 steps are of fixed length, always
    projects_rival        the state of lower order is projected before both are compared
    rows_end_steps        rows lie at ends of steps: dense output is not as good as the steps
    jacobian              "none", "full" (made at each step) or "kept"
    coefficients()        the table as the loop reads it
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np

from jounce.parts.citation import Source

Rows = Sequence[Sequence[float | str]]
HERE = "jounce.simulation.integrators"


@dataclass(frozen=True, kw_only=True)
class Partitioned:
    """Kutta's method with a table of its own for coordinates; the numbers stand in its loop."""

    name: str
    title: str
    source: Source
    order: int

    loop: ClassVar[str] = f"{HERE}.rk4:advance"
    fixed: ClassVar[bool] = True
    projects_rival: ClassVar[bool] = False
    rows_end_steps: ClassVar[bool] = True
    jacobian: ClassVar[str] = "none"
    stages: ClassVar[int] = 4

    @property
    def controlled_order(self) -> int:
        return self.order

    def coefficients(self) -> np.ndarray:
        return np.zeros(1)


@dataclass(frozen=True, kw_only=True)
class Explicit:
    """An explicit Runge-Kutta pair: A, b, b_hat and c as usual, `dense` for its own dense output of order 4.

    Fractions are texts: "19372/6561".
    """

    name: str
    title: str
    source: Source
    order: int
    embedded_order: int
    A: Rows
    b: Sequence[str]
    b_hat: Sequence[str]
    c: Sequence[str]
    dense: Sequence[str] = ()

    loop: ClassVar[str] = f"{HERE}.explicit:advance"
    fixed: ClassVar[bool] = False
    projects_rival: ClassVar[bool] = True
    rows_end_steps: ClassVar[bool] = False
    jacobian: ClassVar[str] = "none"

    @property
    def stages(self) -> int:
        return len(self.b)

    @property
    def controlled_order(self) -> int:
        return self.embedded_order + 1

    def coefficients(self) -> np.ndarray:
        """Returns c, A, b, b - b_hat, dense: rows of `stages` numbers, each rounded once."""
        s = self.stages
        b, b_hat = _fractions(self.b), _fractions(self.b_hat)
        error = [x - y for x, y in zip(b, b_hat, strict=True)]
        rows = [_fractions(self.c), *(_fractions(row) for row in self.A), b, error, _fractions(self.dense)]
        return np.array([[float(number) for number in row] + [0.0] * (s - len(row)) for row in rows])


def _fractions(numbers: Sequence[float | str]) -> list[Fraction]:
    return [Fraction(number) for number in numbers]


@dataclass(frozen=True, kw_only=True)
class Rosenbrock:
    """A linearly implicit method in the form that needs no product with the Jacobian J:

        (1/(h gamma) - J) U_i = f(t + c_i h, y + sum a_ij U_j) + sum C_ij U_j/h + d_i h f_t
        y_new = y + sum m_i U_i,     error sum e_i U_i,     dense output K_r = sum H_rj U_j

    [Hairer, Wanner 1996, section IV.7, eq. 7.4]. Where any Jacobian keeps the order (a W-method), it is kept over many
    steps, and f_t is left out if the method is stiffly accurate: its last stage then meets the course of a stiff part
    all the same. Others would fall to order 1 there. With a Jacobian made anew at each step f_t is exact.
    """

    name: str
    title: str
    source: Source
    order: int
    embedded_order: int
    gamma: float
    a: Rows
    C: Rows
    c: Sequence[float]
    d: Sequence[float]
    m: Sequence[float]
    e: Sequence[float]
    H: Rows = ()
    any_jacobian: bool = False

    fixed: ClassVar[bool] = False
    projects_rival: ClassVar[bool] = False
    rows_end_steps: ClassVar[bool] = False

    @property
    def loop(self) -> str:
        return f"{HERE}.{'kept_jacobian' if self.any_jacobian else 'rosenbrock'}:advance"

    @property
    def jacobian(self) -> str:
        return "kept" if self.any_jacobian else "full"

    @property
    def stages(self) -> int:
        return len(self.m)

    @property
    def takes_time_slope(self) -> bool:
        """A W-method whose new state is not its last stage."""
        last = [*self.a[-1], 1.0]
        return self.any_jacobian and not np.allclose(np.array(last, float), self.m, rtol=1e-12)

    @property
    def controlled_order(self) -> int:
        return self.embedded_order + 1

    def coefficients(self) -> np.ndarray:
        """Gives gamma in a row of its own; then a, C (as many rows as stages each), c, d, m, e, and three rows of H."""
        s = self.stages
        H = [*self.H, *[()] * (3 - len(self.H))]
        rows = [(self.gamma,), *self.a, *self.C, self.c, self.d, self.m, self.e, *H]
        return np.array([[float(number) for number in row] + [0.0] * (s - len(row)) for row in rows])


@dataclass(frozen=True, kw_only=True)
class Extrapolation:
    """Extrapolation of a simple step, taken with n_1, n_2, ... parts, to parts of length zero, in even powers of it."""

    name: str
    title: str
    source: Source
    sequence: tuple[int, ...]
    columns: int  # of Aitken and Neville's scheme; the step is that of its last
    implicit: bool

    fixed: ClassVar[bool] = False
    rows_end_steps: ClassVar[bool] = True

    @property
    def loop(self) -> str:
        return f"{HERE}.{'semi_implicit' if self.implicit else 'extrapolation'}:advance"

    @property
    def jacobian(self) -> str:
        return "full" if self.implicit else "none"

    @property
    def projects_rival(self) -> bool:
        return not self.implicit

    @property
    def order(self) -> int:
        return 2 * self.columns - (1 if self.implicit else 0)

    @property
    def controlled_order(self) -> int:
        return self.order - 1

    @property
    def stages(self) -> int:
        return self.columns

    def coefficients(self) -> np.ndarray:
        return np.array(self.sequence[: self.columns], float)


Method = Partitioned | Explicit | Rosenbrock | Extrapolation
