"""jounce bench"""

from __future__ import annotations

import json
from typing import Any

import click

from jounce.cli.say import complain, say
from jounce.errors import ModelError, Problem, did_you_mean


@click.command("bench")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="JSON instead of tables: one object for NAME, a list for all.")
def command(name: str | None, as_json: bool) -> None:
    """Run the benchmark NAME, or all, against the peers that are installed.

    \b
    Example:
      jounce bench wishbone-car --json
    """
    from jounce.benchmarks.bench import BENCHMARKS, run_benchmark

    if name is not None and name not in BENCHMARKS:
        what = f"there is no benchmark '{name}'.{did_you_mean(name, BENCHMARKS)}"
        raise ModelError("bench", [Problem("NAME", what, f"one of: {', '.join(BENCHMARKS)}")])
    found = [run_benchmark(one, complain) for one in ([name] if name else BENCHMARKS)]
    say(json.dumps(found[0] if name else found) if as_json else "\n\n".join(map(_table, found)))


def _table(figures: dict[str, Any]) -> str:
    lines = [f"{figures['name']} on {figures['machine']}"]
    lines += [f"  ours: {what} {figure:.3g}" for what, figure in figures["ours"].items()]
    for peer, theirs in figures["peers"].items():
        shown = ", ".join(f"{what} {figure:.3g}" for what, figure in theirs.items())
        lines.append(f"  {peer}: {shown}; ratio {figures['ratios'][peer]:.3g}")
    lines += [f"  {peer}: not installed, its ratio is left out" for peer in figures["missing"]]
    return "\n".join(lines)
