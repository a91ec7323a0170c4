"""Write docs/reference/speed.md from what the benchmarks measured: make speed, or python docs/speed.py

`make speed` keeps the figures of `jounce bench` in speed.json; this script lays them out, whichever there are.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "reference"
FIGURES, PAGE = FOLDER / "speed.json", FOLDER / "speed.md"
HEAD = """# Speed

What `jounce bench` measured, on one machine. `make speed` measures again and writes this page; `make bench` prints.
All runs of a benchmark are interleaved. Figures are the best of several rounds, in processor time of one core; the
spread says how far the median lies above the best. Compare ratios: other machines have other figures. The load says
how many processes wanted a core before a benchmark began: the more, the worse are its figures, those of two cores most
of all.
"""


def speed_page(found: list[dict[str, Any]]) -> str:
    """One section for each benchmark: our figures, those of peers with ratios, other ratios."""
    parts = [HEAD, f"Machine: {found[0]['machine']}.\n"]
    for figures in found:
        load = f"Load of the machine before: {figures['load']:.1f}.\n" if "load" in figures else ""
        parts.append(f"## {figures['name']}\n\n{load}")
        rows = [(f"`{name}`", value) for name, value in figures["ours"].items()]
        parts.append(_table(("figure", "measured"), [(name, f"{value:.3g}") for name, value in rows]))
        if figures["peers"]:
            lines = [
                (who, ", ".join(f"`{name}` {value:.3g}" for name, value in theirs.items()), _ratio(figures, who))
                for who, theirs in figures["peers"].items()
            ]
            parts.append(_table(("peer", "measured", "times as long as ours"), lines))
        others = [(what, f"{ratio:.3g}") for what, ratio in figures["ratios"].items() if what not in figures["peers"]]
        if others:
            parts.append(_table(("ratio", "measured"), others))
        if figures["spread"]:
            widest = max(figures["spread"], key=lambda name: figures["spread"][name])
            parts.append(f"Largest spread: {100 * figures['spread'][widest]:.0f} % ({widest}).\n")
        parts += [f"{note[:1].upper()}{note[1:]}.\n" for note in figures["notes"]]
    return "\n".join(parts)


def _ratio(figures: dict[str, Any], who: str) -> str:
    return f"{figures['ratios'][who]:.3g}" if who in figures["ratios"] else ""


def _table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)]) + "\n"


if __name__ == "__main__":
    found = json.loads(FIGURES.read_text("utf-8"))
    FIGURES.write_text(json.dumps(found, indent=1) + "\n", "utf-8")  # a line for each figure: changes can be read
    PAGE.write_text(speed_page(found), "utf-8")
