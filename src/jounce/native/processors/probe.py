"""Asks LLVM which features a processor has: `python probe.py NAME FEATURE...` prints them as JSON.

LLVM has no question for that, but its inliner gives the answer: a function that needs a feature may only be inlined
into one whose processor has it. The names of all processors go to the standard error, as LLVM prints them.
"""

from __future__ import annotations

import json
import sys

import llvmlite.binding as llvm

PAIR = """
define internal i32 @callee{k}(ptr %p) #{k} {{ %r = load volatile i32, ptr %p ret i32 %r }}
define i32 @caller{k}(ptr %p) #{count} {{ %r = call i32 @callee{k}(ptr %p) ret i32 %r }}
attributes #{k} = {{ "target-features"="+{feature}" }}
"""
CALLER = 'attributes #{count} = {{ "target-cpu"="{name}" }}'


def features_of_processor(name: str, features: list[str]) -> list[str]:
    """Returns those of the features that a processor has."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    triple = str(llvm.get_process_triple())
    target = llvm.Target.from_triple(triple)
    target.create_target_machine(cpu="help")  # prints the names
    machine, count = target.create_target_machine(cpu=name), len(features)
    pairs = [PAIR.format(k=k, feature=feature, count=count) for k, feature in enumerate(features)]
    module = llvm.parse_assembly("".join(pairs) + CALLER.format(name=name, count=count))
    module.triple = triple
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=2))
    passes.getModulePassManager().run(module, passes)
    return [f for k, f in enumerate(features) if "call" not in str(module.get_function(f"caller{k}")).partition("{")[2]]


if __name__ == "__main__":
    print(json.dumps(features_of_processor(sys.argv[1], sys.argv[2:])))
