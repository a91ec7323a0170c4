"""The command `jounce equations`."""

from __future__ import annotations

from pathlib import Path

import click

from jounce.cli.answer import Answer, answer_of_command, bar_while_compiling
from jounce.cli.command_results import require_command_can_write
from jounce.cli.commands.completion import complete_models
from jounce.cli.options import (
    change_values,
    choose_depth,
    option_at_depth,
    pairs,
    path,
    set_option_notes,
    use_own_parts,
)
from jounce.errors import ModelError, Problem


@click.command("equations", short_help="Write the equations of motion: LaTeX, a page, Python or C.")
@click.argument("file", shell_complete=complete_models)
@click.option(
    "--format",
    "formats",
    multiple=True,
    metavar="FORMAT",
    help="latex or html, to read, of small models; python or c, to run, of any. May be repeated. Default: latex.",
)
@click.option("--html", is_flag=True, help="Also write the page; short for --format html.")
@path("--out", default=".", show_default=True, help="Folder for the files.")
@click.option("--name", help="Name of the files and of what is in them. Default: that of FILE.")
@change_values
@choose_depth
@pairs("--start", metavar="JOINT.COORDINATE=VALUE", help="Start position of the exported model.")
@click.option("--sensitivity", multiple=True, metavar="PATH", help="Also derive the rates by this value of a part.")
@click.option("--no-jacobian", is_flag=True, help="Leave the Jacobian out of Python and C.")
@click.option("--replace", is_flag=True, help="Replace files that are there.")
@use_own_parts
@answer_of_command
def command(
    file: str,
    formats: tuple[str, ...],
    html: bool,
    out: Path,
    name: str | None,
    values: dict[str, str],
    depth: str | None,
    start: dict[str, str],
    sensitivity: tuple[str, ...],
    no_jacobian: bool,
    replace: bool,
    answer: Answer,
) -> None:
    """Write the equations of motion of FILE.

    LaTeX and HTML show them simplified, with a letter for each number and every letter explained. The page needs no
    network. Python needs NumPy alone; C is strict C99 with a header, and with a main that runs the model and prints
    CSV. Both give the numbers of jounce to the last bit, and have the Jacobian of the rates.

    \b
    Examples:
      jounce equations pendulum --html --out equations
      jounce equations four_bar --format c --out exported
      jounce equations quarter_car --format python --out exported
    """
    import jounce
    from jounce.export.write_equations import write_equation_files
    from jounce.model import load

    require_command_can_write(out)
    model = load(file)
    if not isinstance(model, jounce.Model | jounce.Vehicle):
        raise ModelError(model.name, [Problem("FILE", "has no equations of motion", "needs a mechanism or a vehicle")])
    model = option_at_depth(model.with_values(values) if values else model, depth)
    wanted = [*(formats or ("latex",)), *(["html"] if html else [])]
    with bar_while_compiling(answer.quiet):
        stem = name or Path(file).stem
        made = write_equation_files(model, out, wanted, stem, start, sensitivity, not no_jacobian, replace)
    files = [place.resolve() for place in made.files]
    answer.say("\n".join([*set_option_notes(model, values), *made.formulas, *made.notes, *map(str, files)]))
    answer.give({"model": model.name, "files": files, "formulas": list(made.formulas), "notes": list(made.notes)})
