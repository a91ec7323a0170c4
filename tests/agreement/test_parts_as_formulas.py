"""Templates on symbols: parts whose numbers are formulas amount to the parts that are made of numbers."""

from dataclasses import dataclass, fields, is_dataclass, replace
from random import Random
from typing import Annotated

import pytest

import jounce
from jounce.graph import Expression, Graph, derivative, interpret
from jounce.model.assembly.car import car_model
from jounce.model.rigs.axle_rig import axle_rig
from jounce.model.templates import TEMPLATES
from jounce.model.templates.struts import Root
from jounce.units import Quantity

CARS = ("small_car", "small_car_electric", "small_car_compliant", "hmmwv")
# of max(1, |number|): a formula is at most some forty operations, each right to 1.1e-16
ROUNDING = 1e-14


@pytest.mark.parametrize("override", [False, True], ids=["mirrored", "overridden"])
@pytest.mark.parametrize("name", [*TEMPLATES, *CARS])
def test_formulas_of_parts_amount_to_their_numbers(name, override):
    """Rigs and cars, on bushings too, with both kinds of steering; with and without points of the right side."""
    vehicle = moved(jounce.load(name), override)
    for axle in vehicle.axles:
        for compliant in (False, True):
            compare(vehicle, lambda v, axle=axle, compliant=compliant: axle_rig(v, axle, compliant))
    for kind in ("angle", "torque") if name in CARS else ():
        compare(vehicle, lambda v, kind=kind: car_model(v, kind, compliant=name == "small_car_compliant"))


def test_a_preload_on_an_own_law_is_solved_for_and_carries_its_derivative():
    """F = a x + b x^3 has dx/dF = 1 / (a + 3 b x^2): by so much the free length grows with the preload."""
    vehicle, a, b = jounce.load("macpherson"), 2e4, 4e6
    axle = vehicle.axles["front"]
    spring = replace(axle.elements["spring"], law=Progressive(a=a, b=b), preload=3000.0, free_length=None)
    vehicle = replace(vehicle, axles={"front": replace(axle, elements={**axle.elements, "spring": spring})})
    compare(vehicle, lambda v: axle_rig(v, "front"))
    graph = Graph()
    parts = axle_rig(vehicle.with_symbols(graph), "front").model.forces
    length = next(part.free_length for part in parts if part.name == "front_left.spring")
    (rate,) = derivative([length], graph.symbol("axles.front.spring.preload"))
    slope, x = numbers(vehicle, graph, [rate, *roots(graph)])
    assert a * x + b * x**3 == pytest.approx(-3000.0, rel=1e-12)
    assert slope == pytest.approx(1 / (a + 3 * b * x**2), rel=1e-12)


@dataclass(frozen=True)
class Progressive:
    """A spring that grows stiffer."""

    a: Annotated[float, Quantity("N/m")]
    b: Annotated[float, Quantity("N/m^3")]

    def value(self, x):
        return self.a * x + self.b * x**3


def moved(vehicle, override):
    """The vehicle with each hardpoint some millimetres away, alignment, and perhaps points of the right side."""
    random = Random(13)
    axles = {}
    for name, axle in vehicle.axles.items():
        points = {
            point: tuple(v + random.uniform(-5e-3, 5e-3) for v in place) for point, place in axle.hardpoints.items()
        }
        alignment = replace(axle.alignment, toe=0.004, camber=-0.02)
        axle = replace(axle, hardpoints=points, alignment=alignment)
        right = {point: place for k, (point, place) in enumerate(axle.points(-1).items()) if override and k % 2}
        right = {point: (x, y + 2e-3, z - 1e-3) for point, (x, y, z) in right.items()}
        axles[name] = replace(axle, right_hardpoints=right)
    return replace(vehicle, axles=axles)


def compare(vehicle, make):
    """All numbers that `make` gives are those of its formulas."""
    graph = Graph()
    wanted, formulas = (
        dict(leaves(make(vehicle))),
        dict(leaves(make(vehicle.with_symbols(graph)))),
    )
    assert list(wanted) == list(formulas)
    for where, found in zip(wanted, numbers(vehicle, graph, list(formulas.values())), strict=True):
        assert found == pytest.approx(wanted[where], rel=ROUNDING, abs=ROUNDING), where


def leaves(thing, path=""):
    """Every number or formula inside, with where it stands."""
    if isinstance(thing, jounce.Model):
        yield from leaves((thing.gravity, thing.parts), f"{path}.model")
    elif is_dataclass(thing):
        for field in fields(thing):
            yield from leaves(getattr(thing, field.name), f"{path}.{field.name}")
    elif isinstance(thing, dict):
        for key, value in thing.items():
            yield from leaves(value, f"{path}.{key}")
    elif isinstance(thing, tuple | list):
        for i, value in enumerate(thing):
            yield from leaves(value, f"{path}.{i}")
    elif isinstance(thing, float | Expression):
        yield path, thing
    else:
        assert isinstance(thing, str | int | bool | None)


def numbers(vehicle, graph, formulas):
    """What formulas of a vehicle's values amount to."""
    values = {path: value for path, value, _ in vehicle.each_number()}
    solved = {root.data: root.data.solve(lambda f: float(interpret([f], values)[0])) for root in roots(graph)}
    return [float(number) for number in interpret(formulas, values | solved)]


def roots(graph):
    return [node for node in graph.nodes if node.op == "symbol" and isinstance(node.data, Root)]
