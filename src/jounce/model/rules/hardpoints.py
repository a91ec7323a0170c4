"""Rules for points of a suspension: what is impossible is refused, what is unusual is told with the numbers.

A rule looks at one quantity and knows both limits: beyond the one it yields a `Problem`, beyond the other a `Doubt`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import degrees, hypot, pi
from typing import Any, NamedTuple, cast

from jounce.errors import Problem
from jounce.graph import atan2, sqrt
from jounce.model.axle_data import Axle, DesignPoint, mirror_axle_point
from jounce.model.rules.shapes import FARTHEST, distance_of_shapes, length
from jounce.model.templates import TEMPLATES, Template
from jounce.model.templates.anti_roll_bar import HARDPOINTS as BAR_HARDPOINTS
from jounce.model.templates.axles.steered_axle import BENT as KINGPIN_BENT
from jounce.model.templates.corner import KINGPIN, WALKING_BEAM
from jounce.model.templates.rocker import APART as ROCKER_APART
from jounce.model.templates.rocker import BENT as ROCKER_BENT
from jounce.model.templates.rocker import HARDPOINTS as ROCKER_HARDPOINTS
from jounce.model.templates.rocker import THIRD
from jounce.model.templates.struts import LINES, strut_line
from jounce.model.templates.whole_axle import whole_axle_spin_axis
from jounce.parts.limits import vector_text_for_limit
from jounce.spatial.vector import cross, vector_difference
from jounce.units import Plain

NEAREST, SHORT = 1e-3, 0.02  # m between two points of a member: no arm is shorter; one is unusual
FLAT = 0.05  # of the longest side of a triangle: one with less height is nearly a line
FARTHEST_FROM_WHEEL, FAR = 3.0, 1.2  # m of a point from its wheel centre
FARTHEST_CENTRE = 100.0  # m of an instant centre, which is no place on the car
MOST_DIFFERENCE = 0.1  # m between a point of the right side and the mirror image of the left one
MOST_TILT = 60.0  # deg of a steering axis from upright
LATERAL = 0.7  # least lateral component of a spin axis: 45 deg off, it is no spin axis
ACROSS = 0.05  # m: how far from the middle of the car a point may lie and still belong to either side
LEAST_HALF_TRACK = 0.03  # m of a wheel centre from the middle of the car
TINY = 0.003  # m: what is left of 3 m where metres are read as millimetres
CLEAR = 0.03  # m: when all others are at least as far from zero, a tiny coordinate is no place for a point
AROUND = 0.2  # m beyond the other points where a coordinate would still be one of them
OUTBOARD = 0.15  # m of a point beyond the wheel centre
ALONE_IN_HEIGHT = 0.6  # m above all other points
CLEARANCE = 0.03  # m of a point above the road
ALONE = 3.0  # times as far from the middle of the car: where the next point lies, if one is alone there
# parts of the names of two points, the first of which lies nearer to the middle of the car
INBOARD = (("_inner", "_outer"), ("arm_front", "ball_joint"), ("arm_rear", "ball_joint"))
TWINS = (tuple(KINGPIN),)  # points that come together
IN_MM = 'with its unit: "700 mm"; for all bare numbers of a file: units = { length = "mm" } at its top'
OTHER_TOOLS = 'hardpoints are those of the left wheel, y > 0; points of ADAMS/Car or Lotus need axes = "x rearward"'
ANOTHER_UNIT = ": has it another unit?"


class Doubt(NamedTuple):
    """What may be so, though a number has probably slipped; its text is written only where somebody reads it."""

    where: str
    text: str
    numbers: tuple[Any, ...] = ()

    def __str__(self) -> str:
        return f"{self.where}: {self.text.format(*(Plain(n) if isinstance(n, float) else n for n in self.numbers))}"


Findings = Iterator[Problem | Doubt]


def hardpoints_by_side(axle: Axle, path: str) -> Iterator[tuple[dict[str, DesignPoint], Callable[..., str | None]]]:
    """Points of each side, and a function that says where one of some points is written, if on this side.

    A mirrored side has the problems of the other; only what was written for it can be its own fault.
    """
    yield axle.points(1), lambda *names: f"{path}.hardpoints.{names[0]}"

    def on_the_right(*names: str) -> str | None:
        own = [name for name in names if name in axle.right_hardpoints]
        return f"{path}.right.hardpoints.{own[0]}" if own else None

    yield axle.points(-1), on_the_right


def hardpoint_off_line(a: DesignPoint, b: DesignPoint, c: DesignPoint) -> Any:
    """Distance of c from the line through a and b, which are two points."""
    along = vector_difference(b, a)
    return length(cross(along, vector_difference(c, a))) / length(along)


def check_hardpoints_near(axle: Axle, path: str) -> Findings:
    """No point is as far away as millimetres taken for metres would be."""
    for word, points in (("hardpoints", axle.hardpoints), ("right.hardpoints", axle.right_hardpoints)):
        for name, point in points.items():
            if length(point) > FARTHEST:
                what = f"{vector_text_for_limit(point)} m is {hypot(*point):.4g} m away from the origin"
                yield Problem(f"{path}.{word}.{name}", what, IN_MM)


def check_hardpoints_of_members(axle: Axle, path: str) -> Findings:
    """Two ends of a member are two points, and no millimetre turns it far."""
    ends = (*TEMPLATES[axle.template].apart, ("wheel_centre", "spindle"))
    for points, where in hardpoints_by_side(axle, path):
        rocker = ROCKER_APART if "rocker" in axle.elements else ()
        for a, b in (*ends, *rocker, *_lines(axle), *_bar_members(axle)):
            if a not in points or b not in points or not (at := where(b, a)):
                continue
            off: Any = distance_of_shapes(points[a], points[b])
            if off < NEAREST:
                hint = "move one of them: a member or an axis needs two distinct points"
                hint += "; metres that are read as millimetres look so too" if off > 0 else ""
                yield Problem(at, f"'{a}' and '{b}' are {off * 1000:.3g} mm apart", hint)
            elif off < SHORT and (a, b) in ends:
                yield Doubt(at, "'{}' and '{}' are only {:.3g} mm apart", (a, b, 1e3 * off))


def _lines(axle: Axle) -> list[tuple[str, str]]:
    """Ends of springs, dampers and stops."""
    lines = dict.fromkeys(strut_line(word, axle.hardpoints) for word in LINES if word in axle.elements)
    return [(f"{line}_top", f"{line}_bottom") for line in lines if line is not None]


def _bar_members(axle: Axle) -> tuple[tuple[str, str], ...]:
    bar = axle.elements.get("anti_roll_bar")
    if bar and bar.form == "t bar":
        return (("bar_end", "bar_link"),)
    return (("bar_bearing", "bar_end"), ("bar_end", "bar_link")) if bar and bar.form != "roll stiffness" else ()


def check_hardpoints_of_levers(axle: Axle, path: str) -> Findings:
    """Three points that span a triangle do not lie on one line; nearly so, the linkage nearly locks or falls apart."""
    for points, where in hardpoints_by_side(axle, path):
        bent = (*TEMPLATES[axle.template].bent, *(ROCKER_BENT if "rocker" in axle.elements else ()))
        for a, b, c in (*bent, *(KINGPIN_BENT if axle.steered and TEMPLATES[axle.template].has_drag_link else ())):
            if distance_of_shapes(points[a], points[b]) < NEAREST or not (at := where(c, b, a)):
                continue  # said by `lengths_of_members`, or of the other side
            off = hardpoint_off_line(points[a], points[b], points[c])
            if off < NEAREST:
                what = f"'{c}' lies on the line through '{a}' and '{b}' ({off * 1000:.3g} mm off)"
                yield Problem(at, what, "without a lever arm about that line it holds nothing: move it")
            elif off < FLAT * max(distance_of_shapes(points[p], points[q]) for p, q in ((a, b), (b, c), (c, a))):
                text = "'{}' lies only {:.3g} mm off the line through '{}' and '{}': "
                text += "with so short a lever a small movement there turns it far, and forces grow"
                yield Doubt(at, text, (c, 1e3 * off, a, b))


def check_hardpoints_off_line(axle: Axle, path: str) -> Findings:
    """Rods whose outer ends lie on one line let the body that they lead turn about it."""
    names = TEMPLATES[axle.template].spread
    for points, where in hardpoints_by_side(axle, path) if names else ():
        if not (at := where(*names)):
            continue
        off = _spread_about_line([points[n] for n in names])
        if off < NEAREST:
            what = f"{', '.join(names)} lie on one line ({off * 1000:.3g} mm off)"
            yield Problem(at, what, "the knuckle turns freely about that line: move one of them")
        elif off < SHORT:
            yield Doubt(at, "{} lie within {:.3g} mm of one line", (", ".join(names), 1e3 * off))


def _spread_about_line(points: Sequence[DesignPoint]) -> Any:
    """Tells how far the points lie off the line through the first of them and the one that is farthest from it."""
    first, *others = points
    farthest = max(others, key=lambda point: distance_of_shapes(first, point))
    return (
        max(hardpoint_off_line(first, farthest, point) for point in others)
        if distance_of_shapes(first, farthest) > 0
        else 0.0
    )


def check_hardpoints_of_spin_axis(axle: Axle, path: str) -> Findings:
    """One statement of where the spin axis points, and roughly across the car."""
    for points, where in hardpoints_by_side(axle, path):
        if "spindle" not in points or not (at := where("spindle", "wheel_centre")):
            continue
        if axle.alignment.toe or axle.alignment.camber:
            what = "toe and camber are given, and so is the hardpoint 'spindle'"
            yield Problem(f"{path}.alignment", what, "both say where the spin axis points: keep one")
        elif distance_of_shapes(points["wheel_centre"], points["spindle"]) >= NEAREST:
            if whole_axle_spin_axis(axle, 1 if points["wheel_centre"][1] > 0 else -1)[1] < LATERAL:
                what = "the line from 'spindle' to 'wheel_centre' does not point outward across the car"
                yield Problem(at, what, "spindle lies inboard of the wheel centre on the spin axis")


def check_hardpoints_on_their_side(axle: Axle, path: str) -> Findings:
    """Left is left: y is positive there in ISO 8855, and negative on the right."""
    y = _sided(axle)
    for name in axle.right_hardpoints.keys() & set(axle.middle()):
        what = "belongs to what both sides share: there is one of it"
        yield Problem(f"{path}.right.hardpoints.{name}", what, f"leave it out; its place is {path}.hardpoints.{name}")
    for name, point in axle.right_hardpoints.items():
        if min(y.get(name, 0.0), point[1]) > ACROSS:
            what = f"y = {point[1]:g} m lies on the left side"
            hint = "the right side has y < 0 in ISO 8855 (y > 0 with x rearward)"
            yield Problem(f"{path}.right.hardpoints.{name}", what, hint)
    wrong = {name: v for name, v in y.items() if v < -ACROSS or (name == "wheel_centre" and v <= 0)}
    if "wheel_centre" in wrong and 2 * len(wrong) > len(y):  # a whole wheel, not one sign
        yield Problem(f"{path}.hardpoints.wheel_centre", f"y = {y['wheel_centre']:g} m is not on the left", OTHER_TOOLS)
        return
    others = [v for name, v in y.items() if name not in wrong]
    for name, v in wrong.items():
        what = f"y = {v:g} m is not on the left"
        if others:
            what += f", where the other points of this corner lie: y from {min(others):g} to {max(others):g} m"
        hint = "is its sign wrong? the left wheel stands at y > 0 in ISO 8855, at y < 0 with x rearward"
        yield Problem(f"{path}.hardpoints.{name}", what, hint)


def hardpoints_mostly_right(axle: Axle) -> bool:
    """Whether the points given for the left are those of the right wheel; a single sign does not decide it."""
    y = [v for v in _sided(axle).values() if abs(v) > ACROSS]
    balance = sum(1 if v > 0 else -1 for v in y)
    return balance < 0 or (balance == 0 and axle.hardpoints["wheel_centre"][1] < 0)


def _sided(axle: Axle) -> dict[str, float]:
    """y of every point that belongs to one side."""
    either = {*TEMPLATES[axle.template].anywhere, *axle.middle()}
    return {name: point[1] for name, point in axle.hardpoints.items() if name not in either}


def check_hardpoints_in_metres(axle: Axle, path: str) -> Findings:
    """No coordinate is a thousandth of what the others of its corner are: metres among millimetres."""
    for side, points in (("", axle.hardpoints), (".right", axle.right_hardpoints)):
        for name, point in points.items():
            all_others = [axle.points(-1 if side else 1)[n] for n in axle.hardpoints if n != name]
            for k, axis in enumerate("xyz"):
                if axis == "y" and name in axle.middle():
                    continue  # near the middle of the car, as it should be
                others = [other[k] for other in all_others if abs(other[k]) >= TINY]
                if _is_thousandth(point[k], others, len(all_others)):
                    what = (
                        f"{axis} = {1e3 * point[k]:.3g} mm; the other points of this corner have {axis} from "
                        f"{1e3 * min(others):.4g} to {1e3 * max(others):.4g} mm"
                    )
                    hint = f'in metres? write it with its unit: "{point[k] * 1e3:.6g} m"'
                    yield Problem(f"{path}{side}.hardpoints.{name}", what, hint)
                    break
    half, at = axle.hardpoints["wheel_centre"][1], f"{path}.hardpoints.wheel_centre"
    if 0 < half < LEAST_HALF_TRACK and len(axle.hardpoints) < 3:
        what = f"y = {1e3 * half:.3g} mm: the wheels would be {2e3 * half:.3g} mm apart"
        yield Problem(at, what, 'in metres? write it with its unit: "0.75 m"')
    elif half < LEAST_HALF_TRACK:
        yield Doubt(at, "y = {:.3g} mm, so the wheels are {:.3g} mm apart", (1e3 * half, 2e3 * half))


def _is_thousandth(v: float, others: list[float], count: int) -> bool:
    """A value next to zero, where no other one is, that would be among them a thousand times as large."""
    if not 0 < abs(v) < TINY or 2 * len(others) <= count or min(map(abs, others)) < CLEAR:
        return False
    return min(others) - AROUND <= 1e3 * v <= max(others) + AROUND


def check_hardpoints_near_wheel(axle: Axle, path: str) -> Findings:
    """A suspension is about as large as its wheel, and so are its bodies."""
    given = [
        (at, name, point, points["wheel_centre"])
        for points, where in hardpoints_by_side(axle, path)
        for name, point in points.items()
        if (at := where(name))
    ]
    wheel = axle.hardpoints["wheel_centre"]
    centres = [(f"{path}.bodies.{role}.centre", data.centre) for role, data in axle.bodies.items() if data.centre]
    for at, name, point, centre in (*given, *((at, "", centre, wheel) for at, centre in centres)):
        if name in axle.middle():
            centre = (centre[0], 0.0, centre[2])
        away: Any = distance_of_shapes(point, centre)
        most = FARTHEST_CENTRE if name in TEMPLATES[axle.template].anywhere else FARTHEST_FROM_WHEEL
        if away > most:
            what = f"{vector_text_for_limit(point)} m is {away:.4g} m away from the wheel centre"
            yield Problem(at, what, f'at most {most:g} m; with a unit: "195 mm"')
        elif away > FAR and name in axle.hardpoints and ".right." not in at and any(point):
            if name not in TEMPLATES[axle.template].anywhere:
                yield Doubt(at, "it lies {:.3g} m away from the wheel centre", (away,))


def check_mirrored_hardpoints(axle: Axle, path: str) -> Findings:
    """The right side is nearly the mirror image of the left one: where it is far from it, a number slipped."""
    found = axle.differences()
    for name, off in found.items():
        if off > MOST_DIFFERENCE:
            image = vector_text_for_limit(mirror_axle_point(axle.hardpoints[name]))
            what = f"lies {off * 1000:.4g} mm away from the mirror image of the left one, {image} m"
            hint = f"at most {MOST_DIFFERENCE * 1000:g} mm; leave it out where both sides are alike"
            yield Problem(f"{path}.right.hardpoints.{name}", what, hint)
    unlike = {name: off for name, off in found.items() if off > 0}
    if unlike:
        text = ", ".join(f"{name} by {{:.3g}} mm" for name in unlike)
        text = f"the right side differs from the mirror image of the left one: {text}"
        yield Doubt(f"{path}.right", text, tuple(1e3 * off for off in unlike.values()))


def check_hardpoints_of_steering_axis(axle: Axle, path: str) -> Findings:
    """A steering axis or a slider stands: its upper point above the lower one, not beside it."""
    for points, where in hardpoints_by_side(axle, path):
        for low, high in TEMPLATES[axle.template].upright:
            if not {low, high} <= set(points):
                continue
            x, y, z = (b - a for a, b in zip(points[low], points[high], strict=True))
            tilt: Any = atan2(sqrt(x * x + y * y), z)
            if tilt > MOST_TILT * pi / 180 and (at := where(high, low)):
                named = "slider" if high == "slider_top" else "steering axis"
                what = f"the {named} from '{low}' to '{high}' leans by {degrees(tilt):.3g} deg from upright"
                hint = f"at most {MOST_TILT:g} deg: '{high}' lies above '{low}'; are two points or coordinates swapped?"
                yield Problem(at, what, hint)


def check_swapped_hardpoints(axle: Axle, path: str) -> Findings:
    """Inner points that lie outboard of outer ones, front behind rear, top below bottom."""
    points = axle.hardpoints
    pairs = [
        (name, name.replace(inner, outer), "outboard of", 1)
        for name in points
        for inner, outer in INBOARD
        if inner in name and not axle.middle()  # rods of a live axle lie along the car
    ]
    pairs += [(name, name.replace("front", "rear"), "behind", 0) for name in points if "front" in name]
    lines = dict.fromkeys(line for lines in LINES.values() for line in lines if "rocker" not in axle.elements)
    pairs += [(f"{line}_top", f"{line}_bottom", "below", 2) for line in lines]
    for name, other, where, k in pairs:
        if name not in points or other not in points:
            continue
        a, b = points[name][k], points[other][k]
        if abs(a) > abs(b) if k == 1 else a < b:
            why = "are they swapped, or does x point rearward?" if k == 0 else "are they swapped?"
            text = f"'{name}' lies {where} '{other}' ({'xyz'[k]} = {{:.4g}} and {{:.4g}} mm): {why}"
            yield Doubt(f"{path}.hardpoints.{name}", text, (1e3 * a, 1e3 * b))


def check_lonely_hardpoints(axle: Axle, path: str) -> Findings:
    """Points at the origin, or alone near the middle of the car."""
    inside = {"spring_top", "damper_top"} if "rocker" in axle.elements else set()  # of units that lie across the car
    sided = {name: axle.hardpoints[name] for name in _sided(axle) if name not in inside}
    for name, point in sided.items():
        others = [abs(p[1]) for n, p in sided.items() if n != name]
        where, y = f"{path}.hardpoints.{name}", abs(point[1])
        if not any(point):
            yield Doubt(where, "[0, 0, 0]: was it forgotten?")
        elif 0 < y < ACROSS and len(others) > 1 and min(others) > max(ALONE * y, 2 * ACROSS):
            text = "it lies {:.3g} mm from the middle of the car; the other points of this corner are "
            text += "at least {:.4g} mm from it" + ANOTHER_UNIT
            yield Doubt(where, text, (1e3 * y, 1e3 * min(others)))


def check_hardpoint_heights(axle: Axle, path: str) -> Findings:
    """Points far above all others, or all but on the road."""
    road: Any = axle.hardpoints["wheel_centre"][2] - axle.tyre.radius  # type: ignore[operator]
    for name, point in axle.hardpoints.items():
        if name in TEMPLATES[axle.template].anywhere:
            continue  # an instant centre may lie on the road, and so does the roll centre then
        others = [p[2] for n, p in axle.hardpoints.items() if n != name]
        at, above = f"{path}.hardpoints.{name}", point[2] - road
        if point[2] - max(others, default=point[2]) > ALONE_IN_HEIGHT:
            text = "z = {:.4g} mm, the next highest point at {:.4g} mm" + ANOTHER_UNIT
            yield Doubt(at, text, (1e3 * point[2], 1e3 * max(others)))
        elif name != "wheel_centre" and abs(point[1]) > ACROSS and abs(above) < CLEARANCE:  # else told above
            text = "z = {:.4g} mm, {:.3g} mm above the road under the wheel" + ANOTHER_UNIT
            yield Doubt(at, text, (1e3 * point[2], 1e3 * above))


def check_wheel_centre_hardpoints(axle: Axle, path: str) -> Findings:
    """A wheel centre that no point of its suspension comes near in height, or that has points far outboard."""
    centre, radius = axle.hardpoints["wheel_centre"], cast(Any, axle.tyre.radius)
    at = f"{path}.hardpoints.wheel_centre"
    off = [abs(p[2] - centre[2]) for name, p in axle.hardpoints.items() if name not in ("wheel_centre", "spindle")]
    if len(off) > 1 and min(off) > radius:
        text = "z = {:.4g} mm; the nearest point in height is {:.4g} mm away, more than the radius of {:.4g} mm"
        yield Doubt(at, text, (1e3 * centre[2], 1e3 * min(off), 1e3 * radius))
    name = max(axle.hardpoints, key=lambda n: axle.hardpoints[n][1])
    beyond = axle.hardpoints[name][1] - centre[1]
    if beyond > OUTBOARD:
        yield Doubt(at, "y = {:.4g} mm; '{}' lies {:.4g} mm outboard of it", (1e3 * centre[1], name, 1e3 * beyond))


def check_missing_hardpoints(
    template: Template, names: set[str], elements: Mapping[str, Any], path: str, steered: bool = False
) -> Iterator[Problem]:
    """Hardpoints that the layout or one of its elements needs, and those by which it is steered."""
    needed = dict(template.hardpoints) | (template.steering_points if steered else {})  # type: ignore[operator]
    if "anti_roll_bar" in elements and getattr(elements["anti_roll_bar"], "form", "") != "roll stiffness":
        needed |= {name: template.meanings()[name] for name in BAR_HARDPOINTS}
    if "rocker" in elements:
        needed |= {name: template.meanings()[name] for name in ROCKER_HARDPOINTS}
    if "walking_beam" in elements:
        needed |= WALKING_BEAM
    for word, ends in THIRD.items():
        if word in elements and not {f"{end}_end" for end in ends} & names:
            needed |= {f"{ends[0]}_end": template.meanings()[f"{ends[0]}_end"]}
    for one, other in (pair for pair in TWINS if len(names & {*pair}) == 1):
        missing, there = (one, other) if one not in names else (other, one)
        hint = f"a steering axis needs both points: add [x, y, z] of '{missing}', or leave out '{there}'"
        yield Problem(f"{path}.hardpoints.{missing}", f"'{missing}' is missing, and '{there}' is given", hint)
    for name, meaning in needed.items():
        if name not in names:
            yield Problem(f"{path}.hardpoints.{name}", f"'{name}' is missing", f"add [x, y, z] of the {meaning}")
    for word in template.needs:
        if word not in elements:
            what = f"the {word.replace('_', ' ')} is missing: this layout does not stand without it"
            yield Problem(f"{path}.{word}", what, f"add a table [{path}.{word}]: docs/reference/vehicle_file.md")
    for word, lines in LINES.items():
        if word in elements and strut_line(word, names) is None:
            need = f"{lines[0]}_top and {lines[0]}_bottom"
            what = f"the {word.replace('_', ' ')} has no ends: {need} are missing"
            yield Problem(f"{path}.{word}", what, f"add them to [{path}.hardpoints]")


IMPOSSIBLE = (
    check_hardpoints_near,
    check_hardpoints_in_metres,
    check_hardpoints_of_members,
    check_hardpoints_of_levers,
    check_hardpoints_off_line,
    check_hardpoints_on_their_side,
    check_hardpoints_of_spin_axis,
)
DOUBTFUL = (
    check_hardpoints_near_wheel,
    check_mirrored_hardpoints,
    check_hardpoints_of_steering_axis,
)  # looked at where nothing is impossible
UNUSUAL = (
    check_swapped_hardpoints,
    check_lonely_hardpoints,
    check_hardpoint_heights,
    check_wheel_centre_hardpoints,
)  # never refused
