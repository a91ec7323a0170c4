"""Polynomials with exact coefficients, the form in which formulas are simplified: equal formulas are equal polynomials.

A variable is an atom: a letter, or a function of other polynomials. What is known of an atom's square is used at once:
cos^2 = 1 - sin^2, a square root squared is its argument, and the first of four numbers of a unit quaternion squared is
one less the squares of the others. Powers may be negative.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from jounce.errors import Portable

Monomial = tuple[tuple[int, int], ...]  # number of an atom and its power, in the order of atoms
ONE: Monomial = ()


class TooLarge(Portable, Exception):
    """A formula has grown beyond what anybody would read."""

    def __init__(self, terms: int):
        super().__init__(f"{terms} terms")
        self.terms = terms


@dataclass(frozen=True, slots=True)
class Atom:
    """A letter (`kind` is "letter", `key` its name), or a function `kind` of arguments; `key` is what else decides."""

    kind: str
    key: Hashable = None
    args: tuple[Polynomial, ...] = ()


class Polynomial:
    """A sum of terms. Immutable; equal sums are equal and have the same hash."""

    __slots__ = ("_hash", "terms")

    def __init__(self, terms: Mapping[Monomial, Fraction]):
        self.terms = dict(terms)
        self._hash: int | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polynomial) and self.terms == other.terms

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self.terms.items()))
        return self._hash

    def __len__(self) -> int:
        return len(self.terms)

    def __add__(self, other: Polynomial) -> Polynomial:
        total = dict(self.terms)
        for monomial, c in other.terms.items():
            both = total.get(monomial, 0) + c
            if both:
                total[monomial] = Fraction(both)
            else:
                del total[monomial]
        return Polynomial(total)

    def __neg__(self) -> Polynomial:
        return Polynomial({monomial: -c for monomial, c in self.terms.items()})

    def __sub__(self, other: Polynomial) -> Polynomial:
        return self + -other

    def scaled(self, factor: Fraction | int) -> Polynomial:
        return Polynomial({monomial: c * factor for monomial, c in self.terms.items()} if factor else {})

    @property
    def constant(self) -> Fraction | None:
        """The number that it is, where it is one."""
        if not self.terms:
            return Fraction(0)
        return self.terms[ONE] if self.terms.keys() == {ONE} else None

    def atoms(self) -> set[int]:
        return {atom for monomial in self.terms for atom, _ in monomial}


ZERO = Polynomial({})


def number(value: float | Fraction) -> Polynomial:
    return Polynomial({ONE: Fraction(value)} if value else {})


def multiplied_monomials(a: Monomial, b: Monomial) -> Monomial:
    if not a or not b:
        return a or b
    powers = dict(a)
    for atom, power in b:
        powers[atom] = powers.get(atom, 0) + power
    return tuple(sorted((atom, power) for atom, power in powers.items() if power))


class Polynomials:
    """Atoms by number, what is known of their squares, and products that use it."""

    def __init__(self, most_terms: int, most_products: int):
        self.atoms: list[Atom] = []
        self.squares: dict[int, Polynomial] = {}
        self.inverses: dict[int, Polynomial] = {}  # atoms that are one over a sum
        self._numbers: dict[Atom, int] = {}
        self._most_terms, self._products_left = most_terms, most_products

    def atom(self, atom: Atom, square: Polynomial | None = None) -> int:
        """The number of an atom, new or known."""
        found = self._numbers.get(atom)
        if found is None:
            found = self._numbers[atom] = len(self.atoms)
            self.atoms.append(atom)
            if square is not None:
                self.squares[found] = square
        return found

    def of(self, atom: Atom, square: Polynomial | None = None) -> Polynomial:
        return Polynomial({((self.atom(atom, square), 1),): Fraction(1)})

    def product(self, a: Polynomial, b: Polynomial) -> Polynomial:
        self._products_left -= len(a) * len(b)
        if self._products_left < 0:
            raise TooLarge(self._most_terms)
        total: dict[Monomial, Fraction] = {}
        for m, c in a.terms.items():
            for n, d in b.terms.items():
                self._add(total, multiplied_monomials(m, n), c * d)
        if len(total) > self._most_terms:
            raise TooLarge(len(total))
        return self._reduced(Polynomial(total)) if self.inverses else Polynomial(total)

    def _reduced(self, a: Polynomial) -> Polynomial:
        """With quotients worked out where they leave no rest: (x + y) / (x + y) is 1."""
        for inverse, below in self.inverses.items():
            if not any(atom == inverse for monomial in a.terms for atom, _ in monomial):
                continue
            above: dict[int, dict[Monomial, Fraction]] = {}  # numerators by the power of the inverse
            for monomial, c in a.terms.items():
                power = dict(monomial).get(inverse, 0)
                above.setdefault(power, {})[tuple(x for x in monomial if x[0] != inverse)] = c
            total = Polynomial(above.pop(0, {}))
            for power, terms in above.items():
                rest = Polynomial(terms)
                while power > 0 and (quotient := self._quotient(rest, below)) is not None:
                    rest, power = quotient, power - 1
                step = ((inverse, power),) if power else ONE
                total = total + Polynomial({multiplied_monomials(m, step): c for m, c in rest.terms.items()})
            a = total
        return a

    def _quotient(self, a: Polynomial, b: Polynomial) -> Polynomial | None:
        """a / b where it leaves no rest, by division from the highest term down."""
        if any(power < 0 for m in (*a.terms, *b.terms) for _, power in m):
            return None
        lead = max(b.terms, key=_order)
        back = tuple((atom, -power) for atom, power in lead)
        quotient, rest = ZERO, a
        for _ in range(2 * len(a) + 2):
            if not rest.terms:
                return quotient
            highest = max(rest.terms, key=_order)
            step = multiplied_monomials(highest, back)
            if any(power < 0 for _, power in step):
                return None
            one = Polynomial({step: rest.terms[highest] / b.terms[lead]})
            quotient = quotient + one
            rest = rest - self._plain_product(one, b)
        return None

    def _plain_product(self, a: Polynomial, b: Polynomial) -> Polynomial:
        total: dict[Monomial, Fraction] = {}
        for m, c in a.terms.items():
            for n, d in b.terms.items():
                self._add(total, multiplied_monomials(m, n), c * d)
        return Polynomial(total)

    def _add(self, total: dict[Monomial, Fraction], monomial: Monomial, c: Fraction) -> None:
        for atom, power in monomial:
            if power >= 2 and atom in self.squares:
                rest = tuple((a, p - 2 * (a == atom)) for a, p in monomial if p - 2 * (a == atom))
                for m, d in self.squares[atom].terms.items():
                    self._add(total, multiplied_monomials(rest, m), c * d)
                return
        both = total.get(monomial, Fraction(0)) + c
        if both:
            total[monomial] = both
        else:
            total.pop(monomial, None)

    def sum(self, terms: Iterable[Polynomial]) -> Polynomial:
        total = ZERO
        for term in terms:
            total = total + term
        return total

    def inverse(self, a: Polynomial) -> Polynomial:
        """1 / a: of one term its inverse; of a sum an atom, without what all its terms share."""
        if not a.terms:
            raise ZeroDivisionError("a formula divides by zero")
        shared, factor, rest = shared_factor(a)
        outside = Polynomial({tuple((atom, -power) for atom, power in shared): 1 / factor})
        if len(rest) == 1:
            return outside
        inverse = Atom("inverse", args=(rest,))
        self.inverses[self.atom(inverse)] = rest
        return self.product(outside, self.of(inverse))

    def root(self, a: Polynomial) -> tuple[Polynomial, bool]:
        """The square root, and whether it is one of a whole square: then its sign is not known."""
        found = self._whole_root(a)
        if found is not None:
            return found, True
        return self.of(Atom("sqrt", args=(a,)), square=a), False

    def _whole_root(self, a: Polynomial) -> Polynomial | None:
        """A polynomial whose square it is, found from the highest term down."""
        if not a.terms:
            return ZERO
        if any(atom in self.squares or self.atoms[atom].kind != "letter" for atom in a.atoms()):
            return None
        first = max(a.terms, key=_order)
        if any(power % 2 for _, power in first) or (c := _fraction_root(a.terms[first])) is None:
            return None
        lead = tuple((atom, power // 2) for atom, power in first)
        root = Polynomial({lead: c})
        for _ in range(len(a)):
            left = a - self.product(root, root)
            if not left.terms:
                return root
            highest = max(left.terms, key=_order)
            quotient = multiplied_monomials(highest, tuple((atom, -power) for atom, power in lead))
            if any(power < 0 for _, power in quotient):
                return None
            root = root + Polynomial({quotient: left.terms[highest] / (2 * c)})
        return None


def shared_factor(a: Polynomial) -> tuple[Monomial, Fraction, Polynomial]:
    """Tells what all terms share: a monomial, a number, negative where all terms are; and the rest."""
    monomials = list(a.terms)
    shared = dict(monomials[0])
    for monomial in monomials[1:]:
        powers = dict(monomial)
        shared = {atom: min(power, powers[atom]) for atom, power in shared.items() if powers.get(atom, 0) * power > 0}
        # of negative powers the one nearer to zero is shared
        shared = {atom: power if power > 0 else max(power, powers[atom]) for atom, power in shared.items()}
    common = tuple(sorted(shared.items()))
    back = tuple((atom, -power) for atom, power in common)
    numbers = list(a.terms.values())
    factor = _common_number(numbers)
    if all(c < 0 for c in numbers):
        factor = -factor
    rest = Polynomial({multiplied_monomials(m, back): c / factor for m, c in a.terms.items()})
    return common, factor, rest


def _common_number(numbers: list[Fraction]) -> Fraction:
    """A number that divides all of them, as large as it stays simple."""
    from math import gcd, lcm

    above = gcd(*(abs(c.numerator) for c in numbers))
    below = lcm(*(c.denominator for c in numbers))
    return Fraction(above, below) if below <= 64 and above < 10**6 else Fraction(1)


def _order(monomial: Monomial) -> tuple[int, tuple[tuple[int, int], ...]]:
    """By total power, then by the first atoms."""
    return sum(power for _, power in monomial), tuple((-atom, power) for atom, power in monomial)


def _fraction_root(c: Fraction) -> Fraction | None:
    if c <= 0:
        return None
    a, b = isqrt(c.numerator), isqrt(c.denominator)
    return Fraction(a, b) if a * a == c.numerator and b * b == c.denominator else None
