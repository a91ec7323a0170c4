# written by docs/tables.py
"""What jounce.parts.drivers offers: a number may be given as a text with its unit."""

from collections import abc
from typing import Any

from jounce.graph import Scalar

from jounce.parts.drivers import DRIVERS as DRIVERS
from jounce.parts.drivers.driver import Driver as RealDriver
class Driver(RealDriver):
    def __init__(self, *, mass: Scalar | str, yaw_inertia: Scalar | str, front_length: Scalar | str, rear_length: Scalar | str, front_stiffness: Scalar | str, rear_stiffness: Scalar | str, steering_ratio: Scalar | str, name: str, path_x: abc.Sequence[Scalar | str] = ..., path_y: abc.Sequence[Scalar | str] = ..., path: Any = ..., wheel: str = ..., vehicle: str = ..., rate: Scalar | str = ..., delay: Scalar | str = ..., lag: Scalar | str = ..., rate_limit: Scalar | str = ..., angle_limit: Scalar | str = ..., compensated: bool = ...) -> None: ...

from jounce.parts.drivers.macadam import MacAdam as RealMacAdam
class MacAdam(RealMacAdam):
    def __init__(self, *, mass: Scalar | str, yaw_inertia: Scalar | str, front_length: Scalar | str, rear_length: Scalar | str, front_stiffness: Scalar | str, rear_stiffness: Scalar | str, steering_ratio: Scalar | str, name: str, path_x: abc.Sequence[Scalar | str] = ..., path_y: abc.Sequence[Scalar | str] = ..., path: Any = ..., wheel: str = ..., vehicle: str = ..., rate: Scalar | str = ..., delay: Scalar | str = ..., lag: Scalar | str = ..., rate_limit: Scalar | str = ..., angle_limit: Scalar | str = ..., compensated: bool = ..., preview: Scalar | str = ..., least_distance: Scalar | str = ..., gains: Any = ...) -> None: ...

from jounce.parts.drivers.pure_pursuit import PurePursuit as RealPurePursuit
class PurePursuit(RealPurePursuit):
    def __init__(self, *, mass: Scalar | str, yaw_inertia: Scalar | str, front_length: Scalar | str, rear_length: Scalar | str, front_stiffness: Scalar | str, rear_stiffness: Scalar | str, steering_ratio: Scalar | str, name: str, path_x: abc.Sequence[Scalar | str] = ..., path_y: abc.Sequence[Scalar | str] = ..., path: Any = ..., wheel: str = ..., vehicle: str = ..., rate: Scalar | str = ..., delay: Scalar | str = ..., lag: Scalar | str = ..., rate_limit: Scalar | str = ..., angle_limit: Scalar | str = ..., compensated: bool = ..., nearest_target: Scalar | str = ..., preview: Scalar | str = ...) -> None: ...

from jounce.parts.drivers.driver import Sight as Sight
from jounce.parts.drivers.single_track import SingleTrack as RealSingleTrack
class SingleTrack(RealSingleTrack):
    def __init__(self, *, mass: Scalar | str, yaw_inertia: Scalar | str, front_length: Scalar | str, rear_length: Scalar | str, front_stiffness: Scalar | str, rear_stiffness: Scalar | str, steering_ratio: Scalar | str) -> None: ...

from jounce.parts.drivers.stanley import Stanley as RealStanley
class Stanley(RealStanley):
    def __init__(self, *, mass: Scalar | str, yaw_inertia: Scalar | str, front_length: Scalar | str, rear_length: Scalar | str, front_stiffness: Scalar | str, rear_stiffness: Scalar | str, steering_ratio: Scalar | str, name: str, path_x: abc.Sequence[Scalar | str] = ..., path_y: abc.Sequence[Scalar | str] = ..., path: Any = ..., wheel: str = ..., vehicle: str = ..., rate: Scalar | str = ..., delay: Scalar | str = ..., lag: Scalar | str = ..., rate_limit: Scalar | str = ..., angle_limit: Scalar | str = ..., compensated: bool = ..., gain: Scalar | str = ..., softening: Scalar | str = ..., damping: Scalar | str = ..., feed_forward: Scalar | str = ...) -> None: ...

