"""What an integrator needs to know of a model: sizes, kernel addresses and the arrays they work on."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np


@dataclass(frozen=True, slots=True, kw_only=True)
class Plant:
    """A model ready to run, as kernels at addresses.

    Every kernel is
        void f(double* state, double* inputs, double* modes, double* values, double* tables,
               void* road, double* out, double* work)

    rhs      out = d state/dt; leaves its factors in work, and in work[0] the smallest pivot ratio
             (1 = healthy, 0 = singular)
    gap      out = position residuals (m or rad), then velocity residuals; remembers them in work
    correct  out = the state after one mass-weighted Newton step with the residuals of the last gap
             and the factors of the last rhs
    observe  out = channels at (state, inputs); may overwrite the factors
    """

    state_size: int
    controlled: int  # leading states under error control: coordinates, speeds, states of elements; then work integrals
    gap_size: int
    rate_gap_size: int
    channel_size: int
    plain: np.ndarray = field(default_factory=lambda: np.zeros((0, 3), np.int64))  # as in Layout: runs of coordinates

    rhs: int
    gap: int = 0  # 0: no constraints
    correct: int = 0
    observe: int

    inputs: np.ndarray  # time, then value, first and second rate of each external input
    modes: np.ndarray  # switch of each row, 1 = on; then how strong rows of its unit are known to be
    values: np.ndarray
    tables: np.ndarray
    work: np.ndarray
    road: np.ndarray = field(default_factory=lambda: np.zeros(2, np.int64))  # addresses: of its function, of its data
    road_data: np.ndarray = field(default_factory=lambda: np.zeros(1))

    def on_road(self, function: int, data: np.ndarray) -> Plant:
        """The same plant on a road, given by the address of its function and by its data."""
        return replace(self, road=np.array([function, data.ctypes.data], np.int64), road_data=data)

    def __post_init__(self) -> None:
        for name in ("inputs", "modes", "values", "tables", "work", "road_data"):
            array = getattr(self, name)
            if array.dtype != np.float64 or not array.flags.c_contiguous:
                raise TypeError(f"{name}: machine code needs contiguous float64, not {array.dtype}")
        if not 1 <= self.controlled <= self.state_size or self.work.size < 1 or self.inputs.size % 3 != 1:
            raise ValueError("a plant has controlled states, a pivot in work[0], and 1 + 3 k inputs")
