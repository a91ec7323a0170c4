"""jounce bench"""

from __future__ import annotations

import json

import click

from jounce.cli.say import say


@click.command("bench")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of lines.")
def command(name: str | None, as_json: bool) -> None:
    """Run the benchmark NAME, or all, and compare with the peers that are installed.

    \b
    Example:
      jounce bench --json
    """
    from jounce.benchmarks.bench import BENCHMARKS, run_benchmark
    from jounce.errors import ModelError, Problem, did_you_mean

    if name is not None and name not in BENCHMARKS:
        what = f"there is no benchmark '{name}'.{did_you_mean(name, BENCHMARKS)}"
        raise ModelError("bench", [Problem("NAME", what, f"one of: {', '.join(BENCHMARKS)}")])
    found = {one: run_benchmark(one) for one in ([name] if name else BENCHMARKS)}
    if as_json:
        say(json.dumps(found))
        return
    for one, figures in found.items():
        say(one)
        for what, figure in figures.items():
            say(f"  {what}: {figure}")
