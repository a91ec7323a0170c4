"""Formulas as trees, as they are printed: sums, products, powers, functions, letters and numbers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from jounce.graph.interpret import OPERATIONS


@dataclass(frozen=True, slots=True)
class Letter:
    key: Hashable


@dataclass(frozen=True, slots=True)
class Power:
    """A factor of a product, in its numerator or, with a negative power, in its denominator."""

    base: Tree
    power: int


@dataclass(frozen=True, slots=True)
class Product:
    number: Fraction
    factors: tuple[Power, ...]


@dataclass(frozen=True, slots=True)
class Sum:
    terms: tuple[Product, ...]


@dataclass(frozen=True, slots=True)
class Function:
    kind: str
    key: Hashable
    args: tuple[Tree, ...]


Tree = Letter | Product | Sum | Function
NOTHING = Product(Fraction(0), ())


def tree_cost(tree: Tree) -> int:
    """Tells how much there is to read: letters, and numbers besides one."""
    if isinstance(tree, Letter):
        return 1
    if isinstance(tree, Sum):
        return sum(map(tree_cost, tree.terms))
    if isinstance(tree, Function):
        return 1 + sum(map(tree_cost, tree.args))
    return (abs(tree.number) != 1) + sum(tree_cost(factor.base) for factor in tree.factors)


def tree_children(tree: Tree) -> tuple[Tree, ...]:
    if isinstance(tree, Sum):
        return tree.terms
    if isinstance(tree, Product):
        return tuple(factor.base for factor in tree.factors)
    return tree.args if isinstance(tree, Function) else ()


def rebuilt_tree(tree: Tree, change: Callable[[Tree], Tree]) -> Tree:
    """The tree with its children changed."""
    if isinstance(tree, Sum):
        return Sum(tuple(as_product(change(term)) for term in tree.terms))
    if isinstance(tree, Product):
        return Product(tree.number, tuple(Power(change(f.base), f.power) for f in tree.factors))
    if isinstance(tree, Function):
        return Function(tree.kind, tree.key, tuple(map(change, tree.args)))
    return tree


def plain_tree(tree: Tree) -> Tree:
    """A product of one factor is that factor."""
    if isinstance(tree, Product) and tree.number == 1 and len(tree.factors) == 1 and tree.factors[0].power == 1:
        return tree.factors[0].base
    return tree


def as_product(tree: Tree) -> Product:
    return tree if isinstance(tree, Product) else Product(Fraction(1), (Power(tree, 1),))


def evaluate_tree(tree: Tree, numbers: Mapping[Hashable, Any], own: Mapping[str, Callable[..., Any]]) -> Any:
    """Tells what a tree amounts to; `own` works out functions that are no operation, such as tables."""
    if isinstance(tree, Letter):
        return numbers[tree.key]
    if isinstance(tree, Sum):
        return sum(evaluate_tree(term, numbers, own) for term in tree.terms)
    if isinstance(tree, Product):
        total: Any = float(tree.number)
        for factor in tree.factors:
            total = total * evaluate_tree(factor.base, numbers, own) ** float(factor.power)
        return total
    args = [np.float64(evaluate_tree(arg, numbers, own)) for arg in tree.args]
    return own[tree.kind](tree.key, *args) if tree.kind in own else OPERATIONS[tree.kind](*args)
