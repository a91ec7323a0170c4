"""What a user reads when a simulation is driven wrongly from outside: one clear message, and nothing has happened."""

from __future__ import annotations

from dataclasses import replace

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
        ({"force": "much"}, 0.01, "inputs.force\n    'much' is not"),
        ({"force": "3 m"}, 0.01, "inputs.force\n    '3 m' is not in N"),
        ({"force": None}, 0.01, "inputs.force\n    None\n    a finite number"),
        ({"force": jounce.parts.controls.Reach(1.0, np.inf)}, 0.01, "inputs.force\n    Reach(1.0, inf)"),
        ([1.0, 2.0], 0.01, "instead of 1 numbers\n    by name, or in this order: force"),
        (None, 0.0105, "dt\n    0.0105 s is 10.5 steps of 0.001 s\n    a whole number of steps"),
        (None, 1e-4, "0.1 steps"),
        (None, 0.0, "dt\n    0.0\n    a positive time in s"),
        (None, -1.0, "-1.0"),
        (None, np.nan, "nan"),
        (None, "soon", "dt\n    'soon' is not"),
        (None, "-10 ms", "a positive time in s"),
        (None, 3.00000001e-3, "0.00300000001 s is 3.00000001 steps of 0.001 s"),
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
    np.savez(tmp_path / "foreign.npz", x=np.zeros(3))
    np.save(tmp_path / "single.npy", np.zeros(3))
    for name in ("bad.npz", "foreign.npz", "single.npy"):
        with pytest.raises(ModelError, match="is no saved state of a simulation") as caught:
            sim.restore(tmp_path / name)
        assert "pickle" not in str(caught.value) and "format" not in str(caught.value)
    for nothing in (None, 3.0):
        with pytest.raises(ModelError, match=r"what `sim.state` gave, or the path of a file that `sim.save` wrote"):
            sim.restore(nothing)
    assert sim.time == 0.01


def test_a_state_with_numbers_that_are_none_or_missing_is_refused_and_changes_nothing(sim):
    state, before = sim.state, sim.look().copy()
    sick = state.numbers["state"].copy()
    sick[0] = np.nan
    for name, number in {"state": sick, "job.t": np.array(np.nan), "times": np.full(5, np.nan)}.items():
        with pytest.raises(ModelError, match=f"has numbers that are not finite: {name}"):
            sim.restore(replace(state, numbers={**state.numbers, name: number}))
    for name in ("times", "state", "job.t"):
        with pytest.raises(ModelError, match=f"or is damaged: {name}"):
            sim.restore(replace(state, numbers={n: a for n, a in state.numbers.items() if n != name}))
    np.testing.assert_array_equal(sim.look(), before)


@pytest.mark.parametrize(
    ("controllers", "words"),
    [
        ([], "was saved with controllers hold; here none"),
        ([Follower(name="other")], "was saved with controllers hold; here other"),
        ([Follower(rate=31.0)], "another kind, rate or numbers of controller hold"),
        ([Follower(stiffness=61.0)], "another kind, rate or numbers of controller hold"),
    ],
)
def test_a_state_goes_on_with_its_own_controllers_only(controllers, words):
    sim = jounce.start(block_on_rail(80.0), controllers=[Follower()], step=1e-3)
    sim.step(None, 0.1)
    with pytest.raises(ModelError, match=words):
        jounce.start(block_on_rail(80.0), controllers=controllers, step=1e-3, state=sim.state)
    same = jounce.start(
        block_on_rail(80.0), controllers=[jounce.parts.controls.in_python(Follower())], step=1e-3, state=sim.state
    )  # the same in Python
    assert same.time == 0.1


def test_a_run_that_fails_says_when_and_keeps_what_was_computed():
    wild = jounce.parts.controls.PythonController(
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


def test_texts_have_their_units():
    text, number = (jounce.start(block_on_rail(80.0), step=1e-3) for _ in range(2))
    text.step({"force": "0.03 kN"}, "10 ms")
    number.step({"force": 30.0}, 0.01)
    np.testing.assert_array_equal(text.look(), number.look())


def test_what_was_looked_at_is_the_callers_own(sim):
    before = sim[POSITION]
    sim.look().fill(7.0)
    assert sim[POSITION] == before and sim.result()[POSITION][-1] == before


def test_unknown_settings_and_other_subjects_are_named():
    with pytest.raises(ModelError, match=r"steps\n +there is no such setting. Did you mean 'step'\?") as caught:
        jounce.start(block_on_rail(), steps=1, recrod=False)
    assert "Did you mean 'record'?" in str(caught.value)
    with pytest.raises(ModelError, match="a car or a mechanism, its name or its file"):
        jounce.start(3.0)
    with pytest.raises(ModelError, match="a car or a mechanism, its name or its file"):
        jounce.start("iso_8608_c")


def test_a_car_may_be_given_by_name_and_one_controller_without_a_list():
    cruise = jounce.parts.controls.SpeedControl(
        name="cruise", speed="16 m/s", proportional=60.0, integral=30.0, most_torque=100.0
    )
    sim = jounce.start("small_car", speed=15.0, controllers=cruise, step=1e-3)
    sim.step(None, 0.1)
    assert sim["vehicle.vx"] > 15.0


@pytest.mark.parametrize("pedal", [5, -1.0, jounce.parts.controls.Reach(1.5, 0.0)])
def test_a_brake_pedal_has_the_limits_that_it_has_everywhere(pedal):
    sim = jounce.start("small_car", speed=15.0, step=1e-3)
    with pytest.raises(ModelError, match=r"inputs brakes.pedal\n +.* is no share of a brake's torque"):
        sim.step({"brakes.pedal": pedal}, 0.01)
    assert sim.time == 0.0
    sim.step({"brakes.pedal": 1.0}, 0.01)
    with pytest.raises(ModelError, match="is no share of a brake's torque"):
        sim.step({"brakes.pedal": pedal}, 0.01)
    assert sim.time == 0.01
