"""The command `jounce report`."""

from __future__ import annotations

from pathlib import Path

import click

from jounce.cli.answer import Answer, answer_of_command
from jounce.cli.command_results import require_command_can_write, require_command_writes_apart
from jounce.cli.options import choose_units, path


@click.command("report", short_help="Write the report of a saved run.")
@click.argument("run", type=click.Path(path_type=Path))
@path("--out", help="The report. Default: RUN with the ending .report.html.")
@choose_units
@answer_of_command
def command(run: Path, out: Path | None, units: str, answer: Answer) -> None:
    """Write the report of RUN, a result (.h5) or measured histories (.csv with units in the header).

    The report is one HTML file with plots, metrics, model, settings, sources and methods. It needs no network,
    prints well from the browser, and you can mail it.

    \b
    Examples (first run `jounce run pendulum` and `jounce kc double_wishbone`):
      jounce report pendulum.h5
      jounce report double_wishbone_front_parallel.h5 --out kc_report.html
    """
    import jounce

    report = out or run.parent / f"{run.stem}.report.html"
    require_command_can_write(report.parent, report)
    require_command_writes_apart([report], run)
    result = jounce.read(run).in_units(units)
    result.report(report)
    size = report.stat().st_size
    answer.say(f"report: {report.resolve()} ({size / 1e6:.1f} MB)")
    answer.give({"report": report.resolve(), "bytes": size})
