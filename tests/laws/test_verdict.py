"""A run says how far its numbers can be trusted: the energy it keeps, and the step that its motions bear."""

from __future__ import annotations

import numpy as np
import pytest
from click.testing import CliRunner

import jounce
from jounce.cli import main
from jounce.errors import NumericalError
from jounce.results.run_record import DOUBTFUL, FAILED, PASSED

W = 100.0  # rad/s, sqrt(k/m)


def oscillator(damping_ratio: float = 0.0, mass: float = 1.0):
    spring = jounce.parts.Spring(
        name="spring",
        parent="ground",
        child="mass",
        point=(0, 0, -1),
        child_point=(0, 0, 0),
        free_length=1.0,
        law=jounce.parts.laws.Linear(slope=mass * W**2),
    )
    ends = {"parent": "ground", "child": "mass", "point": (0, 0, -1), "child_point": (0, 0, 0)}
    damper = jounce.parts.Damper(
        name="damper", law=jounce.parts.laws.Linear(slope=2 * damping_ratio * mass * W), **ends
    )
    model = jounce.Model("oscillator", gravity=(0, 0, 0)).add(
        jounce.parts.Body(name="mass", mass=mass, inertia=(mass, mass, mass)),
        jounce.parts.Prismatic(name="slider", parent="ground", child="mass", point=(0, 0, 0), axis=(0, 0, 1)),
        spring,
        damper,
    )
    return jounce.prepare(model, start={"slider.displacement": 1e-3})


def checks(run) -> dict:
    return {check.name: check for check in run.verdict.checks}


@pytest.mark.parametrize(("share", "state"), [(0.8, PASSED), (1.1, DOUBTFUL)])
def test_a_step_beyond_the_limit_of_rk4_is_doubtful(share, state):
    """sqrt(k/m) h = 2.60 at a damping ratio of 0.5, see tests/analytic/test_small_motions.py."""
    step = share * 2.60 / W
    try:
        run = jounce.simulate(oscillator(0.5), 3 * step, step=step, output_step=step)
    except NumericalError as failure:  # such a step does not keep the energy either, but that is another check
        run = failure.partial
    check = checks(run)["time step"]
    assert check.state == state and check.value == step
    assert check.doubtful_above == (step if state == PASSED else pytest.approx(2.60 / W, rel=0.2))


@pytest.mark.parametrize("mass", [1.0, 1e-9])
def test_a_swing_keeps_its_energy_as_well_as_its_step_lets_it_and_at_any_scale(mass):
    """Without damping, from E = k x0^2/2: the largest kinetic energy is E, and so is the work of the spring.

    The change of the balance is read off the channels by hand; mass and stiffness scale all energies alike.
    """
    run = jounce.simulate(oscillator(mass=mass), 0.5, step=0.2 / W, output_step=0.2 / W)
    change = np.abs(run["energy.balance"] - run["energy.balance"][0]).max()
    E = 0.5 * mass * W**2 * 1e-3**2
    assert checks(run)["energy balance"].value == pytest.approx(change / E, rel=0.01)  # rows miss the top by 0.1^2/2
    assert run.verdict.state == PASSED and "notes" not in run.metadata


def test_an_unstable_run_ends_and_keeps_what_came_before():
    with pytest.raises(NumericalError, match=r"energy balance .* above the limit of 0.1") as failure:
        jounce.simulate(oscillator(), 2.0, step=3.0 / W, output_step=3.0 / W)
    assert failure.value.exit_code == 3
    run = failure.value.partial
    assert run.verdict.state == FAILED and run.metadata["status"] == "energy balance lost"
    assert "time step 0.03 s, above the limit" in str(failure.value)
    assert run.duration < 2.0 and np.abs(run["slider.displacement"]).max() < 0.01


def test_what_rests_is_trusted():
    ready = jounce.prepare(jounce.load("pendulum"), start={"hinge.angle": "90 deg"})
    run = jounce.simulate(ready, 0.5, integrator="rk4")
    assert run.verdict.state == PASSED


def test_an_axle_that_its_rig_holds_is_trusted():
    """Springs press on pads that stand still: no energy but the rounding of lengths, 1e-16 J, times their forces."""
    rig = jounce.load("small_car").axle_model("front")
    held = {corner.travel: 0.01 for corner in rig.corners.values()} | {rig.rack: 0.005}
    run = jounce.simulate(rig.model, 0.05, inputs=held, step=1e-3)
    assert run.verdict.state == PASSED
    assert run["front_left.spring.force"][-1] < -1000.0


def test_the_command_line_tells_the_verdict_and_saves_it(tmp_path, monkeypatch):
    """The library's quarter car over its bump: 20 ms is coarse, 25 ms loses more than a tenth of the energy."""
    monkeypatch.chdir(tmp_path)
    words = ["run", "quarter_car", "--duration", "2 s", "--output-step", "50 ms", "--step"]
    fine, coarse, broken = (CliRunner().invoke(main, [*words, step]) for step in ("1 ms", "20 ms", "25 ms"))
    assert fine.exit_code == coarse.exit_code == 0 and broken.exit_code == 3
    assert "energy balance 0.0" not in fine.output and "above the limit of 0.01" in coarse.output
    assert "above the limit of 0.1" in broken.output
    kept = jounce.read("quarter_car_3.h5")  # the runs before it stay
    assert kept.verdict.state == FAILED and 0.0 < kept.duration < 2.0


def test_a_step_that_is_left_to_us_is_stable_and_told():
    run = jounce.simulate(oscillator(0.5), 0.1, step="auto", integrator="rk4")
    assert run.metadata["settings"]["step"] == 1e-3
    assert run.metadata["notes"] == ["time step 1 ms (the largest stable RK4 step, at most 1 ms)"]


def test_a_step_that_rows_cut_short_is_told():
    """Rows come every 10 ms, so a step of 200 ms is never taken: the check is of what was done, and a note says so."""
    run = jounce.simulate(jounce.load("pendulum"), 0.2, step=0.2)
    assert checks(run)["time step"].value == 0.01
    assert any(note.startswith("time step 10 ms instead of 200 ms") for note in run.metadata["notes"])
    assert "notes" not in jounce.simulate(jounce.load("pendulum"), 0.1, step=0.01).metadata


def test_a_study_that_fails_keeps_what_it_was_made_from():
    car = jounce.load("small_car").with_values({"body.mass": "700 kg"})
    with pytest.raises(NumericalError) as failure:
        jounce.run(car, "step-steer", speed="50 km/h", duration="1.2 s", step="20 ms")
    record = failure.value.partial.record
    assert record.study == "step-steer" and [change.path for change in record.changes] == ["body.mass"]
    used = {setting.name: setting.value for setting in record.settings}
    assert used["speed"] == pytest.approx(50 / 3.6) and used["rise"] == 0.15 and used["step"] == 0.02
