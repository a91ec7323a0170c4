"""Every Python function that a run may need as machine code; as a program, what `make loops` does.

    python -m jounce.simulation.shipping.make_loops

makes the LLVM IR of all that are missing or older than their sources, each in a process of its own, so that its text
does not depend on what was made before it.
"""

from __future__ import annotations

import os
import subprocess
import sys

from jounce.errors import SetupError
from jounce.native.engine import engine_triple
from jounce.native.loops.load import ENTRY, SIGNATURE
from jounce.native.loops.shipped import FOLDER, Origin, read_shipped, shipped_path, write_shipped
from jounce.native.loops.sources import fingerprint_sources
from jounce.simulation import road_kernel
from jounce.simulation.events.friction_phases import DECIDE
from jounce.simulation.integrators.methods import METHODS
from jounce.simulation.lanes.lane_group import LANE_LOOP
from jounce.simulation.sweeps import sweep
from jounce.simulation.tangents import tangent_run

# numba's passes choose the width of vectors for this processor; a back end for another one splits or leaves them
WRITTEN_FOR = {"NUMBA_CPU_NAME": "x86-64-v3", "NUMBA_CPU_FEATURES": "+sse4.2,+avx,+avx2"}


def every_loop_to_make() -> dict[str, str]:
    """Returns signatures by "package.module:name"."""
    loops = [method.loop for method in METHODS.values()]
    return dict.fromkeys((*loops, sweep.LOOP, tangent_run.LOOP, DECIDE, LANE_LOOP), SIGNATURE) | {
        road_kernel.FUNCTION: road_kernel.SIGNATURE
    }


def is_loop_stale(function: str, signature: str) -> bool:
    """Tells whether a function has no shipped IR, or one of other sources."""
    shipped = read_shipped(function)
    return shipped is None or shipped.origin.sources != fingerprint_sources(function, signature)


def make_loops() -> None:
    """Brings the shipped IR up to date, in processes; files of functions that are gone are removed."""
    if not engine_triple().startswith("x86_64"):
        raise SetupError(f"shipped IR is made on x86-64, not on {engine_triple()}")
    for function, signature in every_loop_to_make().items():
        if is_loop_stale(function, signature):
            print(function, flush=True)
            command = [sys.executable, "-m", __spec__.name, function, signature]
            subprocess.run(command, check=True, env=os.environ | WRITTEN_FOR)
    wanted = {shipped_path(function) for function in every_loop_to_make()}
    for path in set(FOLDER.iterdir()) - wanted:
        path.unlink()


def make_loop(function: str, signature: str) -> None:
    """Writes the shipped IR of one function."""
    import llvmlite.binding as llvm
    import numba

    from jounce.native.loops.numba_ir import make_ir

    version = ".".join(map(str, llvm.llvm_version_info))
    origin = Origin(function, signature, fingerprint_sources(function, signature), numba.__version__, version)
    write_shipped(origin, make_ir(function, signature, ENTRY))


if __name__ == "__main__":
    make_loop(*sys.argv[1:]) if sys.argv[1:] else make_loops()
