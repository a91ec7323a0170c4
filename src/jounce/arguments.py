"""Arguments of public functions: what does not fit the declared types is told in our words before anything runs.

The annotations of a function are its declaration, also for its users: what it does not take is told by name, all at
once, with what would be right. Numbers, lengths and names are the function's own concern; here it is about kinds.
"""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, wraps
from math import isinf, isnan
from numbers import Integral, Real
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import Problem, WrongArgument, did_you_mean, shown_in_message
from jounce.workers import MOST_WORKERS

Verb = TypeVar("Verb", bound=Callable[..., Any])
Kind = TypeVar("Kind", bound=type)
LARGEST = 1e100  # of a number: the square of a larger one may be none any more
LISTS = (Sequence, Iterable, Collection, list, set, frozenset, tuple)


@dataclass(frozen=True)
class Rule:
    """What fits an argument, and how that is called."""

    words: str
    fits: Callable[[Any], bool]
    several: bool = False  # of a list


def check_arguments(verb: Verb, name: str = "") -> Verb:
    """Makes a function refuse arguments that its declaration does not know, and what is of no declared type.

    `name` is how its users know it, where that is not how it is defined.
    """
    told = name or verb.__qualname__.removesuffix(".__init__")

    @wraps(verb)
    def checked(*places: Any, **named: Any) -> Any:
        problems = _problems_of_call(verb, places, named)
        if problems:
            raise WrongArgument(told, problems)
        return verb(*places, **named)

    return checked  # type: ignore[return-value]


def check_methods(kind: Kind) -> Kind:
    """Makes every public method of a class refuse what its declaration does not take."""
    for name, member in list(vars(kind).items()):
        if inspect.isfunction(member) and not name.startswith("_"):
            setattr(kind, name, check_arguments(member))
    return kind


def _problems_of_call(verb: Callable[..., Any], places: Sequence[Any], named: Mapping[str, Any]) -> list[Problem]:
    """Lists what is wrong with a call."""
    call = _declaration(verb)
    problems = []
    if len(places) > len(call.places) and not call.loose:
        takes = f"it takes {', '.join(call.places) or 'nothing'} by place, others by name"
        last = call.rules.get(call.places[-1]) if call.places else None
        if last is not None and last.several:
            takes = f"{call.places[-1]} in one list: {verb.__name__}([one, other])"
        problems.append(Problem("arguments", f"{len(places)} are given by place", takes))
    for name in () if call.others else named.keys() - call.rules.keys():
        known = [word for word in call.rules if word not in ("self", "cls")]
        problems.append(Problem(name, f"there is no such argument.{did_you_mean(name, known)}", ", ".join(known)))
    for name in call.needed[len(places) :]:
        if name not in named:
            rule = call.rules[name]
            problems.append(Problem(name, "is not given", rule.words if rule else "an argument that must be there"))
    given = [*zip(call.places, places, strict=False), *((call.loose, value) for value in places[len(call.places) :])]
    for name, value in [*given, *named.items()]:
        found = call.rules.get(name)
        if found is not None and not found.fits(value):
            problems.append(Problem(name, f"is {_shown(value)}", SAME_EVERYWHERE.get(name, found.words)))
    return problems


def _shown(value: Any) -> str:
    """Returns a value that does not fit, as text; of an object what it is."""
    plain = value is None or isinstance(value, bool | str | bytes | Real | complex | list | tuple | dict | set | Path)
    return shown_in_message(value) if plain else f"of type {type(value).__name__}"


@dataclass(frozen=True)
class Declaration:
    """How a function may be called."""

    places: tuple[str, ...]  # what may be given by place
    needed: tuple[str, ...]  # what must be given: first what may be given by place
    rules: Mapping[str, Rule | None]
    loose: str  # name of those by place without a name of their own; empty where there are none
    others: bool  # whether further names may be given


@cache
def _declaration(verb: Callable[..., Any]) -> Declaration:
    found = inspect.signature(verb).parameters
    kinds = {kind: [name for name, each in found.items() if each.kind is kind] for kind in inspect._ParameterKind}
    by_name = {name: each for name, each in found.items() if each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)}
    places = [name for name, each in by_name.items() if each.kind is not each.KEYWORD_ONLY]
    needed = [name for name, each in by_name.items() if each.default is each.empty]
    loose = kinds[inspect.Parameter.VAR_POSITIONAL]
    rules = {
        name: rule_of_type(read_annotation(each.annotation, inspect.unwrap(verb).__globals__))
        for name, each in found.items()
        if each.kind is not each.VAR_KEYWORD
    }
    others = bool(kinds[inspect.Parameter.VAR_KEYWORD])
    return Declaration(tuple(places), tuple(needed), rules, loose[0] if loose else "", others)


def read_annotation(text: Any, names: Mapping[str, Any]) -> Any:
    """Returns the type that an annotation means; what is imported for type checkers alone can be anything."""
    return _type_of_node(ast.parse(text, mode="eval").body, names) if isinstance(text, str) else text


def _type_of_node(node: ast.expr, names: Mapping[str, Any]) -> Any:
    match node:
        case ast.Constant(value):
            return NoneType if value is None else value
        case ast.Name(word):
            return names.get(word, getattr(builtins, word, Any))
        case ast.Attribute(owner, word):
            return getattr(_type_of_node(owner, names), word, Any)
        case ast.BinOp(left, _, right):
            return Union[_type_of_node(left, names), _type_of_node(right, names)]  # noqa: UP007
        case ast.Tuple(entries) | ast.List(entries):
            return tuple(_type_of_node(each, names) for each in entries)
        case ast.Subscript(base, inside):
            whole = _type_of_node(base, names)
            asked = whole not in (Any, Callable, type)  # what a function takes is not asked
            return whole[_type_of_node(inside, names)] if asked else whole
    return Any


def rule_of_type(kind: Any) -> Rule | None:
    """Returns what fits a type; None where everything does."""
    origin, inside = get_origin(kind), get_args(kind)
    if kind is ArrayLike or kind is np.ndarray or origin is np.ndarray:
        return Rule("an array or a list of numbers", _are_numbers, several=True)
    if origin is Annotated:
        return rule_of_type(inside[0])
    if origin in (Union, UnionType):
        return _rule_of_union(inside)
    if origin is Literal:
        return Rule(" or ".join(map(repr, inside)), lambda value: isinstance(value, str))
    if origin is Mapping or kind is Mapping or origin is dict or kind is dict:
        return A_TABLE
    if origin in LISTS or kind in LISTS:
        return _rule_of_list(inside)
    return PLAIN.get(kind) or _rule_of_class(origin or kind)


def _rule_of_class(kind: Any) -> Rule | None:
    if kind is Callable:
        return Rule("a function", callable)
    anything = kind in (Any, object, inspect.Parameter.empty)
    if anything or not inspect.isclass(kind) or getattr(kind, "_is_protocol", False):
        return None
    article = "an" if kind.__name__[0] in "AEIO" else "a"
    return Rule(f"{article} {kind.__name__}", lambda value: isinstance(value, kind))


def _rule_of_union(kinds: Sequence[Any]) -> Rule | None:
    """Takes what fits one of several types; a text beside numbers has a unit, beside paths it is one."""
    rules = [rule_of_type(kind) for kind in kinds if kind is not NoneType]
    if not all(rules):
        return None
    found = [rule for rule in rules if rule is not None]
    if str in kinds and any(inspect.isclass(kind) and issubclass(kind, Path) for kind in kinds):
        found = [A_PATH, *(rule for rule in found if rule.words not in (A_TEXT.words, "a Path"))]
    if str in kinds and float in kinds:
        found = [WITH_UNIT, *(rule for rule in found if rule not in (A_TEXT, A_NUMBER))]
    words, none = [rule.words for rule in found], NoneType in kinds
    return Rule(
        ", or ".join(dict.fromkeys(words)) + (", or None" if none else ""),
        lambda value: (none and value is None) or any(rule.fits(value) for rule in found),
    )


def _has_names(value: Any) -> bool:
    return isinstance(value, Mapping) and all(isinstance(key, str) for key in value)


def _rule_of_list(inside: Sequence[Any]) -> Rule:
    """Takes lists, tuples, sets; what comes one after the other is not used up by the question."""
    fixed = inside and Ellipsis not in inside and len(inside) > 1
    rules = [rule_of_type(kind) for kind in inside if kind is not Ellipsis]
    entry = rules[0] if rules else None

    def fits(value: Any) -> bool:
        if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable) or _is_of_no_dimension(value):
            return False
        if fixed and isinstance(value, Sequence | np.ndarray):
            return len(value) == len(rules) and all(r is None or r.fits(v) for r, v in zip(rules, value, strict=True))
        again = isinstance(value, Collection)
        return entry is None or not again or all(map(entry.fits, value))

    if fixed:
        return Rule(f"{len(rules)} of them: {', '.join(r.words if r else 'a value' for r in rules)}", fits, True)
    return Rule("a list" + (f", each {entry.words}" if entry is not None else ""), fits, several=True)


def _is_of_no_dimension(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.ndim == 0


def is_number(value: Any) -> bool:
    """Tells whether a value is a number that a computation can begin with: no truth, no nan, none too large."""
    if isinstance(value, bool) or not (isinstance(value, Real) or _is_of_no_dimension(value)):
        return False
    try:
        return not isnan(float(value)) and (abs(value) < LARGEST or isinf(float(value)))
    except (OverflowError, TypeError, ValueError):
        return False


def _are_numbers(value: Any) -> bool:
    try:
        found = np.asarray(value)
    except ValueError:  # lists of different lengths
        return False
    return found.dtype.kind in "fiu" and found.ndim > 0


def _is_path(value: Any) -> bool:
    return isinstance(value, str | Path) and "\0" not in str(value) and str(value).strip() != ""


A_TEXT = Rule("a text", lambda value: isinstance(value, str))
A_NUMBER = Rule("a number", is_number)
A_TABLE = Rule("a dict by name", _has_names)
A_PATH = Rule("a path", _is_path)
WITH_UNIT = Rule(
    f'a number in SI below {LARGEST:g}, or a text with its unit: "25 mm"', lambda v: isinstance(v, str) or is_number(v)
)
SAME_EVERYWHERE = {  # argument -> what is right, where that is more than its type
    "workers": f"a whole number from 1 to {MOST_WORKERS}",
    "study": "the name of a study, or a study that was made before",
    "progress": "True for a bar, False, or a function that is called with the share that is done, 0 to 1",
}
PLAIN = {
    str: A_TEXT,
    float: A_NUMBER,
    int: Rule("a whole number", lambda value: isinstance(value, Integral) and not isinstance(value, bool)),
    bool: Rule("True or False", lambda value: isinstance(value, bool | np.bool_)),
    Path: A_PATH,
}
