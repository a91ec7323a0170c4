"""What makes a vehicle impossible: arms without length, points on one line, elements that hang on nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import pairwise
from math import degrees, hypot, pi
from typing import TYPE_CHECKING, Any

from jounce.errors import Problem, did_you_mean
from jounce.model.assembly.axle_rig import axle_rig
from jounce.model.axle_data import Axle, Place
from jounce.model.own_laws import is_own
from jounce.model.reading.axes import AXES
from jounce.model.rules.axle import DOUBTS, sides_of
from jounce.model.rules.bar import bar_levers, bars
from jounce.model.rules.bushings import bushings
from jounce.model.rules.car import equipment_problems, sensor_problems
from jounce.model.rules.limits import finite_numbers
from jounce.model.rules.masses import WIDEST_CAR, inertia_problems, masses
from jounce.model.rules.mechanism import check
from jounce.model.rules.sides import sides, slipped_metres
from jounce.model.rules.triangles import NEAREST, off_line, spread_about_line
from jounce.model.shapes import FARTHEST
from jounce.model.templates import TEMPLATES, Template
from jounce.model.templates.anti_roll_bar import HARDPOINTS as BAR_HARDPOINTS
from jounce.model.templates.struts import LINES, line_of
from jounce.model.templates.whole_corner import spin_axis
from jounce.model.tyre_files.tir_rules import wrong_numbers
from jounce.parts.laws import constant_rate
from jounce.parts.tables import is_table
from jounce.spatial.vector import distance, norm

if TYPE_CHECKING:
    from jounce.model.vehicle import Vehicle

SMALLEST_WHEEL, LARGEST_WHEEL = 0.05, 2.0  # m, loaded radius
MOST_ALIGNMENT = 20.0  # deg of static toe or camber
TURNED = "numbers here are in ISO 8855 axes: the file's x and y turned"
LATERAL = 0.7  # least lateral component of a spin axis: 45 deg off, it is no spin axis
IN_MM = 'with its unit: "700 mm"; for all bare numbers of a file: units = { length = "mm" } at its top'


def check_vehicle(vehicle: Vehicle, unread: Collection[str] = ()) -> list[Problem]:
    """Every problem, in the words of the vehicle file; `unread` axles exist, but their own problems are known."""
    problems: list[Problem] = []
    for name, axle in vehicle.axles.items():
        for rules in (RULES, DOUBTS):  # a slipped unit is one mistake, not also an axis that leans
            found = [problem for rule in rules for problem in rule(axle, f"axles.{name}")]
            if found:
                break
        problems += found or _problems_of_parts(vehicle, name)
    problems += _order(vehicle)
    if vehicle.body is not None:
        problems += inertia_problems(vehicle.body, "body", WIDEST_CAR)
    found = [*equipment_problems(vehicle, unread), *problems]
    found += () if found or unread else sensor_problems(vehicle)
    if vehicle.style.axes == AXES[0]:
        return found
    return [replace(p, help=f"{p.help}; {TURNED}") if ".hardpoints." in p.where else p for p in found]


def _order(vehicle: Vehicle) -> Iterator[Problem]:
    """Axles are named from front to rear."""
    x = {name: axle.hardpoints["wheel_centre"][0] for name, axle in vehicle.axles.items()}
    for (one, ahead), (other, behind) in pairwise(x.items()):
        if behind > ahead + NEAREST:
            what = f"stands {behind - ahead:.4g} m ahead of '{one}', which comes before it"
            yield Problem(f"axles.{other}", what, "write the axles from front to rear; x points forward in ISO 8855")


def near_points(axle: Axle, path: str) -> Iterator[Problem]:
    """No point is as far away as millimetres taken for metres would be."""
    for where, point in _given_points(axle, path):
        if norm(point) > FARTHEST:
            what = f"[{', '.join(f'{v:g}' for v in point)}] m is {hypot(*point):.4g} m away from the origin"
            yield Problem(where, what, IN_MM)


def lengths_of_members(axle: Axle, path: str) -> Iterator[Problem]:
    """Two ends of a member are two points."""
    for points, where in sides_of(axle, path):
        for a, b in (*TEMPLATES[axle.template].apart, ("wheel_centre", "spindle"), *_lines(axle), *_bar_members(axle)):
            if a in points and b in points and distance(points[a], points[b]) < NEAREST and (at := where(b, a)):
                off = distance(points[a], points[b])
                hint = "move one of them: a member or an axis needs two distinct points"
                if off > 0:
                    hint += "; metres that are read as millimetres look so too"
                yield Problem(at, f"'{a}' and '{b}' are {off * 1000:.3g} mm apart", hint)


def levers(axle: Axle, path: str) -> Iterator[Problem]:
    """Three points that span a triangle do not lie on one line."""
    for points, where in sides_of(axle, path):
        for a, b, c in TEMPLATES[axle.template].bent:
            if distance(points[a], points[b]) < NEAREST:
                continue  # said by `lengths_of_members`
            off = off_line(points[a], points[b], points[c])
            if off < NEAREST and (at := where(c, b, a)):
                what = f"'{c}' lies on the line through '{a}' and '{b}' ({off * 1000:.3g} mm off)"
                yield Problem(at, what, "without a lever arm about that line it holds nothing: move it")


def lines_of_points(axle: Axle, path: str) -> Iterator[Problem]:
    """Rods whose outer ends lie on one line let the body that they lead turn about it."""
    names = TEMPLATES[axle.template].spread
    for points, where in sides_of(axle, path):
        if names and (off := spread_about_line([points[n] for n in names])) < NEAREST and (at := where(*names)):
            what = f"{', '.join(names)} lie on one line ({off * 1000:.3g} mm off)"
            yield Problem(at, what, "the knuckle turns freely about that line: move one of them")


def spin_axes(axle: Axle, path: str) -> Iterator[Problem]:
    """One statement of where the spin axis points, and roughly across the car."""
    for points, where in sides_of(axle, path):
        if "spindle" not in points or not (at := where("spindle", "wheel_centre")):
            continue
        if axle.alignment.toe or axle.alignment.camber:
            what = "toe and camber are given, and so is the hardpoint 'spindle'"
            yield Problem(f"{path}.alignment", what, "both say where the spin axis points: keep one")
        elif distance(points["wheel_centre"], points["spindle"]) >= NEAREST:
            if spin_axis(axle, 1 if points["wheel_centre"][1] > 0 else -1)[1] < LATERAL:
                what = "the line from 'spindle' to 'wheel_centre' does not point outward across the car"
                yield Problem(at, what, "spindle lies inboard of the wheel centre on the spin axis")


def seats(axle: Axle, path: str) -> Iterator[Problem]:
    """Springs, dampers and drop links stand on a body of the template."""
    roles = TEMPLATES[axle.template].roles
    for word, data in axle.elements.items():
        role = getattr(data, "body", "")
        if role and role not in roles:
            what = f"there is no body '{role}' in {axle.template}.{did_you_mean(role, roles)}"
            yield Problem(f"{path}.{word}.body", what, f"bodies: {', '.join(roles)}")


def springs(axle: Axle, path: str) -> Iterator[Problem]:
    """A spring has one statement of how far it is compressed, and a stop only pushes."""
    spring, stop = axle.elements.get("spring"), axle.elements.get("bump_stop")
    if spring is not None:
        if (spring.free_length is None) == (spring.preload is None):
            what = "has neither free_length nor preload" if spring.preload is None else "has free_length and preload"
            yield Problem(f"{path}.spring", what, "give one of them: they say the same")
        elif spring.preload is not None and not (is_own(spring.law) or getattr(spring.law, "slope", False)):
            yield Problem(f"{path}.spring.preload", "needs a law with a rate", "give free_length instead")
    if stop is not None and constant_rate(stop.law) is None and not is_own(stop.law):
        if not is_table(stop.law):
            yield Problem(f"{path}.bump_stop.law", "a stop only pushes", 'give a rate or type = "points"')
        elif any((stop.law.x[0], stop.law.y[0], stop.law.x_offset, stop.law.y_offset)):
            yield Problem(f"{path}.bump_stop.law", "its points begin elsewhere than at (0, 0)", "push over compression")


def steering(axle: Axle, path: str) -> Iterator[Problem]:
    """Only a layout with a tie rod can be steered by a rack."""
    able = [name for name, template in TEMPLATES.items() if "tie_rod_inner" in template.hardpoints]
    if axle.steered and axle.template not in able:
        yield Problem(f"{path}.steered", f"{axle.template} has no tie rod", f"can be steered: {', '.join(able)}")


def tyres(axle: Axle, path: str) -> Iterator[Problem]:
    """One statement of the vertical stiffness."""
    if axle.tyre.law is not None and axle.tyre.stiffness is not None:
        what = "is given, and so is a law with a stiffness of its own"
        yield Problem(f"{path}.tyre.stiffness", what, "leave it out: the law's counts")


def sizes(axle: Axle, path: str) -> Iterator[Problem]:
    """A wheel is of a wheel's size, and stands roughly upright and straight ahead."""
    radius: Any = axle.tyre.radius
    if not SMALLEST_WHEEL <= radius <= LARGEST_WHEEL:
        hint = f'a loaded radius from {SMALLEST_WHEEL:g} to {LARGEST_WHEEL:g} m; with its unit: "310 mm"'
        yield Problem(f"{path}.tyre.radius", f"{radius:g} m is no radius of a tyre", hint)
    for word in ("toe", "camber"):
        angle = getattr(axle.alignment, word)
        if abs(angle) > MOST_ALIGNMENT * pi / 180:
            hint = f'at most {MOST_ALIGNMENT:g} deg either way; with its unit: "-0.5 deg"'
            yield Problem(f"{path}.alignment.{word}", f"{degrees(angle):.4g} deg is no alignment", hint)


def tyre_numbers(axle: Axle, path: str) -> Iterator[Problem]:
    """A Magic Formula keeps to what its property file must, also where it is written out or set."""
    return wrong_numbers(axle.tyre.law, f"{path}.tyre.law")


RULES = (
    near_points,
    slipped_metres,
    lengths_of_members,
    levers,
    lines_of_points,
    sides,
    spin_axes,
    seats,
    springs,
    bars,
    bar_levers,
    bushings,
    masses,
    steering,
    tyres,
    tyre_numbers,
    sizes,
)


def missing_points(template: Template, names: set[str], elements: set[str], path: str) -> Iterator[Problem]:
    """Hardpoints that the layout or one of its elements needs."""
    needed = dict(template.hardpoints)
    if "anti_roll_bar" in elements:
        needed |= {name: template.meanings()[name] for name in BAR_HARDPOINTS}
    for name, meaning in needed.items():
        if name not in names:
            yield Problem(f"{path}.hardpoints.{name}", f"'{name}' is missing", f"add [x, y, z] of the {meaning}")
    for word, lines in LINES.items():
        if word in elements and line_of(word, names) is None:
            need = f"{lines[0]}_top and {lines[0]}_bottom"
            what = f"the {word.replace('_', ' ')} has no ends: {need} are missing"
            yield Problem(f"{path}.{word}", what, f"add them to [{path}.hardpoints]")


def _given_points(axle: Axle, path: str) -> Iterator[tuple[str, Place]]:
    for name, point in axle.hardpoints.items():
        yield f"{path}.hardpoints.{name}", point
    for name, point in axle.right_hardpoints.items():
        yield f"{path}.right.hardpoints.{name}", point


def _lines(axle: Axle) -> list[tuple[str, str]]:
    """Ends of springs, dampers and stops."""
    lines = dict.fromkeys(line_of(word, axle.hardpoints) for word in LINES if word in axle.elements)
    return [(f"{line}_top", f"{line}_bottom") for line in lines if line is not None]


def _bar_members(axle: Axle) -> tuple[tuple[str, str], ...]:
    return (("bar_bearing", "bar_end"), ("bar_end", "bar_link")) if "anti_roll_bar" in axle.elements else ()


def _problems_of_parts(vehicle: Vehicle, name: str) -> list[Problem]:
    """What is wrong with the parts that the axle is made into, where the vehicle file says it."""
    model = axle_rig(vehicle, name).model
    return model.style.in_words_of_file(finite_numbers(model) or check(model))
