"""Set-up: four springs on level ground carry what statics says, and seats and shims are those of closed forms."""

from __future__ import annotations

from math import radians

import numpy as np
import pytest
from linear_tyre_car import MASS, TRACKS, WHEELBASE, linear_tyre_car

import jounce
from jounce.errors import ModelError, NumericalError
from jounce.studies.handling.standing_car import standing_centre
from jounce.studies.stance.standing import standing_of_car

G = 9.81
TYRE, UNSPRUNG = 2e5, 40.25  # N/m, kg of each wheel of the functional car
CORNERS = ("front_left", "front_right", "rear_left", "rear_right")


def loads_by_statics(places, centre, weight: float, cross: float, moments=(0.0, 0.0)) -> np.ndarray:
    """Four loads at four places on level ground: force, two moments, and the share of one diagonal.

    `moments` are those of the tyres about x and y.
    """
    rows = [np.ones(4), places[:, 0], places[:, 1], [-cross, 1 - cross, 1 - cross, -cross]]
    return np.linalg.solve(rows, [weight, weight * centre[0] + moments[1], weight * centre[1] - moments[0], 0.0])


def test_corner_weights_and_seats_of_a_car_with_its_driver_are_those_of_four_springs():
    """Lumped masses on vertical springs: F = k (seat + travel) + preload + bar, travel by the tyre's deflection."""
    aside, cross, height = 0.05, 0.53, {"front": 0.01, "rear": -0.005}
    car = linear_tyre_car().with_values({"body.centre.y": aside})
    run = jounce.run(
        car, "set-up", front_height=height["front"], rear_height=height["rear"], cross_weight=cross, roll="0 deg"
    )
    values = car.values()
    pitch = (height["rear"] - height["front"]) / WHEELBASE  # nose down is positive
    places = np.array([[-x, s * 0.5 * TRACKS[a]] for a, x in (("front", 0.0), ("rear", WHEELBASE)) for s in (1, -1)])
    body = MASS - 4 * UNSPRUNG
    centre = np.array([values["body.centre.x"], values["body.centre.y"], values["body.centre.z"]])
    # the body pitches, and the wheels lie in it: what counts is the height of the centre over theirs
    ahead = np.array([centre[0] + pitch * (centre[2] - values["axles.front.hardpoints.wheel_centre.z"]), centre[1]])
    unsprung = np.array([[0.0, 0.0]] * 2 + [[-WHEELBASE, 0.0]] * 2)
    middle = (body * ahead + UNSPRUNG * unsprung.sum(axis=0)) / MASS
    expected = loads_by_statics(places, middle, MASS * G, cross)
    found = np.array([run.metrics[f"{corner}.load"].value for corner in CORNERS])
    np.testing.assert_allclose(
        found, expected, rtol=4e-4
    )  # wheels are 15 mm up or down in a body that pitches by 6 mrad: 0.1 mm
    assert run.metrics["cross_weight"].value == pytest.approx(cross, abs=1e-9)
    for axle in ("front", "rear"):
        assert run.metrics[f"{axle}.height"].value == pytest.approx(height[axle], abs=1e-9)
        slope, preload = values[f"axles.{axle}.spring.law.slope"], values[f"axles.{axle}.spring.preload"]
        drawn = 0.5 * MASS * G * (0.58 if axle == "front" else 0.42)  # load at which the wheel stands as drawn
        load = {side: run.metrics[f"{axle}_{side}.load"].value for side in ("left", "right")}
        travel = {side: (drawn - load[side]) / TYRE - height[axle] for side in load}
        bar = values[f"axles.{axle}.anti_roll_bar.stiffness"] * (travel["left"] - travel["right"]) / TRACKS[axle] ** 2
        for side, sign in (("left", 1), ("right", -1)):
            push = load[side] - UNSPRUNG * G - sign * bar
            seat = (push - preload) / slope - travel[side]
            assert run.metrics[f"{axle}_{side}.seat"].value == pytest.approx(seat, abs=2e-5)


def test_a_car_with_a_live_axle_stands_as_it_is_asked_to_and_its_file_too(tmp_path):
    """Loads by statics at the contact points, about the centre of mass of the standing car; each angle as asked for."""
    car = jounce.load("pickup").with_values({"body.centre.y": "40 mm"})
    wanted = {"cross_weight": "52 %", "rear_height": "-8 mm", "front_toe": "0.15 deg", "front_camber": "-0.6 deg"}
    run = jounce.run(car, "set-up", **wanted)
    file = tmp_path / "set_up.toml"
    file.write_text(run.metadata["vehicle_file"], "utf-8")
    model = jounce.load(file).car_model()
    found = standing_of_car(model)
    assert found.cross_weight == pytest.approx(0.52, abs=1e-8) and found.roll == pytest.approx(0.0, abs=1e-8)
    assert found.heights == pytest.approx({"front": 0.0, "rear": -0.008}, abs=1e-8)
    toes = [found.seen[f"front_{side}.toe"] for side in ("left", "right")]
    assert sum(toes) / 2 == pytest.approx(radians(0.15), abs=1e-8)
    assert found.start.inputs[model.steering] == pytest.approx(0.0, abs=1e-7)
    for side in ("left", "right"):
        assert found.seen[f"front_{side}.camber"] == pytest.approx(radians(-0.6), abs=1e-8)
    places = np.array([[found.seen[f"{corner}.tyre.{axis}"] for axis in "xy"] for corner in CORNERS])
    moments = [sum(found.seen[f"{corner}.tyre.M{axis}"] for corner in CORNERS) for axis in "xy"]
    expected = loads_by_statics(places, standing_centre(model), sum(found.loads.values()), 0.52, moments)
    # at 2 m/s the air is left: 2 N
    np.testing.assert_allclose([found.loads[corner] for corner in CORNERS], expected, atol=2.0)
    said = next(note for note in run.metadata["notes"] if note.startswith("changed: "))
    words = [word.split("=") for word in said.split('"')[1::2]]
    again = standing_of_car(car.with_values(dict(words)).car_model())
    assert again.cross_weight == pytest.approx(0.52, abs=1e-5)  # printed to six digits


TRAILER = """
format = 1
kind = "vehicle"
name = "car and box"
[units.car]
file = "car.toml"
[units.box]
kind = "trailer"
place = [-3.3, 0, 0]
body = { mass = 600, centre = [-2.0, 0, 0.6], inertia = [200, 800, 900] }
[units.box.axles.axle]
template = "lumped_mass"
hardpoints = { wheel_centre = [-2.1, 0.75, 0.30], spring_top = [-2.1, 0.75, 0.7], spring_bottom = [-2.1, 0.75, 0.3] }
bodies.hub = { mass = 10, inertia = [0.2, 0.2, 0.2] }
bodies.wheel = { mass = 15, inertia = [0.4, 0.7, 0.4] }
spring = { law = 30000.0, preload = 2700 }
tyre.radius = 0.30
tyre.law = { type = "linear", radius = 0.3145, stiffness = 2e5, slip_coefficient = 20, cornering_coefficient = 15 }
[hitches.ball]
kind = "ball"
parent = "car"
child = "box"
point = [-3.3, 0, 0.4]
"""


def test_a_car_is_set_up_with_its_trailer_on_the_hitch(tmp_path):
    """The ball carries 600 kg (2.1 - 2.0) / 2.1 of the box, 0.8 m behind the rear axle; nose-down by some 1e-2 rad the
    centre of the box, 0.3 m over its wheels, lies 3 mm further ahead: 1.4 kg more on the ball, at most."""
    linear_tyre_car().save(tmp_path / "car.toml")
    (tmp_path / "both.toml").write_text(TRAILER, "utf-8")
    car = jounce.set_up(jounce.load(tmp_path / "both.toml"), cross_weight="51 %")
    found = standing_of_car(car.car_model())
    assert found.heights == pytest.approx({"front": 0.0, "rear": 0.0}, abs=1e-8)
    assert found.cross_weight == pytest.approx(0.51, abs=1e-8)
    ball, front = 600 * G * 0.1 / 2.1, found.loads["front_left"] + found.loads["front_right"]
    assert sum(found.loads.values()) == pytest.approx(MASS * G + ball, abs=14.0)
    assert front == pytest.approx(0.58 * MASS * G - ball * 0.8 / WHEELBASE, abs=14.0 * 0.8 / WHEELBASE)


def test_caster_follows_the_top_of_the_steering_axis():
    """Of a strut, to first order, by the way of its top divided by its height over the ball joint."""
    car = jounce.load("small_car")
    before, after = car.values(), jounce.set_up(car, front_caster="4 deg").values()
    top, ball = (f"axles.front.hardpoints.{name}" for name in ("strut_top", "lower_ball_joint"))
    from jounce.studies.handling.standing_car import standing_linkage

    changed = car.with_values({path: v for path, v in after.items() if before.get(path, 0.0) != v})
    linkage = standing_linkage(changed, changed.car_model(), "front")
    assert linkage["front_left.caster"] == pytest.approx(radians(4.0), abs=1e-7)
    upright = before[f"{top}.z"] - before[f"{ball}.z"]
    turned = linkage["front_left.caster"] - standing_linkage(car, car.car_model(), "front")["front_left.caster"]
    assert before[f"{top}.x"] - after[f"{top}.x"] == pytest.approx(upright * turned, rel=0.05)


def test_what_cannot_be_set_up_is_refused():
    with pytest.raises(ModelError, match="its two sides are one"):
        jounce.run(jounce.load("small_car").at_depth("functional"), "set-up")
    with pytest.raises(ModelError, match=r"adjusters\.left_seat"):
        jounce.load("small_car").with_values({"axles.front.adjusters.left_seat": 0.5})
    with pytest.raises(NumericalError, match="cannot be set up"):
        jounce.run(linear_tyre_car().with_values({"body.centre.y": 0.24}), "set-up", cross_weight="80 %")


def test_a_car_off_its_design_position_says_by_how_much():
    """A preload that is 380 N too large lifts the front by 380 N over wheel rate and tyre in series."""
    car = linear_tyre_car()
    path = "axles.front.spring.preload"
    lifted = car.with_values({path: car.values()[path] + 380.0})
    run = jounce.run(lifted, "step-steer", speed="20 km/h", duration="1.5 s")
    notes = [note for note in run.metadata["notes"] if "design position" in note]
    # the load stays: the body rises by 380 / 19000 over the front wheels
    assert len(notes) == 1 and "20 mm above it at front" in notes[0]
    level = jounce.run(car, "step-steer", speed="20 km/h", duration="1.5 s")
    assert not any("design position" in note for note in level.metadata.get("notes", []))
