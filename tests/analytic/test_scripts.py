"""Scripts of phases against closed forms and against the same manoeuvre in one run."""

from __future__ import annotations

import math

import numpy as np
import pytest

import jounce
from jounce.errors import ModelError, NumericalError
from jounce.parts.signals import input_of_signal
from jounce.results.read_offs import crossing
from jounce.simulation.inputs import InputHistory
from jounce.studies.driving.speed_holding import force_per_drive_torque
from jounce.studies.scripts.input_histories import InputHistories, rounded_ramp, smooth_history
from jounce.studies.scripts.phase import Action

FINE = {"integrator": "vehicle", "accuracy": 1e-4, "output_step": "2 ms"}


@pytest.fixture(scope="module")
def car():
    return jounce.load("small_car")


@pytest.fixture(scope="module")
def stepped(car):
    """A step of the steering wheel by 40 deg within 0.15 s after 0.5 s, in one run."""
    fine = {"integrator": "vehicle", "accuracy": 1e-4}
    return jounce.run(car, "step-steer", speed="60 km/h", angle="40 deg", duration="2.5 s", **fine)


STEER = {"name": "steer", "steering": {"to": "40 deg", "in": "0.15 s"}}


def test_phases_are_the_run_that_they_divide(car, stepped):
    """Straight on, steering, and straight through a border that changes nothing: 1e-4 of accuracy in either run."""
    phases = [{"duration": "0.5 s"}, {**STEER, "duration": "0.4 s"}, {"name": "on", "duration": "1.6 s"}]
    run = jounce.run(car, "script", speed="60 km/h", phases=phases, **FINE)
    np.testing.assert_allclose(run.time[-1], 2.5, atol=1e-9)
    same = np.interp(stepped.time, run.time, run["vehicle.yaw_rate"])
    off = np.abs(same - stepped["vehicle.yaw_rate"]).max() / np.abs(stepped["vehicle.yaw_rate"]).max()
    assert off < 1e-3


def test_a_place_is_reached_when_way_divided_by_speed_says(car):
    run = jounce.run(car, "script", speed="72 km/h", phases=[{"until": {"x": "30 m"}}, {"duration": "0.1 s"}], **FINE)
    assert run.metrics["begin_phase_2"].value == pytest.approx(1.5, abs=2e-5)  # its speed falls by 1e-5 of it at most


def test_a_channel_is_reached_when_the_whole_run_says(car, stepped):
    level = math.radians(6.0)
    until = {"channel": "vehicle.yaw_rate", "above": "6 deg/s"}
    phases = [{"duration": "0.5 s"}, {**STEER, "until": until}, {"name": "on", "duration": "0.1 s"}]
    run = jounce.run(car, "script", speed="60 km/h", phases=phases, **FINE)
    wanted = crossing(stepped.time, stepped["vehicle.yaw_rate"], level)
    assert run.metrics["begin_on"].value == pytest.approx(
        wanted, abs=5e-4
    )  # 1e-4 of accuracy over a slope of 0.3 rad/s^2
    at = np.searchsorted(run.time, run.metrics["begin_on"].value - 1e-9)
    assert run["vehicle.yaw_rate"][at] == pytest.approx(level, abs=1e-5)  # a microsecond, and the row itself


def test_a_driver_brakes_to_the_speed_that_the_phase_waits_for(car):
    phases = [{"duration": "0.2 s"}, {"name": "brake", "pedal": 0.3, "until": {"speed_below": "20 km/h"}}]
    run = jounce.run(car, "script", speed="50 km/h", phases=phases)
    assert run.metrics["final_speed"].value == pytest.approx(20 / 3.6, abs=1e-4)
    assert run["drive.engine.torque"][0] > 1.0 and run["drive.engine.torque"][-1] == 0.0
    labels = [event["label"] for event in run.metadata["events"] if event["what"] == "begins"]
    assert labels == ["phase 1 begins", "brake begins"]


def test_a_smooth_history_meets_value_rate_and_second_rate_and_ends_at_rest():
    """Derivatives of the polynomial by NumPy, at both ends."""
    now, rise, level = (0.3, -1.2, 4.0), 0.7, 1.1
    t = np.linspace(0.0, rise, 200)
    fitted = np.polynomial.Polynomial.fit(t, smooth_history(t, rise, now, level), 5)
    for k, value in enumerate(now):
        assert fitted.deriv(k)(0.0) == pytest.approx(value, abs=1e-8)
    for k, value in enumerate((level, 0.0, 0.0)):
        assert fitted.deriv(k)(rise) == pytest.approx(value, abs=1e-7)


def test_a_hand_that_is_moving_goes_on_without_a_jump():
    """A cubic spline through points 2 ms apart has rates right to h^3 f4 / 24 and second rates to h^2 f4 / 12, with a
    fourth rate f4 of 1e5 rad/s^4 here: 3e-5 and 3e-2."""
    histories = InputHistories({"wheel": 0.0}, frozenset({"wheel"})).with_action("wheel", Action(to=1.0, rise=0.4), 1.0)
    before = histories.at("wheel", 1.13)
    after = histories.with_action("wheel", Action(to=-0.5, rise=0.3), 1.13).at("wheel", 1.13)
    assert abs(before[1]) > 1.0
    assert after[1] == pytest.approx(before[1], abs=3e-5) and after[2] == pytest.approx(before[2], abs=3e-2)
    assert after[0] == pytest.approx(before[0], abs=1e-12)


def test_a_ramp_has_a_constant_rate_between_rounded_ends():
    t = np.linspace(0.0, 1.0, 401)
    rate = np.gradient(rounded_ramp(t, 1.0), t)
    assert rate[0] == pytest.approx(0.0, abs=0.05)
    inside = (t > 0.06) & (t < 0.94)
    assert rate[inside].max() - rate[inside].min() < 1e-6
    assert rate[inside].mean() == pytest.approx(1.0 / (1.0 - 0.05), rel=1e-3)  # the area of smooth ends is a half


def test_a_log_is_replayed(car, stepped, tmp_path):
    """The steering wheel of a run, written as a logger writes it, turns the car in the same way again."""
    rows = zip(stepped.time, np.degrees(stepped["steering.wheel.angle"]), strict=True)
    text = "Time (s);SWA (deg);gear\n" + "\n".join(f"{7 + t:.4f};{a:.6f};3".replace(".", ",") for t, a in rows)
    (tmp_path / "log.csv").write_text(text, "utf-8-sig")
    steering = {"file": str(tmp_path / "log.csv"), "column": "SWA", "time": "Time (s)"}
    run = jounce.run(car, "script", speed="60 km/h", phases=[{"steering": steering, "duration": "2.5 s"}], **FINE)
    same = np.interp(stepped.time, run.time, run["vehicle.yaw_rate"])
    off = np.abs(same - stepped["vehicle.yaw_rate"]).max() / np.abs(stepped["vehicle.yaw_rate"]).max()
    assert off < 2e-3  # rows of 5 ms of a hand that turns within 150 ms: (5/150)^4 of its angle, and both accuracies


def test_points_are_taken_up_from_where_the_input_is():
    points = ((0.0, 1.0, 2.0), (5.0, 6.0, 7.0))
    histories = InputHistories({"wheel": 1.0}, frozenset({"wheel"}))
    along = histories.with_action("wheel", Action(points=points, rise=0.5), 3.0)
    history = InputHistory.of({"wheel": along.sources["wheel"]})
    np.testing.assert_allclose(history.at(3.0)[1:3], [1.0, 0.0], atol=1e-5)
    np.testing.assert_allclose([history.at(t)[1] for t in (3.5, 4.0, 4.5, 5.0)], [5.5, 6.0, 6.5, 7.0], atol=1e-6)


@pytest.mark.parametrize("name", ["small_car", "small_car_electric", "hmmwv", "golf1"])
def test_force_for_torque_is_what_the_drive_does_at_constant_speed(name):
    """Power of the drives divided by speed and by the torque of their inputs. Wheels roll on a radius between the
    loaded and the free one, which are 4 % apart: `turning` takes the loaded one."""
    vehicle = jounce.load(name)
    run = jounce.run(vehicle, "script", speed="80 km/h", phases=[{"duration": "0.2 s"}])
    model = vehicle.car_model("angle", False)
    motors = [part for part in model.model.forces if input_of_signal(getattr(part, "signal", None)) in model.drive]
    power = sum(run[f"{motor.name}.power"][-1] for motor in motors)
    torques = {motor.signal.input: run[f"{motor.name}.torque"][-1] / motor.gain for motor in motors}
    assert power > 1000.0
    per_torque = power / run["vehicle.vx"][-1] / sum(torques.values())
    assert per_torque == pytest.approx(force_per_drive_torque(model), rel=0.04)


def test_a_speed_is_held_in_a_turn_where_it_would_fall(car):
    """The integral leaves no error: within 0.2 % after 10 s; with the torque of the start it falls by 2 % and more."""
    turn = {"name": "turn", "steering": {"to": "90 deg", "in": "0.5 s"}, "duration": "10 s"}
    held, let = (
        jounce.run(car, "script", speed="60 km/h", phases=[{"duration": "0.5 s", **hold}, turn])
        for hold in ({"hold_speed": True}, {})
    )
    assert held["vehicle.vx"][-1] == pytest.approx(60 / 3.6, rel=2e-3)
    assert let["vehicle.vx"][-1] < 0.98 * 60 / 3.6


def test_a_phase_that_never_ends_stops_at_the_longest_time_and_keeps_the_run(car):
    phases = [{"name": "wait", "until": {"speed_below": "10 km/h"}}]
    with pytest.raises(NumericalError) as stopped:
        jounce.run(car, "script", speed="50 km/h", phases=phases, longest="1 s")
    told = "phase 'wait' does not end within 1 s: it waits for vehicle.speed below 10 km/h (at the end it is 50 km/h)"
    assert told in str(stopped.value)
    assert stopped.value.partial.time[-1] == pytest.approx(1.0)


WRONG = {
    "never ends": [{"name": "a"}],
    "the next one has no at": [{"name": "a"}, {"name": "b", "duration": "1 s"}],
    "says itself when it ends": [{"duration": "1 s"}, {"at": {"x": "5 m"}, "duration": "1 s"}],
    "begins with the run": [{"at": {"x": "5 m"}, "duration": "1 s"}],
    "name of another phase": [{"name": "a", "duration": "1 s"}, {"name": "a", "duration": "1 s"}],
    "is held at 80 km/h": [{"hold_speed": "80 km/h", "until": {"speed_below": "50 km/h"}}],
    "later than the longest time": [{"until": {"time": "100 s"}}],
    "at least that; now it is 60 s": [{"duration": "50 s"}, {"duration": "50 s"}],
    "cannot jump": [{"steering": {"to": "5 deg", "shape": "step"}, "duration": "1 s"}],
    "from 0 to 1": [{"pedal": 1.5, "duration": "1 s"}],
    "pedal and hold_speed at once": [{"pedal": 0.5, "hold_speed": True, "duration": "1 s"}],
    "Did you mean 'steering'": [{"stering": "5 deg", "duration": "1 s"}],
    "'3 kg' is not in rad": [{"steering": "3 kg", "duration": "1 s"}],
    "in no way or in several": [{"steering": {"in": "1 s"}, "duration": "1 s"}],
    "is not a condition": [{"until": "later"}],
    "goes with above or with below": [{"until": {"channel": "vehicle.x"}}],
    "Did you mean 'vehicle.yaw_rate'": [{"until": {"channel": "vehicle.yawrate", "above": "1 deg/s"}}],
    "'3 kg' is not in N m": [{"inputs": {"drive.torque": "3 kg"}, "duration": "1 s"}],
    "there is no such input": [{"inputs": {"sail": "3 N"}, "duration": "1 s"}],
    "as many of both": [{"steering": {"times": ["0 s", "1 s"], "values": ["1 deg"]}, "duration": "1 s"}],
    "is empty": [],
}


@pytest.mark.parametrize(("words", "phases"), WRONG.items(), ids=lambda case: case if isinstance(case, str) else "")
def test_a_script_that_makes_no_sense_is_refused_before_it_runs(words, phases, car):
    with pytest.raises(ModelError) as refusal:
        jounce.run(car, "script", phases=phases)
    assert words in str(refusal.value)


def test_a_car_is_driven_in_reverse_past_a_place(car):
    run = jounce.run(car, "script", speed="-18 km/h", phases=[{"until": {"x": "-2.5 m"}}])
    assert run.time[-1] == pytest.approx(0.5, abs=1e-3)


@pytest.mark.parametrize("step", [1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.125])
def test_a_log_is_taken_up_whenever_its_phase_and_its_clock_begin(step):
    """Times of a log and of the take-up that mean the same instant differ by rounding: one of them stays."""
    rng = np.random.default_rng(1)
    for first in (0.0, 5.0, 12.5, 100.0, 1e4, *rng.uniform(0.0, 1000.0, 8)):
        times = np.array([float(f"{first + step * k:.6f}") for k in range(round(1.0 / step) + 1)])
        action = Action(points=(tuple(times - times[0]), tuple(0.7 + 0.2 * np.sin(2 * np.pi * (times - times[0])))))
        for begin in (0.0, 0.29, 0.5, 1.0, 1.2906, *rng.uniform(0.0, 60.0, 8)):
            for prescribed in (frozenset(["hand"]), frozenset()):
                histories = InputHistories({"hand": 0.1}, prescribed).with_action("hand", action, begin)
                for source in (histories.sources, histories.from_time(begin)):
                    InputHistory.of(source)  # refuses times that do not rise
                assert histories.at("hand", begin + 0.5)[0] == pytest.approx(0.7, abs=1e-5)


@pytest.mark.parametrize("step", [0.005, 0.02, 0.25])
def test_points_end_at_rest_and_are_themselves_before(step):
    """Value, rate and second rate go over into the held last value, as at the end of a ramp."""
    times = np.arange(0.0, 1.0 + 0.5 * step, step)
    action = Action(points=(tuple(times), tuple(2.0 * times)))
    histories = InputHistories({"hand": 0.0}, frozenset(["hand"])).with_action("hand", action, 3.0)
    for t in (0.25, 0.5, 0.75):
        assert histories.at("hand", 3.0 + t)[:2] == pytest.approx((2.0 * t, 2.0), abs=2e-3)
    end = 3.0 + times[-1]
    assert histories.at("hand", end)[0] == pytest.approx(2.0, abs=1e-12)
    _, rate, second = histories.at("hand", end - 1e-6)
    assert abs(rate) < 2e-3 * 2.0 and abs(second) < 0.02 * 2.0 / 0.05


@pytest.mark.parametrize(
    "action",
    [Action(points=((0.0, 0.4, 1.0), (0.5, 0.2, 0.4))), Action(amplitude=0.3, frequency=0.8)],
    ids=["points", "sine"],
)
def test_points_and_sines_take_up_a_hand_that_moves(action):
    """Value and rate at the begin of the phase are those that the hand has."""
    ramp = InputHistories({"hand": 0.0}, frozenset(["hand"])).with_action("hand", Action(to=1.0, rise=1.0), 0.0)
    now = ramp.at("hand", 0.4)
    assert now[1] > 1.0
    after = ramp.with_action("hand", action, 0.4).at("hand", 0.4)
    assert after[:2] == pytest.approx(now[:2], rel=1e-3)  # a jump of the rate would be 1


def test_a_failure_names_its_phase_and_the_time_of_the_run(car):
    """A wheel thrown about by turns within milliseconds cannot be followed; the run before is kept."""
    phases = [
        {"name": "calm", "duration": "0.5 s"},
        {"name": "wild", "steering": {"to": "1e5 rad", "in": "2 ms"}, "duration": "1 s"},
    ]
    with pytest.raises(NumericalError, match=r"phase 'wild', which began at 0\.5 s: .*at t = 0\.5") as caught:
        jounce.run(car, "script", speed="60 km/h", phases=phases)
    assert caught.value.partial.time[-1] >= 0.5
