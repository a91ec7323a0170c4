"""A car on rigid rings: at rest and slow it is the car on tyres of one point, at every depth that has belts."""

from __future__ import annotations

import re

import numpy as np
import pytest

import jounce
from jounce.model.library import library_path
from jounce.studies.driving.driving_start import start_parked, start_straight

RINGS = {f"axles.{axle}.tyre.model": "rigid ring" for axle in ("front", "rear")}
CORNERS = ("front_left", "front_right", "rear_left", "rear_right")
BELTS = ("mass", "inertia_across", "inertia_about", "radial", "lateral", "tilt", "wind_up")


@pytest.fixture(scope="module")
def cars():
    point = jounce.load("small_car")
    return point.with_values(RINGS), point


def test_a_car_parks_on_rigid_rings_as_on_points(cars, measured):
    """Sidewall and residual springs in series: the same loads to 1e-6; a belt's own weight is on the sidewall alone, so
    the car stands higher by it."""
    ring, point = (start_parked(car.car_model()).seen() for car in cars)
    for corner in CORNERS:
        measured(
            "rigid ring: loads of the parked car", ring[f"{corner}.tyre.Fz"] / point[f"{corner}.tyre.Fz"] - 1, 1e-6
        )
    belt = cars[0].axles["front"].elements["belt"]
    assert ring["body.z"] - point["body.z"] == pytest.approx(belt.mass * 9.81 / belt.radial, rel=0.3)


@pytest.mark.campaign
def test_a_car_rolls_straight_on_rigid_rings_as_on_points(cars, measured):
    """Mass and inertia are those of the file, whatever of them is belt."""
    ring, point = (start_straight(car.car_model(), 60 / 3.6) for car in cars)
    assert ring.car.mass == pytest.approx(point.car.mass, rel=1e-12)
    ours, theirs = ring.seen(), point.seen()
    for corner in CORNERS:
        measured("rigid ring: loads straight ahead", ours[f"{corner}.tyre.Fz"] / theirs[f"{corner}.tyre.Fz"] - 1, 1e-5)
    assert len(ring.ready.layout.speeds) == len(point.ready.layout.speeds) + 4 * 6


@pytest.mark.campaign
@pytest.mark.parametrize("depth", ["structural", "tabulated"])
def test_a_step_of_steering_answers_as_on_points_with_links_and_with_tables(cars, depth, measured):
    """Belts of 50 Hz and more do not show in a car's answer of some 1 Hz."""
    ring, point = (jounce.run(car.at_depth(depth), "step-steer", speed="80 km/h").metrics for car in cars)
    for word in ("yaw_rate_response_time", "steady_yaw_rate", "yaw_rate_overshoot"):
        measured(f"rigid ring: step-steer {word}", ring[word].value / point[word].value - 1, 0.02)


@pytest.mark.campaign
def test_a_car_drives_over_a_cleat_on_rigid_rings(cars):
    """At 50 km/h over the plank of the paper: belts swing by millimetres, and the energy balance is kept."""
    run = jounce.run(cars[0], "one-obstacle", speed="50 km/h")
    assert run.metadata["energy_change"] < 1e-3
    for corner in ("front_left", "rear_left"):
        assert 1e-3 < np.ptp(run[f"{corner}.sidewall.z"]) < 0.02


# --- numbers ------------------------------------------------------------------------------------------------------

KEYS = """[INERTIA]
BELT_MASS = 4.5
BELT_IXX = 0.15
BELT_IYY = 0.26
[STRUCTURAL]
FREQ_LONG = 80
FREQ_LAT = 42
FREQ_YAW = 53
FREQ_WINDUP = 60
DAMP_LONG = 0.05
DAMP_LAT = 0.04
DAMP_YAW = 0.01
DAMP_WINDUP = 0.06
[CONTACT_PATCH]
Q_RA1 = 0.7
Q_RA2 = 0.8
ELLIPS_SHIFT = 0.85
ELLIPS_LENGTH = 1.2
ELLIPS_HEIGHT = 0.95
ELLIPS_ORDER = 1.6
"""


@pytest.fixture
def car_with_keys(tmp_path):
    """small_car on tyres of 16 inches whose file says all of a belt."""
    tyre = library_path("tyre_205_55_r16").read_text("utf-8")
    assert "[INERTIA]" not in tyre and "[STRUCTURAL]" not in tyre
    (tmp_path / "swift.tir").write_text(tyre.replace("[VERTICAL]", f"{KEYS}[VERTICAL]", 1), encoding="utf-8")
    text = library_path("small_car").read_text("utf-8").replace('"tyre_155_65_r13"', '"swift.tir"')
    path = tmp_path / "car.toml"
    path.write_text(text, encoding="utf-8")
    return jounce.load(path)


def test_a_belt_is_what_its_property_file_says(car_with_keys):
    """Stiffness m (2 pi f)^2, damping 2 zeta m 2 pi f; the contact is 2 R (q_ra2 s + q_ra1 sqrt s), s = Fz/(c_z R)
    [Besselink, Schmeitz, Pacejka 2010, eq. 9]."""
    car = car_with_keys.with_values(RINGS)
    belt, tyre = car.axles["front"].elements["belt"], car.axles["front"].tyre
    found = [getattr(belt, word) for word in BELTS]
    assert found == pytest.approx(
        [4.5, 0.15, 0.26, 4.5 * 502.654825**2, 4.5 * 263.893783**2, 0.15 * 333.008821**2, 0.26 * 376.991118**2],
        rel=1e-8,
    )
    assert belt.radial_damping == pytest.approx(2 * 0.05 * 4.5 * 502.654825, rel=1e-8)
    assert belt.wind_up_damping == pytest.approx(2 * 0.06 * 0.26 * 376.991118, rel=1e-8)
    law = tyre.law
    s = law.FNOMIN / (law.VERTICAL_STIFFNESS * law.UNLOADED_RADIUS)
    length = 2 * law.UNLOADED_RADIUS * (0.8 * s + 0.7 * s**0.5)
    assert [tyre.contact_length, tyre.cam_shift, tyre.cam_length, tyre.cam_height, tyre.cam_order] == pytest.approx(
        [length, 0.85, 1.2, 0.95, 1.6], rel=1e-12
    )
    assert belt.remarks == frozenset()


def test_a_car_on_rigid_rings_is_written_and_read_as_it_is(car_with_keys, tmp_path):
    """Of a tyre of the library what differs from file and estimate is written; of another one everything."""
    plain = jounce.load("small_car").with_values(RINGS)
    assert "belt" not in plain.tables()["axles"]["front"]
    heavier = plain.with_values({"axles.rear.belt.mass": 5.0})
    for k, car in enumerate((plain, heavier, car_with_keys.with_values(RINGS))):
        path = tmp_path / f"car_{k}.toml"
        car.save(path)
        assert jounce.load(path).values() == car.values()
    back = plain.with_values({path: "point contact" for path in RINGS})
    assert back.values() == jounce.load("small_car").values()


def test_info_tells_how_the_patch_shares_the_relaxation_lengths_of_the_law(cars):
    """What the belt gives and what the patch keeps add up to the law's, as printed to a millimetre."""
    lines = [line for line in cars[0].summary().splitlines() if "relaxation lengths" in line]
    assert len(lines) == 2
    for whole, belt, patch in re.findall(r"(\d+) mm of the law = (\d+) of the belt \+ (\d+) of the patch", lines[0]):
        assert abs(int(whole) - int(belt) - int(patch)) <= 1
