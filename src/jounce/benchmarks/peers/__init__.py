"""The wishbone car in other engines, each as its own users would write it."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple

PACKAGES = {"mujoco": "mujoco", "exudyn": "exudyn", "pinocchio": "pinocchio"}  # peer -> what it imports


class PeerCost(NamedTuple):
    """What one millisecond of the wishbone car costs a peer, and how well it keeps its loops closed."""

    cpu_per_step: float  # s of processor time per step of 1 ms
    loop_gap: float  # m, the largest met


def measure(peer: str) -> PeerCost | None:
    """Run the car in that engine; None when its package is not installed."""
    if find_spec(PACKAGES[peer]) is None:
        return None
    return import_module(f"jounce.benchmarks.peers.{peer}_car").measure()
