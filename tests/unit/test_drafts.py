"""Drafts of kernels: the same bits as optimised code, which a process in the background makes and then ends."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import jounce
from jounce.native import drafts
from jounce.native.cache import Cache
from jounce.native.drafts import AT_ONCE, GRACE, LOOK, Drafter, ImprovingKernels, optimised_code, wants_drafts
from jounce.native.kernel import Compiler
from jounce.simulation.compiled import compile_model, is_compiled_draft
from jounce_benchmarks import bench
from jounce_benchmarks.wishbone_car import quarter_car

PATIENCE = 60.0  # s, many times what the background takes


@pytest.fixture
def drafts_wanted(monkeypatch):
    """As users have it; the tests otherwise wait for optimised code."""
    monkeypatch.delenv(AT_ONCE)


@pytest.fixture
def no_background(monkeypatch):
    """A process in the background that was stopped before it did anything."""

    class Stopped:
        has_ended = True

        def __init__(self, *given):
            pass

    monkeypatch.setattr(drafts, "Maker", Stopped)


def wait_until(holds) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.05)


def bits_of(compiled, model, states) -> list[bytes]:
    """What every kernel writes, at each state, with the numbers of this model."""
    work, sizes = compiled.workspace(model), compiled.layout.sizes
    size = {
        "rhs": sizes["state"],
        "gap": sizes["gap"] + sizes["rate gap"],
        "correct": sizes["state"],
        "observe": sizes["channels"],
        "matrices": sizes["matrices"],
    }
    # in this order: gap and correct use the factors of rhs
    return [work.call(kernel, state, size[kernel]).tobytes() for state in states for kernel in size]


@pytest.mark.parametrize(
    "model", [quarter_car, lambda: jounce.load("small_car").car_model().model], ids=["quarter car", "small car"]
)
def test_drafts_and_optimised_code_agree_to_the_last_bit(model, tmp_path, drafts_wanted, no_background):
    model = model()
    draft = compile_model(model, Cache(tmp_path))
    with optimised_code():
        optimised = compile_model(model)
    assert is_compiled_draft(draft) and not is_compiled_draft(optimised)
    random = np.random.default_rng(3)
    states = [optimised.workspace().design_state() + 0.05 * random.standard_normal(optimised.layout.sizes["state"])]
    states += [states[0] + 2.0 * random.standard_normal(len(states[0])), 10.0 * states[0]]
    assert bits_of(draft, model, states) == bits_of(optimised, model, states)


def test_kernels_change_places_when_the_background_has_made_better_ones(tmp_path, drafts_wanted):
    cache, model = Cache(tmp_path), quarter_car()
    compiled = compile_model(model, cache)
    assert isinstance(compiled.kernels, ImprovingKernels) and compiled.kernels.are_drafts
    work = compiled.workspace()
    state = work.design_state() + 0.01
    first, address, maker = work.rhs(state), compiled.kernels["rhs"].address, compiled.kernels._maker.process
    wait_until(lambda: compiled.kernels["rhs"].address != address)
    assert not is_compiled_draft(compiled)
    assert np.array_equal(work.rhs(state), first)
    assert not Path(f"/proc/{maker.pid}").exists()  # ended, and reaped: no zombie is left

    entries = set(tmp_path.glob("*.object"))
    with optimised_code():  # finds everything, makes nothing, and nothing else is left
        before = Compiler.count
        compile_model(model, cache)
        assert Compiler.count == before
    assert set(tmp_path.glob("*.object")) == entries and len(entries) == 1 + len(compiled.kernels)


def test_a_later_process_goes_on_from_the_drafts_of_one_that_was_stopped(tmp_path, drafts_wanted, monkeypatch):
    cache, model = Cache(tmp_path), quarter_car()
    with monkeypatch.context() as stopped:
        stopped.setattr(drafts.Maker, "__init__", lambda maker, *given: setattr(maker, "has_ended", True))
        compile_model(model, cache)
    before = Drafter.count, Compiler.count
    compiled = compile_model(model, cache)
    assert is_compiled_draft(compiled) and (Drafter.count, Compiler.count) == before
    wait_until(lambda: compiled.kernels["rhs"] and not is_compiled_draft(compiled))


STOPPED = """
import subprocess, sys, time
from jounce.native import drafts
from jounce.native.cache import Cache
if len(sys.argv) > 3:
    drafts.GRACE = 0.5
    drafts.improve_drafts(*sys.argv[1:])
else:
    import os
    command = [sys.executable, "-c", sys.argv[2], sys.argv[1], str(os.getpid()), "a key"]
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    print(child.pid, flush=True)
    time.sleep(0.5)
    assert child.poll() is None
"""


def test_the_background_does_not_outlive_its_command_by_ten_seconds(tmp_path):
    """It waits for a lock that nobody gives back, and is stopped; the grace is shortened for the test."""
    assert GRACE + LOOK < 10.0
    cache = Cache(tmp_path)
    cache.put("IR of a key", b"1\n")
    with open(cache._path("a key").with_suffix(".lock"), "w") as held:
        os.chmod(held.name, 0o600)
        fcntl.flock(held, fcntl.LOCK_EX)
        command = [sys.executable, "-c", STOPPED, str(tmp_path), STOPPED]
        child = int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        wait_until(lambda: not is_running(child))
    assert cache.get("a key") is None and not list(tmp_path.glob("*.part"))


def is_running(process: int) -> bool:
    """Whether it is there and not only waits to be reaped by whoever adopted it."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_folder_that_was_deleted_meanwhile_does_not_come_back(tmp_path, monkeypatch):
    cache = Cache(tmp_path / "temporary")
    cache.put("IR of a key", b"1\ndefine void @run() {\n  ret void\n}")

    def delete_and_make(ir, opt):
        for entry in cache.folder.iterdir():
            entry.unlink()
        cache.folder.rmdir()
        return b"code"

    monkeypatch.setattr(drafts, "object_from_ir", delete_and_make)
    drafts.improve_draft(cache, "a key", drafts.Lock())
    assert not cache.folder.exists()


def test_who_measures_waits_for_optimised_code(tmp_path, drafts_wanted, monkeypatch):
    cache = Cache(tmp_path)
    assert wants_drafts(cache)
    with optimised_code():
        assert not wants_drafts(cache)
        with optimised_code():
            pass
        assert not wants_drafts(cache)
    assert wants_drafts(cache)
    monkeypatch.setitem(bench.BENCHMARKS, "look", lambda on_progress: {"drafts": wants_drafts(cache)})
    assert bench.run_benchmark("look")["drafts"] is False


def test_without_a_cache_there_are_no_drafts(tmp_path, drafts_wanted, capsys):
    """They would be compiled again in each process, and never become better."""
    (tmp_path / "file").write_text("in the way")
    assert not wants_drafts(Cache(tmp_path / "file" / "cache"))
