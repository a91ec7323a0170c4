"""Whether the points of a corner lie on its side of the car: signs that slipped, and coordinates in metres among mm."""

from __future__ import annotations

from collections.abc import Iterator

from jounce.errors import Problem
from jounce.model.axle_data import Axle
from jounce.model.templates import TEMPLATES

ACROSS = 0.05  # m: how far from the middle of the car a point may lie and still belong to either side
LEAST_HALF_TRACK = 0.03  # m of a wheel centre from the middle of the car
TINY = 0.003  # m: what is left of 3 m where metres are read as millimetres
CLEAR = 0.03  # m: when all others are at least as far from zero, a tiny coordinate is no place for a point
AROUND = 0.2  # m beyond the other points where a coordinate would still be one of them
OTHER_TOOLS = 'hardpoints are those of the left wheel, y > 0; points of ADAMS/Car or Lotus need axes = "x rearward"'


def sides(axle: Axle, path: str) -> Iterator[Problem]:
    """Left is left: y is positive there in ISO 8855, and negative on the right."""
    y = _sided(axle)
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


def mostly_right(axle: Axle) -> bool:
    """Whether the points given for the left are those of the right wheel; a single sign does not decide it."""
    y = [v for v in _sided(axle).values() if abs(v) > ACROSS]
    balance = sum(1 if v > 0 else -1 for v in y)
    return balance < 0 or (balance == 0 and axle.hardpoints["wheel_centre"][1] < 0)


def _sided(axle: Axle) -> dict[str, float]:
    """y of every point that belongs to one side."""
    anywhere = TEMPLATES[axle.template].anywhere
    return {name: point[1] for name, point in axle.hardpoints.items() if name not in anywhere}


def slipped_metres(axle: Axle, path: str) -> Iterator[Problem]:
    """No coordinate is a thousandth of what the others of its corner are: metres among millimetres."""
    for side, points in (("", axle.hardpoints), (".right", axle.right_hardpoints)):
        for name, point in points.items():
            all_others = [axle.points(-1 if side else 1)[n] for n in axle.hardpoints if n != name]
            for k, axis in enumerate("xyz"):
                others = [other[k] for other in all_others if abs(other[k]) >= TINY]
                if _is_thousandth(point[k], others, len(all_others)):
                    what = (
                        f"{axis} = {1e3 * point[k]:.3g} mm; the other points of this corner have {axis} from "
                        f"{1e3 * min(others):.4g} to {1e3 * max(others):.4g} mm"
                    )
                    hint = f'in metres? write it with its unit: "{point[k] * 1e3:.6g} m"'
                    yield Problem(f"{path}{side}.hardpoints.{name}", what, hint)
                    break
    half = axle.hardpoints["wheel_centre"][1]
    if 0 < half < LEAST_HALF_TRACK and len(axle.hardpoints) < 3:
        what = f"y = {1e3 * half:.3g} mm: the wheels would be {2e3 * half:.3g} mm apart"
        yield Problem(f"{path}.hardpoints.wheel_centre", what, 'in metres? write it with its unit: "0.75 m"')


def _is_thousandth(v: float, others: list[float], count: int) -> bool:
    """A value next to zero, where no other one is, that would be among them a thousand times as large."""
    if not 0 < abs(v) < TINY or 2 * len(others) <= count or min(map(abs, others)) < CLEAR:
        return False
    return min(others) - AROUND <= 1e3 * v <= max(others) + AROUND
