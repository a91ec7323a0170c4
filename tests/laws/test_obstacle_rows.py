"""Rows of obstacles: turned with the car they do the same to it, and in a circle they lie across the wheels' paths."""

from __future__ import annotations

from functools import cache
from math import cos, hypot, pi, sin

import numpy as np
import pytest

import jounce
from jounce.errors import ModelError
from jounce.model.assembly.rotors import CAR
from jounce.model.outline import read_road_outline
from jounce.parts.roads import Bump, Plank, Road
from jounce.parts.roads.obstacles import crossings, follow_row, places
from jounce.simulation.simulate import simulate
from jounce.studies.driving.drive import drive_on_enveloping_tyres
from jounce.studies.driving.driving_start import start_straight

CORNERS = [f"{axle}_{side}" for axle in ("front", "rear") for side in ("left", "right")]
OTHER_SIDE = {"left": "right", "right": "left"}
V = 10.0  # m/s


@cache
def hmmwv():
    """A car that is its own mirror image: without the shafts that turn along it."""
    return jounce.load("hmmwv").with_values({"drive.input_inertia": 0.0})


@cache
def start():
    return start_straight(drive_on_enveloping_tyres(hmmwv()).car_model(steering="angle"), V)


def turned_run(element, angle):
    """Straight ahead over a row in a direction, which the car heads for."""
    state, places_of = start().ready.state.copy(), start().ready.layout.coordinates
    quaternion = [places_of[f"{CAR}.q{k}"] for k in range(4)]
    w, x, y, z = state[quaternion]
    c, s = cos(0.5 * angle), sin(0.5 * angle)
    state[quaternion] = c * w - s * z, c * x - s * y, c * y + s * x, c * z + s * w  # about the vertical first
    place = [places_of[f"{CAR}.{axis}"] for axis in "xy"]
    x, y = state[place]
    state[place] = cos(angle) * x - sin(angle) * y, cos(angle) * y + sin(angle) * x
    ready = start().ready.starting_from(state).on_road(Road(elements={"row": element}))
    return simulate(ready, 0.7, inputs=dict(start().inputs), step=5e-4, output_step=5e-4)


@pytest.mark.parametrize("kind", [Plank, Bump])
def test_a_road_turned_with_the_car_gives_the_same_histories(kind, measured):
    """By 30 degrees. What does not depend on the axes of the ground agrees to 1e-9 of its largest value: places on
    the ground, some 7 m, are rounded to 1e-15 m, and the steepest that follows from a height are forces, with 2e5 N/m
    and slopes up to 10 where a cam touches an edge: some 1e-8 N of 1e4 N, and what the run makes of it."""
    wheel = start().seen()["front_left.tyre.y"]  # rolls just beside its end, where it is felt from the side too
    row = {"height": 0.03, "length": 0.3, "start": 3.0, "y_min": wheel + 0.02, "count": 2}
    straight, turned = turned_run(kind(**row), 0.0), turned_run(kind(**row, direction=pi / 6), pi / 6)
    c, s = cos(pi / 6), sin(pi / 6)
    x, y = turned["vehicle.x"], turned["vehicle.y"]
    for name, back in {"vehicle.x": c * x + s * y, "vehicle.y": c * y - s * x}.items():
        np.testing.assert_allclose(back, straight[name], rtol=0, atol=1e-9 * straight["vehicle.x"].max())
    names = [f"{corner}.{what}" for corner in CORNERS for what in ("tyre.Fx", "tyre.Fy", "tyre.Fz", "hub.az")]
    for name in [*names, "vehicle.roll", "vehicle.pitch", "vehicle.ay", "vehicle.yaw_rate"]:
        size = np.abs(straight[name]).max()
        measured("drive.turned road", (turned[name] - straight[name]) / (size or 1.0), 1e-9)
        np.testing.assert_allclose(turned[name], straight[name], rtol=0, atol=1e-9 * size)
    assert np.ptp(straight["front_left.tyre.road"]) > 0.02  # and it was met
    assert np.abs(straight["front_left.tyre.Fy"] - straight["front_right.tyre.Fy"]).max() > 100.0  # from the side


@cache
def circling(study, radius, side):
    return jounce.run(hmmwv(), study, radius=radius, side=side, speed="25 km/h", integrator="rk4")


def centre_of_circle(three):
    """Of the circle through three points: on the perpendiculars of two chords."""
    chords, middles = np.diff(three, axis=0), 0.5 * (three[1:] + three[:-1])
    return np.linalg.solve(chords, (chords * middles).sum(axis=1))


def row_of(run):
    return next(iter(read_road_outline(run.metadata["road"]).elements.values()))


def test_left_and_right_circles_are_mirror_images(measured):
    """The right circle has its boards under the left wheels; the car is its own mirror image.

    1e-7 of the largest: instants of stick and slip are known to 1e-11 s, in which a load changes by some 1e-6 N, and
    edges of planks make that ten times as much.
    """
    left, right = circling("three-planks", 20.0, "right"), circling("three-planks", -20.0, "left")
    for corner in CORNERS:
        axle, side = corner.split("_")
        for what, sign in {"Fx": 1, "Fy": -1, "Fz": 1, "Mz": -1, "x": 1, "y": -1, "road": 1}.items():
            a, b = left[f"{corner}.tyre.{what}"], sign * right[f"{axle}_{OTHER_SIDE[side]}.tyre.{what}"]
            measured("drive.mirrored circle", (a - b) / max(np.abs(a).max(), 1e-300), 1e-7)
            np.testing.assert_allclose(b, a, rtol=0, atol=1e-7 * np.abs(a).max())
    for k in (1, 2, 3):
        peaks = [run.metrics[f"hub_peak_{k}"].value for run in (left, right)]
        assert peaks[0] == pytest.approx(peaks[1], rel=1e-7)


@pytest.mark.parametrize(
    ("study", "radius", "side"),
    [("three-planks", 20.0, "right"), ("three-planks", -20.0, "left"), ("three-bumps", -30.0, "right")],
)
def test_each_wheel_meets_each_obstacle_after_its_arc(study, radius, side):
    """A steady circle turns all wheels about its centre, by the yaw rate w: a wheel at the polar angle f0 meets the
    edge at f at the time (f - f0)/w, whatever its distance from the centre.

    The centre is that of the circle through three places of the first 2 m of the wheel's path; places are right to
    1e-9 m, which moves the centre by up to 1e-9 m (R/1 m)^2, below 1e-6 m. So times are exact, to 1e-6 s, until the
    first wheel is at the first obstacle. Behind it the car is slowed down: the speed and yaw rate of all rows until
    then lie between their extremes, and the time is late or early by no more than their largest change; a wheel steers
    and travels, and is displaced on the body by less than 5 mm. A meeting is seen between two rows.
    """
    run = circling(study, radius, side)
    row, rate = row_of(run), run["vehicle.yaw_rate"][0]
    assert not any("misses" in note or "does not come" in note for note in run.metadata["notes"])
    speed, steady = rate * row.radius, np.searchsorted(run.time, 2.0 / (rate * row.radius))
    for corner in CORNERS:
        path = np.column_stack([run[f"{corner}.tyre.{axis}"] for axis in "xy"])
        centre = centre_of_circle(path[[0, steady // 2, steady]])
        arm, before = path[0] - centre, None
        for k, place in enumerate(places(row)):
            met = np.flatnonzero(crossings(place, *path.T))
            assert met.size if corner.endswith(side) else not met.size
            if not met.size:
                continue
            edge = np.array([place.x, place.y]) - centre
            turn = np.arctan2(arm[0] * edge[1] - arm[1] * edge[0], arm @ edge)  # from the wheel to the edge
            line = np.array([np.cos(place.direction), np.sin(place.direction)])
            assert line @ edge == pytest.approx(0.0, abs=1e-5)  # the first edge points to the centre
            before = before or turn
            assert row.radius * (turn - before) == pytest.approx(1.0 * k, abs=1e-5)  # 1 m of arc from one to the next
            until = run.time <= run.time[met[0] + 1]
            slowed = max(
                np.ptp(run["vehicle.speed"][until]) / speed, np.ptp(run["vehicle.yaw_rate"][until]) / abs(rate)
            )
            bound = 1e-6 + slowed * turn / rate + 0.005 / speed * (slowed > 1e-6)
            assert run.time[met[0]] - bound <= turn / rate <= run.time[met[0] + 1] + bound


def test_obstacles_in_a_circle_point_to_its_centre_and_lie_on_one_side_of_it():
    """By geometry: a line along the first edge passes through the centre, which no obstacle reaches beyond."""
    for radius in (12.0, -12.0):
        row = Plank(height=0.02, length=0.1, start=2.0, count=4, spacing=3.0, direction=0.3, radius=radius)
        centre = -radius * sin(0.3), radius * cos(0.3)
        for k, place in enumerate(places(row)):
            assert hypot(place.x - centre[0], place.y - centre[1]) == pytest.approx(12.0, abs=1e-12)
            s, n = place.local(*centre)
            assert (s, n) == pytest.approx((0.0, radius), abs=1e-12)
            assert place.across[radius > 0] == radius and np.isinf(place.across[radius < 0])
            along, left = follow_row(row, np.array([place.x]), np.array([place.y]))
            assert (along.item(), left.item()) == pytest.approx((2.0 + 3.0 * k, 0.0), abs=1e-12)
        at = Road(elements={"row": row}).function()
        assert at(*next(places(row)).ground(0.05, 1.0))[0] == 0.02
        assert at(*next(places(row)).ground(0.05, np.copysign(12.5, radius)))[0] == 0.0


def test_a_path_crosses_an_obstacle_also_between_its_samples():
    """A board 10 mm long, samples 1 m apart; corners cut, passed beside, parallel beside, ended before."""
    (place,) = places(Plank(height=0.02, length=0.01, start=5.3, y_min=0.0, y_max=1.0))
    for path, met in (
        ([(5.0, 0.5), (6.0, 0.5)], True),
        ([(5.2, 0.9), (5.4, 1.2)], False),
        ([(5.2, 0.9), (5.4, 1.05)], True),
        ([(5.0, 1.1), (6.0, 1.1)], False),
        ([(5.305, -1.0), (5.305, 2.0)], True),
        ([(5.4, -1.0), (5.4, 2.0)], False),
        ([(4.0, 0.5), (5.0, 0.5)], False),
    ):
        x, y = np.array(path, float).T
        assert crossings(place, x, y).any() == met, path


def test_a_wheel_that_drifts_off_its_obstacles_is_reported():
    """Steered to the left over boards of which the left half lies under the left wheels until y = 1.5 m: the wheels
    leave it one after another, and each that goes by is named with the numbers of the boards."""
    boards = Plank(height=0.01, length=0.1, start=8.0, y_min=0.0, y_max=1.5, count=4, spacing=6.0)
    road = Road(name="boards", elements={"boards": boards})
    run = jounce.run(
        hmmwv(), "drive-road", road=road, speed=V, angle="60 deg", begin="0.1 s", duration="2 s", output_step="20 ms"
    )
    told = [note for note in run.metadata["notes"] if "boards'" in note and "excitation" not in note]
    expected = []
    for corner in ("front_left", "rear_left"):
        path = run[f"{corner}.tyre.x"], run[f"{corner}.tyre.y"]
        y = [np.interp([8.0 + 6.0 * k, 8.1 + 6.0 * k], *path) for k in range(4)]  # at both edges of each
        numbers = [k + 1 for k, ends in enumerate(y) if min(ends) > 1.5 and 8.0 + 6.0 * k < path[0].max()]
        beyond = [k + 1 for k in range(4) if 8.0 + 6.0 * k > path[0].max()]
        expected += [(corner, "misses", numbers)] if numbers else []
        expected += [(corner, "does not come to", beyond)] if beyond else []
    assert [words for _, words, _ in expected].count("misses") == 2
    assert len(told) == len(expected)
    for note, (corner, words, numbers) in zip(told, expected, strict=True):
        listed = f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 2 else ", ".join(map(str, numbers))
        assert note.startswith(f"{corner} {words} {listed} of 'boards': ")


def test_number_and_spacing_are_settings_and_one_obstacle_in_a_circle_is_a_run():
    run = jounce.run(hmmwv(), "three-planks", count=2, spacing="2 m", speed="30 km/h")
    assert run.metrics["hub_interval_1"].value == pytest.approx(2.0 / (30 / 3.6), rel=0.02)
    assert "hub_peak_3" not in run.metrics and row_of(run).count == 2
    one = jounce.run(hmmwv(), "three-planks", count=1, radius=20.0, speed="25 km/h")
    assert [name for name in one.metrics if name.startswith("hub_")] == ["hub_peak_1", "hub_largest"]


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"count": 0}, ("count", "a whole number from 1 to 100")),
        ({"count": 2.5}, ("count", "a whole number from 1 to 100")),
        ({"radius": 0.5}, ("radius", "at least 1 m")),
        ({"radius": -2.0, "count": 20}, ("radius", "obstacles over 22.1 m on a circle that is 12.6 m around")),
        ({"spacing": "5 cm"}, ("spacing", "each is 0.1 m long")),
    ],
)
def test_rows_that_cannot_be_are_refused(settings, told):
    with pytest.raises(ModelError) as refused:
        jounce.run(hmmwv(), "three-planks", **settings)
    assert all(text in str(refused.value) for text in told)
