"""The engine, one owner of LLVM: IR text becomes object bytes, object bytes are loaded and become addresses.

Nothing optimises here: our IR comes from a tape that is already in order, numba's from its own passes.
Only the back end works, with `opt` from 0 to 3. Multiply-add contraction stays off, which is LLVM's
rule for instructions without a `contract` flag.
"""

from __future__ import annotations

from functools import cache

import llvmlite
import llvmlite.binding as llvm


class Loaded:
    """Machine code in memory; lives as long as this object."""

    def __init__(self, engine: llvm.ExecutionEngine):
        self._engine = engine

    def address_of(self, name: str) -> int:
        address: int = self._engine.get_function_address(name)
        if not address:
            raise KeyError(f"the object has no function '{name}'")
        return address


def object_from_ir(ir_text: str, opt: int = 2) -> bytes:
    """Position-independent machine code of this computer, without an absolute address in it."""
    machine = _target_machine(opt)
    module = llvm.parse_assembly(ir_text)
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    module.verify()
    return bytes(machine.emit_object(module))


def load_object(data: bytes) -> Loaded:
    """Bring an object of `object_from_ir` into memory. Every function it calls must be in it or in libc."""
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target_machine(opt=0))
    engine.add_object_file(llvm.ObjectFileRef.from_data(data))
    engine.finalize_object()
    return Loaded(engine)


@cache
def cpu_key() -> str:
    """What object bytes depend on besides the IR: processor, its features, LLVM."""
    version = ".".join(str(part) for part in llvm.llvm_version_info)
    return f"{_triple()} {_cpu()} {_features()} LLVM {version} llvmlite {llvmlite.__version__}"


@cache
def has_fused_operations() -> bool:
    """Whether this processor multiplies and adds in one operation; elsewhere that would be slow."""
    return bool(llvm.get_host_cpu_features().get("fma")) or "aarch64" in _triple()


def _target_machine(opt: int) -> llvm.TargetMachine:
    """A new one each time, because an execution engine takes the machine it is given."""
    return _target().create_target_machine(
        cpu=_cpu(), features=_features(), opt=opt, reloc="pic", codemodel="small", jit=True
    )


@cache
def _target() -> llvm.Target:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_triple(_triple())


@cache
def _triple() -> str:
    return str(llvm.get_process_triple())


@cache
def _cpu() -> str:
    return str(llvm.get_host_cpu_name())


@cache
def _features() -> str:
    return str(llvm.get_host_cpu_features().flatten())
