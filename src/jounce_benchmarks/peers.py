"""Peers: our cars and tyres in other engines. Their models are in the repository, not in the installed package."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

FOLDER = Path(__file__).parents[2] / "benchmarks"  # of a clone; an installed package has none


class Peer(NamedTuple):
    """Where to find a peer."""

    package: str  # that it needs
    module: str  # of `benchmarks/jounce_peers`: the model, written as users of that package would write it
    arguments: tuple[str, ...] = ()


class PeerCost(NamedTuple):
    """What one millisecond of a car costs a peer, and how well it keeps its loops closed."""

    cpu_per_step: float  # s of processor time per step of 1 ms
    loop_gap: float  # m, the largest met


def have_peer_models() -> bool:
    """Whether this is a clone, where the peers' models are."""
    return (FOLDER / "jounce_peers").is_dir()


def find_peer_model(peer: Peer) -> ModuleType | None:
    """The module of a peer's model; None outside a clone, or when the package cannot be imported."""
    if not have_peer_models():
        return None
    try:
        import_module(peer.package)
    except (ImportError, OSError):  # not installed, or built for another system
        return None
    if str(FOLDER) not in sys.path:
        sys.path.append(str(FOLDER))
    return import_module(f"jounce_peers.{peer.module}")


def measure_peer(peer: Peer) -> PeerCost | None:
    """Run the car in that engine; None when it cannot be run here."""
    model = find_peer_model(peer)
    return None if model is None else model.measure(*peer.arguments)
