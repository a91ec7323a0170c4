"""The saved state of a simulation: all that decides how it goes on, as arrays by name; to a file and back, equal in
every bit.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from jounce.errors import ModelError, Problem
from jounce.results.files import write_bytes_file

FORMAT = 1
MODEL, VERSION = "model_hash", "format"


@dataclass(frozen=True)
class SavedState:
    """A simulation between two steps: its time, and numbers by name. Nothing can be written through it."""

    time: float  # s
    model_hash: str  # of the model that it is a state of
    numbers: Mapping[str, np.ndarray]

    def save(self, path: str | Path) -> Path:
        """Write it as a NumPy archive (.npz) of plain arrays."""
        buffer = io.BytesIO()
        head: dict[str, Any] = {
            VERSION: np.array(FORMAT),
            MODEL: np.array(self.model_hash),
            "time": np.array(self.time),
        }
        head |= {f"numbers.{name}": array for name, array in self.numbers.items()}
        np.savez(buffer, **head)
        return write_bytes_file(path, buffer.getvalue())


def read_saved_state(path: str | Path) -> SavedState:
    """A state from its file; what is not whole or not ours is refused."""
    try:
        with np.load(path) as archive:
            found = {name: archive[name] for name in archive.files}
        if int(found.pop(VERSION)) != FORMAT:
            raise ValueError("it is of another version")
        model, time = str(found.pop(MODEL)), float(found.pop("time"))
    except FileNotFoundError:
        raise ModelError(str(path), [Problem("state", "there is no such file", "a file that `save` wrote")]) from None
    except (OSError, ValueError, KeyError, zipfile.BadZipFile, EOFError) as error:
        what = f"is no saved state ({error})"
        raise ModelError(str(path), [Problem("state", what, "a file that `save` wrote")]) from None
    numbers = {name.removeprefix("numbers."): array for name, array in found.items()}
    return SavedState(time, model, numbers)
