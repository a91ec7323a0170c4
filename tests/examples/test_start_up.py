"""The benchmark of start-up measures what it says."""

from __future__ import annotations

from jounce.benchmarks import start_up
from jounce.benchmarks.bench import run_benchmark


def test_a_second_study_is_its_parts_and_little_more(monkeypatch):
    """Bounds are ten times what was measured on the slowest machine tried: they catch Python in a loop, not noise."""
    monkeypatch.setattr(start_up, "ROUNDS", 1)
    monkeypatch.setattr(start_up, "OFTEN", 2)
    found = run_benchmark("start-up")["ours"]
    assert found["trim_straight_cpu_s"] < 0.1 and found["trim_circle_cpu_s"] < 0.6
    trims = sum(found[f"trim_{way}_cpu_s"] for way in ("straight", "circle"))
    assert trims < found["second_study_cpu_s"] < 2.0
    assert found["second_study_cpu_s"] < found["command_line_cpu_s"]
