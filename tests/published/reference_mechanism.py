"""A published mechanism: its model, how it starts, and the numbers it must reach."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from jounce.model.model import Model

DATA = Path(__file__).parent / "data"
X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
ORIGIN = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Check:
    """A channel has this value at this time, within an absolute limit."""

    channel: str
    time: float
    value: float
    limit: float


@dataclass(frozen=True, slots=True)
class Mechanism:
    model: Model
    start_rates: dict[str, float]
    checks: tuple[Check, ...]

    @property
    def duration(self) -> float:
        return max(check.time for check in self.checks)


def read(name: str) -> dict:
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
