"""The command `jounce reduce`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from jounce.cli.answer import Answer, answer_of_command
from jounce.cli.command_results import require_command_can_write, require_command_writes_apart
from jounce.cli.options import path

if TYPE_CHECKING:
    from jounce.elastic.reduced_body import ReducedBody

SHOWN = 8  # frequencies in a line


@click.command("reduce", short_help="Reduce a body of finite elements to its modes.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--modes", default=6, show_default=True, type=click.IntRange(0), help="Modes with the interface held.")
@click.option("--shapes", type=click.IntRange(1), help="Keep only so many of all shapes, the slowest. Default: all.")
@click.option(
    "--reference", default="free", show_default=True, help="Frame that the shapes leave in place, or free: all move."
)
@path("--out", help="The reduced body, .h5 or .npz, for use in models.")
@path("--picture", help="A picture of the shapes, .png, .svg or .pdf. Default: next to --out, as .png.")
@answer_of_command
def command(
    file: Path,
    modes: int,
    shapes: int | None,
    reference: str,
    out: Path | None,
    picture: Path | None,
    answer: Answer,
) -> None:
    """Check a body of finite elements, show its mass and frequencies, and reduce it by Craig-Bampton.

    FILE is a body of the library (body_shell), or NPZ or HDF5 with nodes, matrices and interface, or a .toml that names
    the files of Abaqus, Ansys, Nastran or Matrix Market. A file of modes that are given ready is checked and shown.
    Nothing is written when a check fails.

    \b
    Examples:
      jounce reduce body_shell
      jounce reduce body_shell --modes 12 --out shell.h5
      jounce reduce body_shell --reference rear_left --shapes 8 --out shell.h5
    """
    from jounce.elastic.files.reduced_file import write_reduced_body
    from jounce.views.plots.mode_picture import mode_picture

    picture = picture or (out.with_suffix(".png") if out else None)
    written = [place for place in (out, picture) if place]
    for place in written:
        require_command_can_write(place.parent, place)
    require_command_writes_apart(written, file)
    body, about, lines = _reduced(file, modes, reference, shapes)
    answer.say("\n".join(lines))
    if out:
        write_reduced_body(body, out)
    if picture:
        mode_picture(body, [picture])
    for place in written:
        answer.say(str(place.resolve()))
    answer.give({**about, "files": [place.resolve() for place in written]})


def _reduced(
    file: Path, modes: int, reference: str, shapes: int | None
) -> tuple[ReducedBody, dict[str, Any], list[str]]:
    """Returns the body, all that is said of it for programs, and the lines for people."""
    from jounce.elastic.craig_bampton import reduce_body
    from jounce.elastic.reduced_body import ReducedBody, reduced_body
    from jounce.model.reading.finite_elements_file import read_body_file

    found = read_body_file(file)
    if isinstance(found, ReducedBody):
        body, fixed, free = found, [], []
        rows = f"{len(body.nodes)} nodes, {len(body.stiffness)} shapes given ready"
    else:
        reduction = reduce_body(found, modes, reference, shapes)
        body, fixed, free = reduced_body(reduction), reduction.fixed.tolist(), reduction.free.tolist()
        rows = f"{len(body.nodes)} nodes, {len(found.freedoms)} rows"
    about = {
        "name": body.name,
        "nodes": len(body.nodes),
        "frames": list(body.frames),
        **_rigid_figures(body),
        "frequencies": body.frequencies.tolist(),
        "frequencies_interface_held": fixed,
        "frequencies_free": free,
        "reference": body.reference,
        "notes": list(body.notes),
    }
    lines = [
        f"{body.name}: {rows}, {len(body.frames)} frames: {', '.join(body.frames)}",
        f"mass {about['mass']:.6g} kg, centre {_listed(about['centre'])} m",
        f"Ixx, Iyy, Izz {_listed(about['inertia'])}, Ixy, Iyz, Izx {_listed(about['products'])} kg m^2, about it",
        *(["checked: symmetry, signs, one piece, six rigid motions without force, mass, units"] if free else []),
        *([f"free body: {_frequencies(free)}"] if free else []),
        *([f"interface held: {_frequencies(fixed)}"] if fixed else []),
        f"shapes: {len(body.stiffness)}, {_reference_words(body)}: {_frequencies(about['frequencies'])}",
        *(f"note: {note}" for note in body.notes),
    ]
    return body, about, lines


def _reference_words(body: ReducedBody) -> str:
    return "of the free body" if body.reference == "free" else f"with {body.reference} held"


def _rigid_figures(body: ReducedBody) -> dict[str, Any]:
    centre, tensor = body.rigid_figures()
    return {
        "mass": float(body.rigid[0, 0]),
        "centre": centre.tolist(),
        "inertia": [float(tensor[k, k]) for k in range(3)],
        "products": [float(0.0 - tensor[i, j]) for i, j in ((0, 1), (1, 2), (2, 0))],
    }


def _listed(numbers: list[float]) -> str:
    return ", ".join(f"{0.0 if abs(number) < 1e-12 else number:.5g}" for number in numbers)


def _frequencies(numbers: list[float]) -> str:
    more = f" and {len(numbers) - SHOWN} more to {numbers[-1]:.5g}" if len(numbers) > SHOWN else ""
    return ", ".join(f"{number:.5g}" for number in numbers[:SHOWN]) + f"{more} Hz"
