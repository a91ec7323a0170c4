"""Polynomials as people write them: what terms share is taken out of brackets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from jounce.equations.written.fourier import fourier_form
from jounce.equations.written.letters import FUNCTION, LENGTH
from jounce.equations.written.polynomial import (
    ONE,
    Atom,
    Monomial,
    Polynomial,
    Polynomials,
    multiplied_monomials,
    shared_factor,
)
from jounce.equations.written.tree import (
    NOTHING,
    Function,
    Letter,
    Power,
    Product,
    Sum,
    Tree,
    as_product,
    plain_tree,
    tree_children,
    tree_cost,
)

Order = tuple[Any, ...]
BRACKETS = 99  # rank of a sum within a product
ONE_TIMES = Fraction(1)
LOOKED_AHEAD = 14  # terms up to which several ways to take out a factor are compared


class Factoring:
    """Writes polynomials as trees; `rank` orders atoms within a product."""

    def __init__(self, polynomials: Polynomials, rank: Callable[[Atom], tuple[int, int, str]]):
        self.polynomials, self.rank = polynomials, rank
        self._known: dict[Polynomial, Tree] = {}
        self._functions: dict[int, Tree] = {}

    def shortest(self, a: Polynomial) -> Tree:
        """The shortest of its forms: with products of sines and cosines, or with single ones of sums of angles."""
        forms = [a, fourier_form(self.polynomials, a)]
        forms.append(self._by_cosines(a))
        return plain_tree(min((self(form) for form in forms), key=tree_cost))

    def _by_cosines(self, a: Polynomial) -> Polynomial:
        """With sin^2 = 1 - cos^2 in place of cos^2 = 1 - sin^2."""
        total: dict[Monomial, Fraction] = {}

        def add(monomial: Monomial, c: Fraction) -> None:
            for atom, power in monomial:
                if power >= 2 and self.polynomials.atoms[atom].kind == "sin":
                    rest = tuple((x, p - 2 * (x == atom)) for x, p in monomial if p - 2 * (x == atom))
                    cosine = self.polynomials.atom(Atom("cos", args=self.polynomials.atoms[atom].args))
                    add(rest, c)
                    add(multiplied_monomials(rest, ((cosine, 2),)), -c)
                    return
            total[monomial] = total.get(monomial, Fraction(0)) + c

        for monomial, c in a.terms.items():
            add(monomial, c)
        return Polynomial({monomial: c for monomial, c in total.items() if c})

    def __call__(self, a: Polynomial) -> Tree:
        if a not in self._known:
            self._known[a] = self._factored(a)
        return self._known[a]

    def _factored(self, a: Polynomial) -> Tree:
        if not a.terms:
            return NOTHING
        if len(a) == 1:
            ((monomial, c),) = a.terms.items()
            return self._product(monomial, c)
        a = Polynomial(dict(sorted(a.terms.items(), key=lambda term: self._term_order(term[0]))))
        shared, factor, rest = shared_factor(a)
        if shared or factor != 1:
            inside = self(rest)
            if isinstance(inside, Sum) or not isinstance(inside, Product):
                whole = self._product(shared, factor)
                return self._ordered(Product(whole.number, (*whole.factors, Power(inside, 1))))
            whole = self._product(shared, factor)
            return self._ordered(Product(whole.number * inside.number, (*whole.factors, *inside.factors)))
        return self._bracketed(a)

    def _bracketed(self, a: Polynomial) -> Tree:
        """Terms with the atom that it pays most to take out, then the others."""
        counts: dict[int, int] = {}
        for monomial in a.terms:
            for atom, _ in monomial:
                counts[atom] = counts.get(atom, 0) + 1
        often = sorted((atom for atom, n in counts.items() if n > 1), key=lambda x: (-counts[x], self._atom_order(x)))
        tried = often[: 4 if len(a) <= LOOKED_AHEAD else 1]
        ways = [self._plain(a), *(self._taken_out(a, atom) for atom in tried)]
        return min(ways, key=tree_cost) if len(a) <= LOOKED_AHEAD or not tried else ways[-1]

    def _plain(self, a: Polynomial) -> Sum:
        return self._ordered_sum([self._product(monomial, c) for monomial, c in a.terms.items()])

    def _ordered_sum(self, terms: list[Product]) -> Sum:
        """Short terms first."""
        return Sum(
            tuple(sorted(terms, key=lambda t: (tree_cost(replace(t, number=ONE_TIMES)), self._product_order(t))))
        )

    def _taken_out(self, a: Polynomial, atom: int) -> Tree:
        having = Polynomial({m: c for m, c in a.terms.items() if any(x == atom for x, _ in m)})
        signs = {power > 0 for m in having.terms for x, power in m if x == atom}
        if len(signs) > 1:  # in a numerator and in a denominator: nothing is shared
            return self._plain(a)
        others = Polynomial({m: c for m, c in a.terms.items() if m not in having.terms})
        terms: list[Product] = []
        for part in (having, others):
            if part.terms:
                made = self(part)
                terms += made.terms if isinstance(made, Sum) else (as_product(made),)
        return self._ordered_sum(terms) if len(terms) > 1 else terms[0]

    def _product(self, monomial: Monomial, c: Fraction) -> Product:
        return self._ordered(Product(c, tuple(self._power(atom, power) for atom, power in monomial)))

    def _power(self, atom: int, power: int) -> Power:
        known = self.polynomials.atoms[atom]
        if known.kind == "inverse":
            return Power(self(known.args[0]), -power)
        return Power(self.atom_tree(atom), power)

    def _ordered(self, product: Product) -> Product:
        return Product(product.number, tuple(sorted(product.factors, key=self._factor_order)))

    def atom_tree(self, atom: int) -> Tree:
        """A letter, or a function of trees."""
        if atom not in self._functions:
            known = self.polynomials.atoms[atom]
            if known.kind == "letter":
                self._functions[atom] = Letter(known.key)
            else:
                self._functions[atom] = Function(known.kind, known.key, tuple(map(self.shortest, known.args)))
        return self._functions[atom]

    # --- order -------------------------------------------------------------------------------------------

    def _atom_order(self, atom: int) -> Order:
        return self.rank(self.polynomials.atoms[atom])

    def _term_order(self, monomial: Monomial) -> Order:
        if monomial == ONE:
            return (1,)
        return (0, tuple(self._atom_order(atom) for atom, _ in sorted(monomial, key=lambda x: self._atom_order(x[0]))))

    def _product_order(self, product: Product) -> Order:
        return tuple(self._factor_order(factor) for factor in product.factors)

    def _factor_order(self, factor: Power) -> Order:
        base = factor.base
        if isinstance(base, Letter):
            return self.rank(Atom("letter", base.key))
        if isinstance(base, Function):
            return self.rank(Atom(base.kind, base.key))
        return (BRACKETS if self._moves(base) else LENGTH, BRACKETS, "")  # behind the letters of their kind

    def _moves(self, tree: Tree) -> bool:
        """Whether more than values of the model is in it."""
        if isinstance(tree, Letter):
            return self.rank(Atom("letter", tree.key))[0] >= FUNCTION
        return isinstance(tree, Function) or any(map(self._moves, tree_children(tree)))
