"""A vehicle as a blueprint and a vector: the same parts, the same refusals, and no template or rule that runs twice."""

from dataclasses import dataclass, replace
from random import Random
from typing import Annotated

import numpy as np
import pytest

import jounce
from jounce.errors import ModelError
from jounce.graph import Graph, interpret, less, select, sqrt
from jounce.graph.traced import Trace
from jounce.model.assembly.car import car_model
from jounce.model.fields import each_number, map_numbers, with_numbers_in_order
from jounce.model.reading.file_style import file_paths_behind
from jounce.model.rigs.axle_rig import axle_rig
from jounce.model.rules import mechanism
from jounce.model.rules.guards import PATIENCE
from jounce.model.rules.unit import check_car_can_drive
from jounce.model.rules.vehicle import check_vehicle
from jounce.model.templates import TEMPLATES
from jounce.units import Quantity

CARS = ("small_car", "small_car_electric", "small_car_compliant", "hmmwv")
ROUNDING = 1e-14  # of max(1, |number|): see tests/agreement/test_parts_as_formulas.py
TIE_ROD = "axles.front.hardpoints.tie_rod_outer"
RIGHT = "axles.front.right.hardpoints.tie_rod_outer"


@pytest.mark.parametrize("name", [*TEMPLATES, *CARS])
def test_a_changed_vehicle_has_the_parts_that_its_tables_make(name):
    car = jounce.load(name)
    changed = car.with_values(nudged(car, Random(3)))
    for compliant in (False, True):
        for axle in car.axles:  # beside the same tables, made into parts by templates on plain numbers
            same(changed.axle_model(axle, compliant), axle_rig(changed, axle, compliant))
    for kind in ("angle", "torque") if name in CARS else ():
        compliant = name == "small_car_compliant"
        same(changed.car_model(kind, compliant), car_model(changed, kind, compliant))


@pytest.mark.parametrize("name", [*TEMPLATES, *CARS])
def test_parts_of_moved_points_are_equal_to_the_last_bit(name):
    """Formulas are rounded one operation at a time, as Python rounds."""
    car = jounce.load(name)
    points = {path: value for path, value in nudged(car, Random(4)).items() if ".hardpoints." in path}
    changed = car.with_values(points)
    pairs = [(changed.axle_model(axle), axle_rig(changed, axle)) for axle in car.axles]
    compliant = name == "small_car_compliant"
    if name in CARS:
        pairs.append((changed.car_model(compliant=compliant), car_model(changed, compliant=compliant)))
    for one, other in pairs:
        assert one.model.numbers() == other.model.numbers()


def same(one, other):
    assert one.model.form is not None and other.model.form is None
    numbers, wanted = one.model.numbers(), other.model.numbers()
    assert list(numbers) == list(wanted)
    np.testing.assert_allclose(list(numbers.values()), list(wanted.values()), rtol=ROUNDING, atol=ROUNDING)
    assert one.model.structure() == other.model.structure() and one.model.name == other.model.name
    assert [type(part) for part in one.model.parts] == [type(part) for part in other.model.parts]
    assert one.corners.keys() == other.corners.keys()
    for key, corner in one.corners.items():
        np.testing.assert_allclose(corner.wheel_centre, other.corners[key].wheel_centre, rtol=ROUNDING)


def nudged(car, random, most=2e-3):
    """Some values of a car by up to so much more or less, hardpoints in metres."""
    return {
        path: value + (most if ".hardpoints." in path else min(most, 0.9) * value) * random.uniform(-1, 1)
        for path, value in car.values().items()
        if path not in car.counts() and value and (random.random() < 0.05 or ".hardpoints." in path)
        if "wheel" not in path and "tyre" not in path
    }


@pytest.mark.parametrize("name", ["double_wishbone", "small_car"])
def test_guards_say_what_rules_say(name):
    """Of small changes, most of which are in order, and of large ones, most of which are not."""
    car, random = jounce.load(name), Random(5)
    guards = car.blueprint().guards("vehicle", check_vehicle)
    refused = passed = 0
    for k in range(40):
        values = nudged(car, random, 10 ** random.uniform(-4, 1.5))
        values = dict(random.sample(sorted(values.items()), 3)) if k % 2 else values
        changed = car.with_vector(car.blueprint().with_numbers(car.vector(), values))
        wanted = check_vehicle(replace(changed))
        assert guards.problems(changed, changed.vector()) == wanted
        refused, passed = refused + bool(wanted), passed + (not wanted)
    assert refused > 5 and passed > 10 and guards.traces, (refused, passed)


@pytest.mark.parametrize("name", [*TEMPLATES, *CARS])
def test_a_dragged_point_runs_no_rule_twice(name, monkeypatch):
    """After a few changes the guards know: neither hardpoints nor masses nor rates are pinned."""
    car = jounce.load(name)
    for k in range(PATIENCE + 1):
        car.with_values(dragged(car, k))
    guards = car.blueprint().guards("vehicle", check_vehicle)
    assert guards.traces and not any(".hardpoints." in car.blueprint().paths[pin] for pin in guards.traces[0].pins)
    monkeypatch.setattr(guards, "rules", None)
    assert car.with_values(dragged(car, 9)).values() | dragged(car, 9) == car.values() | dragged(car, 9)


def dragged(car, k):
    point, place = next((n, p) for n, p in car.axles[next(iter(car.axles))].hardpoints.items())
    return {f"axles.{next(iter(car.axles))}.hardpoints.{point}.z": place[2] + 1e-5 * k}


def test_guards_of_a_car_that_drives_refuse_what_its_rules_refuse():
    car = jounce.load("small_car")
    for k in range(PATIENCE + 2):
        car.with_values({"body.mass": car.body.mass + k}).car_model()
    guards = car.blueprint().guards("angle", None)
    assert guards.traces
    heavy = car.with_values({"steering.wheel_mass": 5000.0})
    with pytest.raises(ModelError) as error:
        heavy.car_model()
    assert next(iter(error.value.problems)).what == check_car_can_drive(heavy, "angle")[0].what


def test_a_point_of_the_right_side_makes_no_other_structure():
    """Where it is new, what is not set of it follows the left point; once given, it stays."""
    car = jounce.load("double_wishbone")
    plain = car.with_values({f"{TIE_ROD}.z": 0.256})
    one = car.with_values({f"{RIGHT}.z": 0.257, f"{TIE_ROD}.x": -0.131})
    assert one.axle_model("front").model.form is plain.axle_model("front").model.form
    x, y, z = one.axles["front"].right_hardpoints["tie_rod_outer"]
    assert (x, z) == (-0.131, 0.257) and y == -car.axles["front"].hardpoints["tie_rod_outer"][1]
    two = one.with_values({f"{TIE_ROD}.y": 0.7})
    assert two.axles["front"].right_hardpoints["tie_rod_outer"] == (x, y, z)
    assert list(two.values())[-3:] == [f"{RIGHT}.{axis}" for axis in "xyz"]
    assert [p for p in plain.values() if ".right." in p] == []


def test_a_number_of_a_part_names_the_values_it_is_made_of():
    car = jounce.load("double_wishbone")
    assembly = car.blueprint().axle("front", False)
    numbers = assembly.form.model.numbers()
    length = "forces.front_left.spring.free_length"
    ends = [f"axles.front.hardpoints.spring_{end}.{axis}" for end in ("top", "bottom") for axis in "xyz"]
    spring = ("axles.front.spring.preload", "axles.front.spring.law.slope")
    assert file_paths_behind(numbers[length]) == {*ends, *spring}


@dataclass(frozen=True)
class Progressive:
    a: Annotated[float, Quantity("N/m", "positive")]
    b: Annotated[float, Quantity("N/m^3")]

    def value(self, x):
        return self.a * x + self.b * x**3


def test_a_law_in_python_is_checked_when_its_numbers_change():
    law = {"axles.front.spring.law": Progressive(a=3e4, b=1e5)}
    car = jounce.load("double_wishbone").with_tables(law)
    for k in range(PATIENCE + 2):
        changed = car.with_values({"axles.front.spring.law.b": 1e5 + k})
    same(changed.axle_model("front"), axle_rig(changed, "front"))
    with pytest.raises(ModelError, match="is negative"):
        car.with_values({"axles.front.spring.law.a": -1.0})


def test_traced_numbers_keep_questions_and_pin_what_is_taken_out():
    graph, trace = Graph(), Trace()
    x, y, z = (trace.number(v, graph.symbol(name)) for name, v in (("x", 3.0), ("y", 4.0), ("z", 5.0)))
    length = sqrt(x * x + y * y)
    assert length == z and not z < length and length < 6 and x != y
    assert select(less(x, y), 1.0, z) == 1.0
    assert float(2 * z - 1) == 9.0 and trace.pinned() == {"z"}
    count, size = trace.broken()

    def broken(**values):
        return [float(n) for n in interpret([count, size], values)]

    assert broken(x=3.0, y=4.0, z=5.0)[0] == 0 and broken(x=4.0, y=3.0, z=5.0)[0] == 1  # the select has turned
    assert broken(x=3.0, y=4.1, z=5.0)[0] == 2 and broken(x=30.0, y=40.0, z=50.0)[0] == 1
    assert not np.isfinite(broken(x=np.nan, y=4.0, z=5.0)[1])


def test_rules_of_an_axle_s_parts_run_once_for_a_structure_and_once_for_its_numbers(monkeypatch):
    """A drag asks neither again on the rig: names are structure, and the vehicle's own rules have seen its axles."""
    car = jounce.load("small_car")
    dragged = [car.with_values({TIE_ROD: [0.01 + 1e-4 * k, 0.66, 0.25]}).axle_model("front").model for k in range(3)]
    asked = []
    monkeypatch.setattr(mechanism, "RULES", [lambda model, unread: asked.append("names") or []])
    monkeypatch.setattr(mechanism, "SHAPES", [lambda model: asked.append("numbers") or []])
    dragged[0].form.__dict__.pop("misfits", None)  # as if no model of this form had been asked
    assert [mechanism.check(model) for model in dragged] == [[]] * 3
    assert asked == ["names"]
    compliant = car.with_values({TIE_ROD: [0.01, 0.66, 0.25]}).axle_model("front", compliant=True).model
    assert mechanism.check(compliant) == [] and asked[1:] == ["names", "numbers"]  # no rule of the vehicle has seen it


def test_numbers_that_no_rule_has_seen_are_checked_on_the_rig():
    """`with_vector` sets numbers unchecked."""
    car = jounce.load("small_car").with_values({TIE_ROD: [0.01, 0.66, 0.25]})
    vector = car.vector().copy()
    vector[car.blueprint().place[f"{TIE_ROD}.x"]] = 1e4
    far = car.with_vector(vector).axle_model("front").model
    assert any("away from the origin" in problem.what for problem in mechanism.check(far))


@pytest.mark.parametrize("name", CARS)
def test_parts_of_a_form_are_made_as_by_a_change_of_every_number(name):
    model = jounce.load(name).car_model().model
    for part in model.parts:
        numbers = iter([value for _, value, _ in each_number(part)])
        assert with_numbers_in_order(part, numbers) == map_numbers(part, lambda path, value, unit: value)
        assert next(numbers, None) is None
