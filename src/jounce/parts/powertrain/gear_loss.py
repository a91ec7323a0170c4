"""What gears lose of the torque that goes through them."""

from __future__ import annotations

from typing import Any

from jounce.graph import Scalar
from jounce.parts.powertrain.clip import clip

TURNING = 1.0  # rad/s: above, the loss is full; at rest gears lose nothing


def loss_in_gears(torque: Scalar, speed: Scalar, efficiency: Scalar) -> Scalar:
    """(1 - efficiency) |T|, against the turning shaft: T efficiency goes on where it drives, more is needed where the
    wheels drive the engine."""
    size: Any = abs(torque)
    lost: Scalar = (1.0 - efficiency) * size * clip(speed * (1.0 / TURNING), -1.0, 1.0)
    return lost
