"""The command `jounce view`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from jounce.cli.answer import Answer, answer_of_command
from jounce.cli.command_results import require_command_can_write, require_command_writes_apart
from jounce.cli.options import choose_units, map_channels, path, seconds_or_auto

if TYPE_CHECKING:
    from jounce.results import Result

OVER = "A second run or a measured .csv, drawn over the first."


@click.command("view", short_help="Write the 3-D page of a saved run.")
@click.argument("run", type=click.Path(path_type=Path))
@path("--compare", help=OVER)
@map_channels
@seconds_or_auto("--shift", default="0 s", help="Shift the second run in time; auto finds the shift.")
@path("--out", help="The page. Default: RUN with the ending .html.")
@choose_units
@answer_of_command
def command(
    run: Path,
    compare: Path | None,
    names: dict[str, str],
    shift: float | str,
    out: Path | None,
    units: str,
    answer: Answer,
) -> None:
    """Write the page of RUN, a result (.h5) or measured histories (.csv with units in the header).

    The page is one file for any browser, with the moving scene, curves and metrics. It needs no network, and you
    can mail it. With --compare, the page draws channels of the same name over each other; --map adds pairs of different
    names. With --shift auto, the second run is shifted in time by the lag of the channel that agrees best.

    \b
    Examples (first run `jounce run pendulum`, the same with --format csv, and `jounce kc double_wishbone`):
      jounce view pendulum.h5
      jounce view pendulum.h5 --compare pendulum.h5 --out both.html
      jounce view pendulum.h5 --compare pendulum.csv --shift auto --map hinge.angle=hinge.angle
      jounce view double_wishbone_front_parallel.h5
    """
    import jounce

    if compare is None and (names or shift != 0.0):
        raise click.UsageError("--map and --shift are for --compare")
    page = out or run.parent / f"{run.stem}.html"
    require_command_can_write(page.parent, page)
    require_command_writes_apart([page], run, compare)
    result = jounce.read(run).in_units(units)
    if compare is None:
        result.view(page)
    else:
        other = _other(compare, result, names, shift, answer).in_units(units)
        parts = 1 if run.name != compare.name else 2  # of the path, that tell the two apart
        _with_file(result, run, parts).view(page, compare=_with_file(other, compare, parts))
    size = page.stat().st_size
    answer.say(f"page: {page.resolve()} ({size / 1e6:.1f} MB)")
    answer.give({"page": page.resolve(), "bytes": size})


def _other(path: Path, result: Result, names: dict[str, str], shift: float | str, answer: Answer) -> Result:
    """A saved run, or measured histories over what the first one runs over, as it is laid over the first."""
    import jounce
    from jounce.results.comparison.agreement import time_shift_text
    from jounce.results.comparison.measured_run import read_measured_run
    from jounce.results.comparison.pairing import pair_close_names, pair_to_lay_over

    if path.suffix.lower() == ".csv":
        other, names = read_measured_run(path, result, names)
    else:
        other = jounce.read(path)
    laid = pair_to_lay_over(result, other, names, shift)  # type: ignore[arg-type]
    if shift == "auto":
        answer.say(f"{path.name} is shifted by {time_shift_text(float(laid.time[0] - other.time[0]))}")
    alone = [name for name in laid if name not in result]
    if alone:
        answer.say(f"{path.name} has channels that the first has not, laid over nothing (--map OURS=THEIRS does):")
        answer.say(f"  {', '.join(pair_close_names(alone, result))}")
    return laid


def _with_file(result: Result, path: Path, parts: int) -> Result:
    """Two runs of one model and study are told apart by their files."""
    return replace(result, metadata={**result.metadata, "file": "/".join(path.absolute().parts[-parts:])})
