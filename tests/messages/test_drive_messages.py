"""Differentials and motors that cannot be: refused with all that is wrong, in the words of the file."""

from __future__ import annotations

import pytest

import jounce
from jounce.errors import ModelError

MOTOR = {"peak_torque": "150 N m", "peak_power": "15 kW", "efficiency": 0.9}


def refusal(car: str, entries) -> dict[str, str]:
    """Place and text of every problem."""
    with pytest.raises(ModelError) as caught:
        jounce.load(car).with_tables(entries)
    return {problem.where: f"{problem.what}; {problem.help}" for problem in caught.value.problems}


@pytest.mark.parametrize("place", ["differential", "centre"])
def test_a_bias_ratio_below_one_is_refused(place):
    drive = {"drive.axles": ["front", "rear"], f"drive.{place}": "limited slip", f"drive.{place}_bias": 0.5}
    found = refusal("small_car", drive)
    assert list(found) == [f"drive.{place}_bias"]
    assert "0.5" in found[f"drive.{place}_bias"]
    assert "1 (open) or more" in found[f"drive.{place}_bias"]


def test_two_kinds_of_limited_slip_at_once_are_refused():
    both = {"drive.differential_bias": 2.0, "drive.differential_viscosity": "30 N m s/rad"}
    found = refusal("small_car", {"drive.differential": "limited slip", **both})
    assert list(found) == ["drive.differential_viscosity"]
    assert "two kinds of limited slip" in found["drive.differential_viscosity"]


def test_a_bias_needs_a_limited_slip_and_dry_friction():
    found = refusal("small_car", {"drive.differential_bias": 2.0, "drive.friction_law": "smooth"})
    assert found == {
        "drive.differential_bias": 'needs friction that sticks, and friction_law = "smooth"; friction_law = "dry"'
    }
    found = refusal("small_car", {"drive.differential": "locked", "drive.differential_bias": 2.0})
    assert 'differential = "limited slip"' in found["drive.differential_bias"]


def test_numbers_of_a_centre_differential_need_one():
    words = {"drive.centre_share": 0.4, "drive.centre_friction": "5 N m"}
    assert set(refusal("small_car", words)) == {"drive.centre_share", "drive.centre_friction"}
    assert "1 driven axle" in refusal("small_car", words)["drive.centre_share"]
    found = refusal("hmmwv", {"drive.centre_share": 1.2})
    assert "between 0 and 1" in found["drive.centre_share"]


def test_wheel_motors_have_no_differential():
    found = refusal("small_car_electric", {"drive.differential": "limited slip", "drive.differential_bias": 2.0})
    assert "a motor for each wheel" in found["drive.differential_bias"]


def test_a_motor_needs_a_layout_with_motors():
    assert '"motors" or "axle motors"' in refusal("small_car", {"motor": MOTOR})["motor"]
    assert '"wheel torques" or "axle torques"' in refusal("golf1", {"motor": MOTOR})["motor"]


@pytest.mark.parametrize("efficiency", [-0.5, 0.0, 1.1])
def test_an_efficiency_is_above_zero_and_at_most_one(efficiency):
    found = refusal("small_car_electric", {"motor": MOTOR | {"efficiency": efficiency}})
    assert list(found) == ["motor.efficiency"]


def test_a_map_with_a_negative_efficiency_is_refused():
    grid = {"type": "grid", "x": [0, 100], "v": [0, 100], "y": [[0.5, 0.7], [0.8, -0.9]]}
    found = refusal("small_car_electric", {"motor": {"efficiency_map": grid}})
    assert found == {"motor.efficiency_map.y.3": "-0.9; above 0 and at most 1: no motor gains energy"}


def test_tables_whose_speeds_fall_or_whose_torques_are_negative_are_refused():
    limit = {"type": "points", "x": [0, 50, 40], "y": [100, 80, -60]}
    found = refusal("small_car_electric", {"motor": {"limit": limit}})
    assert set(found) == {"motor.limit.x.2", "motor.limit.y.2"}
    assert "must rise" in found["motor.limit.x.2"]


def test_everything_that_is_wrong_with_a_motor_is_said_at_once():
    limit = {"type": "points", "x": [0, 50], "y": [100, 80]}
    found = refusal(
        "small_car_electric",
        {"motor": {"peak_torque": "150 N m", "limit": limit, "efficiency": 1.5, "regeneration": 2.0, "ratio": 500.0}},
    )
    assert set(found) == {"motor.peak_power", "motor.limit", "motor.efficiency", "motor.regeneration", "motor.ratio"}


def test_motors_of_axles_have_their_gear_in_the_drive():
    words = {"drive.layout": "axle motors", "motor": MOTOR | {"ratio": 9.0}}
    assert refusal("small_car_electric", words)["motor.ratio"].endswith("drive.final_ratio")


def test_a_changed_number_is_checked_as_well():
    car = jounce.load("small_car_electric").with_tables({"motor": MOTOR})
    for value in (-1.0, 2.0):
        with pytest.raises(ModelError, match=r"motor\.efficiency"):
            car.with_values({"motor.efficiency": value})
    for _ in range(4):  # guards take over
        car = car.with_values({"motor.efficiency": 0.8})
    with pytest.raises(ModelError, match=r"motor\.efficiency"):
        car.with_values({"motor.efficiency": 2.0})
    assert car.with_values({"motor.peak_power": "20 kW"}).values()["motor.peak_power"] == 20e3


def test_a_car_with_a_motor_is_written_and_read_again(tmp_path):
    limit = {"type": "points", "x": ["0 rpm", "500 rpm"], "y": [100, 80]}
    grid = {"type": "grid", "x": [0, 100], "v": [0, 100], "y": [[0.5, 0.7], [0.8, 0.9]]}
    car = jounce.load("small_car_electric").with_tables({"motor": {"limit": limit, "efficiency_map": grid}})
    again = jounce.load(car.save(tmp_path / "car.toml"))
    assert again.motor == car.motor
    assert again.values() == car.values()


def test_a_limited_slip_as_a_part_says_its_torque_once():
    part = jounce.parts.axle_drives.LimitedSlip(name="lsd", coordinates=("a.angle", "b.angle"), bias=0.5)
    found = {problem.where: problem.what for problem in part.limits()}
    assert found == {"bias": "0.5", "signal": "nothing says its torque"}


def test_a_gear_that_is_none_is_refused():
    assert refusal("small_car", {"drive.turns": 0.0})["drive.turns"].startswith("0 is no ratio of a gear")


def test_a_geared_hinge_that_is_cut_is_refused():
    model = jounce.Model("gear").add(
        jounce.parts.Body(name="disc", mass=1.0, inertia=(0.1, 0.2, 0.1)),
        jounce.parts.Revolute(
            name="hinge",
            parent="ground",
            child="disc",
            point=(0.0, 0.0, 0.0),
            axis=(0.0, 1.0, 0.0),
            ratio=3.0,
            cut=True,
        ),
    )
    assert [problem.where for problem in jounce.check(model)] == ["joints.hinge.ratio"]
