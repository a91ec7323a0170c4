"""A model as C: a header, its source, and a main that runs it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from jounce.export.c_jacobian import c_jacobian
from jounce.export.c_main import c_main
from jounce.export.c_texts import c_comment, c_strings
from jounce.export.exported_model import ExportedModel, ExportedNumber
from jounce.native.source_code.c_source import (
    C_SUPPORT,
    c_arguments,
    c_functions_for,
    c_road_type,
    c_table,
    write_c_kernel,
)

KERNEL_WORDS = {
    "rhs": "out = rates of the state; leaves factors, multipliers and guards in work",
    "gap": "out = gaps of the loops, then their rates; leaves them in work",
    "correct": "out = the state after one Newton step, weighted by mass, with the last gap and the factors of rhs",
    "observe": "out = channels; may overwrite the factors",
    "matrices": "out = mass matrix M, forces f, rows J of loops and of friction, and gamma, g, gd of the loops",
}


def c_files_of_model(model: ExportedModel) -> dict[str, str]:
    """Text by file name."""
    p = model.prefix
    files = {f"{p}.h": c_header(model), f"{p}.c": c_source_of_model(model)}
    if not model.not_run:
        files[f"{p}_main.c"] = c_main(model)
    return files


def c_header(model: ExportedModel) -> str:
    """Sizes, functions, and the meaning of every number."""
    p, road = model.prefix, f"{model.prefix}_road"
    guard = f"{p.upper()}_H"
    lines = [
        f"/* Equations of motion of the model '{c_comment(model.title)}', exported by jounce. SI units, ISO 8855 axes.",
        "",
        "   Call each NAME_setup after the values have changed, then NAME_run as often as you like. All kernels of a",
        f"   model share one array work of {p.upper()}_WORK numbers; it belongs to one thread.",
        *([f"   No main: {c_comment(model.not_run)}."] if model.not_run else []),
        *(f"   {c_comment(note)}." for note in model.notes),
        "*/",
        f"#ifndef {guard}",
        f"#define {guard}",
        "",
        *(f"#define {p.upper()}_{name.upper()} {size}" for name, size in model.sizes.items()),
        "",
        c_road_type(road),
    ]
    for kernel in model.programs:
        lines += [f"/* {KERNEL_WORDS[kernel]} */"]
        lines += [f"void {p}_{kernel}_{entry}({c_arguments(road)});" for entry in ("setup", "run")]
    lines += ["", "/* setup of all kernels */", f"void {p}_setup({c_arguments(road)});", ""]
    lines += c_jacobian_declaration(model)
    if model.file_numbers is not None:
        count = len(model.file_numbers.paths)
        lines += [
            "/* values of the parts from the numbers of the vehicle's file, listed below; work has the usual size */",
            f"#define {p.upper()}_NUMBERS {count}",
            f"void {p}_values_of_numbers(const double *numbers, double *values);",
            f"extern const double {p}_numbers[{count}];",
            "",
        ]
    for group, array in (("state", "start"), ("inputs", "inputs"), ("modes", "modes"), ("values", "values")):
        lines.append(f"extern const double {p}_{array}[{max(model.arrays[group].size, 1)}];")
    lines.append(f"extern const double {p}_tables[{max(model.arrays['tables'].size, 1)}];")
    lines.append(f"extern const char *const {p}_state_names[{max(len(model.numbers['state']), 1)}];")
    lines.append(f"extern const char *const {p}_channel_names[{max(len(model.numbers['channels']), 1)}];")
    lines += ["", *chain(*(_explained(group, numbers) for group, numbers in model.numbers.items()))]
    if model.file_numbers is not None:
        own = model.file_numbers
        listed = zip(own.paths, own.units, own.vector.tolist(), strict=True)
        numbers = [ExportedNumber(k, path, unit, value) for k, (path, unit, value) in enumerate(listed)]
        lines += _explained("numbers", numbers)
    return "\n".join([*lines, "#endif", ""])


def c_jacobian_declaration(model: ExportedModel) -> list[str]:
    """Tells what the header says of the derivatives."""
    if model.slopes is None:
        return []
    p, road = model.prefix, f"{model.prefix}_road"
    by = f", double *by_values /* [STATE][{len(model.sensitivity)}] */" if model.sensitivity else ""
    listed = [f"   by_values, column {k}: {c_comment(path)}" for k, path in enumerate(model.sensitivity)]
    return [
        "/* Derivatives of all rates by the controlled states and by the inputs; exact, with the loops held closed.",
        "   Returns 0, or 1 where the equations are singular. Call setup before; work has JACOBIAN_WORK numbers and",
        "   begins with the work of the other kernels.",
        *listed,
        "*/",
        f"#define {p.upper()}_JACOBIAN_WORK {_jacobian_work(model)}",
        f"int {p}_jacobian({c_arguments(road).rsplit(', double *out', 1)[0]},",
        f"    double *by_state /* [STATE][CONTROLLED] */, double *by_inputs /* [STATE][INPUTS] */{by}, double *work);",
        "",
    ]


def _jacobian_work(model: ExportedModel) -> int:
    s, entries = model.sizes, len(model.slopes.rows) if model.slopes else 0
    unknowns, variables = s["speeds"] + s["all_rows"], s["controlled"] + s["inputs"] + len(model.sensitivity)
    dense = (s["state"] + 3 * s["all_rows"]) * (variables + s["all_rows"])
    return (
        s["work"]
        + model.slope_work
        + s["state"]
        + s["matrices"]
        + entries
        + dense
        + unknowns * unknowns
        + unknowns * variables
    )


def _explained(group: str, numbers: Iterable[ExportedNumber]) -> list[str]:
    lines = [f"/* {group}:"]
    for each in numbers:
        value = "" if each.value is None else f" = {each.value:.9g}"
        words = f"; {each.meaning}" if each.meaning else ""
        lines.append(f"   [{each.place}] {c_comment(f'{each.name}{value} {each.unit}{words}')}")
    return [*lines, "*/"]


def c_source_of_model(model: ExportedModel) -> str:
    """Kernels and data."""
    p, road = model.prefix, f"{model.prefix}_road"
    kernels = [write_c_kernel(program, f"{p}_{name}", road) for name, program in model.programs.items()]
    passed = "state, inputs, modes, values, tables, road, out, work"
    setups = "\n".join(f"    {p}_{name}_setup({passed});" for name in model.programs)
    kernels.append(f"void {p}_setup({c_arguments(road)})\n{{\n{setups}\n}}\n")
    if model.slopes is not None:
        kernels.append(c_jacobian(model))
    if model.file_numbers is not None:
        kernels.append(_values_of_numbers(model))
    body = "\n".join(kernels)
    arrays = model.arrays
    data = [
        c_table(f"{p}_start", arrays["state"].tolist()),
        *(c_table(f"{p}_{name}", arrays[name].tolist()) for name in ("inputs", "modes", "values", "tables")),
        c_strings(f"{p}_state_names", (each.name for each in model.numbers["state"])),
        c_strings(f"{p}_channel_names", (f"{each.name} [{each.unit}]" for each in model.numbers["channels"])),
    ]
    return "\n".join([f'#include "{p}.h"', C_SUPPORT, c_functions_for(body), body, *data])


def _values_of_numbers(model: ExportedModel) -> str:
    own, p = model.file_numbers, model.prefix
    assert own is not None
    road = f"{p}_road"
    kernel = write_c_kernel(own.program, f"{p}_numbers", road)
    kernel = kernel.replace(f"\nvoid {p}_numbers_", f"\nstatic void {p}_numbers_")
    call = "(numbers, 0, 0, 0, 0, 0, values, work);"
    return "\n".join(
        [
            f"/* {'-' * 20} values from the numbers of the file {'-' * 20} */",
            kernel if kernel.startswith("static") else f"static {kernel}",
            f"void {p}_values_of_numbers(const double *numbers, double *values)",
            "{",
            f"    double work[{max(own.program.work_size, 1)}];",
            f"    {p}_numbers_setup{call}",
            f"    {p}_numbers_run{call}",
            "}",
            "",
            c_table(f"{p}_numbers", own.vector.tolist()),
        ]
    )
