"""Runs the checks of a car against the figures of its sheet: check.py CAR [trial ...]."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import jounce
import car_class  # noqa: F401
import courses  # noqa: F401
import lengthwise  # noqa: F401
import ride  # noqa: F401
import response  # noqa: F401
import stability  # noqa: F401
import steady  # noqa: F401
from driving import Car
from figures import FIGURES


def check(car, sheet, folder, trials=()):
    rows = []
    runs = {}
    for (trial, metric), one in FIGURES.items():
        if trials and trial not in trials:
            continue
        told = sheet.get(trial, {}).get("metrics", {}).get(metric)
        if told is None:
            continue
        began = time.process_time()
        if trial not in runs and (folder / f"{trial}.h5").exists():
            runs[trial] = jounce.read(folder / f"{trial}.h5")
        own = one.find(car, sheet[trial] | {"run": runs.get(trial)})
        took = time.process_time() - began
        value, unit = told["value"], told["unit"]
        if own is None:
            rows.append((trial, metric, value, None, unit, None, took)); continue
        off = abs(value - own)
        fine = bool(off <= max(one.within * max(abs(value), abs(own)), one.apart))
        rows.append((trial, metric, value, own, unit, fine, took))
    return rows


if __name__ == "__main__":
    source, folder = sys.argv[1:3]
    sheet = json.loads((Path(folder) / "metrics.json").read_text())
    for trial, metric, value, own, unit, fine, took in check(Car(jounce.load(source)), sheet, Path(folder), sys.argv[3:]):
        off = "" if own is None else f"{100 * (value - own) / (abs(own) or 1):+8.3f} %"
        print(f"{trial:24}{metric:36}{value:12.6g}{own if own is not None else float('nan'):12.6g} {unit:8}{off}  {'' if fine else 'OUT' if fine is False else 'none'}  {took:.1f}s", flush=True)
