"""Arguments of the Python calls that cannot be meant: one clear message, and nothing runs."""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from jounce.errors import ModelError, SetupError


@pytest.fixture(scope="module")
def pendulum():
    return jounce.load("pendulum")


@pytest.mark.parametrize(
    "settings, named",
    [
        ({"rtol": "loose"}, "rtol"),
        ({"rtol": None}, "rtol"),
        ({"rtol": 1e-200}, "rtol"),
        ({"atol": -1.0}, "atol"),
        ({"max_step": 0}, "max_step"),
        ({"max_step": float("nan")}, "max_step"),
        ({"step": []}, "step"),
        ({"output_step": "2 kg"}, "output_step"),
        ({"start": ["hinge.angle"]}, "start"),
        ({"start_rates": 3.0}, "start_rates"),
        ({"inputs": "road"}, "inputs"),
        ({"road": "three_planks"}, "road"),
        ({"road": jounce.load("three_planks")}, "road"),
        ({"integrator": "euler"}, "integrator"),
    ],
)
def test_a_setting_that_cannot_be_meant_is_named(pendulum, settings, named):
    given = {"integrator": "dormand-prince", **settings}
    with pytest.raises(ModelError) as refusal:
        jounce.simulate(pendulum, 0.1, **{"integrator": "rk4", **given})
    assert named in {problem.where.split()[0] for problem in refusal.value.problems}


@pytest.mark.parametrize(
    "pedal, span", [(1.5, "1.5"), ("-20 %", "-0.2"), (([0.0, 0.1, 0.2], [0.0, 1.2, -0.5]), "-0.5 to 1.2")]
)
def test_a_pedal_that_no_brake_can_follow_is_refused(pedal, span):
    with pytest.raises(ModelError) as refusal:
        jounce.simulate(jounce.load("small_car"), 0.1, inputs={"brakes.pedal": pedal}, integrator="rk4")
    (problem,) = refusal.value.problems
    assert problem.where == "inputs brakes.pedal"
    assert problem.what.startswith(f"{span} is no share") and problem.help == "0 (released) to 1 (full)"


def test_a_prepared_model_takes_no_other_start(pendulum):
    ready = jounce.prepare(pendulum)
    with pytest.raises(ModelError, match="start state already"):
        jounce.simulate(ready, 0.1, start={"hinge.angle": 0.3}, integrator="rk4")


def test_numbers_of_numpy_are_numbers(pendulum):
    model = jounce.Model("arm").add(
        jounce.parts.Body(name="bob", mass=np.float32(2.0), centre=np.array([0.0, 0.0, -1.0]), inertia=(0.1, 0.1, 0.1)),
        jounce.parts.Revolute(name="hinge", parent="ground", child="bob", point=np.zeros(3), axis=np.array([0, 1, 0])),
    )
    run = jounce.simulate(model, np.float64(0.1), start={"hinge.angle": np.float32(0.25)}, step=np.float64(1e-3))
    assert run["hinge.angle"][0] == 0.25


def test_the_step_that_was_taken_is_recorded(pendulum):
    run = jounce.simulate(pendulum, 0.1, step=0.1, output_step=0.01)
    assert run.metadata["settings"]["step"] == 0.01
    assert run.metadata["steps"] == 10


def test_a_result_takes_the_place_of_files_only(pendulum, tmp_path):
    """Not of folders, pipes or devices; and through a link it reaches the file that the link names."""
    import os

    run = jounce.simulate(pendulum, 0.05, integrator="rk4")
    pipe, target, link = tmp_path / "pipe.h5", tmp_path / "target.h5", tmp_path / "link.h5"
    (folder := tmp_path / "folder.h5").mkdir()
    os.mkfifo(pipe)
    target.write_bytes(b"old")
    link.symlink_to(target)
    with pytest.raises(SetupError, match="is not a file"):
        run.save(pipe)
    with pytest.raises(SetupError):
        run.save(folder)
    run.save(link)
    assert link.is_symlink() and jounce.read(target)["hinge.angle"].size == run.time.size


def bars(longer: float) -> jounce.Model:
    """Three upright bars of 200 mm, 150 mm apart, under one beam; the third is longer."""
    model = jounce.Model("three bars")
    model.add(jounce.parts.Body(name="beam", mass=1.0, centre=(0.15, 0.0, 0.2), inertia=(0.01, 0.01, 0.01)))
    for n in range(3):
        x, top = 0.15 * n, 0.2 + (longer if n == 2 else 0.0)
        model.add(
            jounce.parts.Body(name=f"bar{n}", mass=1.0, centre=(x, 0.0, 0.1), inertia=(0.003, 0.003, 0.001)),
            jounce.parts.Revolute(name=f"foot{n}", parent="ground", child=f"bar{n}", point=(x, 0, 0), axis=(0, 1, 0)),
            jounce.parts.Revolute(
                name=f"head{n}",
                parent=f"bar{n}",
                child="beam",
                point=(x, 0, top),
                child_point=(x, 0, 0.2),
                axis=(0, 1, 0),
            ),
        )
    return model


@pytest.mark.parametrize("longer", [0.0001, 0.001, -0.001, 0.05])
def test_a_third_bar_of_another_length_is_refused_wherever_the_loops_could_jump_to(longer):
    """The beam could lie down beside the bars: not the position that was drawn."""
    assert jounce.prepare(bars(0.0)).rank.mobility == 1
    with pytest.raises(ModelError) as refusal:
        jounce.prepare(bars(longer))
    assert any(problem.where.startswith("joints.head") for problem in refusal.value.problems)
    assert "mm" in str(refusal.value)


def test_a_mechanism_without_any_freedom_is_fine():
    model = jounce.Model("stand").add(
        jounce.parts.Body(name="rod", mass=1.0, inertia=(0.1, 0.1, 0.1)),
        jounce.parts.Spherical(name="ball", parent="ground", child="rod", point=(0, 0, 0)),
        jounce.parts.Fixed(name="weld", parent="ground", child="rod", point=(0, 0, 1), cut=True),
    )
    assert jounce.prepare(model).rank.mobility == 0
