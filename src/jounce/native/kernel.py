"""Kernels: programs as machine code, compiled once and kept."""

from __future__ import annotations

import hashlib

from jounce.native.cache import Cache
from jounce.native.engine import cpu_key, object_from_ir
from jounce.native.llvm import EMITTER_VERSION, write_ir
from jounce.native.program import Program


class Compiler:
    """Turns programs into objects; `count` says how often it really had to compile."""

    count = 0

    def __init__(self, cache: Cache):
        self.cache = cache

    def compile(self, program: Program, opt: int, contract: bool = False) -> tuple[str, bytes]:
        """The key of a program's object, and its bytes."""
        ir = write_ir(program, contract)
        text = "\n".join((EMITTER_VERSION, cpu_key(), f"opt {opt}", ir))
        key = "kernel " + hashlib.sha256(text.encode()).hexdigest()
        data = self.cache.get(key)
        if data is None:
            with self.cache.lock(key):
                data = self.cache.get(key)  # another process may have been faster
                if data is None:
                    data = object_from_ir(ir, opt)
                    type(self).count += 1
                    self.cache.put(key, data)
        return key, data
