"""Sensors as the ground and as a moving body sees them, against closed forms and against the bodies' own histories."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import jounce
from jounce.mechanism import connect_mechanism
from jounce.model.library import library_path
from jounce.model.reading.file_axes import vehicle_in_file_style
from jounce.parts.signals import Harmonic

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
QUANTITIES = ("position", "velocity", "acceleration")
TURN, SLIDE = Harmonic(amplitude=0.7, frequency=0.8), Harmonic(amplitude=0.2, frequency=1.7, phase=0.4)


def derivatives(signal: Harmonic, t: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A harmonic and its first two rates."""
    w = 2 * np.pi * signal.frequency
    phase = w * t + signal.phase
    a = signal.amplitude
    return a * np.sin(phase), a * w * np.cos(phase), -a * w**2 * np.sin(phase)


def sensors(name: str, **where) -> list[jounce.parts.Sensor]:
    return [
        jounce.parts.Sensor(name=f"{name} {quantity} {axis}", direction=direction, quantity=quantity, **where)
        for quantity in QUANTITIES
        for axis, direction in zip("xyz", (X, Y, Z), strict=True)
    ]


def read(run: jounce.Result, name: str, quantity: str) -> np.ndarray:
    return np.stack([run[f"{name} {quantity} {axis}"] for axis in "xyz"], axis=1)


@pytest.fixture(scope="module")
def turntable() -> jounce.Result:
    """A table turns about z as a harmonic, a slider on it moves along x as another; sensors on both."""
    return jounce.simulate(
        jounce.Model("turntable").add(
            jounce.parts.Body(name="table", mass=1.0, inertia=(0.1, 0.1, 0.1)),
            jounce.parts.Body(name="slider", mass=1.0, inertia=(0.1, 0.1, 0.1)),
            jounce.parts.Revolute(name="hinge", parent="ground", child="table", point=(0.0, 0.0, 0.0), axis=Z),
            jounce.parts.Prismatic(name="guide", parent="table", child="slider", point=(0.5, 0.0, 0.0), axis=X),
            jounce.parts.Prescribed(name="turning", coordinate="hinge.angle", signal=TURN),
            jounce.parts.Prescribed(name="sliding", coordinate="guide.displacement", signal=SLIDE),
            *sensors("slider", body="slider", point=(0.5, 0.3, 0.1), relative_to="table"),
            *sensors("pole", body="ground", point=(0.4, -0.2, 0.1), relative_to="table"),
            *sensors("table in slider axes", body="table", point=(0.9, 0.3, 0.0), relative_to="slider"),
            *sensors("slider in ground axes", body="slider", point=(0.5, 0.3, 0.1), relative_to="table", axes="ground"),
            *sensors("absolute", body="slider", point=(0.5, 0.3, 0.1)),
        ),
        1.0,
        step=1e-3,
    )


def test_the_table_sees_the_slider_move_straight(turntable):
    """In the table's axes only the displacement changes, whatever the table does; the slider sees the opposite."""
    moved = np.stack(derivatives(SLIDE, turntable.time), axis=1)
    for k, quantity in enumerate(QUANTITIES):
        seen, back = (read(turntable, name, quantity) for name in ("slider", "table in slider axes"))
        at = np.array([[0.5, 0.3, 0.1], [0.9, 0.3, 0.0]]) if k == 0 else np.zeros((2, 3))
        np.testing.assert_allclose(seen, at[0] + np.outer(moved[:, k], X), rtol=0, atol=1e-9)
        np.testing.assert_allclose(back, at[1] - np.outer(moved[:, k], X), rtol=0, atol=1e-9)


def test_the_table_sees_a_fixed_pole_turn_backwards(turntable):
    """p = R^T c: p' = -w z x p, p'' = -w' z x p + w^2 z x (z x p): Coriolis and centrifugal parts in closed form."""
    angle, w, wd = derivatives(TURN, turntable.time)
    p = Rotation.from_rotvec(np.outer(-angle, Z)).apply([0.4, -0.2, 0.1])
    across, outward = np.cross(Z, p), np.cross(Z, np.cross(Z, p))
    expected = (p, -w[:, None] * across, -wd[:, None] * across + (w**2)[:, None] * outward)
    for quantity, value in zip(QUANTITIES, expected, strict=True):
        np.testing.assert_allclose(read(turntable, "pole", quantity), value, rtol=0, atol=1e-8)


def test_axes_of_the_ground_turn_what_the_observer_sees(turntable):
    turn = Rotation.from_rotvec(np.outer(derivatives(TURN, turntable.time)[0], Z))
    for quantity in QUANTITIES:
        seen = turn.apply(read(turntable, "slider", quantity))
        np.testing.assert_allclose(read(turntable, "slider in ground axes", quantity), seen, rtol=0, atol=1e-9)


def test_the_ground_sees_the_slider_in_polar_coordinates(turntable):
    """(r'' - r w^2) radially and r w' + 2 r' w across, for the point at r = (x, y) of the table."""
    angle, w, wd = derivatives(TURN, turntable.time)
    s, sd, sdd = derivatives(SLIDE, turntable.time)
    x, y = 0.5 + s, 0.3
    local = np.stack([sdd - x * w**2 - y * wd, x * wd + 2 * sd * w - y * w**2, 0 * s], axis=1)
    expected = Rotation.from_rotvec(np.outer(angle, Z)).apply(local)
    np.testing.assert_allclose(read(turntable, "absolute", "acceleration"), expected, rtol=0, atol=1e-8)


def test_bodies_of_two_trees_see_each_other_as_their_histories_say():
    """A body on a hinge and two that tumble freely: R^T (p - o) and its rates, from the 18 histories of each body."""
    pairs = (("free", "other"), ("arm", "free"), ("free", "arm"))
    points = {"free": (0.1, 0.2, -0.1), "other": (0.3, 0.0, 0.2), "arm": (0.6, 0.1, 0.0)}
    bodies = [
        jounce.parts.Body(name=name, mass=1.0, centre=(0.1, 0.0, 0.0), inertia=(0.2, 0.3, 0.4)) for name in points
    ]
    model = jounce.Model("three bodies").add(
        *bodies,
        jounce.parts.Revolute(name="pivot", parent="ground", child="arm", point=(0.0, 0.0, 1.0), axis=(0.2, 1.0, 0.1)),
        *(part for a, b in pairs for part in sensors(f"{a} by {b}", body=a, point=points[a], relative_to=b)),
        *(jounce.parts.BodyMotion(name=f"{name} point", body=name, point=at) for name, at in points.items()),
        *(jounce.parts.BodyMotion(name=f"{name} origin", body=name, point=(0.0, 0.0, 0.0)) for name in points),
    )
    rates = {"free.wx": 3.0, "free.wy": -1.0, "free.vz": 2.0, "other.wz": 4.0, "other.vx": 1.0, "pivot.angle": 2.0}
    run = jounce.simulate(model, 0.5, start_rates=rates, step=1e-3)
    for a, b in pairs:
        for quantity, value in zip(QUANTITIES, relative(run, f"{a} point", f"{b} origin"), strict=True):
            np.testing.assert_allclose(read(run, f"{a} by {b}", quantity), value, rtol=0, atol=1e-10)


SENSORS = """
[sensors.seat]
body = "body"
point = [-1100, 350, 400]
direction = [0, 0, 1]
quantity = "acceleration"

[sensors.lift]
body = "front_left.knuckle"
point = [0, 635, 250.2]
direction = [0, 0, 1]
relative_to = "body"

[sensors.squeeze]
body = "front_left.knuckle"
point = [0, 600, 250.2]
direction = [0, 1, 0]
relative_to = "front_right.knuckle"
quantity = "acceleration"
"""


def test_a_car_with_sensors_in_its_file_reads_them_as_the_histories_of_its_bodies_say():
    """On bodies of the interface, of a corner, and between two corners, which stay lanes of one kernel."""
    car = jounce.load(library_path("small_car").read_text("utf-8") + SENSORS).car_model()
    plain = connect_mechanism(jounce.load("small_car").car_model().model)
    assert [group.members for group in connect_mechanism(car.model).groups] == [group.members for group in plain.groups]
    marks = {"seat": ("body", (-1.1, 0.35, 0.4)), "lift": ("front_left.knuckle", (0.0, 0.635, 0.2502))}
    marks["squeeze"] = ("front_left.knuckle", (0.0, 0.6, 0.2502))
    observers = ("body", "front_right.knuckle")
    car.model.add(
        *(jounce.parts.BodyMotion(name=f"{name} mark", body=body, point=at) for name, (body, at) in marks.items()),
        *(jounce.parts.BodyMotion(name=f"{body}.origin", body=body, point=(0.0, 0.0, 0.0)) for body in observers),
    )
    rates = {**car.rolling(15.0), "body.wz": 0.5, "body.wx": 1.0}
    run = jounce.simulate(car.model, 0.3, start_rates=rates, step=1e-3)
    np.testing.assert_allclose(run["seat"], run["seat mark.az"], rtol=0, atol=1e-9)
    lift = relative(run, "lift mark", "body.origin")[0][:, 2]
    np.testing.assert_allclose(run["lift"], lift, rtol=0, atol=1e-12)
    squeeze = relative(run, "squeeze mark", "front_right.knuckle.origin")[2][:, 1]
    np.testing.assert_allclose(run["squeeze"], squeeze, rtol=0, atol=1e-7)
    assert np.ptp(run["lift"]) > 1e-3 and np.abs(run["squeeze"]).max() > 1.0


def test_sensors_of_a_car_move_by_their_paths_and_turn_with_the_axes_of_the_file():
    car = jounce.load(library_path("small_car").read_text("utf-8") + SENSORS)
    moved = car.with_values({"sensors.seat.point.x": "-1200 mm"})
    assert moved.sensors["seat"].point == moved.car_model().model.sensors[-3].point == (-1.2, 0.35, 0.4)
    rearward = replace(car, style=replace(car.style, axes="x rearward"))
    assert vehicle_in_file_style(rearward).sensors["squeeze"].direction == (0.0, -1.0, 0.0)
    assert rearward.values()["sensors.seat.point.x"] == 1.1


def relative(run: jounce.Result, point: str, origin: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Position, velocity and acceleration of a point in the frame of a body, from `BodyMotion` channels."""

    def vector(name: str, letter: str) -> np.ndarray:
        return np.stack([run[f"{name}.{letter}{axis}"] for axis in "xyz"], axis=1)

    angles = np.stack([run[f"{origin}.{word}"] for word in ("yaw", "pitch", "roll")], axis=1)
    back = Rotation.from_euler("ZYX", angles).inv()
    p, v, a = (vector(point, letter) - vector(origin, letter) for letter in ("", "v", "a"))
    w, alpha = vector(origin, "w"), vector(origin, "alpha_")
    v_rel = v - np.cross(w, p)
    a_rel = a - np.cross(alpha, p) - np.cross(w, np.cross(w, p)) - 2 * np.cross(w, v_rel)
    return back.apply(p), back.apply(v_rel), back.apply(a_rel)
