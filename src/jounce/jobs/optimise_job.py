"""Jobs that optimise: a table [optimise] in a job file, with variables within bounds and goals of studies.

format = 1
kind = "job"
car = "golf1"

[optimise]
starts = 3                               # the car as it is, and two that are drawn within the bounds
[optimise.variables]
"axles.rear.spring.law.slope" = { least = "15 N/mm", most = "40 N/mm" }
[[optimise.goals]]
study = "steady-circle"
metric = "understeer_gradient"
target = 2.0                             # with its unit; bare where people read the metric in its SI unit
scale = 0.1                              # the change that counts as one
[[optimise.goals]]
study = "steady-circle"
metric = "roll_gradient"
most = 5.0
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from math import nan
from pathlib import Path
from typing import Any

from jounce.errors import ModelError, Problem, did_you_mean, shown_in_message
from jounce.jobs.job_settings import JobSettings, bare_values_of_job
from jounce.model import Vehicle, load
from jounce.model.library import is_library_name
from jounce.model.reading.document import Document, read_document
from jounce.results.kinds import kind_of_unit, shown_unit
from jounce.studies import STUDIES, Study
from jounce.studies.gradients.metric_values import FINAL
from jounce.studies.optimise.goals import Goal, check_goal, check_goals_together
from jounce.studies.optimise.optimise import Optimisation, check_optimise_choices, optimise
from jounce.studies.optimise.variables import SIDES, read_variables
from jounce.studies.study import Progress, define_metric
from jounce.units import UnitError, bare_number_readings, to_si

HEAD = ("format", "kind", "name", "car", "depth", "values", "optimise")
TABLE = ("variables", "goals", "starts", "seed", "method")
GOAL = ("study", "settings", "metric", "channel", "over", "target", "scale", "minimise", "least", "most", "weight")


@dataclass(frozen=True, kw_only=True)
class OptimiseJob:
    """What such a file says."""

    name: str
    file: str
    car: Vehicle
    variables: Mapping[str, tuple[Any, Any]]
    goals: tuple[Goal, ...]
    starts: int = 3
    seed: int = 1
    method: str = "auto"

    def check(self) -> str:
        """Says what the job is, in a line: all of it was checked as it was read."""
        studies = dict.fromkeys(goal.study.name for goal in self.goals)
        counts = ((len(self.variables), "variable"), (len(self.goals), "goal"), (self.starts, "start"))
        words = ", ".join(f"{count} {word}{'s' if count != 1 else ''}" for count, word in counts)
        return f"optimises {self.car.name} by {', '.join(studies)}: {words}"

    def run(self, workers: int | None = None, progress: bool | Progress = False) -> Optimisation:
        """Finds the best values."""
        about: dict[str, Any] = {"starts": self.starts, "seed": self.seed, "method": self.method}
        return optimise(self.car, None, self.variables, self.goals, workers=workers, progress=progress, **about)


def read_optimise_job(file: str | Path) -> OptimiseJob:
    """Reads the job that a file describes, or every problem that it has, each with its line. Nothing runs."""
    return _OptimiseReader(read_document(Path(file))).job()


class _OptimiseReader:
    """One file."""

    def __init__(self, document: Document):
        self.document, self.tables = document, document.tables
        self.problems: list[Problem] = []

    def job(self) -> OptimiseJob:
        for key, right in (("format", 1), ("kind", "job")):
            if self.tables.get(key) != right:
                self._refuse(key, f"is {shown_in_message(self.tables.get(key))}", f"write {key} = {right!r}")
        self._check_keys(self.tables, HEAD, "")
        table = self._table(self.tables, "optimise")
        if not table:
            self._refuse("optimise", "the job has none", "a table [optimise] with variables and goals")
        self._check_keys(table, TABLE, "optimise.")
        about: dict[str, Any] = {word: table[word] for word in ("starts", "seed", "method") if word in table}
        car, goals, variables = self._car(), self._goals(table.get("goals", [])), self._variables(table)
        if table:
            self._check_search(car, variables, goals, about)
        if self.problems or car is None:
            self.document.refuse(self.problems)
        name = str(self.tables.get("name", Path(self.document.source).stem))
        return OptimiseJob(
            name=name, file=self.document.source, car=car, variables=variables, goals=tuple(goals), **about
        )

    def _check_search(
        self, car: Vehicle | None, variables: Mapping[str, tuple[Any, Any]], goals: list[Goal], about: Mapping[str, Any]
    ) -> None:
        """Finds what `optimise` would refuse, by the places of the file."""
        found: list[Problem] = []
        check_optimise_choices(**({"starts": 3, "seed": 1, "method": "auto"} | dict(about)), problems=found)
        if goals:
            check_goals_together(goals, found)
        self.problems += [replace(problem, where=f"optimise.{problem.where}") for problem in found]
        if car is None or not variables:
            return
        found = []
        read_variables(car, variables, found)
        told = {problem.where for problem in found}
        for side, word in enumerate(SIDES):
            bare = bare_values_of_job(car, {path: pair[side] for path, pair in variables.items()}, "")
            found += [replace(p, where=f"{p.where}.{word}") for p in bare if f"{p.where}.{word}" not in told]
        self.problems += [replace(problem, where=f"optimise.variables.{problem.where}") for problem in found]

    def _refuse(self, where: str, what: str, help: str = "") -> None:
        self.problems.append(Problem(where, what, help))

    def _check_keys(self, table: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
        for key in (key for key in table if key not in known):
            self._refuse(
                f"{where}{key}", f"key '{key}' is not known.{did_you_mean(key, known)}", f"keys: {', '.join(known)}"
            )

    def _table(self, tables: Mapping[str, Any], key: str) -> dict[str, Any]:
        found = tables.get(key, {})
        if not isinstance(found, Mapping):
            self._refuse(key, f"{shown_in_message(found)} is not a table", f"write [{key}] and its keys below")
            return {}
        return dict(found)

    def _car(self) -> Vehicle | None:
        named = self.tables.get("car")
        if not isinstance(named, str):
            self._refuse("car", "'car' is missing", 'car = "golf1", or the path of a vehicle file')
            return None
        try:
            found: Any = load(named if is_library_name(named) else str(self.document.folder / named))
        except ModelError as error:
            self._refuse_all("car", error)
            return None
        if not isinstance(found, Vehicle):
            self._refuse("car", "is no vehicle", "a vehicle file")
            return None
        values = self._table(self.tables, "values")
        self.problems += bare_values_of_job(found, values)
        try:
            found = found.with_values(values)
        except ModelError as error:
            self.problems += [
                replace(problem, where=f"values.{problem.where}", line=None) for problem in error.problems
            ]
        try:
            return found.at_depth(self.tables["depth"]) if "depth" in self.tables else found
        except ModelError as error:
            self._refuse_all("depth", error)
            return found

    def _refuse_all(self, where: str, error: ModelError) -> None:
        for problem in error.problems:
            self._refuse(where, f"{problem.where}: {problem.what}", problem.help)

    def _variables(self, table: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
        found = {}
        for path, bounds in self._table(table, "variables").items():
            if not isinstance(bounds, Mapping) or set(bounds) != {"least", "most"}:
                self._refuse(f"optimise.variables.{path}", shown_in_message(bounds), '{ least = "...", most = "..." }')
                continue
            found[path] = (bounds["least"], bounds["most"])
        if table and not table.get("variables"):
            self._refuse("optimise.variables", "nothing may change", "paths of numbers, each with least and most")
        return found

    def _goals(self, rows: Any) -> list[Goal]:
        if not isinstance(rows, list) or not rows:
            self._refuse("optimise.goals", "nothing is wanted", "tables [[optimise.goals]]")
            return []
        return [goal for k, row in enumerate(rows) if (goal := self._goal(row, f"optimise.goals.{k}")) is not None]

    def _goal(self, row: Any, where: str) -> Goal | None:
        if not isinstance(row, Mapping):
            self._refuse(where, f"{shown_in_message(row)} is not a table", "[[optimise.goals]]")
            return None
        self._check_keys(row, GOAL, f"{where}.")
        study = self._study(row, where)
        if study is None:
            return None
        unit = "1"
        if isinstance(row.get("metric"), str):
            try:
                unit = define_metric(study.metrics, row["metric"])[0]
            except KeyError:
                if not row["metric"].startswith(FINAL):  # without its unit, numbers cannot be read
                    return self._checked(Goal(study=study, metric=row["metric"], target=0.0), where)
        words = {word: row[word] for word in ("metric", "channel", "minimise") if word in row}
        numbers: dict[str, Any] = {}
        for word in ("target", "scale", "least", "most", "weight", "over"):
            if word in row:
                own = {"over": "m", "weight": "1"}.get(word, unit)
                numbers[word] = self._number(row[word], own, f"{where}.{word}")
        return self._checked(Goal(study=study, **words, **numbers), where)

    def _checked(self, goal: Goal, where: str) -> Goal:
        """Finds what else is wrong with a goal; a word that was refused already stands as nan in it."""
        inside = f"{where}."
        told = {p.where.removeprefix(inside).split(".")[0] for p in self.problems if p.where.startswith(inside)}
        found: list[Problem] = []
        check_goal(goal, where, found)
        self.problems += [problem for problem in found if problem.where.removeprefix(inside) not in told]
        return goal

    def _study(self, row: Mapping[str, Any], where: str) -> Study | None:
        name = row.get("study")
        if not isinstance(name, str) or name not in STUDIES:
            what = f"there is no study {shown_in_message(name)}.{did_you_mean(str(name), STUDIES)}"
            self._refuse(f"{where}.study", what if name is not None else "'study' is missing", "a name of a study")
            return None
        found: list[Problem] = []
        reader = JobSettings(self.document.folder, found, lambda word: str(self.document.folder / word), {})
        study = reader.study(STUDIES[name], self._table(row, "settings"), {})
        self.problems += [replace(problem, where=f"{where}.{problem.where}") for problem in found]
        if study is None:  # what else is wrong with the goal shows by the study with its usual settings
            with suppress(ModelError):
                return STUDIES[name]()
        return study

    def _number(self, value: Any, unit: str, where: str) -> Any:
        if isinstance(value, list):
            return tuple(self._number(one, unit, f"{where}.{k}") for k, one in enumerate(value))
        usual = shown_unit(kind_of_unit(unit), unit)
        if usual != unit and (bare := bare_number_readings(value, unit, usual)):
            self._refuse(where, bare.what, bare.help)
            return nan
        try:
            return to_si(value, unit)
        except UnitError as error:
            self._refuse(where, error.what, error.help)
            return nan
