"""A ball on a tow bar."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.model.hitches.hitch import HitchData


@dataclass(frozen=True, kw_only=True)
class Ball(HitchData):
    """The trailer yaws, pitches and rolls on it, as a caravan behind a car."""

    kind = "ball"
    turns = ("yaw", "pitch", "roll")
