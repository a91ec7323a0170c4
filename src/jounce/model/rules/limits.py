"""Rules that check limits: what single parts bear, finite numbers, and brake pedals from released to full."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from typing import TYPE_CHECKING, Any

from jounce.errors import Problem
from jounce.model.fields import law_and_signal_fields, path_of_part_fields
from jounce.model.tyre_files.tir_rules import wrong_tir_numbers
from jounce.parts.limits import limits_of
from jounce.parts.signals import Constant, input_of_signal

if TYPE_CHECKING:
    from jounce.model.model import Model

BEYOND = 1e-9  # of the pedal: what rounding adds to a full one


def check_finite_limits(model: Model) -> list[Problem]:
    """Numbers that parts were computed from are finite; what was computed of them may have overflowed."""
    return [
        Problem(path, f"{number} is not a finite number", "a smaller or larger value in the file")
        for path, number in model.numbers().items()
        if not -inf < number < inf
    ]


def check_part_limits(model: Model) -> Iterator[Problem]:
    """Every part, law and signal keeps to what it bears by itself."""
    for part in model.parts:
        yield from limits_of(part, path_of_part_fields(part))
    for path, chosen in law_and_signal_fields(model.parts):
        yield from limits_of(chosen, path)


def check_pedal_limits(model: Model) -> Iterator[Problem]:
    """A brake is asked for a share of its torque: more it has not, and less than none would drive."""
    inputs = {part.name: part for part in model.inputs}
    for brake in _brakes(model):
        signal, where = brake.signal, f"{path_of_part_fields(brake)}.signal"
        if (name := input_of_signal(signal)) is not None:
            if name not in inputs:
                continue  # said by `defined_inputs`
            where, signal = f"inputs.{name}.default", Constant(value=inputs[name].default)
        yield from _no_pedal(where, *signal.extent())


def check_given_pedal_limits(model: Model, extents: Mapping[str, tuple[float, float]]) -> Iterator[Problem]:
    """Checks the same of inputs as they are given to a run, each by its least and largest value."""
    for name in pedal_inputs(model):
        if name in extents:
            yield from _no_pedal(f"inputs {name}", *extents[name])


def pedal_inputs(model: Model) -> tuple[str, ...]:
    """Returns inputs that are shares of a brake's torque."""
    found = [name for brake in _brakes(model) if (name := input_of_signal(brake.signal)) is not None]
    return tuple(dict.fromkeys(found))


def _brakes(model: Model) -> list[Any]:
    """Returns parts whose signal is a share."""
    return [part for part in model.forces if hasattr(part, "signal_range")]


def _no_pedal(where: str, low: float, high: float) -> Iterator[Problem]:
    if low < -BEYOND or high > 1.0 + BEYOND:
        span = f"{low:g}" if low == high else f"{low:g} to {high:g}"
        yield Problem(where, f"{span} is no share of a brake's torque", "0 (released) to 1 (full)")


def check_tyre_law_limits(model: Model) -> Iterator[Problem]:
    """A Magic Formula keeps to what its property file must."""
    for path, chosen in law_and_signal_fields(model.parts):
        yield from wrong_tir_numbers(chosen, path)


LIMITS = (check_part_limits, check_pedal_limits, check_tyre_law_limits)
