"""What kind of machine a result was computed on."""

from __future__ import annotations

import os
import platform
from functools import cache
from pathlib import Path


@cache
def machine_class() -> str:
    """Returns processor model, cores, Python and LLVM: what decides speed and last bits; no host is named."""
    import llvmlite.binding as llvm  # here, so that reading a result does not load LLVM

    version = ".".join(str(part) for part in llvm.llvm_version_info)
    cores = os.cpu_count() or 1
    return (
        f"{_processor()}, {cores} core{'s' if cores > 1 else ''}, "
        f"{platform.system()} {platform.machine()}, Python {platform.python_version()}, LLVM {version}"
    )


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")  # Linux only, and only some architectures name a model there
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "model name":
                return value.strip()
    return platform.processor() or "unknown processor"
