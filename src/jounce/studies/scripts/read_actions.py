"""Read what a driver does from plain tables: to a level, by an amount, by a sine, along points or a log."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from jounce.errors import Problem, did_you_mean, shown_in_message
from jounce.studies.scripts.phase import Action, NamedAction, Points
from jounce.studies.scripts.replayed_input import read_replayed_input
from jounce.units import UnitError, bare_number_readings, to_si

SHAPES = ("smooth", "ramp", "step")
LEVEL, SINE, POINTS, LOG = ("to", "by"), ("amplitude", "frequency", "periods"), ("times", "values"), ("file", "column")
KEYS = {  # key of an action -> what it holds
    "to": "level where the input goes",
    "by": "or amount by which it changes",
    "in": "time of the change, 0.2 s where it is left out; of points and logs, the time in which they are taken up",
    "shape": '"smooth" (continuous acceleration), "ramp" (constant rate) or "step"; a steering wheel cannot jump',
    "amplitude": "of a sine about the present level",
    "frequency": "of the sine",
    "periods": "of the sine, 1 where it is left out",
    "times": "list of times from the begin of the phase",
    "values": "list of values at these times",
    "file": "CSV file of a log",
    "column": 'its column, by name or heading: "SWA [deg]"',
    "time": 'its column of time; "time" or "t" where it is left out',
    "longest_gap": "of its rows; 20 usual steps where it is left out",
}
WAYS = "a level (to, by), a sine (amplitude, frequency), points (times, values) or a log (file, column, time)"
SHORTEST_RISE, LONGEST_RISE = 1e-3, 3600.0  # s
SLOWEST_SINE = 1e-3  # Hz


class TableReader:
    """Reads tables of a script, one field at a time, and collects what is wrong with them.

    Files that they name lie in `folder`. With `units_needed` a number without its unit is refused.
    """

    def __init__(self, folder: Path | None = None, units_needed: bool = False):
        self.folder, self.units_needed = folder or Path(), units_needed
        self.problems: list[Problem] = []

    def refuse(self, where: str, what: str, help: str) -> Any:
        """Notes what is wrong; gives None, which stands for what could not be read."""
        self.problems.append(Problem(where, what, help))
        return None

    def number(self, raw: Any, unit: str, where: str, least: float = -1e12, most: float = 1e12) -> float | None:
        """Returns a number in SI."""
        bare = bare_number_readings(raw, unit) if self.units_needed else None
        try:
            if bare:
                raise bare
            found = to_si(raw, unit)
        except UnitError as error:
            return self.refuse(where, error.what, error.help)
        if least <= found <= most:
            return found
        shown = "" if unit == "1" else f" {unit}"
        return self.refuse(where, f"{found:g}{shown}", f"from {least:g} to {most:g}{shown}")

    def has_known_keys(self, table: Mapping[str, Any], known: Collection[str], where: str) -> bool:
        unknown = [key for key in table if key not in known]
        for key in unknown:
            what = f"key '{key}' is not known here.{did_you_mean(key, known)}"
            self.refuse(f"{where}.{key}", what, f"keys: {', '.join(known)}")
        return not unknown

    def action(self, raw: Any, unit: str, where: str) -> Action | None:
        """Returns what an input of this unit does; a number alone is a level."""
        if isinstance(raw, Action):
            return raw
        table = raw if isinstance(raw, Mapping) else {"to": raw}
        if not self.has_known_keys(table, KEYS, where):
            return None
        ways = [way for way in (LEVEL, SINE, POINTS, LOG) if any(key in table for key in way)]
        if len(ways) != 1 or ("to" in table and "by" in table):
            return self.refuse(where, "says in no way or in several ways how it moves", WAYS)
        before = len(self.problems)
        numbers = {LEVEL: self._level, SINE: self._sine, POINTS: self._points, LOG: self._log}[ways[0]](
            table, unit, where
        )
        rise = self.number(table.get("in", "0.2 s"), "s", f"{where}.in", SHORTEST_RISE, LONGEST_RISE)
        shape = table.get("shape", "smooth")
        if shape not in SHAPES:
            self.refuse(f"{where}.shape", f"{shown_in_message(shape)} is not known", ", ".join(SHAPES))
        return None if len(self.problems) > before else Action(rise=rise, shape=shape, **numbers)  # type: ignore[arg-type]

    def _level(self, table: Mapping[str, Any], unit: str, where: str) -> dict[str, Any]:
        return {key: self.number(table[key], unit, f"{where}.{key}") for key in LEVEL if key in table}

    def _sine(self, table: Mapping[str, Any], unit: str, where: str) -> dict[str, Any]:
        if "amplitude" not in table or "frequency" not in table:
            self.refuse(where, "a sine has an amplitude and a frequency", 'amplitude = "40 deg", frequency = "0.5 Hz"')
            return {}
        return {
            "amplitude": self.number(table["amplitude"], unit, f"{where}.amplitude"),
            "frequency": self.number(table["frequency"], "Hz", f"{where}.frequency", SLOWEST_SINE, 50.0),
            "periods": self.number(table.get("periods", 1.0), "1", f"{where}.periods", 0.25, 1e4),
        }

    def _points(self, table: Mapping[str, Any], unit: str, where: str) -> dict[str, Any]:
        lists = [table.get(key) for key in POINTS]
        if not all(isinstance(entries, list | tuple) for entries in lists):
            example = 'times = ["0 s", "1 s"], values = ["0 deg", "30 deg"]'
            self.refuse(where, "times and values are lists", example)
            return {}
        times, values = (
            [self.number(entry, own, f"{where}.{key}.{k}") for k, entry in enumerate(entries)]  # type: ignore[arg-type]
            for key, own, entries in zip(POINTS, ("s", unit), lists, strict=True)
        )
        if None in times or None in values:
            return {}
        if len(times) != len(values) or len(times) < 2 or any(b <= a for a, b in pairwise(times)):  # type: ignore[operator]
            what = f"{len(times)} times and {len(values)} values"
            self.refuse(where, what, "as many of both, at least two, and times that rise")
        return {"points": (tuple(t - times[0] for t in times), tuple(values))}  # type: ignore[operator]

    def _log(self, table: Mapping[str, Any], unit: str, where: str) -> dict[str, Any]:
        points: Points | None = read_replayed_input(self, table, unit, where)
        return {} if points is None else {"points": points}


def read_named_action(given: NamedAction, unit: str) -> tuple[Action | None, list[Problem]]:
    """Returns what an input does of which the car has told the unit, and what is wrong with it."""
    reader = TableReader(given.folder, given.units_needed)
    return reader.action(given.table, unit, given.where), reader.problems
