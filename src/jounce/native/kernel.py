"""Kernels and their compiler: programs as machine code, compiled once and kept."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from ctypes import CFUNCTYPE, c_void_p

from jounce.native.cache import Cache
from jounce.native.engine import Loaded, cpu_key, object_from_ir
from jounce.native.llvm import EMITTER_VERSION, write_llvm_ir
from jounce.native.program import Program

SIGNATURE = CFUNCTYPE(None, *[c_void_p] * 8)


class Kernel:
    """A kernel in memory, called by the addresses of its arrays; the lock of Python is released while it runs.

    void f(double* state, double* inputs, double* modes, double* values, double* tables, void* road, double* out,
           double* work)
    """

    def __init__(self, address: int, setup: int = 0, loaded: Loaded | None = None):
        self.address = address
        self.run: Callable[..., None] = SIGNATURE(address)
        self.setup: Callable[..., None] | None = SIGNATURE(setup) if setup else None  # what depends on values only
        self._loaded = loaded  # the code lives as long as its owner

    @classmethod
    def of(cls, loaded: Loaded) -> Kernel:
        return cls(loaded.address_of("run"), loaded.address_of("setup"), loaded)


class Compiler:
    """Turns programs into objects; `count` says how often it really had to compile."""

    count = 0

    def __init__(self, cache: Cache):
        self.cache = cache

    def compile(self, program: Program, opt: int, contract: bool = False) -> tuple[str, bytes]:
        """The key of a program's object, and its bytes."""
        key, ir = self.key_of(program, opt, contract)
        return key, self.cache.get_or_make(key, lambda: self.make(ir, opt))

    def key_of(self, program: Program, opt: int, contract: bool) -> tuple[str, str]:
        """The key of a program's object, and the IR that it comes from."""
        ir = write_llvm_ir(program, contract)
        text = "\n".join((EMITTER_VERSION, cpu_key(), f"opt {opt}", ir))
        return "kernel " + hashlib.sha256(text.encode()).hexdigest(), ir

    def make(self, ir: str, opt: int) -> bytes:
        type(self).count += 1
        return object_from_ir(ir, opt)
