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
from jounce.parts.forces.loads import Loads
from jounce.parts.own_kinds import Questions, answers_of_own_kind
from jounce.parts.tyres.tyre_law import TyreForces
from jounce.simulation.controls.tick_code import TickProblem, tick_answer

NUMBER, POINT = 0.7, (0.3, 0.2, 0.1)
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


def answers_of_trial(kind: type) -> Any:
    """What one of a kind answers to symbols."""
    questions = Questions(Graph())
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
    part, loads = trial_of_own_kind(kind), answers_of_trial(kind)
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
