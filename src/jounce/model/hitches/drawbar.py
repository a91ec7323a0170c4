"""The eye of a drawbar on a pin, behind which a dolly or a centre-axle trailer follows."""

from __future__ import annotations

from dataclasses import dataclass

from jounce.model.hitches.hitch import HitchData


@dataclass(frozen=True, kw_only=True)
class Drawbar(HitchData):
    """The unit that is pulled yaws, pitches and rolls on it; a dolly carries the trailer behind on its own hitch."""

    kind = "drawbar"
    turns = ("yaw", "pitch", "roll")
