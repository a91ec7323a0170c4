"""What a user reads when a simulation is driven wrongly from outside: one clear message, and nothing has happened."""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from controlled_models import POSITION, Follower, block_on_rail
from jounce import ModelError, NumericalError


@pytest.fixture
def sim():
    sim = jounce.start(block_on_rail(80.0), start={POSITION: 0.2}, step=1e-3)
    sim.step({"force": 1.0}, 0.01)
    return sim


@pytest.mark.parametrize(
    ("inputs", "dt", "words"),
    [
        ({"forse": 1.0}, 0.01, "inputs.forse\n    there is no such input. Did you mean 'force'?"),
        ({"force": np.nan}, 0.01, "inputs.force\n    nan\n    a finite number"),
        ({"force": "much"}, 0.01, "inputs.force\n    'much'\n    a finite number"),
        ({"force": jounce.Reach(1.0, np.inf)}, 0.01, "inputs.force\n    Reach(1.0, inf)"),
        ([1.0, 2.0], 0.01, "instead of 1 numbers\n    by name, or in this order: force"),
        (None, 0.0105, "dt\n    0.0105 s is 10.5 steps of 0.001 s\n    a whole number of steps"),
        (None, 1e-4, "0.1 steps"),
        (None, 0.0, "dt\n    0.0\n    a positive time in s"),
        (None, -1.0, "-1.0"),
        (None, np.nan, "nan"),
        (None, "0.01 s", "a positive time in s"),
    ],
)
def test_a_bad_call_is_named_and_changes_nothing(sim, inputs, dt, words):
    before = sim.look().copy()
    with pytest.raises(ModelError) as caught:
        sim.step(inputs, dt)
    assert words in str(caught.value)
    assert sim.time == 0.01
    np.testing.assert_array_equal(sim.look(), before)
    sim.step(None, 0.01)
    assert sim.time == 0.02 and sim["push.torque"] == 1.0


def test_an_input_of_a_controller_cannot_be_given():
    sim = jounce.start(block_on_rail(80.0), controllers=[Follower()], step=1e-3)
    with pytest.raises(ModelError, match=r"inputs.force\n +a controller sets it"):
        sim.step({"force": 1.0}, 0.01)


def test_an_unknown_channel_is_named(sim):
    with pytest.raises(ModelError, match=r"Did you mean 'rail.displacement'"):
        sim["rail.displacemet"]


def test_a_state_of_another_model_or_method_is_refused(sim, tmp_path):
    with pytest.raises(ModelError, match="is of another model, or of other numbers"):
        jounce.start(block_on_rail(81.0), step=1e-3, state=sim.state)
    with pytest.raises(ModelError, match=r"was saved with rk4 0.001"):
        jounce.start(block_on_rail(80.0), step=2e-3, state=sim.state)
    with pytest.raises(ModelError, match="there is no such file"):
        sim.restore(tmp_path / "none.npz")
    (tmp_path / "bad.npz").write_bytes(b"nothing of ours")
    with pytest.raises(ModelError, match="is no saved state"):
        sim.restore(tmp_path / "bad.npz")


def test_a_run_that_fails_says_when_and_keeps_what_was_computed():
    wild = jounce.PythonController(
        name="wild", rate=100.0, sets=("force",), function=lambda t, reading: {"force": 0.0 if t < 0.05 else np.nan}
    )
    sim = jounce.start(block_on_rail(80.0), start={POSITION: 0.2}, controllers=[wild], step=1e-3)
    with pytest.raises(NumericalError, match=r"controller 'wild' at t = 0.05 s: nan for input 'force'") as caught:
        for _ in range(20):
            sim.step(None, 0.01)
    assert caught.value.partial.time[-1] == pytest.approx(0.05)
    with pytest.raises(ModelError, match=r"it ended at t = 0.05 s"):
        sim.step(None, 0.01)


def test_speed_is_for_vehicles_and_start_values_for_mechanisms():
    with pytest.raises(ModelError, match="this is no vehicle"):
        jounce.start(block_on_rail(), speed=3.0)
    with pytest.raises(ModelError, match="a vehicle starts trimmed"):
        jounce.start(jounce.load("small_car"), start={"x": 1.0})
