"""Loops as machine code: from shipped IR that fits its sources, else by numba; then from the cache."""

from __future__ import annotations

import ast
import ctypes
import os
import re
import subprocess
import sys
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np
import pytest

from jounce.errors import BAD_ENVIRONMENT, SetupError
from jounce.native.cache import Cache
from jounce.native.engine import cpu_key, load_object, object_from_ir
from jounce.native.loops import load
from jounce.native.loops.load import ENTRY, SIGNATURE, compile_function, load_function
from jounce.native.loops.numba_ir import make_ir
from jounce.native.loops.shipped import FOLDER, Origin, read_shipped, shipped_ir_fits, shipped_path, write_shipped
from jounce.native.loops.sources import find_sources, fingerprint_sources
from jounce.simulation.integrators.methods import METHODS
from jounce.simulation.integrators.run_method import machine_code
from jounce.simulation.shipping.make_loops import every_loop_to_make, is_loop_stale

SOURCE = Path(__file__).parents[2] / "src" / "jounce"

# add: count, result, numbers; writes their sum and returns the count
SUM = """
import numpy as np

from jounce.native.pointers import floats_at, integers_at


def add(address):
    count = integers_at(address, 1)[0]
    numbers = floats_at(address + 8, count + 1)
    numbers[0] = 0.0
    for i in range(count):
        numbers[0] += numbers[i + 1]
    return count


def allocate(address):
    return np.zeros(address).sum()
"""


@pytest.fixture
def source(tmp_path, monkeypatch):
    path = tmp_path / "sum_of_numbers.py"
    path.write_text(SUM)
    monkeypatch.syspath_prepend(tmp_path)
    yield path
    sys.modules.pop("sum_of_numbers", None)


def call(loaded, address):
    return ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(loaded.address_of(ENTRY))(address)


def assert_adds(loaded):
    memory = np.array([0, 0, 1.5, 2.0, 4.0])
    memory.view(np.int64)[0] = 3
    assert call(loaded, memory.ctypes.data) == 3
    assert memory[1] == 7.5


def test_a_function_is_compiled_once_and_then_read_from_the_cache(source, tmp_path, monkeypatch):
    cache = Cache(tmp_path / "cache")
    compiled = []
    noted = lambda name, *rest: compiled.append(name) or compile_function(name, *rest)  # noqa: E731
    monkeypatch.setattr(load, "compile_function", noted)
    for _ in range(2):
        loaded = load_function("sum_of_numbers:add", cache)
        assert_adds(loaded)
    assert compiled == ["sum_of_numbers:add"]

    source.write_text(source.read_text() + "# another text, another key\n")
    load_function("sum_of_numbers:add", cache)
    assert len(compiled) == 2


def test_a_function_that_allocates_is_refused(source):
    with pytest.raises(ValueError, match="must not allocate"):
        compile_function("sum_of_numbers:allocate")


def test_an_object_holds_no_address_of_this_process(source):
    """Two processes, whose memory lies at different addresses, make equal bytes."""
    script = (
        f"import sys; sys.path.insert(0, {str(source.parent)!r})\n"
        "from jounce.native.loops.load import compile_function\n"
        "sys.stdout.buffer.write(compile_function('sum_of_numbers:add'))"
    )
    processes = [subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) for _ in range(2)]
    first, second = (process.communicate()[0] for process in processes)
    assert first.startswith(b"\x7fELF")
    assert first == second


# --- shipped IR --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("function", every_loop_to_make())
def test_the_shipped_ir_of_every_loop_is_made_of_its_present_sources(function):
    """No compiler runs for this: a hash of all files that decide the IR stands in the shipped file."""
    assert not is_loop_stale(function, every_loop_to_make()[function]), "run `make loops`"


@pytest.mark.parametrize("function", every_loop_to_make())
def test_a_loop_depends_on_a_few_files_only(function):
    """Else its IR would be stale after most edits: constants and records belong into modules that import nothing."""
    modules = {module for module, _ in find_sources(function.partition(":")[0])}
    assert len(modules) < 25, sorted(modules)


def test_nothing_is_shipped_that_nobody_loads():
    assert set(FOLDER.iterdir()) == {shipped_path(function) for function in every_loop_to_make()}


def test_every_module_that_loads_a_loop_is_known_to_those_that_ship_them():
    """A seventh one has to be entered in `every_loop_to_make`."""
    calls = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "load_function"
    }
    assert calls == {
        "simulation/events/friction_phases.py",
        "simulation/integrators/run_method.py",
        "simulation/lanes/lane_group.py",
        "simulation/sweeps/sweep.py",
        "simulation/tangents/tangent_run.py",
        "simulation/road_kernel.py",
    }


@pytest.mark.parametrize("function", every_loop_to_make())
def test_shipped_ir_is_of_no_machine_in_particular(function):
    text = read_shipped(function).text()
    assert not re.search(r"target (triple|datalayout)|target-cpu|target-features|llvm\.x86|/|_ZN", text)
    triple = "aarch64-unknown-linux-gnu"  # x86-64 is what these tests run on
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(triple).create_target_machine(opt=0, reloc="pic")
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = triple, str(machine.target_data)
    assert machine.emit_object(module).startswith(b"\x7fELF")
    assert shipped_ir_fits(triple) and shipped_ir_fits("x86_64-unknown-linux-gnu")
    assert not shipped_ir_fits("arm64-apple-darwin23") and not shipped_ir_fits("x86_64-pc-windows-msvc")


def ship(folder, signature=SIGNATURE, text=None):
    """Ship `add` of the source."""
    made = make_ir("sum_of_numbers:add", signature, ENTRY)
    sources = fingerprint_sources("sum_of_numbers:add", signature)
    return write_shipped(Origin("sum_of_numbers:add", signature, sources, "0", "0"), text or made, folder)


def without_numba(monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)


def test_shipped_ir_needs_no_numba_until_its_source_changes(source, tmp_path, monkeypatch):
    cache, folder = Cache(tmp_path / "cache"), tmp_path / "ir"
    first = ship(folder).read_bytes()
    assert ship(folder).read_bytes() == first  # deterministic
    without_numba(monkeypatch)
    assert_adds(load_function("sum_of_numbers:add", cache, shipped=folder))

    source.write_text(source.read_text() + "# edited\n")
    with pytest.raises(SetupError, match=r"its source has changed .* pip install 'jounce\[numba\]'") as caught:
        load_function("sum_of_numbers:add", cache, shipped=folder)
    assert caught.value.exit_code == BAD_ENVIRONMENT
    monkeypatch.undo()
    monkeypatch.syspath_prepend(tmp_path)
    assert_adds(load_function("sum_of_numbers:add", cache, shipped=folder))  # by numba


def test_an_edit_of_what_a_loop_imports_makes_its_ir_stale(tmp_path, monkeypatch):
    """Also of what an imported file imports; other files of the folder do not matter."""
    sources = load.fingerprint_sources.__globals__
    copied = tmp_path / "jounce"
    copied.mkdir()
    for path in SOURCE.rglob("*.py"):
        target = copied / path.relative_to(SOURCE)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    monkeypatch.setitem(sources, "PACKAGE", copied)
    function, signature = METHODS["rk4"].loop, SIGNATURE
    before = fingerprint_sources(function, signature)
    assert before == read_shipped(function).origin.sources

    for word, matters in {
        "simulation/integrators/rk4.py": True,
        "simulation/integrators/job.py": True,
        "native/pointers.py": True,
        "native/loops/numba_ir.py": True,
        "simulation/integrators/run_method.py": False,
        "native/engine.py": False,
    }.items():
        path = copied / word
        kept = path.read_bytes()
        path.write_bytes(kept + b"\n")
        assert (fingerprint_sources(function, signature) != before) == matters, word
        path.write_bytes(kept)


def test_ir_that_does_not_fit_is_left_aside(source, tmp_path, monkeypatch):
    """For another computer, or in the words of another LLVM: numba does it, and without numba the message says why."""
    cache, folder = Cache(tmp_path / "cache"), tmp_path / "ir"
    ship(folder, text="define what LLVM will say in ten years")
    assert_adds(load_function("sum_of_numbers:add", cache, shipped=folder))
    without_numba(monkeypatch)
    with pytest.raises(SetupError, match="this LLVM cannot read the shipped IR"):
        load_function("sum_of_numbers:add", cache, shipped=folder)
    monkeypatch.setattr(load, "engine_triple", lambda: "riscv64-unknown-linux-gnu")
    with pytest.raises(SetupError, match=r"not for this computer \(riscv64-unknown-linux-gnu\)"):
        load_function("sum_of_numbers:add", cache, shipped=folder)
    with pytest.raises(SetupError, match="no LLVM IR of it is shipped"):
        load_function("sum_of_numbers:add", cache, shipped=tmp_path)


COLD = """
import sys
sys.modules["numba"] = None
import jounce
from jounce.parts.roads import Iso8608
from jounce.simulation.integrators.run_method import machine_code
from jounce.simulation.integrators.methods import METHODS
from jounce.simulation.road_kernel import road_along
from jounce.simulation.sweeps import sweep
import numpy as np

for method in METHODS:
    machine_code(method)
sweep.machine_code()
road = jounce.parts.roads.Road(elements={"rough": Iso8608(roughness="C", length=30)})
assert road_along(road.data(), np.array([15.0]), 0.5, (0.3, 0.3, 1.8))[0, 0] != 0.0
run = jounce.simulate(jounce.load("four_bar"), 0.01)
assert run.time[-1] == 0.01
"""


def test_a_cold_start_without_numba_runs_all_loops(tmp_path):
    finished = subprocess.run(
        [sys.executable, "-c", COLD], capture_output=True, text=True, env=os.environ | {"JOUNCE_CACHE": str(tmp_path)}
    )
    assert finished.returncode == 0, finished.stderr


def test_the_engine_turns_ir_into_functions_that_live_as_long_as_their_owner():
    ir = "define double @half(double %x) {\n  %y = fmul double %x, 0.5\n  ret double %y\n}"
    owners = [load_object(object_from_ir(ir, opt)) for opt in range(4)]
    for owner in owners:
        assert ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(owner.address_of("half"))(3.0) == 1.5
        with pytest.raises(KeyError, match="no function 'double'"):
            owner.address_of("double")
    assert "LLVM" in cpu_key()


WARM = """
import time
began = time.perf_counter()
import ctypes, sys
import numpy as np
from jounce.simulation.integrators import METHODS, integrate
from jounce.equations.layout import Layout
from jounce.native.kernel import Kernel
from jounce.simulation.compiled import Compiled
from jounce.simulation.workspace import Workspace

doubles = ctypes.POINTER(ctypes.c_double)
kernel = ctypes.CFUNCTYPE(None, *[doubles] * 5, ctypes.c_void_p, *[doubles] * 2)


@kernel
def decay(y, u, modes, values, tables, road, out, work):
    work[0], out[0] = 1.0, -y[0]


address = ctypes.cast(decay, ctypes.c_void_p).value
z = np.zeros(1)
layout = Layout(sizes={"state": 1, "controlled": 1, "gap": 0, "rate gap": 0, "channels": 1})
code = Compiled(layout, {name: Kernel(address) for name in ("rhs", "observe")}, None)
work = Workspace(compiled=code, mechanism=None,
                 inputs=np.zeros(1), modes=z, values=z, tables=z, work=np.zeros(1))
ready = time.perf_counter()
for method in METHODS:
    run = integrate(work, np.ones(1), 0.0, 1.0, method=method, step=0.01, samples=np.array([1.0]))
    assert abs(run.y_end[0] - np.exp(-1)) < 1e-5, run
assert "numba" not in sys.modules
print(f"imports {ready - began:.3f} s, all methods loaded and run {time.perf_counter() - ready:.3f} s")
"""


def test_a_warm_start_integrates_without_importing_numba():
    """Kernels are Python callbacks here, so the whole process does without numba."""
    for method in METHODS:
        machine_code(method)  # fills the cache
    finished = subprocess.run([sys.executable, "-c", WARM], capture_output=True, text=True)
    assert finished.returncode == 0, finished.stderr
    print(finished.stdout)
