"""A loaded car is changed and saved in Python: what is saved loads to the same car."""

import pytest

import jounce
from jounce.model.templates import TEMPLATES

REARWARD = """
format = 1
kind = "vehicle"
name = "rear view"
axes = "x rearward"
units = { length = "mm" }

[axles.front]
template = "semi_trailing_arm"
[axles.front.hardpoints]
pivot_inner = [-400, 300, 300]
pivot_outer = [-420, 600, 310]
wheel_centre = [0, 700, 300]
[axles.front.tyre]
radius = 300
"""


@pytest.mark.parametrize("name", [*TEMPLATES, "small_car", "small_car_electric", "hmmwv"])
def test_a_saved_vehicle_loads_to_the_same_one(name, tmp_path):
    """Also one whose values were changed: bushings, curves, right side, sources and tyre of the file."""
    car = jounce.load(name)
    axle, point, place = next((name, *next(iter(axle.right_points().items()))) for name, axle in car.axles.items())
    moved = car.with_values({f"axles.{axle}.right.hardpoints.{point}.z": place[2] + 1e-3})
    for which in (car, moved):
        again = jounce.load(which.save(tmp_path / "again.toml"))
        assert again == which and again.sources == which.sources
        assert again.values() == which.values()


@pytest.mark.parametrize("side", [1, -1], ids=["left", "right"])
def test_axes_of_the_file_stay(side, tmp_path):
    """The file shows the right wheel (y > 0 with x rearward), and stays so until the right side is given apart."""
    car = jounce.load(REARWARD)
    assert car.axles["front"].shows_right
    if side < 0:
        car = car.with_values({"axles.front.right.hardpoints.pivot_inner.z": "301 mm"})
    again = jounce.load(car.save(tmp_path / "again.toml"))
    assert again.axles["front"].points(side) == car.axles["front"].points(side)
    assert again.axles["front"].points(-side) == car.axles["front"].points(-side)
    assert again.style.axes == "x rearward"


def test_other_tyre_law_and_axle_by_path():
    """What a new table leaves out goes; what says the same as a new key goes as well."""
    car = jounce.load("small_car")
    rear, tyre = car.tables()["axles"]["rear"], car.axles["rear"].tyre.law
    points = {"type": "points", "x": [-0.1, 0, 0.1], "y": [-1500, 0, 1500]}
    other = car.with_tables(
        {
            "axles.front.tyre.law": tyre,  # a law in Python, or a table; or a file
            "axles.front.spring": {"law": points, "free_length": 0.4},
            "axles.rear": rear | {"alignment": {"toe": "0.1 deg"}},
            "drive.differential": "locked",
            "sensors.seat": {"body": "body", "point": [-1.1, 0.3, 0.5], "direction": [0, 0, 1], "quantity": "velocity"},
        }
    )
    assert jounce.load(other.to_toml()) == other and list(other.sensors) == ["seat"]
    front = other.axles["front"]
    assert front.tyre.file == "" and front.tyre.law == tyre and front.elements["spring"].preload is None
    assert other.axles["rear"].alignment.toe == pytest.approx(0.1 * 3.141592653589793 / 180)
    assert other.drive.differential == "locked" and other.sources.keys() < car.sources.keys()
    assert other.with_values({"axles.front.spring.law.y_factor": 1.1}).car_model().mass == car.car_model().mass


def test_a_part_of_a_mechanism_by_path():
    model = jounce.load("quarter_car")
    harder = model.with_tables({"forces.spring.law": {"type": "tanh", "k1": "2 kN", "k2": 10.0}, "sensors": None})
    assert type(harder.laws()["forces.spring.law"]).__name__ == "Tanh" and not harder.sensors
    assert jounce.load(harder.to_toml()) == harder


def test_what_is_wrong_with_a_change_is_said_without_a_line():
    with pytest.raises(jounce.ModelError) as refused:
        jounce.load("small_car").with_tables(
            {"axles.front.sprin.law": 1.0, "axles.rear.spring.law": "20 N", "wings": 2}
        )
    found = {problem.where: problem for problem in refused.value.problems}
    assert "Did you mean 'spring'?" in found["axles.front.sprin"].what
    assert "is not in N/m" in found["axles.rear.spring.law"].what and "wings" in found
    assert not any(problem.line for problem in refused.value.problems)
