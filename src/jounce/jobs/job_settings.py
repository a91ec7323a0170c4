"""Settings of a job's study: numbers have their units, and files lie beside the job."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from jounce.errors import ModelError, Problem
from jounce.model import Vehicle
from jounce.studies import Study
from jounce.studies.measured.record_settings import RecordSetting
from jounce.studies.ride.drive_road import RoadSetting
from jounce.studies.scripts.phase import Phase
from jounce.studies.scripts.read_phases import DRIVER, read_phases
from jounce.studies.scripts.script import phase_tables
from jounce.studies.settings import Amount, NamedAmounts
from jounce.units import bare_number_readings

WHOLE = "replay"  # name of the one phase of a job that only has inputs


class JobSettings:
    """Reads the settings of a study as a job file writes them."""

    def __init__(self, folder: Path, problems: list[Problem], beside: Callable[[str], str], homes: Mapping[str, str]):
        self.folder, self.problems, self.beside = folder, problems, beside
        self.homes = homes  # settings that stand elsewhere in the file, and where
        self.read: dict[str, Any] = {}  # the settings that the study knows
        self.plain: dict[str, Any] = {}  # the settings as another process can read them: files by their whole paths

    def study(self, kind: type[Study], given: Mapping[str, Any], tables: Mapping[str, Any]) -> Study | None:
        """Returns the study as a value, or None where something is wrong."""
        before = len(self.problems)
        settings, places = dict(given), {}
        for name, value in given.items():
            self._check_units(kind.settings.get(name), value, self._home(name))
            if isinstance(kind.settings.get(name), RoadSetting | RecordSetting) and isinstance(value, str):
                settings[name] = self.beside(value)
                places[name] = str(Path(settings[name]).resolve()) if Path(settings[name]).is_file() else settings[name]
        if "phases" in tables:
            settings["phases"] = self._phases(tables["phases"])
        elif "inputs" in tables:
            settings["phases"] = self._replay(tables["inputs"])
        self.read = {name: value for name, value in settings.items() if name in kind.settings}
        self.plain = {**settings_with_whole_paths(settings, self.folder), **places}
        if len(self.problems) > before:
            settings = {name: value for name, value in settings.items() if value is not None}
        try:
            return kind(**settings)
        except ModelError as error:
            told = {problem.where for problem in self.problems}
            for problem in error.problems:
                if error.source != kind.name:  # it is of a file that a setting names
                    place = f"{error.source}:{problem.line}" if problem.line else error.source
                    what = f"{place}: {problem.where}: {problem.what}"
                    problem = Problem("road", what, problem.help)
                where = self._home(problem.where)
                if where not in told:
                    self.problems.append(replace(problem, where=where, line=None))
            return None

    def study_as_far_as_right(self, kind: type[Study]) -> Study | None:
        """Returns the study without the settings that were refused: what else is wrong with the job shows by it."""
        wrong = {problem.where for problem in self.problems}
        kept = {
            name: value
            for name, value in self.read.items()
            if value is not None and not any(told.startswith(self._home(name)) for told in wrong)
        }
        with suppress(ModelError):
            return kind(**kept)
        return None

    def _home(self, where: str) -> str:
        """Tells where a setting stands in the file."""
        return where if where.startswith("phases") else self.homes.get(where, f"settings.{where}")

    def _check_units(self, setting: Any, value: Any, where: str) -> None:
        """A number without a unit is refused with both readings."""
        if isinstance(setting, NamedAmounts) and isinstance(value, Mapping):
            for name, entry in value.items():
                self._check_units(setting.entries.get(name), entry, f"{where}.{name}")
        if isinstance(setting, Amount):
            for entry in value if isinstance(value, list) else [value]:
                if bare := setting.bare_number(entry):
                    self.problems.append(Problem(where, bare.what, f"{bare.help}; {setting.meaning}"))

    def _phases(self, raw: Any) -> Any:
        phases, problems = read_phases(raw, "phases", self.folder, units_needed=True)
        self.problems += problems
        return None if problems else phase_tables(raw, phases)

    def _replay(self, raw: Any) -> Any:
        """Returns one phase that lasts as long as the longest of its inputs."""
        if not isinstance(raw, Mapping) or not raw:
            self.problems.append(Problem("inputs", "names no input", 'steering = { file = "log.csv", column = "SWA" }'))
            return None
        own = {key: entry for key, entry in raw.items() if key in DRIVER}
        others = {key: entry for key, entry in raw.items() if key not in DRIVER}
        table = {"name": WHOLE, "duration": "1 s", **own, **({"inputs": others} if others else {})}
        phases, problems = read_phases([table], "inputs", self.folder, units_needed=True)
        for problem in problems:
            where = problem.where.replace("inputs.0.inputs", "inputs").replace("inputs.0", "inputs")
            self.problems.append(replace(problem, where=where))
        if problems:
            return None
        lasts = max((action.lasts() for action in _actions(phases[0])), default=1.0)
        return phase_tables([{**table, "duration": f"{lasts:g} s"}], (replace(phases[0], duration=lasts),))


def bare_values_of_job(car: Vehicle, values: Mapping[str, Any], where: str = "values.") -> Iterator[Problem]:
    """Yields values by path that are numbers without a unit, though they need one."""
    units, counts = car.number_units(), car.counts()
    for path, value in values.items():
        single = value if not isinstance(value, list) else next((v for v in value if isinstance(v, int | float)), 0)
        unit = units.get(path, units.get(f"{path}.x", "1"))
        if path not in counts and (bare := bare_number_readings(single, unit)):
            yield Problem(f"{where}{path}", bare.what, bare.help)


def _actions(phase: Phase) -> list[Any]:
    return [action for action in (phase.steering, phase.pedal, phase.drive, phase.throttle) if action is not None]


def settings_with_whole_paths(settings: Any, folder: Path) -> Any:
    """Returns settings whose files are named by their way from a folder, with whole paths in place of these."""
    if isinstance(settings, Mapping):
        return {
            key: str((folder / entry).resolve())
            if key == "file" and isinstance(entry, str)
            else settings_with_whole_paths(entry, folder)
            for key, entry in settings.items()
        }
    if isinstance(settings, list):
        return [settings_with_whole_paths(entry, folder) for entry in settings]
    return settings
