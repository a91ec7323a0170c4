"""Compiled models: values change without compiling, and the cache survives what processes do to it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from jounce.errors import ModelError
from jounce.native.cache import Cache
from jounce.native.kernel import Compiler
from jounce.simulation.compiled import compile_model
from jounce.simulation.simulate import simulate
from jounce_benchmarks.wishbone_car import quarter_car

COMPILE = """
import sys
from jounce_benchmarks.wishbone_car import quarter_car
from jounce.native.cache import Cache
from jounce.native.kernel import Compiler
from jounce.simulation.compiled import compile_model
print("ready", flush=True)
compile_model(quarter_car(), Cache(sys.argv[1]))
print(Compiler.count)
"""


def compilations(work) -> int:
    before = Compiler.count
    work()
    return Compiler.count - before


def test_changing_any_value_compiles_nothing(tmp_path):
    """Also from zero to a number and back: no number is folded into the code."""
    cache = Cache(tmp_path)
    model = quarter_car()
    assert compilations(lambda: compile_model(model, cache)) > 0
    changes = [
        {"bodies.wheel.mass": "25 kg"},
        {"bodies.knuckle.products.x": 0.01},
        {"bodies.knuckle.products.x": 0.0},
        {"joints.upper_ball_joint.point.z": "551 mm", "gravity.z": -1.62},
        {"forces.tyre.damping": 100.0},
        {"forces.tyre.damping": 0.0},
    ]
    for change in changes:
        other = model.with_values(change)
        assert compilations(lambda other=other: compile_model(other, cache)) == 0, change
        assert compilations(lambda other=other: simulate(other, 0.01, cache=cache, integrator="rk4")) == 0, change


def test_new_values_are_checked_like_a_loaded_file():
    with pytest.raises(ModelError) as caught:
        quarter_car().with_values({"bodies.wheel.mass": -1.0, "bodies.wheel.mas": 2.0, "gravity.z": float("nan")})
    text = str(caught.value)
    assert "bodies.wheel.mass" in text and "bodies.wheel.mas\n" in text and "gravity.z" in text


def test_new_values_change_the_motion_and_old_values_bring_it_back(tmp_path):
    cache = Cache(tmp_path)
    model = quarter_car()

    def height(of):
        return simulate(of, 0.7, cache=cache, integrator="rk4")["heave.displacement"]

    first = height(model)
    heavier = height(model.with_values({"bodies.car_body.mass": 400.0}))
    assert np.abs(heavier - first).max() > 1e-3
    assert np.array_equal(first, height(model))


def start(folder: Path) -> subprocess.Popen:
    return subprocess.Popen([sys.executable, "-c", COMPILE, str(folder)], stdout=subprocess.PIPE, text=True)


def test_two_processes_compile_the_same_model_once_between_them(tmp_path):
    both = [start(tmp_path), start(tmp_path)]
    counts = [int(process.communicate(timeout=120)[0].split()[-1]) for process in both]
    assert sum(counts) == 5  # one for each kernel
    assert compilations(lambda: compile_model(quarter_car(), Cache(tmp_path))) == 0


def test_a_process_killed_while_compiling_leaves_a_usable_cache(tmp_path):
    victim, survivor = start(tmp_path), start(tmp_path)
    assert victim.stdout is not None and victim.stdout.readline() == "ready\n"
    time.sleep(0.3)  # in the middle of its work
    os.kill(victim.pid, signal.SIGKILL)
    victim.wait()
    assert int(survivor.communicate(timeout=120)[0].split()[-1]) >= 1
    work = compile_model(quarter_car(), Cache(tmp_path)).workspace()
    assert np.isfinite(work.rhs(work.design_state())).all()


def test_damaged_entries_are_compiled_again(tmp_path):
    cache = Cache(tmp_path)
    good = compile_model(quarter_car(), cache).workspace()
    for entry in (path for path in tmp_path.rglob("*") if path.is_file()):
        data = bytearray(entry.read_bytes())
        if len(data) > 100:
            data[len(data) // 2] ^= 0xFF
            entry.write_bytes(data)
    state = good.design_state()
    assert compilations(lambda: compile_model(quarter_car(), cache)) > 0
    assert np.array_equal(compile_model(quarter_car(), cache).workspace().rhs(state), good.rhs(state))
