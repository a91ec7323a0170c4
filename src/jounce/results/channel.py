"""What a history means."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Channel:
    """One history by name: its SI unit, and in words what is measured, where and in which axes."""

    name: str  # dotted: "front_left.tyre.Fz"
    unit: str  # "m", "rad/s", "1" for none
    definition: str = ""
