"""What a user is told about routes."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

import jounce
from jounce.cli import main
from jounce.parts import GROUND, Body
from jounce.parts.joints import Free


def tumbling():
    """A body without weight that turns over its nose at 2 rad/s: its pitch is 90 deg after 0.785 s."""
    body = Body(name="body", mass=2.0, centre=(0.0, 0.0, 0.0), inertia=(1.0, 1.0, 1.0))
    return jounce.Model("tumbling", gravity=(0.0, 0.0, 0.0)).add(body, Free(name="motion", parent=GROUND, child="body"))


def test_a_run_by_angles_ends_near_their_singular_attitude_and_says_so():
    """cos(pitch) = 0.01 at (pi/2 - 0.01) / 2 s."""
    with pytest.raises(jounce.NumericalError, match=r"at 0\.7804 s the joint motion .* 90 deg") as told:
        jounce.simulate(tumbling(), 2, start_rates={"motion.wy": 2.0}, route="lagrange", integrator="rk4")
    assert told.value.partial is not None and told.value.partial.time[-1] == pytest.approx(0.78, abs=0.011)
    notes = told.value.partial.metadata["notes"]
    assert notes == ["motion.attitude comes too near to a pitch of 90 deg, where yaw and roll are one"]
    whole = jounce.simulate(tumbling(), 2, start_rates={"motion.wy": 2.0}, route="poincare", integrator="rk4")
    assert whole.time[-1] == 2.0


def test_a_start_upright_is_refused_by_name():
    start = {"motion.q0": 0.5**0.5, "motion.q2": 0.5**0.5}
    with pytest.raises(jounce.NumericalError, match="body: the pitch of its joint is 90 deg"):
        jounce.simulate(tumbling(), 1, start=start, route="lagrange", integrator="rk4")


@pytest.mark.parametrize("step", [1e-4, 1e-3, 5e-3])
def test_a_run_by_independent_coordinates_ends_where_they_no_longer_determine_the_others(step):
    """A pivot of the choice vanishes after 0.11 s. Its sign shows that also to steps that pass over the place."""
    with pytest.raises(
        jounce.NumericalError, match=r"at 0\.11\d* s the independent coordinates .* without /indep"
    ) as told:
        jounce.simulate(jounce.load("four_bar"), 1, step=step, output_step=5e-3, route="relative_cartesian/independent")
    partial = told.value.partial
    assert partial is not None and partial.time[-1] == pytest.approx(0.11, abs=0.01)


def test_a_start_that_independent_coordinates_do_not_determine_is_refused():
    with pytest.raises(jounce.NumericalError, match="do not determine the others at this start"):
        jounce.simulate(
            jounce.load("four_bar"),
            1,
            start={"A.angle": "120 deg"},
            route="relative_cartesian/independent",
            integrator="rk4",
        )


def test_the_command_keeps_a_run_that_independent_coordinates_end(tmp_path):
    words = ["run", "four_bar", "--route", "absolute_cartesian/independent", "--duration", "1 s"]
    done = CliRunner().invoke(main, [*words, "--out", str(tmp_path)])
    assert done.exit_code == 3 and "no longer determine the others" in done.output
    assert 0.1 < jounce.read(tmp_path / "four_bar.h5").time[-1] < 0.2


@pytest.mark.parametrize(("route", "hint"), [("lagange", "lagrange"), ("recursive/global", "recursive")])
def test_an_unknown_route_is_refused(route, hint):
    with pytest.raises(jounce.ModelError, match=f"'{route}' is not known.*{hint}"):
        jounce.simulate(tumbling(), 1, route=route, integrator="rk4")


def test_a_prepared_model_is_not_written_again_by_another_route():
    ready = jounce.prepare(tumbling(), route="poincare")
    assert jounce.simulate(ready, 0.1, route="poincare", integrator="rk4").time[-1] == 0.1
    with pytest.raises(jounce.ModelError, match="prepared by 'poincare'"):
        jounce.simulate(ready, 0.1, route="lagrange", integrator="rk4")


def test_the_command_runs_a_mechanism_by_a_route(tmp_path):
    words = ["run", "pendulum", "--route", "lagrange", "--duration", "0.1 s", "--out", str(tmp_path)]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    run = jounce.read(tmp_path / "pendulum.h5")
    assert "homogeneous transformations" in str(run.metadata["methods"])
    wrong = CliRunner().invoke(main, [*words[:2], "--route", "newton", *words[4:]])
    assert wrong.exit_code == 2 and "'newton' is not known" in wrong.output


def test_what_only_the_recursive_route_does_is_refused_by_name_and_all_at_once():
    car = jounce.load("small_car").at_depth("tabulated")
    with pytest.raises(jounce.ModelError) as told:
        jounce.prepare(car, route="poincare")
    assert [problem.where for problem in told.value.problems] == [
        f"joints.{axle}_{side}.linkage" for axle in ("front", "rear") for side in ("left", "right")
    ]
    assert "only the recursive route" in str(told.value)
