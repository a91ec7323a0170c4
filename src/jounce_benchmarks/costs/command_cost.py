"""What a command costs in a process of its own: processor time, time on the clock, and the most memory it had.

Its bytecode and its machine code lie in folders that are given. So a command is measured as users of an installed
package have it, whatever the surroundings say about bytecode, and "cold" is a folder without machine code.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from math import nan
from pathlib import Path
from typing import NamedTuple

from jounce.native.drafts import AT_ONCE

# Runs the command and writes the most memory that the process itself had to a file. What `wait4` tells of memory counts
# the process that started it too, which may be larger.
WITH_PEAK = """
import atexit, runpy, sys
def tell(file=sys.argv.pop(1)):
    with open("/proc/self/status") as lines, open(file, "w") as told:
        told.write(next(line.split()[1] for line in lines if line.startswith("VmHWM")))
atexit.register(tell)
runpy.run_module("jounce", run_name="__main__")
"""


class CommandCost(NamedTuple):
    """What a process took, with the processes that it waited for."""

    cpu: float  # s, user and system
    wall: float  # s
    peak: float  # bytes of memory; nan where the system does not tell


def measure_command(arguments: Sequence[str], bytecode: Path, cache: Path | None = None) -> CommandCost:
    """Run `jounce` with these arguments to its end; it must succeed. Without `cache`, that of the user."""
    left_out = (AT_ONCE, "PYTHONDONTWRITEBYTECODE")
    env = {name: value for name, value in os.environ.items() if name not in left_out}
    env["PYTHONPYCACHEPREFIX"] = str(bytecode)
    if cache is not None:
        env["JOUNCE_CACHE"] = str(cache)
    told = bytecode / "peak"
    measured = ["-c", WITH_PEAK, str(told)] if Path("/proc/self/status").exists() else ["-m", "jounce"]
    command = [sys.executable, *measured, *arguments]
    bytecode.mkdir(parents=True, exist_ok=True)
    began = time.perf_counter()
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    peak = 1024.0 * float(told.read_text()) if told.exists() else nan  # the system counts in kB
    return CommandCost(used.ru_utime + used.ru_stime, wall, peak)
