"""What a report says of the values: which sources they come from, how many are estimates, and all of them."""

from __future__ import annotations

import csv
from collections import Counter
from io import StringIO

from jounce.results import Result
from jounce.views.report.markup import Html, element, joined, table
from jounce.views.wording import unit_text

Row = dict[str, str]


def sources_part(result: Result) -> Html:
    """The share of estimates, then each source with the number of values it stands for."""
    rows = _echo(result)
    if not rows:
        return Html()
    estimated = sum(row["estimated"] == "yes" for row in rows)
    share = f"{estimated} of {len(rows)} values are estimates or have no source ({100 * estimated / len(rows):.0f} %)."
    counts = Counter((row["source"], row["estimated"], row["spread"]) for row in rows)
    listed = [(source, count, estimate, spread or "–") for (source, estimate, spread), count in counts.most_common()]
    head = ("source", "values", "estimated", "spread")
    return joined([element("p", share), table(head, listed, numbers=(1,))])


def values_part(result: Result) -> Html:
    """The echo of all values, folded away: it is printed only where it was opened."""
    rows = _echo(result)
    if not rows:
        return Html()
    cells = [(row["path"], f"{float(row['value']):.6g}", unit_text(row["unit"]), row["source"]) for row in rows]
    summary = element("summary", f"{len(rows)} values with unit and source; open to read or print them")
    return element("details", summary, table(("value", "number", "unit", "source"), cells, numbers=(1,)))


def _echo(result: Result) -> list[Row]:
    return list(csv.DictReader(StringIO(str(result.metadata.get("echo", "")))))
