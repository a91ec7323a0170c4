"""jounce view"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from jounce.cli.answer import Answer, answering
from jounce.cli.options import require_apart, require_writable

if TYPE_CHECKING:
    from jounce.results import Result


@click.command("view", short_help="Write the 3-D page of a saved run.")
@click.argument("run", type=click.Path(path_type=Path))
@click.option(
    "--compare", type=click.Path(path_type=Path), help="A second run or a measured .csv, laid over the first."
)
@click.option("--out", type=click.Path(path_type=Path), help="The page; RUN with the ending .html if not given.")
@answering
def command(run: Path, compare: Path | None, out: Path | None, answer: Answer) -> None:
    """Write the page of RUN, a result in HDF5: the moving scene, curves and metrics in one file for any browser.

    It needs no network and can be mailed.

    \b
    Examples, after `jounce run pendulum` and `jounce kc double_wishbone`:
      jounce view pendulum.h5
      jounce view pendulum.h5 --compare pendulum.h5 --out both.html
      jounce view double_wishbone_front_parallel.h5
    """
    import jounce

    path = out or run.with_suffix(".html")
    require_writable(path.parent, path)
    require_apart([path], run, compare)
    result = jounce.read(run)
    other = None if compare is None else _other(compare, result)
    result.view(path, compare=other)
    size = path.stat().st_size
    answer.say(f"page: {path.resolve()} ({size / 1e6:.1f} MB)")
    answer.give({"page": path.resolve(), "bytes": size})


def _other(path: Path, result: Result) -> Result:
    """A saved run, or measured histories over what the first one runs over; channels of one name share a panel."""
    import jounce
    from jounce.results.compare import base_of
    from jounce.results.measured import read_measured

    return read_measured(path, base_of(result).name) if path.suffix.lower() == ".csv" else jounce.read(path)
