"""The processor that machine code is made for: that of this computer, or the one that JOUNCE_CPU names.

A named one lets a computer make the code of a smaller one, such as `JOUNCE_CPU=x86-64-v3` for one with 256-bit
registers. Code of a larger one would end in an illegal instruction, so it is refused.

LLVM ends the whole process where a processor has no 64-bit mode, and tells of unknown names on the standard error only,
so a process of its own is asked (`probe`).
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import llvmlite.binding as llvm

from jounce.errors import SetupError, did_you_mean, shown_in_message

VARIABLE = "JOUNCE_CPU"
HOST = "host"
LEVELS = ("x86-64-v2", "x86-64-v3", "x86-64-v4")  # of the x86-64 psABI, section 3.1.1
ADVICE = f"{VARIABLE} is {HOST}, {', '.join(LEVELS)} or another processor of LLVM that does no more than this one"
PROBE = Path(__file__).with_name("probe.py")
_LISTED = re.compile(r"^ +(\S+) +- Select the \S+ processor", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Processor:
    """A processor in LLVM's words."""

    name: str
    features: str  # that are switched on and off besides those of the name
    abilities: frozenset[str]  # features that its code may use


def chosen_processor() -> Processor:
    """Returns the processor of JOUNCE_CPU; without it, that of this computer."""
    return _find_processor(os.environ.get(VARIABLE) or HOST)


@cache
def _find_processor(name: str) -> Processor:
    host = llvm.get_host_cpu_features()
    own = frozenset(ability for ability, there in host.items() if there)
    if name in (HOST, llvm.get_host_cpu_name()):
        return Processor(str(llvm.get_host_cpu_name()), str(host.flatten()), own)
    abilities = _ask_for_abilities(name, list(host))
    if lacking := sorted(abilities - own):
        what = f"code for {name} does not run on this computer, a {llvm.get_host_cpu_name()}"
        raise SetupError(f"{VARIABLE}: {what} without {', '.join(lacking)}\n{ADVICE}")
    return Processor(name, "", abilities)


def _ask_for_abilities(name: str, features: list[str]) -> frozenset[str]:
    """Returns which of these features a processor has; refuses one that LLVM does not know or cannot make code for."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-P", str(PROBE), name, *features]
    asked = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    known = _LISTED.findall(asked.stderr)
    if known and name not in known:
        what = f"LLVM knows no processor {shown_in_message(name)}.{did_you_mean(name, known)}"
        raise SetupError(f"{VARIABLE}: {what}\n{ADVICE}")
    if asked.returncode != 0:
        last = asked.stderr.strip().splitlines()[-1:] or [f"its probe ended with {asked.returncode}"]
        raise SetupError(f"{VARIABLE}: no code can be made for {shown_in_message(name)} ({last[0]})\n{ADVICE}")
    return frozenset(json.loads(asked.stdout))
