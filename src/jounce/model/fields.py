"""Fields of parts, taken from their annotations: keys, kinds, axes, paths, words, laws; no part is known by name.

Every field is of one form: a number, a vector (three numbers), numbers (a list), a word, words, a
flag, or a choice (a law or a signal, itself a part with fields). Fields that are none of these are
ours, not the user's, and are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import MISSING, dataclass, fields, replace
from functools import cache
from inspect import signature
from itertools import islice
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from jounce.graph import Expression, Graph, Scalar
from jounce.parts import COMPOUNDS, COMPUTED, LAWS, RATE_LAWS, SECTIONS, SIGNALS
from jounce.parts.laws import OwnLaw, OwnRateLaw
from jounce.parts.own_kinds import OWN_KINDS, Questions, UnknownLaw, own_kind_formula
from jounce.parts.tyres.laws import CURVES, TYRE_LAWS
from jounce.units import Axes, OneOf, Quantity, rule_of_number, unit_of_number

CHOICES: tuple[dict[str, Any], ...] = (LAWS, RATE_LAWS, SIGNALS, TYRE_LAWS, CURVES)
OWN = {OwnLaw, OwnRateLaw}
NO_AXES, NO_UNIT = Axes("1", "1"), Quantity("1")
FORM = {"number": "a number", "vector": "three numbers", "numbers": "a list of numbers", "word": "text"}
FORM |= {"words": "a list of texts", "flag": "true or false", "choice": "a number or a table with a type"}


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a part: what a user may write there."""

    name: str
    form: str
    quantity: Quantity = NO_UNIT
    axes: Axes = NO_AXES  # of a choice
    kinds: tuple[tuple[str, type], ...] = ()  # of a choice: its `type` words; the first has a short form
    words: tuple[str, ...] = ()  # that a text may be; any where there are none
    own: bool = False  # of a choice: it may also be a law that the user writes in Python
    required: bool = True
    optional: bool = False  # may be left None


def fields_of(kind: Any) -> tuple[Field, ...]:
    """Returns the fields of a part that a user may write, in the order of its definition."""
    return _fields_of(kind)


@cache
def _fields_of(kind: Any) -> tuple[Field, ...]:
    hints = get_type_hints(kind, include_extras=True)
    found = (_field(f.name, hints[f.name], f.default is MISSING) for f in fields(kind))
    return tuple(field for field in found if field is not None)


def _field(name: str, hint: Any, required: bool) -> Field | None:
    optional = False
    if get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint):
        hint, optional = next(h for h in get_args(hint) if h is not NoneType), True
    meaning: Any = None
    if get_origin(hint) is Annotated:
        hint, meaning = get_args(hint)[:2]
    if isinstance(meaning, Axes):
        given = set(get_args(hint) or (hint,))
        kinds = next(known for known in CHOICES if given - OWN <= set(known.values()))
        return Field(name, "choice", axes=meaning, kinds=tuple(kinds.items()), own=bool(given & OWN), required=required)
    if get_origin(hint) is tuple:
        item = get_args(hint)[0]
        if get_origin(item) is Annotated:
            item, meaning = get_args(item)[:2]
        if item is str:
            return Field(name, "words", words=_words(meaning), required=required, optional=optional)
        if not isinstance(meaning, Quantity):
            return None
        form = "numbers" if Ellipsis in get_args(hint) else "vector"
        return Field(name, form, meaning, required=required, optional=optional)
    if isinstance(meaning, Quantity):
        return Field(name, "number", meaning, required=required, optional=optional)
    form = {str: "word", bool: "flag"}.get(hint, "")
    return Field(name, form, words=_words(meaning), required=required, optional=optional) if form else None


def _words(meaning: Any) -> tuple[str, ...]:
    return meaning.words if isinstance(meaning, OneOf) else ()


SECTION_OF = {
    kind: name for known in (SECTIONS, COMPOUNDS, COMPUTED) for name, kinds in known.items() for kind in kinds.values()
}
KINDS: tuple[dict[Any, Any], ...] = (*SECTIONS.values(), *COMPOUNDS.values(), *COMPUTED.values(), *CHOICES)
TYPE_OF = {kind: word for kinds in KINDS for word, kind in kinds.items()}


def learn_own_kind(kinds: dict[Any, Any], word: str, kind: type, section: str = "") -> None:
    """Teaches files and parts a kind of the user's by its word; `section` of a part, none of a tyre law."""
    if word in kinds:  # an older version of it
        forget_own_kind(kinds, word)
    kinds[word] = kind
    TYPE_OF[kind] = OWN_KINDS[kind] = word
    if section:
        SECTION_OF[kind] = section
    _fields_of.cache_clear()


def forget_own_kind(kinds: dict[Any, Any], word: str) -> None:
    """Forgets a word: it means nothing any more, and parts made of the kind stay what they are."""
    del OWN_KINDS[kinds.pop(word)]
    _fields_of.cache_clear()


def kind_word_of_field(part: Any) -> str:
    """Tells what a file calls the kind of a part, law or signal: `spring`, `points`; an own law by the name of its
    class.
    """
    return TYPE_OF.get(type(part)) or type(part).__name__.lower()


def path_of_part_fields(part: Any) -> str:
    """Tells where a part stands in a model: `joints.pin`."""
    return f"{SECTION_OF[type(part)]}.{part.name}"


def axes_of_fields(part: Any, outer: Axes = NO_AXES) -> Axes:
    """Returns what x and y mean inside a part: its owner says so, but an input says it itself."""
    return Axes("1", part.unit) if hasattr(part, "unit") else outer


Change = Callable[[str, Any, str], Scalar]  # path, value, SI unit -> the value to put there


def map_numbers(part: Any, change: Change, path: str = "", axes: Axes = NO_AXES) -> Any:
    """Returns the part with `change(path, value, unit)` in place of each of its numbers."""
    path, axes = path or path_of_part_fields(part), axes_of_fields(part, axes)
    changed: dict[str, Any] = {}
    for field in fields_of(type(part)):
        value, inner = getattr(part, field.name), f"{path}.{field.name}"
        if value is None:
            continue
        if field.form == "choice":
            changed[field.name] = map_numbers(value, change, inner, field.axes)
        elif field.form == "number":
            changed[field.name] = change(inner, value, unit_of_number(field.quantity, axes))
        elif field.form in ("vector", "numbers"):
            labels = "xyz" if field.form == "vector" else range(len(value))
            changed[field.name] = tuple(
                change(f"{inner}.{label}", v, unit_of_number(field.quantity, axes, i, len(value)))
                for i, (label, v) in enumerate(zip(labels, value, strict=True))
            )
    return replace(part, **changed) if changed else part


def with_numbers_in_order(part: Any, numbers: Iterator[float]) -> Any:
    """Returns the part with the next numbers in place of its own, in the order of `map_numbers`."""
    changed: dict[str, Any] = {}
    for field in fields_of(type(part)):
        value = getattr(part, field.name)
        if value is None:
            continue
        if field.form == "choice":
            changed[field.name] = with_numbers_in_order(value, numbers)
        elif field.form == "number":
            changed[field.name] = next(numbers)
        elif field.form in ("vector", "numbers"):
            changed[field.name] = tuple(islice(numbers, len(value)))
    return replace(part, **changed) if changed else part


def each_number(part: Any, path: str = "", axes: Axes = NO_AXES) -> Iterator[tuple[str, float, str]]:
    """Yields path, value and unit of each number of a part, in the order of `map_numbers`."""
    yield from ((where, value, unit) for where, value, unit, _ in each_ruled_number(part, path, axes))


def each_ruled_number(part: Any, path: str = "", axes: Axes = NO_AXES) -> Iterator[tuple[str, float, str, str]]:
    """Yields the same, with the rule that each number obeys: "positive", "not negative", "finite", "count"."""
    path, axes = path or path_of_part_fields(part), axes_of_fields(part, axes)
    for field in fields_of(type(part)):
        value, inner = getattr(part, field.name), f"{path}.{field.name}"
        if value is None:
            continue
        if field.form == "choice":
            yield from each_ruled_number(value, inner, field.axes)
        elif field.form == "number":
            yield inner, value, unit_of_number(field.quantity, axes), field.quantity.rule
        elif field.form in ("vector", "numbers"):
            labels = "xyz" if field.form == "vector" else range(len(value))
            for i, (label, v) in enumerate(zip(labels, value, strict=True)):
                rule = rule_of_number(field.quantity, i, len(value))
                yield f"{inner}.{label}", v, unit_of_number(field.quantity, axes, i, len(value)), rule


def computed_fields_of(part: Any) -> dict[str, Any]:
    """Returns fields that no user writes, such as the tables of a linkage."""
    users = [field.name for field in fields_of(type(part))]
    return {f.name: getattr(part, f.name) for f in fields(part) if f.name not in users}


def structure_of(part: Any) -> dict[str, Any]:
    """Returns a part without its numbers: words and flags as they are, lists by their length.

    A kind of the user's own is its formula: the same class may say something else tomorrow.
    """
    known = type(part) in OWN_KINDS and not hasattr(part, "tick")  # what controllers compute is compiled by itself
    own = known or (type(part) not in TYPE_OF and hasattr(part, "value"))
    found: dict[str, Any] = {"formula": formula_of(part)} if own else {"type": TYPE_OF.get(type(part))}
    for field in fields_of(type(part)):
        value = getattr(part, field.name)
        if value is None or field.form in ("word", "flag"):
            found[field.name] = value
        elif field.form == "choice":
            found[field.name] = structure_of(value)
        elif field.form == "words":
            found[field.name] = list(value)
        else:
            found[field.name] = 1 if field.form == "number" else len(value)
    return found


def argument_count_of_field(law: Any) -> int:
    """Returns how many arguments the formula of an own law takes: x, or x and its rate."""
    return len(signature(law.value).parameters)


def formula_of(law: Any) -> str:
    """What a kind of the user's own computes, node by node: its numbers are symbols, its constants are spelt out."""
    graph = Graph()
    if not hasattr(law, "value"):
        questions = Questions(graph)
        return own_kind_formula(symbolic_own_kind(law, questions), questions)
    symbolic = map_numbers(law, lambda path, value, unit: graph.symbol(path), "law")
    value = symbolic.value(*map(graph.symbol, ("x", "v")[: argument_count_of_field(law)]))
    return " ".join([*map(repr, graph.nodes), f"-> %{value.id}" if isinstance(value, Expression) else repr(value)])


def symbolic_own_kind(part: Any, questions: Questions) -> Any:
    """Gives a force element or a tyre law with symbols for its numbers, and with unknowns for its laws and signals."""
    chosen = [field.name for field in fields_of(type(part)) if field.form == "choice"]
    unknown = {name: UnknownLaw(questions, name) for name in chosen if getattr(part, name) is not None}
    return map_numbers(replace(part, **unknown), lambda path, value, unit: questions.graph.symbol(path), "own")


def structural_field_paths(part: Any, path: str = "") -> Iterator[str]:
    """Yields paths of what decides the equations: its kind, words, flags, and what is left out."""
    path = path or path_of_part_fields(part)
    if type(part) in SECTION_OF and TYPE_OF[type(part)]:
        yield f"{path}.type"
    for field in fields_of(type(part)):
        value, inner = getattr(part, field.name), f"{path}.{field.name}"
        if value is None or field.form in ("word", "flag", "words"):
            yield inner
        elif field.form == "choice":
            yield f"{inner}.type"
            yield from structural_field_paths(value, inner)


def law_and_signal_fields(parts: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    """Yields every law and signal of the parts, with its path."""
    for part in parts:
        for field in fields_of(type(part)):
            if field.form == "choice" and (chosen := getattr(part, field.name)) is not None:
                yield f"{path_of_part_fields(part)}.{field.name}", chosen
