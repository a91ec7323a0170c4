"""A simulation step by step is the run that `simulate` makes, to the last bit; so is one that was restored."""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from controlled_models import POSITION, Follower, block_on_rail
from jounce.simulation.integrators.methods import METHODS
from jounce.studies.driving.driving_start import start_straight

DT, CALLS = 0.01, 1000
TIMES = DT * np.arange(CALLS)
FORCES = 5.0 * np.random.default_rng(1).normal(size=CALLS)


def oscillator():
    return block_on_rail(80.0, 1.5)


def test_a_thousand_calls_are_one_run_to_the_last_bit():
    """All channels at the start of every call, and at the end."""
    run = jounce.simulate(
        oscillator(),
        CALLS * DT,
        start={POSITION: 0.2},
        inputs={"force": (TIMES, FORCES, "hold")},
        output_step=DT,
        step=1e-3,
    )
    sim = jounce.start(oscillator(), start={POSITION: 0.2}, step=1e-3)
    for force in FORCES.tolist():
        sim.step({"force": force}, DT)
    found = sim.result()
    assert found.units == run.units
    np.testing.assert_array_equal(found.time, run.time)
    np.testing.assert_array_equal(found.numbers, run.numbers)


@pytest.mark.parametrize("rate", [30.0, 100.0])
def test_calls_with_a_controller_are_one_run_to_the_last_bit(rate):
    """Ticks between the ends of calls, and on them."""
    control = Follower(rate=rate)
    model = block_on_rail(80.0, 1.5)
    model.add(jounce.parts.Input(name="other", unit="N"))
    model.add(
        jounce.parts.forces.Motor(name="pull", coordinate=POSITION, signal=jounce.parts.signals.External(input="other"))
    )
    given = {"other": (TIMES[:200], FORCES[:200], "hold")}
    run = jounce.simulate(model, 2.0, inputs=given, controllers=[control], output_step=DT, step=1e-3)
    sim = jounce.start(model, controllers=[control], step=1e-3)
    assert sim.inputs == ("other",)
    for force in FORCES[:200].tolist():
        sim.step([force], DT)
    np.testing.assert_array_equal(sim.result().numbers, run.numbers)


@pytest.mark.parametrize("through_a_file", [False, True])
def test_a_state_that_was_saved_goes_on_to_the_last_bit(through_a_file, tmp_path):
    """In another simulation, which was started elsewhere; memory and ticks of its controller go with it."""

    def started(place):
        model = block_on_rail(80.0, 1.5).add(jounce.parts.Input(name="other", unit="N"))
        model.add(
            jounce.parts.forces.Motor(
                name="pull", coordinate=POSITION, signal=jounce.parts.signals.External(input="other")
            )
        )
        return jounce.start(model, start={POSITION: place}, controllers=[Follower(rate=30.0)], step=1e-3)

    sim = started(0.2)
    for force in FORCES[:77].tolist():
        sim.step({"other": force}, DT)
    state = sim.save(tmp_path / "state.npz") if through_a_file else sim.state
    for force in FORCES[77:200].tolist():
        sim.step({"other": force}, DT)
    other = started(-0.4)
    other.restore(state)
    assert other.time == pytest.approx(0.77, abs=1e-15)
    for force in FORCES[77:200].tolist():
        other.step({"other": force}, DT)
    assert other.time == sim.time
    np.testing.assert_array_equal(other.look(), sim.look())
    back = sim.result().numbers[77:]
    np.testing.assert_array_equal(other.result().numbers, back)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_goes_on_from_a_saved_state_to_the_last_bit(method):
    how = {"step": 1e-3} if METHODS[method].fixed else {}
    sim = jounce.start(oscillator(), start={POSITION: 0.2}, integrator=method, **how)
    for force in FORCES[:20].tolist():
        sim.step({"force": force}, DT)
    other = jounce.start(oscillator(), integrator=method, state=sim.state, **how)
    for force in FORCES[20:40].tolist():
        sim.step({"force": force}, DT)
        other.step({"force": force}, DT)
    np.testing.assert_array_equal(other.look(), sim.look())


def test_a_car_step_by_step_is_one_run_to_the_last_bit_and_so_from_its_middle():
    """Dry friction in its differential, loops, tyres; braked and driven with inputs that jump."""
    car = jounce.load("small_car")
    begin = start_straight(car.car_model(), 20.0)
    assert jounce.start(car, speed=20.0).held == pytest.approx({"brakes.pedal": 0.0} | dict(begin.inputs), abs=1e-9)
    torques = begin.inputs["drive.torque"] + 20.0 * np.random.default_rng(2).normal(size=60)
    pedals = np.where(np.arange(60) % 20 > 12, 0.05, 0.0)
    times = DT * np.arange(60)
    given = {"drive.torque": (times, torques, "hold"), "brakes.pedal": (times, pedals, "hold")}
    run = jounce.simulate(begin.ready, 0.6, inputs=dict(begin.inputs) | given, output_step=DT, step=1e-3)
    sim = jounce.start(car, speed="20 m/s", step=1e-3)
    states = []
    for torque, pedal in zip(torques.tolist(), pedals.tolist(), strict=True):
        if len(states) == 0 and sim.time > 0.3:
            states.append(sim.state)
        sim.step({"drive.torque": torque, "brakes.pedal": pedal}, DT)
    np.testing.assert_array_equal(sim.result().numbers, run.numbers)
    assert sim["vehicle.vx"] == run["vehicle.vx"][-1]
    other = jounce.start(car, speed="5 m/s", step=1e-3, state=states[0])
    first = round(other.time / DT)
    for torque, pedal in zip(torques[first:].tolist(), pedals[first:].tolist(), strict=True):
        other.step({"drive.torque": torque, "brakes.pedal": pedal}, DT)
    np.testing.assert_array_equal(other.look(), sim.look())


def test_reach_moves_a_prescribed_angle_and_then_it_stays():
    """A cubic from rest to rest over a call: half way in value at half the time, then still."""
    sim = jounce.start(jounce.load("small_car"), speed=15.0, step=1e-3)
    sim.step({"steering.wheel_angle": jounce.parts.controls.Reach(0.2, 0.0)}, 0.1)
    assert sim["steering.wheel.angle"] == pytest.approx(0.2, abs=1e-9)
    sim.step(None, 0.1)
    assert sim["steering.wheel.angle"] == pytest.approx(0.2, abs=1e-9)
    assert abs(sim["vehicle.yaw_rate"]) > 1e-3


def test_channels_are_read_between_calls_without_touching_the_run():
    read, left = (jounce.start(oscillator(), start={POSITION: 0.2}, step=1e-3) for _ in range(2))
    assert read[POSITION] == 0.2
    for force in FORCES[:30].tolist():
        read.step({"force": force}, DT)
        left.step({"force": force}, DT)
        assert read["push.torque"] == force and isinstance(read[POSITION], float)
    np.testing.assert_array_equal(read.look(), left.look())


def test_without_rows_only_the_last_one_is_kept():
    sim = jounce.start(oscillator(), start={POSITION: 0.2}, step=1e-3, record=False)
    for force in FORCES[:30].tolist():
        sim.step({"force": force}, DT)
    assert sim.result().time.tolist() == [sim.time]
    assert "record=False: nothing was recorded but this last row" in sim.result().metadata["notes"]
    with_rows = jounce.start(oscillator(), step=1e-3)
    with_rows.step(None, DT)
    assert not any("record" in note for note in with_rows.result().metadata.get("notes", ()))
