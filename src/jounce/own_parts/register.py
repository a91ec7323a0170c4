"""Register kinds of one's own by a word: from then on files, commands and Python know them as they know ours."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from jounce.arguments import check_arguments
from jounce.errors import ModelError, Problem, shown_in_message
from jounce.model.assembly.blueprint import forget_blueprints
from jounce.model.fields import forget_own_kind, learn_own_kind
from jounce.model.templates import TEMPLATES, Template
from jounce.own_parts import rules
from jounce.own_parts.mistakes import FUNCTIONS, file_of_own_code, guard_own_code, line_of_own_code, own_mistake
from jounce.parts import FORCES, SECTIONS
from jounce.parts.citation import BY_DEFINITION
from jounce.parts.drawing import Rod, Unseen
from jounce.parts.ends import ALONG_COORDINATE, BETWEEN_POINTS, ON_BODY
from jounce.parts.forces.line import line_between, pull_along_line
from jounce.parts.forces.loads import Loads, View
from jounce.parts.forces.torsion import effort_along_coordinate
from jounce.parts.laws import LAWS, OWN_LAWS, RATE_LAWS
from jounce.parts.limits import two_ends_limit
from jounce.parts.own_kinds import ARGUMENTS
from jounce.parts.tyres.laws import TYRE_LAWS
from jounce.studies import STUDIES
from jounce.studies.study import Study

WORD = re.compile(r"[a-z][a-z0-9_-]{0,60}")
FORMS = (
    "a law has value(x), a force element has tension(length, rate), effort(value, rate) or loads(view), a tyre has "
    "forces(contact), a controller has tick(...); a study is a Study, a template a Template"
)
ENDS = {
    ("parent", "child", "point", "child_point"): BETWEEN_POINTS,
    ("body", "point"): ON_BODY,
    ("coordinate",): ALONG_COORDINATE,
}


@dataclass(frozen=True, slots=True)
class Registration:
    """A kind of the user's own: its word, what it is, the class or template, and where it was written."""

    word: str
    sort: str
    kind: Any
    file: str


REGISTERED: dict[tuple[str, str], Registration] = {}  # by sort and word


@check_arguments
def register(word: str, kind: Any = None) -> Any:
    """Make a law, force element, tyre law, template, controller or study known by its word.

        @jounce.register("rubber_band")
        @dataclass(frozen=True, kw_only=True)
        class RubberBand: ...

    What it is follows from its methods. A template is not a class: `jounce.register("my_layout", Template(...))`.
    """
    if kind is None:
        return lambda given: register(word, given)
    file, where = file_of_own_code(kind), shown_in_message(word).strip("'")
    sort = sort_of_own_kind(kind)
    if not sort:
        raise _refusal(kind, [Problem(where, f"{getattr(kind, '__name__', kind)!r} is nothing known", FORMS)])
    prepared = SORTS[sort].prepare(kind, file, where)
    problems = [*_wrong_word(word, sort, file), *_tried(sort, prepared, file, where)]
    if problems:
        raise _refusal(kind, problems)
    SORTS[sort].learn(word, prepared)
    REGISTERED[sort, word] = Registration(word, sort, prepared, file)
    return prepared


def forget_registration(sort: str, word: str) -> None:
    """The word means nothing any more."""
    del REGISTERED[sort, word]
    SORTS[sort].forget(word)


def sort_of_own_kind(kind: Any) -> str:
    """Tells what a class or a value is, by what it can do; empty where it can do nothing that jounce knows."""
    if isinstance(kind, Template):
        return "template"
    if not isinstance(kind, type):
        return ""
    if issubclass(kind, Study):
        return "study"
    found = {"tick": "controller", "forces": "tyre law", "value": "law"}
    found |= dict.fromkeys(("loads", "tension", "effort"), "force element")
    return next((sort for method, sort in found.items() if callable(getattr(kind, method, None))), "")


def _refusal(kind: Any, problems: list[Problem]) -> ModelError:
    line = line_of_own_code(kind)
    return ModelError(file_of_own_code(kind), [replace(p, line=p.line or line) for p in problems])


def _wrong_word(word: Any, sort: str, file: str) -> Iterator[Problem]:
    if not isinstance(word, str) or not WORD.fullmatch(word):
        right = "small letters, digits, _ and -, as in rubber_band"
        yield Problem("word", f"{shown_in_message(word)} is not a word", right)
        return
    known = REGISTERED.get((sort, word))
    if known is None and word in SORTS[sort].words():
        yield Problem(word, f"jounce has a {sort} of this name", "another word")
    elif known is not None and known.file != file:
        yield Problem(word, f"{known.file} has registered a {sort} of this name", "another word")


def _tried(sort: str, kind: Any, file: str, where: str) -> Iterator[Problem]:
    """Finds what is wrong with a kind: first what it says of itself, then what it answers."""
    yield from rules.check_own_description(kind, where)
    for check in SORTS[sort].checks:
        try:
            found = list(check(kind, where))
        except ModelError as error:  # of guarded code
            found = list(error.problems)
        except Exception as error:  # whatever the user's own code raises
            raise own_mistake(error, file, where, FUNCTIONS) from error
        yield from found
        if found:
            return


def _as_law(kind: Any, file: str, where: str) -> Any:
    _default(kind, "source", BY_DEFINITION)
    return kind


def _as_force(kind: Any, file: str, where: str) -> Any:
    """Fills in what it leaves unsaid by its fields: ends from their names, loads from its tension or effort."""
    names = set(getattr(kind, "__dataclass_fields__", ()))
    found = next((ends for needed, ends in ENDS.items() if names >= set(needed)), None)
    if not hasattr(kind, "ends") and found is not None:
        kind.ends = found
    between = getattr(kind, "ends", None) == BETWEEN_POINTS
    _default(kind, "drawing", Rod() if between else Unseen("its kind has no drawing"))
    _default(kind, "source", BY_DEFINITION)
    if between:
        _default(kind, "limits", two_ends_limit)
    if not hasattr(kind, "loads"):
        kind.loads = _loads_of_tension if hasattr(kind, "tension") else _loads_of_effort
    kind.loads = guard_own_code(kind.loads, file, where)
    return kind


def _loads_of_tension(self: Any, view: View) -> Loads:
    along = line_between(self, view)
    return pull_along_line(self, along, self.tension(along.length, along.rate))


def _loads_of_effort(self: Any, view: View) -> Loads:
    return effort_along_coordinate(self.coordinate, self.effort(*view.coordinate(self.coordinate)))


def _as_tyre(kind: Any, file: str, where: str) -> Any:
    _default(kind, "source", BY_DEFINITION)
    _default(kind, "title", (kind.__doc__ or kind.__name__).strip().splitlines()[0].rstrip("."))
    for method in (*ARGUMENTS, "forces"):
        if not callable(getattr(kind, method, None)):
            help = f"write {method}(self, {', '.join(ARGUMENTS.get(method, ('contact',)))}); "
            help += "jounce.parts.tyres.carcass has simple ones"
            raise _refusal(kind, [Problem(where, f"{kind.__name__} has no method {method}", help)])
        setattr(kind, method, guard_own_code(getattr(kind, method), file, where))
    return kind


def _as_template(template: Any, file: str, where: str) -> Any:
    word = "axle" if template.corner is None else "corner"
    function = getattr(template, word)
    return template if function is None else replace(template, **{word: guard_own_code(function, file, where)})


def _as_study(study: Any, file: str, where: str) -> Any:
    if not hasattr(study, "name"):
        study.name = where
    for method in ("run", "contradictions", "notes_on_subject"):
        setattr(study, method, guard_own_code(getattr(study, method), file, where, ""))
    return study


def _as_controller(kind: Any, file: str, where: str) -> Any:
    _default(kind, "source", BY_DEFINITION)
    _default(kind, "drawing", Unseen("a controller has no place"))
    _default(kind, "ends", ())
    return kind


def _default(kind: Any, name: str, value: Any) -> None:
    if not hasattr(kind, name):
        setattr(kind, name, value)


def _learn_template(word: str, template: Template) -> None:
    TEMPLATES[word] = template
    forget_blueprints()


@dataclass(frozen=True, slots=True)
class Sort:
    """How one sort of kinds is made ready, checked and found."""

    prepare: Callable[[Any, str, str], Any]
    checks: tuple[Callable[[Any, str], Iterator[Problem]], ...]
    learn: Callable[[str, Any], Any]
    forget: Callable[[str], Any]
    words: Callable[[], Any]


SORTS: dict[str, Sort] = {
    "law": Sort(
        _as_law,
        (rules.check_own_law, rules.check_own_law_answers),
        OWN_LAWS.__setitem__,
        OWN_LAWS.pop,
        lambda: (*LAWS, *RATE_LAWS),
    ),
    "force element": Sort(
        _as_force,
        (rules.check_own_force, rules.check_own_force_answers),
        lambda word, kind: learn_own_kind(FORCES, word, kind, "forces"),
        lambda word: forget_own_kind(FORCES, word),
        lambda: FORCES,
    ),
    "tyre law": Sort(
        _as_tyre,
        (rules.check_own_record, rules.check_own_tyre_answers),
        lambda word, kind: learn_own_kind(TYRE_LAWS, word, kind),
        lambda word: forget_own_kind(TYRE_LAWS, word),
        lambda: TYRE_LAWS,
    ),
    "template": Sort(_as_template, (rules.check_own_template,), _learn_template, TEMPLATES.pop, lambda: TEMPLATES),
    "controller": Sort(
        _as_controller,
        (rules.check_own_controller, rules.check_own_controller_answers),
        lambda word, kind: learn_own_kind(SECTIONS["controllers"], word, kind, "controllers"),
        lambda word: forget_own_kind(SECTIONS["controllers"], word),
        lambda: SECTIONS["controllers"],
    ),
    "study": Sort(_as_study, (rules.check_own_study,), STUDIES.learn, STUDIES.forget, lambda: STUDIES),
}
