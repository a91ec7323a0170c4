"""The road's evaluation as a C function, compiled from the plain Python of `parts/roads`. Imports numba."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from jounce.native.pointers import carray, compiled
from jounce.parts.roads import evaluate, profiles, rolling

_names = {name: value for module in (profiles, rolling, evaluate) for name, value in vars(module).items()}
for _name, _value in list(_names.items()):
    if isinstance(_value, FunctionType) and _value.__module__.startswith("jounce.parts.roads."):
        # the same code, whose calls find the compiled functions; numba looks them up when it compiles
        _names[_name] = compiled(FunctionType(_value.__code__, _names, _name))
_evaluate_road = _names["evaluate_road"]


def road(data: Any, x: float, y: float, t: float, a: float, b: float, p: float, out: Any) -> None:
    """void road(double* data, double x, double y, double t, double a, double b, double p, double* out)"""
    _evaluate_road(carray(data, 1), x, y, t, a, b, p, carray(out, 4))  # no bounds are checked: the data say their size
