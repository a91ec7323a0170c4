"""A kind of the user's own tried on symbols, before any model uses it: does its formula exist, and is it whole?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, fields
from math import isfinite
from numbers import Real
from typing import Any

from jounce.errors import Problem
from jounce.graph import Expression, Graph
from jounce.model.fields import Field, argument_count_of_field, fields_of, formula_of, symbolic_own_kind
from jounce.parts.ends import bodies_of_ends, coordinates_of
from jounce.parts.forces.loads import Held, Loads
from jounce.parts.own_kinds import Questions, answers_of_own_kind
from jounce.parts.tyres.tyre_law import TyreForces
from jounce.simulation.controls.tick_code import TickProblem, tick_answer
from jounce.units import UnitError, parse_unit

NUMBER, POINT = 0.7, (0.3, 0.2, 0.1)
ALWAYS_RECORDED, FRICTION_RECORDED = ("power", "work"), ("torque", "force", "sticks")  # channels of force elements
SAMPLES = (NUMBER, -NUMBER, 0.01, -0.01, 30.0)  # of the argument of a law


def trial_of_own_kind(kind: type) -> Any:
    """One of a kind with numbers of no meaning; what may be left out is left out."""
    left_out = {field.name for field in fields(kind) if field.default is not MISSING}
    return kind(**{field.name: _value(field) for field in fields_of(kind) if field.name not in left_out})


def _value(field: Field) -> Any:
    match field.form:
        case "number":
            return NUMBER
        case "vector":
            return POINT
        case "numbers":
            return tuple(NUMBER * k for k in range(1, 7))
        case "flag":
            return False
        case "word":
            return (*field.words, f"{field.name}.of_trial")[0]
        case "words":
            return (*field.words, f"{field.name}.of_trial")[:1]
    return trial_of_own_kind(field.kinds[0][1])


def answers_of_trial(kind: type, questions: Questions | None = None) -> Any:
    """Tells what one of a kind answers to symbols; `questions` keeps what it asks."""
    questions = questions or Questions(Graph())
    return answers_of_own_kind(symbolic_own_kind(trial_of_own_kind(kind), questions), questions)


def wrong_answers_of_law(kind: type, where: str) -> Iterator[Problem]:
    """A law gives one number, of numbers and of symbols; at some of them it may have none, as a root has."""
    law = trial_of_own_kind(kind)
    formula_of(law)
    count = argument_count_of_field(law)
    graph = Graph()
    answers = [law.value(*map(graph.symbol, ("x", "v")[:count])), law.value(*[0.0] * count)]
    for sample in SAMPLES:
        try:
            answers.append(law.value(*[sample] * count))
        except (ArithmeticError, ValueError):  # outside of where it is defined
            continue
    wrong = [answer for answer in answers if not isinstance(answer, Real | Expression)]
    if wrong:
        yield Problem(where, f"value gives {type(wrong[0]).__name__}", "it returns one number")
    elif not any(isfinite(answer) for answer in answers[1:]):
        yield Problem(where, f"value gives {answers[-1]:g} at all that was tried", "it returns a finite number")


def wrong_answers_of_controller(kind: type, where: str) -> Iterator[Problem]:
    """A controller gives a command for each input that it sets, and as much memory as it had."""
    part = trial_of_own_kind(kind)
    reading = {str(name): NUMBER for name in part.reads}
    if not reading:  # it reads all channels of a run, and none are known yet
        return
    try:
        memory = tuple(part.begin(reading, {str(name): 0.0 for name in part.sets}))
        tick_answer(part, part.tick(0.0, reading, memory), len(memory))
    except TickProblem as error:
        yield Problem(where, error.problem.what, error.problem.help)
    except ArithmeticError:  # of numbers that no car has
        return


def wrong_answers_of_force(kind: type, where: str) -> Iterator[Problem]:
    """A force element gives loads on what it says it acts on, and a rate of each of its states."""
    questions = Questions(Graph())
    part, loads = trial_of_own_kind(kind), answers_of_trial(kind, questions)
    if not isinstance(loads, Loads):
        yield Problem(where, f"loads gives {type(loads).__name__}", "it returns Loads of jounce.parts.forces.loads")
        return
    names = {name for name, _ in getattr(kind, "states", ())}
    if names != set(loads.rates):
        what = f"has states {_listed(names)} and gives rates of {_listed(loads.rates)}"
        yield Problem(where, what, "a rate of each state")
    for push in loads.pushes:
        if push.body not in bodies_of_ends(part):
            yield Problem(where, f"pushes {push.body!r}, which is none of its ends", "name its field in `ends`")
    for coordinate, _ in loads.efforts:
        if coordinate not in coordinates_of(part):
            yield Problem(where, f"acts on {coordinate!r}, which is none of its ends", "name its field in `ends`")
    yield from _wrong_held(part, loads, questions, where)


def _wrong_held(part: Any, loads: Loads, questions: Questions, where: str) -> Iterator[Problem]:
    """Held numbers have names of their own, units and finite starts; formulas and guards name no others."""
    held = getattr(part, "held", ())
    if wrong := [own for own in held if not isinstance(own, Held)]:
        right = 'a tuple of Held("gear", "1", "the gear that is in", 1.0) of jounce.parts.forces.loads'
        yield Problem(f"{where}.held", f"has {wrong[0]!r}, which is no Held", right)
        return
    names = [own.name for own in held]
    taken = {*loads.channels, *loads.rates, *ALWAYS_RECORDED, *(FRICTION_RECORDED if loads.contact else ())}
    for own in held:
        at = f"{where}.held.{own.name}"
        if names.count(own.name) > 1:
            yield Problem(at, "is there twice", "each held number has a name of its own")
        elif own.name in taken:
            yield Problem(at, "is the name of another channel or state of it", "another name")
        if not isinstance(own.start, Real) or not isfinite(own.start):
            yield Problem(at, f"starts with {own.start!r}", "a finite number")
        try:
            parse_unit(own.unit)
        except (UnitError, TypeError) as error:
            yield Problem(at, str(error), 'an SI unit, for example "s"; "1" for none')
    asked = {name for name in questions.held_names if name not in names}
    for name in sorted(asked):
        yield Problem(where, f"asks for {name!r}, which it does not hold", f"it holds {_listed(names)}")
    for word, guard in loads.guards.items():
        for name in (name for name in guard.sets if name not in names):
            what = f"sets {name!r}, which the element does not hold"
            yield Problem(f"{where}.guards.{word}", what, f"it holds {_listed(names)}")


def wrong_answers_of_tyre(kind: type, where: str) -> Iterator[Problem]:
    """A tyre law gives two relaxation lengths, two slips of saturation, and forces."""
    *_, relaxation, saturation, forces = answers_of_trial(kind)
    for name, pair in (("relaxation", relaxation), ("saturation", saturation)):
        if not isinstance(pair, tuple) or len(pair) != 2:
            yield Problem(where, f"{name} does not give two numbers", "one along the wheel, and one across")
    if not isinstance(forces, TyreForces):
        help = "it returns TyreForces of jounce.parts.tyres.tyre_law"
        yield Problem(where, f"forces gives {type(forces).__name__}", help)


def _listed(names: Any) -> str:
    return ", ".join(sorted(names)) or "none"
