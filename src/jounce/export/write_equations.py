"""Write the equations of a model to files: to be read as LaTeX or as a page, to be run as Python or as C."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jounce.arguments import check_arguments
from jounce.equations.written.record import WrittenEquations
from jounce.equations.written.write import written_equations as write_readable
from jounce.errors import ModelError, Problem, SetupError, did_you_mean
from jounce.export.c_files import c_files_of_model
from jounce.export.exported_model import (
    ExportedModel,
    exported_identifier,
    exported_model,
    renamed_identifier_note,
)
from jounce.export.python_file import python_file_of_model
from jounce.model import Model, Vehicle, check
from jounce.simulation.prepare import Prepared, prepare

READ = {"latex": (".tex", WrittenEquations.latex), "html": (".html", WrittenEquations.html)}
RUN: Mapping[str, Callable[[ExportedModel], dict[str, str]]] = {"python": python_file_of_model, "c": c_files_of_model}
FORMATS = (*READ, *RUN)
ENDINGS = {"latex": (".tex",), "html": (".html",), "python": (".py",), "c": (".h", ".c", "_main.c")}


@check_arguments
def written_equations(model: Model | Vehicle | Prepared) -> WrittenEquations:
    """The equations of motion of a small model to be read: `formulas()`, `latex()`, `html()`, and every symbol.

    Zeros of the model are folded, axes are taken as they are, and points become lengths; a model whose equations nobody
    would read is refused with the number of their terms.
    """
    whole = _model_of(model)
    if problems := check(whole):
        raise whole.refusal(problems)
    return write_readable(whole)


@check_arguments
def write_equations(
    model: Model | Vehicle | Prepared,
    folder: str | Path = ".",
    *,
    formats: str | Sequence[str] = "latex",
    name: str | None = None,
    start: Mapping[str, Any] | None = None,
    sensitivity: Sequence[str] = (),
    jacobian: bool = True,
    replace: bool = False,
) -> tuple[Path, ...]:
    """Write the equations of a model to a folder and return the files.

    `formats` are "latex" and "html", to be read, of small models; "python" and "c", to be run without jounce, of any
    model. `name` is that of the files and of the identifiers in them; without it, it is made from the model's name.
    `start` gives coordinates of the start state, as in `simulate`. The Jacobian of the rates goes with Python and C
    unless `jacobian` is false, and by `sensitivity` also their derivatives by values of parts, given by path. Files
    that are there are kept, and the call refused, unless `replace` is true.
    """
    return write_equation_files(model, folder, formats, name, start, sensitivity, jacobian, replace).files


@dataclass(frozen=True, slots=True)
class EquationFiles:
    """What was written, and what its reader should know."""

    files: tuple[Path, ...]
    formulas: tuple[str, ...]  # LaTeX, where the equations were written to be read
    notes: tuple[str, ...]


def write_equation_files(
    model: Model | Vehicle | Prepared,
    folder: str | Path,
    formats: str | Sequence[str],
    name: str | None,
    start: Mapping[str, Any] | None,
    sensitivity: Sequence[str],
    jacobian: bool,
    replace: bool,
) -> EquationFiles:
    """Returns the same as `write_equations`, with formulas and notes."""
    wanted = _wanted_formats(formats)
    if name and not replace:  # before the equations are derived, which may take a while
        stem = exported_identifier(name)
        _require_new([Path(folder) / f"{stem}{ending}" for word in wanted for ending in ENDINGS[word]])
    texts: dict[str, str] = {}
    formulas: list[str] = []
    notes = renamed_identifier_note(name) if name else []
    if any(word in READ for word in wanted):
        written = written_equations(model)
        formulas += written.formulas()
        stem = exported_identifier(name or written.title)
        texts |= {f"{stem}{READ[word][0]}": READ[word][1](written) for word in wanted if word in READ}
    if any(word in RUN for word in wanted):
        whole = exported_model(model, start, sensitivity, jacobian, name)
        for word in wanted:
            texts |= RUN[word](whole) if word in RUN else {}
        notes += whole.notes
        if "c" in wanted and whole.not_run:
            notes.append(f"no main: {whole.not_run}")
    place = Path(folder)
    files = [place / file for file in texts]
    if not replace:
        _require_new(files)
    try:
        place.mkdir(parents=True, exist_ok=True)
        for file, text in zip(files, texts.values(), strict=True):
            file.write_text(text, encoding="utf-8")
    except OSError as fault:
        raise SetupError(f"{place} cannot be written: {fault.strerror}") from fault
    return EquationFiles(tuple(files), tuple(formulas), tuple(notes))


def _wanted_formats(formats: str | Sequence[str]) -> list[str]:
    wanted = [formats] if isinstance(formats, str) else list(dict.fromkeys(formats))
    problems = [
        Problem("formats", f"'{word}' is not known.{did_you_mean(str(word), FORMATS)}", f"one of {', '.join(FORMATS)}")
        for word in wanted
        if word not in FORMATS
    ]
    if not wanted:
        problems.append(Problem("formats", "none is given", f"one of {', '.join(FORMATS)}"))
    if problems:
        raise ModelError("settings", problems)
    return wanted


def _require_new(files: Sequence[Path]) -> None:
    there = [file for file in files if file.exists()]
    if there:
        hint = "another folder or name, or replace them: replace=True, or --replace on the command line"
        raise ModelError("equations", [Problem(str(file), "is there already", hint) for file in there])


def _model_of(model: Model | Vehicle | Prepared) -> Model:
    if isinstance(model, Prepared):
        return model.model
    if isinstance(model, Vehicle):
        return model.car_model().model
    if not isinstance(model, Model):
        prepare(model, integrator=None)  # says what is wrong with it
    return model
