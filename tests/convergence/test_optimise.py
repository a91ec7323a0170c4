"""Optimisations whose optimum is known: a curve that a known car has, and least squares between limits."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import jounce
from campaigns import only_in_campaign
from jounce.cli import main
from jounce.errors import NumericalError
from jounce.jobs.optimise_job import read_optimise_job
from jounce.studies import Ride, WheelTravel
from jounce.studies.optimise.optimise import spread_starts

JOBS = Path(__file__).parents[2] / "examples" / "jobs"

POINT = "axles.front.hardpoints.tie_rod_inner.z"
RIG = WheelTravel(axle="front", points=21)
TRAVEL = tuple(np.linspace(-0.06, 0.06, 7).tolist())


@cache
def wishbone():
    return jounce.load("double_wishbone")


def bounds(*paths):
    values = wishbone().values()
    return {path: (values[path] - 0.02, values[path] + 0.02) for path in paths}


def test_hardpoints_are_found_again_by_the_curves_of_their_car():
    """Toe and camber of a car whose tie rod is 8 mm higher and whose upper arm is 5 mm lower: both are found again.

    Least squares end where the cost has fallen by 1e-9 of itself; curves are straight between 21 positions for all cars
    alike, so the wanted car has cost zero. From three starts.
    """
    arm = "axles.front.hardpoints.upper_arm_front.z"
    values = wishbone().values()
    wanted = {POINT: values[POINT] + 0.008, arm: values[arm] - 0.005}
    run = jounce.run(wishbone().with_values(wanted), RIG)
    over = run["travel"]
    goals = [
        jounce.Goal(study=RIG, channel=name, over=TRAVEL, target=tuple(np.interp(TRAVEL, over, run[name])), scale=1e-3)
        for name in ("front_left.toe", "front_left.camber")
    ]
    found = jounce.optimise(wishbone(), None, bounds(POINT, arm), goals, starts=3)
    assert found.agreed == 3
    for course in found.courses:
        np.testing.assert_allclose(course.end, list(wanted.values()), atol=1e-7)
    assert found.cost < 1e-10 < found.cost_before


def test_a_limit_by_a_metric_is_met_where_it_binds():
    """Bump steer as small as it goes, with the tie rod no higher than it may be by a limit on another metric."""
    metric = "front_left.bump_steer"
    run = jounce.run(wishbone(), RIG)
    before = run.metrics[metric].value
    least = 0.5 * before
    goal = jounce.Goal(study=RIG, metric=metric, minimise=True, scale=np.sign(before) * abs(before))
    kept = {"least": least} if before > 0 else {"most": least}
    limit = jounce.Goal(study=RIG, metric=metric, scale=abs(before), **kept)
    found = jounce.optimise(wishbone(), None, bounds(POINT), [goal, limit], starts=2)
    assert found.courses[found.best].kept
    assert found.metrics_after[metric].value == pytest.approx(least, rel=1e-4)
    assert found.agreed == 2


JOB = """
format = 1
kind = "job"
car = "double_wishbone"
[optimise]
starts = 2
[optimise.variables]
"axles.front.hardpoints.tie_rod_inner.z" = { least = "250 mm", most = "275 mm" }
[[optimise.goals]]
study = "wheel-travel"
settings = { axle = "front", points = 21 }
metric = "front_left.bump_steer"
target = 0.0
scale = "0.1 rad/m"
"""


def test_a_job_writes_the_car_a_picture_and_a_report(tmp_path, small_pictures):
    job = tmp_path / "bump_steer.toml"
    job.write_text(JOB)
    answer = CliRunner().invoke(main, ["optimise", str(job), "--workers", "1", "--out", str(tmp_path / "out")])
    assert answer.exit_code == 0, answer.output
    better = jounce.load(tmp_path / "out" / "bump_steer_car.toml")
    assert abs(jounce.run(better, RIG).metrics["front_left.bump_steer"].value) < 1e-6
    assert "2 of 2 starts" in answer.output
    report = (tmp_path / "out" / "bump_steer_report.html").read_text()
    assert "<main>" in report and "<figure><img" in report  # what the style knows: margins, width and dark pictures
    assert '<th>number</th><th class="number">from</th>' in report
    assert 'td.unit::before { content: " " ' in report


def optimise_with_fault(monkeypatch, tmp_path, fault):
    """The command on the job, where every car that is tried is shown to a fault first; and all that was found."""
    from jounce.studies.optimise import goals

    seen, honest, calls = [], goals.gradient, count()

    def gradient(car, *rest, **more):
        fault(next(calls))
        found = honest(car, *rest, **more)
        seen.append(abs(found.metric_values[0]))
        return found

    monkeypatch.setattr(goals, "gradient", gradient)
    job = tmp_path / "bump_steer.toml"
    job.write_text(JOB)
    answer = CliRunner().invoke(main, ["optimise", str(job), "--workers", "1", "--out", str(tmp_path / "out")])
    return answer, seen


def bump_steer_of_saved(tmp_path):
    return abs(
        jounce.run(jounce.load(tmp_path / "out" / "bump_steer_car.toml"), RIG).metrics["front_left.bump_steer"].value
    )


@pytest.mark.parametrize(
    ("stop", "code", "told"), [(NumericalError("no pose"), 3, "no pose"), (KeyboardInterrupt(), 130, "interrupted")]
)
def test_a_search_that_stops_keeps_the_best_car_it_has_tried(stop, code, told, monkeypatch, tmp_path, small_pictures):
    """The third car of the first start cannot be computed, and none behind it: the better of two is kept, and its start
    says why it stopped.
    """

    def fault(number):
        if number >= 3:  # one for the car before, two of the start
            raise stop

    answer, seen = optimise_with_fault(monkeypatch, tmp_path, fault)
    assert answer.exit_code == code, answer.output
    assert told in answer.output
    assert bump_steer_of_saved(tmp_path) == pytest.approx(min(seen), rel=1e-6)


def test_a_start_that_stops_does_not_stop_the_others(monkeypatch, tmp_path, small_pictures):
    """The second car of the first start cannot be computed; the second start finds the optimum, and its car is kept."""

    def fault(number):
        if number == 2:
            raise NumericalError("no pose")

    answer, _ = optimise_with_fault(monkeypatch, tmp_path, fault)
    assert answer.exit_code == 0, answer.output
    assert "start 1 stopped: no pose" in answer.output
    assert bump_steer_of_saved(tmp_path) < 1e-6


def test_what_is_wrong_with_a_job_is_told_at_once_with_its_lines(tmp_path):
    job = tmp_path / "wrong.toml"
    wrong = JOB.replace("bump_steer", "bump_ster").replace('"275 mm"', '"275 kg"').replace("starts", "strats")
    job.write_text(wrong.replace("wheel-travel", "wheel-travl"))
    answer = CliRunner().invoke(main, ["optimise", str(job), "--out", str(tmp_path)])
    assert answer.exit_code == 2
    assert "Did you mean 'starts'?" in answer.output
    assert "Did you mean 'wheel-travel'?" in answer.output
    job.write_text(wrong.replace("strats", "starts"))
    answer = CliRunner().invoke(main, ["optimise", str(job), "--out", str(tmp_path)])
    assert answer.exit_code == 2
    assert "no such metric" in answer.output


def test_wrong_calls_are_refused_before_anything_runs():
    goal = jounce.Goal(study=RIG, metric="front_left.bump_steer", target=0.0, scale=0.0)
    with pytest.raises(jounce.ModelError) as refused:
        jounce.optimise(
            wishbone(), None, {POINT: ("1 m", "0.2 m"), "axles.front.template": (0, 1)}, [goal], method="magic"
        )
    told = {problem.where: problem.what for problem in refused.value.problems}
    assert {POINT, "axles.front.template", "goals.0.scale", "method"} <= set(told)


def test_slopes_of_ride_are_those_of_differences():
    """Weighted acceleration of the seat, whose channel the study adds to the run, and a wheel load, by a damper.

    A central difference of 1e-4 errs by 1e-8 of the third derivative, and by rounding: 1e-6 holds.
    """
    car, path = jounce.load("golf1"), "axles.rear.damper.law.extension"
    ride, metrics = (
        Ride(length="20 m", settling="2 s", step="4 ms", integrator="rk4"),
        ["seat_z_weighted", "load_rear_left_rms"],
    )
    value = car.values()[path]
    found = jounce.gradient(car, ride, [path], metrics=metrics)
    ahead, back = (jounce.run(car.with_values({path: by * value}), ride).metrics for by in (1.0001, 0.9999))
    by_differences = [(ahead[name].value - back[name].value) / (2e-4 * value) for name in metrics]
    np.testing.assert_allclose(found.values[:, 0], by_differences, rtol=1e-6)


@pytest.mark.parametrize("starts", [only_in_campaign(3)])
def test_the_job_of_springs_and_dampers_ends_at_one_car_from_three_starts(starts, tmp_path):
    """Handling is met, as four numbers can meet two; the metrics of the best car are those of its own runs."""
    found = replace(read_optimise_job(JOBS / "springs_for_targets.toml"), starts=starts).run(workers=2)
    assert found.agreed == starts
    np.testing.assert_allclose([course.end / found.courses[found.best].end for course in found.courses], 1.0, atol=0.01)
    assert found.metrics_after["understeer_gradient"].value == pytest.approx(1.0, abs=0.01)
    assert found.metrics_after["roll_gradient"].value == pytest.approx(7.5, abs=0.1)
    again = jounce.run(found.car, Ride(length="10 m", settling="2 s", step="4 ms")).metrics
    assert again["seat_weighted_linear"].value == pytest.approx(
        found.metrics_after["seat_weighted_linear"].value, rel=1e-6
    )
    found.plot(tmp_path / "springs.png")
    assert (tmp_path / "springs.png").stat().st_size > 10_000


def test_a_goal_takes_a_study_by_its_name():
    assert jounce.Goal(study="wheel-travel", metric="front_left.toe", target=0.0).study == WheelTravel()
    with pytest.raises(jounce.ModelError, match="Did you mean 'wheel-travel'"):
        jounce.Goal(study="wheel-travl", metric="front_left.toe", target=0.0)


@pytest.mark.parametrize(
    ("word", "wrong"),
    [("target", np.nan), ("target", "x"), ("scale", np.inf), ("weight", -1.0), ("least", 2.0), ("metric", 5)],
)
def test_goals_that_are_no_numbers_are_refused(word, wrong):
    right = {"metric": "front_left.toe", "target": 0.0, "most": 1.0}
    with pytest.raises(jounce.ModelError) as refused:
        jounce.optimise(wishbone(), None, bounds(POINT), [jounce.Goal(study=RIG, **(right | {word: wrong}))])
    assert [problem.where for problem in refused.value.problems] == [f"goals.0.{word}"]


@pytest.mark.parametrize(
    ("x", "told"),
    [("x", "'x' is no row"), ([[1.0]], "has 2 dimensions"), (1.0, "is one number"), ([np.nan], "not finite")],
)
def test_a_metric_function_says_that_it_needs_one_row_of_numbers(x, told):
    function = jounce.studies.metric_function(wishbone(), RIG, "front_left.toe", wrt=POINT)
    with pytest.raises(jounce.ModelError, match="one row of numbers") as refused:
        function(x)
    assert told in str(refused.value)


@pytest.mark.parametrize("own", [[0.1563], [0.5], [0.2, 0.9, 0.4]])
def test_starts_lie_apart(own):
    """On a line: from 0.1563 the far end is taken, then the middle between both; from 0.5 both ends. In a box, farther.

    Of 64 points of a Sobol sequence one lies in each 64th, so the farthest is missed by two of these at most.
    """
    starts = spread_starts(np.array(own), 3, seed=1)
    assert starts[0].tolist() == own
    gaps = [np.linalg.norm(a - b) for k, a in enumerate(starts) for b in starts[:k]]
    farthest = max(own[0], 1.0 - own[0]) / 2.0 if own == [0.1563] else 0.5
    assert min(gaps) > farthest - 2.0 / 64.0
    np.testing.assert_array_equal(starts, spread_starts(np.array(own), 3, seed=1))


def test_check_reads_a_job_that_optimises_and_run_points_to_its_command(tmp_path):
    job = tmp_path / "bump_steer.toml"
    job.write_text(JOB)
    checked = CliRunner().invoke(main, ["check", str(job)])
    assert checked.exit_code == 0 and "1 variable, 1 goal, 2 starts" in checked.output
    ran = CliRunner().invoke(main, ["run", str(job)])
    assert ran.exit_code == 2 and f"jounce optimise {job}" in ran.output and "1 problem" in ran.output
    job.write_text(JOB.replace("bump_steer", "bump_ster"))
    assert CliRunner().invoke(main, ["check", str(job)]).exit_code == 2


def test_path_bounds_metric_and_starts_of_a_job_are_told_at_once(tmp_path):
    job = tmp_path / "wrong.toml"
    arm = '"axles.front.hardpoints.upper_arm_front.z" = { least = "2 m", most = "1 m" }\n[[optimise.goals]]'
    wrong = JOB.replace("tie_rod_inner", "tie_rod_iner").replace("bump_steer", "bump_ster")
    wrong = wrong.replace("starts = 2", "starts = 0")
    job.write_text(wrong.replace("[[optimise.goals]]", arm))
    with pytest.raises(jounce.ModelError) as refused:
        read_optimise_job(job)
    places = {problem.where: problem.line for problem in refused.value.problems}
    points = "optimise.variables.axles.front.hardpoints"
    expected = {"optimise.starts": 6, f"{points}.tie_rod_iner.z": 8, f"{points}.upper_arm_front.z": 9}
    assert places == expected | {"optimise.goals.0.metric": 13}


def test_the_picture_of_one_variable_shows_cost_over_it(small_pictures):
    goal = jounce.Goal(study=RIG, metric="front_left.bump_steer", target=0.0, scale=0.1)
    found = jounce.optimise(wishbone(), None, bounds(POINT), [goal], starts=1)
    right = found.plot().axes[1]
    course = found.courses[0]
    assert right.get_xlabel() == f"{POINT} [mm]"
    np.testing.assert_allclose(right.lines[0].get_xdata(), 1e3 * course.tried[:, 0], rtol=1e-15)
    in_si = found.in_units("SI").plot().axes[1]
    assert in_si.get_xlabel() == f"{POINT} [m]"
    np.testing.assert_array_equal(in_si.lines[0].get_xdata(), course.tried[:, 0])
    assert right.lines[0].get_ydata()[0] == course.tried_costs[0] == pytest.approx(found.cost_before)
