"""What single parts bear: shafts at less than a right angle, brakes from released to full, tyres left or right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from jounce.errors import Problem
from jounce.model.fields import path_of
from jounce.model.shapes import listed
from jounce.parts.forces import Brake
from jounce.parts.joints import ShaftJoint
from jounce.parts.signals import Constant, External, Harmonic, History
from jounce.parts.tyres.tyre import Tyre

if TYPE_CHECKING:
    from jounce.model.model import Model

RIGHT = 1e-6  # cosine of an angle that is as good as a right one
BEYOND = 1e-9  # of the pedal: what rounding adds to a full one


def finite_numbers(model: Model) -> list[Problem]:
    """Numbers that parts were computed from are finite; what was computed of them may have overflowed."""
    return [
        Problem(path, f"{number} is not a finite number", "a smaller or larger value in the file")
        for path, number, _ in model.each_number()
        if not -inf < number < inf
    ]


def shaft_angles(model: Model) -> Iterator[Problem]:
    """A joint carries rotation between shafts that point the same way, more or less."""
    for joint in model.joints:
        if not isinstance(joint, ShaftJoint):
            continue
        a, b = np.array(joint.axis, float), np.array(joint.child_axis, float)
        lengths = float(np.linalg.norm(a) * np.linalg.norm(b))
        if lengths > 0 and a @ b < RIGHT * lengths:  # no lengths: said by `directions`
            angle = np.degrees(np.arccos(max(float(a @ b) / lengths, -1.0)))
            what = f"{listed(b)} stands at {angle:.4g} deg to axis {listed(a)}"
            hint = "less than 90 deg: both point the same way along the shafts"
            yield Problem(f"{path_of(joint)}.child_axis", what, hint)


def mounted_tyres(model: Model) -> Iterator[Problem]:
    """A tyre is mounted as it was measured, or as its mirror image."""
    for tyre in model.forces:
        if isinstance(tyre, Tyre) and abs(tyre.side) != 1.0:  # type: ignore[arg-type]
            hint = "1 where it is mounted as it was measured, -1 on the other side of the car"
            yield Problem(f"{path_of(tyre)}.side", f"{tyre.side:g} is no side", hint)


def pedals(model: Model) -> Iterator[Problem]:
    """A brake is asked for a share of its torque: more it has not, and less than none would drive."""
    inputs = {part.name: part for part in model.inputs}
    for brake in model.forces:
        if not isinstance(brake, Brake):
            continue
        signal, where = brake.signal, f"{path_of(brake)}.signal"
        if isinstance(signal, External):
            if signal.input not in inputs:
                continue  # said by `defined_inputs`
            where, signal = f"inputs.{signal.input}.default", Constant(value=inputs[signal.input].default)
        yield from _no_pedal(where, *_extent(signal))


def given_pedals(model: Model, extents: Mapping[str, tuple[float, float]]) -> Iterator[Problem]:
    """The same of inputs as they are given to a run, each by its least and largest value."""
    brakes = [part for part in model.forces if isinstance(part, Brake)]
    for name in dict.fromkeys(brake.signal.input for brake in brakes if isinstance(brake.signal, External)):
        yield from _no_pedal(f"inputs {name}", *extents[name])


def _no_pedal(where: str, low: float, high: float) -> Iterator[Problem]:
    if low < -BEYOND or high > 1.0 + BEYOND:
        span = f"{low:g}" if low == high else f"{low:g} to {high:g}"
        yield Problem(where, f"{span} is no share of a brake's torque", "0 (released) to 1 (full)")


def _extent(signal: Any) -> tuple[float, float]:
    """The least and the largest value, of a history those of its points."""
    if isinstance(signal, Constant):
        return signal.value, signal.value  # type: ignore[return-value]
    if isinstance(signal, Harmonic):
        a: Any = signal.amplitude
        return signal.offset - abs(a), signal.offset + abs(a)
    if isinstance(signal, History):
        return min(signal.value, default=0.0), max(signal.value, default=0.0)
    return min(0.0, signal.height), max(0.0, signal.height)  # a bump or a step, from zero


LIMITS = (shaft_angles, mounted_tyres, pedals)
