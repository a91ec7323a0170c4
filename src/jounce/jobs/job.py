"""A job: a car with changed values, a study with its settings, and the files that are wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from jounce.arguments import check_arguments
from jounce.errors import ModelError, Problem
from jounce.input_files import Digests
from jounce.model.reading.document import Origin
from jounce.outdated import take_old_words
from jounce.results import Result
from jounce.results.choice import ALL, choose_channel_names
from jounce.results.run_record import Metadata
from jounce.studies import Study
from jounce.studies import run as run_study
from jounce.studies.many.check_design import describe_design, describe_design_columns, refused_variants
from jounce.studies.many.designs.design import Design
from jounce.studies.many.metric_columns import find_metric_columns
from jounce.studies.scripts.script import Script
from jounce.studies.settings import Amount
from jounce.studies.study import Progress

FILES = ("h5", "csv", "parquet", "metrics", "page", "report", "plots", "echo")  # that a job can write
USUAL_FILES = ("h5", "metrics", "page")


@dataclass(frozen=True, kw_only=True)
class JobOutputs:
    """Which files are written, where, and what is in them."""

    folder: Path | None = None  # None: where the command or the caller says
    stem: str = "job"  # of the names of files
    channels: str = ALL  # names and patterns with commas between them
    files: tuple[str, ...] = USUAL_FILES


@dataclass(frozen=True, kw_only=True)
class JobDesign:
    """Which variants of the car a job runs, and what is wanted of each."""

    design: Design
    metrics: tuple[str, ...] | None  # None: all that the study has
    settings: Mapping[str, Any]  # of the study, as another process can read them


@dataclass(frozen=True, kw_only=True)
class Job:
    """What a job file says: `jounce.load("my.toml").run()`. It can be checked without running, and run again."""

    name: str
    file: str  # that it was read from, for messages
    car: str  # as it is named there
    subject: Any  # the car with its changed values, or what else a study is of
    values: Mapping[str, Any] = field(default_factory=dict)  # that were changed, by path
    study: Study
    design: JobDesign | None = None  # where many variants are run, and what is wanted of them
    outputs: JobOutputs = field(default_factory=JobOutputs)
    origin: Origin | None = None  # where each key stands in the file
    files: Digests = field(default_factory=dict)  # of the bytes that were read of other files, by whole path

    @take_old_words({"on_progress": "progress"})
    def run(self, progress: bool | Progress = False) -> Result:
        """Puts the car through the study: as it is, without the variants of a design."""
        with self._told_by_line():
            result = run_study(self.subject, self.study, progress=progress)
        return replace(result, metadata=Metadata(result.metadata, {"job": self.name}))

    @check_arguments
    def with_values(self, values: Mapping[str, Any]) -> Job:
        """Returns the same job with further values changed; those that a design varies are not among them."""
        varied = [] if self.design is None else [column.path for column in self.design.design.columns]
        what, help = "is varied by the design of the job", "leave it out"
        if again := [Problem(path, what, help) for path in values if path in varied]:
            raise ModelError(self.file, again)
        return replace(self, subject=self.subject.with_values(values), values={**self.values, **values})

    def check(self) -> list[str]:
        """Build the car, find its start and check what the script and the outputs name; what is there, in lines."""
        found = [f"{self.study.name} of {getattr(self.subject, 'name', self.car)}"]
        if isinstance(self.study, Script):
            with self._told_by_line():
                self._check_script(self.study)
                drives = self.study.prepare(self.subject)
            found.append(f"{len(drives.phases)} phases: {', '.join(phase.name for phase in drives.phases)}")
        return [*found, *self._check_design()]

    def _check_script(self, study: Script) -> None:
        """What phases and outputs name exists; all that does not is told at once."""
        problems, layout = study.wrong_phases(self.subject)
        try:
            choose_channel_names(list(layout.channels), self.outputs.channels)
        except ModelError as error:
            problems += [replace(p, where="outputs.channels", what=f"{p.where}: {p.what}") for p in error.problems]
        if problems:
            raise ModelError(study.name, problems)

    def _check_design(self) -> list[str]:
        """Says that the metrics of a design exist, and how many of its variants cannot be built."""
        if self.design is None:
            return []
        try:
            columns = find_metric_columns(self.subject, self.study, self.design.metrics)
        except ModelError as error:
            wrong = [replace(p, where="design.metrics", what=f"{p.where}: {p.what}") for p in error.problems]
            raise ModelError(self.file, self.placed(wrong)) from None
        return [describe_design(self.design.design, len(columns)), *refused_variants(self.subject, self.design.design)]

    def placed(self, problems: Iterable[Problem]) -> list[Problem]:
        """Returns problems with their lines in the job file."""
        return list(problems) if self.origin is None else self.origin.placed(problems)

    @contextmanager
    def _told_by_line(self) -> Iterator[None]:
        """Sees that what only the car shows to be wrong with the study is told by the lines of the file."""
        try:
            yield
        except ModelError as error:
            if error.source != self.study.name:
                raise
            known = [
                p if p.where.startswith(("phases", "outputs")) else replace(p, where=f"settings.{p.where}")
                for p in error.problems
            ]
            raise ModelError(self.file, self.placed(known)) from None

    def summary(self) -> str:
        """Returns the job in words."""
        lines = [f"{self.name}: {self.study.name} of {getattr(self.subject, 'name', self.car)} ({self.car})"]
        lines += [f"  {path} = {value}" for path, value in self.values.items()]
        lines += ["", "settings:"]
        for name, value in self.study.values.items():
            if name != "phases" and value is not None:
                lines.append(f"  {name} = {shown_job_setting(self.study, name, value)}")
        if isinstance(self.study, Script):
            lines += ["", "phases:"]
            for k, phase in enumerate(self.study.phases.phases):
                begins = " or ".join(map(str, phase.at)) or ("the start" if k == 0 else "the end of the one before")
                own = [*([f"{phase.duration:g} s"] if phase.duration else []), *map(str, phase.until)]
                does = [word for word in ("steering", "pedal", "drive") if getattr(phase, word) is not None]
                does += [*phase.inputs, *(["hold_speed"] if phase.hold_speed else [])]
                ends = f"; ends by {' or '.join(own)}" if own else ""
                lines.append(f"  {phase.name}: from {begins}: {', '.join(does) or 'nothing changes'}{ends}")
        if self.design is not None:
            lines += ["", "design:", *(f"  {line}" for line in describe_design_columns(self.design.design))]
        where = self.outputs.folder or "the folder that the command says"
        lines += ["", f"outputs: {', '.join(self.outputs.files)} in {where}; channels {self.outputs.channels}"]
        return "\n".join(lines)


def shown_job_setting(study: Study, name: str, value: Any) -> str:
    """Returns a setting in the unit in which people read it."""
    setting = study.settings[name]
    if isinstance(setting, Amount) and isinstance(value, float):
        return setting.shown_value(value)
    if isinstance(setting, Amount) and isinstance(value, list):
        return ", ".join(map(setting.shown_value, value))
    return f"{value:g}" if isinstance(value, float) else str(getattr(value, "name", value))
