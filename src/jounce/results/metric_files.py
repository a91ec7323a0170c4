"""Files of metrics: name, value, unit and definition, as JSON and as CSV."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from jounce.results.files import replace_file
from jounce.results.result import Result


def write_metric_files(result: Result, place: Path) -> list[Path]:
    """Writes `place.metrics.json` and `place.metrics.csv`: name, value, unit, definition."""
    files = [place.with_name(f"{place.name}.metrics.{kind}") for kind in ("json", "csv")]
    about = {name: metric.to_json() for name, metric in result.metrics.items()}
    with replace_file(files[0]) as temporary:
        temporary.write_text(json.dumps(about, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    with replace_file(files[1]) as temporary, temporary.open("x", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("metric", "value", "unit", "definition", "kind"))
        rows.writerows((name, *metric.to_json().values()) for name, metric in result.metrics.items())
    return files
