"""A turntable, on which the front of a full trailer stands, or a semitrailer on its dolly."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.model.hitches.hitch import HitchData


@dataclass(frozen=True, kw_only=True)
class Turntable(HitchData):
    """A ring of balls: it yaws and does nothing else, so that trailer and dolly roll and pitch together."""

    kind = "turntable"
    turns = ("yaw",)
