"""The engine, one owner of LLVM: IR text becomes object bytes, object bytes are loaded and become addresses.

Nothing optimises here: our IR comes from a tape that is already in order, numba's from its own passes.
Only the back end works, with `opt` from 0 to 3. Multiply-add contraction stays off, which is LLVM's
rule for instructions without a `contract` flag.

llvmlite frees what LLVM has given it, and Python may raise KeyboardInterrupt between freeing and noting that: the
memory would be freed twice, or an interrupt lost in a destructor. So Ctrl-C waits here until LLVM is left alone.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import current_thread, main_thread
from typing import Any

import llvmlite
import llvmlite.binding as llvm

from jounce.native.processors.chosen import chosen_processor


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Ctrl-C takes effect at the end of this block: as it would, since LLVM is not interrupted either.

    Only the main thread is interrupted by Ctrl-C.
    """
    handler: Any = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or not callable(handler) or sys.is_finalizing():
        yield
        return
    caught: list[tuple[Any, ...]] = []
    signal.signal(signal.SIGINT, lambda *about: caught.append(about))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
    if caught:
        handler(*caught[0])


_unused: list[llvm.ExecutionEngine] = []  # of code that nobody has any more


class Loaded:
    """Machine code in memory; lives as long as this object."""

    def __init__(self, engine: llvm.ExecutionEngine):
        self._engine = engine

    def __del__(self) -> None:
        _unused.append(self._engine)  # freed by the next one: here nobody would hear of an interrupt

    def address_of(self, name: str) -> int:
        address: int = self._engine.get_function_address(name)
        if not address:
            raise KeyError(f"the object has no function '{name}'")
        return address


def object_from_ir(ir_text: str, opt: int = 2) -> bytes:
    """Position-independent machine code for the chosen processor, without an absolute address in it."""
    with interrupts_wait(), _target_machine(opt) as machine, llvm.parse_assembly(ir_text) as module:
        module.triple = machine.triple
        module.data_layout = str(machine.target_data)
        module.verify()
        return bytes(machine.emit_object(module))


def load_object(data: bytes) -> Loaded:
    """Bring an object of `object_from_ir` into memory. Every function it calls must be in it or in libc."""
    with interrupts_wait():
        while _unused:
            _unused.pop().close()
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target_machine(opt=0))
        with llvm.ObjectFileRef.from_data(data) as found:
            engine.add_object_file(found)
        engine.finalize_object()
        return Loaded(engine)


@cache
def engine_triple() -> str:
    """Processor, maker and system in LLVM's words, such as x86_64-unknown-linux-gnu."""
    return str(llvm.get_process_triple())


def cpu_key() -> str:
    """Tells what object bytes depend on besides the IR: processor, its features, LLVM."""
    version = ".".join(str(part) for part in llvm.llvm_version_info)
    chosen = chosen_processor()
    return f"{engine_triple()} {chosen.name} {chosen.features} LLVM {version} llvmlite {llvmlite.__version__}"


def has_fused_operations() -> bool:
    """Whether the chosen processor multiplies and adds in one operation; elsewhere that would be slow."""
    return "fma" in chosen_processor().abilities or "aarch64" in engine_triple()


def register_lanes() -> int:
    """Tells how many numbers a vector register of the chosen processor holds."""
    abilities = chosen_processor().abilities
    return 8 if "avx512f" in abilities else 4 if "avx" in abilities else 2


def _target_machine(opt: int) -> llvm.TargetMachine:
    """A new one each time, because an execution engine takes the machine it is given."""
    chosen = chosen_processor()
    return _target().create_target_machine(
        cpu=chosen.name, features=chosen.features, opt=opt, reloc="pic", codemodel="small", jit=True
    )


@cache
def _target() -> llvm.Target:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_triple(engine_triple())
