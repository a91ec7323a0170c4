"""A clutch that is dropped: on a bench against two inertias on a spring, on a car beside its modes."""

from __future__ import annotations

import math

import numpy as np
import pytest
from drive_rig import WHEEL_INERTIA, bench

import jounce
from jounce.errors import ModelError
from jounce.model.assemblies.drive.data import DriveData, HalfShaftData
from jounce.results.vibration.oscillations import find_ripples
from jounce.studies.driveline.clutch_drop import SPINNING, ClutchDrop, _read_shuffle
from jounce.studies.driveline.starting_engine import CLUTCH, ENGAGED, FLYWHEEL, StartingEngine
from jounce.views.wording import wording_of_number_and_unit

ENGINE = StartingEngine(inertia=0.1, clutch=60.0, gear=3.0)
RATIO, CASE, SPEED = 4.0, 0.02, 150.0  # of the final drive; kg m^2; rad/s of the engine
SHAFT, STIFFNESS = 2e-3, 2000.0  # kg m^2 and N m/rad of each half shaft
LIGHT = {"inner_joint_inertia": 0.0, "outer_joint_inertia": 0.0}


def dropped(elements: int, duration: float):
    """The engine turns, the wheels stand; the clutch closes in 10 ms. No road: wheels turn freely."""
    drive = DriveData(final_ratio=RATIO, differential_inertia=CASE)
    shafts = HalfShaftData(elements=elements, stiffness=STIFFNESS, inertia=SHAFT, **LIGHT)
    model = bench(drive, shafts)
    model.add(*ENGINE.parts({"drive.front_differential.angle": RATIO}, (0.0, 0.0, 0.3)))
    return jounce.simulate(
        model,
        duration=duration,
        inputs={ENGAGED: ([0.0, 0.01, duration], [0.0, 1.0, 1.0], "linear")},
        start_rates={f"{FLYWHEEL}.angle": SPEED},
        integrator="auto",
        accuracy=1e-6,
        output_step=1e-3,
    )


def test_the_driveline_rings_as_two_inertias_on_a_spring(measured):
    """w = sqrt(k (1/J1 + 1/J2)): engine by the square of the ratios with the case and half of the shafts, and wheels.

    No damping, so the ripple does not fade; the pencil finds frequencies to the accuracy of the samples.
    """
    run = dropped(elements=1, duration=1.5)
    J1, J2 = (ENGINE.gear * RATIO) ** 2 * ENGINE.inertia + CASE + SHAFT, 2 * WHEEL_INERTIA + SHAFT
    expected = math.sqrt(2 * STIFFNESS * (1 / J1 + 1 / J2)) / (2 * math.pi)
    after = run.time > run.time[np.flatnonzero(run[f"{CLUTCH}.sticks"] > 0.5)[0]] + 0.01
    torque = run["front_left.half_shaft_twist_1.torque"][after]
    ripple = find_ripples(run.time[after], torque)[0]
    measured("drive.shuffle", abs(ripple.frequency / expected - 1), 1e-4)
    assert abs(ripple.decay) < 1e-3 * 2 * math.pi * ripple.frequency


def test_what_the_clutch_loses_is_what_two_rotors_lose_that_come_together():
    """J_e w0 = (J_e + J_r/i^2) w: angular momentum at the engine's shaft; heat = J_e J' w0^2 / 2 (J_e + J')."""
    run = dropped(elements=0, duration=1.0)
    i = ENGINE.gear * RATIO
    behind = (CASE + 2 * (WHEEL_INERTIA + SHAFT)) / i**2
    common = ENGINE.inertia * SPEED / (ENGINE.inertia + behind)
    assert run[f"{FLYWHEEL}.angle_rate"][-1] == pytest.approx(common, rel=1e-6)
    heat = 0.5 * ENGINE.inertia * behind / (ENGINE.inertia + behind) * SPEED**2
    assert -run[f"{CLUTCH}.work"][-1] == pytest.approx(heat, rel=1e-5)


def test_the_clutch_locks_when_its_torque_has_brought_both_together():
    """Full torque T from 10 ms on, half of it on the mean before: t = w0 / (T (1/J_e + 1/J')) + 5 ms."""
    run = dropped(elements=0, duration=1.0)
    behind = (CASE + 2 * (WHEEL_INERTIA + SHAFT)) / (ENGINE.gear * RATIO) ** 2
    expected = SPEED / (ENGINE.clutch * (1 / ENGINE.inertia + 1 / behind)) + 0.005
    locked = run.time[np.flatnonzero(run[f"{CLUTCH}.sticks"] > 0.5)[0]]
    assert 0.0 <= locked - expected <= 1e-3 + 1e-9  # rows come every ms


def modes_since_it_grips(car, run, **settings):
    """Frequency and damping ratio of the mode at the lowest and at the highest speed with a locked clutch and grip."""
    study, driven = ClutchDrop(**settings), ("front_left", "front_right")
    slip = np.max([np.abs(run[f"flexible.{corner}.tyre.slip"]) for corner in driven], axis=0)
    since = np.flatnonzero((run[f"flexible.{CLUTCH}.sticks"] < 0.5) | (slip > SPINNING))[-1] + 1
    speeds = np.sort(run["flexible.vehicle.vx"][since:])[[0, -1]]
    shafted = study._shafted(car, study.elements)
    modes = [study._mode(shafted, {"vehicle.vx": speeds[[k]]}, np.array([True]), driven) for k in (0, 1)]
    return sorted(mode.imag / (2 * math.pi) for mode in modes), sorted(-mode.real / abs(mode) for mode in modes)


def test_a_car_shuffles_on_flexible_half_shafts_and_not_on_rigid_ones():
    """The ripple in the half shafts is the mode of small motions, and the rigid car does not have it.

    The speed grows while the ripple fades, and the mode changes with it. So frequency and damping lie between those of
    the mode at the lowest and at the highest speed since the clutch locked and tyres grip.
    """
    car = jounce.load("small_car")
    run = jounce.run(car, "clutch-drop")
    found = {name: metric.value for name, metric in run.metrics.items()}
    (low, high), (least, most) = modes_since_it_grips(car, run)
    assert low < found["shuffle_frequency"] < high < 1.02 * low
    assert least < found["shuffle_damping"] < most
    assert 2.0 < found["shuffle_frequency"] < 6.0  # Hz, of cars in their first gear
    assert found["rigid_ripple"] < 0.05 * found["flexible_ripple"]
    assert found["flexible_energy_error"] < 1e-4
    twice = 2 * 60.0 * 3.5 * 4.071 / 2  # N m: a clutch that closes at once swings the shafts to twice its torque
    for corner in ("front_left", "front_right"):
        assert 0.5 * twice < found[f"{corner}_peak_torque"] < twice
    assert found["rigid_lock_time"] > 0.05


def test_more_stiffness_raises_the_shuffle_frequency():
    car = jounce.load("small_car")
    values = car.values()
    stiffer = car.with_values({p: 2 * values[p] for p in ("half_shafts.stiffness", "half_shafts.right_stiffness")})
    soft, stiff = (
        jounce.run(c, "clutch-drop", duration="2 s").metrics["shuffle_eigenfrequency"].value for c in (car, stiffer)
    )
    assert 1.05 < stiff / soft < math.sqrt(2.0)  # tyres give way as well


@pytest.mark.parametrize("depth", ["functional", "single-track"])
def test_a_car_without_shafts_is_refused(depth):
    with pytest.raises(ModelError, match="no shafts between an engine and the wheels"):
        jounce.run(jounce.load("small_car").at_depth(depth), "clutch-drop")


def test_a_car_with_motors_is_refused():
    with pytest.raises(ModelError, match="no shafts between an engine and the wheels"):
        jounce.run(jounce.load("small_car_electric"), "clutch-drop")


def test_a_clutch_that_never_locks_leaves_no_shuffle():
    """More torque of the engine than the clutch bears: it slips to the end."""
    run = jounce.run(jounce.load("small_car"), "clutch-drop", torque="80 N m", clutch_torque="10 N m", duration="1.5 s")
    assert math.isnan(run.metrics["flexible_lock_time"].value)
    assert math.isnan(run.metrics["shuffle_frequency"].value)
    assert run["flexible.starter.flywheel.angle_rate"][-1] > 157.0  # rad/s: the engine has sped up


def test_a_car_takes_its_own_engine_gear_and_clutch():
    table = {"type": "points", "x": ["800 rpm", "6000 rpm"], "y": [90, 80]}
    drag = {"type": "points", "x": ["800 rpm", "6000 rpm"], "y": [-10, -20]}
    own = {
        "engine": {
            "full_load": table,
            "drag": drag,
            "inertia": 0.15,
            "idle_speed": "800 rpm",
            "limit_speed": "6000 rpm",
        },
        "clutch": {"torque": "120 N m"},
        "gearbox": {"ratios": [3.9, 2.1], "shifts": "driver"},
    }
    car = jounce.load("small_car").with_tables(own)
    run = jounce.run(car, "clutch-drop", duration="2 s")
    settings = run.metadata["settings"]
    assert {word: settings[word] for word in ("inertia", "gear", "clutch_torque")} == {
        "inertia": 0.15,
        "gear": 3.9,
        "clutch_torque": 120.0,
    }
    assert run.metrics["flexible_peak_slip"].value > 0.2  # 1.9 kN m on the axle: its wheels spin
    assert any("slip by up to" in note for note in run.metadata["notes"])
    # its wheels spin for most of 2 s, and one period is left to read: a change detector, no derived limit
    found = {name: metric.value for name, metric in run.metrics.items()}
    assert found["shuffle_frequency"] == pytest.approx(found["shuffle_eigenfrequency"], rel=0.03)
    assert found["shuffle_damping"] == pytest.approx(found["shuffle_eigendamping"], abs=0.03)


def agrees_with_small_motions(car, run, **settings):
    """Frequency and damping ratio of the run lie between those of the mode at the ends of its speeds."""
    found = {name: metric.value for name, metric in run.metrics.items()}
    (low, high), (least, most) = modes_since_it_grips(car, run, **settings)
    assert low < found["shuffle_frequency"] < high and least < found["shuffle_damping"] < most
    assert found["rigid_ripple"] < 0.05 * found["flexible_ripple"]
    spins = np.flatnonzero(np.abs(run["flexible.front_left.tyre.slip"]) >= 0.2)
    swing = np.ptp(run["flexible.vehicle.ax"][spins[-1] :])
    # half of it, next to slower motions and faded by a quarter of a period: RK4 with steps of 0.1 ms has 0.25
    assert 0.2 * swing < found["flexible_ripple"] < 0.75 * swing


@pytest.mark.parametrize("clutch", ["100 N m", "300 N m"])
def test_wheels_that_spin_first_are_read_once_they_grip(clutch):
    car = jounce.load("small_car")
    run = jounce.run(car, "clutch-drop", clutch_torque=clutch)
    assert run.metrics["flexible_peak_slip"].value > 0.9
    agrees_with_small_motions(car, run, clutch_torque=clutch)


def test_wheels_that_spin_to_the_end_leave_no_shuffle_and_a_note():
    words = {"clutch_torque": "300 N m", "inertia": 1.0, "engine_speed": "5000 rpm", "duration": "1.5 s"}
    run = jounce.run(jounce.load("small_car"), "clutch-drop", **words)
    for word in ("shuffle_frequency", "shuffle_damping", "flexible_ripple", "rigid_ripple"):
        assert math.isnan(run.metrics[word].value), word
    assert any("the shuffle cannot be read off" in note and "do not spin" in note for note in run.metadata["notes"])
    assert wording_of_number_and_unit(run.metrics["shuffle_frequency"]) == ("none", "")
    said = [note for note in run.metadata["notes"] if "integrator" in note]
    assert [note.partition(":")[0] for note in said] == ["rigid shafts", "flexible shafts"]


TIME = np.linspace(0.0, 3.0, 1501)


@pytest.mark.parametrize(
    ("frequency", "decay", "why"),
    [
        (3.4, 2.0, ""),
        (12.0, 5.0, "its strongest ripple has 12 Hz"),
        (3.4, 9.0, "damping ratio of 0.39"),
        (0.0, 1.0, "no ripple"),
    ],
)
def test_a_ripple_is_the_shuffle_if_it_is_the_mode_of_small_motions(frequency, decay, why):
    """The mode has 3.3 Hz and a damping ratio of 0.1; ripples are made of their closed form."""
    pulse = 2 * math.pi * 3.3
    mode = complex(-0.1 * pulse, pulse * math.sqrt(1 - 0.01))
    torque = 500.0 + 200.0 * np.exp(-decay * TIME) * np.cos(2 * math.pi * frequency * TIME)
    found, reason = _read_shuffle(TIME, torque, TIME >= 0.0, mode)
    assert why in reason and bool(why) == math.isnan(found.imag)
    if not why:
        assert found == pytest.approx(complex(-decay, 2 * math.pi * frequency), rel=1e-6)


def test_a_converter_cannot_be_dropped():
    with pytest.raises(ModelError, match="torque converter"):
        jounce.run(jounce.load("sedan"), "clutch-drop")
