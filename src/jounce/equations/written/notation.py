"""The notation of a model: which letter stands for which number, and which numbers the shown form folds.

Zeros are folded, axes are taken as they are, and points become lengths: on each body from the joint that turns it. So
a pendulum has a mass, a length and gravity, as in a textbook, and not the coordinates of two points.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Any

from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.equations.written.lengths import AXES, SAME, BodyLengths
from jounce.equations.written.letters import (
    COORDINATE,
    GRAVITY,
    LENGTH,
    MASS,
    RATE,
    STIFFNESS,
    UNKNOWN,
    LetterNote,
)
from jounce.equations.written.polynomial import ZERO, Atom, Polynomial, Polynomials, number
from jounce.model.fields import path_of_part_fields

BY_UNIT = {"N/m": "k", "N m/rad": "k", "N s/m": "c", "N m s/rad": "c", "N": "F", "N m": "M"}
BY_UNIT |= {"Hz": "f", "rad/s": "omega", "kg": "m"}


class Notation:
    """Letters of one model."""

    def __init__(self, sub: SubsystemEquations, polynomials: Polynomials):
        self.sub, self.model, self.polynomials = sub, sub.mechanism.model, polynomials
        self.notes: dict[Hashable, LetterNote] = {}
        self.units = self.model.number_units()
        self.numbers = dict(self.model.numbers())
        self.order = {path_of_part_fields(part): k for k, part in enumerate(self.model.parts)}
        self._unit_quaternions = self._find_quaternions()
        self.lengths = BodyLengths(sub, self.numbers, self._signed)

    # --- what symbols become -----------------------------------------------------------------------------

    def polynomial(self, key: Hashable) -> Polynomial:
        """Of a symbol of the graph."""
        if isinstance(key, tuple) and key[0] == "value":
            return self._value(str(key[1]))
        note = self._note(key)
        return self.letter(note)

    def letter(self, note: LetterNote) -> Polynomial:
        self.notes.setdefault(note.key, note)
        square = None
        if note.key in self._unit_quaternions:
            others = self._unit_quaternions[note.key]
            square = number(1)
            for other in others:
                one = self.polynomial(other)
                square = square - self.polynomials.product(one, one)
        return self.polynomials.of(Atom("letter", note.key), square)

    def number_of(self, key: Hashable) -> float:
        """Of a letter in the design position."""
        return self.notes[key].value or 0.0

    def _signed(self, note: LetterNote, value: float) -> Polynomial:
        """A letter for the size of a number, with its sign; nothing for zero."""
        if value == 0.0:
            return ZERO
        known = self.notes.get(note.key)
        if known is not None and note.meaning not in known.meaning:  # another number that is always shown as the same
            self.notes[note.key] = replace(known, meaning=f"{known.meaning}; {note.meaning}")
        positive = self.letter(note)
        return positive if value > 0 else -positive

    def _value(self, path: str) -> Polynomial:
        if path.startswith("solver."):
            return ZERO
        if path in self.lengths.points:
            return self.lengths.points[path]
        value, unit = float(self.numbers[path]), self.units[path]
        part, field = self._owner(path)
        if field.split(".")[0] in ("axis", "direction", "child_axis") or (unit == "1" and field.endswith(tuple(AXES))):
            return number(self._direction(path, value))
        if field == "free_length":
            return self._free_length(path, value)
        base, rank, axis = self._base(field, unit)
        return self._signed(
            LetterNote(
                key=("value", path),
                base=base,
                owner=self.order.get(part, 0),
                axis=axis,
                rank=rank,
                meaning=path if value > 0 else f"size of {path}",
                unit=unit,
                value=abs(value),
            ),
            value,
        )

    def _direction(self, path: str, value: float) -> float:
        """A component of a unit vector where the vector lies along an axis; else as it is."""
        stem = path.rpartition(".")[0]
        others = [abs(float(self.numbers.get(f"{stem}.{axis}", 0.0))) for axis in AXES]
        return (value > 0) - (value < 0) if sum(size > 0 for size in others) == 1 else value

    def _owner(self, path: str) -> tuple[str, str]:
        """The path of a part, and what of it."""
        for part in self.order:
            if path.startswith(f"{part}."):
                return part, path[len(part) + 1 :]
        return path.partition(".")[0], path.partition(".")[2]

    def _base(self, field: str, unit: str) -> tuple[str, int, str]:
        """Letter, rank and axis of a number by the name of its field and its unit."""
        word, _, last = field.rpartition(".")
        if field == "mass":
            return "m", MASS, ""
        if word in ("inertia", "products"):
            pair = {"x": "xy", "y": "yz", "z": "zx"}
            return "I", MASS, last if word == "inertia" else pair[last]
        if unit == "m/s^2":
            return "g", GRAVITY, last or field
        if unit in BY_UNIT:
            return BY_UNIT[unit], STIFFNESS, ""
        if unit == "m":
            return ("r" if "radius" in field else "b"), LENGTH, ""
        return "p", STIFFNESS, ""

    def _free_length(self, path: str, value: float) -> Polynomial:
        """As the length in the design position and a rest, where the line lies along an axis; else as a letter."""
        part = path.rpartition(".")[0]
        ends = [f"{part}.{word}" for word in ("point", "child_point")]
        note: dict[str, Any] = {"owner": self.order.get(part, 0), "rank": LENGTH, "unit": "m"}
        if all(f"{end}.x" in self.lengths.points for end in ends) and not self.lengths.turns(part):
            across = [
                float(self.numbers[f"{ends[1]}.{axis}"]) - float(self.numbers[f"{ends[0]}.{axis}"]) for axis in AXES
            ]
            along = [(axis, d) for axis, d in zip(AXES, across, strict=True) if abs(d) > SAME]
            if len(along) == 1:
                axis, d = along[0]
                length = self.lengths.points[f"{ends[1]}.{axis}"] - self.lengths.points[f"{ends[0]}.{axis}"]
                rest = value - abs(d)
                rest = 0.0 if abs(rest) < SAME * value else rest
                words = f"{path} less its length in the design position"
                letter = LetterNote(
                    key=("rest", path),
                    base="delta",
                    meaning=words if rest > 0 else f"less ({words})",
                    value=round(abs(rest), 12),
                    **note,
                )
                return (length if d > 0 else -length) + self._signed(letter, rest)
        return self.letter(LetterNote(key=("value", path), base="ell", meaning=path, value=value, **note))

    def _find_quaternions(self) -> dict[Hashable, tuple[Hashable, ...]]:
        found: dict[Hashable, tuple[Hashable, ...]] = {}
        for link in self.sub.mechanism.links:
            keys: list[Hashable] = [("coordinates", n.name) for n in link.coordinates if n.name[-2:] in QUATERNION]
            if len(keys) == 4:
                found[keys[0]] = tuple(keys[1:])
        return found

    # --- states, inputs and unknowns ---------------------------------------------------------------------

    def _note(self, key: Hashable) -> LetterNote:
        if key == "time":
            return LetterNote(key=key, base="t", owner=0, rank=RATE, meaning="time", unit="s")
        if not isinstance(key, tuple):
            return LetterNote(key=key, base="p", owner=0, meaning=str(key))
        kind, name = key[0], str(key[1])
        if kind in ("coordinates", "speeds"):
            return self._state_note(key, kind, name)
        if kind == "input":
            dots = int(key[2])
            words = f"input {name}" + ("", ", its rate", ", its second rate")[dots]
            unit = next(part.unit for part in self.model.inputs if part.name == name) + ("", "/s", "/s^2")[dots]
            owner = [part.name for part in self.model.inputs].index(name)
            return LetterNote(key=key, base="u", owner=owner, dots=dots, rank=RATE, meaning=words, unit=unit)
        words = " ".join(map(str, key))
        owner = self.order.get(f"forces.{name}", 0)
        return LetterNote(key=key, base="xi" if kind == "element" else "sigma", owner=owner, rank=RATE, meaning=words)

    def _state_note(self, key: Hashable, kind: str, name: str) -> LetterNote:
        """A coordinate, or its rate; of speeds that are no rates a letter of their own."""
        names = [n.name for link in self.sub.mechanism.links for n in link.coordinates]
        unit = self.sub.layout.units[name]
        if kind == "coordinates":
            base, index = self._coordinate_letter(name, unit)
            owner = names.index(name)
            return LetterNote(key=key, base=base, owner=owner, index=index, rank=COORDINATE, meaning=name, unit=unit)
        coordinate = name.removesuffix("_rate")
        if coordinate in names:
            of = self._note(("coordinates", coordinate))
            words = f"rate of {coordinate}"
            return LetterNote(key=key, base=of.base, owner=of.owner, dots=1, rank=RATE, meaning=words, unit=unit)
        joint, _, word = name.rpartition(".")
        owner = [n.name for link in self.sub.mechanism.links for n in link.speeds].index(f"{joint}.{word}")
        base = "omega" if word.startswith("w") else word[0]
        first = [n.name for link in self.sub.mechanism.links for n in link.speeds if n.name.startswith(f"{joint}.")]
        owner -= first.index(name)
        return LetterNote(key=key, base=base, owner=owner, axis=word[-1], rank=RATE, meaning=name, unit=unit)

    def _coordinate_letter(self, name: str, unit: str) -> tuple[str, str]:
        link = next(link for link in self.sub.mechanism.links if name in [n.name for n in link.coordinates])
        if name.rpartition(".")[2] in QUATERNION:
            number = list(self._unit_quaternions).index(("coordinates", f"{name[:-1]}0")) + 1
            return "q", name[-1] if len(self._unit_quaternions) == 1 else f"{number},{name[-1]}"
        place = [n.name for n in link.coordinates].index(name)
        if unit == "rad":
            return "varphi", ""
        if place >= len(link.motions) or not hasattr(link.motions[place], "axis"):
            return name[-1], ""  # of a floating body: x, y or z
        motion: Any = link.motions[place]
        axis = [abs(float(e)) for e in motion.axis]
        return (AXES[axis.index(max(axis))] if max(axis) > 1 - SAME else "s"), ""

    def acceleration(self, speed: str) -> LetterNote:
        """The rate of a speed."""
        of = self._note(("speeds", speed))
        unit = of.unit + ("^2" if of.unit.endswith("/s") else "/s")
        return LetterNote(
            key=("acceleration", speed),
            base=of.base,
            owner=of.owner,
            axis=of.axis,
            dots=of.dots + 1,
            rank=UNKNOWN,
            meaning=f"second {of.meaning}" if of.dots else f"rate of {speed}",
            unit=unit,
        )

    def multiplier(self, row: str, number_of_row: int, unit: str) -> LetterNote:
        unit = "N" if unit == "m" else "N m"
        words = f"{'force' if unit == 'N' else 'moment'} that holds {row}"
        return LetterNote(
            key=("multiplier", row), base="lambda", owner=number_of_row, rank=UNKNOWN, meaning=words, unit=unit
        )


QUATERNION = ("q0", "q1", "q2", "q3")
