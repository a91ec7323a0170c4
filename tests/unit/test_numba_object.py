"""Numba's functions as objects: they stand alone, come from the cache, and need no numba to run."""

from __future__ import annotations

import ctypes
import subprocess
import sys

import numpy as np
import pytest

from jounce.native import numba_object
from jounce.native.cache import Cache
from jounce.native.engine import cpu_key, load_object, object_from_ir
from jounce.native.numba_object import ENTRY, compile_function, load_function
from jounce.simulation.integrators.driver import METHODS, machine_code

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


def test_a_function_is_compiled_once_and_then_read_from_the_cache(source, tmp_path, monkeypatch):
    cache = Cache(tmp_path / "cache")
    compiled = []
    noted = lambda name, *rest: compiled.append(name) or compile_function(name, *rest)  # noqa: E731
    monkeypatch.setattr(numba_object, "compile_function", noted)
    for _ in range(2):
        loaded = load_function("sum_of_numbers:add", [source], cache)
        memory = np.array([0, 0, 1.5, 2.0, 4.0])
        memory.view(np.int64)[0] = 3
        assert call(loaded, memory.ctypes.data) == 3
        assert memory[1] == 7.5
    assert compiled == ["sum_of_numbers:add"]

    source.write_text(source.read_text() + "# another text, another key\n")
    load_function("sum_of_numbers:add", [source], cache)
    assert len(compiled) == 2


def test_a_function_that_allocates_is_refused(source):
    with pytest.raises(ValueError, match="must not allocate"):
        compile_function("sum_of_numbers:allocate")


def test_an_object_holds_no_address_of_this_process(source):
    """Two processes, whose memory lies at different addresses, make equal bytes."""
    script = (
        f"import sys; sys.path.insert(0, {str(source.parent)!r})\n"
        "from jounce.native.numba_object import compile_function\n"
        "sys.stdout.buffer.write(compile_function('sum_of_numbers:add'))"
    )
    processes = [subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) for _ in range(2)]
    first, second = (process.communicate()[0] for process in processes)
    assert first.startswith(b"\x7fELF")
    assert first == second


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
from jounce.simulation.integrators import integrate
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
for method in ("rk4", "dormand-prince"):
    run = integrate(work, np.ones(1), 0.0, 1.0, method=method, step=0.01, samples=np.array([1.0]))
    assert abs(run.y_end[0] - np.exp(-1)) < 1e-6, run
assert "numba" not in sys.modules
print(f"imports {ready - began:.3f} s, both methods loaded and run {time.perf_counter() - ready:.3f} s")
"""


def test_a_warm_start_integrates_without_importing_numba():
    """Kernels are Python callbacks here, so the whole process does without numba."""
    for method in METHODS:
        machine_code(method)  # fills the cache
    finished = subprocess.run([sys.executable, "-c", WARM], capture_output=True, text=True)
    assert finished.returncode == 0, finished.stderr
    print(finished.stdout)
