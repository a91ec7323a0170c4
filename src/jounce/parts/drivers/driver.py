"""A driver: sees the car and its path, decides after a delay, and turns the wheel as fast as a hand can."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Annotated, NamedTuple

from jounce.errors import Problem
from jounce.graph import Scalar, atan2, cos, maximum, sin
from jounce.parts.controls.controller import Command, Internal, Reach
from jounce.parts.controls.delay_line import delay_line_length, push_on_delay_line, read_oldest_of_delay_line
from jounce.parts.controls.limited_lag import LagState, lag_after_tick, limit_lag
from jounce.parts.drawing import Unseen
from jounce.parts.drivers.single_track import LateralMotion, SingleTrack
from jounce.parts.ends import NOWHERE
from jounce.parts.paths import Path, polyline_path
from jounce.units import Quantity, TickRate

WATCHED = ("x", "y", "yaw", "vx", "vy", "yaw_rate")  # of the centre of mass
FEWEST = 2  # points of a path
SHORTEST_LAG = 1e-3  # s: a shorter one is not told from none at the rate of a driver
STATION, ERROR, WANTED, NEUTRAL, ANGLE, RATE = range(6)  # what is remembered, before the delay line

Lengths = Annotated[tuple[float, ...], Quantity("m")]
NotNegativeTime = Annotated[Scalar, Quantity("s", "not negative")]
PositiveAngle = Annotated[Scalar, Quantity("rad", "positive")]
PositiveTurning = Annotated[Scalar, Quantity("rad/s", "positive")]


class Sight(NamedTuple):
    """How the car moves, as a law sees it: at its centre of mass."""

    x: Scalar  # m, ground
    y: Scalar
    yaw: Scalar  # rad
    speed: Scalar  # m/s, along the car
    vy: Scalar  # m/s, across it to the left
    yaw_rate: Scalar  # rad/s
    station: Scalar  # m along the path, near its nearest point

    def ahead(self, distance: Scalar) -> tuple[Scalar, Scalar]:
        """A point of the car that lies so far before its centre of mass."""
        return self.x + distance * cos(self.yaw), self.y + distance * sin(self.yaw)

    def left_of_car(self, x: Scalar, y: Scalar) -> Scalar:
        """Tells how far a place lies to the left of the line through the car."""
        return (y - self.y) * cos(self.yaw) - (x - self.x) * sin(self.yaw)

    def heading_error(self, along: tuple[Scalar, Scalar]) -> Scalar:
        """The angle from the car to a direction, positive where it leads to the left."""
        c, s = cos(self.yaw), sin(self.yaw)
        return atan2(c * along[1] - s * along[0], c * along[0] + s * along[1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Driver(SingleTrack):
    """What every driver has; a subclass says in `front_wheel_angle` how it would steer.

    The angle that it wants reaches its hand after `delay`, whole ticks. The hand follows with a critically damped lag
    of second order, whose mean lag is `lag`, within `rate_limit` and `angle_limit`. A compensated driver allows for
    its delay: it steers for the place where the car will be then, which it works out with the single track and with
    what it has told its hand already.
    """

    name: str
    path_x: Lengths = ()  # points that the path runs through smoothly, from the start on
    path_y: Lengths = ()
    path: Path | None = None  # another path in their place, from Python only
    wheel: str = "steering.wheel_angle"  # the input that it turns
    vehicle: str = "vehicle.cg"  # whose motion it sees
    rate: TickRate = 100.0
    delay: NotNegativeTime = 0.0
    lag: NotNegativeTime = 0.03  # neuromuscular
    rate_limit: PositiveTurning = 13.962634015954636  # 800 deg/s, at the steering wheel
    angle_limit: PositiveAngle = 9.42477796076938  # 540 deg
    compensated: bool = False

    ends = NOWHERE
    drawing = Unseen("it has no place in the car")

    def __post_init__(self) -> None:
        points = (self.path_x, self.path_y)
        if not all(isinstance(numbers, tuple | list) for numbers in points):
            return  # the reader of a model tells
        if not self.path_x or not all(isinstance(number, int | float) for number in (*self.path_x, *self.path_y)):
            return  # symbols stand for the points that the path was made of
        if self.path is not None and not isinstance(self.path, Path):
            return  # `limits` tells
        if (self.path is None or self.path.made_of != points) and not list(self.limits()):
            object.__setattr__(self, "path", replace(polyline_path(*points), made_of=points))

    def limits(self) -> Iterator[Problem]:
        if self.path is not None and not isinstance(self.path, Path):
            what = f"is of type {type(self.path).__name__}"
            yield Problem("path", what, "a Path, as of jounce.parts.paths.polyline_path; or path_x and path_y")
            return
        if self.path is not None and not self.path_x:
            return  # a path from Python
        if len(self.path_x) != len(self.path_y) or len(self.path_x) < FEWEST:
            what = f"{len(self.path_x)} values of path_x and {len(self.path_y)} of path_y"
            yield Problem("path_x", what, f"as many of both, at least {FEWEST} points")
        elif any(here == there for here, there in pairwise(zip(self.path_x, self.path_y, strict=True))):
            yield Problem("path_x", "two points that follow each other are at one place", "points that go on")

    @property
    def line(self) -> Path:
        """The path, which a driver that keeps its limits has."""
        assert self.path is not None
        return self.path

    @property
    def reads(self) -> tuple[str, ...]:
        return tuple(f"{self.vehicle}.{word}" for word in WATCHED)

    @property
    def sets(self) -> tuple[str, ...]:
        return (self.wheel,)

    @property
    def internals(self) -> tuple[Internal, ...]:
        return (
            Internal("station", "m", "distance along the path of its point nearest to the centre of mass"),
            Internal("path_error", "m", "distance of the centre of mass from the path, positive to the left of it"),
            Internal("wanted_angle", "rad", "steering-wheel angle that the driver wants, before delay, lag and limits"),
        )

    def front_wheel_angle(self, sight: Sight) -> Scalar:
        """The angle at which the driver would hold the front wheel."""
        raise NotImplementedError

    def begin(self, reading: Mapping[str, float], inputs: Mapping[str, float]) -> tuple[float, ...]:
        x, y = (float(reading[f"{self.vehicle}.{word}"]) for word in "xy")
        station = self.line.nearest_of_all(x, y)
        neutral = float(inputs[self.wheel])  # what holds the car straight on, where its sides differ
        told = [neutral] * delay_line_length(float(self.delay), float(self.rate))  # type: ignore[arg-type]
        return (station, float(self.line.error(x, y, station)), neutral, neutral, neutral, 0.0, *told)  # type: ignore[arg-type]

    def tick(
        self, time: Scalar, reading: Mapping[str, Scalar], memory: Sequence[Scalar]
    ) -> tuple[Mapping[str, Command], tuple[Scalar, ...]]:
        neutral, told = memory[NEUTRAL], memory[RATE + 1 :]
        hand = LagState(memory[ANGLE], memory[RATE])
        sight = self._look(reading, memory[STATION])
        goal = self._look_beyond_delay(sight, hand, neutral, told) if self.compensated else sight
        wanted = neutral + self.steering_ratio * self.front_wheel_angle(goal)
        now = self._move_hand(hand, read_oldest_of_delay_line(wanted, told))
        error = self.line.error(sight.x, sight.y, sight.station)
        kept = (sight.station, error, wanted, neutral, now.value, now.rate, *push_on_delay_line(wanted, told))
        return {self.wheel: Reach(now.value, now.rate)}, kept

    def _look(self, reading: Mapping[str, Scalar], station: Scalar) -> Sight:
        x, y, yaw, vx, vy, yaw_rate = (reading[f"{self.vehicle}.{word}"] for word in WATCHED)
        return Sight(x, y, yaw, vx, vy, yaw_rate, self.line.nearest(x, y, station))

    def _move_hand(self, hand: LagState, target: Scalar) -> LagState:
        """The hand one tick later."""
        period = 1.0 / self.rate
        free = lag_after_tick(target, hand, 2.0 / maximum(self.lag, SHORTEST_LAG), period)
        return limit_lag(free, hand, period, self.rate_limit, self.angle_limit)

    def _look_beyond_delay(self, sight: Sight, hand: LagState, neutral: Scalar, told: Sequence[Scalar]) -> Sight:
        """Tells where the car will be when what is decided now reaches the hand."""
        period, motion = 1.0 / self.rate, LateralMotion(0.0, 0.0, sight.vy, sight.yaw_rate)
        for target in reversed(told):
            moved = self._move_hand(hand, target)
            first, last = ((state.value - neutral) / self.steering_ratio for state in (hand, moved))
            motion, hand = self.after(motion, sight.speed, first, last, period), moved
        far = sight.speed * period * len(told)
        c, s = cos(sight.yaw), sin(sight.yaw)
        x, y = sight.x + c * far - s * motion.y, sight.y + s * far + c * motion.y
        station = self.line.nearest(x, y, sight.station + far)
        return Sight(x, y, sight.yaw + motion.yaw, sight.speed, motion.vy, motion.yaw_rate, station)
