"""Write the equations of motion of a small model: M q'' = Q + J^T lambda row by row, and the rows that close loops."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from jounce.equations.coordinate_rates import coordinate_rates
from jounce.equations.layout import lay_out_kernels
from jounce.equations.recursive.derive import write_subsystems
from jounce.equations.recursive.stages import ClosureRow
from jounce.equations.written.factoring import Factoring
from jounce.equations.written.letters import (
    COORDINATE,
    FUNCTION,
    GRAVITY,
    MASS,
    RATE,
    STIFFNESS,
    LetterNote,
    letter_names,
)
from jounce.equations.written.named_parts import LONG_SUM, name_shared_parts
from jounce.equations.written.notation import Notation
from jounce.equations.written.polynomial import Atom, Monomial, Polynomial, Polynomials, TooLarge
from jounce.equations.written.record import WrittenEquation, WrittenEquations
from jounce.equations.written.simplify import Simplifier
from jounce.equations.written.tree import (
    NOTHING,
    Letter,
    Power,
    Product,
    Sum,
    Tree,
    as_product,
    tree_children,
    tree_cost,
)
from jounce.errors import ModelError, Problem
from jounce.graph import Expression, Scalar
from jounce.mechanism import connect_mechanism
from jounce.model import Model
from jounce.model.fields import path_of_part_fields

MOST_TERMS = 1500  # of one formula while it is multiplied out
MOST_PRODUCTS = 500_000  # of two terms, in all
MOST_SHOWN = 600  # terms of all equations
LINE_LETTERS = {"length": ("L", 0), "rate": ("L", 1), "force": ("F", 0)}  # of elements on lines, in this order
LINE = LINE_LETTERS.keys()


def written_equations(model: Model) -> WrittenEquations:
    """The equations of a model, simplified; refused where nobody would read them."""
    try:
        found = _Writer(model).write()
    except TooLarge as error:
        raise _too_large(model, f"at least {error.terms} terms in one formula") from None
    if found.terms > MOST_SHOWN:
        raise _too_large(model, f"{found.terms} terms")
    return found


def _too_large(model: Model, what: str) -> ModelError:
    hint = f"readable up to {MOST_SHOWN} terms; formats python and c can be written for any model"
    return ModelError(model.name, [Problem("equations", f"they have {what}, multiplied out", hint)])


class _Writer:
    """The equations of one model in the making."""

    def __init__(self, model: Model):
        mechanism = connect_mechanism(model, subsystems=False, from_ground=True)
        self.layout = lay_out_kernels(mechanism)
        (self.sub,) = write_subsystems(mechanism, self.layout)
        self.polynomials = Polynomials(MOST_TERMS, MOST_PRODUCTS)
        self.notation = Notation(self.sub, self.polynomials)
        values: dict[Hashable, float] = {("value", path): float(value) for path, value in model.numbers().items()}
        values["value", "solver.stabilisation"] = 0.0
        self.simplified = Simplifier(self.polynomials, self.notation.polynomial, values, _Design(self.notation))
        self.factoring = Factoring(self.polynomials, self._rank)
        self.terms = 0
        self.defined: list[WrittenEquation] = []

    def _rank(self, atom: Atom) -> tuple[int, int, str]:
        if atom.kind != "letter":
            return (FUNCTION, 0, atom.kind)
        note = self.notation.notes[atom.key]
        return (note.rank, note.owner, f"{note.base}{note.dots}{note.axis}")

    def write(self) -> WrittenEquations:
        self._name_lines()
        rows = self._rows()
        motion = self._motion(rows)
        loops = [
            WrittenEquation(about=row.name, left=NOTHING, right=self._tree(gap)) for row, gap, _ in rows if gap.terms
        ]
        groups = {"motion": motion, "rates": self._rates(), "loops": loops, "defined": self.defined}
        named, definitions, notes = name_shared_parts(groups)
        definitions = [*self._needed(named), *definitions]
        shown_equations = [e for word in ("motion", "rates", "loops") for e in named[word]]
        assumed = tuple(map(self.factoring.shortest, dict.fromkeys(self.simplified.assumed)))
        used = self._used([*shown_equations, *definitions]) | self._letters(assumed)
        shown = {key: note for key, note in {**self.notation.notes, **notes}.items() if key in used}
        ordered = dict(
            sorted(shown.items(), key=lambda item: (item[1].rank, item[1].base, item[1].owner, item[1].dots))
        )
        return WrittenEquations(
            title=self.sub.mechanism.model.name,
            motion=tuple(named["motion"]),
            rates=tuple(named["rates"]),
            loops=tuple(named["loops"]),
            definitions=tuple(definitions),
            notes=ordered,
            names=letter_names(ordered.values()),
            assumed=assumed,
            terms=self.terms,
            tables=self._tables(),
        )

    def _name_lines(self) -> None:
        """Lengths, rates and forces of elements on lines that turn: each a letter with a definition of its own."""
        for number, part in enumerate(self.sub.mechanism.model.forces):
            channels = self.sub.loads.elements[part.name][0].channels
            if not LINE <= channels.keys() or not self.notation.lengths.turns(path_of_part_fields(part)):
                continue
            for word, (base, dots) in LINE_LETTERS.items():
                formula = channels[word].value
                if not isinstance(formula, Expression) or formula in self.simplified.known:
                    continue
                note = LetterNote(
                    key=("line", part.name, word),
                    base=base,
                    owner=number,
                    dots=dots,
                    rank=COORDINATE if word == "length" else RATE,
                    is_line=True,
                    meaning=f"{word} of forces.{part.name}",
                    unit=channels[word].unit,
                )
                meant = self.simplified(formula)
                self.simplified.known[formula] = self.notation.letter(note)
                self.defined.append(WrittenEquation(about="", left=Letter(note.key), right=self._tree(meant)))

    def _needed(self, named: Mapping[str, Sequence[WrittenEquation]]) -> list[WrittenEquation]:
        """Definitions that the equations use, or that one of these uses."""
        shown = [e for word in ("motion", "rates", "loops") for e in named[word]]
        while True:
            used = self._used(shown)
            more = [e for e in named["defined"] if isinstance(e.left, Letter) and e.left.key in used and e not in shown]
            if not more:
                return [e for e in named["defined"] if e in shown]
            shown = [*shown, *more]

    def _tables(self) -> dict[int, str]:
        """Tables that the equations read: where each lies, and of what it is."""
        read = [atom.key for atom in self.polynomials.atoms if atom.kind in ("lookup", "lookup2")]
        offsets = {key[0] for key in read if isinstance(key, tuple)}
        return {place[0]: path for path, place in self.layout.tables.items() if place[0] in offsets}

    def _tree(self, a: Polynomial) -> Tree:
        self.terms += len(a)
        return self.factoring.shortest(a)

    def _rows(self) -> list[tuple[ClosureRow, Polynomial, dict[tuple[int, int], Polynomial]]]:
        """Row, gap and entries of every row that is not zero by itself."""
        found = []
        for row in self.sub.rows:
            entries = {column: self.simplified(entry) for column, entry in row.J.items()}
            entries = {column: entry for column, entry in entries.items() if entry.terms}
            if entries:
                found.append((row, self.simplified(row.gd if row.speeds_only else row.g), entries))
        return found

    def _motion(self, rows: list[Any]) -> list[WrittenEquation]:
        sub, links = self.sub, self.sub.mechanism.links
        columns = [(k, c) for k in sub.own.links for c in range(len(sub.s[k]))]
        mass: dict[tuple[Any, Any], Polynomial] = {}
        for ((_, *a), (_, *b)), entry in sub.system.mass.items():
            mass[tuple(a), tuple(b)] = mass[tuple(b), tuple(a)] = self.simplified(entry)
        found = []
        for own in columns:
            left: list[Product] = []
            for other in columns:
                coefficient = mass.get((own, other))
                if coefficient is not None and coefficient.terms:
                    note = self.notation.acceleration(links[other[0]].speeds[other[1]].name)
                    self.notation.notes.setdefault(note.key, note)
                    left.append(
                        _times(self._mass(coefficient, columns.index(own), columns.index(other)), Letter(note.key))
                    )
            right = self._right(self.simplified(sub.system.right["speed", *own]))
            for number, (row, _, entries) in enumerate(rows):
                if own in entries:  # the engine's multiplier has the other sign: M q'' + J^T mu = Q
                    note = self.notation.multiplier(row.name, number, row.unit)
                    self.notation.notes.setdefault(note.key, note)
                    right.append(_times(self._tree(entries[own]), Letter(note.key)))
            about = links[own[0]].speeds[own[1]].name
            found.append(WrittenEquation(about=about, left=_sum(left), right=_sum(right)))
        return found

    def _mass(self, entry: Polynomial, i: int, j: int) -> Tree:
        """An entry of the mass matrix; off the diagonal, where it stands twice, by its name if it is long."""
        tree = self._tree(entry)
        if i == j or tree_cost(tree) < LONG_SUM or not isinstance(tree, Sum):
            return tree
        i, j = sorted((i, j))
        key = ("mass", i, j)
        if key not in self.notation.notes:
            self.notation.notes[key] = LetterNote(
                key=key,
                base="M",
                owner=0,
                index=f"{i + 1}{j + 1}",
                rank=MASS,
                meaning="entry of the mass matrix",
                unit="",
            )
            self.defined.append(WrittenEquation(about="", left=Letter(key), right=tree))
        return Letter(key)

    def _right(self, a: Polynomial) -> list[Product]:
        """Terms by their causes: each stiffness or damping, inertia, weight."""
        causes: dict[Any, dict[Monomial, Fraction]] = {}
        for monomial, c in a.terms.items():
            notes = [self.notation.notes.get(self.polynomials.atoms[atom].key) for atom, _ in monomial]
            by_force = [n.key for n in notes if n is not None and (n.rank == STIFFNESS or n.is_line)]
            weight = any(n is not None and n.rank == GRAVITY for n in notes)
            cause = (2, "") if weight else (1, str(by_force[0])) if by_force else (0, "")
            causes.setdefault(cause, {})[monomial] = c
        found: list[Product] = []
        for cause in sorted(causes):
            found += _terms(self._tree(Polynomial(causes[cause])))
        return found

    def _rates(self) -> list[WrittenEquation]:
        """Of coordinates whose rates are no speeds, and of states of force elements."""
        sub, found = self.sub, []
        for k in sub.own.links:
            link = sub.mechanism.links[k]
            rates = coordinate_rates(sub, k, sub.s[k])
            for named, rate in zip(link.coordinates, rates, strict=True):
                if f"{named.name}_rate" not in self.layout.speeds:
                    found.append(self._rate(("coordinates", named.name), rate))
        for name in self.layout.elements:
            element, _, state = name.rpartition(".")
            loads, _ = sub.loads.elements[element]
            found.append(self._rate(("element", element, state), loads.rates[state]))
        return found

    def _rate(self, key: tuple[str, ...], rate: Scalar) -> WrittenEquation:
        self.notation.polynomial(key)
        of = self.notation.notes[key]
        note = replace(of, key=("rate", *key), dots=of.dots + 1, meaning=f"rate of {of.meaning}", unit=f"{of.unit}/s")
        self.notation.notes.setdefault(note.key, note)
        return WrittenEquation(about=str(key[1]), left=Letter(note.key), right=self._tree(self.simplified(rate)))

    def _used(self, equations: Iterable[WrittenEquation]) -> set[Hashable]:
        return self._letters(side for equation in equations for side in (equation.left, equation.right))

    def _letters(self, trees: Iterable[Tree]) -> set[Hashable]:
        found: set[Hashable] = set()
        stack = [*trees]
        while stack:
            tree = stack.pop()
            if isinstance(tree, Letter):
                found.add(tree.key)
            stack.extend(tree_children(tree))
        return found


class _Design(Mapping[Hashable, float]):
    """Numbers of letters in the design position, by key."""

    def __init__(self, notation: Notation):
        self.notation = notation

    def __getitem__(self, key: Hashable) -> float:
        return self.notation.number_of(key)

    def __iter__(self) -> Any:
        return iter(self.notation.notes)

    def __len__(self) -> int:
        return len(self.notation.notes)


def _times(tree: Tree, letter: Letter) -> Product:
    if isinstance(tree, Product):
        return Product(tree.number, (*tree.factors, Power(letter, 1)))
    return Product(Fraction(1), (Power(tree, 1), Power(letter, 1)))


def _terms(tree: Tree) -> tuple[Product, ...]:
    if tree == NOTHING:
        return ()
    return tree.terms if isinstance(tree, Sum) else (as_product(tree),)


def _sum(terms: list[Product]) -> Tree:
    if not terms:
        return NOTHING
    return terms[0] if len(terms) == 1 else Sum(tuple(terms))
