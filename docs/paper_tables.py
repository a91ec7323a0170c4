"""The papers as tables: capabilities, headline numbers, misprints, and the numbers of docs/papers/papers.json.

The numbers are those of the last `make papers`; texts come from the package.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache, partial
from pathlib import Path
from typing import Any

from jounce_papers.gallery import MODULES, gallery_entries
from jounce_papers.paper_data import STATES, CapabilityRow, PaperData, paper_data

PAPERS = Path(__file__).parent / "papers"
NUMBERS = PAPERS / "papers.json"
PAGES = {paper: f"{paper.replace('-', '_')}.md" for paper in MODULES}


def pages_of_papers() -> dict[Path, Any]:
    """Pages and what stands between their marks."""
    own = {PAPERS / page: partial(tables_of_paper, paper) for paper, page in PAGES.items()}
    return {PAPERS / "README.md": tables_of_capabilities, **own}


@cache
def measured() -> dict[str, Any]:
    """The numbers of the last gallery."""
    found: dict[str, Any] = json.loads(NUMBERS.read_text("utf-8"))
    return found


def tables_of_paper(paper: str) -> str:
    """Entries with their numbers, then misprints."""
    lines = ["## Figures and tables", ""]
    for entry in gallery_entries():
        if entry.paper == paper:
            made = measured().get(entry.name, {"findings": []})  # nothing before the next `make papers`
            lines += [f"### {entry.place}: {entry.title}", ""]
            lines += [f"The paper shows: {_cell(entry.shows)}", "", f"It says: {_cell(entry.states)}", ""]
            lines += [f"Here: {_cell(entry.differs)}", ""]
            lines += [f"Missing: {_cell(entry.missing)}.", ""] if entry.missing else []
            lines += _findings(made["findings"])
            lines += ["```text", *entry.all_commands(), "```", ""]
            lines += [f"Capabilities: {', '.join(str(row) for row in entry.rows)}.", ""]
    lines += ["## Misprints", "", "| | place | as printed | as meant |", "|---|---|---|---|"]
    own = [each for each in paper_data().misprints if each.paper == paper]
    lines += [f"| {m.number} | {_cell(m.place)} | {_cell(m.wrong)} | {_cell(m.reading)} |" for m in own]
    return "\n".join([*lines, ""])


def _findings(findings: list[dict[str, Any]]) -> list[str]:
    rows = [
        f"| {_cell(f['what'])} | {_cell(f['paper']) or '–'} | {_ours(f)} | {_cell(f['expected'])} |" for f in findings
    ]
    return ["| number | paper | here | expected |", "|---|---|---|---|", *rows, ""] if rows else []


def _ours(finding: dict[str, Any]) -> str:
    value = finding["value"]
    number = f"{value:.3g}" if isinstance(value, float) else str(value)
    return _cell(f"{number} {finding['unit']}".strip())


def tables_of_capabilities() -> str:
    """Headline numbers, and every capability with its state."""
    data = paper_data()
    counts = Counter(row.state for row in data.rows)
    lines = ["## Headline numbers", "", "| paper | place | number | meaning | here | |", "|---|---|---|---|---|---|"]
    lines += _headlines(data)
    words = ", ".join(f"{counts[state]} {'work' if state == 'works' else state}" for state in STATES)
    lines += ["", "## Capabilities", "", f"Of {len(data.rows)}: {words}.", ""]
    for chapter in dict.fromkeys(row.chapter for row in data.rows):
        lines += [f"### {chapter}", "", "| row | capability | place | state | proof |", "|---|---|---|---|---|"]
        lines += [_row(row, data) for row in data.rows if row.chapter == chapter]
        lines += [""]
    return "\n".join(lines)


def _headlines(data: PaperData) -> list[str]:
    lines = []
    for n in data.numbers:
        found = [f for f in measured().get(n.entry, {}).get("findings", []) if f["what"] == n.finding]
        ours = _ours(found[0]) if found else "–"
        where = f"[{data.paper(n.paper).cited}]({PAGES[n.paper]})"
        cells = (where, _cell(n.place), _cell(n.number), _cell(n.what), ours, _cell(n.remark))
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def _row(row: CapabilityRow, data: PaperData) -> str:
    missing = f"; missing: {_cell(row.missing)}" if row.missing else ""
    proof = "; ".join(_proof(text) for text in row.proof)
    place = f"{data.paper(row.paper).cited}, {_cell(row.place)}"
    return f"| {row.number} | {_cell(row.what)}{missing} | {place} | {row.state} | {proof} |"


def _proof(text: str) -> str:
    """A test by its file and its words, a page as a link, a command as it is typed."""
    file, _, test = text.partition("::")
    if test:
        return f"`{file}`: {test.removeprefix('test_').replace('_', ' ')}"
    if text.startswith("docs/"):
        return f"[{Path(text).stem.replace('_', ' ')}](../{text.removeprefix('docs/')})"
    return f"`{text}`"


def _cell(text: str) -> str:
    """As it stands in a table."""
    return text.replace("|", "\\|").replace("*", "\\*").replace("_", "\\_").replace("<", "&lt;").replace("$", "\\$")
