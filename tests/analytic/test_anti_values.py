"""Anti-dive and anti-lift against the balance of a braked or driven car and of its carriers, joint by joint.

The car: what its axles gain and lose by m a h / L. A carrier: forces along rods, strut or hinge that hold it under the
load at the contact point; what the spring then takes less is carried by the joints.
"""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from jounce.studies.kinematics.car_data import figures_of_car_data

ROUNDING = 1e-9  # of a sweep closed to 1e-13 m on arms of 0.1 m
UP, AHEAD = np.array([0.0, 0.0, 1.0]), np.array([1.0, 0.0, 0.0])


def wrench(force: np.ndarray, at: np.ndarray) -> np.ndarray:
    return np.concatenate([force, np.cross(at, force)])


def strut_force(points, force: np.ndarray, at: np.ndarray) -> float:
    """Compression of a strut's spring, on the line of the strut: the carrier stands on three rods and the strut's top.

    The strut's top is a ball joint, so that all it passes on goes through it.
    """
    p = {name: np.array(point) for name, point in points.items()}
    rods = [("lower_arm_front", "lower_ball_joint"), ("lower_arm_rear", "lower_ball_joint")]
    columns = [wrench(p[b] - p[a], p[b]) for a, b in [*rods, ("tie_rod_inner", "tie_rod_outer")]]
    columns += [wrench(direction, p["strut_top"]) for direction in np.eye(3)]
    held = np.linalg.solve(np.transpose(columns), -wrench(force, at))
    return float(-held[3:] @ (p["strut_top"] - p["strut_bottom"]))


def hinge_moment(points, force: np.ndarray, at: np.ndarray) -> float:
    """Moment of a force about the hinge of an arm, which its spring has to balance."""
    inner, outer = (np.array(points[f"pivot_{end}"]) for end in ("inner", "outer"))
    return float(np.cross(at - inner, force) @ (outer - inner))


def part_carried(moment, points, along: float, load: float, at: np.ndarray, bearing: np.ndarray) -> float:
    """What the spring takes less than it would of the load alone, by force ahead at `at` and load at the contact."""
    alone = moment(points, load * UP, bearing)
    both = alone + moment(points, along * AHEAD, at)
    return 1.0 - both / alone


@pytest.fixture(scope="module")
def car():
    """Its wheels stand upright and straight: the lowest point of each is right under its centre."""
    upright = {f"axles.{axle}.alignment.{angle}": 0.0 for axle in ("front", "rear") for angle in ("toe", "camber")}
    return jounce.load("small_car").with_values(upright)


@pytest.fixture(scope="module")
def balance(car):
    """Of the whole car at 1 m/s^2: mass, height over the road, wheelbase."""
    bodies = [(body.mass, np.array(body.centre)) for body in car.car_model().model.bodies]
    mass = sum(m for m, _ in bodies)
    height = sum(m * c[2] for m, c in bodies) / mass
    front, rear = (axle.hardpoints["wheel_centre"] for axle in car.axles.values())
    assert mass == pytest.approx(850.0, rel=1e-6) and car.body.mass < 0.9 * mass
    return mass, height, front[0] - rear[0]


@pytest.mark.parametrize(("axle", "brake", "drive"), [("front", "anti_dive", "anti_lift"), ("rear", "anti_lift", "")])
def test_joints_carry_the_part_of_the_load_transfer_that_statics_say(car, balance, axle, brake, drive):
    """Braking 1 m/s^2 by outboard brakes, driving 1 m/s^2 by half-shafts at the front."""
    mass, height, wheelbase = balance
    run = jounce.run(car, "wheel-travel", axle=axle, travel=("0 mm", "1 mm"), points=2)
    own, share = car.axles[axle], car.brakes.front_share
    torques = {"front": share, "rear": 1.0 - share}
    forces = {name: torque / car.axles[name].tyre.radius for name, torque in torques.items()}
    part = forces[axle] / sum(forces.values())
    W = np.array(own.hardpoints["wheel_centre"])
    C = W - own.tyre.radius * UP
    road = height - C[2]
    # the rear axle gains what the front one loses; per wheel
    gained = 0.5 * mass * road / wheelbase * (1.0 if axle == "front" else -1.0)
    moment = strut_force if axle == "front" else hinge_moment
    carried = part_carried(moment, own.hardpoints, -0.5 * part * mass, gained, C, C)
    assert run.metrics[f"{axle}_left.{brake}"].value == pytest.approx(carried, rel=ROUNDING, abs=ROUNDING)
    inboard = part_carried(moment, own.hardpoints, -0.5 * part * mass, gained, W, C)
    assert run.metrics[f"{axle}_left.{brake}_inboard"].value == pytest.approx(inboard, rel=ROUNDING, abs=ROUNDING)
    if drive:
        carried = part_carried(moment, own.hardpoints, 0.5 * mass, -gained, W, C)
        assert run.metrics[f"{axle}_left.{drive}"].value == pytest.approx(carried, rel=ROUNDING, abs=ROUNDING)


@pytest.mark.parametrize("name", ["small_car", "sedan", "golf1"])
def test_the_figure_is_the_height_of_all_bodies_also_when_a_number_changes(name):
    """By the formulas of the vehicle's vector and by its parts."""
    car = jounce.load(name)
    for vehicle in (car, car.with_values({"body.mass": car.body.mass + 50.0})):
        model, own = vehicle.car_model(), vehicle.axles["front"]
        expected = model.centre[2] - own.hardpoints["wheel_centre"][2] + own.tyre.radius
        assert figures_of_car_data(vehicle, "front")["centre_height"] == pytest.approx(expected, rel=1e-12)
    assert car.body.centre[2] - own.hardpoints["wheel_centre"][2] + own.tyre.radius > expected + 0.01


def test_anti_dive_changes_with_what_lifts_the_centre_of_mass():
    """d(anti)/dh = -anti/h; a body of m_b that is lifted by 1 lifts the whole by m_b/m."""
    car = jounce.load("small_car")
    found = jounce.sensitivity(car, "wheel-travel", "body.centre.z", axle="front", points=2)
    slope = float(found.design[found.outputs.index("front_left.anti_dive"), 0])
    height = figures_of_car_data(car, "front")["centre_height"]
    anti = found.curves.metrics["front_left.anti_dive"].value
    assert slope == pytest.approx(-anti / height * car.body.mass / car.car_model().mass, rel=1e-10)
