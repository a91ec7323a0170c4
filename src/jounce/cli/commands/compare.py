"""The command `jounce compare`."""

from __future__ import annotations

from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from jounce.cli.answer import Answer, answer_of_command
from jounce.cli.command_results import (
    list_command_files,
    make_command_folder,
    require_command_can_write,
    require_command_writes_apart,
)
from jounce.cli.options import choose_units, map_channels, path, seconds_or_auto

if TYPE_CHECKING:
    from jounce.results.comparison.comparison import Comparison

LONGEST_STEM = 60  # characters of a file's name that is made of those of the runs


@click.command("compare", short_help="Compare runs of several designs, or a run with measured histories.")
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RUN OTHER ...")
@map_channels
@seconds_or_auto("--shift", default="0 s", help="Shift measured histories in time; auto finds the shift.")
@click.option("--channels", metavar="LIST", help='Draw these channels: "vehicle.*, *.tyre.Fz".')
@click.option("--over", metavar="CHANNEL", help="Draw channels over this one, in place of time or travel.")
@click.option("--label", "labels", multiple=True, metavar="TEXT", help="Label of a run, one for each in their order.")
@click.option("--all", "every", is_flag=True, help="Print also metrics that are equal, and those of both wheels.")
@click.option("--svg", is_flag=True, help="Write the picture as .svg as well.")
@path("--out", default=".", help="Folder for the picture and the page.")
@click.option("--name", metavar="NAME", help="How files begin. Default: names of the runs.")
@choose_units
@answer_of_command
def command(
    runs: tuple[Path, ...],
    names: dict[str, str],
    shift: float | str,
    channels: str | None,
    over: str | None,
    labels: tuple[str, ...],
    every: bool,
    svg: bool,
    out: Path,
    name: str | None,
    units: str,
    answer: Answer,
) -> None:
    """Compare two or more RUNs (.h5), or runs with measured histories (.csv with units in the header).

    The first run is what the others are compared with. The command prints what differs in how the runs were made,
    and metrics side by side with their differences, also in percent of the first. It writes a picture and a
    page with the curves of all runs, one colour a run. Labels are made of what differs; --label sets them.

    A measured file is one more run. Its columns are laid over channels of the same name; --map gives pairs of
    different names, and --shift moves its clock. For every computed run the command prints the error against the
    measurement: the integral of |computed - measured| divided by that of |measured|.

    Runs over travel instead of time, such as those of `jounce kc`, are compared over travel; then a measured file needs
    a column with that name.

    \b
    Examples (first run `jounce run pendulum`, and the same with --format csv):
      jounce compare pendulum.h5 pendulum.h5 --label before --label after
      jounce compare pendulum.h5 pendulum.csv --map hinge.angle=hinge.angle --shift auto
      jounce compare pendulum.h5 pendulum.h5 pendulum.csv --channels "hinge.*" --json
    """
    import jounce
    from jounce.results.choice import match_channel_names

    stem = name or _stem(runs)
    picture, page = out / f"{stem}.png", out / f"{stem}.html"
    pictures = [picture, picture.with_suffix(".svg")] if svg else [picture]
    require_command_can_write(out, *pictures, page)
    require_command_writes_apart([*pictures, page], *runs)
    found = jounce.compare(runs, labels=labels or None, names=names, shift=shift).in_units(units)  # type: ignore[arg-type]
    drawn = match_channel_names(found.runs[0], channels.split(",")) if channels else []
    make_command_folder(out)
    files = [*_drawn(found, drawn, over, pictures), found.view(page)]
    answer.say(found.text(every))
    answer.say(list_command_files("saved", files))
    answer.give(_json(found, drawn) | {"files": files})


def _stem(runs: tuple[Path, ...]) -> str:
    """The names of the runs; of many the first and how many more."""
    stems = list(dict.fromkeys(run.stem for run in runs))
    joined = "_and_".join(stems) if len(stems) > 1 else f"{stems[0]}_compared"
    return joined if len(joined) <= LONGEST_STEM else f"{stems[0]}_and_{len(runs) - 1}_more"


def _drawn(found: Comparison, names: list[str], over: str | None, pictures: list[Path]) -> list[Path]:
    from jounce.views.plots.comparison_plot import has_compared_plot, plot_compared_runs

    if not has_compared_plot(found):
        return []
    plot_compared_runs(found, *names, over=over, paths=pictures)
    return pictures


def _json(found: Comparison, names: list[str]) -> dict[str, Any]:
    """As docs/reference/json.md describes; null where there is no number."""

    def plain(numbers: tuple[float, ...]) -> list[float | None]:
        return [None if isnan(number) else number for number in numbers]

    return {
        "runs": [
            {"label": label, "file": file, "model": run.metadata.get("model", ""), "measured": k in found.measured}
            | {"shift": shift}
            for k, (run, label, file, shift) in enumerate(
                zip(found.runs, found.labels, found.files, found.shifts, strict=True)
            )
        ],
        "differences": [{"name": d.name, "unit": d.unit, "values": list(d.values)} for d in found.differences],
        "metrics": [
            {"name": row.name, "unit": row.unit, "values": plain(row.values)}
            | {"differences": plain(row.differences), "percents": plain(row.percents)}
            for row in found.metrics
        ],
        "channels": [
            {"name": row.name, "unit": row.unit, "peaks": plain(row.peaks), "largest": plain(row.largest)}
            | {"places": plain(row.places), "rms": plain(row.rms)}
            for row in found.curves(names or None)
        ],
        "errors": [
            {"run": each.run, "measured": each.measured, "channel": each.channel, **each.found._asdict()}
            for each in found.errors
        ],
    }
