"""Values are not structure: whatever number of a car becomes zero or ceases to be, its equations stay the same."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from every_part import every_part

import jounce
from campaigns import with_campaign
from jounce.errors import JounceError
from jounce.mechanism import connect_mechanism
from jounce.native.cache import Cache
from jounce.native.kernel import Compiler

CARS = ("small_car", "small_car_electric", "hmmwv")
IN_THREE = {"steering.column_elements": 3, "half_shafts.elements": 3}
MANY = ("hardpoints", "tyre.law", "law.x.", "law.y.", ".centre", ".inertia.", ".products")
VANISHING = (
    "steering.rack_friction",
    "steering.rack_damping",
    "drive.differential_friction",
    "steering.column_damping",
)


def with_shafts_in_three(name: str) -> jounce.Vehicle:
    car = jounce.load(name)
    drive = replace(car.drive, shaft_elements=3, shaft_stiffness=1e4, shaft_inertia=0.01, shaft_damping=1.0)
    return replace(car, drive=drive).with_values(IN_THREE)


def with_one(car: jounce.Vehicle, path: str, new: float) -> jounce.Vehicle:
    """Unchecked."""
    return car.with_vector(car.blueprint().with_numbers(car.vector(), {path: new}))


SHAFTS = ("as they are", "in three elements")
SAMPLE = [("small_car", SHAFTS[0]), ("hmmwv", SHAFTS[1])]


@pytest.mark.parametrize(
    ("name", "shafts"), with_campaign([(name, word) for name in CARS for word in SHAFTS], SAMPLE.__contains__)
)
def test_no_value_of_a_car_decides_its_structure_by_being_zero_or_not(name, shafts):
    """All but points, coefficients of tyres and entries of tables, of which there are hundreds alike."""
    car = jounce.load(name) if shafts == SHAFTS[0] else with_shafts_in_three(name)
    structure, tried = car.car_model().model.structure(), 0
    for path, value in car.values().items():
        if path in car.counts() or any(word in path for word in MANY):
            continue
        other = 0.0 if value else 1.0
        try:
            changed = with_one(car, path, other).car_model()
        except (JounceError, ZeroDivisionError):  # a body without a mass, a preload on no spring: refused by the checks
            continue
        assert changed.model.structure() == structure, path
        tried += 1
    assert tried > 50


def test_friction_and_damping_of_a_car_go_and_come_back_without_a_compilation():
    car = jounce.load("small_car")
    jounce.prepare(car)
    before = Compiler.count
    for path in VANISHING:
        jounce.prepare(car.with_values({path: 0.0}))
    jounce.prepare(car.with_values(dict.fromkeys(VANISHING, 0.0)))
    jounce.prepare(car)
    assert Compiler.count == before


@pytest.mark.parametrize("name", CARS)
def test_counts_of_elements_are_structure_and_all_that_is(name):
    """Each of them adds rotors; the library's files name them all, and hold no other."""
    car = jounce.load(name)
    counts = {path for path in car.values() if path.endswith("elements")}
    assert counts == set(car.counts()) and counts
    for path in counts - {"drive.shaft_elements"}:  # the input shaft of these cars is rigid and has no stiffness
        more = car.with_values({path: car.values()[path] + 1})
        assert len(more.car_model().model.bodies) > len(car.car_model().model.bodies)


def tree(model: jounce.Model) -> tuple:
    """What moves on what, which joints close loops, and what is eliminated together."""
    mechanism = connect_mechanism(model)
    links = [(link.body, link.parent, link.joint.name, link.reverse) for link in mechanism.links]
    groups = [group.members for group in (*mechanism.groups, *mechanism.elements)]
    return links, [part.name for part in mechanism.closures], mechanism.reference, mechanism.interface, groups


def two_that_float(first: float, second: float) -> jounce.Model:
    """Two bodies on one hinge, held by nothing."""
    return jounce.Model("two").add(
        jounce.parts.Body(name="a", mass=first, inertia=(0.1, 0.1, 0.1)),
        jounce.parts.Body(name="b", mass=second, inertia=(0.1, 0.1, 0.1)),
        jounce.parts.Revolute(name="hinge", parent="a", child="b", point=(0.5, 0.0, 0.0), axis=(0.0, 1.0, 0.0)),
    )


MODELS = {
    "two that float": lambda: two_that_float(2.0, 1.0),
    "every part": every_part,
    "four bar": lambda: jounce.load("four_bar"),
    "quarter car": lambda: jounce.load("quarter_car"),
    **{name: lambda name=name: jounce.load(name).car_model().model for name in CARS},
}


@pytest.mark.parametrize("name", MODELS)
def test_no_number_decides_what_moves_on_what(name):
    """Numbers at random, of all sizes and signs: the tree, its cuts and its subsystems stay."""
    model = MODELS[name]()
    before = tree(model)
    for seed in range(5):
        rng = np.random.default_rng(seed)
        sizes = model.map_numbers(lambda path, value, unit, rng=rng: float(rng.normal() * 10 ** rng.uniform(-3, 3)))
        assert tree(sizes) == before


def test_the_heavier_of_two_that_float_may_be_either(tmp_path):
    cache = Cache(tmp_path / "cache")
    light = jounce.simulate(two_that_float(2.0, 1.0), 0.2, cache=cache, integrator="rk4")
    compiled = Compiler.count
    heavy = jounce.simulate(
        two_that_float(2.0, 1.0).with_values({"bodies.b.mass": 5.0}), 0.2, cache=cache, integrator="rk4"
    )
    assert Compiler.count == compiled
    for run in (light, heavy):
        assert run["a.z"][-1] == pytest.approx(-0.5 * 9.81 * 0.2**2, rel=1e-12)
