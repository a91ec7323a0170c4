"""Whole cars that stop, stand and start again: locked and rolling, forward and in reverse, level and on a slope."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.append(str(Path(__file__).parents[1] / "analytic"))
from driven_cars import small_car

import jounce
from jounce.errors import NumericalError
from jounce.parts.roads import Road, Slope
from jounce.parts.tyres.tyre_law import Contact
from jounce.results.read_offs import crossing
from jounce.studies.driving.driving_start import start_parked, start_straight
from jounce.studies.driving.set_down import check_set_down_stands

G = 9.81
CORNERS = ("front_left", "front_right", "rear_left", "rear_right")
LOCKED = -0.98  # slip of a wheel that does not turn: loads that rise stretch a patch that lags
STORED_BEFORE = 125.0  # J that the tyres gave back while a locked wheel was deflected by a whole relaxation length


def sum_of(run, channel: str) -> np.ndarray:
    return np.sum([run[f"{corner}.tyre.{channel}"] for corner in CORNERS], axis=0)


@pytest.fixture(scope="module", params=[100 / 3.6, -60 / 3.6], ids=["forward", "reverse"])
def locked_stop(request):
    """Full pedal without air, with its way; in reverse, brakes that lock the loaded rear wheels as well.

    And slower: from 100 km/h in reverse the car would turn round.
    """
    changed = {f"aero.{word}.0": 0.0 for word in ("drag", "lift", "pitch")}
    if request.param < 0.0:
        changed |= {"brakes.front_share": 0.4, "brakes.torque": 1.5 * small_car().values()["brakes.torque"]}
    car = small_car().with_values(changed)
    return jounce.run(car, "brake-to-standstill", pedal=1.0, speed=request.param), np.sign(request.param)


def test_locked_wheels_stop_a_car_in_the_distance_of_their_friction(locked_stop, measured):
    """m v^2 / (2 mu F) from the instant when all wheels are locked, mu = sum Fx / sum Fz at slip -1, F the mean load.

    Of the centre of mass: the body pitches as the wheels lock, and other points of it move at other speeds. The loads
    swing about the weight, by 1 % of it in the mean; mu swings with them: 0.1 %.
    """
    run, way = locked_stop
    v, x, t = way * run["vehicle.cg.vx"], way * run["vehicle.cg.x"], run.time
    slip = np.array([way * run[f"{corner}.tyre.slip"] for corner in CORNERS])
    first = np.flatnonzero((slip < LOCKED).all(axis=0))[0]
    end = crossing(t, -v, 0.0)
    sliding = (np.arange(len(t)) >= first) & (v > 1.0)
    assert (slip[:, sliding] < LOCKED).all() and v[first] > 10.0
    friction = np.average(-way * sum_of(run, "Fx")[sliding] / sum_of(run, "Fz")[sliding], weights=v[sliding])
    load = np.average(sum_of(run, "Fz")[sliding], weights=v[sliding]) / float(small_car().car_model().mass)
    assert load == pytest.approx(G, rel=0.02)
    distance = np.interp(end, t, x) - x[first]
    measured("drive.locked stop", distance / (v[first] ** 2 / (2 * friction * load)) - 1.0, 1e-3)


def test_a_locked_stop_springs_back_by_what_the_carcasses_hold(locked_stop):
    """Slip within 0.05 of -1 to 1, recoil below 0.25 m/s, a third of the energy of old at most; then the car stands."""
    run, way = locked_stop
    slip = np.array([way * run[f"{corner}.tyre.slip"] for corner in CORNERS])
    assert slip.min() >= -1.05 and slip.max() <= 1.05
    assert 0.05 < run.metrics["recoil"].value < 0.25
    work = sum_of(run, "work")
    back = (work - np.minimum.accumulate(work)).max()
    assert 1.0 < back < STORED_BEFORE / 3
    assert run["vehicle.speed"][-1] < 1e-3
    assert run.metrics["creep"].value < 0.02


@pytest.mark.parametrize("name", ["small_car", "golf1"])
def test_a_locked_stop_recoils_as_a_mass_on_the_springs_of_its_tyres(name, measured):
    """v = a/w, w^2 = sum(K/sigma)/m: deceleration before the stop, slip stiffness and relaxation length of each tyre.

    The wheels slide with a little less force than they pass their peaks with, by 8 % on these tyres, and what swings
    back pitches too: 12 %.
    """
    car = jounce.load(name)
    run = jounce.run(car, "straight-braking", speed="50 km/h")
    model, v = car.car_model(), run["vehicle.vx"]
    stop = int(np.argmax(v < 0.0))
    loads = start_parked(model).seen()
    stiffness = 0.0
    for corner in CORNERS:
        law, load = car.axles[corner.partition("_")[0]].tyre.law, loads[f"{corner}.tyre.Fz"]
        sigma = float(law.relaxation(load, 0.0)[0])
        back, ahead = (
            law.forces(Contact(slip=kappa, slip_angle=0.0, inclination=0.0, load=load, speed=10.0)).Fx
            for kappa in (-1e-5, 1e-5)
        )
        stiffness += (ahead - back) / 2e-5 / sigma
    sliding = (run.time > run.time[stop] - 0.3) & (run.time < run.time[stop] - 0.05)
    expected = -run["vehicle.cg.ax"][sliding].mean() / np.sqrt(stiffness / float(model.mass))
    measured("drive.recoil", -v.min() / expected - 1.0, 0.12)


@pytest.mark.parametrize("way", [1.0, -1.0], ids=["forward", "reverse"])
def test_a_car_rolls_to_rest_stands_and_drives_away(way):
    """A third of the pedal, rest, and off again. Virtual work gives a = (T - T_0) i / m: i turns of the engine in a
    metre, by a ratio of 4.071; m twice the kinetic energy by the square of the speed; T_0 the torque that the start
    holds its speed with.

    3 %: air and rolling resistance differ a little at other speeds, and the car still pitches.
    """
    start = start_straight(small_car().car_model(steering="angle"), way * 20 / 3.6)
    held, driven = float(start.inputs["drive.torque"]), way * 40.0
    pedal = ([0.0, 0.5, 0.7, 4.0, 4.1, 9.0], [0.0, 0.0, 0.3, 0.3, 0.0, 0.0], "linear")
    torque = ([0.0, 0.5, 0.7, 5.0, 5.3, 9.0], [held, held, 0.0, 0.0, driven, driven], "linear")
    inputs = dict(start.inputs) | {str(start.car.brake): pedal, "drive.torque": torque}
    run = jounce.simulate(start.ready, 9.0, inputs=inputs, output_step=0.01, integrator="rk4")
    v, t = way * run["vehicle.vx"], run.time
    slip = np.array([run[f"{corner}.tyre.slip"] for corner in CORNERS])
    assert np.abs(slip).max() < 0.2 and v.min() > -0.25
    assert np.abs(v[(t > 3.5) & (t < 4.0)]).max() < 1e-3
    late = t > 7.0
    acceleration = np.polyfit(t[late], v[late], 1)[0]
    mass = 2 * run["energy.kinetic"][-1] / v[-1] ** 2
    turns = 4.071 * start.car.turning["drive.front_differential.angle"]
    assert acceleration == pytest.approx(way * (driven - held) * turns / mass, rel=0.03)


def test_a_car_starts_in_reverse_as_forward_and_at_rest_it_is_parked():
    """Rolling resistance changes its sign with the speed, and so does the torque against it, but for the loads that its
    moment moves from axle to axle: 2 %."""
    car = small_car().car_model(steering="angle")
    forward, back, still = (start_straight(car, speed) for speed in (2.0, -2.0, 0.0))
    assert forward.inputs["drive.torque"] > 0.1
    assert back.inputs["drive.torque"] == pytest.approx(-forward.inputs["drive.torque"], rel=0.02)
    assert back.seen()["vehicle.vx"] == pytest.approx(-2.0, abs=1e-6)
    assert still.inputs["drive.torque"] == 0.0 and np.abs(still.rates()).max() < 1e-6
    for start in (forward, back):
        rates = start.rates()[list(start.ready.layout.speeds.values())]
        assert np.abs(rates).max() < 1e-6


@pytest.mark.parametrize("speed", ["4 km/h", "-4 km/h"])
def test_a_slow_car_turns_as_its_wheels_point(speed):
    """Yaw rate = v delta / L, in reverse with the other sign; 3 %: toe change of the linkage, and little understeer."""
    run = jounce.run(small_car(), "steady-circle", speed=speed, lateral_acceleration="0.1 m/s^2", points=6)
    about = run.metadata["settings"]
    steer = run["steering.wheel.angle"][1:] / about["steering_ratio"]
    v = np.copysign(run["vehicle.cg.speed"], run["vehicle.cg.vx"])[1:]
    np.testing.assert_allclose(run["vehicle.cg.yaw_rate"][1:], v * steer / about["wheelbase"], rtol=0.03)


def slope(**slopes: float) -> Road:
    return Road(name="slope", elements={"slope": Slope(**slopes)})


@pytest.mark.parametrize("grade", [0.1, -0.3])
@pytest.mark.parametrize("name", ["small_car", "hmmwv"])
def test_a_car_set_down_on_a_slope_is_held_by_all_its_wheels(name, grade):
    """Tyres of one kind, all unstressed before, give way alike: each wheel takes part as its stiffness says. The sum is
    the weight along the road, the components across it cancel to a few newtons (toe and camber turn their axes).
    """
    car = jounce.load(name).car_model(steering="angle")
    start = start_parked(car, slope(grade=grade), {str(car.brake): 1.0})
    seen = start.seen()
    along = {corner: seen[f"{corner}.tyre.Fx"] for corner in car.corners}
    weight = car.mass * G * np.sin(np.arctan(grade))
    assert sum(along.values()) == pytest.approx(weight, rel=0.01)
    assert all(0.1 < force / weight < 0.4 for force in along.values())
    assert any("not unique" in note for note in start.notes)
    run = jounce.simulate(start.ready, 5.0, inputs=start.inputs, output_step=0.1, integrator="rk4")
    assert max(np.ptp(run[f"vehicle.{axis}"]) for axis in "xyz") < 1e-6


def test_a_slope_that_tyres_cannot_hold_is_refused_with_the_friction_they_use():
    car = small_car().car_model(steering="angle")
    with pytest.raises(NumericalError, match=r"(does not come to rest|does not stand).*front_left 0\.\d"):
        start_parked(car, slope(grade=0.9), {str(car.brake): 1.0})


def test_rest_on_the_falling_side_of_a_tyres_force_is_refused():
    """All forces balance there as well, but a tyre that is pushed further holds less."""
    car = small_car().car_model(steering="angle")
    start = start_parked(car, slope(grade=0.1), {str(car.brake): 1.0})
    check_set_down_stands(start)
    state, place = start.ready.state.copy(), start.ready.layout.elements["front_left.tyre.u_x"]
    work = start.ready.workspace(start.inputs)
    while work.observe(state)["front_left.tyre.slip"] < 0.4:  # beyond the peak
        state[place] *= 1.05
    with pytest.raises(NumericalError, match="front_left would hold less"):
        check_set_down_stands(start.moved_to(state))
