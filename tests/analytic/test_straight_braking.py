"""Straight braking: locked stops, decelerations over distance, one side on ice; by pedal, pressure and deceleration."""

from __future__ import annotations

import numpy as np
import pytest
from braked_cars import by_pressure, golf, with_dugoff
from scipy.integrate import cumulative_trapezoid

import jounce
from jounce.studies.performance.stopping import stopping_deceleration

G = 9.81  # m/s^2
REGULATOR = {
    "type": "points",
    "x": [0.0, 3e6, 9e6],
    "y": [0.0, 3e6, 5e6],
    "interpolation": "linear",
}


def values(run) -> dict[str, float]:
    return {name: metric.value for name, metric in run.metrics.items()}


def test_a_car_with_locked_wheels_stops_in_v_squared_by_two_mu_g():
    """All wheels slide with mu = 0.7, whatever their loads are. These add up to the weight and to what the centre of
    mass takes up in heave: dv = mu (g dt + dvz). Of the wheels that move against the body the channel knows nothing:
    26 kg each at some cm/s, 1e-3 of it. The mean over distance follows the same, but for the heave."""
    run = jounce.run(by_pressure(with_dugoff(golf(), 0.7), stronger=3.0), "straight-braking", speed="72 km/h")
    found = values(run)
    assert found["locked_wheels"] == 4 and found["lowest_slip"] == pytest.approx(-1.0)
    assert found["front_left.adhesion"] == pytest.approx(0.7, rel=1e-6)
    a, b = (int(np.argmax(run["vehicle.vx"] < speed)) for speed in (16.0, 2.0))
    (slower, heaves), lasts = (
        [run[f"vehicle.cg.{word}"][a] - run[f"vehicle.cg.{word}"][b] for word in ("vx", "vz")],
        run.time[b] - run.time[a],
    )
    assert slower == pytest.approx(0.7 * (G * lasts - heaves), rel=2e-3)
    assert found["mean_deceleration"] == pytest.approx(0.7 * G, rel=0.01)
    # before: the pedal moves for 0.15 s and wheels lock within it; between nothing and all of that time at full speed
    slid = 20.0**2 / (2 * 0.7 * G)
    assert slid < found["stopping_distance"] < slid + 20.0 * 0.15


def test_the_mean_deceleration_is_that_of_iso_21994():
    """d_m = (v_b^2 - v_e^2)/(25.92 (s_e - s_b)), speeds in km/h at 0.8 and 0.1 of the first one, ways in m."""
    run = jounce.run(golf(), "straight-braking", speed="80 km/h", deceleration="4 m/s^2")
    v, s = 3.6 * run["vehicle.vx"], run["vehicle.x"]
    stop = v.argmin()
    begin, end = (np.interp(-share * v[0], -v[:stop], s[:stop]) for share in (0.8, 0.1))
    wanted = ((0.8 * v[0]) ** 2 - (0.1 * v[0]) ** 2) / (25.92 * (end - begin))
    assert values(run)["mean_deceleration"] == pytest.approx(wanted, rel=1e-9)


def test_pressure_and_torque_are_two_words_for_the_same_brakes():
    """The same torques at every travel of the pedal: the same stop, to what the integrator rounds."""
    settings = {"speed": "60 km/h", "pedal": 0.5}
    one, other = (values(jounce.run(car, "straight-braking", **settings)) for car in (golf(), by_pressure(golf())))
    for name in ("stopping_distance", "mean_deceleration", "stopping_time"):
        assert one[name] == pytest.approx(other[name], rel=1e-8)
    line = jounce.run(by_pressure(golf()), "straight-braking", speed="60 km/h", pressure="50 bar")
    assert line.metadata["settings"]["pedal"] == pytest.approx(0.5, rel=1e-12)


def test_a_deceleration_is_asked_of_torque_radius_and_mass():
    """Without air and rolling resistance the car decelerates by F/(m + all that turns/R^2): a little less than F/m.

    F itself is torque by loaded radius, which lies within 1 % of what slip and load transfer make of it.
    """
    car = with_dugoff(golf(), 1.0)
    run = jounce.run(car, "straight-braking", speed="80 km/h", deceleration="3 m/s^2")
    masses = [car.axles[name].bodies["wheel"].inertia[1] / car.axles[name].tyre.radius ** 2 for name in car.axles]
    turning = 2.0 * sum(masses) / 900.0
    assert values(run)["mean_deceleration"] == pytest.approx(3.0 / (1.0 + turning), rel=0.01)
    assert values(run)["locked_wheels"] == 0


@pytest.mark.parametrize("side", ["left", "right"])
def test_ice_under_one_side_turns_the_car_as_the_braking_force_of_the_other_does(side):
    """Izz r' = half the track times the difference of the braking forces, as long as no side force acts: the tyres
    have next to no cornering stiffness. On ice (0.01) wheels lock with 0.01 of their load; the others roll and take
    torque/radius but for the inertia of the wheel, 4 % of the car here. After 0.3 s all of that is steady."""
    car = by_pressure(with_dugoff(golf(), 1.0, cornering=1.0))
    settings = {"speed": "100 km/h", "pedal": 0.2, "rise": "0.05 s", "duration": "1.1 s"}
    run = jounce.run(car, "straight-braking", low_friction=0.01, low_side=side, **settings)
    rows = (run.time > 0.85) & (run.time < 1.05)
    sign, (grip, ice) = (1.0, ("right", "left")) if side == "left" else (-1.0, ("left", "right"))
    spin = np.polyfit(run.time[rows], run["vehicle.yaw_rate"][rows], 1)[0]
    slowing = -np.polyfit(run.time[rows], run["vehicle.vx"][rows], 1)[0]
    moment = 0.0
    for axle in ("front", "rear"):
        wheel = car.axles[axle].bodies["wheel"].inertia[1]
        radius, half = car.axles[axle].tyre.radius, 0.5 * car.axles[axle].track()
        torque = car.brakes.wheel_torque(0.2, axle == "front")
        moment -= half * (torque / radius - wheel * slowing / radius**2)
        moment += half * 0.01 * run[f"{axle}_{ice}.tyre.Fz"][rows].mean()
    assert spin == pytest.approx(sign * moment / 1350.0, rel=0.02)
    assert (run[f"front_{ice}.brake.sticks"][rows] == 1).all() and not run[f"front_{grip}.brake.sticks"][rows].any()


def test_a_car_that_spins_is_measured_along_its_way():
    """Held on split friction the sedan turns round. The deceleration along its way adds up to all of its speed, its
    mean is no more than its largest, wheels that stand while the car slides sideways are locked, and those that cross
    the middle of the road are told with the time from which their friction is that of the other half."""
    sedan = jounce.load("sedan")
    car = sedan.with_tables({"abs": {"front": "individual"}}).at_depth("functional")
    run = jounce.run(car, "straight-braking", low_friction=0.3, duration="6 s")
    found, t = values(run), run.time
    speed = np.hypot(run["vehicle.vx"], run["vehicle.vy"])
    assert found["largest_yaw"] > 0.5 * np.pi and found["mean_deceleration"] < found["largest_deceleration"]
    lost = np.interp(0.5 + found["stopping_time"], t, cumulative_trapezoid(stopping_deceleration(run), t, initial=0))
    assert lost == pytest.approx(speed[0], rel=5e-3)  # the trapezoid at jumps of the brake torques
    names = ("front_left", "front_right", "rear_left", "rear_right")
    stands = {name: (np.abs(run[f"{name}.wheel_bearing.angle_rate"]) < 1e-6) & (speed > 15 / 3.6) for name in names}
    locked = {name: t[rows][0] - 0.5 for name, rows in stands.items() if rows.any()}
    assert locked and found["locked_wheels"] == len(locked)
    assert {name: found[f"{name}.lock_time"] for name in locked} == pytest.approx(locked, abs=0.01)
    (note,) = (note for note in run.metadata["notes"] if "half of the split road" in note)
    braking = (t >= 0.5) & (t <= 0.5 + found["stopping_time"])
    for name in names:
        friction = run[f"{name}.tyre.friction"]
        off = braking & (np.abs(friction - friction[0]) > 0.3)
        assert (f"{name} first after {t[off][0] - 0.5:.3g} s" in note) if off.any() else (name not in note)
        assert not off.any() or f"for {100 * off.sum() / braking.sum():.0f} % of the stop" in note
        (told,) = (note for note in run.metadata["notes"] if note.startswith(f"{name}.brake"))  # one line for a part
        assert f"releases pressure {run[f'{name}.brake.releases'].max():.0f} times" in told


def test_select_low_and_a_driver_together_keep_the_car_from_spinning():
    """The sedan without the delay in front: neither of the two does it alone."""
    car = jounce.load("sedan").with_tables({"abs": {"front": "individual"}}).at_depth("functional")
    single = car.with_tables({"abs": {"front": "individual", "rear": "individual"}})
    settings = {"low_friction": 0.3, "duration": "6 s"}
    both = jounce.run(car, "straight-braking", driver="correcting", **settings)
    alone = jounce.run(single, "straight-braking", driver="correcting", **settings)
    assert values(both)["largest_yaw"] < np.radians(10.0) and values(alone)["largest_yaw"] > np.radians(60.0)


def test_a_driver_keeps_the_car_on_its_line_on_split_friction():
    """A moderate brake, 0.3 under the right wheels: held, the car turns off; who corrects needs his hands for it."""
    car = by_pressure(golf())
    settings = {"speed": "80 km/h", "pedal": 0.35, "low_friction": 0.3}
    held, steered = (
        values(jounce.run(car, "straight-braking", driver=who, **settings)) for who in ("held", "correcting")
    )
    assert held["steering_1s"] < 1e-9 and steered["steering_1s"] > np.radians(5.0)
    assert steered["lateral_deviation"] < 0.25 * held["lateral_deviation"]


def test_more_than_the_brakes_have_is_refused():
    with pytest.raises(jounce.ModelError, match=r"full pedal gives 2770 N m"):
        jounce.run(golf(), "straight-braking", deceleration="45 m/s^2")
    with pytest.raises(jounce.ModelError, match=r"brakes have no pressures"):
        jounce.run(golf(), "straight-braking", pressure="50 bar")
    with pytest.raises(jounce.ModelError, match=r"and so is deceleration"):
        jounce.run(golf(), "straight-braking", pressure="50 bar", deceleration="4 m/s^2")


@pytest.mark.parametrize(
    ("tables", "behind"),
    [
        ({}, 6e6),
        ({"front_share": 0.6}, 6e6 * 0.4 / 0.6),
        ({"rear_pressure": 0.7}, 0.7 * 6e6),
        ({"rear_pressure": REGULATOR}, 4e6),
    ],
)
def test_the_rear_gets_the_pressure_of_its_share_or_valve(tables, behind):
    """60 % of 100 bar in the line; both wheels of the rear axle."""
    car = by_pressure(golf())
    car = car.with_tables({"brakes": car.tables()["brakes"] | tables})
    run = jounce.run(car, "straight-braking", speed="60 km/h", pedal=0.6, duration="0.8 s")
    assert run["front_left.brake.pressure"][-1] == pytest.approx(6e6, rel=1e-12)
    for side in ("left", "right"):
        assert run[f"rear_{side}.brake.pressure"][-1] == pytest.approx(behind, rel=1e-9)
    torque = car.brakes.wheel_torque(0.6, False)
    assert run["rear_left.brake.limit"][-1] == pytest.approx(torque, rel=1e-9)
