"""Struts: springs, dampers and bump stops of a corner, lines between the car body and the suspension."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from math import nan
from typing import Any

from jounce.graph import Expression, Scalar, derivative, less, select
from jounce.model.axle_data import ADJUSTERS, BumpStopData, SpringData
from jounce.model.fields import map_numbers
from jounce.model.templates.corner import Corner, Template
from jounce.parts.forces import Actuator, Damper, LineFriction, Spring
from jounce.parts.input import Input
from jounce.parts.laws import Law, OwnLaw, constant_rate_of_law
from jounce.parts.laws.bilinear import Bilinear
from jounce.parts.laws.pushing import pushing_only
from jounce.parts.signals import External
from jounce.spatial.vector import vector_difference, vector_norm

# whose top and bottom points an element takes, in this order
LINES = {
    "spring": ("spring", "strut"),
    "damper": ("damper", "spring", "strut"),
    "bump_stop": ("damper", "spring", "strut"),
    "rebound_stop": ("damper", "spring", "strut"),
    "actuator": ("spring", "strut", "damper"),
}
STOPS = ("bump_stop", "rebound_stop")  # on the line of the damper
SEALS = "seal_friction"
FIRST_GUESS, FARTHEST = 1e-4, 5.0  # m of deflection under a preload, doubled until it is enough


def strut_line(element: str, points: Collection[str]) -> str | None:
    """The pair of points that an element acts along: those of `<line>_top` and `<line>_bottom`."""
    found = (line for line in LINES[element] if {f"{line}_top", f"{line}_bottom"} <= set(points))
    return next(found, None)


def strut_seat(element: str, template: Template, elements: Mapping[str, Any]) -> str:
    """The role of the body under an element."""
    usual = "rocker" if "rocker" in elements and element in ("spring", "damper") else template.seats[element]
    return getattr(elements.get(element), "body", "") or usual


def strut_elements(given: Corner, template: Template, elements: Mapping[str, Any]) -> tuple[Any, ...]:
    """The force elements of a corner, in the order of LINES; those that need an input are not among them."""
    parts: list[Any] = []
    for word in LINES:
        if word not in elements or word == "actuator":
            continue
        data, line = elements[word], strut_line(word, given.points)
        named = word if word not in STOPS else "damper"
        seat = getattr(data, "body", "") or strut_seat("spring" if line == "spring" else named, template, elements)
        top, bottom = given.points[f"{line}_top"], given.points[f"{line}_bottom"]
        ends: dict[str, Any] = dict(
            name=given.name(word), parent=given.mount, child=given.name(seat), point=top, child_point=bottom
        )
        length = vector_norm(vector_difference(top, bottom))
        if word == "spring":
            free = strut_free_length(data, length)
            if ADJUSTERS in elements:  # a seat that is moved towards the spring presses it as a longer spring would
                free = free + getattr(elements[ADJUSTERS], f"{given.side}_seat")
            parts.append(Spring(**ends, free_length=free, law=data.law))
        elif word == "damper":
            parts.append(Damper(**ends, law=data.law))
        elif word == "rebound_stop":
            pulling = Bilinear(compression=0.0, extension=data.rate)
            parts.append(Spring(**ends, free_length=length + data.clearance, law=pulling))
        else:
            parts.append(Spring(**ends, free_length=length - data.clearance, law=strut_pushing_law(data)))
    return tuple(parts)


def strut_seals(given: Corner, elements: Mapping[str, Any], parts: Iterable[Any]) -> tuple[LineFriction, ...]:
    """Dry friction of the damper's seals, on the line of the damper among the parts; none if the file gives none."""
    data = elements.get("damper")
    if data is None or data.seal_friction is None:
        return ()
    damper = next(part for part in parts if part.name == given.name("damper"))
    return (
        LineFriction(
            name=given.name(SEALS),
            parent=damper.parent,
            child=damper.child,
            point=damper.point,
            child_point=damper.child_point,
            limit=data.seal_friction,
            static_ratio=data.seal_static_ratio,
        ),
    )


def strut_actuators(given: Corner, template: Template, elements: Mapping[str, Any]) -> tuple[Any, ...]:
    """The actuator of a corner and its input, where the file has one: on the line of the spring."""
    data = elements.get("actuator")
    if data is None:
        return ()
    line = strut_line("actuator", given.points)
    seat = data.body or strut_seat("damper" if line == "damper" else "spring", template, elements)
    force = given.name("actuator.force")
    return (
        Input(name=force, unit="N", definition="tension of the actuator between body and suspension"),
        Actuator(
            name=given.name("actuator"),
            parent=given.mount,
            child=given.name(seat),
            point=given.points[f"{line}_top"],
            child_point=given.points[f"{line}_bottom"],
            signal=External(input=force),
        ),
    )


def strut_free_length(data: SpringData, length: Scalar) -> Any:
    """As given, or so that the spring pushes with its preload at the design length."""
    if data.preload is None:
        return data.free_length
    rate = constant_rate_of_law(data.law)
    if rate is not None:
        return length + data.preload * (1.0 / rate)  # to the last bit as a graph divides
    return length - strut_extension_under(data.law, 0.0 - data.preload)


def strut_extension_under(law: OwnLaw, tension: Scalar) -> Scalar:
    """The extension nearest to zero at which a law gives a tension; nan where there is none.

    On a graph it is a symbol that is solved for when values are known, and one step of Newton's method from there:
    the step changes nothing, and carries the first derivatives of the root.
    """
    if not isinstance(tension, Expression):
        return _extension(law, tension)
    root = tension.graph.symbol(Root(law, tension))
    force = law.value(root)
    (rate,) = derivative([force], root)
    return root - (force - tension) / select(less(0.0, rate * rate), rate, 1.0)


@dataclass(frozen=True, slots=True)
class Root:
    """An extension that has to be solved for. The numbers of the law are symbols, which are the names of values."""

    law: OwnLaw
    tension: Expression

    def solve(self, number: Callable[[Scalar], float]) -> float:
        """The root; `number` is what a formula amounts to."""
        law = map_numbers(self.law, lambda path, formula, unit: number(formula), "law")
        return _extension(law, number(self.tension))


def _extension(law: OwnLaw, tension: float) -> float:
    from scipy.optimize import brentq  # slow to import

    def missing(x: float) -> float:
        return float(law.value(x) - tension)  # type: ignore[arg-type]

    at_rest, x = missing(0.0), FIRST_GUESS
    while x < FARTHEST:
        for end in (-x, x):
            if missing(end) * at_rest <= 0:
                return float(brentq(missing, *sorted((0.0, end)), xtol=1e-15))
        x *= 2
    return nan


def strut_pushing_law(data: BumpStopData) -> Law:
    """Tension over extension from push over compression: nothing while the stop is not touched."""
    return pushing_only(data.law)
