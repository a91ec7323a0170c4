"""The command `jounce compare`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from jounce.cli.answer import Answer, answer_of_command
from jounce.cli.command_results import make_command_folder, require_command_can_write, require_command_writes_apart
from jounce.cli.options import map_channels, path, seconds_or_auto

if TYPE_CHECKING:
    from jounce.results import Result
    from jounce.results.compare import Agreement


@click.command("compare", short_help="Compare a run with another run or with measured histories.")
@click.argument("run", type=click.Path(path_type=Path))
@click.argument("other", type=click.Path(path_type=Path))
@map_channels
@seconds_or_auto("--shift", default="0 s", help="Shift OTHER in time; auto finds the shift.")
@path("--out", default=".", help="Folder for the plot.")
@answer_of_command
def command(run: Path, other: Path, names: dict[str, str], shift: float | str, out: Path, answer: Answer) -> None:
    """Compare a RUN (.h5) with OTHER, a second run or measured histories (.csv with units in the header).

    The command prints two errors. Both are the integral of |C - M|: one is divided by the integral of the measured |M|,
    the other by the integral of the computed |C|. With --shift auto, OTHER is shifted in time to where the
    cross-correlation is largest. Without --map, all channels of the same name are compared, except those that are
    always zero. Runs over travel instead of time, such as those of `jounce kc`, are compared over travel; then a
    measured file needs a column with that name.

    \b
    Examples (first run `jounce run pendulum`, and the same with --format csv):
      jounce compare pendulum.h5 pendulum.csv --map hinge.angle=hinge.angle --shift auto
      jounce compare pendulum.h5 pendulum.h5 --json
    """
    import jounce
    from jounce.results.compare import agreement, base_to_compare
    from jounce.results.measured import read_measured
    from jounce.results.pairing import require_pairs_of_one_base
    from jounce.views.plots.plotter import plot_comparison

    picture = out / f"{run.stem}_and_{other.stem}.png"
    require_command_can_write(out, picture)
    require_command_writes_apart([picture], run, other)
    ours = jounce.read(run)
    over = base_to_compare(ours)
    theirs = read_measured(other, over.name) if other.suffix.lower() == ".csv" else jounce.read(other)
    require_pairs_of_one_base(ours, theirs, shift)  # type: ignore[arg-type]
    chosen = _chosen(ours, theirs, names)
    found = {
        (mine, name): agreement(over.values, ours[mine], base_to_compare(theirs).values, theirs[name], shift)  # type: ignore[arg-type]
        for mine, name in chosen.items()
    }
    make_command_folder(out)
    plot_comparison(ours, theirs, found, [picture])
    answer.say(_table(found, ours, over.name == "time"))
    answer.say(f"\nsaved {picture}")
    rows = [{"ours": mine, "theirs": name, **a._asdict()} for (mine, name), a in found.items()]
    answer.give({"channels": rows, "files": [picture]})


def _chosen(ours: Result, theirs: Result, names: dict[str, str]) -> dict[str, str]:
    from jounce.results.pairing import has_content_to_pair, require_pairs, shared_pairs

    chosen = names or {
        name: name
        for name in shared_pairs(ours, theirs)
        if has_content_to_pair(ours, name) and has_content_to_pair(theirs, name)
    }
    require_pairs(ours, theirs, chosen)
    return chosen


def _table(found: dict[tuple[str, str], Agreement], ours: Result, timed: bool) -> str:
    width = max(len(mine) for mine, _ in found) + 2
    head = f"{'channel':{width}}{'by measured':>12}{'by computed':>12}{'peak ours':>12}{'peak theirs':>12}"
    lines = [head + f"{'rms error':>12}{'shift' if timed else '':>10}".rstrip(), ""]
    for (mine, _), a in found.items():
        numbers = f"{100 * a.error_by_measured:11.2f}%{100 * a.error_by_computed:11.2f}%"
        numbers += f"{a.peak_computed:12.4g}{a.peak_measured:12.4g}{a.rms_error:12.4g}"
        numbers += f"  {a.time_shift_text():>8}" if timed else ""
        lines.append(f"{mine:{width}}{numbers}  {'' if ours.units[mine] == '1' else ours.units[mine]}")
    return "\n".join(lines)
