"""Dry friction in a whole car: rack, differential and brakes that stick and slide."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import jounce
from campaigns import with_campaign
from jounce.parts.roads import Flat, FrictionPatch, Road
from jounce.simulation.events.friction_phases import FrictionPhases
from jounce.studies.driving.driving_start import start_in_circle, start_straight

RACK, DIFFERENTIAL = "steering.rack_friction", "drive.front_differential_friction"
STEERED = "steering.wheel.angle"
LIMIT = 120.0  # N: of the library's small_car


@cache
def small_car(**values):
    car = jounce.load("small_car")
    return car.with_values(values) if values else car


@cache
def free_wheel(rack_friction: float, step: str = "0.6 ms"):
    car = jounce.load("small_car").with_values({"steering.rack_friction": rack_friction})
    return jounce.run(car, "rim-acceleration", integrator="rk4", step=step)


def works(run):
    return [run[name] for name in run if name.endswith((".brake.work", "friction.work"))]


def test_more_friction_moves_wheel_and_rack_less_and_leaves_no_ringing_on_it():
    """What rang at 3 to 7 Hz, the faster the more friction, was the spring of the smooth law; a stuck rack has none."""
    runs = [free_wheel(friction) for friction in (60.0, 240.0, 960.0)]
    angles = [run.metrics["wheel_largest"].value for run in runs]
    travels = [np.ptp(run["steering.rack.displacement"]) for run in runs]
    assert angles == sorted(angles, reverse=True) and travels == sorted(travels, reverse=True)
    for run in runs:
        late = run["steering.wheel.rim_acceleration"][run.time > 1.3]
        assert np.sqrt(np.mean(late**2)) < 0.03  # 0.23 to 0.8 m/s^2 with the smooth law


def test_what_remains_is_the_wheel_on_its_column():
    """Stuck, the wheel swings on the column at the mode of the linearised car with its rack held."""
    run = free_wheel(480.0)
    late = run["steering.wheel.rim_acceleration"][run.time > 1.3]
    power = np.abs(np.fft.rfft(late * np.hanning(len(late)), 16 * len(late)))
    step = run.time[1] - run.time[0]
    frequency = np.fft.rfftfreq(16 * len(late), step)[power.argmax()]
    stiffness = small_car().steering.column_stiffness
    inertia = small_car().steering.wheel_inertia + 0.5 * small_car().steering.column_inertia
    assert frequency == pytest.approx(np.sqrt(stiffness / inertia) / (2 * np.pi), rel=0.02)


def test_friction_never_gains_energy_nor_exceeds_its_limit_and_sticks_without_speed():
    run = free_wheel(120.0)
    for work in works(run):
        assert np.diff(work).max(initial=0.0) <= 0.0
    for name, limit, speed in ((RACK, 120.0, "steering.rack.displacement_rate"), (DIFFERENTIAL, 8.0, None)):
        assert np.abs(run[f"{name}.torque"]).max() <= limit * (1 + 1e-9)
        stuck = run[f"{name}.sticks"] > 0.5
        assert 0.1 < stuck.mean() < 0.95
        if speed:
            assert np.abs(run[speed][stuck]).max() < 1e-12
    assert run.metrics["energy_error"].value < 1e-6


def test_halving_the_step_changes_the_results_by_less_than_a_thousandth():
    coarse, fine = free_wheel(120.0), free_wheel(120.0, "0.3 ms")
    for name in ("rim_rms", "wheel_largest"):
        assert coarse.metrics[name].value == pytest.approx(fine.metrics[name].value, rel=1e-3)
    counts = [len(run.metadata["events"]) for run in (coarse, fine)]
    assert counts[0] == counts[1]


def test_the_method_that_is_chosen_by_itself_finds_the_same_motion():
    """A linearly implicit method with steps up to ten times as long, by the default accuracy of 1e-3."""
    car = jounce.load("small_car").with_values({"steering.rack_friction": 120.0})
    run, fine = jounce.run(car, "rim-acceleration"), free_wheel(120.0)
    assert run.metadata["steps"] < 0.5 * fine.metadata["steps"]
    for name in ("rim_rms", "wheel_largest"):
        assert run.metrics[name].value == pytest.approx(fine.metrics[name].value, rel=3e-3)
    for work in works(run):
        assert np.diff(work).max(initial=0.0) <= 1e-6  # J: what steps of this accuracy leave uncertain


@pytest.mark.parametrize("given", ["step", "start", "constant", "hold"])
@pytest.mark.parametrize("name", ["small_car", "small_car_electric"])
def test_a_wheel_angle_that_jumps_at_the_start_turns_the_car_as_a_fast_ramp_does(name, given):
    """28 deg at once, and within 50 ms: after 2 s both go round alike, and no rack holds more than its limit."""
    angle, end, car = "steering.wheel_angle", 2.0, jounce.load(name)
    sim = jounce.start(car, speed=15.0, inputs={angle: 0.5} if given == "start" else {})
    if given in ("step", "start"):
        sim.step({angle: 0.5} if given == "step" else None, end)
        run, slower = sim.result(), jounce.start(car, speed=15.0)
        slower.step({angle: jounce.parts.controls.Reach(0.5, 0.0)}, 0.05)
        slower.step(None, end - 0.05)
        ramp = slower.result()
    else:
        jump = 0.5 if given == "constant" else ([0.0, end], [0.5, 0.5], "hold")
        run = jounce.simulate(sim.ready, end, inputs={angle: jump}, integrator="rk4")
        ramp = jounce.simulate(sim.ready, end, inputs={angle: ([0.0, 0.05, end], [0.0, 0.5, 0.5])}, integrator="rk4")
    assert run["vehicle.yaw_rate"][-1] == pytest.approx(ramp["vehicle.yaw_rate"][-1], rel=5e-3)
    assert np.abs(run[f"{RACK}.torque"]).max() <= car.steering.rack_friction * (1 + 1e-9)


def test_the_wheel_does_not_answer_within_the_dead_band_of_the_rack():
    """On centre nothing but friction holds the rack: it moves where the torque at the pinion reaches limit times ratio.

    The torque rises by 1 N m each second; the column, at 19.9 Hz, follows it within a thousandth of that.
    """
    start = start_straight(small_car().car_model(steering="torque"), 60 / 3.6)
    ramp = {"steering.wheel_torque": ([0.0, 1.5], [0.0, 1.5])}
    run = jounce.simulate(start.ready, 1.5, inputs=dict(start.inputs) | ramp, step=1e-3)
    first = next(e["time"] for e in run.metadata["events"] if e["part"] == RACK and e["what"] == "slides")
    ratio = small_car().steering.rack_ratio
    assert first == pytest.approx(LIMIT * ratio, rel=0.02)
    inside = run.time < first
    assert np.ptp(run["steering.rack.displacement"][inside]) < 1e-12
    assert np.abs(run["vehicle.yaw_rate"][inside]).max() < 1e-3 * np.abs(run["vehicle.yaw_rate"]).max()


def test_the_steering_torque_has_a_loop_of_twice_the_friction_on_centre():
    """Weave at 0.2 Hz and 10 deg: where the wheel passes the middle, torques of both ways differ by 2 limit ratio."""
    ratio = small_car().steering.rack_ratio
    widths = []
    for friction in (0.0, LIMIT):
        car = jounce.load("small_car").with_values({"steering.rack_friction": friction})
        start = start_straight(car.car_model(steering="angle"), 80 / 3.6)
        t = np.linspace(0.0, 7.5, 301)
        weave = {"steering.wheel_angle": (t, np.radians(10.0) * np.sin(2 * np.pi * 0.2 * t), "spline")}
        run = jounce.simulate(start.ready, 7.5, inputs=dict(start.inputs) | weave, integrator="rk4")
        angle, torque = run["steering.wheel.angle"], run["steering.driver.effort"]
        middles = [np.interp(time, run.time, torque) for time in (5.0, 7.5)]
        assert np.abs(np.interp([5.0, 7.5], run.time, angle)).max() < 1e-9
        widths.append(middles[0] - middles[1])  # to the left less to the right
    assert widths[1] - widths[0] == pytest.approx(2 * LIMIT * ratio, rel=0.02)


def test_the_differential_sticks_on_one_grip_and_slides_at_its_limit_on_two():
    """Ice on the left from 5 m on: the case turns with the mean of its outputs, and friction passes to the right at
    most its limit."""
    start = start_straight(small_car().car_model(steering="angle"), 10.0)
    ice = FrictionPatch(friction=0.1, x_min=5.0, x_max=60.0, y_min=0.0, y_max=5.0)
    road = Road(name="split", elements={"road": Flat(), "ice": ice})
    torque = {"drive.torque": ([0.0, 0.4, 1.0, 1.5], [start.inputs["drive.torque"]] * 2 + [60.0] * 2)}
    run = jounce.simulate(start.ready.on_road(road), 1.5, inputs=dict(start.inputs) | torque, step=1e-3)
    case = run["drive.front_differential.angle_rate"]
    left, right = (run[f"front_{side}.half_shaft_0.angle_rate"] for side in ("left", "right"))
    assert np.abs(0.5 * (left + right) - case).max() < 1e-10
    stuck = run[f"{DIFFERENTIAL}.sticks"] > 0.5
    torque = run[f"{DIFFERENTIAL}.torque"]
    assert np.abs((left - right)[stuck]).max() < 1e-10
    assert np.abs(torque).max() <= 8.0 * (1 + 1e-9)
    np.testing.assert_allclose(np.abs(torque[~stuck]), 8.0, rtol=1e-12)
    assert stuck[:20].all() and not stuck[-30:].any()
    assert (left - right)[-1] > 5.0


@pytest.mark.parametrize("duration", with_campaign(["20 s", "3600 s"], lambda duration: duration == "20 s"))
def test_a_car_parked_on_a_steep_slope_stays(duration):
    """A fifth of its weight on brakes and tyres: less than 1 mm in an hour, so less than a micrometre in 3.6 s."""
    run = jounce.run(small_car(), "park-on-slope", grade="20 %", duration=duration)
    assert run.metrics["displacement"].value < 1e-3 * float(duration.split()[0]) / 3600
    held = sum(run[f"{corner}.tyre.Fx"][-1] for corner in CORNERS)
    assert held == pytest.approx(run_weight(run) * 0.2, rel=1e-3)
    assert all(run[f"{corner}.brake.sticks"].all() for corner in CORNERS)


CORNERS = ("front_left", "front_right", "rear_left", "rear_right")


def run_weight(run):
    """Loads across the road over the cosine of the slope."""
    return sum(run[f"{corner}.tyre.Fz"][-1] for corner in CORNERS)


def stuck_car():
    """A car on a slope with all its friction stuck, and its equations by blocks: A, D and F of eq. 2.21."""
    start = jounce.prepare(small_car().car_model(steering="angle").model)
    work = start.workspace({"brakes.pedal": 1.0})
    phases = FrictionPhases(work)
    phases.hold(start.state)
    assert phases.sticks.all()
    state = start.state.copy()
    return work, phases, state


def test_two_steps_give_the_solution_of_the_augmented_system():
    """Reactions from D^T A^-1 D R = -Gamma - D^T A^-1 F, then accelerations: eq. 2.23-2.24 beside eq. 2.21.

    [Szczotka 2004, eq. 2.21-2.24]. The elimination of the kernel is a third way.
    """
    work, phases, state = stuck_car()
    rng = np.random.default_rng(5)
    speeds = slice(min(work.layout.speeds.values()), max(work.layout.speeds.values()) + 1)
    state[speeds] += 0.1 * rng.normal(size=speeds.stop - speeds.start)
    found = work.matrices(state)
    A, F, on = found["M"], found["rhs"], np.flatnonzero(work.modes[: len(found["J"])] > 0.5)
    D = np.vstack([found["J"][on], found["friction J"]]).T
    gamma = np.concatenate([found["gamma"][on], np.zeros(len(phases.names))])
    R = np.linalg.solve(D.T @ np.linalg.solve(A, D), -gamma - D.T @ np.linalg.solve(A, F))
    two_steps = np.linalg.solve(A, F + D @ R)
    zero = np.zeros((D.shape[1], D.shape[1]))
    whole = np.linalg.solve(np.block([[A, -D], [D.T, zero]]), np.concatenate([F, -gamma]))
    size = np.abs(two_steps).max()
    np.testing.assert_allclose(two_steps, whole[: len(A)], atol=1e-9 * size)
    rates = work.rhs(state)[speeds]
    work.channels(state)
    floating = [name for name in work.layout.speeds if not name.startswith("body.v")]  # these fall with gravity
    places = [work.layout.speeds[name] - speeds.start for name in floating]
    np.testing.assert_allclose(rates[places], two_steps[places], atol=1e-9 * size)
    forces = -R[len(on) :]  # D R is along the speeds, friction is counted against them
    np.testing.assert_allclose(phases.numbers["force"], forces, atol=1e-9 * np.abs(forces).max())


def test_sliding_friction_is_a_deleted_row_and_a_known_force():
    """Kinetic friction: its row and column go, and its force moves to the right-hand side. [Szczotka 2004, eq. 2.22]"""
    work, phases, state = stuck_car()
    found = work.matrices(state)
    A, F, on = found["M"], found["rhs"], np.flatnonzero(work.modes[: len(found["J"])] > 0.5)
    slides = phases.names.index(DIFFERENTIAL)
    kept = np.delete(found["friction J"], slides, axis=0)
    D = np.vstack([found["J"][on], kept]).T
    gamma = np.concatenate([found["gamma"][on], np.zeros(len(kept))])
    F = F - 8.0 * found["friction J"][slides]
    zero = np.zeros((D.shape[1], D.shape[1]))
    whole = np.linalg.solve(np.block([[A, -D], [D.T, zero]]), np.concatenate([F, -gamma]))[: len(A)]
    phases.move({DIFFERENTIAL: 1.0})
    first = min(work.layout.speeds.values())
    rates = work.rhs(state)
    names = [name for name in work.layout.speeds if not name.startswith("body.v")]
    ours = np.array([rates[work.layout.speeds[name]] for name in names])
    theirs = np.array([whole[work.layout.speeds[name] - first] for name in names])
    np.testing.assert_allclose(ours, theirs, atol=1e-9 * np.abs(whole).max())


def test_a_differential_that_sticks_accelerates_as_a_locked_one():
    """The same car with the row for ever: friction that never gives way is a lock."""
    accelerations = []
    for values in ({}, {"drive.differential": "locked"}):
        car = jounce.load("small_car").with_tables(values) if values else small_car()
        ready = jounce.prepare(car.car_model(steering="angle").model)
        work = ready.workspace({"drive.torque": 100.0})
        rates = work.rhs(ready.state)
        accelerations.append({name: rates[at] for name, at in work.layout.speeds.items()})
    for name, value in accelerations[1].items():
        assert accelerations[0][name] == pytest.approx(value, rel=1e-7, abs=1e-7), name


def test_a_circle_is_found_where_the_differential_sticks_with_no_torque():
    """Near 9.87 m at 30 km/h its friction passes zero while it sticks: with it sliding either way there is no circle.

    Between circles to both sides the wheel angle and the friction are smooth, so the middle one lies on their line but
    for curvature: a share of 0.005 of the yaw rate leaves its square of both.
    """
    speed = 30 / 3.6
    rates = [speed / 9.87 * factor for factor in (0.995, 1.0, 1.005)]
    starts = [start_in_circle(small_car().car_model("angle"), speed, rate) for rate in rates]
    angles, torques = ([start.seen()[name] for start in starts] for name in (STEERED, f"{DIFFERENTIAL}.torque"))
    assert all(start.seen()[f"{DIFFERENTIAL}.sticks"] == 1.0 for start in starts)
    assert torques[0] < 0.0 < torques[2]
    for ends in (angles, torques):
        assert ends[1] == pytest.approx(0.5 * (ends[0] + ends[2]), abs=0.02 * abs(ends[2] - ends[0]))
