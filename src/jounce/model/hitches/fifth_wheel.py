"""A fifth wheel with the kingpin of a semitrailer in it."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.model.hitches.hitch import HitchData


@dataclass(frozen=True, kw_only=True)
class FifthWheel(HitchData):
    """It pitches about the lateral axis of the unit that pulls, then yaws about the kingpin of the one that is pulled.

    The third turn is locked: straight ahead the tractor holds the roll of its semitrailer, at right angles it does not.
    """

    kind = "fifth_wheel"
    turns = ("pitch", "yaw")
