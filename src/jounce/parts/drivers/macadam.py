"""A driver who looks ahead, after MacAdam: the default."""

from __future__ import annotations

from dataclasses import astuple, dataclass, fields, replace
from typing import Annotated

import numpy as np

from jounce.arguments import is_number
from jounce.graph import Scalar, maximum
from jounce.graph.tables import table_data
from jounce.parts.citation import Citation
from jounce.parts.drivers.driver import Driver, Sight
from jounce.parts.drivers.single_track import SLOWEST, SingleTrack
from jounce.parts.table_columns import TableColumns
from jounce.units import PositiveTime, Quantity

NotNegativeLength = Annotated[Scalar, Quantity("m", "not negative")]

# Points of preview by Gauss and Legendre, parts of the preview time: sums are the integrals of [MacAdam 1981, eq. 16]
NODES, WEIGHTS = (0.5 * (1.0 + np.polynomial.legendre.leggauss(8)[0]), 0.5 * np.polynomial.legendre.leggauss(8)[1])
SPEEDS = np.concatenate([np.arange(SLOWEST, 10.0, 0.5), np.arange(10.0, 80.1, 2.0)])  # m/s, knots of the gains


@dataclass(frozen=True, eq=False, slots=True)
class PreviewGains:
    """Gains over speed, as tables: of each point of preview, of the sideways speed and of the yaw rate."""

    made_of: tuple[float, ...]  # the numbers of the car, the preview time and its least distance
    columns: TableColumns

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PreviewGains) and self.made_of == other.made_of

    def __hash__(self) -> int:
        return hash(self.made_of)

    @property
    def size(self) -> int:
        return self.columns.size

    def flat(self) -> np.ndarray:
        return self.columns.flat()

    def placed(self, offset: int, shared: bool = False) -> PreviewGains:
        return replace(self, columns=self.columns.placed(offset, shared))


@dataclass(frozen=True, slots=True, kw_only=True)
class MacAdam(Driver):
    """Holds the angle that brings the car nearest to its path over the preview time T. [MacAdam 1981]

        delta = sum g_i (f_i - F_i x)/sum g_i^2        F_i = c exp(A t_i)        g_i = c int_0^t_i exp(A tau) b dtau

    A, b: the linear single track; c picks the lateral position; f_i is where the path is t_i ahead. Both sums are
    integrals over the preview, by Gauss and Legendre. As T goes to 0 it steers (10/3)(m/C_f)/T^2 per metre of offset.

    With a `least_distance` a slow driver looks no shorter way ahead: T is at least that distance by the speed. Else the
    steering angle for a given offset grows with 1/v^2, and a car that comes to a stop is steered to the lock.
    """

    preview: PositiveTime = 0.9  # T
    least_distance: NotNegativeLength = 0.0
    gains: PreviewGains | None = None  # made of the numbers above

    source = Citation("MacAdam 1981")

    def __post_init__(self) -> None:
        Driver.__post_init__(self)
        numbers = (*(getattr(self, field.name) for field in fields(SingleTrack)), self.preview, self.least_distance)
        if not all(isinstance(number, int | float) for number in numbers):
            return  # symbols stand for the numbers that the gains were made of
        if not all(map(is_number, numbers)):
            return  # its rules tell
        if not isinstance(self.gains, PreviewGains) or self.gains.made_of != numbers:
            object.__setattr__(self, "gains", preview_gains(self, *numbers[-2:]))

    def front_wheel_angle(self, sight: Sight) -> Scalar:
        assert self.gains is not None
        read, count = self.gains.columns.read, len(NODES)
        angle = 0.0 - read(count, sight.speed) * sight.vy - read(count + 1, sight.speed) * sight.yaw_rate
        for k, node in enumerate(NODES.tolist()):
            ahead = maximum(sight.speed * self.preview, self.least_distance) * node
            offset = sight.left_of_car(*self.line.position(sight.station + ahead))
            angle = angle + read(k, sight.speed) * offset
        return angle


def preview_gains(car: SingleTrack, preview: float, least_distance: float = 0.0) -> PreviewGains:
    """Returns the gains of a car at all speeds."""
    times = {speed: max(preview, least_distance / speed) for speed in SPEEDS.tolist()}
    rows = np.array([gains_at_speed(car, speed, time) for speed, time in times.items()])
    columns = tuple(table_data(SPEEDS, column, "spline") for column in rows.T)
    numbers = astuple(SingleTrack(**{f.name: getattr(car, f.name) for f in fields(SingleTrack)}))
    return PreviewGains((*numbers, preview, least_distance), TableColumns(columns, len(SPEEDS), 3))


def gains_at_speed(car: SingleTrack, speed: float, preview: float) -> np.ndarray:
    """rad per m of offset of each point; then rad per m/s sideways and per rad/s of yaw rate."""
    from scipy.linalg import expm  # slow to import

    A, b = car.matrices(speed)
    both = np.zeros((5, 5))  # with the angle as a fifth state one exponential gives F and g
    both[:4, :4], both[:4, 4] = A, b
    F = np.array([expm(both * t)[0] for t in (preview * NODES).tolist()])
    g = F[:, 4]
    share = WEIGHTS * g / (WEIGHTS * g * g).sum()
    return np.array([*share, share @ F[:, 2], share @ F[:, 3]])
