"""Tables to disk and back, equal in every bit."""

from __future__ import annotations

from pathlib import Path

import h5py
import numpy as np

from jounce.errors import ModelError, Problem
from jounce.results.files import replace_file
from jounce.spatial.pose_table import CHANNELS, PoseTable

FORMAT, VERSION = "jounce pose table", 1


def write_table(table: PoseTable, path: str | Path) -> Path:
    """Saves as HDF5: the nodes, the knots of each parameter, the design rotation and the verified errors."""
    path = Path(path)
    with replace_file(path) as temporary, h5py.File(temporary, "x") as file:
        file.attrs["format"], file.attrs["version"] = FORMAT, VERSION
        for k, knots in enumerate(table.knots):
            file[f"knots_{k}"] = knots
        file["nodes"], file["R_design"] = table.nodes, table.R_design
        file["errors"] = np.array([table.position_error, table.rotation_error])
    return path


def read_table(path: str | Path) -> PoseTable:
    """Reads a table saved before."""
    path = Path(path)
    try:
        with h5py.File(path, "r") as file:
            if file.attrs.get("format") != FORMAT or file.attrs.get("version") != VERSION:
                raise ValueError("of another kind")
            nodes, R_design = file["nodes"][()], file["R_design"][()]
            position, rotation = file["errors"][()]
            parameters = (nodes.ndim - 1) // 2
            knots = tuple(file[f"knots_{k}"][()] for k in range(parameters))
            sizes = tuple(len(values) for values in knots)
            if nodes.shape[parameters:] != (*sizes, len(CHANNELS)) or R_design.shape != (3, 3):
                raise ValueError("of other sizes")
            return PoseTable(
                knots=knots,
                nodes=nodes,
                R_design=R_design,
                position_error=float(position),
                rotation_error=float(rotation),
            )
    except (OSError, KeyError, ValueError, TypeError, AttributeError) as fault:
        what = "not a whole pose table: missing, cut short or of another kind"
        raise ModelError(str(path), [Problem("file", what, "tables are written by write_table")]) from fault
