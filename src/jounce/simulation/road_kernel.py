"""Roads in machine code: the address that kernels call, and heights along a line for everyone else."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import CFUNCTYPE, c_double, c_void_p
from functools import cache

import numpy as np

from jounce.graph.interpret import RoadFunction
from jounce.native.cache import Cache
from jounce.native.engine import Loaded
from jounce.native.loops.load import ENTRY, load_function
from jounce.parts.roads.road import Road

FUNCTION = "jounce.simulation.road_entry:road"
SIGNATURE = "void(CPointer(float64), float64, float64, float64, float64, float64, float64, CPointer(float64))"


def road_address() -> int:
    """void road(double* data, double x, double y, double t, double a, double b, double p, double* out)

    `data` is `Road.data()`, `out` takes z, z_x, z_y and mu. The address stays valid as long as the process lives.
    """
    return _machine_code().address_of(ENTRY)


def road_function(road: Road) -> RoadFunction:
    """The road as a function of (x, y, t, a, b, p), for formulas that are interpreted."""
    data, out, call = road.data(), np.empty(4), _callable()

    def at(*place: float) -> tuple[float, float, float, float]:
        call(data.ctypes.data, *place, out.ctypes.data)
        z, z_x, z_y, mu = out.tolist()
        return z, z_x, z_y, mu

    return at


def road_along(data: np.ndarray, x: np.ndarray, y: float, cam: tuple[float, float, float]) -> np.ndarray:
    """A row z, z_x, z_y, mu for each x, under a cam (a, b, p); a = 0 for a point."""
    rows = np.empty((len(x), 4))
    road, numbers, first = _callable(), data.ctypes.data, rows.ctypes.data
    for k, place in enumerate(x.tolist()):
        road(numbers, place, y, 0.0, *cam, first + k * rows.strides[0])
    return rows


@cache
def _machine_code() -> Loaded:
    """Loaded once in a process and kept."""
    return load_function(FUNCTION, Cache(), SIGNATURE)


@cache
def _callable() -> Callable[..., None]:
    return CFUNCTYPE(None, c_void_p, *[c_double] * 6, c_void_p)(road_address())
