"""Names for what is used more than once: roots, choices and sums become letters with definitions of their own."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from jounce.equations.written.letters import COORDINATE, LetterNote
from jounce.equations.written.tree import Function, Letter, Sum, Tree, rebuilt_tree, tree_children, tree_cost

if TYPE_CHECKING:
    from jounce.equations.written.record import WrittenEquation

ALWAYS = ("sqrt", "select")  # named even if used once: they are what a reader wants to see alone
LONG_SUM = 4  # letters from which a sum that occurs again is named


def name_shared_parts(
    groups: Mapping[str, Sequence[WrittenEquation]],
) -> tuple[dict[str, list[WrittenEquation]], list[WrittenEquation], dict[Hashable, LetterNote]]:
    """Equations with letters for shared parts, their definitions, and what the letters stand for."""
    naming = _Naming([side for group in groups.values() for e in group for side in (e.left, e.right)])
    named = {
        word: [replace(e, left=naming(e.left), right=rebuilt_tree(e.right, naming)) for e in group]
        for word, group in groups.items()
    }
    return named, naming.definitions(next((e for g in groups.values() for e in g), None)), naming.notes


class _Naming:
    def __init__(self, trees: Sequence[Tree]):
        self.counts: dict[Tree, int] = {}
        for tree in trees:
            self._count(tree)
        self.letters: dict[Tree, Letter] = {}
        self.notes: dict[Hashable, LetterNote] = {}
        self.defined: dict[Letter, Tree] = {}

    def _count(self, tree: Tree) -> None:
        if isinstance(tree, Sum | Function):
            self.counts[tree] = self.counts.get(tree, 0) + 1
            if self.counts[tree] > 1:
                return
        for child in tree_children(tree):
            self._count(child)

    def __call__(self, tree: Tree) -> Tree:
        if tree in self.letters:
            return self.letters[tree]
        inside = rebuilt_tree(tree, self)
        if not self._deserves(tree):
            return inside
        key = ("named", len(self.letters))
        note = LetterNote(key=key, base="A", owner=len(self.letters), rank=COORDINATE, meaning="as defined", unit="")
        self.notes[key] = note
        self.letters[tree] = Letter(key)
        self.defined[self.letters[tree]] = inside
        return self.letters[tree]

    def _deserves(self, tree: Tree) -> bool:
        if isinstance(tree, Function):
            often = self.counts.get(tree, 0) > 1 and tree.kind not in ("sin", "cos")
            return tree.kind in ALWAYS or (often and tree_cost(tree) > 2)
        return isinstance(tree, Sum) and self.counts.get(tree, 0) > 1 and tree_cost(tree) >= LONG_SUM

    def definitions(self, like: WrittenEquation | None) -> list[WrittenEquation]:
        if like is None:
            return []
        return [replace(like, about="", left=letter, right=tree) for letter, tree in self.defined.items()]
