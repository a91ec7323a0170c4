"""Rules for elements on a suspension: springs, dampers, stops, bars, bushings, tyres, steering; two limits each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import degrees, hypot, pi
from typing import Any

from jounce.errors import Problem, did_you_mean
from jounce.model.assembly.names import SIDES
from jounce.model.axle_data import ADJUSTERS, Axle
from jounce.model.own_laws import is_own_law
from jounce.model.rules.belt import check_belt_completed, check_belt_element
from jounce.model.rules.hardpoints import NEAREST, Doubt, Findings, hardpoint_off_line, hardpoints_by_side
from jounce.model.rules.masses import check_masses
from jounce.model.rules.shapes import distance_of_shapes
from jounce.model.templates import TEMPLATES
from jounce.model.templates.struts import strut_free_length, strut_line, strut_seat
from jounce.model.tyre_files.tir_parts import missing_tir_parts
from jounce.model.tyre_files.tir_rules import wrong_tir_numbers
from jounce.parts.forces.bushing import passive_bushing_matrices
from jounce.parts.laws import constant_rate_of_law
from jounce.parts.tables import is_table_of_part
from jounce.spatial.vector import cross, dot, unit, vector_difference

WHEELS, USUAL_WHEELS = (0.05, 2.0), (0.15, 0.6)  # m, loaded radius; from a kart's wheel with its tyre to a lorry's
TWINS = (0.1, 0.8)  # m between two tyres on one wheel
MOST_SEAT = 0.3  # m
MOST_ALIGNMENT, USUAL_ALIGNMENT = 20.0, {"toe": 3.0, "camber": 10.0}  # deg
MOST_FREE_LENGTH = 3.0  # of a spring, by its length as designed
SMALL = 1e-3  # m or m/s from rest, where an own law is asked whether it rises
# least and largest rate, SI
RATES = {"spring": (1e3, 1e7, "N/m"), "damper": (50.0, 1e6, "N s/m"), "bump_stop": (1e3, 1e8, "N/m")}
WORDS = {"spring": "tension over extension", "damper": "tension over speed of extension"}
WORDS |= {"bump_stop": "push over compression"}
RATES |= {"third_spring": RATES["spring"], "third_damper": RATES["damper"]}
WORDS |= {"third_spring": WORDS["spring"], "third_damper": WORDS["damper"]}
# template and role of the arms that turn on one hinge, and the mounts that a bushing would soften
HINGES = {(word, "lower_arm"): ("lower_arm_front", "lower_arm_rear") for word in ("double_wishbone", "macpherson")}
HINGES |= {("double_wishbone", "upper_arm"): ("upper_arm_front", "upper_arm_rear")}
HINGES |= {("semi_trailing_arm", "arm"): ("pivot_inner", "pivot_outer")}


def check_element_seats(axle: Axle, path: str) -> Iterator[Problem]:
    """Springs, dampers and drop links stand on a body of the template."""
    own = TEMPLATES[axle.template].roles
    for word, data in axle.elements.items():
        roles = (*own, "rocker") if "rocker" in axle.elements and word != "rocker" else own
        role = getattr(data, "body", "")
        if role and role not in roles:
            what = f"there is no body '{role}' in {axle.template}.{did_you_mean(role, roles)}"
            yield Problem(f"{path}.{word}.body", what, f"bodies: {', '.join(roles)}")


def check_element_springs(axle: Axle, path: str) -> Iterator[Problem]:
    """A spring has one statement of how far it is compressed, and a stop only pushes."""
    stop = axle.elements.get("bump_stop")
    for word in ("spring", "third_spring"):
        if (spring := axle.elements.get(word)) is None:
            continue
        if (spring.free_length is None) == (spring.preload is None):
            what = "has neither free_length nor preload" if spring.preload is None else "has free_length and preload"
            yield Problem(f"{path}.{word}", what, "give one of them: they say the same")
        elif spring.preload is not None and not (is_own_law(spring.law) or getattr(spring.law, "slope", False)):
            yield Problem(f"{path}.{word}.preload", "needs a law with a rate", "give free_length instead")
    if stop is not None and constant_rate_of_law(stop.law) is None and not is_own_law(stop.law):
        if not is_table_of_part(stop.law):
            yield Problem(f"{path}.bump_stop.law", "a stop only pushes", 'give a rate or type = "points"')
        elif any((stop.law.x[0], stop.law.y[0], stop.law.x_offset, stop.law.y_offset)):
            yield Problem(f"{path}.bump_stop.law", "its points begin elsewhere than at (0, 0)", "push over compression")


def check_element_laws(axle: Axle, path: str) -> Findings:
    """A spring, stop or damper resists: its force grows with what is done to it, as much as in a road vehicle."""
    for word, meaning in WORDS.items():
        if word not in axle.elements:
            continue
        law, (low, high, unit_name) = axle.elements[word].law, RATES[word]
        for field, value in _falling(law):
            what = f"{value}: it would pull where it should push"
            yield Problem(f"{path}.{word}.law.{field}", what, f"{meaning}: a positive rate")
        rate: Any = constant_rate_of_law(law)
        if rate is not None and rate > 0 and not low <= rate <= high:
            text = f"a rate of {{:.4g}} {unit_name}; road vehicles have {low:g} to {high:g} {unit_name}"
            yield Doubt(f"{path}.{word}.law", text, (rate,))


def _falling(law: Any) -> Iterator[tuple[str, str]]:
    """Finds numbers of a law that make it fall: field and value."""
    if hasattr(law, "falling"):
        yield from law.falling()
    elif law.value(SMALL) < law.value(0.0):
        yield "value", f"falls from {law.value(0.0):g} at rest to {law.value(SMALL):g} at {SMALL:g}"


def check_installed_elements(axle: Axle, path: str) -> Findings:
    """A spring is neither squeezed to a fraction of itself nor pulls; a stop has its clearance within the damper."""
    spring, stop = axle.elements.get("spring"), axle.elements.get("bump_stop")
    length = {word: _line_length(axle, word) for word in ("spring", "bump_stop")}
    if spring is not None:
        free = strut_free_length(spring, length["spring"])
        key = "free_length" if spring.preload is None else "preload"
        if not 0 < free <= MOST_FREE_LENGTH * length["spring"]:
            what = f"its free length would be {free:.4g} m, and it is {length['spring']:.4g} m long as designed"
            hint = f"a free length up to {MOST_FREE_LENGTH:g} times that"
            if spring.preload is not None:
                hint += f"; from a preload of {spring.preload:g} N over a rate of {spring.law.slope:g} N/m"
            yield Problem(f"{path}.spring.{key}", what, hint)
        elif free < length["spring"]:
            text = "its free length of {:.4g} mm is less than its {:.4g} mm as designed: "
            text += "it pulls the wheel up; a preload is positive in compression"
            numbers: tuple[Any, ...] = (1e3 * free, 1e3 * length["spring"])
            if spring.preload is not None:
                text, numbers = f"{{:g}} N; {text}", (spring.preload, *numbers)
            yield Doubt(f"{path}.spring.{key}", text, numbers)
    if stop is not None and stop.clearance >= length["bump_stop"]:
        what = f"{stop.clearance:g} m is more than the {length['bump_stop']:.4g} m between its ends"
        yield Problem(f"{path}.bump_stop.clearance", what, 'the way until it touches; with a unit: "30 mm"')


def check_element_rebound(axle: Axle, path: str) -> Findings:
    """A stop against rebound is as stiff as one is."""
    stop, (low, high, unit_name) = axle.elements.get("rebound_stop"), RATES["bump_stop"]
    if stop is not None and not low <= stop.rate <= high:
        text = f"{{:.4g}} {unit_name}; road vehicles have {low:g} to {high:g} {unit_name}"
        yield Doubt(f"{path}.rebound_stop.rate", text, (stop.rate,))


def check_element_seals(axle: Axle, path: str) -> Findings:
    """Friction at rest is not less than while sliding; seals that hold more than the spring lock the suspension."""
    damper, spring = axle.elements.get("damper"), axle.elements.get("spring")
    if damper is None or damper.seal_friction is None:
        return
    if damper.seal_static_ratio < 1.0:
        hint = "at least 1: friction at rest is not less than while it slides"
        yield Problem(f"{path}.damper.seal_static_ratio", f"{damper.seal_static_ratio:g}", hint)
    if spring is not None:
        length = _line_length(axle, "spring")
        push = abs(spring.law.value(length - strut_free_length(spring, length)))
        if damper.seal_friction * damper.seal_static_ratio > push:
            text = "at rest the seals hold {:.4g} N, more than the {:.4g} N of the spring as designed: they lock it"
            numbers: tuple[Any, ...] = (damper.seal_friction * damper.seal_static_ratio, push)
            yield Doubt(f"{path}.damper.seal_friction", text, numbers)


def _line_length(axle: Axle, element: str) -> Any:
    line = strut_line(element, axle.hardpoints)
    return distance_of_shapes(axle.hardpoints[f"{line}_top"], axle.hardpoints[f"{line}_bottom"]) if line else 0.0


def check_element_bars(axle: Axle, path: str) -> Iterator[Problem]:
    """A bar has one law; without links it twists between arms that turn on one ideal hinge each."""
    bar = axle.elements.get("anti_roll_bar")
    yield from _wrong_wire(axle, bar, f"{path}.anti_roll_bar")
    if bar is not None and bar.form != "flexible" and (bar.stiffness is None) == (bar.law is None):
        what = "has neither stiffness nor law" if bar.law is None else "has stiffness and law"
        yield Problem(f"{path}.anti_roll_bar", what, 'give one of them: stiffness = "1 kN m/rad"')
    if bar is not None and bar.form == "roll stiffness" and not TEMPLATES[axle.template].has_kingpin:
        functional = [name for name, template in TEMPLATES.items() if template.has_kingpin]
        what = f"the wheels of a {axle.template} are led by links"
        hint = f'form = "linkage" or "torsion bar"; a roll stiffness is for {" and ".join(functional)}'
        yield Problem(f"{path}.anti_roll_bar.form", what, hint)
    if bar is None or bar.form != "torsion bar":
        return
    seat = strut_seat("anti_roll_bar", TEMPLATES[axle.template], axle.elements)
    mounts = ("rocker_pivot",) if seat == "rocker" else HINGES.get((axle.template, seat), ())
    if not mounts:
        what = f"the {seat.replace('_', ' ')} of a {axle.template} does not turn on one hinge"
        yield Problem(f"{path}.anti_roll_bar.form", what, 'form = "linkage", or another body')


def _wrong_wire(axle: Axle, bar: Any, path: str) -> Iterator[Problem]:
    """A flexible bar follows from its wire; the others have none."""
    if bar is None or bar.form != "flexible":
        if bar is not None and bar.diameter is not None:
            yield Problem(f"{path}.diameter", f"a bar of form '{bar.form}' has no wire", 'form = "flexible"')
        return
    for word in ("stiffness", "law"):
        if getattr(bar, word) is not None:
            what = "the stiffness of a flexible bar follows from its points, diameter and material"
            yield Problem(f"{path}.{word}", what, "leave it out, or take another form")
    if bar.diameter is None:
        yield Problem(f"{path}.diameter", "'diameter' is missing", 'the wire of a flexible bar: diameter = "20 mm"')
    elif bar.bore is not None and not bar.bore < bar.diameter:
        yield Problem(f"{path}.bore", f"{1e3 * bar.bore:g} mm is not less than the diameter", "a smaller one")
    if bar.poisson_ratio is not None and not -1.0 < bar.poisson_ratio <= 0.5:
        yield Problem(f"{path}.poisson_ratio", f"is {bar.poisson_ratio:g}", "between 0 and 0.5; 0.3 for steel")
    aside = [name for name in axle.right_hardpoints if name.startswith("bar_")]
    if aside:
        what = "a flexible bar is the same on the left and on the right"
        yield Problem(f"{path.rsplit('.', 1)[0]}.right.hardpoints.{aside[0]}", what, "leave it out")


def check_element_bar_levers(axle: Axle, path: str) -> Iterator[Problem]:
    """A bar turns about the line through its two bearings, and the drop links have levers about it."""
    bar = axle.elements.get("anti_roll_bar")
    if bar is not None and bar.form == "t bar":
        foot, end = (axle.hardpoints[name] for name in ("bar_bearing", "bar_end"))
        stem, half = hypot(foot[0] - end[0], foot[2] - end[2]), abs(end[1])  # type: ignore[arg-type]
        if min(stem, half) < NEAREST:
            what = f"the stem of the T is {1e3 * stem:.3g} mm long and its head {2e3 * half:.3g} mm wide"
            yield Problem(f"{path}.hardpoints.bar_end", what, "the foot lies below or above the middle of the head")
        return
    if bar is None or bar.form == "roll stiffness":
        return
    left, right = (axle.points(side)["bar_bearing"] for side in (1, -1))
    if distance_of_shapes(left, right) < NEAREST:
        what = f"the bearings on the left and on the right are {1e3 * distance_of_shapes(left, right):.3g} mm apart"
        hint = "the bar turns about the line through them: y is half their distance"
        yield Problem(f"{path}.hardpoints.bar_bearing", what, hint)
        return
    axis = unit(vector_difference(left, right))
    for points, where in hardpoints_by_side(axle, path):
        bearing, end, link = (points[name] for name in ("bar_bearing", "bar_end", "bar_link"))
        at = where("bar_end", "bar_link", "bar_bearing")
        if not at or min(distance_of_shapes(bearing, end), distance_of_shapes(end, link)) < NEAREST:
            continue  # a matter of the other side, or said by `lengths_of_members`
        lever: Any = dot(cross(axis, vector_difference(end, bearing)), unit(vector_difference(link, end)))
        if (off := hardpoint_off_line(left, right, end)) < NEAREST:
            what = f"'bar_end' lies on the axis of the bar ({1e3 * off:.3g} mm off)"
            yield Problem(at, what, "without an arm about that line it twists nothing: move it")
        elif abs(lever) < NEAREST:
            what = f"the drop link to 'bar_link' points at the axis of the bar (lever {1e3 * abs(lever):.3f} mm)"
            yield Problem(at, what, "such a link does not turn the bar: move one of its ends")


def check_element_bushings(axle: Axle, path: str) -> Iterator[Problem]:
    """Bushings of an axle."""
    for mount, data in axle.bushings.items():
        for problem in passive_bushing_matrices(data):
            yield replace(problem, where=f"{path}.bushings.{mount}.{problem.where}")


def check_steered_elements(axle: Axle, path: str) -> Iterator[Problem]:
    """Only a layout with a tie rod can be steered by a rack, others by a drag link, a functional one by king-pins.

    Points by which nothing is steered would be without use.
    """
    able = [name for name, kind in TEMPLATES.items() if "tie_rod_inner" in kind.hardpoints or kind.steering_roles]
    idle = [name for name in TEMPLATES[axle.template].steering_points if name in axle.hardpoints]
    if idle and not axle.steered:
        yield Problem(
            f"{path}.steered", f"is false, and there are points to steer by: {', '.join(idle)}", "steered = true"
        )
    if axle.steered and axle.template not in able:
        what = f"{axle.template} has no tie rod and no king-pin"
        yield Problem(f"{path}.steered", what, f"can be steered: {', '.join(able)}")


def check_tyre_element_stiffness(axle: Axle, path: str) -> Iterator[Problem]:
    """One statement of the vertical stiffness."""
    if axle.tyre.law is not None and axle.tyre.stiffness is not None:
        what = "is given, and so is a law with a stiffness of its own"
        yield Problem(f"{path}.tyre.stiffness", what, "leave it out: the law's counts")


def check_tyre_element_sizes(axle: Axle, path: str) -> Findings:
    """A wheel is of a wheel's size, and stands roughly upright and straight ahead."""
    radius: Any = axle.tyre.radius
    if not WHEELS[0] <= radius <= WHEELS[1]:
        hint = f'a loaded radius from {WHEELS[0]:g} to {WHEELS[1]:g} m; with its unit: "310 mm"'
        yield Problem(f"{path}.tyre.radius", f"{radius:g} m is no radius of a tyre", hint)
    elif not USUAL_WHEELS[0] <= radius <= USUAL_WHEELS[1]:
        text = "{:.4g} mm is unusual for a loaded radius; road vehicles have {:g} to {:g} mm"
        yield Doubt(f"{path}.tyre.radius", text, (1e3 * radius, *(1e3 * usual for usual in USUAL_WHEELS)))
    for word, usual in USUAL_ALIGNMENT.items():
        angle: Any = getattr(axle.alignment, word)
        if abs(angle) > MOST_ALIGNMENT * pi / 180:
            hint = f'at most {MOST_ALIGNMENT:g} deg either way; with its unit: "-0.5 deg"'
            yield Problem(f"{path}.alignment.{word}", f"{degrees(angle):.4g} deg is no alignment", hint)
        elif abs(angle) > usual * pi / 180:
            text = '{:.3g} deg is unusual, more than {:g} deg; with its unit: "0.1 deg"'
            yield Doubt(f"{path}.alignment.{word}", text, (angle * 180 / pi, usual))


def check_twin_tyres(axle: Axle, path: str) -> Iterator[Problem]:
    """Two tyres on one wheel stand side by side, and roll on their own carcasses."""
    apart: Any = axle.tyre.twin_distance
    if apart is None:
        return
    if not TWINS[0] <= apart <= TWINS[1]:
        hint = f'{TWINS[0]:g} to {TWINS[1]:g} m between the middles of both; with its unit: "340 mm"'
        yield Problem(f"{path}.tyre.twin_distance", f"{apart:g} m: they are no twins", hint)
    if "carcass" in axle.elements:
        yield Problem(f"{path}.carcass", "wheels with twin tyres have one rim for both", "leave it out")


def check_tyre_element_numbers(axle: Axle, path: str) -> Iterator[Problem]:
    """A Magic Formula keeps to what its property file must, also where it is written out or set."""
    return wrong_tir_numbers(axle.tyre.law, f"{path}.tyre.law")


def check_tyre_elements_complete(axle: Axle, path: str) -> Findings:
    """Tells what the tyre's property file leaves out, or that it may be cut."""
    for note in (*missing_tir_parts(axle.tyre.law), *axle.tyre_cut) if axle.tyre.file else ():
        yield Doubt(f"{path}.tyre.file", "{}: {}", (axle.tyre.file, note))


def check_carcass_element(axle: Axle, path: str) -> Iterator[Problem]:
    """A carcass carries a part of the wheel, and is stiffer than the tyre that it is a part of."""
    data, wheel = axle.elements.get("carcass"), axle.bodies.get("wheel")
    if data is None:
        return
    if data.mass is not None and wheel is not None and not 0.0 < data.mass <= wheel.mass:  # type: ignore[operator]
        what = f"{data.mass:g} kg of a wheel of {wheel.mass:g} kg"
        yield Problem(f"{path}.carcass.mass", what, "the mass of the tyre: more than zero, at most that of the wheel")
    if data.tyre_spring != "whole" or axle.tyre.law is None:
        return
    stiffness = axle.tyre.vertical_stiffness()
    if hasattr(axle.tyre.law, "Q_FZ2"):
        what = "the vertical spring of Magic Formula 6.1 is not linear: no spring in series gives it"
        yield Problem(f"{path}.carcass.tyre_spring", what, 'tyre_spring = "contact"')
    elif not data.vertical > stiffness:
        what = f"{data.vertical:g} N/m, less than the {stiffness:g} N/m of the whole tyre"
        hint = 'stiffer than the whole tyre, which it is in series with; or tyre_spring = "contact"'
        yield Problem(f"{path}.carcass.vertical", what, hint)


def check_elements_of_layout(axle: Axle, path: str) -> Iterator[Problem]:
    """An element between both sides belongs to the layouts that have a place for it."""
    for word in axle.elements:
        able = [name for name, template in TEMPLATES.items() if word in template.own]
        if able and axle.template not in able:
            what = f"a {axle.template} has no {word.replace('_', ' ')}"
            yield Problem(f"{path}.{word}", what, f"leave it out; layouts that have one: {', '.join(able)}")


def check_twist_beam(axle: Axle, path: str) -> Iterator[Problem]:
    """One statement of how a twist beam resists its twist."""
    beam = axle.elements.get("twist_beam")
    if beam is None:
        return
    given = [word for word in ("stiffness", "law", "torsion_constant") if getattr(beam, word) is not None]
    hint = 'stiffness = "4 N m/deg", or the section: torsion_constant = "4500 mm^4" and length = "1100 mm"'
    if len(given) != 1:
        what = f"has {' and '.join(given)}" if given else "has no section, no stiffness and no law"
        yield Problem(f"{path}.twist_beam", what, f"give one of them: {hint}")
    if (beam.torsion_constant is None) != (beam.length is None):
        there, missing = (
            ("length", "torsion_constant") if beam.torsion_constant is None else ("torsion_constant", "length")
        )
        yield Problem(f"{path}.twist_beam.{missing}", f"is missing, and {there} is given", hint)


def check_adjusters(axle: Axle, path: str) -> Iterator[Problem]:
    """Seats are moved where there are springs, by less than a wheel; shims turn wheels by as much as an alignment."""
    data = axle.elements.get(ADJUSTERS)
    if data is None:
        return
    for side in SIDES:
        seat: Any = getattr(data, f"{side}_seat")
        if seat and "spring" not in axle.elements:
            yield Problem(
                f"{path}.{ADJUSTERS}.{side}_seat", "the axle has no [spring]", "leave it out, or add a spring"
            )
        elif abs(seat) > MOST_SEAT:
            hint = f'at most {MOST_SEAT:g} m either way; with its unit: "5 mm"'
            yield Problem(f"{path}.{ADJUSTERS}.{side}_seat", f"{seat:g} m is no way of a spring seat", hint)
        for word in USUAL_ALIGNMENT:
            angle: Any = getattr(data, f"{side}_{word}")
            if abs(angle) > MOST_ALIGNMENT * pi / 180:
                hint = f'at most {MOST_ALIGNMENT:g} deg either way; with its unit: "-0.5 deg"'
                yield Problem(f"{path}.{ADJUSTERS}.{side}_{word}", f"{degrees(angle):.4g} deg is no shim", hint)


IMPOSSIBLE = (
    check_adjusters,
    check_elements_of_layout,
    check_twist_beam,
    check_element_seats,
    check_element_springs,
    check_element_bars,
    check_element_bar_levers,
    check_element_bushings,
    check_masses,
    check_carcass_element,
    check_belt_element,
    check_steered_elements,
    check_tyre_element_stiffness,
    check_tyre_element_numbers,
    check_tyre_element_sizes,
    check_twin_tyres,
)
DOUBTFUL = (
    check_element_laws,
    check_installed_elements,
    check_element_rebound,
    check_element_seals,
)  # looked at where nothing is impossible
UNUSUAL = (check_tyre_elements_complete, check_belt_completed)  # never refused
