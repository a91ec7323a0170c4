"""Benchmark `variants`: a job of 1,000 step steers as a command, on one core and on two, from its file to its table.

Everything counts: the start of the command, its workers, trims, runs, metrics, journal and table. A job of fewer
variants beside it shows what grows with their number: time should, memory should not.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jounce.results import machine_class
from jounce_benchmarks.costs.command_cost import CommandCost, measure_command

CARS = {"small_car": "structural", "golf1": "functional"}
FEW, MANY = 100, 1000  # variants
JOB = """format = 1
kind = "job"
name = "{name}"
car = "{car}"
study = "step-steer"

[settings]
duration = "3 s"

[design]
method = "list"
metrics = ["steady_yaw_rate", "steady_roll"]

[design.values]
"body.mass" = {{ least = 0.9, most = 1.1, count = {count}, relative = true }}

[outputs]
files = ["csv"]
"""


def variants_benchmark(on_progress: Callable[[str], None]) -> dict[str, Any]:
    """Time on the clock, processor time of all processes, and the peak of memory of the command itself."""
    ours: dict[str, float] = {}
    ratios: dict[str, float] = {}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for car, word in CARS.items():
            on_progress(f"machine code for variants of {car}")
            _measure_job(Path(folder), car, 8, 1)
            few, one, two = (
                _measure_job(Path(folder), car, count, workers, on_progress)
                for count, workers in ((FEW, 1), (MANY, 1), (MANY, 2))
            )
            ours |= {
                f"{word}_variants": float(MANY),
                f"{word}_one_core_s": one.wall,
                f"{word}_one_core_cpu_s": one.cpu,
                f"{word}_two_cores_s": two.wall,
                f"{word}_two_cores_cpu_s": two.cpu,
                f"{word}_cpu_s_per_variant": (one.cpu - few.cpu) / (MANY - FEW),
                f"{word}_peak_bytes_{FEW}_variants": few.peak,
                f"{word}_peak_bytes_{MANY}_variants": one.peak,
            }
            ratios[f"two cores by one, {word}"] = one.wall / two.wall
    return {
        "name": "variants",
        "machine": machine_class(),
        "ours": ours,
        "peers": {},
        "missing": [],
        "ratios": ratios,
        "spread": {},
    }


def _measure_job(
    folder: Path, car: str, count: int, workers: int, on_progress: Callable[[str], None] = lambda text: None
) -> CommandCost:
    """A job in a folder of its own: a journal that is there already would be gone on with."""
    name = f"{car}_{count}_{workers}"
    on_progress(f"{count} step steers of {car}, {workers} at a time")
    job = folder / f"{name}.toml"
    job.write_text(JOB.format(name=name, car=car, count=count), "utf-8")
    words = ("run", str(job), "--quiet", "--out", str(folder / name), "--workers", str(workers))
    return measure_command(words, folder / "bytecode")
