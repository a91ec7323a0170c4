"""Read results back: the ending of a file says how, and every file that is none is refused by name."""

from __future__ import annotations

import os
from pathlib import Path

from jounce.arguments import check_arguments
from jounce.input_files import LONGEST_NAME
from jounce.results.formats.description import refuse_result_file
from jounce.results.formats.registry import BY_ENDING, FORMATS
from jounce.results.measured import read_measured
from jounce.results.result import Result

MOST_RUNS = 20  # listed of a folder


@check_arguments
def read(path: str | Path) -> Result:
    """Reads a result saved before, equal in every number and word; or measured histories from a .csv file."""
    path = Path(path)
    if len(os.fsencode(path.name)) > LONGEST_NAME:
        raise refuse_result_file(path, "there is no such file")
    if path.suffix.lower() == ".csv":
        return read_measured(path)
    if path.is_dir():
        runs = sorted(each.name for each in path.glob("*.h5"))[:MOST_RUNS]
        hint = f"runs in it: {', '.join(runs)}" if runs else "there is no run (.h5) in it"
        raise refuse_result_file(path, "is a folder, not a run", hint)
    if not path.is_file():
        raise refuse_result_file(path, "there is no such file")
    return BY_ENDING.get(path.suffix.lower(), FORMATS[0]).read(path)
