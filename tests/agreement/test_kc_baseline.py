"""The K&C study against the NumPy baseline of its benchmark: another formulation of the same linkage."""

from __future__ import annotations

import pytest

from jounce_benchmarks import kc_sweep
from jounce_benchmarks.bench import run_benchmark


def test_the_baseline_solves_our_suspension_and_the_figures_have_their_names(monkeypatch):
    """Both solve to rounding: 1e-9 mm^2 on lengths of 300 mm are 1e-14 rad."""
    monkeypatch.setattr(kc_sweep, "ROUNDS", 1)
    monkeypatch.setattr(kc_sweep, "REPEATS", 1)
    figures = run_benchmark("kc-sweep")
    assert figures["name"] == "kc-sweep" and figures["missing"] == []
    assert figures["peers"]["numpy_baseline"]["largest_difference_rad"] < 1e-12
    ratio = figures["peers"]["numpy_baseline"]["cpu_s_per_study"] / figures["ours"]["cpu_s_per_study"]
    assert figures["ratios"] == {"numpy_baseline": pytest.approx(ratio)}
    assert figures["ours"]["outputs"] > 80
