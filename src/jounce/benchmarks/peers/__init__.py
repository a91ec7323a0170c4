"""Our cars in other engines, each as its own users would write it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import NamedTuple

# peer -> package it needs, our module for it, arguments
PEERS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "mujoco_euler": ("mujoco", "mujoco_car", ("Euler",)),
    "mujoco_rk4": ("mujoco", "mujoco_car", ("RK4",)),
    "exudyn": ("exudyn", "exudyn_car", ()),
    "pinocchio": ("pinocchio", "pinocchio_car", ()),
}


STRUCTURAL_PEERS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "mujoco_euler": ("mujoco", "mujoco_small_car", ("Euler",)),
    "mujoco_rk4": ("mujoco", "mujoco_small_car", ("RK4",)),
    "exudyn": ("exudyn", "exudyn_small_car", ()),
}


class PeerCost(NamedTuple):
    """What one millisecond of a car costs a peer, and how well it keeps its loops closed."""

    cpu_per_step: float  # s of processor time per step of 1 ms
    loop_gap: float  # m, the largest met


def measure(peer: str, peers: Mapping[str, tuple[str, str, tuple[str, ...]]] | None = None) -> PeerCost | None:
    """Run the wishbone car, or another of the peers given, in that engine; None when its package cannot be imported."""
    package, module, arguments = (peers or PEERS)[peer]
    try:
        import_module(package)
    except (ImportError, OSError):  # not installed, or built for another system
        return None
    return import_module(f"jounce.benchmarks.peers.{module}").measure(*arguments)
