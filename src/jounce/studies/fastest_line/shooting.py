"""Direct shooting: time and limits of a run as functions of histories of steering and drive, with derivatives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from jounce.errors import NumericalError
from jounce.model.assembly.car import CarModel
from jounce.simulation.tangents.simulate_tangents import simulate_tangents
from jounce.studies.driving.driving_start import SteadyMotionStart
from jounce.studies.fastest_line.station_crossings import CHANNELS, StationCrossings, cross_stations
from jounce.studies.fastest_line.track import Track
from jounce.studies.fastest_line.trust_region import LocalModel

STEERING_SCALE = 0.5  # rad of the steering wheel: what one means in the search
ALONG_AT_END = 0.005  # rad: at the last station the car moves along the track, by no more aside
COURSE_SCALE = 0.2  # rad
SMOOTH = 1e-4  # s for second differences of one scale: of histories that are equally fast the smoothest is taken
LINE_STEP, TIME_STEP = 4.0, 1.0  # m, s: how far a step of size one may move the line, and the times at stations
ROW_STEP = 0.05  # s
BEYOND = 1.1  # of the time to the last station: what a run may need more than the one before


@dataclass(frozen=True, eq=False, kw_only=True)
class LineModel(LocalModel):
    """Time and limits, with the crossings that they were read off."""

    crossings: StationCrossings


@dataclass(frozen=True, eq=False)
class Shooting:
    """A run as a function of the unknowns: offset of the start, then both histories behind their first value."""

    car: CarModel
    start: SteadyMotionStart
    track: Track
    places: np.ndarray
    acceleration: float
    knots: np.ndarray
    step: float
    torque_scale: float
    lasted: list[float]  # s, to the last station of the run before

    @property
    def scales(self) -> np.ndarray:
        """Returns what one means in each unknown."""
        count = len(self.knots) - 1
        offset, steering, torque = 0.5 * self.track.width, STEERING_SCALE, self.torque_scale
        return np.concatenate([[offset], np.full(count, steering), np.full(count, torque)])

    def histories(self, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Returns histories of the steering wheel and of each drive; their first values are those of the start."""
        real = z * self.scales
        count = len(self.knots) - 1
        first = (float(self.start.inputs[str(self.car.steering)]), float(self.start.inputs[self.car.drive[0]]))
        return np.append(first[0], real[1 : count + 1]), np.append(first[1], real[count + 1 :])

    def unknowns(self, offset: float, steering: np.ndarray, torque: np.ndarray) -> np.ndarray:
        found: np.ndarray = np.concatenate([[offset], steering[1:], torque[1:]]) / self.scales
        return found

    def inputs(self, z: np.ndarray) -> dict[str, Any]:
        steering, torque = self.histories(z)
        driven = {name: (self.knots, torque, "linear") for name in self.car.drive}
        return dict(self.start.inputs) | {str(self.car.steering): (self.knots, steering, "linear")} | driven

    def cross(self, z: np.ndarray) -> StationCrossings:
        """Gives one run with its derivatives, seen at the stations; it goes on little longer than the last one took."""
        whole = float(self.knots[-1])
        while True:
            try:
                found = self._cross_until(z, duration := min(BEYOND * self.lasted[-1], whole))
            except NumericalError:
                if duration == whole:
                    raise
                self.lasted[:] = [whole]
                continue
            self.lasted[:] = [float(found.time[-1])]
            return found

    def _cross_until(self, z: np.ndarray, duration: float) -> StationCrossings:
        names, used = [str(self.car.steering), *self.car.drive], int(np.searchsorted(self.knots, duration)) + 1
        inputs = self.inputs(z)
        inputs |= {name: (inputs[name][0][:used], inputs[name][1][:used], "linear") for name in names}
        found = simulate_tangents(
            self.start.ready,
            duration,
            CHANNELS,
            by_inputs=names,
            inputs=inputs,
            step=self.step,
            output_step=ROW_STEP,
        )
        seen, scales = self.start.seen(), self.scales
        rows = np.column_stack([found.run[name] for name in CHANNELS])
        rows[:, 0] -= float(seen["vehicle.cg.x"])
        rows[:, 1] += z[0] * scales[0] - float(seen["vehicle.cg.y"])
        by_value = np.stack([found.slopes[name] for name in CHANNELS], axis=2)
        by_input = np.zeros((len(names), len(self.knots), *rows.shape))
        by_input[:, :used] = by_value.reshape(len(names), used, *rows.shape)
        offset = np.zeros((1, *rows.shape))
        offset[0, :, 1] = 1.0
        slopes = np.concatenate([offset, by_input[0, 1:], by_input[1:, 1:].sum(axis=0)]) * scales[:, None, None]
        return cross_stations(self.track, self.places, found.run.time, rows, slopes)

    def local_model(self, z: np.ndarray) -> LocalModel:
        """Returns the time and limits at the unknowns."""
        at, half = self.cross(z), 0.5 * self.track.width
        bends = self._second_differences @ z
        used = (at.ax**2 + at.ay**2) / self.acceleration**2
        by_use = 2.0 * (at.ax[:, None] * at.ax_slopes + at.ay[:, None] * at.ay_slopes) / self.acceleration**2
        aside, by_aside = at.course[-1] / COURSE_SCALE, at.course_slopes[-1:] / COURSE_SCALE
        free = ALONG_AT_END / COURSE_SCALE
        return LineModel(
            cost=float(at.time[-1] + SMOOTH * bends @ bends),
            slopes=at.time_slopes[-1] + 2.0 * SMOOTH * bends @ self._second_differences,
            limits=np.concatenate(
                [1.0 - at.offset / half, 1.0 + at.offset / half, 1.0 - used, [free + aside, free - aside]]
            ),
            limit_slopes=np.vstack([-at.offset_slopes / half, at.offset_slopes / half, -by_use, by_aside, -by_aside]),
            region=np.vstack([np.eye(len(z)), at.offset_slopes / LINE_STEP, at.time_slopes / TIME_STEP]),
            crossings=at,
        )

    def curvature(self, here: LocalModel, multipliers: np.ndarray) -> np.ndarray:
        """Of the smoothness, and of the circle of accelerations: ax and ay are nearly linear in the unknowns."""
        assert isinstance(here, LineModel)
        at, count = here.crossings, len(self.places)
        share = 2.0 / self.acceleration**2 * multipliers[2 * count : 3 * count]
        found: np.ndarray = 2.0 * SMOOTH * self._second_differences.T @ self._second_differences
        for slopes in (at.ax_slopes, at.ay_slopes):
            found = found + slopes.T @ (share[:, None] * slopes)
        return found

    @property
    def _second_differences(self) -> np.ndarray:
        count = len(self.knots) - 1
        own = np.diff(np.eye(count), 2, axis=0)
        found = np.zeros((2 * len(own), 1 + 2 * count))
        found[: len(own), 1 : count + 1] = found[len(own) :, count + 1 :] = own
        return found
