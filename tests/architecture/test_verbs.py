"""Verbs are alike: one order of arguments, one name and one default for the same thing."""

import inspect
from inspect import Parameter

import pytest

import jounce
import jounce.simulation
from jounce.simulation.stepping.start_stepper import start_stepper
from jounce.studies import STUDIES

# every verb, with what it is called with by place
STUDY_VERBS = {
    jounce.run: ("car", "study"),
    jounce.vary: ("car", "study", "values"),
    jounce.gradient: ("car", "study", "values"),
    jounce.sensitivity: ("car", "study", "values"),
    jounce.optimise: ("car", "study", "values", "goals"),
}
OTHER_VERBS = {
    jounce.fastest_line: ("car", "track"),
    jounce.run_job: ("file", "out"),
    jounce.run_programme: ("car",),
    jounce.simulate: ("model", "duration"),
    jounce.start: ("subject",),
    start_stepper: ("model",),
    jounce.prepare: ("model",),
    jounce.simulation.simulate_many: ("models", "duration"),
    jounce.simulation.simulate_tangents: ("model", "duration", "channels"),
}
VERBS = STUDY_VERBS | OTHER_VERBS
NO_WAIT = (jounce.start, start_stepper, jounce.prepare)  # over at once, or the logger tells what is compiled
AT_A_TIME = [jounce.vary, jounce.optimise, jounce.fastest_line, jounce.run_job, jounce.run_programme]
AT_A_TIME += [jounce.simulation.simulate_many]
# what means the same wherever it is given, in the order in which it is given
DEFAULTS = {
    "start": None,
    "start_rates": None,
    "inputs": None,
    "controllers": (),
    "road": None,
    "integrator": "auto",
    "accuracy": 1e-3,
    "rtol": 1e-6,
    "output_step": 0.01,
    "projection": "project",
    "events": "located",
    "until": (),
    "workers": None,
    "progress": False,
    "route": "recursive",
}


def arguments(verb) -> dict[str, Parameter]:
    return dict(inspect.signature(verb).parameters)


def name_of(verb) -> str:
    return verb.__name__


@pytest.mark.parametrize("verb", VERBS, ids=name_of)
def test_places_are_alike_and_settings_come_last(verb):
    found = arguments(verb)
    by_place = tuple(name for name, each in found.items() if each.kind is Parameter.POSITIONAL_OR_KEYWORD)
    assert by_place[: len(VERBS[verb])] == VERBS[verb]
    if verb in STUDY_VERBS:
        assert by_place == VERBS[verb]
        assert list(found)[-2:] == ["progress", "settings"]


@pytest.mark.parametrize("verb", VERBS, ids=name_of)
def test_the_same_thing_has_one_name_one_default_and_one_place(verb):
    found = {name: each.default for name, each in arguments(verb).items() if name in DEFAULTS}
    assert found == {name: DEFAULTS[name] for name in found}
    assert list(found) == [name for name in DEFAULTS if name in found]
    assert ("progress" in found) == (verb not in NO_WAIT)
    assert ("workers" in found) == (verb in AT_A_TIME)


def test_studies_integrate_as_simulations_do():
    """Also where a verb is given a study: its settings are those of the study."""
    for word in ("integrator", "rtol", "route"):
        found = {name: study.settings[word].default for name, study in STUDIES.items() if word in study.settings}
        assert found
        assert set(found.values()) == {DEFAULTS[word]}


def test_start_is_where_joints_start_and_nothing_else():
    """Studies say `begin` for a time or a place; searches count their `starts`, or list them."""
    assert [name for name, study in STUDIES.items() if {"start", "start_rates"} & set(study.settings)] == []
    with_start = [verb for verb in VERBS if "start" in arguments(verb)]
    given = {str(arguments(verb)["start"].annotation) for verb in (*with_start, jounce.write_equations)}
    assert given == {"Mapping[str, Any] | None"}
