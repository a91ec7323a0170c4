"""The command `jounce bench`."""

from __future__ import annotations

from typing import Any

import click

from jounce.cli.answer import Answer, answer_of_command, answer_with_complaint
from jounce.errors import ModelError, Problem, did_you_mean


@click.command("bench", short_help="Measure the speed of jounce and of other engines.")
@click.argument("name", required=False)
@answer_of_command
def command(name: str | None, answer: Answer) -> None:
    """Run the benchmark NAME. Without NAME, run all benchmarks, which takes minutes.

    In a clone of the repository, the other engines that are installed also run the same car or tyre. An installed
    package measures only jounce. With --json, NAME gives one object, and all benchmarks give a list.

    \b
    Examples:
      jounce bench
      jounce bench wishbone-car --json
    """
    from jounce_benchmarks.bench import BENCHMARKS, run_benchmark

    if name is not None and name not in BENCHMARKS:
        what = f"there is no benchmark '{name}'.{did_you_mean(name, BENCHMARKS)}"
        raise ModelError("bench", [Problem("NAME", what, f"one of: {', '.join(BENCHMARKS)}")])
    report = (lambda text: None) if answer.quiet else answer_with_complaint
    found = [run_benchmark(one, report) for one in ([name] if name else BENCHMARKS)]
    answer.say("\n\n".join(map(_table, found)))
    answer.give(found[0] if name else found)


def _table(figures: dict[str, Any]) -> str:
    from jounce_benchmarks.peers import have_peer_models

    lines = [f"{figures['name']} on {figures['machine']}, load before {figures['load']:.1f}"]
    lines += [f"  ours: {what} {figure:.3g}" for what, figure in figures["ours"].items()]
    for peer, theirs in figures["peers"].items():
        shown = ", ".join(f"{what} {figure:.3g}" for what, figure in theirs.items())
        lines.append(f"  {peer}: {shown}; ratio {figures['ratios'][peer]:.3g}")
    others = {what: ratio for what, ratio in figures["ratios"].items() if what not in figures["peers"]}
    lines += [f"  ratio, {what}: {ratio:.3g}" for what, ratio in others.items()]
    lines += [f"  {note}" for note in figures["notes"]]
    if figures["missing"] and not have_peer_models():
        lines.append(f"  not measured: {', '.join(figures['missing'])}; their models are in the repository only")
    else:
        lines += [f"  {peer}: not installed, its ratio is left out" for peer in figures["missing"]]
    return "\n".join(lines)
