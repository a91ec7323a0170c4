"""Machine code of a Python function: from the cache, else from shipped IR, else by numba."""

from __future__ import annotations

import sys
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from jounce.errors import SetupError
from jounce.native.cache import Cache
from jounce.native.engine import Loaded, cpu_key, engine_triple, load_object, object_from_ir
from jounce.native.loops.shipped import FOLDER, Shipped, read_shipped, shipped_ir_fits
from jounce.native.loops.sources import fingerprint_sources
from jounce.native.making import announce_making

ENTRY = "entry"  # what to ask the loaded code for
SIGNATURE = "int64(int64)"
OPTIMISATION = 2  # of LLVM's back end


def load_function(function: str, cache: Cache, signature: str = SIGNATURE, shipped: Path = FOLDER) -> Loaded:
    """Machine code of "package.module:name"; ask it for `ENTRY`.

    Shipped IR is taken where it was made of the sources as they are; after an edit numba compiles them.
    """
    sources = fingerprint_sources(function, signature)
    found, reason = read_shipped(function, shipped), ""
    if found is None:
        reason = "no LLVM IR of it is shipped"
    elif found.origin.sources != sources:
        reason = "its source has changed since its LLVM IR was made"
    elif not shipped_ir_fits(engine_triple()):
        reason = f"the shipped LLVM IR is not for this computer ({engine_triple()})"
    else:
        try:
            return load_object(_shipped_object(function, found, cache))
        except RuntimeError as error:  # how LLVM says that it cannot read a text
            reason = f"this LLVM cannot read the shipped IR ({str(error).splitlines()[0]})"
    return load_object(_numba_object(function, signature, sources, cache, reason))


def compile_function(function: str, signature: str = SIGNATURE) -> bytes:
    """Compile "package.module:name" by numba to position-independent object bytes."""
    from jounce.native.loops.numba_ir import make_ir

    return object_from_ir(make_ir(function, signature, ENTRY), OPTIMISATION)


def _shipped_object(function: str, shipped: Shipped, cache: Cache) -> bytes:
    key = f"{function} shipped {shipped.key} opt {OPTIMISATION} {cpu_key()}"
    return cache.get_or_make(key, lambda: object_from_ir(shipped.text(), OPTIMISATION))


def _numba_object(function: str, signature: str, sources: str, cache: Cache, reason: str) -> bytes:
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    numba = _numba_version(function, reason)
    key = f"{function} {sources} opt {OPTIMISATION} numba {numba} Python {python} {cpu_key()}"

    def make() -> bytes:
        with announce_making(f"the loop {function}"):
            return compile_function(function, signature)

    return cache.get_or_make(key, make)


def _numba_version(function: str, reason: str) -> str:
    """Read from its file: asking the package index of the environment takes longer than loading our code."""
    spec = find_spec("numba")
    if spec is None or spec.origin is None:
        raise SetupError(
            f"{function} cannot be compiled: {reason}, and numba is not installed: pip install 'jounce[numba]'"
        )
    return sha256((Path(spec.origin).with_name("_version.py")).read_bytes()).hexdigest()
