"""Products of sines and cosines as sums: sin a cos b - cos a sin b = sin(a - b), and the like."""

from __future__ import annotations

from fractions import Fraction

from jounce.equations.written.polynomial import (
    ZERO,
    Atom,
    Monomial,
    Polynomial,
    Polynomials,
    multiplied_monomials,
    number,
)

HALF = Fraction(1, 2)


def fourier_form(polynomials: Polynomials, a: Polynomial) -> Polynomial:
    """Returns the same with at most one sine or cosine in each term, of a sum of angles."""
    total = ZERO
    for monomial, c in a.terms.items():
        plain: list[tuple[int, int]] = []
        turns: list[tuple[str, Polynomial]] = []
        for atom, power in monomial:
            known = polynomials.atoms[atom]
            if known.kind in ("sin", "cos") and power > 0:
                turns += [(known.kind, known.args[0])] * power
            else:
                plain.append((atom, power))
        for (kind, angle), factor in _single_turns(turns).items():
            total = total + _term(polynomials, tuple(plain), kind, angle, c * factor)
    return total


def _single_turns(turns: list[tuple[str, Polynomial]]) -> dict[tuple[str, Polynomial], Fraction]:
    """A product of turns as a sum of single ones."""
    found: dict[tuple[str, Polynomial], Fraction] = {("cos", ZERO): Fraction(1)}
    for kind, b in turns:
        after: dict[tuple[str, Polynomial], Fraction] = {}
        for (known, a), factor in found.items():
            for one, angle, sign in _pair(known, a, kind, b):
                if angle.terms and next(iter(sorted(angle.terms.items())))[1] < 0:
                    angle, sign = -angle, sign if one == "cos" else -sign
                if one == "sin" and not angle.terms:
                    continue
                key = (one, angle)
                after[key] = after.get(key, Fraction(0)) + factor * sign * HALF
        found = {key: factor for key, factor in after.items() if factor}
    return found


def _pair(kind_a: str, a: Polynomial, kind_b: str, b: Polynomial) -> tuple[tuple[str, Polynomial, int], ...]:
    """Twice the product of two turns."""
    if kind_a == kind_b == "cos":
        return ("cos", a - b, 1), ("cos", a + b, 1)
    if kind_a == kind_b == "sin":
        return ("cos", a - b, 1), ("cos", a + b, -1)
    if kind_a == "sin":
        return ("sin", a + b, 1), ("sin", a - b, 1)
    return ("sin", a + b, 1), ("sin", a - b, -1)


def _term(polynomials: Polynomials, plain: Monomial, kind: str, angle: Polynomial, c: Fraction) -> Polynomial:
    if not angle.terms:
        return Polynomial({plain: c}) if kind == "cos" else ZERO
    sin = polynomials.atom(Atom("sin", args=(angle,)))
    square = number(1) - Polynomial({((sin, 2),): Fraction(1)})
    atom = sin if kind == "sin" else polynomials.atom(Atom("cos", args=(angle,)), square)
    return Polynomial({multiplied_monomials(plain, ((atom, 1),)): c})
