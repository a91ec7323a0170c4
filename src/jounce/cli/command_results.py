"""Results of commands: the files they write or replace, where they may, and the JSON of docs/reference/json.md."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from math import isfinite
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any

import click

from jounce.cli.answer import Answer, answer_with_complaint
from jounce.errors import INTERRUPTED, ModelError, NumericalError, Problem, SetupError

if TYPE_CHECKING:
    from jounce.cli.options import CommandFiles
    from jounce.results import Result
    from jounce.simulation import Interrupted
    from jounce.studies.kinematics.sensitivity import Sensitivity

WRITTEN = (".h5", ".csv", ".png", ".svg", ".json", ".tir", ".html")  # endings of what studies leave
QUALITY = ("constraint_gap", "velocity_gap", "energy_balance", "energy_change", "steps")


def command_result_or_failure(call: Callable[[], Result]) -> tuple[Result, NumericalError | Interrupted | None]:
    """The result, or what there is of it and why there is no more."""
    from jounce.simulation import Interrupted

    try:
        return call(), None
    except (NumericalError, Interrupted) as stop:
        if stop.partial is None:  # it stopped before there was anything to keep
            raise
        return stop.partial, stop  # type: ignore[return-value]


def end_command_without_result(failure: NumericalError | Interrupted | None) -> None:
    """End a command whose run did not finish, with its message and exit code."""
    if isinstance(failure, NumericalError):
        raise failure
    if failure is not None:
        answer_with_complaint("interrupted; what was computed is kept")
        raise click.exceptions.Exit(INTERRUPTED)


def save_command_run(
    result: Result, subject: Any, stem: str, writes: CommandFiles, channels: str, stopped: bool, answer: Answer
) -> list[Path]:
    """Write the files of a run under its name; a run of other settings with this name stays, and it is said.

    Whoever pressed Ctrl-C does not want to wait: then the data alone are written.
    """
    from jounce.jobs.run_files import claim_run_place, numbered_run_note, write_run_files

    wanted = writes.folder / (writes.name or stem)
    kinds = ("h5",) if stopped else writes.kinds
    place = claim_run_place(wanted, kinds, result)
    for note in numbered_run_note(wanted, place):
        answer.say(f"\n{note}")
    named = replace(result, record=replace(result.record, name=writes.name or ""))
    return write_run_files(named, subject, place, kinds, channels, writes.units)


def list_command_files(first: str, files: Iterable[Path]) -> str:
    """Tells what was done, and under it each file that was written."""
    return "\n".join([f"\n{first}", *(f"  {file}" for file in files)])


def require_command_can_write(folder: Path, *files: Path) -> None:
    """Find out before the run, not after it, and without leaving anything: a file is begun and given up."""
    try:
        there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
        if not there.is_dir() or not os.access(there, os.W_OK):
            raise SetupError(f"results cannot be written to {folder}: {there} is not a folder that can be written")
        with TemporaryFile(dir=there):  # a file system may refuse what its permissions allow
            pass
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise SetupError(f"results cannot be written to {str(folder)[:200]!r}: {reason}") from None
    for file in files:
        if file.exists() and not file.is_file():
            raise SetupError(f"{file} cannot be written: it is there and is not a file")


def require_command_writes_apart(outputs: Iterable[Path], *inputs: object) -> None:
    """What is read must not be written over, by whatever path or link it is named; words that are no file pass."""
    read = [(word, place) for word in inputs if word is not None and (place := _file_at(word))]
    wrong = [
        Problem("--out", f"{output} would be written over {word}, which is read", "another name or folder")
        for output in outputs
        for word, place in read
        if _file_at(output) == place
    ]
    if wrong:
        raise ModelError("--out", wrong)


def files_that_command_replaces(writes: CommandFiles, stem: str, kind: str) -> list[Path]:
    """Files that are there and that a study replaces: `STEM_AXLE_KIND.ending`, before the axle is known; or by name."""
    if writes.name:
        from jounce.jobs.run_files import run_file_places

        return run_file_places(writes.folder / writes.name, writes.kinds)
    folder = writes.folder
    there = folder.iterdir() if folder.is_dir() else ()
    return [p for p in there if p.name.startswith(f"{stem}_") and f"_{kind}." in p.name and p.suffix in WRITTEN]


def _file_at(word: object) -> tuple[int, int] | None:
    """Device and number of the file, the same through links; none for a word that is no file."""
    try:
        found = os.stat(str(word))
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino


def make_command_folder(folder: Path) -> Path:
    """The folder, with those above it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise SetupError(f"{folder} cannot be made: {fault.strerror}") from fault
    return folder


def command_json_of_run(result: Result, files: list[Path]) -> dict[str, Any]:
    """Of a simulation."""
    about = {key: result.metadata[key] for key in ("model", "status", "integrator", "wall_time", *QUALITY)}
    speed = result.duration / result.wall_time if result.wall_time else None
    about |= {"duration": result.duration, "real_time_factor": speed}
    return about | {
        "verdict": command_json_of_verdict(result),
        "notes": result.metadata.get("notes", []),
        "files": files,
    }


def command_json_of_study(result: Result, files: list[Path]) -> dict[str, Any]:
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
        "verdict": command_json_of_verdict(result),
        "notes": about.get("notes", []),
        "files": files,
    }


def command_json_of_sensitivity(found: Sensitivity) -> dict[str, Any]:
    """Derivatives in the design position by output and path, SI; null where an output is not defined."""
    rows = [[value if isfinite(value) else None for value in row] for row in found.design.tolist()]
    return {
        "sensitivity": {
            output: dict(zip(found.paths, row, strict=True)) for output, row in zip(found.outputs, rows, strict=True)
        }
    }


def command_json_of_verdict(result: Result) -> dict[str, Any]:
    """Tells how far the numbers can be trusted."""
    limits = ("doubtful_above", "failed_above")
    checks = [
        {
            "name": c.name,
            "state": c.state,
            "value": c.value,
            "unit": c.unit,
            **{key: getattr(c, key) for key in limits},
            "definition": c.definition,
        }
        for c in result.verdict.checks
    ]
    return {"state": result.verdict.state, "checks": checks}
