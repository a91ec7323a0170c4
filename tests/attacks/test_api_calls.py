"""Wrong calls of everything public are answered in our words: no traceback from inside, no hang, nothing long."""

from __future__ import annotations

import multiprocessing
from importlib import import_module
from inspect import isfunction

import pytest
from api_calls import complaint, drawn_calls
from right_calls import FUNCTIONS, fill_folder, targets

import jounce
from campaigns import with_campaign
from jounce.own_parts.register import REGISTERED, forget_registration

PATIENCE = 120  # s for a process to begin and to answer
HOMES = ("jounce", "jounce.simulation", "jounce.studies", "jounce.jobs", "jounce.export", "jounce.parts.paths")
# what is attacked in another way: helpers of stations by arrays, and a job's reader whose work `load` does
ELSEWHERE = {"shift_height", "read_job"}
CALLS = {"sample": (600, 29), "3,000": (3000, 1)}  # how many, of which seed


@pytest.fixture
def folder(tmp_path, monkeypatch):
    fill_folder(tmp_path)
    monkeypatch.chdir(tmp_path)
    known = set(REGISTERED)
    yield tmp_path
    for sort, word in set(REGISTERED) - known:
        forget_registration(sort, word)


def test_right_calls_come_through(folder):
    """Else the wrong ones would be refused for another reason; but for a long search, and a road under no tyre."""
    refused = []
    for target in targets():
        try:
            target.right()
        except jounce.JounceError as error:
            refused.append(f"{target.name}: {error}")
    assert [text.split(":")[0] for text in refused] == ["jounce.fastest_line", "Prepared.on_road"], refused


@pytest.mark.parametrize("which", with_campaign(CALLS, lambda which: which == "sample"))
def test_wrong_calls_are_answered(folder, which):
    calls = drawn_calls(*CALLS[which])
    found = {call.title: answer for call in calls if (answer := complaint(call))}
    assert len(calls) == CALLS[which][0] and found == {}


def test_every_public_function_is_attacked():
    for home in HOMES:
        module = import_module(home)
        functions = {name for name in module.__all__ if isfunction(getattr(module, name))}
        assert functions - ELSEWHERE - {name.rpartition(".")[2] for name in FUNCTIONS} == set(), home


def call_wrongly(_):
    return jounce.optimise(jounce.load("pendulum"), "ride", ["body.mass"], goals=jounce.Goal(metric="a", minimise=True))


def test_a_pool_of_processes_gets_the_message():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        with pytest.raises(TypeError, match="a dict by name") as told:
            pool.map_async(call_wrongly, [0]).get(timeout=PATIENCE)
    assert isinstance(told.value, jounce.ModelError) and told.value.problems[0].where == "values"
