"""Letters of written equations: what each stands for, and its name among the others that are used."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

# order of letters within a product, by family; functions, coordinates and their rates come behind
MASS, STIFFNESS, VALUE, GRAVITY, LENGTH, FUNCTION, COORDINATE, RATE, UNKNOWN = range(9)
GREEK = {"varphi", "omega", "lambda", "delta", "xi", "sigma", "ell"}


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterNote:
    """What a letter stands for, before it has a name."""

    key: Hashable
    base: str  # its letter
    owner: int  # number of the part that it belongs to, for its index
    axis: str = ""  # named only where two letters of a part differ by it
    index: str = ""  # where it is given, and not counted
    dots: int = 0
    rank: int = VALUE
    is_line: bool = False  # length, rate or force of an element between two points
    meaning: str = ""
    unit: str = "1"
    value: float | None = None  # in the model


@dataclass(frozen=True, slots=True)
class LetterName:
    """A letter as it is printed."""

    base: str
    index: str
    dots: int

    @property
    def plain(self) -> str:
        """As an identifier: varphi_1, varphi_1_dot."""
        word = {"varphi": "phi", "ell": "l"}.get(self.base, self.base)
        return "_".join([word, *([self.index] if self.index else []), *(["d" * self.dots + "ot"] if self.dots else [])])


def letter_names(notes: Iterable[LetterNote]) -> dict[Hashable, LetterName]:
    """Names of those letters that are used: an index only where there is more than one of a base."""
    notes = list(notes)
    owners: dict[str, list[int]] = {}
    for note in notes:
        own = owners.setdefault(note.base, [])
        if note.owner not in own:
            own.append(note.owner)
    for own in owners.values():
        own.sort()
    indices: dict[Hashable, str] = {}
    alike: dict[tuple[str, str, int], list[Hashable]] = {}
    for note in notes:
        own = owners[note.base]
        number = str(own.index(note.owner) + 1) if len(own) > 1 else ""
        axes = {other.axis for other in notes if (other.base, other.owner) == (note.base, note.owner)}
        indices[note.key] = note.index or number + (note.axis if len(axes) > 1 else "")
        alike.setdefault((note.base, indices[note.key], note.dots), []).append(note.key)
    for (_, index, _), keys in alike.items():
        for k, key in enumerate(keys if len(keys) > 1 else ()):
            indices[key] = f"{index}{chr(ord('a') + k)}" if index else str(k + 1)
    return {note.key: LetterName(note.base, indices[note.key], note.dots) for note in notes}
