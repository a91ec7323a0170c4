"""One car at several depths: tables and functional axles move it as its links do."""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from jounce.depths.derive import derive, derived_vehicle
from jounce.depths.linear_depths import without_dry_friction
from jounce.errors import ModelError
from jounce.studies.driving.driving_start import start_in_circle, start_straight
from jounce.studies.handling.steady_cornering import steady_cornering_geometry

PEAKS = ("vehicle.yaw_rate", "vehicle.cg.ay", "vehicle.roll")
NEAR = {"tabulated": 0.01, "functional": 0.05, "functional-carcass": 0.05}
UNDERSTEER = 0.01  # of the gradient
STEP = 2.5e-4  # s, of RK4: the same for all


def steering(manoeuvre: str, t: np.ndarray) -> np.ndarray:
    """Steering-wheel angle in rad: a sine, or there and back again as in a double lane change."""
    amplitude = np.radians(60.0)
    if manoeuvre == "sine":
        return np.where((t > 0.5) & (t < 2.5), amplitude * np.sin(np.pi * (t - 0.5)), 0.0)
    there = np.where((t > 0.3) & (t < 1.9), np.sin(2 * np.pi * (t - 0.3) / 1.6), 0.0)
    back = np.where((t > 2.3) & (t < 3.9), -np.sin(2 * np.pi * (t - 2.3) / 1.6), 0.0)
    return amplitude * (there + back)


def drive(depth: str, manoeuvre: str, speed: float) -> jounce.Result:
    car = jounce.load("small_car").at_depth(depth).car_model("angle")
    start = start_straight(car, speed)
    t = np.linspace(0.0, 4.5, 451)
    inputs = {**start.inputs, car.steering: (t, steering(manoeuvre, t))}
    return jounce.simulate(start.ready, 4.5, inputs=inputs, step=STEP, output_step=1e-2)


@pytest.mark.parametrize(("manoeuvre", "speed"), [("sine", 60.0), ("sine", 80.0), ("lane change", 80.0)])
def test_peaks_are_those_of_the_links(manoeuvre, speed, measured):
    """Up to 5.5 m/s^2. The tables' own error is below 1e-6 m; what is left of the functional car is curvature of its
    wheels' ways, mass, damping and friction of the rack, and the inertia of engine and shafts in their own rotation."""
    links = drive("structural", manoeuvre, speed / 3.6)
    for depth, limit in NEAR.items():
        run = drive(depth, manoeuvre, speed / 3.6)
        for name in PEAKS:
            true = np.abs(links[name]).max()
            found = abs(np.abs(run[name]).max() / true - 1.0)
            assert found < limit, (depth, name)
            measured(f"depths.{depth} peaks", found, limit)


@pytest.mark.parametrize("name", ["hmmwv", "small_car_electric"])
def test_other_cars_have_these_depths_too(name):
    """Double wishbones that stand 105 mm away from their design position, four motors: the yaw rate after a step of the
    wheel, within the same limits."""
    vehicle = jounce.load(name)

    def answer(depth):
        run = jounce.run(vehicle.at_depth(depth), "step-steer", speed=60 / 3.6, angle=0.6, duration=2.5)
        return run["vehicle.yaw_rate"][-1]

    links = answer("structural")
    for depth in ("tabulated", "functional"):
        assert answer(depth) == pytest.approx(links, rel=NEAR[depth])


@pytest.mark.parametrize("name", ["small_car", "sedan", "hmmwv"])
def test_a_functional_car_understeers_as_its_links_do(name, measured):
    """By a small circle at 72 km/h, without dry friction. Each has a soft column, which carries 4, 12 and 36 % of it;
    what its mounts, links and hinges move by themselves is the same to the hinge's curvature."""
    links = without_dry_friction(jounce.load(name))
    gradients = [understeer(links), understeer(derived_vehicle(links.at_depth("functional")))]
    difference = abs(gradients[1] / gradients[0] - 1.0)
    assert difference < UNDERSTEER
    measured("depths.functional understeer", difference, UNDERSTEER)


def understeer(vehicle) -> float:
    """Returns the steer at the wheels beyond wheelbase over radius, by lateral acceleration, in rad s^2/m."""
    car, speed, a_y = vehicle.car_model("angle"), 20.0, 0.05
    about, straight = steady_cornering_geometry(vehicle, car), start_straight(car, speed)
    turning = start_in_circle(car, speed, a_y / speed, at=straight)
    rate = turning.seen()["vehicle.yaw_rate"] - straight.seen()["vehicle.yaw_rate"]
    wheel = turning.inputs[car.steering] - straight.inputs[car.steering]
    return (wheel / about["steering_ratio"] - about["wheelbase"] * rate / speed) / (rate * speed)


def test_a_tabulated_car_stands_and_weighs_as_its_links_do():
    """Wheel loads at rest agree to what the tables err, 8.5e-7 m of a spring of 17 N/mm: links weigh there too."""
    loads = []
    for depth in ("structural", "tabulated"):
        car = jounce.load("small_car").at_depth(depth).car_model("angle")
        seen = start_straight(car, 0.0).seen()
        loads.append([seen[f"{corner}.tyre.Fz"] for corner in car.corners])
        assert float(car.mass) == pytest.approx(850.0)
    np.testing.assert_allclose(loads[1], loads[0], rtol=0, atol=0.015)


def test_a_functional_car_weighs_as_its_links_do_and_has_19_freedoms():
    """Six of the body, four arms, four spins, four tyres, the twist of the column; the driver holds the wheel."""
    from jounce.depths.car_masses import whole_car_mass

    vehicle = jounce.load("small_car")
    links = whole_car_mass(vehicle.car_model("angle"))
    for depth, freedoms in (("functional", 19), ("functional-carcass", 27)):
        simpler = vehicle.at_depth(depth)
        whole = whole_car_mass(simpler.car_model("angle"))
        assert whole.mass == pytest.approx(links.mass, rel=1e-12)
        np.testing.assert_allclose(whole.centre, links.centre, atol=1e-12)
        np.testing.assert_allclose(whole.inertia, links.inertia, atol=1e-9)
        assert jounce.prepare(simpler, integrator=None).rank.mobility == freedoms


@pytest.mark.parametrize("name", ["small_car", "hmmwv"])
def test_a_functional_axle_has_the_rates_of_its_linkage(name):
    """Camber, toe, track and roll centre, wheel rate and the support of braking, where the car stands, on the same rig.

    Kept by the hinge to rounding are the turn of the spin axis and the way of the contact point. Wheel rates are slopes
    of a spline through 41 loads, support slopes are taken about a wheel that is toed in by 22 mrad in hmmwv.
    """
    vehicle = jounce.load(name)
    simpler = vehicle.at_depth("functional")
    exact = ("bump_camber", "bump_steer", "jacking", "toe", "inclination")
    near = ("wheel_rate", "support_slope_outboard")
    for axle in vehicle.axles:
        rest = simpler.computed()[f"{axle}.standing_travel"].value
        moved = dict(axle=axle, travel=(rest, rest + 1e-3), points=2)
        links, hinge = (jounce.run(car, "wheel-travel", **moved) for car in (vehicle, simpler))
        for word in exact + near:
            channel = f"{axle}_left.{word}"
            limit = 1e-7 if word in exact else 2e-3
            assert hinge[channel][0] == pytest.approx(links[channel][0], rel=limit, abs=1e-12), channel
        for word in ("track", "roll_centre_height"):
            assert hinge[f"{axle}.{word}"][0] == pytest.approx(links[f"{axle}.{word}"][0], rel=1e-6)


def test_a_functional_car_can_be_saved_and_loaded(tmp_path):
    simpler = derived_vehicle(jounce.load("small_car").at_depth("functional"))
    loaded = jounce.load(simpler.save(tmp_path / "functional.toml"))
    assert loaded.values() == simpler.values()


def test_a_file_may_ask_for_a_depth(tmp_path):
    vehicle = jounce.load("small_car").at_depth("tabulated")
    loaded = jounce.load(vehicle.save(tmp_path / "car.toml"))
    assert loaded.depth == "tabulated"
    assert loaded.at_depth("structural") == jounce.load("small_car")


def test_what_a_depth_cannot_be_is_refused():
    car = jounce.load("small_car")
    with pytest.raises(ModelError, match=r"there is no depth 'functionl'\. Did you mean 'functional'"):
        car.at_depth("functionl")
    with pytest.raises(ModelError, match="a tabulated car has no bushings"):
        jounce.run(car.at_depth("tabulated"), "step-steer", compliance=True)
    with pytest.raises(ModelError, match="the car has none"):
        jounce.run(car.at_depth("single-track"), "brake-to-standstill")
    with pytest.raises(ModelError, match="no vehicle of its own"):
        derived_vehicle(car.at_depth("roll"))
    assert derive(car.at_depth("functional")) is derive(car.at_depth("functional"))


def test_an_element_that_tables_cannot_hold_is_named_as_in_the_file():
    with pytest.raises(ModelError) as refused:
        jounce.load("golf1").at_depth("tabulated").car_model()
    assert [problem.where for problem in refused.value.problems] == ["axles.front.carcass"]
    assert str(refused.value).startswith("Golf I class")
