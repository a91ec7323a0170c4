"""The benchmark of start-up measures what it says."""

from __future__ import annotations

import subprocess

import numpy as np
import pytest

from jounce_benchmarks import start_up
from jounce_benchmarks.bench import run_benchmark
from jounce_benchmarks.costs.command_cost import measure_command


def test_a_second_study_is_its_parts_and_little_more(monkeypatch):
    """Bounds are ten times what was measured on the slowest machine tried: they catch Python in a loop, not noise."""
    monkeypatch.setattr(start_up, "ROUNDS", 1)
    monkeypatch.setattr(start_up, "OFTEN", 2)
    monkeypatch.setattr(start_up, "COLD_ROUNDS", 0)
    found = run_benchmark("start-up")["ours"]
    assert found["trim_straight_cpu_s"] < 0.1 and found["trim_circle_cpu_s"] < 0.6
    trims = sum(found[f"trim_{way}_cpu_s"] for way in ("straight", "circle"))
    assert trims < found["second_study_cpu_s"] < 2.0
    assert found["second_study_cpu_s"] < found["warm_command_cpu_s"]


def test_a_command_is_measured_in_its_own_process(tmp_path):
    """A process of Python that has our modules takes some time and more than 10 MB, whatever the process has that
    starts it; one that fails gives no figure.
    """
    held = np.ones(200_000_000 // 8)
    cost = measure_command(["--version"], tmp_path)
    assert 0.0 < cost.cpu < 60.0 and 0.0 < cost.wall < 60.0
    assert 1e7 < cost.peak < held.nbytes
    assert any(tmp_path.rglob("*.pyc"))
    with pytest.raises(subprocess.CalledProcessError):
        measure_command(["run", "no_such_car", "step-steer"], tmp_path)
