"""Several numbers set at once, in Python and on the command line."""

from __future__ import annotations

import re

import numpy as np
import pytest

import jounce
from jounce.errors import ModelError

POINT = "axles.front.hardpoints.lower_ball_joint"


@pytest.fixture(scope="module")
def car():
    return jounce.load("double_wishbone")


@pytest.mark.parametrize(
    "value",
    [
        [0.012, 0.7, 0.195],
        ("12 mm", 0.7, "195 mm"),
        np.array([0.012, 0.7, 0.195]),
        "[12, 700, 195]",  # bare text is in the units of the file, bare numbers of Python are SI
        "[12, 700, 195] mm",
        "[12 mm, 700, 195 mm]",
        '["12 mm", 700, "19.5 cm"]',
        " [12,\n700, 19.5 cm] mm ",
    ],
)
def test_a_point_is_set_by_its_three_coordinates(car, value):
    assert car.with_values({POINT: value}).axles["front"].hardpoints["lower_ball_joint"] == (0.012, 0.7, 0.195)


def test_a_list_sets_what_its_entries_set_in_a_mechanism_too():
    model = jounce.load("four_bar")
    path = next(path.removesuffix(".x") for path in model.values() if path.endswith("point.x"))
    point = [0.001 + model.values()[f"{path}.{axis}"] for axis in "xyz"]
    entries = {f"{path}.{axis}": value for axis, value in zip("xyz", point, strict=True)}
    assert model.with_values({path: point}) == model.with_values(entries) != model


def test_a_law_that_a_file_writes_as_one_number_is_set_by_one_number():
    """Its slope, in a car and in a mechanism; said twice, or a table of points, it is refused."""
    car = jounce.load("sedan")
    assert car.with_values({"brakes.pressure": "120 bar"}).values()["brakes.pressure.slope"] == 1.2e7
    with pytest.raises(ModelError, match="'120 kg' is not in Pa"):
        car.with_values({"brakes.pressure": "120 kg"})
    with pytest.raises(ModelError, match=r"brakes\.pressure\n.*holds several numbers"):
        car.with_values({"brakes.pressure": "120 bar", "brakes.pressure.slope": 1e7})
    model = jounce.load("quarter_car")
    slope = next(path for path in model.values() if path.endswith(".slope"))
    assert model.with_values({slope.removesuffix(".slope"): 4.0}).values()[slope] == 4.0


def test_a_bushing_is_set_by_its_six_stiffnesses(car):
    path = "axles.front.bushings.lower_arm_rear.stiffness"
    changed = car.with_values({path: '["1 kN/mm", "2 kN/mm", "1 kN/mm", "60 N m/rad", "60 N m/rad", "60 N m/rad"]'})
    assert changed.axles["front"].bushings["lower_arm_rear"].stiffness == (1e6, 2e6, 1e6, 60.0, 60.0, 60.0)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({POINT: [1, 2]}, "has 2 entries"),
        ({POINT: "[1, 2]"}, "needs 3: x, y, z"),
        ({POINT: "[12, 700, 195] kg"}, "'12 kg' is not in m"),
        ({POINT: "[a, 700, 195] mm"}, "'a' is not a quantity"),
        ({POINT: "[1, 2, 3"}, "set all of them as a list"),
        ({POINT: [0.0, 0.7, 0.195], f"{POINT}.x": 0.0}, "as a whole and by its entries"),
        ({"axles.front.hardpoints": [1, 2, 3]}, "holds several numbers"),
        ({f"{POINT}s": [1, 2, 3]}, "there is no such value"),
        ({f"{POINT}.x": [1, 2, 3]}, "is not a number"),
    ],
)
def test_a_wrong_list_is_refused(car, values, said):
    with pytest.raises(ModelError, match=re.escape(said)):
        car.with_values(values)
