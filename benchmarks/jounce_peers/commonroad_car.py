"""The multi-body car of commonroad-vehicle-models, 29 states: in Python as it is, and its equations compiled by numba.

A sine of the road wheels' angle at 60 km/h, RK4 at 1 ms, states kept at 100 Hz. Set 1, a Ford Escort.
"""

from __future__ import annotations

import time
from collections import namedtuple
from collections.abc import Callable
from functools import cache
from math import cos, pi
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
from vehiclemodels import vehicle_dynamics_mb as equations
from vehiclemodels.init_mb import init_mb
from vehiclemodels.parameters_vehicle1 import parameters_vehicle1
from vehiclemodels.utils import acceleration_constraints, steering_constraints, tire_model, vehicle_dynamics_ks_cog

from jounce_benchmarks.peers import PeerCost

SPEED, STEP, OUTPUT_STEP = 60 / 3.6, 1e-3, 0.01  # m/s, s, s
ANGLE, FREQUENCY = 0.979 / 19.09, 0.5  # rad at the road wheels, Hz
DURATION = {"python": 0.2, "numba": 5.0}  # s; a step costs the same all the time
TYRE_FORMULAS = ("formula_longitudinal", "formula_lateral", "formula_longitudinal_comb", "formula_lateral_comb")


def measure(way: str) -> PeerCost:
    """Processor time of a step, in Python or compiled; the compilation is not in it."""
    drive = _in_python if way == "python" else _compiled()
    p = parameters_vehicle1()
    start = np.array(init_mb([0.0, 0.0, 0.0, SPEED, 0.0, 0.0, 0.0], p), float)
    parameters = p if way == "python" else _as_tuples(p)
    steps = round(DURATION[way] / STEP)
    rows = np.zeros((steps // round(OUTPUT_STEP / STEP) + 1, start.size))
    began = time.process_time()
    drive(start, steps, rows, parameters)
    cost = (time.process_time() - began) / steps
    if not np.isfinite(rows).all():
        raise ArithmeticError("the car of commonroad-vehicle-models ran away")
    return PeerCost(cost, 0.0)  # it has no loops


def _in_python(x: Any, steps: int, rows: Any, p: Any) -> None:
    _rk4(lambda *given: np.array(equations.vehicle_dynamics_mb(*given)), _steering_rate, x, steps, rows, p)


def _rk4(rates: Callable[..., Any], steering_rate: Callable[..., Any], x: Any, steps: int, rows: Any, p: Any) -> None:
    h, every = STEP, round(OUTPUT_STEP / STEP)
    for n in range(steps):
        if n % every == 0:
            rows[n // every] = x
        t = n * h
        u0, u1, u2 = steering_rate(t), steering_rate(t + 0.5 * h), steering_rate(t + h)
        k1 = rates(x, u0, p)
        k2 = rates(x + 0.5 * h * k1, u1, p)
        k3 = rates(x + 0.5 * h * k2, u1, p)
        k4 = rates(x + h * k3, u2, p)
        x = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    rows[-1] = x


def _steering_rate(t: float) -> Any:
    w = 2 * pi * FREQUENCY
    return np.array([ANGLE * w * cos(w * t), 0.0])


@cache
def _compiled() -> Callable[..., None]:
    """All functions that the model calls, compiled; their text is the package's own."""
    import numba

    def compiled(function: Any, **known: Any) -> Any:
        return numba.njit(FunctionType(function.__code__, {**function.__globals__, **known}, function.__name__))

    sign = compiled(tire_model.sign)
    tyre = ModuleType("tyre")
    for name in TYRE_FORMULAS:
        setattr(tyre, name, compiled(getattr(tire_model, name), sign=sign))
    limits = {
        "steering_constraints": compiled(steering_constraints.steering_constraints),
        "acceleration_constraints": compiled(acceleration_constraints.acceleration_constraints),
    }
    crawling = compiled(vehicle_dynamics_ks_cog.vehicle_dynamics_ks_cog, **limits)
    model = compiled(equations.vehicle_dynamics_mb, tireModel=tyre, vehicle_dynamics_ks_cog=crawling, **limits)
    rate, loop = numba.njit(_steering_rate), numba.njit(_rk4)

    @numba.njit
    def rates(x: Any, u: Any, p: Any) -> Any:
        return np.array(model(x, u, p))

    def drive(x: Any, steps: int, rows: Any, p: Any) -> None:
        loop(rates, rate, x, steps, rows, p)

    p = _as_tuples(parameters_vehicle1())
    start = np.array(init_mb([0.0, 0.0, 0.0, SPEED, 0.0, 0.0, 0.0], parameters_vehicle1()), float)
    drive(start, 10, np.zeros((2, start.size)), p)  # so that it is compiled before it is timed
    return drive


def _as_tuples(p: Any, name: str = "p") -> Any:
    """The parameters as nested named tuples, which numba knows; what a set leaves out is zero."""
    found = {
        key: _as_tuples(value, key) if hasattr(value, "__dataclass_fields__") else float(value or 0.0)
        for key, value in vars(p).items()
    }
    return namedtuple(name, found)(**found)  # the fields are the package's
