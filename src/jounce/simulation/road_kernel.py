"""Roads in machine code: the address that kernels call, and heights along a line for everyone else."""

from __future__ import annotations

from collections.abc import Callable
from ctypes import CFUNCTYPE, c_double, c_int64, c_void_p
from functools import cache, lru_cache
from hashlib import sha256
from math import ceil

import numpy as np

from jounce.graph.interpret import RoadFunction
from jounce.native.cache import Cache
from jounce.native.engine import Loaded, cpu_key, load_object, object_from_ir
from jounce.native.loops.load import ENTRY, load_function
from jounce.parts.roads.layout import FIRST, OWN, RANDOM, SHAPE
from jounce.parts.roads.road import Road
from jounce.parts.roads.rolling import SAME, has_single_summit

FUNCTION = "jounce.simulation.road_entry:road"
SIGNATURE = "void(CPointer(float64), float64, float64, float64, float64, float64, float64, CPointer(float64))"

SPACING = 0.01  # m between the heights of a table, see docs/theory/roads.md, (15)
LONGEST = 10_000.0  # m of road: 32 MB for each cam; over longer ones the cam is rolled in every evaluation

Cam = tuple[float, float, float]  # half axes a, b and exponent p
Cams = tuple[tuple[Cam, ...], ...]  # of tyres: at rest and at high speed

LOOP = """
define void @road_along(ptr %road, ptr %data, i64 %count, ptr %x,
                        double %y, double %a, double %b, double %p, ptr %out) {
start:
  br label %test
test:
  %k = phi i64 [0, %start], [%next, %body]
  %more = icmp slt i64 %k, %count
  br i1 %more, label %body, label %end
body:
  %place = getelementptr double, ptr %x, i64 %k
  %here = load double, ptr %place, align 8
  %offset = mul i64 %k, 4
  %row = getelementptr double, ptr %out, i64 %offset
  call void %road(ptr %data, double %here, double %y, double 0.0, double %a, double %b, double %p, ptr %row)
  %next = add i64 %k, 1
  br label %test
end:
  ret void
}
"""


def road_address() -> int:
    """Returns the address of void road(double* data, double x, double y, double t, double a, double b, double p,
    double* out).

    `data` is `Road.data()`, `out` takes z, z_x, z_y and mu. The address stays valid as long as the process lives.
    """
    return _machine_code().address_of(ENTRY)


def road_function(road: Road) -> RoadFunction:
    """Returns the road as a function of (x, y, t, a, b, p), for formulas that are interpreted."""
    data, out, call = road.data(), np.empty(4), _callable()

    def at(*place: float) -> tuple[float, float, float, float]:
        call(data.ctypes.data, *place, out.ctypes.data)
        z, z_x, z_y, mu = out.tolist()
        return z, z_x, z_y, mu

    return at


def road_along(data: np.ndarray, x: np.ndarray, y: float, cam: Cam) -> np.ndarray:
    """Returns a row z, z_x, z_y, mu for each x, under a cam (a, b, p); a = 0 for a point."""
    x, rows = np.ascontiguousarray(x, float), np.empty((len(x), 4))
    _loop()(road_address(), data.ctypes.data, len(x), x.ctypes.data, y, *cam, rows.ctypes.data)
    return rows


# --- tables of random tracks -------------------------------------------------------------------------------


def road_with_tables(data: np.ndarray, cams: Cams) -> np.ndarray:
    """Returns the same road, with tables of its random tracks for these cams, each at rest and at high speed.

    To roll a cam over a track takes 20 times as long as to read it from a table.
    """
    kinds = data[[at for at, _ in _records(data)]]
    if not cams or RANDOM not in kinds:
        return data
    return _tabulated(data.tobytes(), cams)


@lru_cache(maxsize=4)  # the variants of a batch drive on one road
def _tabulated(road: bytes, cams: Cams) -> np.ndarray:
    data = np.frombuffer(road)
    records = [_with_tables(data[at:end], cams) if data[at] == RANDOM else data[at:end] for at, end in _records(data)]
    found = np.concatenate([data[:FIRST], *records])
    found[0] = len(found)
    found.flags.writeable = False
    return found


def _records(data: np.ndarray) -> list[tuple[int, int]]:
    """Tells where the records of a road begin and end."""
    found, at = [], FIRST
    while at < int(data[0]):
        found.append((at, at + int(data[at + 1])))
        at = found[-1][1]
    return found


def _with_tables(record: np.ndarray, cams: Cams) -> np.ndarray:
    tables = [_table(record, low, high) for low, high in cams if _can_be_table(record, low, high)]
    found = np.concatenate([record[:-1], [len(tables)], *tables])
    found[1] = len(found)
    return found


def _can_be_table(record: np.ndarray, low: Cam, high: Cam) -> bool:
    """Tells whether the height is smooth, the cam grows evenly, and memory is enough."""
    smooth = all(has_single_summit(record[OWN], *cam) for cam in (low, high))
    even = low[0] <= high[0] and abs(low[1] / low[0] - high[1] / high[0]) <= SAME and low[2] == high[2]
    return bool(smooth and even and record[3] - record[2] <= LONGEST)


def _table(record: np.ndarray, low: Cam, high: Cam) -> np.ndarray:
    """Returns heights and slopes of both tracks under the cam, or under the smallest and the largest one."""
    first, half = record[2] - high[0], record[SHAPE + 3]
    count = ceil((record[3] + high[0] - first) / SPACING) + 1
    x, alone = first + SPACING * np.arange(count), np.array([FIRST + len(record), 1.0, *record])
    rolled = [
        np.hstack([road_along(alone, x, side, cam)[:, :2] for side in (half, -half)]).ravel()
        for cam in ((low, high) if high > low else (low,))
    ]
    head = [0.0, low[0], high[0], low[1] / low[0], low[2], first, SPACING, count]
    found = np.concatenate([head, *rolled])
    found[0] = len(found)
    return found


# --- machine code ------------------------------------------------------------------------------------------


@cache
def _machine_code() -> Loaded:
    """Loads it once in a process and keeps it, so that its address stays valid."""
    return load_function(FUNCTION, Cache(), SIGNATURE)


@cache
def _callable() -> Callable[..., None]:
    return CFUNCTYPE(None, c_void_p, *[c_double] * 6, c_void_p)(road_address())


@cache
def _loop() -> Callable[..., None]:
    """Loads the loop along a line once in a process and keeps it, so that its address stays valid."""
    key = "road along " + sha256((LOOP + cpu_key()).encode()).hexdigest()
    loaded = load_object(Cache().get_or_make(key, lambda: object_from_ir(LOOP, opt=1)))
    kinds = (c_void_p, c_void_p, c_int64, c_void_p, *[c_double] * 4, c_void_p)
    function = CFUNCTYPE(None, *kinds)(loaded.address_of("road_along"))
    function.keep_alive = loaded  # type: ignore[attr-defined]
    return function
