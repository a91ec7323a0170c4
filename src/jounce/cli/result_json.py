"""Results as JSON for programs: the keys of docs/reference/json.md."""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jounce.results import Result
    from jounce.studies.kinematics.sensitivity import Sensitivity

QUALITY = ("constraint_gap", "velocity_gap", "energy_balance", "energy_change", "steps")


def run_json(result: Result, files: list[Path]) -> dict[str, Any]:
    """Of a simulation."""
    about = {key: result.metadata[key] for key in ("model", "status", "integrator", "wall_time", *QUALITY)}
    speed = result.duration / result.wall_time if result.wall_time else None
    about |= {"duration": result.duration, "real_time_factor": speed}
    return about | {"verdict": verdict_json(result), "notes": result.metadata.get("notes", []), "files": files}


def study_json(result: Result, files: list[Path]) -> dict[str, Any]:
    """Of a study: figures of merit with unit and definition."""
    about = result.metadata
    return {
        "model": about.get("model", ""),
        "study": about.get("study_name", about.get("study", "")),
        "status": about.get("status", "finished"),
        "settings": about.get("settings", {}),
        "samples": result.time.size,
        "wall_time": result.wall_time,
        "metrics": {name: metric.to_json() for name, metric in result.metrics.items()},
        "verdict": verdict_json(result),
        "notes": about.get("notes", []),
        "files": files,
    }


def sensitivity_json(found: Sensitivity) -> dict[str, Any]:
    """Derivatives in the design position by output and path, SI; null where an output is not defined."""
    rows = [[value if isfinite(value) else None for value in row] for row in found.design.tolist()]
    return {
        "sensitivity": {
            output: dict(zip(found.paths, row, strict=True)) for output, row in zip(found.outputs, rows, strict=True)
        }
    }


def verdict_json(result: Result) -> dict[str, Any]:
    """How far the numbers can be trusted."""
    limits = ("doubtful_above", "failed_above")
    checks = [
        {"name": c.name, "state": c.state, "value": c.value, "unit": c.unit, **{key: getattr(c, key) for key in limits}}
        for c in result.verdict.checks
    ]
    return {"state": result.verdict.state, "checks": checks}
