"""The exact Jacobian of a run as a record in memory, for machine code: kernels, places of entries, room to compute."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jounce.simulation.integrators.exact.record_fields import JACOBIAN
from jounce.simulation.linear.jacobian_kernel import Jacobian, jacobian_of
from jounce.simulation.linear.stage_order import stage_order
from jounce.simulation.workspace import STABILISATION, Workspace


@dataclass(frozen=True)
class JacobianRecord:
    """A filled record; keep it as long as machine code uses its address."""

    record: np.ndarray
    arrays: dict[str, np.ndarray]

    @property
    def address(self) -> int:
        return int(self.record.ctypes.data)


def jacobian_record(work: Workspace) -> JacobianRecord:
    """Makes the record for a run with the values of `work` as they are; it is made again when these change."""
    jacobian, layout = jacobian_of(work.compiled), work.layout
    sizes, speeds = layout.sizes, len(layout.speeds)
    rows, n = layout.row_count, sizes["controlled"] + layout.row_count
    listed = _sort_entries(jacobian)
    arrays = listed | {
        "entries": np.zeros(max(len(jacobian.rows), 1)),
        "own_work": jacobian.set_up(work),
        "rates": np.zeros(sizes["state"]),
        "system": np.zeros(sizes["matrices"]),
        "by_time": np.zeros(sizes["state"] + rows),
        "place": stage_order(work, jacobian),
        "stage": np.zeros((n, n)),
        "stage_pivots": np.zeros(n, np.int64),
        "starts": np.zeros(2 * n + 1, np.int64),
        "columns": np.zeros(n * n, np.int64),
        "values": np.zeros(n * n),
        "right": np.zeros(n),
        "spare": np.zeros(n),
        "places": np.zeros(n, np.int64),
    }
    record = np.zeros((), JACOBIAN)
    record["slopes"], record["matrices"] = jacobian.kernel.address, work.compiled.kernels["matrices"].address
    record["speeds"], record["rows"], record["first_speed"] = speeds, rows, min(layout.speeds.values(), default=0)
    record["size"], record["stabilisation"] = n, layout.values[STABILISATION]
    record["multipliers"] = sizes["multipliers"]
    for name, array in arrays.items():
        record[name] = array.ctypes.data
    for name, array in listed.items():
        record[name.replace("entries", "count")] = len(array)
    return JacobianRecord(record, arrays)


def _sort_entries(jacobian: Jacobian) -> dict[str, np.ndarray]:
    """Tells what each entry of the kernel is for, by equations and unknowns of a stage."""
    sizes, row, column = jacobian.layout.sizes, jacobian.rows, jacobian.columns
    states, count, rows = sizes["state"], sizes["controlled"], jacobian.layout.row_count
    closes, is_work = row >= states, (row >= count) & (row < states)
    level, loop = np.divmod(row - states, max(rows, 1))
    placeless = closes & (level == 2) & (loop >= sizes["rows"])  # friction holds a speed, and no place
    equation = np.where(closes, count + loop, np.where(is_work, row + rows, row))
    by_state, by_input = column < count, (column >= count) & (column < count + sizes["inputs"])
    unknown = np.where(by_state, column, column - sizes["inputs"])  # a multiplier stands behind the states

    def listed(kept: np.ndarray, *numbers: np.ndarray) -> np.ndarray:
        return np.ascontiguousarray(np.column_stack([np.arange(len(row)), *numbers])[kept], np.int64)

    return {
        "drift_entries": listed(closes & ~placeless, loop, level),
        "stage_entries": listed(by_state & ~is_work & ~placeless, equation, unknown),
        "time_entries": listed(by_input & ~placeless, equation, column - count),
        "power_entries": listed(is_work & ~by_input, row, unknown),
    }
