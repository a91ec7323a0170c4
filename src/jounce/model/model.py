"""A model: named parts, put together; and the form that models of one structure share."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from jounce.arguments import check_arguments
from jounce.errors import ModelError, Problem, did_you_mean
from jounce.model.fields import (
    SECTION_OF,
    Change,
    computed_fields_of,
    each_number,
    map_numbers,
    path_of_part_fields,
    structural_field_paths,
    structure_of,
    with_numbers_in_order,
)
from jounce.model.own_laws import own_law_places
from jounce.model.reading.axes import AXES, turn_axes, turn_axes_of_part
from jounce.model.reading.by_path import (
    Value,
    Values,
    no_number_by_path,
    put_values_by_path,
    spread_values_by_path,
)
from jounce.model.reading.document import document_of
from jounce.model.reading.file_style import FileStyle
from jounce.model.reading.records import read_record, read_record_vector, read_record_word, table_of_record
from jounce.model.reading.toml_writer import toml_tables_of_model, toml_text_of_model, with_toml_entries
from jounce.model.rules.mechanism import check, check_mechanism_fits
from jounce.parts import COMPOUNDS, SECTIONS, Body, BodyMotion, Input, Sensor
from jounce.parts.limits import limits_of
from jounce.parts.tables import tables_of_part
from jounce.results import ChannelOwner
from jounce.results.files import write_text_file
from jounce.units import Quantity

GRAVITY = Quantity("m/s^2")


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a number comes from."""

    source: str = ""  # in words: a paper, a drawing, a measurement
    estimated: bool = False  # whether it is a guess
    spread: str = ""  # a quantity: "5 mm", "10 %"


@dataclass(frozen=True, eq=False)
class ModelForm:
    """What models that differ by numbers only share: their parts with formulas in place of numbers."""

    model: Model  # whose numbers are formulas

    @cached_property
    def places(self) -> dict[str, int]:
        """Tells where the number of each path lies in the array of a model's numbers."""
        return {path: k for k, path in enumerate(self.model.numbers())}

    @cached_property
    def ends(self) -> np.ndarray:
        """Tells where the numbers of each part end in that array; those of gravity come first."""
        return 3 + np.cumsum([sum(1 for _ in each_number(part)) for part in self.model.parts])

    @cached_property
    def misfits(self) -> list[Problem]:
        """Returns what is wrong with names and with what they refer to, which no number changes."""
        return check_mechanism_fits(self.model)

    @cached_property
    def with_tables(self) -> list[int]:
        """Tells which parts carry tables."""
        return [k for k, part in enumerate(self.model.parts) if tables_of_part(part)]

    def indices(self, wanted: Mapping[str, int]) -> tuple[np.ndarray, np.ndarray]:
        """Tells which numbers of the array go to which places, where `wanted` says so for their paths."""
        known = self.__dict__.setdefault("known_indices", {})
        if id(wanted) not in known:
            pairs = [(k, wanted[path]) for path, k in self.places.items() if path in wanted]
            known[id(wanted)] = wanted, np.array(pairs, np.intp).reshape(-1, 2).T
        return tuple(known[id(wanted)][1])  # type: ignore[return-value]

    def parts(self, array: np.ndarray) -> list[Any]:
        """The parts with these numbers; those whose numbers are as in the first array of all are made only once."""
        if "first" not in self.__dict__:
            self.__dict__["first"] = array, self._made(array, range(len(self.ends)))
        known, made = self.__dict__["first"]
        differ = np.concatenate([[0], np.cumsum(array != known)])
        changed = np.flatnonzero(np.diff(differ[np.concatenate([[3], self.ends])])).tolist()
        parts = list(made)
        for k, part in zip(changed, self._made(array, changed), strict=True):
            parts[k] = part
        return parts

    def _made(self, array: np.ndarray, which: Iterable[int]) -> list[Any]:
        made = []
        for k in which:
            numbers = iter(array[self.ends[k - 1] if k else 3 : self.ends[k]].tolist())
            made.append(with_numbers_in_order(self.model.parts[k], numbers))
        return made


class Model:
    """Named parts and gravity. Parts are added in any order and refer to each other by name.

    Numbers are SI; text with a unit ("212 mm") is turned into SI when a part is added.
    """

    def __init__(self, name: str, gravity: tuple[Value, Value, Value] = (0.0, 0.0, -9.81)):
        problems: list[Problem] = []
        self.name = read_record_word(name, "name", problems) or ""
        self.gravity: tuple[Any, Any, Any] = read_record_vector(gravity, GRAVITY, "gravity", problems)
        self.sources: dict[str, Source] = {}
        self.style = FileStyle()  # of its file: how values are set and listed
        self.owners: dict[str, ChannelOwner] = {}  # unit, axle and side of parts, by the first word of their names
        self.form: ModelForm | None = None  # where parts are made of an array of numbers
        self.array: np.ndarray = np.empty(0)  # those numbers
        self._passed = False  # whether the rules of its vehicle have seen the parts of its form with these numbers
        self._parts: list[Any] = []
        # the list of parts and its length when they were last told apart, and the parts of each section then
        self._sections: tuple[list[Any] | None, int, dict[str, Any]] = None, 0, {}
        self._structure: str | None = None  # as a text, once it was asked for
        if problems:
            raise ModelError(str(name), problems)

    @classmethod
    def of_numbers(cls, form: ModelForm, numbers: np.ndarray, passed: bool = False) -> Model:
        """Returns a model from all its numbers in the order of `form`; its parts are made when they are asked for.

        `passed` says that the rules of its vehicle have found nothing wrong with these parts.
        """
        model = form.model.copy()
        model.form, model.array, model._passed = form, numbers, passed
        x, y, z = numbers[:3].tolist()
        model.gravity = (x, y, z)
        del model._parts
        return model

    def __getattr__(self, name: str) -> Any:
        if name != "_parts" or self.__dict__.get("form") is None:
            raise AttributeError(f"a model has no '{name}'")
        self._parts = self.form.parts(self.array)  # type: ignore[union-attr]
        return self._parts

    def add(self, *parts: Any) -> Model:
        """Adds parts; their own fields are checked here, how they fit together by `check`."""
        problems: list[Problem] = []
        for part in parts:
            if type(part) not in SECTION_OF:
                known = ", ".join(sorted(kind.__name__ for kind in SECTION_OF))
                help = f'one of {known}; a force element of your own is known after @jounce.register("word")'
                problems.append(Problem(self.name, f"{type(part).__name__} is no part of a model", help))
                continue
            whole = read_record(type(part), table_of_record(part), path_of_part_fields(part), problems, dotted=True)
            if whole is not None and SECTION_OF[type(part)] in COMPOUNDS:
                problems += limits_of(whole, path_of_part_fields(whole))
                self._parts += () if problems else whole.parts()
            elif whole is not None:
                self._parts.append(replace(whole, **computed_fields_of(part)))
        if problems:
            raise ModelError(self.name, problems)
        self.form = self._structure = None
        return self

    def take(self, *parts: Any) -> Model:
        """Adds parts that a template has made of numbers which were read before: they are not read again."""
        self._parts += parts
        self.form = self._structure = None
        return self

    def without(self, names: Collection[str]) -> Model:
        """Returns the model without the parts of these names."""
        other = self.copy()
        other._parts, other.form, other._structure = [p for p in self._parts if p.name not in names], None, None
        return other

    @property
    def passed(self) -> bool:
        """Tells whether rules for its numbers have run already and found nothing wrong."""
        return self._passed and self.form is not None

    @property
    def parts(self) -> tuple[Any, ...]:
        return tuple(self._parts)

    @property
    def bodies(self) -> tuple[Body, ...]:
        return self.section("bodies")

    @property
    def inputs(self) -> tuple[Input, ...]:
        return self.section("inputs")

    @property
    def joints(self) -> tuple[Any, ...]:
        """Returns all that ties coordinates or bodies: joints, loop closures, couplings, prescribed motions."""
        return self.section("joints")

    @property
    def forces(self) -> tuple[Any, ...]:
        return self.section("forces")

    @property
    def sensors(self) -> tuple[Sensor, ...]:
        return self.section("sensors")

    @property
    def controllers(self) -> tuple[Any, ...]:
        """Returns what sets inputs at a rate; equations know nothing of them."""
        return self.section("controllers")

    @check_arguments
    def section(self, section: str) -> tuple[Any, ...]:
        parts, count, known = self._sections
        if parts is not self._parts or count != len(parts):
            known = {}
            for part in self._parts:
                known.setdefault(SECTION_OF[type(part)], []).append(part)
            known = {name: tuple(own) for name, own in known.items()}
            self._sections = self._parts, len(self._parts), known
        return known.get(section, ())

    def __eq__(self, other: object) -> bool:
        """Compares name, gravity and parts; where numbers come from does not count, nor how sections mix."""
        if not isinstance(other, Model):
            return NotImplemented
        same = self.name == other.name and self.gravity == other.gravity
        return same and all(self.section(s) == other.section(s) for s in SECTIONS)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        counts = ", ".join(f"{s} {len(self.section(s))}" for s in SECTIONS if self.section(s))
        return f"<Model '{self.name}': {counts or 'empty'}>"

    def copy(self) -> Model:
        """Returns the same parts in a model of its own, to which others can be added."""
        other = Model(self.name)
        other.gravity, other.sources, other.style = self.gravity, dict(self.sources), self.style
        other.owners = self.owners
        if self.form is not None:
            other.form, other.array = self.form, self.array
        other._structure = self._structure
        if "_parts" in self.__dict__:
            other._parts = list(self._parts)
        else:
            del other._parts
        return other

    def in_file_axes(self) -> Model:
        """Returns the model with its points as the file writes them, unchecked; a second time, back in ISO 8855."""
        if self.style.axes == AXES[0]:
            return self
        other = self.copy()
        other.gravity, other._parts = turn_axes(self.gravity), [turn_axes_of_part(part) for part in self._parts]
        other.form = None
        return other

    def map_numbers(self, change: Change) -> Model:
        """Returns a model with `change(path, value, unit)` in place of each number, unchecked.

        This is how symbols take the place of numbers before equations are written.
        """
        other = self.copy()
        x, y, z = (change(f"gravity.{axis}", g, GRAVITY.unit) for axis, g in zip("xyz", self.gravity, strict=True))
        other.gravity = (x, y, z)
        other._parts = [map_numbers(part, change) for part in self._parts]
        other.form = None
        return other

    def values(self) -> dict[str, float]:
        """Returns every number by its path, SI, in the axes of the file: `bodies.arm.mass`, `joints.pin.point.x`."""
        return self.in_file_axes().numbers()

    def numbers(self) -> dict[str, float]:
        """Returns every number by its path in ISO 8855 axes, as equations use it."""
        if self.form is not None:
            return dict(zip(self.form.places, self.array.tolist(), strict=True))
        return {path: value for path, value, _ in self.each_number()}

    def number_units(self) -> Mapping[str, str]:
        """Returns the SI unit of every number by its path."""
        return {path: unit for path, _, unit in self.each_number()}

    def each_number(self) -> Iterator[tuple[str, float, str]]:
        """Yields path, value and unit of every number."""
        yield from ((f"gravity.{axis}", g, GRAVITY.unit) for axis, g in zip("xyz", self.gravity, strict=True))
        for part in self._parts:
            yield from each_number(part)

    @check_arguments
    def with_values(self, values: Values) -> Model:
        """Returns a new model with some numbers changed, a point also by its list of three; checked like a loaded file.

        Numbers are SI, in the axes of the file, as `values` gives them; text is read as if it stood in the file.
        """
        unused, problems = spread_values_by_path(values, self.values)
        put = put_values_by_path(unused, self.style, problems)
        changed = self.in_file_axes().map_numbers(put).in_file_axes()
        problems += [self._refusal(path) for path in unused]
        read_record_vector(changed.gravity, GRAVITY, "gravity", problems)
        for part in changed._parts:
            read_record(type(part), table_of_record(part), path_of_part_fields(part), problems, dotted=True)
        problems = problems or check(changed)
        if problems:
            raise ModelError(self.name, problems)
        return changed

    def refusal(self, problems: Iterable[Problem]) -> ModelError:
        """Gives what to raise when more turns out to be wrong than could be seen on loading: with lines of the file."""
        return self.style.refusal(self.name, problems)

    def laws(self) -> dict[str, Any]:
        """Returns every law of a spring, damper, stop or bar by its path; None where one may stand."""
        return own_law_places({path_of_part_fields(part): part for part in self._parts})

    def tables(self) -> dict[str, Any]:
        """Returns the model as the tables of a file, numbers in SI and ISO 8855."""
        return toml_tables_of_model(self)

    @check_arguments
    def with_tables(self, entries: Mapping[str, Any]) -> Model:
        """Returns a new model with other tables or keys by path, each as a file holds it or as a law in Python.

        `forces.strut.law`, `joints.pin.type`, a whole `bodies.arm`; None takes one out. All is read and checked like a
        file. What is no number makes other equations: they are compiled once, like those of a new model.
        """
        from jounce.model.reading.model_file import read_model  # it makes models

        changed = read_model(document_of(with_toml_entries(self.tables(), entries), self.style.origin))
        changed.style = replace(self.style, origin=None)
        return changed

    def _refusal(self, path: str) -> Problem:
        """Says why a path cannot be set: it is structure, a group of numbers, or nothing at all."""
        if path in (p for part in self._parts for p in structural_field_paths(part)):
            hint = "it decides which equations there are: change it in the file, or build another model"
            return Problem(path, "is structure, not a number", hint)
        section = path.partition(".")[0]
        if section in COMPOUNDS:
            what = "a part that is made of others is data: finite elements and counts of shapes have no derivative"
            hint = "change it in the file, or build another model; values() lists the numbers of what it is made of"
            return Problem(path, what, hint)
        hint = "paths look like bodies.NAME.mass or joints.NAME.point.x; values() lists all"
        return no_number_by_path(path, self.values(), hint)

    def owner(self, part: str, group: str = "") -> ChannelOwner:
        """Returns whose a part is: the unit, axle and side that whoever made it has declared."""
        first = part.partition(".")[0]
        whose = self.owners.get(first) or self.owners.get("", ChannelOwner())
        return whose._replace(group=group, part=part)

    def channel_owner(self, channel: str, group: str = "") -> ChannelOwner:
        """Returns whose a channel is that bears the name of a part and one word more."""
        return self.owner(channel.rpartition(".")[0], group)

    def with_parts(self, parts: Iterable[Any]) -> Model:
        """Returns the model with these parts in place of its own, unchecked."""
        other = self.copy()
        other._parts, other.form, other._structure = list(parts), None, None
        return other

    def with_joints(self, joints: Iterable[Any]) -> Model:
        """Returns the model with these joints in place of its own, unchecked."""
        other = self.map_numbers(lambda path, value, unit: value)
        other._parts = [part for part in other._parts if SECTION_OF[type(part)] != "joints"]
        return other.take(*joints)

    @check_arguments
    def with_histories(self, *bodies: str) -> Model:
        """The model with all 18 histories of these bodies, or of every body, as channels `bodies.<name>.<quantity>`."""
        known = {body.name: body for body in self.bodies}
        unknown = [name for name in bodies if name not in known]
        if unknown:
            hint = f"bodies: {', '.join(known)}"
            problems = [Problem(n, f"there is no such body.{did_you_mean(n, known)}", hint) for n in unknown]
            raise ModelError(self.name, problems)
        other = self.map_numbers(lambda path, value, unit: value)
        wanted = [known[name] for name in bodies or known]
        return other.add(*(BodyMotion(name=f"bodies.{b.name}", body=b.name, point=b.centre) for b in wanted))

    def structure(self) -> dict[str, Any]:
        """Returns all but the numbers, as plain data: what decides the equations. Controllers are none of it."""
        deciding = [section for section in SECTIONS if section != "controllers"]
        return {section: [structure_of(part) for part in self.section(section)] for section in deciding}

    def structure_text(self) -> str:
        """Returns the structure as a text to compare; kept until a part is added."""
        shared: Any = self if self.form is None else self.form.model
        if shared._structure is None:
            shared._structure = json.dumps(shared.structure(), sort_keys=True)
        return shared._structure

    def summary(self) -> str:
        """Returns bodies, joints, loops and mobility, in one screen."""
        from jounce.simulation.summary import summary

        return summary(self)

    def to_toml(self) -> str:
        return toml_text_of_model(self)

    @check_arguments
    def save(self, path: str | Path) -> Path:
        return write_text_file(path, self.to_toml())
