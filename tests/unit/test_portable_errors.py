"""Errors through pickling, copying and processes: with all that they carry, and a pool never waits for one."""

import copy
import importlib
import multiprocessing
import pickle
import pkgutil
from functools import cache

import numpy as np
import pytest

import jounce
from jounce.errors import ModelError, NumericalError, Portable, Problem, SetupError
from jounce.results import Channel, Result
from jounce.units import UnitError

PROBLEM = Problem("body.mass", "-1 kg", "above zero", 7)
PATIENCE = 60.0  # s until a pool has answered


@cache
def every_kind():
    """All exceptions that jounce has, by their names."""
    for module in pkgutil.walk_packages(jounce.__path__, "jounce."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)

    def below(kind):
        for each in kind.__subclasses__():
            yield each
            yield from below(each)

    return {kind.__name__: kind for kind in set(below(BaseException)) if kind.__module__.startswith("jounce.")}


def partial_result():
    return Result(time=[0.0, 1.0], channels=(Channel("x", "m"),), numbers=[[1.0], [2.0]])


MADE = {  # how each is made, as where it is raised
    "Portable": lambda kind: kind("anything"),
    "JounceError": lambda kind: kind("what is wrong"),
    "ModelError": lambda kind: kind("car.toml", [PROBLEM, Problem("body.centre", "nowhere")]),
    "UnknownName": lambda kind: kind("result", [PROBLEM]),
    "WrongArgument": lambda kind: kind("run", [PROBLEM]),
    "NumericalError": lambda kind: kind("the step became too small", partial=partial_result()),
    "ControllerError": lambda kind: kind("tick of cruise: division by zero", partial=partial_result()),
    "SetupError": lambda kind: kind("no room"),
    "UnitError": lambda kind: kind("5 kg is a mass", "a length"),
    "Interrupted": lambda kind: kind(partial_result()),
    "DesignInterrupted": lambda kind: kind(3, 8),
    "ProgrammeInterrupted": lambda kind: kind(partial_result()),
    "OptimiseInterrupted": lambda kind: kind(partial_result()),
    "TooMuch": lambda kind: kind(PROBLEM),
    "TooLarge": lambda kind: kind(12),
    "TickProblem": lambda kind: kind(PROBLEM),
    "NotRead": lambda kind: kind("speed", "it does not read 'speed'"),
    "StartAsked": lambda kind: kind("a car"),
    "Wrong": lambda kind: kind(PROBLEM, PROBLEM),
    "WorkerLost": lambda kind: kind("signal 9"),
    "Enough": lambda kind: kind(),
    "_NotPositive": lambda kind: kind("mass"),
    "_NotWhole": lambda kind: kind("an array has another size than it says"),
}


def made(name):
    kind = every_kind()[name]
    error = MADE[name](kind) if name in MADE else kind("a message")
    error.add_note("said later")
    return error


def carried(error):
    """All that one can see of an error; arrays and results as bytes."""
    return type(error), str(error), error.args, {name: _seen(value) for name, value in vars(error).items()}


def _seen(value):
    return (value.numbers.tobytes(), value.channels) if isinstance(value, Result) else value


def raise_made(name):
    raise made(name)


def run_that_is_refused(_):
    return jounce.run(jounce.load("small_car"), "step-steer", speed="80 kg")


def test_every_error_of_jounce_is_tried():
    odd = {name for name, kind in every_kind().items() if name not in MADE and not issubclass(kind, Warning)}
    assert odd == set()
    own = [
        kind
        for kind in every_kind().values()
        if "__init__" in vars(kind) and kind.__name__ not in ("Wrong", "TickProblem")
    ]
    assert len(own) >= 10 and all(issubclass(kind, Portable) for kind in own)


@pytest.mark.parametrize(
    "again", [lambda e: pickle.loads(pickle.dumps(e)), copy.copy, copy.deepcopy], ids=["pickle", "copy", "deep"]
)
def test_an_error_comes_back_with_all_that_it_carries(again):
    for name in every_kind():
        error = made(name)
        assert carried(again(error)) == carried(error), name


def test_errors_of_a_pool_of_processes_reach_the_one_who_waits():
    """With the pool of Python, whose reader ends without a word where an error cannot be made again."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        for name, kind in every_kind().items():
            if issubclass(kind, Exception):  # others end a process, as Ctrl-C does
                with pytest.raises(kind) as caught:
                    pool.apply_async(raise_made, (name,)).get(timeout=PATIENCE)
                assert carried(caught.value)[:3] == carried(made(name))[:3], name
        with pytest.raises(ModelError, match="speed") as refused:
            pool.map_async(run_that_is_refused, [0]).get(timeout=PATIENCE)
    assert refused.value.problems[0].where == "speed"


def test_a_partial_result_comes_through(tmp_path):
    error = pickle.loads(pickle.dumps(NumericalError("stopped", partial=partial_result())))
    np.testing.assert_array_equal(error.partial["x"], [1.0, 2.0])
    assert issubclass(SetupError, Portable) and issubclass(UnitError, ValueError)
