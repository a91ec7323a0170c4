"""Many models in lanes, each against the closed form of its own motion."""

from __future__ import annotations

import math

import numpy as np
import pytest

import jounce
from jounce import Model
from jounce.errors import ModelError
from jounce.parts import GROUND, Body, Input
from jounce.parts.forces import AppliedForce, DryFriction, Spring
from jounce.parts.joints import Prismatic
from jounce.parts.laws import Linear
from jounce.parts.signals import External

G, MASS = 9.81, 2.0
X, O = (1.0, 0.0, 0.0), (0.0, 0.0, 0.0)
ORDERS = {"rk4": 4, "ros2": 2, "ros2s": 2, "ros34pw2": 3}
STIFFNESSES = (50.0, 80.0, 200.0, 450.0, 300.0)  # N/m: 5 to 15 rad/s; five of them, so that one group is not full


def block(name="blocks") -> Model:
    return Model(name, gravity=(0.0, 0.0, -G)).add(
        Body(name="block", mass=MASS, inertia=(1.0, 1.0, 1.0)),
        Prismatic(name="way", parent=GROUND, child="block", point=O, axis=X),
    )


def oscillator(stiffness):
    model = block("oscillators").add(
        Spring(
            name="spring",
            parent=GROUND,
            child="block",
            point=(-1.0, 0.0, 0.0),
            child_point=O,
            free_length=1.0,
            law=Linear(slope=stiffness),
        )
    )
    return jounce.prepare(model, start={"way.displacement": 0.1}, integrator=None)


@pytest.mark.parametrize("method", ORDERS)
def test_oscillators_of_different_stiffness_swing_by_their_closed_forms_with_the_order_of_the_method(method):
    """x = 0.1 cos(sqrt(k/m) t); with half the step the error falls by 2^order, to a tenth of that."""
    ready = [oscillator(stiffness) for stiffness in STIFFNESSES]
    errors = []
    for step in (5e-3, 2.5e-3):
        runs = jounce.simulation.simulate_many(ready, 1.0, channels=["way.displacement"], integrator=method, step=step)
        exact = [0.1 * np.cos(math.sqrt(k / MASS) * run.time) for k, run in zip(STIFFNESSES, runs, strict=True)]
        errors.append([abs(run["way.displacement"] - x).max() for run, x in zip(runs, exact, strict=True)])
    falls = np.divide(*errors)
    assert falls == pytest.approx(np.full(5, 2.0 ** ORDERS[method]), rel=0.1)
    assert max(errors[0]) < 1e-2


@pytest.mark.parametrize("method", ["rk4", "ros2"])
def test_blocks_that_slide_stop_within_what_a_step_can_tell_and_stay(method):
    """x = v^2/(2 mu g). Where a step begins at speed u < mu g h, friction acts to its end, and the speed left is taken
    away: the way differs by (u - mu g h)^2/(2 mu g), at most mu g h^2/2.
    """
    model, step = block(), 2e-3
    limits, speeds = (4.0, 6.0, 8.0), (1.0, -1.5, 2.0)  # N, m/s
    ready = [
        jounce.prepare(
            Model("sliding", gravity=(0.0, 0.0, -G)).add(
                *model.parts, DryFriction(name="friction", coordinates=("way.displacement",), limit=limit)
            ),
            start_rates={"way.displacement": speed},
            integrator=None,
        )
        for limit, speed in zip(limits, speeds, strict=True)
    ]
    names = ["way.displacement", "way.displacement_rate", "friction.torque"]
    runs = jounce.simulation.simulate_many(ready, 2.0, channels=names, integrator=method, step=step)
    for run, limit, speed in zip(runs, limits, speeds, strict=True):
        a = limit / MASS
        assert run["way.displacement"][-1] == pytest.approx(speed * abs(speed) / (2 * a), abs=a * step**2 / 2 + 1e-12)
        stopped = run.time > abs(speed) / a + step
        assert stopped.sum() > 10
        assert not run["way.displacement_rate"][stopped].any()
        assert run["friction.torque"][1] == pytest.approx(math.copysign(limit, speed), rel=1e-12)


def test_a_block_that_is_pulled_lets_go_at_the_end_of_the_step_in_which_the_pull_exceeds_its_friction():
    """F = c t exceeds the limit at limit/c; from then on m x = c (t - t0)^3/6 - ..., here by at most a step later."""
    pull, limit, step = 3.0, 4.0, 2e-3  # N/s, N, s
    model = block().add(
        Input(name="force", unit="N"),
        AppliedForce(name="pull", body="block", point=O, direction=X, signal=External(input="force")),
        DryFriction(name="friction", coordinates=("way.displacement",), limit=limit),
    )
    (run,) = jounce.simulation.simulate_many(
        [model],
        2.0,
        channels=["way.displacement", "way.displacement_rate"],
        inputs={"force": ([0.0, 2.0], [0.0, 2.0 * pull])},
        step=step,
    )
    begin = limit / pull

    def speed(since):
        return pull * (run.time - since).clip(0.0) ** 2 / (2 * MASS)

    # friction is the limit from the end of that step on: the speed lies between that of letting go at once, and that
    # of the pull less friction from one step later on, within the method's own error of h^2 times the jerk
    slack = step**2 * pull / MASS
    assert (run["way.displacement_rate"] <= speed(begin) + slack).all()
    late = pull * ((run.time - begin).clip(0.0) ** 2 - step**2) / (2 * MASS) - slack
    assert (run["way.displacement_rate"] >= late).all()
    assert not run["way.displacement_rate"][run.time < begin].any()


def test_each_run_ends_at_the_first_row_where_its_own_condition_holds():
    ready = [oscillator(stiffness) for stiffness in STIFFNESSES[:3]]
    levels = (0.05, 0.0, -0.2)  # m; the last is never reached
    ends = [[jounce.Until(channel="way.displacement", below=level)] for level in levels]
    runs = jounce.simulation.simulate_many(ready, 1.0, channels=["spring.force"], until=ends, integrator="rk4")
    for run, stiffness, level in zip(runs, STIFFNESSES[:2], levels[:2], strict=False):
        instant = math.acos(level / 0.1) / math.sqrt(stiffness / MASS)
        assert run.time[-2] < instant <= run.time[-1]
        assert run.metadata["ended_by"] == f"way.displacement below {level:g} m"
    assert runs[2].duration == 1.0
    assert "ended_by" not in runs[2].metadata


def test_all_that_is_wrong_with_a_call_is_said_at_once():
    with pytest.raises(ModelError) as refused:
        jounce.simulation.simulate_many([oscillator(80.0)], "-1 s", channels=[], integrator="dormand-prince")
    assert {problem.where for problem in refused.value.problems} == {"integrator", "duration", "channels"}
    with pytest.raises(ModelError, match=r"no channel 'way.displacment'\. Did you mean 'way.displacement'\?"):
        jounce.simulation.simulate_many([oscillator(80.0)], 1.0, channels=["way.displacment"])
    with pytest.raises(ModelError, match="2 for 1 models"):
        jounce.simulation.simulate_many([oscillator(80.0)], 1.0, channels=["way.displacement"], inputs=[{}, {}])
