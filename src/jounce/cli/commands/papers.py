"""The command `jounce papers`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from jounce.cli.answer import Answer, Progress, answer_of_command, answer_with_complaint
from jounce.cli.command_results import make_command_folder, require_command_can_write
from jounce.cli.options import path
from jounce.errors import INTERRUPTED, NumericalError

if TYPE_CHECKING:
    from jounce_papers.gallery import Exhibit, Gallery

PAGE, NUMBERS = "papers.html", "papers.json"


@click.command("papers", short_help="Make every figure and table of the papers anew, on one page.")
@click.option("--only", multiple=True, metavar="PAPER|ENTRY", help="Make this paper or entry only. May be repeated.")
@click.option("--workers", default=2, show_default=True, type=click.IntRange(1, 64), help="Entries at a time.")
@click.option("--list", "listed", is_flag=True, help="List papers and entries, and make nothing.")
@path("--out", help="Folder for the results. Default: papers.")
@answer_of_command
def command(only: tuple[str, ...], workers: int, listed: bool, out: Path | None, answer: Answer) -> None:
    """Make every figure and table of the papers that jounce is based on, and write one page.

    Beside what a paper shows and says stand our figure and numbers, the command that makes them, what differs and why,
    and the capabilities that are proved by it. The page also lists all capabilities of the papers with their state,
    and the misprints. The folder gets the page, which needs no network, and all numbers as JSON.

    \b
    Examples:
      jounce papers
      jounce papers --list
      jounce papers --only houdek-2021 --out tables
      jounce papers --only szczotka-2007-fig-9
    """
    from jounce_papers.gallery import choose_gallery_entries, make_gallery

    entries = choose_gallery_entries(only)
    if listed:
        for entry in entries:
            answer.say(f"{entry.name:34} {entry.title}")
        answer.give([{"entry": entry.name, "paper": entry.paper, "title": entry.title} for entry in entries])
        return
    folder = out or Path("papers")
    require_command_can_write(folder)
    with Progress(quiet=answer.quiet, doing=f"{len(entries)} entries") as progress:
        made = make_gallery(only, workers=workers, on_progress=progress)
    _print_exhibits(made, answer)
    files = _write(made, make_command_folder(folder))
    answer.say(f"\n{made.seconds:.0f} s, saved {files[1]}; open {files[0]}")
    answer.give({"page": files[0], "seconds": made.seconds, "files": files, "entries": [*map(_as_json, made.exhibits)]})
    if made.interrupted:
        answer_with_complaint("interrupted; the entries that were made are kept")
        raise click.exceptions.Exit(INTERRUPTED)
    if made.failed:
        told = "\n".join(f"{each.entry.name}: {each.reason}" for each in made.failed)
        raise NumericalError(f"entries that failed:\n{told}")


def _print_exhibits(made: Gallery, answer: Answer) -> None:
    """One line for each, under its paper."""
    from jounce_papers.paper_data import paper_data

    for paper in paper_data().papers:
        exhibits = made.of_paper(paper.name)
        if exhibits:
            answer.say(f"\n{paper.heading}: {paper.title}")
        for each in exhibits:
            checks = [finding for finding in each.shown.findings if finding.checked]
            kept = f"{sum(f.holds for f in checks)} of {len(checks)} numbers hold" if checks else ""
            answer.say(f"  {each.entry.place:17} {each.state:8} {each.entry.title:58} {kept}".rstrip())


def _write(made: Gallery, folder: Path) -> list[Path]:
    from jounce.results.files import write_text_file
    from jounce_papers.papers_report import write_papers_report

    page = write_papers_report(made, folder / PAGE)
    text = json.dumps({each.entry.name: _as_json(each) for each in made.exhibits}, indent=1, ensure_ascii=False)
    return [page, write_text_file(folder / NUMBERS, f"{text}\n")]


def _as_json(exhibit: Exhibit) -> dict[str, Any]:
    findings = [
        {"what": f.what, "value": f.value, "unit": f.unit, "paper": f.paper, "expected": f.limits, "holds": f.holds}
        for f in exhibit.shown.findings
    ]
    return {
        "entry": exhibit.entry.name,
        "state": exhibit.state,
        "reason": exhibit.reason,
        "seconds": exhibit.seconds,
        "commands": list(exhibit.entry.all_commands()),
        "rows": list(exhibit.entry.rows),
        "findings": findings,
    }
