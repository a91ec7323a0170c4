"""Write docs/reference/test_costs.md from what `make test-costs` measured: python docs/test_costs.py"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "reference"
COSTS, PAGE = FOLDER / "test_costs.json", FOLDER / "test_costs.md"
SHOWN_FILES, SHOWN_TESTS = 30, 30
HEAD = """# What the tests cost

CPU seconds of `make test` with an empty cache of machine code, all processes counted, by file and by test. `make
test-costs` measures again and writes this page. `make test-fast` leaves out the tests that cost more than 0.12 s a
case, compiling apart. Machines differ, and so do their figures; compare shares.
"""


def costs_page(costs: dict[str, dict[str, float]]) -> str:
    """Writes the sum, the dearest files and the dearest tests."""
    files: dict[str, dict[str, float]] = defaultdict(lambda: {"cases": 0, "cpu": 0.0, "compiling": 0.0})
    for test, cost in costs.items():
        for what, value in cost.items():
            files[test.partition("::")[0]][what] += value
    cpu, compiling = (sum(cost[what] for cost in costs.values()) for what in ("cpu", "compiling"))
    cases = sum(cost["cases"] for cost in costs.values())
    sums = f"In all {cases:.0f} cases, {cpu:.0f} s, of which {compiling:.0f} s by the compiler of machine code.\n"
    parts = (HEAD, sums, "## Files\n", _table(files, SHOWN_FILES), "## Tests\n", _table(costs, SHOWN_TESTS))
    return "\n".join(parts)


def _table(costs: dict[str, Any], most: int) -> str:
    dearest = sorted(costs.items(), key=lambda entry: -entry[1]["cpu"])[:most]
    rows = [f"| `{name}` | {c['cases']:.0f} | {c['cpu']:.1f} | {c['compiling']:.1f} |" for name, c in dearest]
    return "\n".join(["| what | cases | CPU s | of which compiling |", "|---|---|---|---|", *rows, ""])


if __name__ == "__main__":
    PAGE.write_text(costs_page(json.loads(COSTS.read_text("utf-8"))), "utf-8")
