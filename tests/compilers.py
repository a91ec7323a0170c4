"""C compilers of this machine, and what they make of source files."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

STRICT = ("-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror")
COMPILERS = tuple(filter(shutil.which, ("gcc", "clang"))) or tuple(filter(shutil.which, ("cc",)))
needs_compiler = pytest.mark.skipif(not COMPILERS, reason="no C compiler: no test of exported C")


def compile_c(compiler: str, sources: list[Path], made: Path, *options: str) -> Path:
    """The object; any word of the compiler is a failure."""
    command = [compiler, *STRICT, *options, *map(str, sources), "-o", str(made), "-lm"]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 0 and not said.stderr and not said.stdout, said.stderr[:3000]
    return made


def shared_library(compiler: str, source: Path) -> Path:
    """A library that ctypes can load; without optimisation, which takes most of the time."""
    return compile_c(compiler, [source], source.with_suffix(f".{compiler}.so"), "-O0", "-fPIC", "-shared")
