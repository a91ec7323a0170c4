"""Load a file of any kind: what it says of itself decides how it is read and what comes out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jounce.errors import ModelError, Problem, did_you_mean, shown_in_message
from jounce.jobs.job import Job
from jounce.jobs.job_file import is_job_file, is_optimise_job, read_job
from jounce.jobs.optimise_job import OptimiseJob, read_optimise_job
from jounce.model import LoneTyre, Model, TirFile, Vehicle
from jounce.model import load as load_model
from jounce.model.library import is_library_name
from jounce.parts.roads import Road
from jounce.results import Result, read
from jounce.simulation.stepping.saved_state import SavedState, read_saved_state

ENDINGS = {".h5": read, ".csv": read, ".npz": read_saved_state}  # of files that are no text with a `kind`
KINDS: dict[str, tuple[type, ...]] = {  # word -> what is loaded of it
    "vehicle": (Vehicle,),
    "mechanism": (Model,),
    "road": (Road,),
    "tyre": (LoneTyre, TirFile),
    "job": (Job, OptimiseJob),
    "result": (Result,),
    "state": (SavedState,),
}


def load(file: str | Path, kind: str | None = None) -> Any:
    """Loads a file by its path, a model by its name in the library, or a model from a text of several lines.

    A model file says by its `kind` whether it is a vehicle, a mechanism, a road, a tyre or a job; results end in .h5,
    measured histories in .csv, saved states in .npz, tyre properties in .tir. With a `kind`, as in
    `load("my_car.toml", kind="vehicle")`, a file of another kind is refused, and type checkers know what comes out.
    Every problem of a file is listed at once.
    """
    if kind is not None and kind not in KINDS:
        what = f"there is no kind {shown_in_message(kind)}.{did_you_mean(str(kind), KINDS)}"
        raise ModelError("load", [Problem("kind", what, f"one of {', '.join(KINDS)}")])
    if not isinstance(file, str | Path):
        what, right = f"{shown_in_message(file)} is no file", "a path, or a name of the library such as small_car"
        raise ModelError("load", [Problem("file", what, right)])
    found = _load_by_ending_or_kind(file)
    if kind is not None and not isinstance(found, KINDS[kind]):
        own = next((word for word, kinds in KINDS.items() if isinstance(found, kinds)), type(found).__name__)
        raise ModelError(str(file), [Problem("kind", f"this is a file of kind {own}, not {kind}", f'kind="{own}"')])
    return found


def _load_by_ending_or_kind(file: str | Path) -> Any:
    """Reads results, measured histories, saved states and jobs; what is left is a model."""
    if isinstance(file, str) and (is_library_name(file) or "\n" in file):
        return load_model(file)
    read_by_ending = ENDINGS.get(Path(file).suffix.lower())
    if read_by_ending is not None:
        return read_by_ending(file)
    if is_job_file(file):
        return read_optimise_job(file) if is_optimise_job(file) else read_job(file)
    return load_model(file)
