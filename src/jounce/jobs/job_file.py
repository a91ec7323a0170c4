"""Job files: a car, what is changed of it, a road, a study or a script of phases, and the files that are wanted.

format = 1
kind = "job"
name = "brake in a turn"
car = "small_car"                        # of the library, or a file beside this one
road = "iso_8608_c"                      # where the study drives on a road of one's choice

[values]
"axles.front.spring.law.slope" = "18 N/mm"

[settings]                               # of the study
speed = "80 km/h"

[controllers.cruise]                     # besides those of the car: sets inputs at a rate
type = "speed_control"

[[phases]]                               # or study = "step-steer" above, in place of phases
duration = "1 s"
[[phases]]
pedal = 0.4
until = { speed_below = "5 km/h" }

[design]                                 # many variants of the car, as a table with a row for each
method = "grid"
[design.values]
"axles.rear.spring.law.slope" = ["18 N/mm", "20 N/mm"]

[outputs]
folder = "results"
files = ["h5", "csv", "metrics", "page", "report", "plots", "echo"]
channels = "vehicle.*, *.tyre.Fz"
step = "5 ms"
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from jounce.arguments import check_arguments
from jounce.errors import ModelError, NumericalError, Problem, did_you_mean, shown_in_message
from jounce.input_files import note_input_files, read_named_files
from jounce.jobs.design_job import run_design_job
from jounce.jobs.job import FILES, USUAL_FILES, Job, JobDesign, JobOutputs
from jounce.jobs.job_design import read_job_design
from jounce.jobs.job_settings import JobSettings, bare_values_of_job
from jounce.jobs.run_files import claim_run_place, write_run_files
from jounce.model import Vehicle, load
from jounce.model.library import is_library_name
from jounce.model.reading.document import Document, read_document
from jounce.model.reading.records import named_tables_of_records, read_named_record
from jounce.model.vehicle import DEPTHS
from jounce.progress import report_progress
from jounce.results import Result
from jounce.results.choice import ALL
from jounce.studies import STUDIES, Study
from jounce.studies.many.kept_design import CSV, DESIGN_FILES, KeptDesign
from jounce.studies.many.vary import report_of_design
from jounce.studies.scripts.script import Script
from jounce.studies.study import Progress

FORMAT = 1
KEYS = {  # key -> what it holds
    "format": "1",
    "kind": '"job"',
    "name": "of the job; the name of the file where it is left out",
    "car": "a name of the library, or a file; for studies of tyres a tyre, for tyre-fit a CSV file",
    "depth": "how much of the car is modelled, as structural or functional; without it as the file of the car says",
    "values": "table: numbers of the car by path, with units",
    "road": "a name of the library or a road file, for studies that drive on any road",
    "study": "name of a study; without it, phases or inputs make a script",
    "settings": "table: settings of the study, with units",
    "phases": "tables of a script, one after the other",
    "inputs": "table: what the driver does in a script of one phase, such as a log that is replayed",
    "controllers": "tables by name: controllers besides those of the car",
    "design": "table: which variants of the car are run; see below",
    "outputs": "table: which files are written",
}
OUTPUTS = {
    "folder": "where files are written; where it is left out, the current folder or the one of --out",
    "files": "some of h5, csv, metrics, page, report, plots, echo; h5, metrics and page where it is left out; with a "
    "design some of csv, parquet, histories, and csv where it is left out",
    "channels": "those in h5, csv and histories: a list or text of names, * for any letters; all where it is left out",
    "step": "time between rows of the result",
}
SCRIPT = "script"


@check_arguments
def run_job(
    file: str | Path,
    out: str | Path | None = None,
    workers: int | None = None,
    progress: bool | Progress = False,
) -> Result | KeptDesign:
    """Runs a job file, writes the files that it asks for, and returns the result.

    With a design, this is what was kept of its variants; `workers` processes run them, by default one for each core.
    `progress=True` draws a bar; a function is called with the share that is done.
    """
    job = read_job(file)
    folder = Path(out) if out is not None else job.outputs.folder or Path()
    if job.design is not None:
        with report_progress(progress, job.study.name) as report:
            return run_design_job(job, folder, workers, on_progress=report_of_design(report))
    result = job.run(progress)
    place = claim_run_place(folder / job.outputs.stem, job.outputs.files, result)
    write_run_files(result, job.subject, place, job.outputs.files, job.outputs.channels)
    return result


def is_job_file(file: str | Path) -> bool:
    """Tells whether a file says that it is a job; what else is wrong with it does not matter here."""
    path = Path(file)
    if path.suffix.lower() != ".toml" or not path.is_file():
        return False
    try:
        return read_document(path).tables.get("kind") == "job"
    except ModelError:
        return False


def is_optimise_job(file: str | Path) -> bool:
    """Tells whether a job file has a table [optimise], which `read_optimise_job` reads."""
    return is_job_file(file) and "optimise" in read_document(Path(file)).tables


def read_job(file: str | Path) -> Job:
    """Reads the job that a file describes, or every problem that it has, each with its line. Nothing runs."""
    document = read_document(Path(file))
    with note_input_files() as files:
        job = _JobReader(document).job()
    return replace(job, files=files)


class _JobReader:
    """One job file."""

    def __init__(self, document: Document):
        self.document, self.tables = document, document.tables
        self.problems: list[Problem] = []

    def refuse(self, where: str, what: str, help: str = "") -> None:
        self.problems.append(Problem(where, what, help))

    def job(self) -> Job:
        tables = self.tables
        if "optimise" in tables:
            what = "the job optimises a car, so it is not run as a study"
            self.document.refuse([Problem("optimise", what, f"jounce optimise {self.document.source}")])
        self._check_head()
        for key in (key for key in tables if key not in KEYS):
            self.refuse(key, f"key '{key}' is not known.{did_you_mean(key, KEYS)}", f"keys: {', '.join(KEYS)}")
        name = self._word("name", Path(self.document.source).stem)
        outputs = self._outputs()
        kind = self._study_kind()
        subject, values = self._subject(kind), self._table("values")
        if isinstance(subject, Vehicle):
            subject = self._at_depth(self._controlled(self._changed(subject, values)))
        elif values and subject is not None:
            self.refuse("values", "only a vehicle has values that can be changed by path", "leave them out")
        study = None if kind is None else self._study(kind)
        usual = study or (self.settings.study_as_far_as_right(kind) if kind is not None else None)
        design = self._design(subject, usual) if usual is not None and subject is not None else None
        has_phases = kind is Script and self.settings.read.get("phases") is not None
        if self.problems and has_phases and isinstance(usual, Script) and isinstance(subject, Vehicle):
            self._check_phases(usual, subject)
        if self.problems or study is None:
            self.document.refuse(self.problems)
        return Job(
            name=name,
            file=self.document.source,
            car=str(tables["car"]),
            subject=subject,
            values=values,
            study=study,
            design=design,
            outputs=outputs,
            origin=self.document.origin,
        )

    def _check_head(self) -> None:
        if self.tables.get("format") != FORMAT:
            self.refuse("format", f"is {shown_in_message(self.tables.get('format'))}", f"write format = {FORMAT}")
        if self.tables.get("kind") != "job":
            self.refuse("kind", f"is {shown_in_message(self.tables.get('kind'))}", 'write kind = "job"')

    def _word(self, key: str, default: str) -> str:
        found = self.tables.get(key, default)
        if not isinstance(found, str) or not found:
            self.refuse(key, f"{shown_in_message(found)} is not text", f'{key} = "..."')
            return default
        return found

    def _table(self, key: str) -> dict[str, Any]:
        found = self.tables.get(key, {})
        if not isinstance(found, Mapping):
            self.refuse(key, f"{shown_in_message(found)} is not a table", f"write [{key}] and its keys below")
            return {}
        return dict(found)

    def beside(self, word: str) -> str:
        """Returns a name of the library as it is; a file by its path from the job's folder."""
        return word if is_library_name(word) else str(self.document.folder / word)

    def _study_kind(self) -> type[Study] | None:
        scripted = [key for key in ("phases", "inputs") if key in self.tables]
        named = self.tables.get("study", SCRIPT if scripted else None)
        if len(scripted) == 2 or (scripted and named != SCRIPT):
            both = [key for key in ("study", "phases", "inputs") if key in self.tables]
            self.refuse(both[-1], f"{' and '.join(both)} at once", "one of them")
            return None
        if not isinstance(named, str) or named not in STUDIES:
            what = f"there is no study {shown_in_message(named)}.{did_you_mean(str(named), STUDIES)}"
            help = f"one of: {', '.join(STUDIES)}; or [[phases]]; --use makes studies of your own known"
            self.refuse("study", what if named is not None else "'study' is missing", help)
            return None
        return STUDIES[named]

    def _subject(self, kind: type[Study] | None) -> Any:
        car = self.tables.get("car")
        if not isinstance(car, str) or not car:
            what = "'car' is missing" if car is None else f"{shown_in_message(car)} is not text"
            return self.refuse("car", what, 'car = "small_car", or the path of a vehicle file')
        if kind is not None and kind.of_files:
            return self.beside(car)
        try:
            return load(self.beside(car))
        except ModelError as error:
            return self._refuse_other_file("car", car, error)

    def _refuse_other_file(self, where: str, named: str, error: ModelError) -> None:
        first = error.problems[0]
        line = f"{error.source}:{first.line}: " if first.line else ""
        more = f"; and {len(error.problems) - 1} more" if len(error.problems) > 1 else ""
        self.refuse(where, f"{line}{first.where}: {first.what}{more}", f"{first.help}; jounce check {named}")

    def _changed(self, car: Vehicle, values: Mapping[str, Any]) -> Vehicle:
        self.problems += bare_values_of_job(car, values)
        try:
            return car.with_values(values) if values else car
        except ModelError as error:
            told = {problem.where for problem in self.problems}
            found = [replace(p, where=f"values.{p.where}", line=None) for p in error.problems]
            self.problems += [problem for problem in found if problem.where not in told]
            return car

    def _at_depth(self, car: Vehicle) -> Vehicle:
        """Returns the car as far as the job models it."""
        depth = self.tables.get("depth")
        if depth is None:
            return car
        if depth not in DEPTHS:
            what = f"{shown_in_message(depth)} is not known.{did_you_mean(str(depth), DEPTHS)}"
            self.refuse("depth", what, f"one of {', '.join(DEPTHS)}")
            return car
        try:
            return car.at_depth(depth)
        except ModelError as error:
            self.problems += [Problem("depth", f"{p.where}: {p.what}", p.help) for p in error.problems]
            return car

    def _controlled(self, car: Vehicle) -> Vehicle:
        """Returns the car with the job's own controllers."""
        found = {}
        named = named_tables_of_records(self.tables.get("controllers", {}), "controllers", set(), self.problems)
        for name, table in named:
            if name in car.controllers:
                self.refuse(f"controllers.{name}", f"{car.name} has a controller of this name", "another name")
            part = read_named_record("controllers", name, table, {}, self.problems)
            if part is not None:
                found[name] = part
        return car.with_leading_tables(controllers={**car.controllers, **found}) if found else car

    def _study(self, kind: type[Study]) -> Study | None:
        given, homes = self._table("settings"), {}
        if "road" in self.tables:
            if "road" not in kind.settings:
                able = [name for name in STUDIES if "road" in STUDIES[name].settings]
                self.refuse("road", f"{kind.name} has a road of its own", f"studies on any road: {', '.join(able)}")
            else:
                given, homes["road"] = {"road": self._word("road", "")} | given, "road"
        outputs = self.tables.get("outputs", {})
        if isinstance(outputs, Mapping) and "step" in outputs:
            if "output_step" in kind.settings:
                given, homes["output_step"] = {"output_step": outputs["step"]} | given, "outputs.step"
            else:
                self.refuse("outputs.step", f"{kind.name} chooses the times of its rows", "leave it out")
        self.settings = JobSettings(self.document.folder, self.problems, self.beside, homes)
        return self.settings.study(kind, given, self.tables)

    def _check_phases(self, study: Script, car: Vehicle) -> None:
        """What only the car shows to be wrong with phases is told together with what the file shows."""
        told = {problem.where for problem in self.problems}
        try:
            wrong, _ = study.wrong_phases(car)
        except (ModelError, NumericalError):  # a car that cannot be built has been told, or is by the next call
            return
        self.problems += [problem for problem in wrong if problem.where not in told]

    def _design(self, subject: Any, study: Study) -> JobDesign | None:
        """Returns the variants that the job asks for."""
        if "design" not in self.tables:
            return None
        table, plain = self._table("design"), self.settings.plain
        read_named_files(plain)
        return read_job_design(table, self.document.folder, subject, study, plain, self.problems)

    def _outputs(self) -> JobOutputs:
        table = self._table("outputs")
        for key in (key for key in table if key not in OUTPUTS):
            what = f"key '{key}' is not known here.{did_you_mean(key, OUTPUTS)}"
            self.refuse(f"outputs.{key}", what, f"keys: {', '.join(OUTPUTS)}")
        known, usual = (DESIGN_FILES, (CSV,)) if "design" in self.tables else (FILES, USUAL_FILES)
        folder, channels, files = table.get("folder"), table.get("channels", ALL), table.get("files", [*usual])
        if isinstance(channels, list):
            channels = ", ".join(map(str, channels))
        if not isinstance(channels, str) or not channels.strip():
            self.refuse("outputs.channels", f"{shown_in_message(channels)} is not text", '"vehicle.*, *.tyre.Fz"')
        if folder is not None and not isinstance(folder, str):
            self.refuse("outputs.folder", f"{shown_in_message(folder)} is not text", '"results"')
            folder = None
        for k, word in enumerate(files if isinstance(files, list) else [files]):
            if word not in known:
                what = f"{shown_in_message(word)} is not known.{did_you_mean(str(word), known)}"
                self.refuse(f"outputs.files.{k}", what, f"some of {', '.join(known)}")
        return JobOutputs(
            folder=None if folder is None else self.document.folder / folder,
            stem=Path(self.document.source).stem,
            channels=str(channels),
            files=tuple(files) if isinstance(files, list) else (),
        )
