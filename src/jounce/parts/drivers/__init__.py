"""Drivers: what steers a car along a path, with the delay, the lag and the limits of a hand."""

from jounce.parts.drivers.driver import Driver, Sight
from jounce.parts.drivers.macadam import MacAdam
from jounce.parts.drivers.pure_pursuit import PurePursuit
from jounce.parts.drivers.single_track import SingleTrack
from jounce.parts.drivers.stanley import Stanley

DRIVERS: dict[str, type[Driver]] = {"macadam": MacAdam, "stanley": Stanley, "pure_pursuit": PurePursuit}

__all__ = ["DRIVERS", "Driver", "MacAdam", "PurePursuit", "Sight", "SingleTrack", "Stanley"]
