"""The saved state of a simulation: all that decides how it goes on, as arrays by name; to a file and back, equal in
every bit.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from jounce.arguments import check_methods
from jounce.errors import ModelError, Problem, shown_in_message
from jounce.results.files import write_bytes_file

FORMAT = 1
MODEL, VERSION = "model_hash", "format"


@check_methods
@dataclass(frozen=True)
class SavedState:
    """A simulation between two steps: its time, and numbers by name. Nothing can be written through it."""

    time: float  # s
    model_hash: str  # of the model that it is a state of
    numbers: Mapping[str, np.ndarray]

    def __repr__(self) -> str:
        return f"<SavedState at {self.time:g} s of model {self.model_hash[:12]}>"

    def save(self, path: str | Path) -> Path:
        """Writes it as a NumPy archive (.npz) of plain arrays."""
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
    """Returns a state from its file; what is not whole or not ours is refused."""
    if not isinstance(path, str | Path):
        raise ModelError(
            "state",
            [
                Problem(
                    "state",
                    shown_in_message(path),
                    "what `sim.state` gave, or the path of a file that `sim.save` wrote",
                )
            ],
        )
    try:
        with np.load(path) as archive:
            found = {name: archive[name] for name in archive.files}
        version, model, time = int(found.pop(VERSION)), str(found.pop(MODEL)), float(found.pop("time"))
    except FileNotFoundError:
        raise _no_state(path, "there is no such file") from None
    except OSError as error:
        raise _no_state(path, f"cannot be read: {error.strerror or 'damaged'}") from None
    except (ValueError, TypeError, KeyError, AttributeError, zipfile.BadZipFile, EOFError):  # whatever NumPy meets
        raise _no_state(path, "is no saved state of a simulation") from None
    if version != FORMAT:
        raise _no_state(path, f"has format {version}, this jounce reads format {FORMAT}")
    numbers = {name.removeprefix("numbers."): array for name, array in found.items()}
    return SavedState(time, model, numbers)


def _no_state(path: str | Path, what: str) -> ModelError:
    return ModelError(str(path), [Problem("state", what, "a file that `sim.save` wrote")])


def check_same_method(saved: SavedState, here: Sequence[str]) -> None:
    """A state goes on with the integrator and the step that it was saved with."""
    method = [str(word) for word in np.atleast_1d(saved.numbers.get("method", "an unknown one"))]
    if method != list(here):
        what, right = f"was saved with {' '.join(method)}", f"start with the same integrator; here {' '.join(here)}"
        raise ModelError("state", [Problem("state", what, right)])


def check_same_controllers(saved: SavedState, here: Sequence[str]) -> None:
    """A state goes on with the controllers that it was saved with, their numbers too, as it does with its model.

    Both sides give a line for each (see `ControlledRun.identities`).
    """
    there = [str(line) for line in np.atleast_1d(saved.numbers.get("controllers", ()))]
    if there == list(here):
        return
    names_there, names_here = ([_name_of_line(line) for line in lines] for lines in (there, here))
    what = f"was saved with controllers {', '.join(names_there) or 'none'}; here {', '.join(names_here) or 'none'}"
    if names_there == names_here:
        changed = [name for name, a, b in zip(names_here, there, here, strict=True) if a != b]
        what = f"was saved with another kind, rate or numbers of controller {', '.join(changed)}"
    raise ModelError("state", [Problem("state", what, "start with the same controllers")])


def _name_of_line(line: str) -> str:
    try:
        return str(json.loads(line)[0])
    except (ValueError, LookupError, TypeError):
        return "(damaged)"
