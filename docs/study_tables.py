"""Studies as a page, from their declarations."""

from __future__ import annotations

from jounce.studies import STUDIES
from jounce.studies.settings import describe
from jounce.studies.study import study_description


def tables_of_studies() -> str:
    """Every study: what it does, its settings with range and default, its metrics with definitions, its plots."""
    lines: list[str] = []
    for name, study in STUDIES.items():
        lines += [f"### {name}", "", *(f"{part}\n" for part in study_description(study))]
        lines += ["| setting | default | meaning |", "|---|---|---|"]
        lines += [_row(f"`{key}`", s.default_text(), describe(s)) for key, s in study.settings.items()]
        lines += ["", "| metric | unit | definition |", "|---|---|---|"]
        lines += [
            _row(f"`{key}`", "" if unit == "1" else unit, text) for key, (unit, text, *_) in study.metrics.items()
        ]
        if study.panels:
            lines += ["", f"Plots: {'; '.join(panel.heading for panel in study.panels)}."]
        lines.append("")
    return "\n".join(lines)


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|").replace("*", "\\*") for cell in cells) + " |"
