"""Write the files that a job asks for."""

from __future__ import annotations

from pathlib import Path

from jounce.errors import SetupError
from jounce.jobs.job import Job
from jounce.model import Vehicle
from jounce.results import Result
from jounce.results.choice import keep_chosen_channels
from jounce.results.files import write_text_file
from jounce.results.metric_files import write_metric_files

ENDINGS = {  # what a job writes -> how its files end
    "h5": (".h5",),
    "csv": (".csv",),
    "metrics": (".metrics.csv", ".metrics.json"),
    "page": (".html",),
    "report": ("_report.html",),
    "plots": (".png",),
    "echo": (".echo.csv",),
}


def job_file_places(job: Job, folder: Path) -> list[Path]:
    """Where the files of a job are written."""
    kinds = dict.fromkeys(["h5", *job.outputs.files])  # h5 is also what an interrupted run leaves
    return [folder / f"{job.outputs.stem}{ending}" for kind in kinds for ending in ENDINGS[kind]]


def write_job_files(job: Job, result: Result, folder: Path) -> list[Path]:
    """Write them, and say which."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise SetupError(f"{folder} cannot be made: {fault.strerror}") from fault
    kept = keep_chosen_channels(result, job.outputs.channels)
    found: list[Path] = []
    for kind in job.outputs.files:
        found += _written(kind, job, result, kept, folder / job.outputs.stem)
    return found


def _written(kind: str, job: Job, result: Result, kept: Result, place: Path) -> list[Path]:
    def named(ending: str) -> Path:
        return place.with_name(f"{place.name}{ending}")

    several = kept.time.size > 1
    match kind:
        case "h5":
            return [kept.save(named(".h5"))]
        case "csv":
            return [(kept.to_csv if several else kept.figures_to_csv)(named(".csv"))]
        case "metrics":
            return write_metric_files(result, place)
        case "page":
            return [result.view(named(".html"))]
        case "report":
            return [result.report(named("_report.html"))]
        case "plots":
            result.plot(path=named(".png"))
            return [named(".png")]
    return [write_text_file(named(".echo.csv"), job.subject.echo())] if isinstance(job.subject, Vehicle) else []
