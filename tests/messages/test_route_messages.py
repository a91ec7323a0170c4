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
        jounce.simulate(tumbling(), 2, start_rates={"motion.wy": 2.0}, route="lagrange")
    assert told.value.partial is not None and told.value.partial.time[-1] == pytest.approx(0.78, abs=0.011)
    whole = jounce.simulate(tumbling(), 2, start_rates={"motion.wy": 2.0}, route="poincare")
    assert whole.time[-1] == 2.0


def test_a_start_upright_is_refused_by_name():
    start = {"motion.q0": 0.5**0.5, "motion.q2": 0.5**0.5}
    with pytest.raises(jounce.NumericalError, match="body: the pitch of its joint is 90 deg"):
        jounce.simulate(tumbling(), 1, start=start, route="lagrange")


@pytest.mark.parametrize(("route", "hint"), [("lagange", "lagrange"), ("recursive/global", "recursive")])
def test_an_unknown_route_is_refused(route, hint):
    with pytest.raises(jounce.ModelError, match=f"'{route}' is not known.*{hint}"):
        jounce.simulate(tumbling(), 1, route=route)


def test_a_prepared_model_is_not_written_again_by_another_route():
    ready = jounce.prepare(tumbling(), route="poincare")
    assert jounce.simulate(ready, 0.1, route="poincare").time[-1] == 0.1
    with pytest.raises(jounce.ModelError, match="prepared by 'poincare'"):
        jounce.simulate(ready, 0.1, route="lagrange")


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
