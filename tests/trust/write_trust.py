"""Write docs/reference/trust.md: every figure of the sheets of six cars beside what is found otherwise.

make trust, or python tests/trust/write_trust.py [car or trial ...]: only these are run again, the others stay as they
were in docs/reference/trust.json; with --page none is, and the page is laid out anew.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

from cars import CARS, OWN
from check import Row, check_sheet
from figures import FIGURES

ROOT = Path(__file__).parents[2]
KEPT, PAGE = ROOT / "docs" / "reference" / "trust.json", ROOT / "docs" / "reference" / "trust.md"
HEAD = """# Figures of the programme, found otherwise

<!-- written by tests/trust/write_trust.py -->

`jounce programme CAR` prints a sheet of some sixty figures. Each of them was found a second time by scripts that use
none of the studies: they drive the car themselves, with RK4 at half a millisecond and inputs of their own, find circles
by turning the wheel until the car settles, and read the histories by splines, least squares and filters in the time
domain. What a script does for a figure, its definition and its source stand in its docstring in `tests/trust`.
`make trust` does it all again.

What both ways share is the car's equations of motion, which other tests compare with other engines, see
[agreement](agreement.md); here it is shown that the sheet tells what its definitions say. "The hand of the saved run"
says that the steering of a driver was taken from the study's run, and the rest was driven anew.

Differences are shares of the larger figure, and bold where both lie farther apart than the limit. Each limit
comes from one of these grounds. Those of "coherence", "two lines", the friction and the stop were set after a
difference had been seen, and count as change detectors:

"""
COLUMNS = "| trial | figure | sheet | found otherwise | unit | difference | limit | how |\n" + 8 * "|---" + "|\n"
SUMMARY = (
    "| car | figures | found otherwise | within 0.1 % | within 1 % | largest within its limit |",
    "|---|---|---|---|---|---|",
)


def main(names: list[str]) -> None:
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    cars, trials = ([name for name in names if (name in CARS) is known] for known in (True, False))
    for name in () if names == ["--page"] else cars or CARS:
        before = {} if not trials else {(row["trial"], row["metric"]): row for row in kept.get(name, ())}
        found = [row._asdict() for row in check_sheet(name, trials)]
        kept[name] = list((before | {(row["trial"], row["metric"]): row for row in found}).values())
        KEPT.write_text(json.dumps(kept, indent=1) + "\n")
        wrong = [row for row in kept[name] if not row["fine"]]
        print(f"{name}: {len(kept[name])} figures, {len(wrong)} beyond their limits", flush=True)
        for row in wrong:
            print(f"  {row['trial']} {row['metric']}: {row['sheet']:.5g}, {row['own']} {row['unit']}", flush=True)
    PAGE.write_text(page({name: [Row(**row) for row in kept[name]] for name in CARS if name in kept}))


def page(cars: dict[str, list[Row]]) -> str:
    """The summary, then a table for each car."""
    lines = list(SUMMARY)
    for name, rows in cars.items():
        found = [row for row in rows if row.own is not None]
        shares = [sum(row.difference <= limit for row in found) for limit in (1e-3, 1e-2)]
        fine = [row for row in found if row.fine]
        worst = max(fine, key=lambda row: row.difference)
        told = f"{100 * worst.difference:.1f} %, {worst.trial}: {worst.word}"
        lines.append(f"| {_title(name)} | {len(rows)} | {len(found)} | {shares[0]} | {shares[1]} | {told} |")
    text = HEAD + _grounds() + "\n" + "\n".join(lines) + "\n"
    for name, rows in cars.items():
        text += f"\n## {_title(name)}\n\n{COLUMNS}"
        text += "".join(map(_line, rows))
    return text


def _title(name: str) -> str:
    return "own car: small_car with an engine, clutch, ABS and stability control" if name == OWN else name


def _grounds() -> str:
    """The limits by their words, and where each comes from."""
    limits = dict.fromkeys(figure.limit for figure in FIGURES.values())
    words = {limit.word: limit.why for limit in limits}
    return "| limit | where it comes from |\n|---|---|\n" + "".join(f"| {w} | {why} |\n" for w, why in words.items())


def _line(row: Row) -> str:
    own = "-" if row.own is None else f"{row.own:.5g}"
    off = "-" if math.isnan(row.difference) else f"{100 * row.difference:.2g} %"
    off = off if row.fine else f"**{off}**"
    unit = "" if row.unit == "1" else row.unit
    limit = f"{row.limit}: {row.at_most:.2g}" if row.at_most and "%" not in row.limit[:5] else row.limit
    how = row.how or "not checked"
    return f"| {row.trial} | {row.word} | {row.sheet:.5g} | {own} | {unit} | {off} | {limit} | {how} |\n"


if __name__ == "__main__":
    main(sys.argv[1:])
