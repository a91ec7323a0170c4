"""A Python function as LLVM IR that stands alone, by numba.

The function takes one address and returns one integer, unless its signature says otherwise. It must not allocate, raise
or call Python. What is left of numba's error paths then never runs and ends in a trap, and the arrays that it sees are
views, which nobody counts.
"""

from __future__ import annotations

import re
from importlib import import_module

import llvmlite.binding as llvm
import numba

# numba's way to report an exception and to free an array. Neither happens in these functions.
_NEVER_REACHED = re.compile(
    r"Py|numba_(gil_|unpickle$|do_raise$|runtime_build_excinfo_struct$)|NRT_(Free|MemInfo_call_dtor)$"
)
_IN_LIBC = {"memcpy", "memset", "memmove", "pow", "sqrt"}


def make_ir(function: str, signature: str, entry: str) -> str:
    """LLVM IR of "package.module:name"; others see one function in it, under the name `entry`."""
    module_name, _, name = function.partition(":")
    python_function = getattr(import_module(module_name), name)
    compiled = numba.cfunc(signature, nogil=True, error_model="numpy")(python_function)
    module = llvm.parse_assembly(compiled.inspect_llvm())
    module.get_function(compiled.native_name).name = entry
    module = llvm.parse_assembly(_stand_alone(_without_counting(str(module)), function))
    _drop_what_nobody_calls(module, entry)
    return _without_origin(str(module))


def _without_counting(ir_text: str) -> str:
    """Drop the counting of references: it does nothing for views, and its IR is for one kind of processor."""
    return re.sub(r"(?m)^ *(tail )?call void @NRT_(inc|dec)ref\(.*\).*\n", "", ir_text)


def _stand_alone(ir_text: str, function: str) -> str:
    """Give numba's error functions a body that traps; refuse any other function from outside."""

    def define(declaration: re.Match[str]) -> str:
        kind, name, arguments = declaration.groups()
        if name.startswith("llvm.") or name in _IN_LIBC:
            return declaration.group()
        if not _NEVER_REACHED.match(name):
            raise ValueError(f"{function} needs '{name}': it must not allocate, raise or call Python")
        return f"define internal {kind} @{name}({arguments}) {{\n  call void @llvm.trap()\n  unreachable\n}}"

    text = re.sub(r'(?m)^declare (.*?) ?@"?([\w.]+)"?\((.*?)\).*$', define, ir_text)
    text = re.sub(r"(?m)^(@PyExc_\w+) = external global i8", r"\1 = internal global i8 0", text)
    trap = "declare void @llvm.trap()"
    return text if trap in text else f"{text}\n{trap}\n"


def _drop_what_nobody_calls(module: llvm.ModuleRef, entry: str) -> None:
    for function in module.functions:
        if not function.is_declaration and function.name != entry:
            function.linkage = llvm.Linkage.internal
    for variable in module.global_variables:
        variable.linkage = llvm.Linkage.internal
    machine = llvm.Target.from_default_triple().create_target_machine()
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options()))


def _without_origin(ir_text: str) -> str:
    """Count the names, which numba makes from paths and from the order of its work; drop what is of one machine."""
    names: dict[str, str] = {}
    text = re.sub(r"_ZN[\w.$]+", lambda name: names.setdefault(name.group(), f"f{len(names)}"), ir_text)
    text = re.sub(r' "(target-cpu|target-features|tune-cpu)"="[^"]*"', "", text)
    return re.sub(r"(?m)^(target (datalayout|triple)|; ModuleID|source_filename).*\n", "", text)
