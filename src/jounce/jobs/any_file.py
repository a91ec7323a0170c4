"""Load a file of any kind: what it says of itself decides how it is read and what comes out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jounce.arguments import check_arguments
from jounce.errors import ModelError, Problem, did_you_mean, shown_in_message
from jounce.model import load as load_model
from jounce.model.library import is_library_name
from jounce.model.reading.document import read_document

KINDS = {  # word -> classes of what is loaded of it
    "vehicle": ("Vehicle",),
    "mechanism": ("Model",),
    "road": ("Road",),
    "tyre": ("LoneTyre", "TirFile"),
    "job": ("Job", "OptimiseJob"),
    "result": ("Result",),
    "state": ("SavedState",),
}


@check_arguments
def load(file: str | Path, kind: str | None = None) -> Any:
    """Loads a file by its path, a model by its name in the library, or a model from a text of several lines.

    A model file says by its `kind` whether it is a vehicle, a mechanism, a road, a tyre or a job; results end in .h5 or
    .parquet, measured histories in .csv, saved states in .npz, tyre properties in .tir. With a `kind`, as in
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
    if kind is not None and type(found).__name__ not in KINDS[kind]:
        own = next((word for word, names in KINDS.items() if type(found).__name__ in names), type(found).__name__)
        raise ModelError(str(file), [Problem("kind", f"this is a file of kind {own}, not {kind}", f'kind="{own}"')])
    return found


def _load_by_ending_or_kind(file: str | Path) -> Any:
    """Reads results, measured histories, saved states and jobs; what is left is a model. Each imports what it needs."""
    if isinstance(file, str) and (is_library_name(file) or "\n" in file):
        return load_model(file)
    ending = Path(file).suffix.lower()
    if ending in (".h5", ".hdf5", ".parquet", ".csv"):
        from jounce.results import read

        return read(file)
    if ending == ".npz":
        from jounce.simulation.stepping.saved_state import read_saved_state

        return read_saved_state(file)
    return _load_job(file) if _is_job(file) else load_model(file)


def _is_job(file: str | Path) -> bool:
    """Tells whether a file says that it is a job; what else is wrong with it is found where it is read."""
    if Path(file).suffix.lower() != ".toml" or not Path(file).is_file():
        return False
    try:
        return read_document(Path(file)).tables.get("kind") == "job"
    except ModelError:
        return False


def _load_job(file: str | Path) -> Any:
    from jounce.jobs.job_file import is_optimise_job, read_job
    from jounce.jobs.optimise_job import read_optimise_job

    return read_optimise_job(file) if is_optimise_job(file) else read_job(file)
