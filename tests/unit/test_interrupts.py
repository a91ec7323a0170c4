"""Ctrl-C while LLVM works: nothing is freed twice, and the interrupt is heard afterwards."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading

import pytest

from jounce.native.engine import interrupts_wait, load_object, object_from_ir

TWICE = "define double @run(double %x) {\n  %y = fmul double %x, 2.0\n  ret double %y\n}\n"
# interrupts every millisecond while objects are made, loaded and dropped: llvmlite alone aborts with a double free
SHOOT = f"""
import os, signal, sys, threading, time
from jounce.native.engine import load_object, object_from_ir
sys.unraisablehook = lambda about: None
caught = loaded = 0
ends = time.monotonic() + 4.0
def shoot():
    while time.monotonic() < ends:
        time.sleep(1e-3)
        os.kill(os.getpid(), signal.SIGINT)
signal.signal(signal.SIGINT, signal.SIG_IGN)
shooter = threading.Thread(target=shoot)
shooter.start()
signal.signal(signal.SIGINT, signal.default_int_handler)
while shooter.is_alive():
    try:
        while shooter.is_alive():
            load_object(object_from_ir({TWICE!r}))
            loaded += 1
    except KeyboardInterrupt:
        caught += 1
print(caught, loaded)
"""


@pytest.fixture(autouse=True)
def heard():
    """Interrupts are heard, also where the tests were started in the background of a shell, which ignores them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_waits_until_the_block_ends_and_is_raised_then():
    done = []
    with pytest.raises(KeyboardInterrupt), interrupts_wait():
        signal.raise_signal(signal.SIGINT)
        done.append("all of it")
    assert done == ["all of it"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_blocks_inside_each_other_raise_once_at_the_end_of_the_outer_one():
    done = []
    with pytest.raises(KeyboardInterrupt), interrupts_wait():
        with interrupts_wait():
            signal.raise_signal(signal.SIGINT)
        done.append("the rest")
    assert done == ["the rest"]


def test_other_threads_load_code_as_well():
    found = []
    thread = threading.Thread(target=lambda: found.append(load_object(object_from_ir(TWICE)).address_of("run")))
    thread.start()
    thread.join()
    assert found[0]


def test_a_storm_of_interrupts_breaks_nothing():
    ended = subprocess.run([sys.executable, "-c", SHOOT], capture_output=True, text=True, timeout=60, check=False)
    # the very end of the program may be interrupted too
    assert ended.returncode in (0, 1, 130, -signal.SIGINT), ended.stderr[-2000:]
    assert "double free" not in ended.stderr and "Fatal" not in ended.stderr
