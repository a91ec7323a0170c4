"""Exported models, compiled or run on their own, give the numbers of the engine."""

from __future__ import annotations

import csv
import ctypes
import os
import subprocess
import sys

import numpy as np
import pytest

import jounce
from campaigns import with_campaign
from compilers import COMPILERS, compile_c, needs_compiler, shared_library
from jounce.simulation.linear.jacobian_kernel import rate_slopes

MASSES = ("bodies.crank.mass", "bodies.coupler.mass")
CONDITION = 1e-9  # of derivatives, whose system is solved here by another elimination; conditions stay below 1e6

# every function of a model on arrays of exactly the sizes that its header names, so that a sanitizer sees a step beside
DRIVER = """#include <stdio.h>
#include <stdlib.h>
#include "NAME.h"
#define NUMBERS(count) calloc((count) + !(count), sizeof(double))
int main(void)
{
    double *state = NUMBERS(BIG_STATE), *inputs = NUMBERS(BIG_INPUTS), *modes = NUMBERS(BIG_MODES);
    double *values = NUMBERS(BIG_VALUES), *tables = NUMBERS(BIG_TABLES), *work = NUMBERS(BIG_JACOBIAN_WORK);
    double *rates = NUMBERS(BIG_STATE), *gap = NUMBERS(BIG_GAP + BIG_RATE_GAP), *channels = NUMBERS(BIG_CHANNELS);
    double *matrices = NUMBERS(BIG_MATRICES), *by_state = NUMBERS(BIG_STATE * BIG_CONTROLLED);
    double *by_inputs = NUMBERS(BIG_STATE * BIG_INPUTS), *by_values = NUMBERS(BIG_STATE * 2);
    int i, k, failed;
    for (i = 0; i < BIG_STATE; i++) state[i] = NAME_start[i];
    for (i = 0; i < BIG_INPUTS; i++) inputs[i] = NAME_inputs[i];
    for (i = 0; i < BIG_MODES; i++) modes[i] = NAME_modes[i];
    for (i = 0; i < BIG_VALUES; i++) values[i] = NAME_values[i];
    for (i = 0; i < BIG_TABLES; i++) tables[i] = NAME_tables[i];
    NAME_setup(state, inputs, modes, values, tables, NULL, rates, work);
    NAME_rhs_run(state, inputs, modes, values, tables, NULL, rates, work);
    NAME_gap_run(state, inputs, modes, values, tables, NULL, gap, work);
    NAME_correct_run(state, inputs, modes, values, tables, NULL, rates, work);
    NAME_observe_run(state, inputs, modes, values, tables, NULL, channels, work);
    NAME_matrices_run(state, inputs, modes, values, tables, NULL, matrices, work);
    failed = NAME_jacobian(state, inputs, modes, values, tables, NULL, by_state, by_inputs, by_values, work);
    for (i = 0; i < BIG_STATE; i++) {
        for (k = 0; k < BIG_CONTROLLED; k++) printf("%.17g ", by_state[i * BIG_CONTROLLED + k]);
        printf("%.17g %.17g\\n", by_values[2 * i], by_values[2 * i + 1]);
    }
    free(state); free(inputs); free(modes); free(values); free(tables); free(work); free(rates); free(gap);
    free(channels); free(matrices); free(by_state); free(by_inputs); free(by_values);
    return failed;
}
"""


def moved_four_bar():
    """Away from its design position, and turning."""
    model = jounce.load("four_bar")
    return jounce.prepare(model, {"A.angle": 0.4}, {"A.angle": 3.0}, integrator=None)


def by_differences(ready, path, step):
    """Derivatives of the rates by a value, from the engine with two other values."""
    found = []
    for sign in (1.0, -1.0):
        work = ready.workspace()
        values = work.values.copy()
        values[work.layout.values[path]] += sign * step
        work.set_values(values)
        found.append(work.rhs(ready.state))
    return (found[0] - found[1]) / (2 * step)


@needs_compiler
@pytest.mark.parametrize("compiler", COMPILERS)
def test_c_runs_alone_without_a_word_of_sanitizers_and_its_jacobian_is_the_engine_s(compiler, tmp_path):
    ready = moved_four_bar()
    jounce.write_equations(ready, tmp_path, formats="c", name="bar", sensitivity=MASSES)
    driver = tmp_path / "driver.c"
    driver.write_text(DRIVER.replace("NAME", "bar").replace("BIG", "BAR"))
    sources = [tmp_path / "bar.c", driver]
    sanitizers = "-fsanitize=address,undefined", "-fno-sanitize-recover=all"
    program = compile_c(compiler, sources, tmp_path / "driver", "-O0", *sanitizers)
    said = subprocess.run([program], capture_output=True, text=True, check=False)
    assert said.returncode == 0 and not said.stderr, said.stderr[:2000]
    found = np.array([row.split() for row in said.stdout.splitlines()], float)
    exact = rate_slopes(ready.workspace(), ready.state).by_state
    assert np.abs(found[:, :-2] - exact).max() <= CONDITION * np.abs(exact).max()
    for column, path in ((-2, MASSES[0]), (-1, MASSES[1])):
        differences = by_differences(ready, path, 1e-4)  # of order two, curvature of order one: 1e-8, and rounding
        assert found[:, column] == pytest.approx(differences, abs=1e-5 * np.abs(differences).max())


@needs_compiler
@pytest.mark.parametrize("name", ["pendulum", "four_bar", "quarter_car"])
def test_the_exported_main_runs_a_model_as_we_do_to_the_last_bit(name, tmp_path):
    """Every digit of every channel that is printed, over 0.3 s with a row each 10 ms; loops are projected."""
    model = jounce.load(name)
    files = jounce.write_equations(model, tmp_path, formats="c", name=name, jacobian=False)
    program = compile_c(COMPILERS[-1], [file for file in files if file.suffix == ".c"], tmp_path / name, "-O1")
    said = subprocess.run([program, "0.3"], capture_output=True, text=True, check=True)
    header, *rows = csv.reader(said.stdout.splitlines())
    ours = jounce.simulate(model, 0.3, step=1e-3, output_step=0.01)
    theirs = np.array(rows, float)
    assert np.array_equal(theirs[:, 0], ours.time)
    for column, title in enumerate(header[1:], 1):
        channel = title.rpartition(" [")[0]
        assert np.array_equal(theirs[:, column], ours[channel]), channel
    refused = subprocess.run([program, "-1"], capture_output=True, text=True, check=False)
    assert refused.returncode == 2 and "not a positive number" in refused.stderr


def alone(folder, code):
    """What Python says that cannot import jounce."""
    text = f"import sys; sys.modules['jounce'] = None; sys.path.insert(0, {str(folder)!r})\n{code}"
    said = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False, env=QUIET)
    assert said.returncode == 0, said.stderr[-2000:]


QUIET = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def test_python_runs_alone_for_a_thousand_parameter_sets_of_a_whole_car(tmp_path):
    """Other hardpoints, masses and stiffnesses of the file: values, rates and channels, to the last bit."""
    car = jounce.load("small_car")
    jounce.write_equations(car, tmp_path, formats="python", name="car", jacobian=False)
    paths = ("body.mass", "axles.front.spring.law.slope", "axles.front.hardpoints.lower_ball_joint.z")
    alone(
        tmp_path,
        f"""
import numpy as np, car
sets = np.tile(car.NUMBERS, (1000, 1))
sets[:, [car.NUMBER[path] for path in {paths!r}]] *= np.random.default_rng(5).uniform(0.95, 1.05, (1000, 3))
equations = car.Equations(values=car.values_of_numbers(sets))
np.savez("{tmp_path}/found.npz", sets=sets, rates=equations.rates(car.START), channels=equations.channels(car.START))
""",
    )
    found = np.load(tmp_path / "found.npz")
    ready = jounce.prepare(car, integrator=None)
    work = ready.workspace()
    for k in range(0, 1000, 97):
        other = car.with_vector(found["sets"][k])
        work.set_values(work.layout.fill_values(other.car_model().model)[0])
        assert np.array_equal(found["rates"][k], work.rhs(ready.state))
        assert np.array_equal(found["channels"][k], work.channels(ready.state))


def test_the_jacobian_of_exported_python_is_the_engine_s_for_many_sets_at_once(tmp_path):
    ready = moved_four_bar()
    jounce.write_equations(ready, tmp_path, formats="python", name="bar", sensitivity=MASSES)
    alone(
        tmp_path,
        f"""
import numpy as np, bar
sets = np.tile(bar.VALUES, (1000, 1))
sets[:, bar.VALUE["forces.spring.law.slope"]] = np.linspace(300, 500, 1000)
by_state, by_inputs, by_values = bar.Equations(values=sets).jacobian(bar.START)
assert np.abs(bar.Equations().gap(bar.START)).max() < 1e-9
modes = bar.MODES.copy()
modes[0] = 0.0  # the first row of the loop is switched off
opened = bar.Equations(modes=modes).jacobian(bar.START)[0]
np.savez("{tmp_path}/found.npz", sets=sets, by_state=by_state, by_values=by_values, opened=opened)
""",
    )
    found = np.load(tmp_path / "found.npz")
    work = ready.workspace()
    for k in (0, 500, 999):
        work.set_values(found["sets"][k])
        exact = rate_slopes(work, ready.state).by_state
        assert np.abs(found["by_state"][k] - exact).max() <= CONDITION * np.abs(exact).max()
    assert np.ptp(found["by_state"][:, :, 0], axis=0).max() > 1.0  # the stiffness is in it
    work = ready.workspace()
    work.modes[0] = 0.0
    exact = rate_slopes(work, ready.state).by_state
    assert np.abs(found["opened"] - exact).max() <= CONDITION * np.abs(exact).max()


@needs_compiler
@pytest.mark.parametrize("compiler", with_campaign(list(COMPILERS), lambda compiler: False))
def test_c_of_a_whole_car_gives_rates_and_jacobian_for_a_thousand_parameter_sets(compiler, tmp_path):
    car = jounce.load("small_car")
    jounce.write_equations(car, tmp_path, formats="c", name="car")
    library = ctypes.CDLL(str(shared_library(compiler, tmp_path / "car.c")))
    ready = jounce.prepare(car, integrator=None)
    work, sizes = ready.workspace(), ready.layout.sizes
    rates, own = np.zeros(sizes["state"]), np.zeros(4_000_000)
    by_state, by_inputs = np.zeros((sizes["state"], sizes["controlled"])), np.zeros((sizes["state"], sizes["inputs"]))
    for factor in np.linspace(0.9, 1.1, 1000):
        values = ready.numbers.values.copy()
        values[work.layout.values["bodies.front_left.knuckle.mass"]] *= factor
        arrays = (ready.state, work.inputs, work.modes, values, work.tables, work.road_entry)
        passed = [ctypes.c_void_p(array.ctypes.data) for array in arrays]
        out = [ctypes.c_void_p(array.ctypes.data) for array in (rates, own)]
        library.car_setup(*passed, *out)
        library.car_rhs_run(*passed, *out)
        work.set_values(values)
        assert np.array_equal(rates, work.rhs(ready.state))
    end = [ctypes.c_void_p(array.ctypes.data) for array in (by_state, by_inputs, own)]
    assert library.car_jacobian(*passed, *end) == 0
    exact = rate_slopes(work, ready.state)
    assert np.abs(by_state - exact.by_state).max() <= CONDITION * np.abs(exact.by_state).max()
    assert np.abs(by_inputs - exact.by_inputs).max() <= CONDITION * np.abs(exact.by_inputs).max()
